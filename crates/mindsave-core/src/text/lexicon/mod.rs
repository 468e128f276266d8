//! The lexicon: what agents are told to use and not to use, by name.
//!
//! The packs under `rules/` are compiled into tables when the crate is built; at run time nothing
//! is loaded, so that a hook pays for the words it looks up and nothing else.

mod compile;
mod grammar;
mod lookup;
mod numbers;
pub mod pack;
mod parse;
mod table;
#[cfg(test)]
mod tests;
mod trie;

use super::{canonical, halves};

pub use pack::Pack;
pub use table::{ConceptId, Lexicon, PackId};

pub(crate) use lookup::WordNumbers;
pub(crate) use table::{Hit, HitKind, PartHit};
pub(crate) use trie::word_hash;

use std::sync::OnceLock;

/// The compiled packs that come with the program.
static BUILTIN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon.bin"));

impl Lexicon {
    /// Returns the lexicon that comes with the program.
    ///
    /// # Panics
    /// Never: the tables are written when the crate is built, by the code that reads them.
    ///
    /// ```
    /// use mindsave_core::text::Lexicon;
    ///
    /// let found = Lexicon::builtin().concepts_in("包管理统一用pnpm");
    /// assert_eq!(found, ["pnpm"]);
    /// ```
    pub fn builtin() -> &'static Self {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(|| {
            Self::from_static(BUILTIN)
                .expect("the build script wrote the tables with the same code")
        })
    }
}
