//! The words that decide what a rule says: their kinds.

/// A set of kinds: one word can be several things, and its place decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CueSet(u16);

/// The kinds, in the order in which the tables number them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Cue {
    /// Refuses what follows.
    Negate,
    /// Refuses what stands before.
    NegateAfter,
    /// Chooses what stands before, refuses what follows.
    InsteadOf,
    /// Refuses what stands before, chooses what follows.
    InFavorOf,
    /// Asks for what follows, and ends the reach of a refusal.
    Require,
    /// Says that it is so.
    Assert,
    /// Asks for it with less weight.
    Prefer,
    /// Allows it.
    Permit,
    /// Waives a duty.
    Waive,
    /// Makes the rule hold in some case only.
    Condition,
    /// Limits a number.
    Limit,
    /// Makes the sense hard to tell.
    Doubtful,
    /// Has no weight of its own.
    Filler,
    /// Is no cue although it holds one.
    Inert,
    /// Stands for a thing named before.
    Pronoun,
}

impl CueSet {
    /// Makes a set of the kind with this number.
    pub(crate) fn of_number(number: u32) -> Self {
        Self(1_u16.checked_shl(number).unwrap_or(0))
    }

    /// Adds the kinds of another set.
    pub(crate) fn insert(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Reports whether a kind is in the set.
    pub(crate) fn has(self, cue: Cue) -> bool {
        self.0 >> cue as u8 & 1 == 1
    }

    /// Reports whether it is a verb that says how something is done, and nothing else ("fetch").
    pub(crate) fn is_verb(self) -> bool {
        self == Self(1 << Cue::Assert as u8)
    }

    /// Reports whether any of the kinds is in the set.
    pub(crate) fn has_any(self, cues: &[Cue]) -> bool {
        cues.iter().any(|&cue| self.has(cue))
    }
}
