//! `mindsave extract`.

use std::io::IsTerminal;

use mindsave::extract::{Extracted, Kind, extract};
use mindsave::{Error, ErrorKind, Result};
use serde_json::json;

use super::Outcome;
use crate::args::Extract;
use crate::input;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(args: &Extract, ui: &mut Ui) -> Outcome {
    let kinds = args.kinds.iter().map(|word| kind(word)).collect::<Result<Vec<Kind>>>()?;
    let text = text(args).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::from(error).hint("check the path behind `--from`"),
        _ => Failure::from(error).hint("give prose as UTF-8: mindsave extract \"We decided …\""),
    })?;
    let mut found = extract(&text);
    found.retain(|one| kinds.is_empty() || kinds.contains(&one.kind));
    if ui.is_json() {
        ui.value(&json!(found));
    } else {
        tell(&found, ui);
    }
    Ok(())
}

fn text(args: &Extract) -> Result<String> {
    if !args.text.is_empty() && args.text != ["-"] {
        return Ok(args.text.join(" "));
    }
    if args.from.is_none() && std::io::stdin().is_terminal() {
        return Err(Error::invalid("there is no prose to read"));
    }
    input::read(args.from.as_deref().unwrap_or("-"), "prose")
}

fn kind(word: &str) -> Result<Kind> {
    let known = Kind::ALL.into_iter().find(|kind| kind.word() == word);
    known.ok_or_else(|| {
        let words = Kind::ALL.map(Kind::word).join(", ");
        Error::invalid(format!("--type {word:?} is no kind of finding: {words}"))
    })
}

/// One block a finding: what it is, its words, why.
fn tell(found: &[Extracted], ui: &mut Ui) {
    for one in found {
        let confidence = one.confidence.word();
        ui.heading(&format!("{} (line {}, {confidence})", one.kind.word(), one.line));
        ui.line(format!("  {}", one.span));
        if let Some(reason) = &one.reason {
            ui.line(format!("  because {reason}"));
        }
        if !one.alternatives.is_empty() {
            ui.line(format!("  not {}", one.alternatives.join(", ")));
        }
    }
    if found.is_empty() {
        ui.line("nothing to keep");
    }
}
