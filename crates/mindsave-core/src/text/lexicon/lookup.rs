//! Looks texts up, word by word.

use std::ops::Range;

use super::canonical::{Canonical, Kind, Token};
use super::numbers::Numbers;
use super::trie::{LONGEST_WORD, NODE_WIDTH, PLACE_WIDTH, ROOT, place_of, tag, word_hash};
use crate::text::known::Known;

/// The texts of a lexicon: the tables of [`super::trie`].
#[derive(Clone)]
pub(super) struct Lookup {
    pub(super) places: Numbers,
    /// Where the letters of each word stand, and how many they are.
    pub(super) words: Numbers,
    pub(super) nodes: Numbers,
    pub(super) items: Numbers,
}

/// A node: what its text stands for, and the nodes behind it.
struct Node {
    item: u32,
    behind: Range<u32>,
}

/// How many words are remembered with their numbers, from which text on; powers of two. For one
/// text alone it is not worth the memory, for few not much of it.
const REMEMBERED: [(usize, usize); 2] = [(1, 128), (32, 1024)];

/// The numbers of one text's words in one lexicon; used again and again for the next text.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordNumbers {
    numbers: Vec<u32>,
    known: Option<Known>,
    /// How many texts were numbered.
    texts: usize,
}

impl WordNumbers {
    /// Numbers the words of a text.
    pub(super) fn set(&mut self, text: &Canonical, lookup: &Lookup, strings: &[u8]) {
        if let Some((_, words)) = REMEMBERED.iter().find(|(from, _)| *from == self.texts) {
            self.known = Some(Known::new(*words));
        }
        self.texts = self.texts.saturating_add(1);
        let mut number = |token: &Token| {
            let word = text.word(token).as_bytes();
            let find = || lookup.word(word, strings);
            match (token.kind, &mut self.known) {
                (Kind::Break, _) => 0,
                (_, Some(known)) => known.number(word, find),
                (_, None) => find(),
            }
        };
        self.numbers.clear();
        self.numbers.extend(text.tokens.iter().map(&mut number));
    }
}

impl std::ops::Deref for WordNumbers {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.numbers
    }
}

/// A search for all texts that stand at one place.
pub(super) struct Search<'a, F> {
    pub(super) lookup: &'a Lookup,
    pub(super) strings: &'a [u8],
    pub(super) text: &'a Canonical,
    /// The numbers of the tokens' words.
    pub(super) numbers: &'a [u32],
    /// Takes the token after a text, and its item.
    pub(super) found: F,
}

impl Lookup {
    /// Returns the number of a word; 0 when no text holds it.
    pub(super) fn word(&self, word: &[u8], strings: &[u8]) -> u32 {
        if word.len() > LONGEST_WORD {
            return 0;
        }
        let places = self.places.len() / PLACE_WIDTH;
        let hash = word_hash(word);
        let own = tag(hash);
        let mut place = place_of(hash, places);
        loop {
            let (tag, number) = self.places.pair(place * PLACE_WIDTH);
            if number == 0 || (tag == own && self.letters(number, strings) == word) {
                return number;
            }
            place = place_of(place as u64 + 1, places);
        }
    }

    /// Returns the items of a list, and the place of the list behind it.
    pub(super) fn list(&self, at: usize) -> (impl Iterator<Item = u32>, usize) {
        let end = at + 1 + self.items.get(at) as usize;
        (self.items.range(at + 1..end), end)
    }

    fn letters<'s>(&self, word: u32, strings: &'s [u8]) -> &'s [u8] {
        let (at, size) = self.words.pair((word as usize - 1) * 2);
        strings.get(at as usize..at as usize + size as usize).unwrap_or_default()
    }

    /// Returns the node a word leads to from the first one; [`ROOT`] when there is none.
    fn begin(&self, word: u32) -> u32 {
        let node = self.node(ROOT);
        if word < node.behind.end { word } else { ROOT }
    }

    /// Returns which of some nodes side by side a word leads to; [`ROOT`] when it is none of them.
    fn next(&self, behind: Range<u32>, word: u32) -> u32 {
        let nodes = self.nodes.rows::<NODE_WIDTH>();
        let nodes = nodes.get(behind.start as usize..behind.end as usize).unwrap_or_default();
        let found = nodes.binary_search_by_key(&word, |node| u32::from_le_bytes(node[2]));
        found.ok().and_then(|at| u32::try_from(at).ok()).map_or(ROOT, |at| behind.start + at)
    }

    fn node(&self, node: u32) -> Node {
        let nodes = self.nodes.rows::<NODE_WIDTH>();
        match nodes.get(node as usize..node as usize + 2) {
            Some([own, next]) => {
                let [first, item, end] = [own[0], own[1], next[0]].map(u32::from_le_bytes);
                Node { item, behind: first..end }
            }
            _ => Node { item: 0, behind: 0..0 },
        }
    }
}

impl<F: FnMut(usize, u32)> Search<'_, F> {
    /// Finds the texts that begin at a token.
    pub(super) fn at(&mut self, token: usize) {
        self.follow(None, token, self.text.tokens[token].start);
    }

    /// Follows the tokens on to the nodes behind one, or behind the first; a hump may count as the
    /// end of a word.
    fn follow(&mut self, mut behind: Option<Range<u32>>, mut token: usize, mut from: usize) {
        while let Some(own) = self.text.tokens.get(token) {
            if own.humps {
                self.split(behind.as_ref(), token, from);
            }
            let whole = from == own.start;
            let word = if whole { self.numbers[token] } else { self.part(from, own.end) };
            let Some(node) = self.step(behind, word) else { return };
            token += 1;
            if node.item != 0 {
                (self.found)(token, node.item);
            }
            if node.behind.is_empty() {
                return;
            }
            from = self.text.tokens.get(token).map_or(from, |next| next.start);
            behind = Some(node.behind);
        }
    }

    /// Goes on to the node a word leads to.
    fn step(&self, behind: Option<Range<u32>>, word: u32) -> Option<Node> {
        let node = match behind {
            _ if word == 0 => ROOT,
            Some(behind) => self.lookup.next(behind, word),
            None => self.lookup.begin(word),
        };
        (node != ROOT).then(|| self.lookup.node(node))
    }

    /// Follows the parts of a word that has humps.
    fn split(&mut self, behind: Option<&Range<u32>>, token: usize, from: usize) {
        let text = self.text;
        let first = text.humps.partition_point(|&hump| hump <= from);
        let end = text.tokens[token].end.min(from + LONGEST_WORD + 1);
        for &hump in text.humps[first..].iter().take_while(|&&hump| hump < end) {
            let word = self.part(from, hump);
            let next = self.step(behind.cloned(), word);
            if let Some(next) = next.filter(|next| !next.behind.is_empty()) {
                self.follow(Some(next.behind), token, hump);
            }
        }
    }

    fn part(&self, from: usize, to: usize) -> u32 {
        self.lookup.word(&self.text.text.as_bytes()[from..to], self.strings)
    }
}
