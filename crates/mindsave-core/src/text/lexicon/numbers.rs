//! Numbers of four bytes, used where they lie.

use std::borrow::Cow;

/// Little-endian numbers of four bytes.
#[derive(Clone, Debug)]
pub(super) struct Numbers(pub(super) Cow<'static, [u8]>);

impl Numbers {
    /// Returns a number; 0 where there is none.
    pub(super) fn get(&self, at: usize) -> u32 {
        let bytes = self.0.get(at * 4..at * 4 + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    }

    /// Returns two numbers that stand side by side.
    pub(super) fn pair(&self, at: usize) -> (u32, u32) {
        let bytes = self.0.get(at * 4..at * 4 + 8).and_then(|bytes| bytes.split_first_chunk());
        let Some((first, rest)) = bytes else { return (0, 0) };
        let second = rest.first_chunk().copied().unwrap_or_default();
        (u32::from_le_bytes(*first), u32::from_le_bytes(second))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len() / 4
    }
}
