//! Numbers of four bytes, used where they lie.

use std::borrow::Cow;

/// Little-endian numbers of four bytes.
#[derive(Clone, Debug)]
pub(super) struct Numbers(pub(super) Cow<'static, [u8]>);

impl Numbers {
    /// Returns a number; 0 where there is none.
    pub(super) fn get(&self, at: usize) -> u32 {
        self.all().get(at).map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    /// Returns two numbers that stand side by side.
    pub(super) fn pair(&self, at: usize) -> (u32, u32) {
        match self.all().get(at..at + 2) {
            Some(&[first, second]) => (u32::from_le_bytes(first), u32::from_le_bytes(second)),
            _ => (0, 0),
        }
    }

    /// Returns the numbers from one place to before another; none where not all of them are.
    pub(super) fn range(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = u32> {
        let numbers = self.all().get(range).unwrap_or_default();
        numbers.iter().map(|bytes| u32::from_le_bytes(*bytes))
    }

    /// Returns the numbers in rows of so many.
    pub(super) fn rows<const WIDTH: usize>(&self) -> &[[[u8; 4]; WIDTH]] {
        self.all().as_chunks().0
    }

    fn all(&self) -> &[[u8; 4]] {
        self.0.as_chunks().0
    }

    pub(super) fn len(&self) -> usize {
        self.0.len() / 4
    }
}
