//! Numbers for what texts are compared by: fast, the same in every run, and never kept.

/// A word by its stem.
pub(super) const WORD: u64 = 1;
/// A group of the vocabulary.
pub(super) const GROUP: u64 = 2;
/// A name of the lexicon.
pub(super) const CONCEPT: u64 = 3;
/// One end of an axis.
pub(super) const END: u64 = 4;
/// The beginning of a word, for words that are alike.
pub(super) const BEGINNING: u64 = 5;
/// A kind of the group or name with this number.
pub(super) const KIND_OF: u64 = 6;

/// The mark of a call.
pub(super) const CALL: u64 = 7;
/// All that a failure was made of.
pub(super) const WATCHED: u64 = 8;

/// The number of a text of a kind.
pub(super) fn of(kind: u64, text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ kind.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(start, mix)
}

/// The number of a number of a kind.
pub(super) fn of_number(kind: u64, number: u64) -> u64 {
    let mixed = (number ^ kind << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}
