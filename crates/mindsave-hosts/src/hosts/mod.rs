//! The hosts, one file each.

mod claude_code;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod gemini;
mod nested;
mod openclaw;
mod opencode;
mod vscode;
mod windsurf;

use serde_json::Value;

use crate::answer::Envelope;
use crate::host::Host;
use crate::input::Input;
use crate::path::Place;

/// What is known of one host.
pub(crate) struct Contract {
    /// Reads what it tells; the text is the event's name where the JSON has none.
    pub(crate) read: fn(&Value, Option<&str>, &Place) -> Input,
    /// How a text is told to the agent at an event; nothing where that cannot be done.
    pub(crate) envelope: fn(&Input) -> Option<Envelope>,
    /// When a call is warned of.
    pub(crate) warns: Warns,
}

/// When a call is warned of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Warns {
    /// Before it is made.
    Before,
    /// After it was made: before it nothing can be said.
    After,
    /// Before it is made where the host tells of it, else after.
    AfterUnlessBegun,
}

/// Returns what is known of a host.
pub(crate) fn contract(host: Host) -> &'static Contract {
    match host {
        Host::ClaudeCode => &claude_code::CONTRACT,
        Host::Codex => &codex::CONTRACT,
        Host::Cursor => &cursor::CONTRACT,
        Host::Gemini => &gemini::CONTRACT,
        Host::Copilot => &copilot::CONTRACT,
        Host::VsCode => &vscode::CONTRACT,
        Host::Cline => &cline::CONTRACT,
        Host::Windsurf => &windsurf::CONTRACT,
        Host::OpenCode => &opencode::CONTRACT,
        Host::OpenClaw => &openclaw::CONTRACT,
    }
}
