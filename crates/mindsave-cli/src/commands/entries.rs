//! `mindsave log`, `mindsave goal` and `mindsave add`: what is recorded by hand.

use mindsave::work::Detail;
use mindsave::{Entry, MindSave, Recorded, answer};
use serde_json::json;

use super::{Outcome, shown};
use crate::args::{AddNode, EntryOptions, Log};
use crate::ui::Ui;

pub(super) fn log(mind: &MindSave, args: Log, ui: &mut Ui) -> Outcome {
    told(&mind.log(entry(&args.kind, &args.text, args.more))?, ui);
    Ok(())
}

pub(super) fn add(mind: &MindSave, args: AddNode, ui: &mut Ui) -> Outcome {
    told(&mind.add(entry(&args.kind, &args.text, args.more))?, ui);
    Ok(())
}

pub(super) fn goal(mind: &MindSave, text: &[String], ui: &mut Ui) -> Outcome {
    if !text.is_empty() {
        told(&mind.set_goal(&text.join(" "))?, ui);
        return Ok(());
    }
    let present = mind.work()?;
    ui.warn_all(&present.warnings);
    let goal = present.work.register().goal.as_deref();
    if ui.is_json() {
        ui.value(&json!({ "goal": goal, "warnings": present.warnings }));
    } else {
        ui.line(goal.unwrap_or("There is no goal: set one with `mindsave goal TEXT`."));
    }
    Ok(())
}

fn entry(kind: &str, text: &[String], more: EntryOptions) -> Entry {
    Entry {
        reason: more.reason,
        supersedes: more.supersedes,
        alternatives: more.alternatives,
        scope: more.scope,
        task: more.task_id,
        ..Entry::new(kind, &text.join(" "))
    }
}

fn told(recorded: &Recorded, ui: &mut Ui) {
    if ui.is_json() {
        ui.value(&answer::recorded(recorded));
        return;
    }
    let Some(view) = &recorded.node else { return };
    let node = &view.node;
    ui.line(format!("Recorded {}: {}", node.shown_kind(), shown(&node.text, 200)));
    let reason = match &node.detail {
        Detail::Decision(decision) => decision.reasoning.as_deref(),
        Detail::Failure(failure) => failure.reason(),
        Detail::None => None,
    };
    if let Some(reason) = reason {
        ui.field("because", reason);
    }
    if node.uses > 1 {
        ui.field("seen", format!("{} times", node.uses));
    }
    ui.field("session", recorded.session.as_str());
}
