//! What short words came to, so that it is not found again: lists are made of the same words.

use super::halves::{ROOM, halves};

/// Numbers that short words came to. Two words that share a place turn each other out, which costs
/// time and nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The word, its length, and the number; no place holds a word of no length.
    places: Box<[(u64, u64, u32, u32)]>,
}

impl Known {
    /// Makes room for so many words; a power of two.
    pub(crate) fn new(places: usize) -> Self {
        Self { places: vec![(0, 0, 0, 0); places].into_boxed_slice() }
    }

    /// The number of a word: as it is known, or as `find` finds it.
    pub(crate) fn number(&mut self, word: &[u8], find: impl FnOnce() -> u32) -> u32 {
        if word.len() > ROOM {
            return find();
        }
        let (head, tail) = halves(word);
        let size = u32::try_from(word.len()).unwrap_or(u32::MAX);
        let place = place_of(head, tail) & (self.places.len() - 1);
        let Some(place) = self.places.get_mut(place) else { return find() };
        if (place.0, place.1, place.2) != (head, tail, size) {
            *place = (head, tail, size, find());
        }
        place.3
    }
}

/// Spreads words over the places.
fn place_of(head: u64, tail: u64) -> usize {
    let mixed = (head ^ tail.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from(mixed >> 40).unwrap_or(0)
}
