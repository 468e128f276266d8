//! Short words as numbers, to be compared and hashed without a look at each byte.

/// The most bytes that two numbers hold.
pub(crate) const ROOM: usize = 16;

/// Returns two numbers that tell a word of at most [`ROOM`] bytes from every other of its length.
pub(crate) fn halves(word: &[u8]) -> (u64, u64) {
    if let (Some(head), Some(tail)) = (word.first_chunk(), word.last_chunk()) {
        return (u64::from_le_bytes(*head), u64::from_le_bytes(*tail));
    }
    if let (Some(head), Some(tail)) = (word.first_chunk(), word.last_chunk()) {
        return (u64::from(u32::from_le_bytes(*head)), u64::from(u32::from_le_bytes(*tail)));
    }
    let byte = |at: usize| u64::from(word.get(at).copied().unwrap_or_default());
    (byte(0) | byte(1) << 8 | byte(2) << 16, 0)
}

#[cfg(test)]
mod tests {
    use super::{ROOM, halves};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_of_one_length_differ_in_their_numbers(
            word in prop::collection::vec(any::<u8>(), 1..=ROOM), at in any::<prop::sample::Index>(), bit in 0_u32..8,
        ) {
            let mut other = word.clone();
            other[at.index(word.len())] ^= 1_u8 << bit;
            prop_assert_ne!(halves(&word), halves(&other));
        }
    }
}
