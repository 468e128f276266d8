//! `OpenCode`. Our plugin passes on the arguments of its functions, with the event's name and the
//! folder, and puts what it gets back where it belongs. Source: the types of its plugin package.

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
    let (given, result) = (field::any(value, &["input"]), field::any(value, &["output"]));
    let bus = field::any(value, &["event"]);
    let event = field::text(bus, &["type"]).or(named).unwrap_or_else(|| guess(given, result));
    let session = session(value).unwrap_or("unnamed");
    let told = json!({ "session_id": session, "tool_use_id": field::any(given, &["callID"]) });
    let input = |moment| Input::new(Host::OpenCode, &told, event, moment);
    let call = |arguments: &Value| {
        let tool = field::text(given, &["tool"]).unwrap_or("unknown");
        Call::read(tool, arguments, field::text(given, &["callID"]), place)
    };
    match event {
        "session.created" => {
            let source = "startup".to_owned();
            input(Moment::Other).with([Happened::SessionStart { source }])
        }
        "chat.message" => nested::said_by_user(input(Moment::Prompt), parts(result).as_deref()),
        "tool.execute.before" => {
            let call = call(field::any(result, &["args"]));
            let mut input = input(Moment::CallBegun);
            input.intents.clone_from(&call.intents);
            input.with(call.begun())
        }
        "tool.execute.after" => {
            let end = End::read(result);
            input(Moment::CallEnded).with(call(field::any(given, &["args"])).ended(&end))
        }
        "experimental.session.compacting" => {
            let trigger = "auto".to_owned();
            input(Moment::Compacting).with([Happened::Compaction { trigger }])
        }
        "experimental.chat.system.transform" => input(Moment::Request),
        "session.idle" => input(Moment::TurnEnded),
        _ => input(Moment::Other),
    }
}

fn session(value: &Value) -> Option<&str> {
    let properties = field::any(field::any(value, &["event"]), &["properties"]);
    let about = field::any(properties, &["info"]);
    let given = field::text(field::any(value, &["input"]), &["sessionID"]);
    let told =
        || field::text(properties, &["sessionID"]).or_else(|| field::text(about, &["sessionID"]));
    given.or_else(told).or_else(|| field::text(about, &["id"]))
}

/// The event, where only its arguments are told.
fn guess(given: &Value, result: &Value) -> &'static str {
    let has = |value: &Value, name: &str| value.get(name).is_some();
    match () {
        () if has(result, "system") => "experimental.chat.system.transform",
        () if has(result, "context") => "experimental.session.compacting",
        () if has(result, "args") => "tool.execute.before",
        () if has(given, "args") => "tool.execute.after",
        () if has(result, "message") => "chat.message",
        () => "",
    }
}

/// The words of a message: its parts that are text the user wrote.
fn parts(result: &Value) -> Option<String> {
    let parts = result.get("parts")?.as_array()?.iter();
    let own = parts.filter(|part| !field::yes(part, &["synthetic", "ignored"]));
    let texts: Vec<&str> = own.filter_map(|part| field::text(part, &["text"])).collect();
    Some(texts.join("\n"))
}

fn envelope(input: &Input) -> Option<Envelope> {
    match input.event.as_str() {
        "experimental.chat.system.transform" => Some(Envelope::Field("system")),
        "tool.execute.before" => Some(Envelope::Field("note")),
        _ => None,
    }
}
