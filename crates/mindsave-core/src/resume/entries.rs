//! What is said of each part of a snapshot, in the order of its value.

use std::fmt::Write as _;

use serde_json::Value;

use super::fit::{Block, Cut};
use super::labels::Labels;
use super::line::{beside, one_line};
use crate::compress::Compressor;
use crate::decision::{Decision, Texts};
use crate::failure::FailureNote;
use crate::snapshot::{Knowledge, ShortForm, Snapshot, State};

/// The longest a goal or next action gets before it is shortened, in tokens.
const LEAD: u32 = 90;
/// The longest any other entry gets.
const ENTRY: u32 = 70;

/// The text whose language the resume speaks: the goal, or what is said first without one.
pub(super) fn foremost(state: &State) -> &str {
    let (task, rules) = (&state.task, &state.knowledge.constraints);
    let told = [Some(task.goal.as_str()), task.next_action.as_deref(), task.blocker.as_deref()];
    let told = told.into_iter().flatten().chain(rules.iter().map(String::as_str));
    told.into_iter().find(|text| !text.trim().is_empty()).unwrap_or_default()
}

/// Adds goal and next action: shortened where they have to be, and never dropped.
pub(super) fn lead(block: &mut Block<'_>, snapshot: &Snapshot, labels: &Labels) {
    let task = &snapshot.state.task;
    let label = |name: &str| format!("{name}{}", labels.colon);
    let next = task.next_action.as_deref().map(one_line).filter(|text| !text.is_empty());
    let (goal, next_label) = (label(labels.goal), label(labels.next_action));
    // Each leaves room for the other, however small the budget is.
    let wanted = next.as_deref().map_or(0, |next| block.price_of(&next_label, next).min(LEAD));
    let share = (block.free() / 2).max(block.free().saturating_sub(wanted));
    // A session at work may have none yet.
    if !task.goal.trim().is_empty() {
        block.lead_line(&goal, &one_line(&task.goal), LEAD.min(share));
    }
    if let Some(next) = next {
        block.lead_line(&next_label, &next, LEAD.min(block.free()));
    }
}

/// Adds the rest of Layer 1: what the next session would ask for first.
pub(super) fn task(block: &mut Block<'_>, snapshot: &Snapshot, labels: &Labels) {
    let task = &snapshot.state.task;
    let label = |name: &str| format!("{name}{}", labels.colon);
    if let Some(blocker) = task.real_blocker() {
        block.line(&label(labels.blocker), &one_line(blocker), ENTRY);
    }
    let status = task
        .status
        .as_ref()
        .map(|s| format!("{}{}{}", labels.status, labels.colon, one_line(s.as_str())));
    let phase = task.phase.as_ref().map(|p| one_line(p.as_str()));
    match (phase, status) {
        (Some(phase), Some(status)) => {
            block.line(
                &label(labels.phase),
                &format!("{phase}{}{status}", labels.semicolon),
                ENTRY,
            );
        }
        (Some(phase), None) => block.line(&label(labels.phase), &phase, ENTRY),
        (None, Some(status)) => block.line("", &status, ENTRY),
        (None, None) => {}
    }
    if let Some(state) = task.state.as_deref().filter(|text| !text.trim().is_empty()) {
        block.line(&label(labels.state), &one_line(state), ENTRY);
    }
    task_lists(block, snapshot, labels);
}

/// Adds the lists of Layer 1; each may take half of what is left, so that none starves the rest.
fn task_lists(block: &mut Block<'_>, snapshot: &Snapshot, labels: &Labels) {
    let task = &snapshot.state.task;
    let files: Vec<String> = task.active_files.iter().map(|path| one_line(path)).collect();
    let variables: Vec<String> =
        task.variables.iter().map(|(name, value)| variable(name, value)).collect();
    let progress = task.progress.clone().unwrap_or_default();
    let next: Vec<String> = progress.next.iter().map(|step| one_line(step)).collect();
    let done: Vec<String> = progress.done.iter().rev().map(|step| one_line(step)).collect();
    let lists = [
        (labels.variables, variables),
        (labels.files, files),
        (labels.next, next),
        (labels.done, done),
    ];
    share_out(block, labels, &lists, 0);
}

/// Adds Layer 2: constraints, failures, decisions.
pub(super) fn knowledge(
    block: &mut Block<'_>,
    knowledge: &Knowledge,
    constraints: &[String],
    labels: &Labels,
) {
    let mut graph: Vec<(&String, &FailureNote)> = knowledge.failure_graph.iter().collect();
    graph.sort_by_key(|(_, note)| std::cmp::Reverse(note.repeat_count()));
    let mut failures: Vec<String> =
        graph.into_iter().map(|(name, note)| failure(name, note, labels)).collect();
    failures.extend(knowledge.excluded_paths.iter().map(|text| one_line(text)));
    // The latest decision is the one the next session is most likely to reopen.
    let decisions: Vec<String> =
        knowledge.decisions.iter().rev().map(|d| decision(d, labels)).collect();
    let lists = [
        (labels.constraints, constraints.to_vec()),
        (labels.failures, failures),
        (labels.decisions, decisions),
    ];
    // A rule is worth more than the rest together: the first is not cut for them.
    share_out(block, labels, &lists, 1);
}

