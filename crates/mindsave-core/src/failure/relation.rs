//! How failures are linked.

use crate::{Error, Result};

/// How one failure is linked to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// They have to do with each other.
    Related,
    /// It was tried instead of the other.
    AlternativeTo,
    /// The other led to it. No cycles.
    CausedBy,
    /// It takes the place of the other. No cycles.
    Supersedes,
}

impl Relation {
    /// All relations.
    pub const ALL: [Self; 4] =
        [Self::Related, Self::AlternativeTo, Self::CausedBy, Self::Supersedes];

    /// Returns the word, which is also the key in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Related => "related",
            Self::AlternativeTo => "alternative_to",
            Self::CausedBy => "caused_by",
            Self::Supersedes => "supersedes",
        }
    }

    /// Reads the word.
    ///
    /// ```
    /// use mindsave_core::failure::Relation;
    ///
    /// assert_eq!(Relation::parse("caused_by")?, Relation::CausedBy);
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid_input` for another word; the four are named.
    pub fn parse(word: &str) -> Result<Self> {
        let known = Self::ALL.into_iter().find(|relation| relation.word() == word);
        known.ok_or_else(|| {
            let words = Self::ALL.map(Self::word).join("`, `");
            Error::invalid(format!("`relation` must be one of `{words}`, got `{word}`"))
        })
    }

    /// Reports whether a cycle makes no sense.
    pub fn is_ordered(self) -> bool {
        matches!(self, Self::CausedBy | Self::Supersedes)
    }
}
