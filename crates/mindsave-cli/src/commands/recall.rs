//! `mindsave recall`.

use mindsave::MindSave;
use mindsave::resume::one_line;
use mindsave::search::{Answer, Filter, Hit, Page};
use mindsave::tokens::TokenCount;
use serde_json::{Value, json};

use super::{Outcome, pick};
use crate::args::{Recall, SearchLimits};
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &Recall, ui: &mut Ui) -> Outcome {
    if args.keyword.is_empty() { one(mind, args, ui) } else { search(mind, args, ui) }
}

fn one(mind: &MindSave, args: &Recall, ui: &mut Ui) -> Outcome {
    let recalled = mind.recall(&pick(args.id.as_deref()))?;
    if ui.is_json() {
        let archive = &recalled.archive;
        ui.value(&json!({
            "snapshot_id": recalled.snapshot_id,
            "completed_steps": archive.completed_steps,
            "file_changes": archive.file_changes,
            "tool_calls": archive.tool_calls,
            "execution_dag": archive.execution_dag,
            "notes": archive.notes,
            "text": recalled.text,
        }));
        return Ok(());
    }
    ui.heading(recalled.snapshot_id.as_str());
    if recalled.text.is_empty() {
        ui.line("Nothing was archived with this snapshot.");
    } else {
        ui.text(&recalled.text);
    }
    Ok(())
}

fn search(mind: &MindSave, args: &Recall, ui: &mut Ui) -> Outcome {
    let keyword = args.keyword.join(" ");
    let page = Page { skip: args.limits.skip, budget: TokenCount::new(args.limits.budget) };
    let found = mind.search(&keyword, &filter(&args.limits, mind)?, page)?;
    let answer = &found.answer;
    if ui.is_json() {
        ui.value(&json!({
            "keyword": keyword,
            "total": answer.total,
            "next": answer.next,
            "tokens": answer.tokens,
            "snapshots": by_snapshot(answer, mind)?,
            "failures": of_failures(answer),
            "warnings": found.warnings,
        }));
        return Ok(());
    }
    ui.warn_all(&found.warnings);
    if answer.total == 0 {
        ui.line(format!("Nothing was found for {:?}.", one_line(&keyword)));
    } else if answer.hits.is_empty() {
        ui.line(format!(
            "There are {} hits, all of them before --skip {}.",
            answer.total, page.skip
        ));
    }
    ui.text(&answer.text());
    if let Some(next) = answer.next {
        ui.line(format!("{} more: --skip {next}", answer.total - next));
    }
    Ok(())
}

fn filter(limits: &SearchLimits, mind: &MindSave) -> Result<Filter, Failure> {
    let since = limits.since.as_deref().map(|text| mind.span_start(text)).transpose()?;
    let until = limits.until.as_deref();
    let before = until.map(|text| mind.span_end(text)).transpose()?;
    Ok(Filter {
        kinds: limits.kinds.clone(),
        sessions: limits.sessions.clone(),
        files: limits.files.clone(),
        since,
        before,
    })
}

/// The hits, those of one checkpoint together; the checkpoint with the best hit first.
fn by_snapshot(answer: &Answer, mind: &MindSave) -> Result<Vec<Value>, Failure> {
    let (list, _) = mind.list()?;
    let mut order: Vec<&str> = Vec::new();
    for hit in &answer.hits {
        if !is_file(hit) && !order.contains(&hit.document.source.as_str()) {
            order.push(&hit.document.source);
        }
    }
    let snapshot = |id: &&str| {
        let entry = list.iter().find(|entry| entry.id.as_str() == *id);
        let hits = answer.hits.iter().filter(|hit| hit.document.source == *id);
        json!({
            "snapshot_id": id,
            "created_at": entry.map(|entry| entry.created_at),
            "goal": entry.map(|entry| entry.goal.as_str()),
            "matches": hits.map(hit_json).collect::<Vec<_>>(),
        })
    };
    Ok(order.iter().map(snapshot).collect())
}

/// The hits in failures that have files of their own.
fn of_failures(answer: &Answer) -> Vec<Value> {
    let failure = |hit: &Hit| {
        let mut value = hit_json(hit);
        value["file"] = hit.document.source.as_str().into();
        value
    };
    answer.hits.iter().filter(|hit| is_file(hit)).map(failure).collect()
}

/// Whether a hit is from a file of the failure graph; no id of a snapshot is a path.
fn is_file(hit: &Hit) -> bool {
    hit.document.source.contains('/')
}

fn hit_json(hit: &Hit) -> Value {
    let lines = [&hit.before, &hit.snippet, &hit.after];
    let lines: Vec<&String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    json!({
        "rank": hit.rank,
        "score": (f64::from(hit.score) * 1000.0).round() / 1000.0,
        "kind": hit.document.kind,
        "text": hit.snippet,
        "lines": lines,
        "times": hit.times,
        "also_in": hit.also_in,
    })
}
