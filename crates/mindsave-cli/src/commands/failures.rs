//! `mindsave failures …`.

use mindsave::failure::{Failure, FailureGraph, Relation, Scope, codec};
use mindsave::{Clock, Error, FailureReport, MindSave, Timestamp, answer};
use serde_json::{Value, json};

use super::Outcome;
use crate::args::{AddFailure, Failures, GraphFormat};
use crate::report;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, command: Failures, ui: &mut Ui) -> Outcome {
    let now = Clock::from_env()?.now();
    match command {
        Failures::Add(args) => add(mind, *args, now, ui),
        Failures::List { all } => list(mind, all, now, ui),
        Failures::Show { name } => show(mind, &name, now, ui),
        Failures::Retire { name, reason } => {
            let failure = mind.retire_failure(&name, &reason).map_err(known)?;
            told(&failure, "withdrawn", now, ui);
            Ok(())
        }
        Failures::Promote { name } => {
            let failure = mind.promote_failure(&name).map_err(known)?;
            told(&failure, "holds in every project", now, ui);
            Ok(())
        }
        Failures::Export { format } => export(mind, format, now, ui),
    }
}

fn add(mind: &MindSave, args: AddFailure, now: Timestamp, ui: &mut Ui) -> Outcome {
    let mut links = Vec::new();
    for (relation, names) in [
        (Relation::Related, args.related),
        (Relation::AlternativeTo, args.alternative_to),
        (Relation::CausedBy, args.caused_by),
        (Relation::Supersedes, args.supersedes),
    ] {
        links.extend(names.into_iter().map(|name| (relation, name)));
    }
    let report = FailureReport {
        name: args.name,
        rejected_by: args.rejected_by,
        reason: args.reason.unwrap_or_default(),
        symptom: args.symptom.unwrap_or_default(),
        task: args.task.unwrap_or_default(),
        alternatives: args.alternatives,
        links,
        scope: if args.global { Scope::Global } else { Scope::Project },
        call: args.call.zip(args.error),
    };
    let failure = mind.record_failure(&report)?;
    let seen = match failure.repeat_count() {
        1 => "once".to_owned(),
        times => format!("{times} times"),
    };
    told(&failure, &format!("recorded, seen {seen}"), now, ui);
    Ok(())
}

fn list(mind: &MindSave, all: bool, now: Timestamp, ui: &mut Ui) -> Outcome {
    let mut read = mind.failures()?;
    read.failures.retain(|failure| all || failure.is_active());
    read.warnings.iter().for_each(|warning| ui.warn(warning));
    if ui.is_json() {
        let failures: Vec<Value> =
            read.failures.iter().map(|failure| answer::failure(failure, now)).collect();
        ui.value(&json!({ "failures": failures, "warnings": read.warnings }));
        return Ok(());
    }
    if read.failures.is_empty() {
        ui.line("No failures are recorded here.");
    }
    for failure in &read.failures {
        ui.line(line(failure, now));
    }
    Ok(())
}

fn line(failure: &Failure, now: Timestamp) -> String {
    let (count, sure) = (failure.repeat_count(), failure.confidence(now).word());
    let gone = if failure.is_active() { "" } else { ", retired" };
    let reason =
        if failure.reason.is_empty() { String::new() } else { format!(": {}", failure.reason) };
    format!("{count}× {}{reason} ({}, {sure}{gone})", failure.name, failure.scope.word())
}

/// Reads all failures with their links; tells what is wrong with them.
fn graph(mind: &MindSave, ui: &mut Ui) -> mindsave::Result<FailureGraph> {
    let read = mind.failures()?;
    read.warnings.iter().for_each(|warning| ui.warn(warning));
    Ok(FailureGraph::of(read.failures))
}

fn show(mind: &MindSave, name: &str, now: Timestamp, ui: &mut Ui) -> Outcome {
    let graph = graph(mind, ui)?;
    let missing = || known(Error::not_found(format!("there is no failure `{name}`")));
    let failure = graph.get(name).ok_or_else(missing)?;
    let led_to: Vec<&str> = graph.led_to(name).map(|other| other.name.as_str()).collect();
    let instead: Vec<&str> = graph.alternatives(name).collect();
    if ui.is_json() {
        let mut fields = codec::fields(failure, now);
        fields.insert("led_to".to_owned(), json!(led_to));
        fields.insert("instead".to_owned(), json!(instead));
        ui.value(&Value::Object(fields));
        return Ok(());
    }
    ui.heading(failure.name.as_str());
    for (key, value) in codec::fields(failure, now).iter().skip(1) {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        ui.field(key, text);
    }
    for (key, list) in [("instead", instead), ("led to", led_to)] {
        if !list.is_empty() {
            ui.field(key, list.join(", "));
        }
    }
    Ok(())
}

fn export(mind: &MindSave, format: GraphFormat, now: Timestamp, ui: &mut Ui) -> Outcome {
    let graph = graph(mind, ui)?;
    let text = match format {
        GraphFormat::Json => {
            ui.value(&graph.to_json(now));
            return Ok(());
        }
        GraphFormat::Mermaid => graph.to_mermaid(),
        GraphFormat::Dot => graph.to_dot(),
    };
    ui.graph(&text);
    Ok(())
}

fn told(failure: &Failure, what: &str, now: Timestamp, ui: &mut Ui) {
    if ui.is_json() {
        ui.value(&answer::failure(failure, now));
    } else {
        ui.line(format!("{}: {what}.", failure.name));
    }
}

fn known(error: Error) -> report::Failure {
    report::Failure::from(error).hint("see `mindsave failures list --all`")
}
