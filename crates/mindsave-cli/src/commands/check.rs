//! `mindsave check`.

use std::path::Path;

use mindsave::check::{Action, explain, explain_gotcha};
use mindsave::{Caution, Checked, Clock, Error, Rules, Warning, answer};

use super::{Outcome, open};
use crate::args::Check;
use crate::input;
use crate::report::Failure as Refusal;
use crate::ui::Ui;

pub(super) fn run(root: Option<&Path>, args: &Check, ui: &mut Ui) -> Outcome {
    let text = match args.action.as_slice() {
        [] => input::read("-", "action")?,
        [dash] if dash == "-" => input::read("-", "action")?,
        words => words.join(" "),
    };
    if text.trim().is_empty() {
        let hint = "name the action: mindsave check \"raise the timeout\"";
        return Err(Refusal::from(Error::invalid("there is nothing to check")).hint(hint));
    }
    let place = args.edit.as_ref().map(|path| path.to_string_lossy().into_owned());
    let before = args.edit.as_deref().map(before).transpose()?.unwrap_or_default();
    let action = match &place {
        Some(path) => Action::Edit { path, before: &before, after: &text },
        None if args.command => Action::Command(&text),
        None => Action::Sentence(&text),
    };
    let now = Clock::from_env()?.now();
    let checked = if args.tried.is_empty() {
        open(root)?.check(&action)?
    } else {
        Rules::find(root).check(&args.tried, &action, now)?
    };
    ui.found(checked.warnings.clone());
    if ui.is_json() {
        ui.value(&answer::checked(&checked, &text, now));
    } else {
        tell(&checked, &text, ui);
    }
    Ok(())
}

/// Reads what stands in a file now; nothing in a new one, or in one that is no text.
fn before(path: &Path) -> Result<String, Refusal> {
    if path.is_file() {
        Ok(input::read(&path.to_string_lossy(), "file")?)
    } else {
        Ok(String::new())
    }
}

fn tell(checked: &Checked, action: &str, ui: &mut Ui) {
    if checked.matches.is_empty() && checked.cautions.is_empty() {
        ui.line("Nothing like it has failed here.");
    }
    for Warning { found, failure } in &checked.matches {
        ui.heading(&format!("{}: {}", found.severity.word(), failure.name));
        ui.line(format!("  {}", explain(found, failure, action)));
    }
    for Caution { found, gotcha } in &checked.cautions {
        ui.heading(&format!("{} (gotcha): {}", found.severity.word(), gotcha.title));
        ui.line(format!("  {}", explain_gotcha(found, gotcha, action)));
    }
}
