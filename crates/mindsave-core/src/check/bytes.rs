//! Numbers and texts one after the other in bytes, little-endian; what is cut off reads as nothing.

/// Bytes that are read from the beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// Takes so many bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub(super) fn short(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    pub(super) fn long(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    pub(super) fn real(&mut self) -> Option<f32> {
        Some(f32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    /// Takes a text that [`text`] wrote.
    pub(super) fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        std::str::from_utf8(self.take(length)?).ok()
    }

    /// Takes a list that [`list`] wrote.
    pub(super) fn list<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let count = self.number()?;
        // No room is made for what a damaged count only claims.
        (0..count).map(|_| one(self)).collect()
    }
}

/// Appends a text.
pub(super) fn text(out: &mut Vec<u8>, text: &str) {
    out.extend(length(text.len()));
    out.extend_from_slice(text.as_bytes());
}

/// Appends a list.
pub(super) fn list<T>(out: &mut Vec<u8>, items: &[T], mut one: impl FnMut(&mut Vec<u8>, &T)) {
    out.extend(length(items.len()));
    for item in items {
        one(out, item);
    }
}

/// A length as bytes; what is longer than four billion is nothing anybody wrote.
pub(super) fn length(count: usize) -> [u8; 4] {
    u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes()
}
