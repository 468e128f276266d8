//! The hosts of coding agents: what they tell, what they want to hear, and how each is set up.
//!
//! A host runs `mindsave hook <host>` at its events, hands over JSON and takes an answer in its own
//! envelope. [`handle`] is that whole way; it never fails, and never blocks longer than its deadline.
//!
//! ```
//! use mindsave::{Clock, Timestamp};
//! use mindsave_hosts::{Host, Surroundings, handle};
//!
//! let nowhere = Surroundings::bare("/nowhere".into());
//! let clock = Clock::Fixed(Timestamp::parse("2026-05-10T14:30:00Z")?);
//! let reply = handle(Host::ClaudeCode, None, b"not JSON", &nowhere, clock);
//! assert!(reply.stdout.is_empty());
//! # Ok::<(), mindsave::Error>(())
//! ```
//!
//! One file a host below `hosts`: what it tells becomes an [`Input`], what it is told is an
//! [`Envelope`]. Facts and their sources: the contracts the hosts publish.

mod answer;
mod checkup;
mod commit;
mod detect;
mod field;
mod handle;
mod host;
mod hosts;
mod input;
pub mod instructions;
mod own;
mod path;
mod setup;
mod statusline;
mod tool;
mod transcript;

pub use answer::{Answer, Envelope};
pub use checkup::checkup;
pub use detect::detect;
pub use handle::{Reply, Surroundings, handle};
pub use host::Host;
pub use input::{Input, Moment};
pub use setup::{Change, Level, Plan, Program, Setup};
pub use statusline::status_line;
