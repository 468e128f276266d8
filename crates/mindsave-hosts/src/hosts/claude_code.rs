//! Claude Code. Source: its hooks reference and the types of its Agent SDK.

use super::{Contract, Warns, nested};
use crate::answer::Envelope;
use crate::host::Host;
use crate::input::Input;

pub(super) const CONTRACT: Contract = Contract {
    read: |value, named, place| nested::read(Host::ClaudeCode, value, named, place),
    envelope,
    warns: Warns::Before,
};

/// Events whose answer may put a text before the model without changing what the agent does: at
/// `Stop` a text would make it go on.
const CARRY: &[&str] = &[
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "SubagentStart",
];

fn envelope(input: &Input) -> Option<Envelope> {
    CARRY.contains(&input.event.as_str()).then_some(Envelope::Nested)
}
