//! The layout of an index.
//!
//! A head of fixed size, then nine sections one after the other; all numbers are little-endian. The
//! head has the checksum of everything behind it, so that a torn file is noticed.

use std::ops::Range;

/// Begins every index; the last two digits are the version of the layout.
pub(super) const MAGIC: [u8; 8] = *b"msearch2";
/// Bytes of the head: magic, checksum, tag, and the lengths of the sections.
pub(super) const HEAD: usize = 8 + 8 + TAG + 4 * SECTIONS;
/// Bytes of the tag, by which the caller knows what the index was made of.
pub(super) const TAG: usize = 32;
pub(super) const SECTIONS: usize = 9;

/// The sections, in order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Section {
    /// A row of [`ROW`] bytes a document.
    Rows,
    /// Where each text ends, and the texts, each once.
    TextEnds,
    Texts,
    /// Where each string ends, and the strings: sources, kinds, authors, sessions, lists of files, times.
    StringEnds,
    Strings,
    /// Where each term ends, and the terms, sorted.
    TermEnds,
    Terms,
    /// Where the list of each term ends, and the lists.
    ListEnds,
    Lists,
}

/// Bytes of a row: number of the text, length in words, six strings, the first document that says
/// the same, flags, and the time.
pub(super) const ROW: usize = 4 * 10 + 8;
/// The time of a document without one.
pub(super) const NO_TIME: i64 = i64::MIN;
/// The flag of a turn of a conversation.
pub(super) const TURN: u32 = 1;
/// The flag of a text of which only the case of plain letters has to be folded.
pub(super) const EASY: u32 = 2;

/// Appends a number in as few bytes as it needs, seven bits a byte.
pub(super) fn put(out: &mut Vec<u8>, mut number: u32) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            out.push(low & 0x7f);
            return;
        }
        out.push(low | 0x80);
    }
}

/// Takes a number that [`put`] wrote off the beginning; most are of one byte.
#[inline]
pub(super) fn take(bytes: &mut &[u8]) -> Option<u32> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    if first < 0x80 { Some(u32::from(first)) } else { take_long(first, bytes) }
}

fn take_long(first: u8, bytes: &mut &[u8]) -> Option<u32> {
    let mut number = u32::from(first & 0x7f);
    for shift in [7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Reads the number at a place, counted in numbers.
pub(super) fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let start = at.checked_mul(4)?;
    let four = bytes.get(start..start.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

/// Finds the place of item `at` in a section, by the section of ends.
pub(super) fn between(ends: &[u8], at: usize) -> Option<Range<usize>> {
    let start = if at == 0 { 0 } else { number(ends, at - 1)? };
    Some(usize::try_from(start).ok()?..usize::try_from(number(ends, at)?).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(numbers in prop::collection::vec(any::<u32>(), 0..20)) {
            let mut out = Vec::new();
            for &number in &numbers {
                put(&mut out, number);
            }
            let mut bytes = out.as_slice();
            let back: Vec<u32> = std::iter::from_fn(|| take(&mut bytes)).collect();
            prop_assert_eq!(back, numbers);
        }
    }
}
