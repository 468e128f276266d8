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
    if words.bytes().filter(|&byte| byte == b'`').count().is_multiple_of(2) {
        words.into()
    } else {
        words.replace('`', "").into()
    }
}
