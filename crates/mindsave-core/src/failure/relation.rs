//! How failures are linked.

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

    /// Reports whether a cycle makes no sense.
    pub fn is_ordered(self) -> bool {
        matches!(self, Self::CausedBy | Self::Supersedes)
    }
}
