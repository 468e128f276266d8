//! What the hooks of a host call while the work goes on: events in, texts for the agent out.
//!
//! A session's journal is the truth. What is known of a session is folded from its own journal, upon
//! what it took up from the one before it, beside the facts that hold for the whole workspace.

mod facts;
mod forewarn;
mod kept;
mod observe;
mod restore;
mod session;

use mindsave_core::tokens::TokenCount;

use crate::SnapshotId;

pub use forewarn::Intent;
pub use observe::Writing;

/// The folders of caches with a file a session, which can be forgotten once it is long gone.
pub const SESSION_CACHES: [&str; 3] = [crate::gauge::FOLDER, forewarn::TOLD, kept::FOLDER];

/// What became of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The checkpoint they set off, if one did.
    pub saved: Option<SnapshotId>,
    /// What the agent should be told about it.
    pub notice: Option<String>,
}

/// The text put before an agent whose context is new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The text, within the budget of a resume.
    pub text: String,
    /// A mark of what it says: the same text has the same mark.
    pub revision: String,
    /// What it costs at most.
    pub tokens: TokenCount,
}
