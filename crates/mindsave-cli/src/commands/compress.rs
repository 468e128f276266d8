//! `mindsave compress`.

use std::path::Path;

use mindsave::compress::{Compression, Request, import_rules};
use mindsave::resume::one_line;
use mindsave::{Error, ErrorKind, Rules};
use serde_json::json;

use super::Outcome;
use crate::args::Compress;
use crate::input;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(root: Option<&Path>, args: &Compress, ui: &mut Ui) -> Outcome {
    let request = request(args).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::from(error).hint("check the path behind `--from`"),
        _ => error.into(),
    })?;
    let rules = Rules::find(root);
    for warning in rules.warnings() {
        Ui::note(&warning);
    }
    if args.explain {
        return explain(&rules, &request, ui);
    }
    let compressed = rules.compress(&request)?;
    if ui.is_json() {
        ui.value(&json!(compressed));
    } else {
        tell(&compressed, ui);
    }
    Ok(())
}

fn request(args: &Compress) -> mindsave::Result<Request> {
    let mut request = if !args.from.is_empty() {
        let mut constraints = Vec::new();
        for file in &args.from {
            constraints.extend(
                import_rules(&input::read(file, "rule file")?).into_iter().map(|rule| rule.text),
            );
        }
        Request { constraints, ..Request::default() }
    } else if args.rules.is_empty() || args.rules == ["-"] {
        let text = input::read("-", "request")?;
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            return Err(Error::invalid(
                "there are no rules: give some as arguments, in a file with `--from`, or as JSON on standard input",
            ));
        }
        Request::from_json(&text)?
    } else {
        Request { constraints: args.rules.clone(), ..Request::default() }
    };
    request.max_constraints = args.max.unwrap_or(request.max_constraints);
    Ok(request)
}

/// Says what merged with what, and what it saves.
fn tell(compressed: &Compression, ui: &mut Ui) {
    for (name, entry) in &compressed.symbolic {
        ui.heading(&format!("{name}: {}", entry.strategy));
        ui.line(format!("  {}", entry.line));
        for source in &entry.sources {
            ui.line(format!("    ← {}", one_line(&source.text)));
        }
    }
    if !compressed.constraints.is_empty() {
        ui.heading("kept as written");
        for text in &compressed.constraints {
            ui.line(format!("  {}", one_line(text)));
        }
    }
    tell_beside(compressed, ui);
    for conflict in &compressed.conflicts {
        ui.line(format!(
            "! {:?} and {:?} contradict each other ({})",
            conflict.a.text, conflict.b.text, conflict.subject
        ));
    }
    if !compressed.overflow.is_empty() {
        ui.heading("over the limit, to be archived (see `--max`)");
        for source in &compressed.overflow {
            ui.line(format!("  {}", one_line(&source.text)));
        }
    }
    let stats = compressed.stats;
    ui.line(format!(
        "{} tokens before, {} after; {} merged, {} kept",
        stats.tokens_in, stats.tokens_out, stats.merged, stats.kept
    ));
}

/// Says the decisions and the failed approaches that went into no entry.
fn tell_beside(compressed: &Compression, ui: &mut Ui) {
    if !compressed.decisions.is_empty() {
        ui.heading("decisions");
        for decision in &compressed.decisions {
            ui.line(format!("  {}", one_line(&decision.choice)));
        }
    }
    if !compressed.excluded_paths.is_empty() {
        ui.heading("excluded paths");
        for text in &compressed.excluded_paths {
            ui.line(format!("  {}", one_line(text)));
        }
    }
}

fn explain(rules: &Rules, request: &Request, ui: &mut Ui) -> Outcome {
    let explanations = rules.explain(request)?;
    if ui.is_json() {
        ui.value(&json!(explanations));
        return Ok(());
    }
    for explanation in &explanations {
        ui.heading(&one_line(&explanation.source.text));
        ui.field("  names", explanation.subjects.join(", "));
        if !explanation.decided_by.is_empty() {
            ui.field("  by", explanation.decided_by.join("; "));
        }
        if !explanation.notes.is_empty() {
            ui.field("  also says", explanation.notes.join(" | "));
        }
        ui.field("  so", &explanation.why);
    }
    Ok(())
}
