//! The generated data: known merges, known pairs and character classes.
//!
//! The numbers are read where they stand in the program, so nothing has to be read, relocated or
//! allocated when it starts, and the compiler has nothing to work out.

const DATA: &[u8] = include_bytes!("tables.bin");
const SECTIONS: usize = 7;
const HEADER: usize = 4 + 4 * SECTIONS;

/// "There is no such token."
pub(super) const NONE: u16 = u16::MAX;

/// Tokens below this number are all those of the vocabulary's lowest ranks;
/// from here on only Chinese and Japanese ones are known.
#[expect(clippy::cast_possible_truncation, reason = "the number is below 65536")]
pub(super) const COMMON: u16 = number(0, 4) as u16;

const MERGE_STARTS: Column<2> = Column::section(0);
const MERGE_RIGHTS: Column<2> = Column::section(1);
const MERGE_IDS: Column<2> = Column::section(2);
const PAIR_STARTS: Column<2> = Column::section(3);
const PAIR_RIGHTS: Column<2> = Column::section(4);
const CLASSES: Column<3> = Column::section(5);
const CROSS: Column<4> = Column::section(6);

/// Where the second half of [`CROSS`] begins: the first is by the character before.
const CROSS_BEFORE: usize = 128;

/// Little-endian numbers of `WIDTH` bytes, read where they stand.
#[derive(Clone, Copy)]
struct Column<const WIDTH: usize> {
    bytes: &'static [u8],
}

impl<const WIDTH: usize> Column<WIDTH> {
    const fn section(section: usize) -> Self {
        let (_, after) = DATA.split_at(start(section));
        let (bytes, _) = after.split_at(size(section));
        Self { bytes }
    }

    fn len(self) -> usize {
        self.bytes.len() / WIDTH
    }

    fn get(self, index: usize) -> Option<u32> {
        let at = index.checked_mul(WIDTH)?;
        let bytes = self.bytes.get(at..at + WIDTH)?;
        Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    /// Returns the first index from `from` to `to` whose number is not below `wanted`.
    fn lower_bound(self, mut from: usize, mut to: usize, wanted: u32) -> usize {
        while from < to {
            let middle = usize::midpoint(from, to);
            if self.get(middle).is_some_and(|number| number < wanted) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }
}

/// The little-endian number of `width` bytes at `at`.
const fn number(at: usize, width: usize) -> u32 {
    let (mut value, mut i) = (0, width);
    while i > 0 {
        i -= 1;
        value = value << 8 | DATA[at + i] as u32;
    }
    value
}

const fn size(section: usize) -> usize {
    number(4 + 4 * section, 4) as usize
}

const fn start(section: usize) -> usize {
    let (mut at, mut i) = (HEADER, 0);
    while i < section {
        at += size(i);
        i += 1;
    }
    at
}

/// The token that `left` and `right` merge into, or [`NONE`].
///
/// Tokens are numbered by rank, so the smaller result is the earlier merge.
pub(super) fn merged(left: u16, right: u16) -> u16 {
    let found = find(MERGE_STARTS, MERGE_RIGHTS, left, right);
    let id = found.and_then(|i| u16::try_from(MERGE_IDS.get(i)?).ok());
    id.unwrap_or(NONE)
}

/// Whether the real vocabulary has the concatenation of these two tokens.
pub(super) fn mergeable(left: u16, right: u16) -> bool {
    merged(left, right) != NONE || find(PAIR_STARTS, PAIR_RIGHTS, left, right).is_some()
}

fn find(starts: Column<2>, rights: Column<2>, left: u16, right: u16) -> Option<usize> {
    let from = starts.get(usize::from(left))? as usize;
    let to = starts.get(usize::from(left) + 1)? as usize;
    let at = rights.lower_bound(from, to, u32::from(right));
    (at < to && rights.get(at) == Some(u32::from(right))).then_some(at)
}

/// Whether a rare token could join ASCII and other text across these two bytes.
pub(super) fn may_cross(left: u8, right: u8) -> bool {
    let bit = |index: usize, at: u8| CROSS.get(index).is_none_or(|bits| bits >> at & 1 == 1);
    if left < 128 {
        return bit(usize::from(left), right & 31);
    }
    let half = 2 * usize::from(right) + usize::from(left >> 5 & 1);
    bit(CROSS_BEFORE + half, left & 31)
}

/// The class number of a character, as [`super::classes`] names them.
pub(super) fn class_number(c: char) -> u32 {
    // An entry is the first character of a range, above three bits of its class.
    let next = CLASSES.lower_bound(0, CLASSES.len(), (u32::from(c) + 1) << 3);
    CLASSES.get(next.wrapping_sub(1)).map_or(0, |entry| entry & 7)
}
