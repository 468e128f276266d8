//! Constraint compression: rules that say the same kind of thing become one symbolic entry.
//!
//! Nothing is lost: every source can be had back with [`decompress`]. Nothing is turned round: a
//! thing is chosen or rejected as its rule says, and a rule whose words are not all accounted for,
//! that holds in some case only, or that limits a number stays as it was written. Contradictions
//! are reported and both sides kept. Source: seed 000, constraint compression engine; design,
//! section 5.

mod categories;
mod conflict;
mod counts;
mod engine;
mod entry;
mod expand;
mod explain;
mod grouped;
mod import;
mod intake;
mod like;
mod merge;
mod output;
mod paraphrase;
mod render;
mod request;
mod strategy;

pub use conflict::{Conflict, ConflictKind};
pub use engine::Compressor;
pub use entry::{Entry, Source, SourceKind};
pub use expand::decompress_json;
pub use explain::Explanation;
pub use import::{Imported, import_rules};
pub use like::find_similar_constraints;
pub use request::{MAX_CONSTRAINTS, Request};

use indexmap::IndexMap;
use serde::Serialize;

use crate::Decision;
use crate::tokens::TokenCount;

/// The result of a compression.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compression {
    /// Rules kept as they were written, in the order given.
    pub constraints: Vec<String>,
    /// Decisions, as given.
    pub decisions: Vec<Decision>,
    /// Failed approaches kept as they were written.
    pub excluded_paths: Vec<String>,
    /// Entries by the name of their category.
    pub symbolic: IndexMap<String, Entry>,
    /// Pairs of sources that contradict each other; both are kept.
    pub conflicts: Vec<Conflict>,
    /// Sources over `max_constraints`: to be archived, never dropped.
    pub overflow: Vec<Source>,
    /// Sources that say what another one says: they are not said twice.
    pub duplicates: Vec<Duplicate>,
    /// Sources that are blank: they say nothing and are left out.
    pub dropped: Vec<Source>,
    /// The lines put before the model, with a line break between them.
    pub rendered: String,
    /// Figures.
    pub stats: Stats,
}

/// A source that repeats another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duplicate {
    /// The repetition.
    #[serde(flatten)]
    pub source: Source,
    /// The index of the source it repeats, of the same kind.
    pub of: usize,
}

/// Figures of a compression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Tokens of the rules as a list.
    pub tokens_in: TokenCount,
    /// Tokens of what is put before the model.
    pub tokens_out: TokenCount,
    /// Sources that went into entries.
    pub merged: usize,
    /// Sources kept as they were written.
    pub kept: usize,
    /// Sources that were blank.
    pub blank: usize,
}

/// Gives the rules, decisions and failed approaches back as they were given, but for blank ones.
///
/// ```
/// use mindsave_core::compress::{Compressor, Request, decompress};
///
/// let rules = ["no tailwind", "use css variables", "keep files under 300 lines"];
/// let request = Request { constraints: rules.map(String::from).to_vec(), ..Request::default() };
/// let compressed = Compressor::builtin().compress(&request)?;
/// assert_eq!(decompress(&compressed), request);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn decompress(compression: &Compression) -> Request {
    Request {
        constraints: restore(compression, SourceKind::Constraint, &compression.constraints),
        decisions: compression.decisions.clone(),
        excluded_paths: restore(compression, SourceKind::ExcludedPath, &compression.excluded_paths),
        ..Request::default()
    }
}

/// Puts the sources of one kind back into their order; kept ones fill the places between.
fn restore(compression: &Compression, kind: SourceKind, kept: &[String]) -> Vec<String> {
    let entries = compression.symbolic.values().flat_map(|entry| &entry.sources);
    let repeats = compression.duplicates.iter().map(|duplicate| &duplicate.source);
    let others = compression.overflow.iter().chain(&compression.dropped);
    let mut placed: Vec<&Source> =
        entries.chain(repeats).chain(others).filter(|source| source.kind == kind).collect();
    placed.sort_by_key(|source| source.index);
    placed.dedup_by_key(|source| source.index);
    let mut placed = placed.into_iter().peekable();
    let mut kept = kept.iter();
    let mut restored = Vec::new();
    for index in 0.. {
        if let Some(source) = placed.next_if(|source| source.index == index) {
            restored.push(source.text.clone());
        } else if let Some(text) = kept.next() {
            restored.push(text.clone());
        } else if placed.peek().is_none() {
            break;
        }
    }
    restored.retain(|text| !text.trim().is_empty());
    restored
}

#[cfg(test)]
mod tests;
