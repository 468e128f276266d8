//! `OpenClaw`. A plugin passes on the event and the context of its hooks, and returns what it gets.
//! Source: its plugin pages.

use mindsave_core::work::Happened;
use serde_json::{Value, json};

use super::{Contract, Warns, nested};
use crate::answer::Envelope;
use crate::field;
use crate::host::Host;
use crate::input::{Input, Moment};
use crate::path::Place;
use crate::tool::{Call, End};

pub(super) const CONTRACT: Contract = Contract { read, envelope, warns: Warns::After };

fn read(value: &Value, named: Option<&str>, place: &Place) -> Input {
    let (told, around) = (field::any(value, &["event"]), field::any(value, &["ctx"]));
    let event = field::text(value, &["hook"]).or(named).unwrap_or_else(|| guess(told));
    let session = field::text(around, &["sessionId", "sessionKey"]).unwrap_or("unnamed");
    let own = json!({ "session_id": session, "tool_use_id": field::any(told, &["toolCallId"]) });
    let input = |moment| Input::new(Host::OpenClaw, &own, event, moment);
    let call = || {
        let tool = field::text(told, &["toolName"]).unwrap_or("unknown");
        Call::read(tool, field::any(told, &["params"]), field::text(told, &["toolCallId"]), place)
    };
    match event {
        "session_start" => {
            let source = "startup".to_owned();
            input(Moment::Other).with([Happened::SessionStart { source }])
        }
        "session_end" => {
            let reason = field::text(told, &["reason"]).unwrap_or("other").to_owned();
            input(Moment::SessionEnd).with([Happened::SessionEnd { reason }])
        }
        "before_prompt_build" => {
            nested::said_by_user(input(Moment::Request), field::text(told, &["prompt"]))
        }
        "before_tool_call" => {
            let call = call();
            let mut input = input(Moment::CallBegun);
            input.intents.clone_from(&call.intents);
            input.with(call.begun())
        }
        "after_tool_call" => {
            let end = End::read(told).lasting(told);
            input(Moment::CallEnded).with(call().ended(&end))
        }
        "before_compaction" => {
            let trigger = "auto".to_owned();
            input(Moment::Compacting).with([Happened::Compaction { trigger }])
        }
        "agent_end" => input(Moment::TurnEnded),
        _ => input(Moment::Other),
    }
}

/// The event, where only its fields are told.
fn guess(told: &Value) -> &'static str {
    let has = |name: &str| told.get(name).is_some();
    match () {
        () if has("compactedCount") => "after_compaction",
        () if has("messageCount") => "before_compaction",
        () if has("result") && has("toolName") => "after_tool_call",
        () if has("toolName") => "before_tool_call",
        () if has("prompt") => "before_prompt_build",
        () => "",
    }
}

fn envelope(input: &Input) -> Option<Envelope> {
    (input.event == "before_prompt_build").then_some(Envelope::Field("prependContext"))
}
