//! Support of the integration tests: a temporary workspace, states to save, the real program.
//!
//! The tests themselves stand in `suite/`, one module a subject, and are one test binary, so that
//! everything is linked once.

#![expect(
    clippy::missing_panics_doc,
    reason = "a test that cannot be set up has to stop; that is the only way these functions panic"
)]

pub mod child;
pub mod compression;
pub mod hosts;
pub mod program;
pub mod states;
pub mod token_tables;
pub mod tokens;
pub mod workspace;

pub use program::{Answer, Program};
pub use workspace::TestWorkspace;

/// The time most tests stand still at.
pub const NOW: &str = "2026-05-10T14:30:00+08:00";
