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
    /// A bit for the three bytes that begin a word; some that begin none have the same. Half the
    /// pairs of common text begin some word, hardly any three do.
    threes: Vec<u64>,
    /// Where the words of some pairs begin, as places in `words` counted from 1.
    chains: Vec<u16>,
    /// The word behind each word in its chain: one named before it. 0 ends a chain.
    next: Vec<u16>,
}

impl Triggers {
    /// Every word has at least two bytes.
    pub(super) fn new(words: Vec<&'static str>) -> Self {
        let (mut pairs, mut chains) = (vec![0_u64; 1 << 10], vec![0_u16; CHAINS]);
        let mut threes = vec![0_u64; 1 << 10];
        let mut next = Vec::with_capacity(words.len());
        for (word, number) in words.iter().zip(1..) {
            let pair = pair(word.as_bytes()[0], word.as_bytes()[1].to_ascii_lowercase());
            set(&mut pairs, pair);
            match word.as_bytes().get(2) {
                Some(&third) => set(&mut threes, three(pair, third)),
                // Anything may follow a word of two bytes.
                None => (0..=u8::MAX).for_each(|third| set(&mut threes, three(pair, third))),
            }
            next.push(std::mem::replace(&mut chains[chain(pair)], number));
        }
        Self { words, pairs, threes, chains, next }
    }

    /// The first word in `span`: where it is, and its place in the list.
    pub(super) fn find(&self, text: &str, span: Range<usize>) -> Option<(Range<usize>, usize)> {
        let bytes = &text.as_bytes()[..span.end];
        let mut first = bytes.get(span.start)?.to_ascii_lowercase();
        for (at, second) in bytes.iter().enumerate().skip(span.start + 1) {
            let second = second.to_ascii_lowercase();
            let pair = u16::from(first) << 8 | u16::from(second);
            if is_set(&self.pairs, pair)
                && bytes.get(at + 1).is_none_or(|&third| is_set(&self.threes, three(pair, third)))
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

/// Three bytes as one number, which others may share.
fn three(pair: u16, third: u8) -> u16 {
    pair.wrapping_mul(0x9E37) ^ u16::from(third.to_ascii_lowercase()).wrapping_mul(0x85EB)
}

fn set(bits: &mut [u64], bit: u16) {
    bits[usize::from(bit >> 6)] |= 1 << (bit & 63);
}

fn is_set(bits: &[u64], bit: u16) -> bool {
    bits[usize::from(bit >> 6)] >> (bit & 63) & 1 == 1
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

    #[test]
    fn words_of_two_bytes_are_found_before_anything() {
        let triggers = Triggers::new(vec![":A", "pw", "pwd"]);
        let find = |text: &str| triggers.find(text, 0..text.len());
        for behind in ["", "x", "\u{1}", "密", "Z"] {
            assert_eq!(find(&format!("1:a{behind}")), Some((1..3, 0)), "{behind}");
            assert_eq!(find(&format!("pW{behind}")), Some((0..2, 1)), "{behind}");
        }
        assert_eq!(find("pwD"), Some((0..3, 2)));
        assert_eq!(triggers.find("apwd", 0..3), Some((1..3, 1)));
    }
}