/// The lines of the rules: in short, or as they were written where nothing has to be cut.
pub(super) fn rules(snapshot: &Snapshot, cut: Cut, compressor: &Compressor) -> Vec<String> {
    let rules = &snapshot.state.knowledge.constraints;
    if cut == Cut::Never || rules.is_empty() {
        return rules.iter().map(|text| one_line(text)).collect();
    }
    let lines = if snapshot.short.is_of(rules) {
        snapshot.short.lines.clone()
    } else {
        ShortForm::make(rules, compressor).lines
    };
    // A file edited by hand can hold anything.
    lines.iter().map(|line| one_line(line)).collect()
}

/// Gives every list its share first, and what is left over to the first that wants more. The first
/// `ahead` entries of the first list come before the shares.
fn share_out(block: &mut Block<'_>, labels: &Labels, lists: &[(&str, Vec<String>)], ahead: usize) {
    let wanting = lists.iter().filter(|(_, entries)| !entries.is_empty()).count();
    let mut taken = vec![0; lists.len()];
    let mut spent = 0;
    if let Some((name, entries)) =
        lists.first().filter(|(_, entries)| ahead > 0 && !entries.is_empty())
    {
        let (free, first) = (block.free(), &entries[..ahead.min(entries.len())]);
        taken[0] = block.list(&heading(name, labels), first, free, ENTRY);
        spent = free - block.free();
    }
    let mut shares_left = u32::try_from(wanting).unwrap_or(1).max(1);
    for (i, (name, entries)) in lists.iter().enumerate().filter(|(_, (_, e))| !e.is_empty()) {
        // What the first list had before counts as part of its share.
        let share = ((block.free() + spent) / shares_left).saturating_sub(spent);
        spent = 0;
        taken[i] += block.list(&heading(name, labels), &entries[taken[i]..], share, ENTRY);
        shares_left = shares_left.saturating_sub(1).max(1);
    }
    for (i, (name, entries)) in lists.iter().enumerate() {
        let free = block.free();
        taken[i] += block.list(&heading(name, labels), &entries[taken[i]..], free, ENTRY);
        block.skip(entries.len() - taken[i]);
    }
}

fn heading(name: &str, labels: &Labels) -> String {
    format!("{name}{}", labels.colon.trim_end())
}

fn variable(name: &str, value: &Value) -> String {
    let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    format!("{} = {}", one_line(name), one_line(&shown))
}

fn failure(name: &str, note: &FailureNote, labels: &Labels) -> String {
    let mut line = one_line(name);
    if let Some(reason) = note.reason() {
        line.push_str(labels.colon);
        line.push_str(&one_line(reason));
    }
    let mut facts = Vec::new();
    if note.repeat_count() > 1 {
        facts.push(format!("×{}", note.repeat_count()));
    }
    if note.rejected_by() == Some("user") {
        facts.push(labels.by_user.to_owned());
    }
    let instead: Vec<String> = note.alternatives().map(one_line).collect();
    if !instead.is_empty() {
        facts.push(format!("{}{}{}", labels.instead, labels.colon, instead.join(", ")));
    }
    with_facts(line, &facts, labels)
}

fn decision(decision: &Decision, labels: &Labels) -> String {
    let mut line = one_line(&decision.choice);
    if let Some(reasoning) = &decision.reasoning {
        let _ = write!(line, " — {}", beside(labels.because, &one_line(reasoning)));
    }
    let texts = |name: &str, texts: &Option<Texts>| {
        let list: Vec<String> = texts
            .iter()
            .flat_map(super::super::decision::Texts::as_slice)
            .map(|t| one_line(t))
            .collect();
        (!list.is_empty()).then(|| format!("{name}{}{}", labels.colon, list.join(", ")))
    };
    let text = |name: &str, text: &Option<String>| {
        text.as_ref().map(|text| format!("{name}{}{}", labels.colon, one_line(text)))
    };
    let facts = [
        text(labels.replaces, &decision.supersedes),
        texts(labels.options, &decision.options),
        texts(labels.risks, &decision.risks),
        text(labels.rollback, &decision.rollback),
    ];
    with_facts(line, &facts.into_iter().flatten().collect::<Vec<_>>(), labels)
}

fn with_facts(line: String, facts: &[String], labels: &Labels) -> String {
    if facts.is_empty() { line } else { format!("{line} ({})", facts.join(labels.semicolon)) }
}
