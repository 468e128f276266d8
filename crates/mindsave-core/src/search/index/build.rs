//! Makes an index of documents.

use std::collections::HashMap;

use super::Index;
use super::bytes::{EASY, HEAD, MAGIC, NO_TIME, SECTIONS, TAG, TURN, put};
use super::hash::Fast;
use super::intern::Interner;
use crate::checksum::checksum;
use crate::search::Document;
use crate::search::words::{Role, Scanner, is_plain_but_for_case, is_stop_word};
use crate::{Error, Result};

/// The most bytes an index may have: its offsets are 32 bits wide.
const MOST: usize = u32::MAX as usize / 2;

/// Collects documents and makes an [`Index`] of them.
///
/// ```
/// use mindsave_core::search::{Builder, Document};
///
/// let mut builder = Builder::default();
/// builder.add(&Document { text: "重跑gen-itgc后".into(), ..Document::default() });
/// let index = builder.finish([7; 32])?;
/// assert_eq!((index.len(), index.tag()), (1, [7; 32]));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Builder {
    scanner: Scanner,
    terms: Interner,
    /// Whether a term says little, by its number.
    faint: Vec<bool>,
    /// The terms of all documents as they stand in them, and where those of each document end.
    said: Vec<u32>,
    said_ends: Vec<usize>,
    strings: Interner,
    rows: Vec<u8>,
    texts: Interner,
    text_bytes: usize,
    /// The first document of each kind and text.
    firsts: HashMap<(u32, u32), u32, Fast>,
    overflow: bool,
}

impl Builder {
    /// Adds a document. Turns of a conversation are added one after the other, in their order.
    pub fn add(&mut self, document: &Document) {
        self.text_bytes += document.text.len();
        if self.text_bytes + self.rows.len() > MOST {
            self.overflow = true;
            return;
        }
        let count = small(self.said_ends.len());
        let length = self.words(&document.text) + self.words(&document.author);
        self.said_ends.push(self.said.len());
        let text = self.texts.number(&document.text);
        let at = document.at.map_or_else(String::new, |at| at.to_string());
        let files = document.files.join("\n");
        let Document { source, kind, author, session, .. } = document;
        let strings = [source, kind, author, session, &files, &at];
        let strings = strings.map(|text| self.strings.number(text));
        let first = *self.firsts.entry((strings[1], text)).or_insert(count);
        let turn = if document.turn { TURN } else { 0 };
        let easy = if is_plain_but_for_case(&document.text) { EASY } else { 0 };
        for number in [text, length].into_iter().chain(strings).chain([first, turn | easy]) {
            self.rows.extend_from_slice(&number.to_le_bytes());
        }
        let millis = document.at.map_or(NO_TIME, |at| at.as_millis());
        self.rows.extend_from_slice(&millis.to_le_bytes());
    }

    /// Writes the words of a text down, and returns how many there are that say something.
    fn words(&mut self, text: &str) -> u32 {
        let Self { scanner, terms, faint, said, .. } = self;
        let mut length = 0;
        scanner.scan(text, &mut |role, piece| {
            let number = terms.number(piece);
            if number as usize == faint.len() {
                faint.push(is_stop_word(piece));
            }
            said.push(number);
            let counts = role == Role::Single || role == Role::Word && !faint[number as usize];
            length += u32::from(counts);
        });
        length
    }

    /// Makes the index; `tag` tells the caller later what it was made of.
    ///
    /// # Errors
    /// `unsupported` when the documents have more than two gigabytes.
    pub fn finish(mut self, tag: [u8; TAG]) -> Result<Index> {
        let order = in_order(&self.terms);
        let (list_ends, lists) = self.lists(&order);
        let (term_ends, words) = packed(order.iter().map(|&term| self.terms.text(term)));
        let rows = std::mem::take(&mut self.rows);
        let (text_ends, texts) = self.texts.into_parts();
        let (string_ends, strings) = self.strings.into_parts();
        let sections =
            [rows, text_ends, texts, string_ends, strings, term_ends, words, list_ends, lists];
        if self.overflow || sections.iter().map(Vec::len).sum::<usize>() > MOST {
            let message = "there is too much to search: an index holds at most 2 GB";
            return Err(Error::new(crate::ErrorKind::Unsupported, message));
        }
        Index::open(assemble(&sections, tag))
            .ok_or_else(|| Error::new(crate::ErrorKind::Internal, "a new index cannot be read"))
    }

