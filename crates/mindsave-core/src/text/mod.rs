//! Text: how rules are read. One pipeline for compression, the repeat check, extraction and search.
//!
//! [`fold`] compares spellings, [`Lexicon`] knows what things are called, [`Statement`] says what
//! a rule makes of them. Negation is a rule, never a likeness.

mod canonical;
mod cue;
mod fold;
pub mod lexicon;
mod phrases;
mod reader;
mod residue;
mod scan;
mod statement;
mod wording;
mod words;

pub(crate) use canonical::{has_han, is_ideograph};
pub use fold::fold;
pub use lexicon::Lexicon;
pub use scan::ConceptRef;
pub use statement::{Modality, Polarity, Statement, Subject};
pub(crate) use wording::{Form, Part, telegraph};
