//! Cline. One program an event; an answer that is no JSON blocks the action, an empty one does
//! nothing. What it is told reaches the next request. Source: its hooks pages.

use mindsave_core::work::Happened;
use serde_json::{Value, json};

use super::{Contract, Warns, nested};
use crate::answer::Envelope;
use crate::field;
use crate::host::Host;
use crate::input::{Input, Moment};
use crate::path::Place;
use crate::tool::{Call, End};

pub(super) const CONTRACT: Contract = Contract { read, envelope, warns: Warns::Before };

fn read(value: &Value, named: Option<&str>, place: &Place) -> Input {
    let event = field::text(value, &["hookName"]).or(named).unwrap_or_default().to_owned();
    let input = |moment| Input::new(Host::Cline, value, &event, moment);
    let own = body(value, &event);
    match event.as_str() {
        "TaskStart" | "TaskResume" => {
            let source = if event == "TaskStart" { "startup" } else { "resume" }.to_owned();
            let asked = own.get("taskMetadata").and_then(|task| task.get("initialTask"));
            let input = input(Moment::SessionStart).with([Happened::SessionStart { source }]);
            nested::said_by_user(input, asked.and_then(Value::as_str))
        }
        "TaskComplete" | "TaskCancel" => {
            let reason = if event == "TaskComplete" { "completed" } else { "cancelled" }.to_owned();
            input(Moment::SessionEnd).with([Happened::SessionEnd { reason }])
        }
        "UserPromptSubmit" => nested::prompt(input(Moment::Prompt), &own),
        "PreToolUse" => {
            let call = call(&own, place);
            let mut input = input(Moment::CallBegun);
            input.intents.clone_from(&call.intents);
            input.with(call.begun())
        }
        "PostToolUse" => {
            let end = End::read(&json!({
                "result": field::any(&own, &["result"]), "success": field::any(&own, &["success"]),
            }));
            input(Moment::CallEnded).with(call(&own, place).ended(&end.lasting(&own)))
        }
        "PreCompact" => {
            let trigger = "auto".to_owned();
            input(Moment::Compacting).with([Happened::Compaction { trigger }])
        }
        _ => input(Moment::Other),
    }
}

/// The object that is named after the event.
fn body(value: &Value, event: &str) -> Value {
    let mut name = event.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    field::any(value, &[&name]).clone()
}

fn call(own: &Value, place: &Place) -> Call {
    let tool = field::text(own, &["toolName", "tool"]).unwrap_or("unknown");
    Call::read(tool, field::any(own, &["parameters"]), field::text(own, &["callId"]), place)
}

fn envelope(input: &Input) -> Option<Envelope> {
    let carry = ["TaskStart", "TaskResume", "UserPromptSubmit", "PreToolUse", "PostToolUse"];
    carry.contains(&input.event.as_str()).then_some(Envelope::Cline)
}
