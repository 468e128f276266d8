//! Reads an index where it lies.

use std::ops::Range;

use super::bytes::{
    EASY, HEAD, MAGIC, NO_TIME, ROW, SECTIONS, Section, TAG, TURN, between, number, take,
};
use crate::Timestamp;
use crate::checksum::checksum;
use crate::search::Document;

/// Documents and the words in them. Made by [`Builder`](super::Builder), or read from its bytes.
#[derive(Clone, Debug)]
pub struct Index {
    bytes: Vec<u8>,
    sections: [Range<usize>; SECTIONS],
    len: usize,
    summary: Summary,
}

/// What a search asks of all documents together.
#[derive(Clone, Copy, Debug, Default)]
struct Summary {
    words: u64,
    /// Whether there is more than one author.
    authors: bool,
    turns: bool,
}

/// What the index says of a document, without its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) source: u32,
    pub(crate) kind: u32,
    pub(crate) author: u32,
    pub(crate) session: u32,
    pub(crate) files: u32,
    pub(crate) at: u32,
    pub(crate) turn: bool,
    /// Milliseconds since 1970, where it has a time.
    pub(crate) millis: Option<i64>,
}

impl Index {
    /// Reads an index; nothing when it is torn, or of another version.
    pub fn open(bytes: Vec<u8>) -> Option<Self> {
        let sum = u64::from_le_bytes(bytes.get(8..16)?.try_into().ok()?);
        if bytes.get(..8)? != MAGIC || checksum(bytes.get(16..)?) != sum {
            return None;
        }
        let lengths = bytes.get(16 + TAG..HEAD)?;
        let mut sections = [const { 0..0 }; SECTIONS];
        let mut at = HEAD;
        for (i, section) in sections.iter_mut().enumerate() {
            let end = at.checked_add(number(lengths, i)? as usize)?;
            *section = at..end;
            at = end;
        }
        let whole = at == bytes.len();
        let rows = bytes.get(sections[Section::Rows as usize].clone())?;
        let (len, summary) = (rows.len() / ROW, Summary::of(rows));
        whole.then_some(Self { bytes, sections, len, summary })
    }

    /// Returns the index as bytes, to be read with [`Index::open`].
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns what it was made of, as the caller said.
    pub fn tag(&self) -> [u8; TAG] {
        let tag = self.bytes.get(16..16 + TAG);
        tag.and_then(|tag| tag.try_into().ok()).unwrap_or_default()
    }

    /// Returns how many documents there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Reports whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns a document by its number, from 0 in the order they were added.
    pub fn document(&self, number: usize) -> Option<Document> {
        let row = self.row(number)?;
        let text = |number| self.string(number).to_owned();
        let files = self.string(row.files);
        Some(Document {
            source: text(row.source),
            kind: text(row.kind),
            text: self.text(number).to_owned(),
            author: text(row.author),
            session: text(row.session),
            at: Timestamp::parse(self.string(row.at)).ok(),
            files: files.split('\n').filter(|file| !file.is_empty()).map(str::to_owned).collect(),
            turn: row.turn,
        })
    }

    pub(crate) fn row(&self, document: usize) -> Option<Row> {
        let start = document.checked_mul(ROW)?;
        let row = self.section(Section::Rows).get(start..start.checked_add(ROW)?)?;
        let field = |at| number(row, at).unwrap_or_default();
        let millis = i64::from_le_bytes(row[ROW - 8..].try_into().ok()?);
        Some(Row {
            source: field(2),
            kind: field(3),
            author: field(4),
            session: field(5),
            files: field(6),
            at: field(7),
            turn: field(9) & TURN != 0,
            millis: Some(millis).filter(|&millis| millis != NO_TIME),
        })
    }

    /// Returns how many words a document has; the other fields one by one below are for loops over
    /// all documents.
    pub(crate) fn length(&self, document: usize) -> u32 {
        self.field(document, 1)
    }

    pub(crate) fn author(&self, document: usize) -> u32 {
        self.field(document, 4)
    }

    pub(crate) fn first(&self, document: usize) -> usize {
        self.field(document, 8) as usize
    }

    pub(crate) fn is_turn(&self, document: usize) -> bool {
        self.field(document, 9) & TURN != 0
    }

