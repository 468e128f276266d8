//! Rules that were read, and which of them go together.

use indexmap::IndexMap;

use super::conflict::Clash;
use super::intake::Intake;

/// The rules, and which of them are merged into which entry.
pub(super) struct Grouped {
    pub(super) intake: Intake,
    pub(super) clashes: Vec<Clash>,
    /// The members of each entry, by its name.
    pub(super) groups: IndexMap<String, Vec<usize>>,
    /// Rules that say what another one says, and that one.
    pub(super) repeats: Vec<(usize, usize)>,
}

/// What becomes of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays as it was written.
    Kept,
    /// It is part of an entry.
    Merged,
    /// It says what another one says.
    Repeats,
}

impl Grouped {
    /// Says what becomes of each rule.
    pub(super) fn fates(&self) -> Vec<Fate> {
        let mut fates = vec![Fate::Kept; self.intake.rules.len()];
        for &i in self.groups.values().flatten() {
            fates[i] = Fate::Merged;
        }
        for &(i, _) in &self.repeats {
            fates[i] = Fate::Repeats;
        }
        fates
    }
}
