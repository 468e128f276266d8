//! Codex CLI. It refuses an answer with any field it does not know, and one with a text at its
//! compaction events. Source: its hook schema.

use serde_json::Value;

use super::{Contract, Warns, nested};
use crate::answer::Envelope;
use crate::field;
use crate::host::Host;
use crate::input::{Input, Moment};
use crate::path::Place;

pub(super) const CONTRACT: Contract = Contract { read, envelope, warns: Warns::Before };

const CARRY: &[&str] =
    &["SessionStart", "SubagentStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"];

fn read(value: &Value, named: Option<&str>, place: &Place) -> Input {
    if field::text(value, &["type"]) == Some("agent-turn-complete") {
        return notified(value);
    }
    nested::read(Host::Codex, value, named, place)
}

/// The older `notify` program: the end of a turn, with what was said in it.
fn notified(value: &Value) -> Input {
    let input = Input::new(Host::Codex, value, "agent-turn-complete", Moment::TurnEnded);
    let said = value.get("input-messages").and_then(Value::as_array);
    let said = said.and_then(|said| said.last()?.as_str());
    let mut input = nested::said_by_user(input, said);
    input.intents.clear();
    let reply = serde_json::json!({ "text": field::any(value, &["last-assistant-message"]) });
    nested::reply(input, &reply)
}

fn envelope(input: &Input) -> Option<Envelope> {
    CARRY.contains(&input.event.as_str()).then_some(Envelope::Nested)
}
