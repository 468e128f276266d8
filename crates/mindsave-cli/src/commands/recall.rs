//! `mindsave recall`.

use mindsave::resume::one_line;
use mindsave::search::{Filter, Page};
use mindsave::tokens::TokenCount;
use mindsave::{MindSave, answer};

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
        ui.value(&answer::recalled(&recalled));
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
    if ui.is_json() {
        ui.value(&answer::searched(mind, &keyword, &found)?);
        return Ok(());
    }
    let answer = &found.answer;
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
