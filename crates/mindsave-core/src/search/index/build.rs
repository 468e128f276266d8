//! Makes an index of documents.

use std::collections::HashMap;

use super::Index;
use super::bytes::{HEAD, MAGIC, NO_TIME, SECTIONS, TAG, TURN, put};
use super::hash::{Fast, checksum};
use crate::search::Document;
use crate::search::words::{Role, Scanner, is_stop_word};
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
    numbers: HashMap<Box<str>, u32, Fast>,
    lists: Vec<List>,
    strings: HashMap<Box<str>, u32, Fast>,
    rows: Vec<u8>,
    texts: HashMap<Box<str>, u32, Fast>,
    text_bytes: usize,
    /// The first document of each kind and text.
    firsts: HashMap<(u32, u32), u32, Fast>,
    count: u32,
    overflow: bool,
}

/// The documents of a term so far.
#[derive(Debug, Default)]
struct List {
    bytes: Vec<u8>,
    /// The document being read, and how often the term stands in it.
    last: u32,
    times: u32,
    /// The document before that.
    written: u32,
    /// Whether the term says little.
    faint: bool,
}

impl List {
    fn add(&mut self, document: u32) {
        if self.times > 0 && self.last == document {
            self.times += 1;
            return;
        }
        self.close();
        self.last = document;
        self.times = 1;
    }

    /// Writes the last document: the distance to the one before, doubled, and odd where the number
    /// of times follows because it is not 1.
    fn close(&mut self) {
        if self.times == 0 {
            return;
        }
        let distance = self.last - self.written;
        self.written = self.last;
        put(&mut self.bytes, distance << 1 | u32::from(self.times > 1));
        if self.times > 1 {
            put(&mut self.bytes, self.times);
        }
        self.times = 0;
    }
}

impl Builder {
    /// Adds a document. Turns of a conversation are added one after the other, in their order.
    pub fn add(&mut self, document: &Document) {
        self.text_bytes += document.text.len();
        if self.text_bytes + self.rows.len() > MOST {
            self.overflow = true;
            return;
        }
        let length = self.words(&document.text) + self.words(&document.author);
        let text = number(&mut self.texts, &document.text);
        let at = document.at.map_or_else(String::new, |at| at.to_string());
        let files = document.files.join("\n");
        let Document { source, kind, author, session, .. } = document;
        let strings = [source, kind, author, session, &files, &at];
        let strings = strings.map(|text| number(&mut self.strings, text));
        let first = *self.firsts.entry((strings[1], text)).or_insert(self.count);
        let flags = if document.turn { TURN } else { 0 };
        for number in [text, length].into_iter().chain(strings).chain([first, flags]) {
            self.rows.extend_from_slice(&number.to_le_bytes());
        }
        let millis = document.at.map_or(NO_TIME, |at| at.as_millis());
        self.rows.extend_from_slice(&millis.to_le_bytes());
        self.count += 1;
    }

    /// Adds the words of a text to the lists, and returns how many there are that say something.
    fn words(&mut self, text: &str) -> u32 {
        let (numbers, lists, document) = (&mut self.numbers, &mut self.lists, self.count);
        let mut length = 0;
        self.scanner.scan(text, &mut |role, piece| {
            let number = numbers.get(piece).copied().unwrap_or_else(|| {
                let next = small(lists.len());
                numbers.insert(piece.into(), next);
                lists.push(List { faint: is_stop_word(piece), ..List::default() });
                next
            });
            if let Some(list) = lists.get_mut(number as usize) {
                list.add(document);
                let counts = role == Role::Single || role == Role::Word && !list.faint;
                length += u32::from(counts);
            }
        });
        length
    }

    /// Makes the index; `tag` tells the caller later what it was made of.
    ///
    /// # Errors
    /// `unsupported` when the documents have more than two gigabytes.
    pub fn finish(mut self, tag: [u8; TAG]) -> Result<Index> {
        let mut terms: Vec<(Box<str>, u32)> =
            std::mem::take(&mut self.numbers).into_iter().collect();
        terms.sort_unstable();
        let (text_ends, texts) = in_order(std::mem::take(&mut self.texts));
        let (string_ends, strings) = in_order(std::mem::take(&mut self.strings));
        let (term_ends, words) = packed(terms.iter().map(|(text, _)| text.as_bytes()));
        self.lists.iter_mut().for_each(List::close);
        let lists = terms.iter().filter_map(|&(_, number)| self.lists.get(number as usize));
        let (list_ends, lists) = packed(lists.map(|list| list.bytes.as_slice()));
        let sections =
            [self.rows, text_ends, texts, string_ends, strings, term_ends, words, list_ends, lists];
        if self.overflow || sections.iter().map(Vec::len).sum::<usize>() > MOST {
            let message = "there is too much to search: an index holds at most 2 GB";
            return Err(Error::new(crate::ErrorKind::Unsupported, message));
        }
        Index::open(assemble(&sections, tag))
            .ok_or_else(|| Error::new(crate::ErrorKind::Internal, "a new index cannot be read"))
    }
}

/// Returns the number of a text, a new one where it has none.
fn number(known: &mut HashMap<Box<str>, u32, Fast>, text: &str) -> u32 {
    if let Some(&number) = known.get(text) {
        return number;
    }
    let next = small(known.len());
    known.insert(text.into(), next);
    next
}

/// Packs numbered texts in the order of their numbers.
fn in_order(known: HashMap<Box<str>, u32, Fast>) -> (Vec<u8>, Vec<u8>) {
    let mut texts: Vec<(Box<str>, u32)> = known.into_iter().collect();
    texts.sort_unstable_by_key(|&(_, number)| number);
    packed(texts.iter().map(|(text, _)| text.as_bytes()))
}

/// A size as the index keeps it; what is larger is refused in the end, see [`MOST`].
fn small(size: usize) -> u32 {
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