    /// Whether only the case of plain letters has to be folded in its text.
    pub(crate) fn is_easy(&self, document: usize) -> bool {
        self.field(document, 9) & EASY != 0
    }

    /// Returns how many words all documents have.
    pub(crate) fn words(&self) -> u64 {
        self.summary.words
    }

    /// Reports whether there is more than one author.
    pub(crate) fn has_authors(&self) -> bool {
        self.summary.authors
    }

    /// Reports whether there is a turn of a conversation.
    pub(crate) fn has_turns(&self) -> bool {
        self.summary.turns
    }

    fn field(&self, document: usize, field: usize) -> u32 {
        number(self.section(Section::Rows), document * (ROW / 4) + field).unwrap_or_default()
    }

    pub(crate) fn text(&self, document: usize) -> &str {
        let text = self.field(document, 0) as usize;
        let known = (document < self.len).then_some(text);
        let place = known.and_then(|text| between(self.section(Section::TextEnds), text));
        self.str(Section::Texts, place.unwrap_or_default())
    }

    pub(crate) fn string(&self, number: u32) -> &str {
        let place = between(self.section(Section::StringEnds), number as usize);
        self.str(Section::Strings, place.unwrap_or_default())
    }

    pub(crate) fn terms(&self) -> usize {
        self.section(Section::TermEnds).len() / 4
    }

    pub(crate) fn term(&self, number: usize) -> &str {
        let place = between(self.section(Section::TermEnds), number).unwrap_or_default();
        self.str(Section::Terms, place)
    }

    /// Finds a term.
    pub(crate) fn find(&self, word: &str) -> Option<usize> {
        let at = self.first_from(word);
        (at < self.terms() && self.term(at) == word).then_some(at)
    }

    /// Finds the terms that begin so.
    pub(crate) fn beginning(&self, prefix: &str) -> Range<usize> {
        let start = self.first_from(prefix);
        let rest = start..self.terms();
        start..start + partition(rest.len(), |i| self.term(start + i).starts_with(prefix))
    }

    /// Finds the terms that have a part; the terms lie in one text, so that one pass does.
    pub(crate) fn containing(&self, part: &str) -> Vec<usize> {
        let ends = self.section(Section::TermEnds);
        let all = self.str(Section::Terms, 0..self.section(Section::Terms).len());
        let mut found = Vec::new();
        for (at, _) in all.match_indices(part) {
            let end = |i: usize| number(ends, i).unwrap_or(u32::MAX) as usize;
            let term = partition(self.terms(), |i| end(i) <= at);
            // What reaches over the end of a term is in none.
            if end(term) >= at + part.len() && found.last() != Some(&term) {
                found.push(term);
            }
        }
        found
    }

    /// Calls `see` with every document that has a term, and how often.
    pub(crate) fn each(&self, term: usize, mut see: impl FnMut(usize, u32)) {
        let place = between(self.section(Section::ListEnds), term).unwrap_or_default();
        let mut list = self.section(Section::Lists).get(place).unwrap_or_default();
        let mut document = 0_u32;
        while let Some(step) = take(&mut list) {
            document = u32::wrapping_add(document, step >> 1);
            let times = if step & 1 == 0 { 1 } else { take(&mut list).unwrap_or(1) };
            if (document as usize) < self.len {
                see(document as usize, times);
            }
        }
    }

    fn first_from(&self, word: &str) -> usize {
        partition(self.terms(), |i| self.term(i) < word)
    }

    fn section(&self, section: Section) -> &[u8] {
        self.bytes.get(self.sections[section as usize].clone()).unwrap_or_default()
    }

    fn str(&self, section: Section, place: Range<usize>) -> &str {
        let bytes = self.section(section).get(place).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl Summary {
    fn of(rows: &[u8]) -> Self {
        let (rows, _) = rows.as_chunks::<ROW>();
        let field = |row: &[u8; ROW], at| number(row, at).unwrap_or_default();
        let author = rows.first().map(|row| field(row, 4));
        let mut found = Self::default();
        for row in rows {
            found.words += u64::from(field(row, 1));
            found.authors |= Some(field(row, 4)) != author;
            found.turns |= field(row, 9) & TURN != 0;
        }
        found
    }
}

/// Returns how many of so many sorted items come before the first that does not fit.
fn partition(len: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle + 1 } else { high = middle }
    }
    low
}
