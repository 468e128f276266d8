//! Texts as sequences of words, in tables that are followed word by word where they lie.
//!
//! A node holds the only item of its text itself. Several, and patterns, stand in two lists, each with its length
//! before it: what the text stands for alone, and the patterns it is a part of.
//!
//! Every word has a number, found by one look into a table of hashes. The words that texts begin
//! with have the lowest numbers, which are those of the nodes they lead to; the nodes behind one
//! node stand side by side, in the order of the words that lead to them.

use std::collections::BTreeMap;

use super::compile::{LIST, PART, PAYLOAD};
use super::halves::{ROOM, halves};

/// The most bytes of a word; a longer one is no name.
pub(crate) const LONGEST_WORD: usize = 64;
/// Numbers of one place in the table of hashes: the upper half of the hash, and the word.
pub(crate) const PLACE_WIDTH: usize = 2;
/// Numbers of one node: the first node behind it, its item, 0 for none, and the word that leads to
/// it. They stand together, so that a step touches one page of memory.
pub(crate) const NODE_WIDTH: usize = 3;
/// The node before the first word.
pub(crate) const ROOT: u32 = 0;

/// Spreads words over the places of their table. It is the same on every machine, since the table
/// is made on one and read on another.
pub(crate) fn word_hash(word: &[u8]) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, part: u64| (hash.rotate_left(23) ^ part).wrapping_mul(SPREAD);
    let mut hash = word.len() as u64;
    for chunk in word.chunks(ROOM) {
        let (head, tail) = halves(chunk);
        hash = mix(mix(hash, head), tail);
    }
    hash ^ hash >> 29
}

/// The upper half of a hash, which tells most words apart without a look at their letters.
pub(crate) fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// A trie on its way into tables.
#[derive(Default)]
pub(crate) struct Tables {
    /// The words in the order of their numbers, from 1.
    pub(crate) words: Vec<String>,
    /// The table of hashes.
    pub(crate) places: Vec<u32>,
    pub(crate) nodes: Vec<u32>,
    pub(crate) items: Vec<u32>,
}

/// Makes the tables of texts, each a sequence of words with the items it stands for.
pub(crate) fn tables(texts: &BTreeMap<Vec<String>, Vec<u32>>) -> Tables {
    let mut tables = Tables::default();
    let numbers = tables.number_words(texts);
    tables.place_words();
    tables.lay_out(texts, &numbers);
    tables
}

/// The texts that go on from one node: their words from `depth` on.
struct Branch<'t> {
    texts: Vec<(&'t [String], &'t [u32])>,
    label: u32,
}

impl Tables {
    fn number_words<'t>(
        &mut self,
        texts: &'t BTreeMap<Vec<String>, Vec<u32>>,
    ) -> BTreeMap<&'t str, u32> {
        let mut numbers = BTreeMap::new();
        let firsts = texts.keys().filter_map(|text| text.first());
        let others = texts.keys().flat_map(|text| text.iter().skip(1));
        for word in firsts.chain(others) {
            numbers.entry(word.as_str()).or_insert_with(|| {
                self.words.push(word.clone());
                number(self.words.len())
            });
        }
        numbers
    }

    fn place_words(&mut self) {
        let places = (2 * self.words.len() + 1).next_power_of_two();
        self.places = vec![0; places * PLACE_WIDTH];
        for (word, number) in self.words.iter().zip(1..) {
            let hash = word_hash(word.as_bytes());
            let mut place = place_of(hash, places);
            while self.places[place * PLACE_WIDTH + 1] != 0 {
                place = (place + 1) % places;
            }
            self.places[place * PLACE_WIDTH] = tag(hash);
            self.places[place * PLACE_WIDTH + 1] = number;
        }
    }

    /// Numbers the nodes level by level, so that those behind one node stand side by side.
    fn lay_out(&mut self, texts: &BTreeMap<Vec<String>, Vec<u32>>, numbers: &BTreeMap<&str, u32>) {
        let all = texts.iter().map(|(text, items)| (text.as_slice(), items.as_slice())).collect();
        let mut level = vec![Branch { texts: all, label: 0 }];
        let mut next_node = 1;
        while !level.is_empty() {
            let mut next_level = Vec::new();
            for branch in level {
                let mut behind: BTreeMap<u32, Vec<_>> = BTreeMap::new();
                let mut items = 0;
                for (text, own) in branch.texts {
                    if let Some((first, rest)) = text.split_first() {
                        behind.entry(numbers[first.as_str()]).or_default().push((rest, own));
                    } else {
                        items = self.put_items(own);
                    }
                }
                self.nodes.extend([next_node, items, branch.label]);
                next_node += number(behind.len());
                next_level.extend(behind.into_iter().map(|(label, texts)| Branch { texts, label }));
            }
            level = next_level;
        }
        // The nodes behind the last one end where those of one more would begin.
        self.nodes.extend([next_node, 0, 0]);
    }

    fn put_items(&mut self, own: &[u32]) -> u32 {
        if let [only] = own
            && only & !PAYLOAD != PART
        {
            return *only;
        }
        let at = number(self.items.len());
        let (parts, others): (Vec<u32>, Vec<u32>) =
            own.iter().partition(|&&item| item & !PAYLOAD == PART);
        for list in [others, parts] {
            self.items.push(number(list.len()));
            self.items.extend(list);
        }
        LIST | at
    }
}

/// The place where the search for a word begins.
pub(crate) fn place_of(hash: u64, places: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "the lower bits are what is asked for")]
    let lower = hash as usize;
    lower & places.wrapping_sub(1)
}

fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
