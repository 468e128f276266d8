//! Looks for a phrase in texts as they are written, without folding them first.

use crate::search::Index;
use crate::search::words::{is_letter, plain};

/// Every byte of eight.
const ONES: u64 = u64::MAX / 255;
/// The bit in which a small letter of ASCII differs from its capital.
const CASE: u8 = 0x20;

/// A folded phrase to look for.
///
/// Nearly all texts that are looked at hold its words, but not side by side; so two letters of its
/// longest word are looked for, eight places at a time, and the rest is compared where both stand.
pub(super) struct Needle<'p> {
    phrase: &'p str,
    /// Where its longest word begins.
    word: usize,
    /// How far behind that the second letter is.
    step: usize,
}

impl<'p> Needle<'p> {
    pub(super) fn new(phrase: &'p str) -> Self {
        let mut words = Vec::new();
        let mut at = 0;
        for word in phrase.split(' ') {
            words.push((word.len(), at));
            at += word.len() + 1;
        }
        let (len, word) = words.into_iter().max_by_key(|(len, _)| *len).unwrap_or_default();
        Self { phrase, word, step: len.saturating_sub(1) }
    }

    /// Reports whether a document holds the phrase, neither beginning nor ending inside a word.
    pub(super) fn is_in(&self, index: &Index, document: usize) -> bool {
        let text = index.text(document);
        // What begins or ends with a blank, which a folded phrase hardly does, stands at the end
        // of no word.
        let apart = self.phrase.split(' ').all(|word| !word.is_empty());
        if apart && (index.is_easy(document) || text.is_ascii()) {
            self.is_in_plain(text)
        } else {
            holds(&plain(text), self.phrase)
        }
    }

    /// The same for a text of which only blanks and the case of plain letters have to be folded.
    fn is_in_plain(&self, text: &str) -> bool {
        let (mut at, mut free) = (0, 0);
        let bytes = text.as_bytes();
        while let Some(near) = eight(bytes, at)
            && let Some(far) = eight(bytes, at + self.step)
        {
            let mut both = self.letter(near, 0) & self.letter(far, self.step);
            while both != 0 {
                let word = at + (both.trailing_zeros() / 8) as usize;
                both &= both - 1;
                if self.stands_at(text, word, &mut free) {
                    return true;
                }
            }
            at += 8;
        }
        (at..bytes.len()).any(|word| self.stands_at(text, word, &mut free))
    }

    /// Marks which of eight bytes can be a letter of the longest word.
    fn letter(&self, bytes: u64, at: usize) -> u64 {
        let letter = self.phrase.as_bytes().get(self.word + at).copied().unwrap_or_default();
        let other = (bytes | (u64::from(CASE) * ONES)) ^ (u64::from(letter | CASE) * ONES);
        // The top bit of a byte is free where all of its bits are.
        !(((other & (0x7f * ONES)) + 0x7f * ONES) | other) & (0x80 * ONES)
    }

    /// Reports whether the phrase stands where its longest word would be at `word`; where it does,
    /// but inside a word, the next one has to begin behind it.
    fn stands_at(&self, text: &str, word: usize, free: &mut usize) -> bool {
        let (before, behind) = self.phrase.as_bytes().split_at(self.word);
        let bytes = text.as_bytes();
        let Some(end) = ends(bytes, word, behind) else { return false };
        let Some(start) = begins(bytes, word, before).filter(|start| start >= free) else {
            return false;
        };
        *free = end;
        let letter = |c: Option<char>| c.is_some_and(is_letter);
        let inside = |own: Option<char>, other: Option<char>| letter(own) && letter(other);
        let phrase = || self.phrase.chars();
        !inside(phrase().next(), text[..start].chars().next_back())
            && !inside(phrase().next_back(), text[end..].chars().next())
    }
}

/// Eight bytes of a text.
fn eight(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// White space of ASCII, which a folded text has one blank for.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Returns where a part of a phrase ends that begins at a place of a text; nothing where another
/// text stands there.
fn ends(text: &[u8], mut at: usize, part: &[u8]) -> Option<usize> {
    for &own in part {
        if own == b' ' {
            let blanks = text.get(at..)?.iter().take_while(|&&byte| is_blank(byte)).count();
            at += Some(blanks).filter(|&blanks| blanks > 0)?;
        } else {
            text.get(at).filter(|byte| byte.to_ascii_lowercase() == own)?;
            at += 1;
        }
    }
    Some(at)
}

/// Returns where a part of a phrase begins that ends before a place of a text.
fn begins(text: &[u8], mut at: usize, part: &[u8]) -> Option<usize> {
    for &own in part.iter().rev() {
        if own == b' ' {
            let blanks = text.get(..at)?.iter().rev().take_while(|&&byte| is_blank(byte)).count();
            at -= Some(blanks).filter(|&blanks| blanks > 0)?;
        } else {
            at = at.checked_sub(1)?;
            text.get(at).filter(|byte| byte.to_ascii_lowercase() == own)?;
        }
    }
    Some(at)
}

/// Reports whether a folded text holds a folded phrase that neither begins nor ends inside a word.
fn holds(text: &str, phrase: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(is_letter);
    let begins = letter(phrase.chars().next());
    let ends = letter(phrase.chars().next_back());
    text.match_indices(phrase).any(|(at, found)| {
        let before = letter(text[..at].chars().next_back());
        let after = letter(text[at + found.len()..].chars().next());
        !(begins && before || ends && after)
    })
}

#[cfg(test)]
mod tests {
    use super::{Needle, holds};
    use crate::search::words::plain;
    use crate::search::{Builder, Document};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_phrase_is_where_the_folded_text_has_it(
            text in "[aAbB -]{0,24}|[aAb \\t\\n\\u{b}登录，-]{0,20}|.{0,12}",
            phrase in "[aAb -]{1,4}|[ab登录 ]{1,3}|[ab¨é ]{1,3}",
        ) {
            let phrase = plain(phrase.trim());
            prop_assume!(!phrase.is_empty());
            let mut builder = Builder::default();
            builder.add(&Document { text: text.clone(), ..Document::default() });
            let index = builder.finish([0; 32]).unwrap();
            let expected = holds(&plain(&text), &phrase);
            prop_assert_eq!(Needle::new(&phrase).is_in(&index, 0), expected, "{:?} in {:?}", phrase, text);
        }
    }
}
