//! Counts of many texts that are made of the same words.

use super::merge::Stretch;
use super::{Pieces, TokenCount};
use crate::text::halves::{ROOM, halves};

/// Places for pieces; a power of two.
const PLACES: usize = 2048;

/// Counts as [`super::estimate`] does, and remembers what short pieces came to.
///
/// Rules of one list are made of the same words over and over, and a word always comes to the same
/// number. Two words that share a place turn each other out, which costs time and nothing else.
pub(crate) struct Estimator {
    work: Stretch,
    known: Known,
}

impl Estimator {
    pub(crate) fn new() -> Self {
        Self { work: Stretch::new(), known: Known { places: vec![(0, 0, 0, 0); PLACES] } }
    }

    /// The most tokens that `text` can have.
    pub(crate) fn estimate(&mut self, text: &str) -> TokenCount {
        Pieces::new(text, &mut self.work, Some(&mut self.known)).map(|(_, count)| count).sum()
    }
}

/// What short pieces came to: the piece, and its count.
pub(super) struct Known {
    places: Vec<(u64, u64, usize, u32)>,
}

impl Known {
    /// The count of a piece: as it is known, or as `count` finds it.
    pub(super) fn count(&mut self, piece: &[u8], count: impl FnOnce() -> u32) -> u32 {
        if piece.len() > ROOM {
            return count();
        }
        let (head, tail) = halves(piece);
        // No piece is empty, so that no place holds one before it is taken.
        let key = (head, tail, piece.len());
        let place = &mut self.places[place_of(head, tail)];
        if (place.0, place.1, place.2) != key {
            *place = (head, tail, piece.len(), count());
        }
        place.3
    }
}

/// Spreads pieces over the places.
fn place_of(head: u64, tail: u64) -> usize {
    let mixed = (head ^ tail.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from(mixed >> 40).unwrap_or(0) % PLACES
}

#[cfg(test)]
mod tests {
    use super::super::estimate;
    use super::Estimator;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_remembered_changes_no_count(texts in prop::collection::vec("[ab é的了\0]{0,12}|.{0,40}", 1..30)) {
            let mut estimator = Estimator::new();
            for text in texts.iter().chain(&texts) {
                prop_assert_eq!(estimator.estimate(text), estimate(text));
            }
        }
    }
}
