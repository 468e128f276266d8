//! Failures: approaches that were rejected or did not work, with the reason.
//!
//! [`Failure`] is one node: who rejected what, why, how often, what to do instead. [`FailureGraph`]
//! holds nodes and what links them; [`codec`] writes one YAML file a node. [`FailureNote`] is the
//! short form that Layer 2 of a snapshot holds; [`migrate`] makes nodes of it.
//!
//! Source: seed 000, "Failure Graph"; seed 001, "Exclusion List".

mod again;
pub mod codec;
mod confidence;
mod count;
mod export;
mod fingerprint;
mod graph;
pub(crate) mod label;
#[cfg(test)]
mod layouts;
mod line;
mod merge;
pub mod migrate;
mod name;
mod node;
mod note;
mod relation;
#[cfg(test)]
mod tests;

pub use confidence::Confidence;
pub use count::{Counts, Writer};
pub use fingerprint::Fingerprint;
pub use graph::{FailureGraph, Neighbour};
pub use merge::one_of_each;
pub use name::{FailureName, NAME_MAX};
pub use node::{Failure, Retired, SCHEMA_VERSION, Scope};
pub use note::{FailureNote, FailureNotes};
pub use relation::Relation;
