//! `mindsave check`.

use std::path::Path;

use mindsave::check::{Action, Checker, Match, Watched, explain};
use mindsave::failure::{Failure, codec, migrate};
use mindsave::text::Lexicon;
use mindsave::{Checked, Clock, Error, Rules, Timestamp, Warning};
use serde_json::{Value, json};

use super::{Outcome, open};
use crate::args::Check;
use crate::input;
use crate::report::Failure as Refusal;
use crate::ui::Ui;

pub(super) fn run(root: Option<&Path>, args: &Check, ui: &mut Ui) -> Outcome {
    let text = match args.action.as_slice() {
        [] => input::read("-", "action")?,
        words => words.join(" "),
    };
    if text.trim().is_empty() {
        let hint = "name the action: mindsave check \"raise the timeout\"";
        return Err(Refusal::from(Error::invalid("there is nothing to check")).hint(hint));
    }
    let action = if args.command { Action::Command(&text) } else { Action::Sentence(&text) };
    let now = Clock::from_env()?.now();
    let checked = if args.tried.is_empty() {
        open(root)?.check(&action)?
    } else {
        against(root, &args.tried, &action, now)?
    };
    checked.warnings.iter().for_each(|warning| Ui::note(warning));
    if ui.is_json() {
        let matches: Vec<Value> =
            checked.matches.iter().map(|found| match_json(found, &text, now)).collect();
        ui.value(&json!({ "matches": matches }));
    } else {
        tell(&checked, &text, ui);
    }
    Ok(())
}

/// Compares with approaches that were given and with nothing else; needs no workspace.
fn against(
    root: Option<&Path>,
    tried: &[String],
    action: &Action<'_>,
    now: Timestamp,
) -> Result<Checked, Refusal> {
    let rules = Rules::find(root);
    let lexicons: Vec<&Lexicon> = std::iter::once(Lexicon::builtin()).chain(rules.own()).collect();
    let failures: Vec<Failure> = tried
        .iter()
        .map(|text| {
            let made = migrate::excluded_paths([text.as_str()], now).pop();
            made.ok_or_else(|| Error::invalid("`--tried` is empty: say what was tried"))
        })
        .collect::<Result<_, _>>()?;
    // The whole sentence tells more than the name: how it ended, what was done instead.
    let watched = tried.iter().map(|text| Watched { approach: text, ..Watched::default() });
    let found = Checker::new(watched, &lexicons).check(action);
    let warning = |found: Match| {
        let failure = failures.get(found.index)?.clone();
        Some(Warning { found, failure })
    };
    let matches = found.into_iter().filter_map(warning).collect();
    Ok(Checked { matches, warnings: rules.warnings().collect() })
}

fn match_json(warning: &Warning, action: &str, now: Timestamp) -> Value {
    let Warning { found, failure } = warning;
    json!({
        "severity": found.severity,
        "score": found.score,
        "failure": codec::fields(failure, now),
        "why": explain(found, failure, action),
        "shared": found.shared,
        "same_call": found.same_call,
    })
}

fn tell(checked: &Checked, action: &str, ui: &mut Ui) {
    if checked.matches.is_empty() {
        ui.line("Nothing like it has failed here.");
    }
    for Warning { found, failure } in &checked.matches {
        ui.heading(&format!("{}: {}", found.severity.word(), failure.name));
        ui.line(format!("  {}", explain(found, failure, action)));
    }
}
