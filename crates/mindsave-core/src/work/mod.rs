//! Live state: what happened in a session, and what follows from it.
//!
//! An [`Event`] is one thing that happened. The events of a session, in order, are its journal: one
//! JSON object a line, appended and never changed ([`journal`]). Whatever is known while the work
//! goes on is folded from journals and can be folded again. Sources: seed 000 (tool logs, signal
//! file), seed 003 (signals, typed graph).

pub mod derive;
mod event;
pub mod journal;
mod session;

pub use event::{Event, Happened, Outcome, ToolCall};
pub use session::SessionId;