    /// Makes the lists of documents of the terms, in their order: where each ends, and all of them.
    fn lists(&self, order: &[u32]) -> (Vec<u8>, Vec<u8>) {
        // Sorted by counting: where the documents of each term begin, then each put in its place.
        let mut places = vec![0_usize; self.faint.len() + 1];
        for &term in &self.said {
            places[term as usize + 1] += 1;
        }
        for term in 1..places.len() {
            places[term] += places[term - 1];
        }
        let mut documents = vec![0_u32; self.said.len()];
        let mut start = 0;
        for (document, &end) in self.said_ends.iter().enumerate() {
            for &term in &self.said[start..end] {
                let place = &mut places[term as usize];
                documents[*place] = small(document);
                *place += 1;
            }
            start = end;
        }
        // Each place is now where the documents of the term end.
        let (mut ends, mut lists) = (Vec::with_capacity(order.len() * 4), Vec::new());
        for &term in order {
            let start = (term as usize).checked_sub(1).map_or(0, |before| places[before]);
            write_list(&documents[start..places[term as usize]], &mut lists);
            ends.extend_from_slice(&small(lists.len()).to_le_bytes());
        }
        (ends, lists)
    }
}

/// Writes the documents of a term: the distance to the one before, doubled, and odd where the number
/// of times follows because it is not 1.
fn write_list(documents: &[u32], out: &mut Vec<u8>) {
    let mut written = 0;
    for run in documents.chunk_by(|a, b| a == b) {
        let distance = run[0] - written;
        written = run[0];
        put(out, distance << 1 | u32::from(run.len() > 1));
        if run.len() > 1 {
            put(out, small(run.len()));
        }
    }
}

/// Lists the terms sorted; their beginnings are compared as numbers, which nearly always is enough.
fn in_order(terms: &Interner) -> Vec<u32> {
    let beginning = |number: u32| {
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(terms.text(number)).for_each(|(to, &from)| *to = from);
        u64::from_be_bytes(bytes)
    };
    let mut order: Vec<(u64, u32)> =
        (0..terms.len()).map(|number| (beginning(number), number)).collect();
    order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| terms.text(a.1).cmp(terms.text(b.1))));
    order.into_iter().map(|(_, number)| number).collect()
}

/// A size as the index keeps it; what is larger is refused in the end, see [`MOST`].
pub(super) fn small(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// Puts items one behind the other: where each ends, and all of them.
fn packed<'a>(items: impl Iterator<Item = &'a [u8]>) -> (Vec<u8>, Vec<u8>) {
    let (mut ends, mut all) = (Vec::new(), Vec::new());
    for item in items {
        all.extend_from_slice(item);
        ends.extend_from_slice(&small(all.len()).to_le_bytes());
    }
    (ends, all)
}

fn assemble(sections: &[Vec<u8>; SECTIONS], tag: [u8; TAG]) -> Vec<u8> {
    let size = HEAD + sections.iter().map(Vec::len).sum::<usize>();
    let mut out = Vec::with_capacity(size);
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&[0; 8]);
    out.extend_from_slice(&tag);
    for section in sections {
        out.extend_from_slice(&small(section.len()).to_le_bytes());
    }
    for section in sections {
        out.extend_from_slice(section);
    }
    let sum = checksum(&out[16..]).to_le_bytes();
    out[8..16].copy_from_slice(&sum);
    out
}
