//! Where the walk stops: the leftmost and there the longest of a few hundred short words.
//!
//! Every call of the program builds this once, often for a text of a few lines. A general automaton
//! takes ten times as long to build as the texts take to walk; two small tables are enough here.

use std::ops::Range;

/// How many chains the words are spread over.
const CHAINS: usize = 1 << 10;

/// The words, told from other text by their first two bytes. ASCII letters match in both cases.
pub(super) struct Triggers {
    words: Vec<&'static str>,
    /// A bit for each pair of bytes that begins a word.
    pairs: Vec<u64>,
    /// Where the words of some pairs begin, as places in `words` counted from 1.
    chains: Vec<u16>,
    /// The word behind each word in its chain: one named before it. 0 ends a chain.
    next: Vec<u16>,
}

impl Triggers {
    /// Every word has at least two bytes.
    pub(super) fn new(words: Vec<&'static str>) -> Self {
        let (mut pairs, mut chains) = (vec![0_u64; 1 << 10], vec![0_u16; CHAINS]);
        let mut next = Vec::with_capacity(words.len());
        for (word, number) in words.iter().zip(1..) {
            let pair = pair(word.as_bytes()[0], word.as_bytes()[1].to_ascii_lowercase());
            pairs[usize::from(pair >> 6)] |= 1 << (pair & 63);
            next.push(std::mem::replace(&mut chains[chain(pair)], number));
        }
        Self { words, pairs, chains, next }
    }

    /// The first word in `span`: where it is, and its place in the list.
    pub(super) fn find(&self, text: &str, span: Range<usize>) -> Option<(Range<usize>, usize)> {
        let bytes = &text.as_bytes()[..span.end];
        let mut first = *bytes.get(span.start)?;
        for (at, second) in bytes.iter().enumerate().skip(span.start + 1) {
            let second = second.to_ascii_lowercase();
            let pair = pair(first, second);
            if self.pairs[usize::from(pair >> 6)] >> (pair & 63) & 1 == 1
                && let Some(place) = self.longest(pair, &bytes[at - 1..])
            {
                return Some((at - 1..at - 1 + self.words[place].len(), place));
            }
            first = second;
        }
        None
    }

    /// The longest word that the bytes, which begin with a pair, begin with; of two equal ones that
    /// which was named first.
    fn longest(&self, pair: u16, bytes: &[u8]) -> Option<usize> {
        let mut found: Option<usize> = None;
        let mut number = self.chains[chain(pair)];
        while let Some(place) = usize::from(number).checked_sub(1) {
            let longer =
                found.is_none_or(|known| self.words[place].len() >= self.words[known].len());
            if longer && begins_with(bytes, self.words[place]) {
                found = Some(place);
            }
            number = self.next[place];
        }
        found
    }
}

/// Two bytes as one number; the second is in lower case.
fn pair(first: u8, second: u8) -> u16 {
    u16::from(first.to_ascii_lowercase()) << 8 | u16::from(second)
}

/// The chain of a pair: letters that stand side by side in words are spread evenly.
fn chain(pair: u16) -> usize {
    usize::from(pair ^ pair >> 3) % CHAINS
}

fn begins_with(bytes: &[u8], word: &str) -> bool {
    bytes.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leftmost_and_there_the_longest_word_is_found() {
        let words = vec!["pass", "password", "密码", "://", "PASSWORD", "passwd"];
        let triggers = Triggers::new(words);
        let find = |text: &str, from: usize| triggers.find(text, from..text.len());
        assert_eq!(find("a PassWord", 0), Some((2..10, 1)));
        assert_eq!(find("a passwor", 0), Some((2..6, 0)));
        assert_eq!(find("a passwd", 0), Some((2..8, 5)));
        assert_eq!(find("新密码 pass", 0), Some((3..9, 2)));
        assert_eq!(find("新密码 pass", 4), Some((10..14, 0)));
        assert_eq!(find("a:/ pas 密", 0), None);
        assert_eq!((find("", 0), find("p", 0)), (None, None));
        assert_eq!(triggers.find("password", 0..6), Some((0..4, 0)));
    }
}
