//! The form of Claude Code's events, which several hosts follow: names in Pascal case, fields at the
//! top.

use std::path::Path;

use mindsave_core::work::{Happened, Outcome};
use serde_json::Value;

use crate::field;
use crate::host::Host;
use crate::input::{Input, Moment};
use crate::own;
use crate::path::Place;
use crate::tool::{Call, End};

/// The most bytes of an agent's message that are kept.
const REPLY_MAX: usize = 16 * 1024;

const EVENT: &[&str] = &["hook_event_name", "hookEventName"];
const TOOL: &[&str] = &["tool_name", "toolName"];
const ARGUMENTS: &[&str] = &["tool_input", "toolInput", "toolArgs", "tool_args"];
const ID: &[&str] = &["tool_use_id", "toolUseId"];
const RESPONSE: &[&str] =
    &["tool_response", "toolResponse", "tool_result", "toolResult", "tool_output", "toolOutput"];

/// The name of the event: as the JSON says, else as the command line does.
pub(super) fn event_name(value: &Value, named: Option<&str>) -> String {
    field::text(value, EVENT).or(named).unwrap_or_default().to_owned()
}

/// Reads an event in this form, whatever it is.
pub(super) fn read(host: Host, value: &Value, named: Option<&str>, place: &Place) -> Input {
    let event = event_name(value, named);
    let input = |moment| Input::new(host, value, &event, moment);
    match event.as_str() {
        "SessionStart" => {
            let source = field::text(value, &["source"]).unwrap_or("startup").to_owned();
            input(Moment::SessionStart).with([Happened::SessionStart { source }])
        }
        "SessionEnd" => {
            let reason = field::text(value, &["reason"]).unwrap_or("other").to_owned();
            input(Moment::SessionEnd).with([Happened::SessionEnd { reason }])
        }
        "UserPromptSubmit" => prompt(input(Moment::Prompt), value),
        "PreToolUse" => begun(input(Moment::CallBegun), value, place),
        "PostToolUse" => {
            let end = End::read(field::any(value, RESPONSE)).lasting(value);
            ended(input(Moment::CallEnded), value, &end, place)
        }
        "PostToolUseFailure" => failed(input(Moment::CallEnded), value, place),
        "PermissionDenied" => {
            let end = End::interrupted(&field::owned(value, &["reason"]));
            ended(input(Moment::Other), value, &end, place)
        }
        "PostToolBatch" => batch(input(Moment::BatchEnded), value, place),
        "Stop" | "SubagentStop" => reply(input(Moment::TurnEnded), value),
        "StopFailure" => input(Moment::TurnEnded),
        "PreCompact" => {
            let trigger = field::text(value, &["trigger"]).unwrap_or("auto").to_owned();
            input(Moment::Compacting).with([Happened::Compaction { trigger }])
        }
        "SubagentStart" => input(Moment::SubagentStart),
        "TaskCompleted" => {
            let done = field::text(value, &["task_subject", "taskSubject"]);
            input(Moment::Other)
                .with(done.and_then(own::words).map(|text| Happened::Result { text }))
        }
        "FileChanged" => file(input(Moment::Other), value, place),
        _ => input(Moment::Other),
    }
}

/// The user's words; of what a machine sends in their place nothing is kept.
pub(super) fn prompt(input: Input, value: &Value) -> Input {
    let by_user = field::text(value, &["source"]).is_none_or(|by| ["user", "sdk"].contains(&by));
    let said = field::text(value, &["prompt", "user_prompt", "message"]).filter(|_| by_user);
    said_by_user(input, said)
}

/// The user's words, where they are already found.
pub(super) fn said_by_user(mut input: Input, said: Option<&str>) -> Input {
    let said = said.filter(|text| !own::is_our_command(text)).and_then(own::words);
    let Some(text) = said else { return input };
    input.intents.push(mindsave::Intent::Said(text.clone()));
    input.with([Happened::Prompt { text }])
}

/// The agent's last message.
pub(super) fn reply(input: Input, value: &Value) -> Input {
    let names = ["last_assistant_message", "lastAssistantMessage", "prompt_response", "text"];
    let said = field::text(value, &names).and_then(own::words);
    let said = said.map(|text| field::beginning(&text, REPLY_MAX).to_owned());
    input.with(said.map(|text| Happened::Reply { text }))
}

fn call(value: &Value, place: &Place) -> Call {
    let tool = field::text(value, TOOL).unwrap_or("unknown");
    Call::read(tool, field::any(value, ARGUMENTS), field::text(value, ID), place)
}

/// A call that is about to be made.
pub(super) fn begun(mut input: Input, value: &Value, place: &Place) -> Input {
    let call = call(value, place);
    input.intents.clone_from(&call.intents);
    input.with(call.begun())
}

/// A call that was made.
pub(super) fn ended(mut input: Input, value: &Value, end: &End, place: &Place) -> Input {
    let call = call(value, place);
    if end.outcome == Outcome::Ok {
        input.intents.clone_from(&call.intents);
    }
    input.with(call.ended(end))
}

/// A call that failed, or that the user stopped.
pub(super) fn failed(input: Input, value: &Value, place: &Place) -> Input {
    let error = field::text(value, &["error", "error_message", "errorMessage"]).unwrap_or_default();
    let kind = field::text(value, &["failure_type"]).unwrap_or_default();
    let stopped = field::yes(value, &["is_interrupt", "isInterrupt"]);
    let stopped = stopped || ["permission_denied", "user_rejected", "interrupted"].contains(&kind);
    let end = if stopped { End::interrupted(error) } else { End::failed(error) };
    ended(input, value, &end.lasting(value), place)
}

fn batch(input: Input, value: &Value, place: &Place) -> Input {
    let calls = value.get("tool_calls").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let happened = calls.iter().flat_map(|one| {
        let end = End::read(field::any(one, RESPONSE)).lasting(one);
        call(one, place).ended(&end)
    });
    let happened: Vec<Happened> = happened.collect();
    input.with(happened)
}

fn file(input: Input, value: &Value, place: &Place) -> Input {
    let path = field::text(value, &["file_path"]).map(|path| place.shown(path));
    // What lies elsewhere is no work of this project.
    let path = path.filter(|path| Path::new(path).is_relative());
    input.with(path.map(|path| Happened::File { path }))
}
