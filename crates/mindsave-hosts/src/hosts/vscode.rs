//! VS Code. It follows Claude Code's events but for the case of some fields, runs Claude Code's hooks
//! without their matchers, and takes no text at a prompt. Source: its hooks reference.

use super::{Contract, Warns, nested};
use crate::answer::Envelope;
use crate::host::Host;
use crate::input::Input;

pub(super) const CONTRACT: Contract = Contract {
    read: |value, named, place| nested::read(Host::VsCode, value, named, place),
    envelope,
    warns: Warns::AfterUnlessBegun,
};

fn envelope(input: &Input) -> Option<Envelope> {
    let carry = ["SessionStart", "PreToolUse", "PostToolUse", "SubagentStart"];
    carry.contains(&input.event.as_str()).then_some(Envelope::Nested)
}
