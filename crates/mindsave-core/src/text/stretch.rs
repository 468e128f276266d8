//! A part of a rule, by where it stands.

use super::canonical::Canonical;

/// From one place to before another, in bytes or in tokens. Rules that are read are short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stretch {
    from: u16,
    to: u16,
}

impl Stretch {
    pub(crate) fn new(from: usize, to: usize) -> Self {
        let place = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
        Self { from: place(from), to: place(to) }
    }

    pub(crate) fn from(self) -> usize {
        usize::from(self.from)
    }

    pub(crate) fn to(self) -> usize {
        usize::from(self.to)
    }

    pub(crate) fn contains(self, at: usize) -> bool {
        (self.from()..self.to()).contains(&at)
    }

    /// The words of the rule that stand there.
    pub(crate) fn of(self, rule: &str) -> &str {
        rule.get(self.from()..self.to()).unwrap_or_default()
    }

    /// The same without the white space at both ends.
    pub(crate) fn trimmed(self, rule: &str) -> Self {
        let words = self.of(rule);
        let ends = [words.as_bytes().first(), words.as_bytes().last()];
        if ends.iter().all(|byte| byte.is_some_and(u8::is_ascii_graphic)) {
            return self;
        }
        let from = self.to() - words.trim_start().len();
        Self::new(from, from + words.trim().len())
    }
}

impl Canonical {
    /// Returns where some tokens stand in the original text.
    pub(crate) fn place(&self, first: usize, last: usize) -> Stretch {
        Stretch::new(self.tokens[first].from, self.tokens[last - 1].to)
    }
}

/// The words without the half of a quotation, which is none.
pub(crate) fn unquoted(words: &str) -> std::borrow::Cow<'_, str> {
    if holds_half(words) { words.replace('`', "").into() } else { words.into() }
}

/// Reports whether words hold the half of a quotation.
pub(super) fn holds_half(words: &str) -> bool {
    has_tick(words.as_bytes()) && words.bytes().fold(false, |odd, byte| odd ^ (byte == b'`'))
}

/// Reports whether there is a backtick: in nearly all words there is none, and eight bytes are looked
/// at together.
fn has_tick(words: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 255;
    let any = |bytes: &[u8; 8]| {
        let other = u64::from_le_bytes(*bytes) ^ (u64::from(b'`') * ONES);
        other.wrapping_sub(ONES) & !other & (0x80 * ONES) != 0
    };
    let (chunks, _) = words.as_chunks();
    match words.last_chunk() {
        Some(last) => any(last) || chunks.iter().any(any),
        None => words.contains(&b'`'),
    }
}
