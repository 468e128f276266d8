//! Marks of texts: small numbers that are the same in every run, so that a gauge keeps no text.

use std::collections::VecDeque;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Returns the mark of a text.
///
/// Two texts share one by chance once in four thousand million; it then changes a count by one.
pub(super) fn mark(text: &str) -> u32 {
    let start: u64 = 0xcbf2_9ce4_8422_2325;
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(start, mix);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are folded into one")]
    let folded = (hash ^ (hash >> 32)) as u32;
    folded
}

/// The last marks of a kind; the oldest is forgotten first.
///
/// They are kept as one text of eight hexadecimal digits each: a hook reads some hundreds of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(VecDeque<u32>);

/// How many digits a mark has.
const DIGITS: usize = 8;

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(DIGITS * self.0.len());
        for mark in &self.0 {
            let digits = (0..DIGITS).rev().map(|at| char::from_digit(mark >> (4 * at) & 15, 16));
            text.extend(digits.flatten());
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Marks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let (marks, rest) = text.as_bytes().as_chunks::<DIGITS>();
        let marks = marks.iter().map(|digits| number(*digits)).collect::<Option<_>>();
        let marks = marks.filter(|_| rest.is_empty());
        marks.map(Self).ok_or_else(|| de::Error::custom("marks have eight digits each"))
    }
}

/// Reads the digits of a mark.
fn number(digits: [u8; DIGITS]) -> Option<u32> {
    digits
        .into_iter()
        .try_fold(0, |number, digit| Some(number << 4 | char::from(digit).to_digit(16)?))
}

impl Marks {
    /// Remembers a mark among at most so many; returns false when it was known.
    pub(super) fn insert(&mut self, mark: u32, most: usize) -> bool {
        if self.contains(mark) {
            return false;
        }
        while self.0.len() >= most.max(1) {
            self.0.pop_front();
        }
        self.0.push_back(mark);
        true
    }

    /// Remembers a mark even if it is known: marks of calls that look alike.
    pub(super) fn push(&mut self, mark: u32, most: usize) {
        while self.0.len() >= most.max(1) {
            self.0.pop_front();
        }
        self.0.push_back(mark);
    }

    /// Forgets a mark, once; reports whether it was known.
    pub(super) fn remove(&mut self, mark: u32) -> bool {
        let at = self.0.iter().position(|known| *known == mark);
        at.and_then(|at| self.0.remove(at)).is_some()
    }

    /// Reports whether a mark is known. The newest are looked at first.
    pub(super) fn contains(&self, mark: u32) -> bool {
        self.0.iter().rev().any(|known| *known == mark)
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_the_same_in_every_run() {
        assert_eq!(mark("toolu_01"), 0xf551_81f7);
        assert_ne!(mark("a"), mark("b"));
    }

    #[test]
    fn marks_come_back_from_their_text() {
        let mut marks = Marks::default();
        for mark in [0, 1, 0xf551_81f7, u32::MAX] {
            marks.push(mark, 9);
        }
        let text = serde_json::to_string(&marks).unwrap();
        assert_eq!(text, "\"0000000000000001f55181f7ffffffff\"");
        assert_eq!(serde_json::from_str::<Marks>(&text).unwrap(), marks);
        for bad in ["\"0000000\"", "\"0000000g\"", "\"中文中\"", "[1]"] {
            assert!(serde_json::from_str::<Marks>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_oldest_mark_is_forgotten_first() {
        let mut marks = Marks::default();
        assert!(marks.insert(1, 2) && marks.insert(2, 2) && !marks.insert(1, 2));
        assert!(marks.insert(3, 2));
        assert_eq!((marks.contains(1), marks.contains(2), marks.len()), (false, true, 2));
    }
}
