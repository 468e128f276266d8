//! Counts of many texts that are made of the same words.

use super::merge::Stretch;
use super::{Pieces, TokenCount};

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
        Self { work: Stretch::new(), known: Known { places: vec![(0, 0); PLACES] } }
    }

    /// The most tokens that `text` can have.
    pub(crate) fn estimate(&mut self, text: &str) -> TokenCount {
        Pieces::new(text, &mut self.work, Some(&mut self.known)).map(|(_, count)| count).sum()
    }
}

/// What short pieces came to: the piece, and its count.
pub(super) struct Known {
    places: Vec<(u128, u32)>,
}

impl Known {
    /// The count of a piece: as it is known, or as `count` finds it.
    pub(super) fn count(&mut self, piece: &[u8], count: impl FnOnce() -> u32) -> u32 {
        let mut bytes = [0; 16];
        let Some(room) = bytes[..15].get_mut(..piece.len()) else {
            return count();
        };
        room.copy_from_slice(piece);
        // The length keeps pieces apart that end in zero bytes; no piece has none.
        bytes[15] = u8::try_from(piece.len()).unwrap_or(u8::MAX);
        let key = u128::from_le_bytes(bytes);
        let Some(place) = self.places.get_mut(place_of(bytes)) else {
            return count();
        };
        if place.0 != key {
            *place = (key, count());
        }
        place.1
    }
}

/// Spreads pieces over the places.
fn place_of(bytes: [u8; 16]) -> usize {
    let half = |at: usize| {
        let mut own = [0; 8];
        own.copy_from_slice(&bytes[at..at + 8]);
        u64::from_le_bytes(own)
    };
    let mixed = (half(0) ^ half(8).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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
