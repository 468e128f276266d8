//! GitHub Copilot CLI. Events named in camel case have fields in camel case, those in Pascal case the
//! fields of Claude Code. A command that fails before a tool call denies the call, so nothing is
//! ever said there. Source: its hooks reference.

use serde_json::Value;

use super::{Contract, Warns, nested};
use crate::answer::Envelope;
use crate::host::Host;
use crate::input::Input;
use crate::path::Place;

pub(super) const CONTRACT: Contract = Contract { read, envelope, warns: Warns::After };

/// Events in camel case, by the name that other hosts have for them, and a field that only they have.
const EVENTS: &[(&str, &str, &str)] = &[
    ("sessionStart", "SessionStart", "source"),
    ("sessionEnd", "SessionEnd", "reason"),
    ("userPromptSubmitted", "UserPromptSubmit", "prompt"),
    ("postToolUse", "PostToolUse", "toolResult"),
    ("postToolUseFailure", "PostToolUseFailure", "error"),
    ("preCompact", "PreCompact", "trigger"),
    ("agentStop", "Stop", "stopReason"),
    ("subagentStop", "SubagentStop", "agentName"),
    ("preToolUse", "PreToolUse", "toolArgs"),
];

fn read(value: &Value, named: Option<&str>, place: &Place) -> Input {
    let told = nested::event_name(value, named);
    let by_name = EVENTS.iter().find(|(own, ..)| *own == told);
    // In camel case the JSON does not say which event it is.
    let by_field = || EVENTS.iter().find(|(.., field)| value.get(field).is_some());
    let found = by_name.or_else(|| if told.is_empty() { by_field() } else { None });
    let Some((own, general, _)) = found else {
        return nested::read(Host::Copilot, value, named, place);
    };
    let mut input = nested::read(Host::Copilot, value, Some(general), place);
    (*own).clone_into(&mut input.event);
    input
}

fn envelope(input: &Input) -> Option<Envelope> {
    let carry = ["sessionStart", "postToolUse", "SessionStart", "PostToolUse"];
    carry.contains(&input.event.as_str()).then_some(Envelope::Camel)
}
