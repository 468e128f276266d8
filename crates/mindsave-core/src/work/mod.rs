//! Live state: what happened in a session, and what follows from it.
//!
//! An [`Event`] is one thing that happened. The events of a session, in order, are its journal: one
//! JSON object a line, appended and never changed ([`journal`]). Whatever is known while the work
//! goes on is folded from journals and can be folded again: [`Work`] holds the working [`Graph`] and
//! the [`Register`]. Sources: seed 000 (tool logs, signal file), seed 003 (signals, typed graph).

mod activation;
mod consolidate;
mod decode;
pub mod derive;
mod event;
mod export;
mod fold;
mod graph;
mod handoff;
pub mod journal;
mod kept;
mod kind;
mod known;
mod node;
mod redaction;
mod register;
mod same;
mod session;
mod skill;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod tool_log;

pub use activation::{Activation, COLD};
pub use consolidate::{COMPRESSED_AT_ONCE, Consolidation};
pub use event::{Event, Happened, Outcome, ToolCall};
pub use fold::{Saved, Work};
pub use graph::{Graph, Link};
pub use handoff::{Handoff, MIN_HANDOFF, USUAL_HANDOFF};
pub use kind::{LinkKind, NodeKind, NodeStatus, Policy};
pub use node::{Detail, Node, NodeId};
pub use register::{ACTIVE_FILES_MAX, DONE_MAX, Register};
pub use session::SessionId;
pub use skill::SKILL_AFTER;
pub use steps::{STEPS_MAX, execution_dag};
pub use tool_log::tool_log;
