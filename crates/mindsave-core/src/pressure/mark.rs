//! Marks of texts: small numbers that are the same in every run, so that a gauge keeps no text.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// Returns the mark of a text.
///
/// Two texts share one by chance once in four thousand million; it then changes a count by one.
pub(super) fn mark(text: &str) -> u32 {
    let start: u64 = 0xcbf2_9ce4_8422_2325;
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(start, mix);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are folded into one")]
    let folded = (hash ^ (hash >> 32)) as u32;
    folded
}

/// The last marks of a kind; the oldest is forgotten first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Marks(VecDeque<u32>);

impl Marks {
    /// Remembers a mark among at most so many; returns false when it was known.
    pub(super) fn insert(&mut self, mark: u32, most: usize) -> bool {
        if self.contains(mark) {
            return false;
        }
        while self.0.len() >= most.max(1) {
            self.0.pop_front();
        }
        self.0.push_back(mark);
        true
    }

    /// Remembers a mark even if it is known: marks of calls that look alike.
    pub(super) fn push(&mut self, mark: u32, most: usize) {
        while self.0.len() >= most.max(1) {
            self.0.pop_front();
        }
        self.0.push_back(mark);
    }

    /// Forgets a mark, once; reports whether it was known.
    pub(super) fn remove(&mut self, mark: u32) -> bool {
        let at = self.0.iter().position(|known| *known == mark);
        at.and_then(|at| self.0.remove(at)).is_some()
    }

    /// Reports whether a mark is known. The newest are looked at first.
    pub(super) fn contains(&self, mark: u32) -> bool {
        self.0.iter().rev().any(|known| *known == mark)
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_the_same_in_every_run() {
        assert_eq!(mark("toolu_01"), 0xf551_81f7);
        assert_ne!(mark("a"), mark("b"));
    }

    #[test]
    fn the_oldest_mark_is_forgotten_first() {
        let mut marks = Marks::default();
        assert!(marks.insert(1, 2) && marks.insert(2, 2) && !marks.insert(1, 2));
        assert!(marks.insert(3, 2));
        assert_eq!((marks.contains(1), marks.contains(2), marks.len()), (false, true, 2));
    }
}
