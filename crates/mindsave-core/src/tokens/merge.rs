//! Byte pair encoding of a short stretch of bytes with the known merges.

use super::tables::{NONE, mergeable, merged};

/// Most bytes encoded at once; longer pieces are encoded window by window.
/// At least two of the longest tokens (128 bytes) fit in.
pub(super) const WINDOW: usize = 256;

/// A stretch of bytes on its way from single bytes to tokens.
pub(super) struct Stretch {
    tokens: [u16; WINDOW],
    /// What token `i` and the next one merge into, or [`NONE`].
    merges: [u16; WINDOW],
    /// How many bytes token `i` stands for.
    widths: [u8; WINDOW],
    len: usize,
}

impl Stretch {
    /// An empty stretch, to be reused for many pieces.
    pub(super) fn new() -> Self {
        Self { tokens: [0; WINDOW], merges: [NONE; WINDOW], widths: [1; WINDOW], len: 0 }
    }

    /// The tokens as they are now.
    pub(super) fn tokens(&self) -> &[u16] {
        &self.tokens[..self.len]
    }

    /// The bytes that the first `tokens` tokens stand for.
    pub(super) fn bytes_of(&self, tokens: usize) -> usize {
        self.widths.iter().take(tokens).map(|&w| usize::from(w)).sum()
    }

    /// Starts over with the first [`WINDOW`] bytes of `bytes`.
    pub(super) fn load(&mut self, bytes: &[u8]) {
        self.len = bytes.len().min(WINDOW);
        for (token, byte) in self.tokens.iter_mut().zip(bytes) {
            *token = u16::from(*byte);
        }
        self.widths[..self.len].fill(1);
        for i in 0..self.len {
            self.merges[i] = self.merge_at(i);
        }
    }

    /// Merges, lowest rank first, as long as the result is below `limit`.
    pub(super) fn merge(&mut self, limit: u16) {
        loop {
            let merges = &self.merges[..self.len];
            let best = merges.iter().copied().min().unwrap_or(NONE);
            if best >= limit {
                return;
            }
            // Of equal ranks the leftmost is merged first.
            let at = merges.iter().position(|&id| id == best).unwrap_or(0);
            self.apply(at, best);
        }
    }

    fn apply(&mut self, at: usize, id: u16) {
        self.tokens[at] = id;
        self.widths[at] = self.widths[at].saturating_add(self.widths[at + 1]);
        self.widths.copy_within(at + 2..self.len, at + 1);
        self.tokens.copy_within(at + 2..self.len, at + 1);
        self.merges.copy_within(at + 2..self.len, at + 1);
        self.len -= 1;
        self.merges[at] = self.merge_at(at);
        if let Some(before) = at.checked_sub(1) {
            self.merges[before] = self.merge_at(before);
        }
    }

    fn merge_at(&self, at: usize) -> u16 {
        match self.tokens().get(at..at + 2) {
            Some(&[left, right]) => merged(left, right),
            _ => NONE,
        }
    }
}

/// Counts the merges that the real tokenizer is bound to make still.
///
/// Two neighbours whose concatenation is in the vocabulary never stay as they
/// are: one of them gets merged, with the other or with its other neighbour.
/// One merge covers two tokens, which settles at most three such pairs in a
/// row, so after each counted merge the next two pairs are not looked at.
pub(super) struct Savings {
    skip: usize,
}

impl Savings {
    /// For the tokens of one piece.
    pub(super) fn new() -> Self {
        Self { skip: 0 }
    }

    /// The merges due among the next tokens of the piece.
    pub(super) fn among(&mut self, tokens: &[u16]) -> u32 {
        let (mut saved, mut at) = (0, self.skip);
        while let Some(&[left, right]) = tokens.get(at..at + 2) {
            if mergeable(left, right) {
                saved += 1;
                at += 3;
            } else {
                at += 1;
            }
        }
        self.skip = at.saturating_sub(tokens.len());
        saved
    }
}
