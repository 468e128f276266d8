//! Text: how rules are read. One pipeline for compression, the repeat check, extraction and search.
//!
//! [`fold`] compares spellings, [`Lexicon`] knows what things are called, [`Statement`] says what
//! a rule makes of them. Negation is a rule, never a likeness.

mod approach;
mod canonical;
mod cue;
mod fold;
mod gist;
pub(crate) mod halves;
pub(crate) mod known;
pub mod lexicon;
mod parser;
mod phrases;
mod reader;
mod residue;
mod role;
mod scan;
mod scattered;
mod sense;
mod statement;
mod stretch;
mod trust;
mod wording;

pub(crate) use approach::parse as parse_approach;
pub(crate) use canonical::{Canonical, has_han, is_ideograph};
pub(crate) use cue::Cue;
pub use fold::fold;
pub(crate) use fold::{cmp_folded, fold_words, folded_size};
pub use lexicon::Lexicon;
pub(crate) use parser::Parser;
pub(crate) use phrases::{folded, mentions, phrases_cut, sentences};
pub use scan::ConceptRef;
pub(crate) use scan::PackRef;
pub(crate) use statement::RESIDUE;
pub use statement::{Modality, Polarity, Statement, Subject};
pub(crate) use stretch::Stretch;
pub(crate) use wording::{Form, Part, telegraph};
