//! What is known for longer than a session. Today that is the gotchas: hazards with a workaround,
//! without an attempt behind them.
//!
//! Those of a project stand in `memory/MEMORY.md`, which people write; those of all projects in
//! `~/.mindsave/global_edges.json`. Source: seed 002, "Gotchas" and "Global Edges".

mod edges;
mod gotcha;
mod notes;

pub use edges::{edges, with_edge, without_edge};
pub use gotcha::{Gotcha, key};
pub use notes::{gotchas, with_gotcha, without_gotcha};
