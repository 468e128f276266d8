//! Cursor. Its events have names in camel case; only the start of a session and a finished call take
//! a text. Source: its hooks page, schemas others made of it.

use mindsave_core::work::Happened;
use serde_json::Value;

use super::{Contract, Warns, nested};
use crate::answer::Envelope;
use crate::field;
use crate::host::Host;
use crate::input::{Input, Moment};
use crate::path::Place;
use crate::tool::End;

pub(super) const CONTRACT: Contract = Contract { read, envelope, warns: Warns::After };

fn read(value: &Value, named: Option<&str>, place: &Place) -> Input {
    let event = nested::event_name(value, named);
    let input = |moment| Input::new(Host::Cursor, value, &event, moment);
    match event.as_str() {
        "sessionStart" => {
            let source = field::text(value, &["source"]).unwrap_or("startup").to_owned();
            input(Moment::SessionStart).with([Happened::SessionStart { source }])
        }
        "sessionEnd" => {
            let reason = field::text(value, &["reason"]).unwrap_or("other").to_owned();
            input(Moment::SessionEnd).with([Happened::SessionEnd { reason }])
        }
        "beforeSubmitPrompt" => nested::prompt(input(Moment::Prompt), value),
        "preToolUse" => nested::begun(input(Moment::CallBegun), value, place),
        "postToolUse" => {
            let end =
                End::read(field::any(value, &["tool_output", "tool_response"])).lasting(value);
            nested::ended(input(Moment::CallEnded), value, &end, place)
        }
        "postToolUseFailure" => nested::failed(input(Moment::CallEnded), value, place),
        "afterAgentResponse" => nested::reply(input(Moment::TurnEnded), value),
        "stop" | "subagentStop" => input(Moment::TurnEnded),
        "subagentStart" => input(Moment::SubagentStart),
        "preCompact" => compacting(input(Moment::Compacting), value),
        // Claude Code's hooks, which Cursor runs as well, keep their names.
        _ => nested::read(Host::Cursor, value, named, place),
    }
}

fn compacting(input: Input, value: &Value) -> Input {
    let trigger = field::text(value, &["trigger"]).unwrap_or("auto").to_owned();
    let used = value.get("context_usage_percent").and_then(Value::as_f64);
    let used = used.filter(|used| (0.0..=100.0).contains(used));
    let context = used.map(|used| Happened::Context { ratio: used / 100.0 });
    input.with(context).with([Happened::Compaction { trigger }])
}

fn envelope(input: &Input) -> Option<Envelope> {
    match input.event.as_str() {
        "sessionStart" | "postToolUse" => Some(Envelope::Snake),
        "SessionStart" | "PostToolUse" => Some(Envelope::Nested),
        _ => None,
    }
}
