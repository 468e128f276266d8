//! What a filter lets through.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::bits::Bits;
use crate::search::index::Row;
use crate::search::words::plain;
use crate::search::{Filter, Index, is_about};

/// Finds the documents a filter lets through; nothing when it lets all through.
pub(super) fn admitted(index: &Index, filter: &Filter) -> Option<Bits> {
    if filter.is_empty() {
        return None;
    }
    let mut gate = Gate::new(index, filter);
    let mut found = Bits::none(index.len());
    for document in 0..index.len() {
        if index.row(document).is_some_and(|row| gate.admits(document, &row)) {
            found.add(document);
        }
    }
    Some(found)
}

/// Answers to questions about strings of the index, each asked once.
type Known = HashMap<u32, bool, BuildHasherDefault<std::hash::DefaultHasher>>;

struct Gate<'a> {
    index: &'a Index,
    filter: &'a Filter,
    kinds: Vec<String>,
    files: Vec<String>,
    known_kinds: Known,
    known_sessions: Known,
    known_files: Known,
}

impl<'a> Gate<'a> {
    fn new(index: &'a Index, filter: &'a Filter) -> Self {
        let kinds = filter.kinds.iter().map(|kind| plain(kind.trim())).collect();
        let files = filter.files.iter().map(|file| plain(file)).collect();
        let (known_kinds, known_sessions, known_files) = Default::default();
        Self { index, filter, kinds, files, known_kinds, known_sessions, known_files }
    }

    fn admits(&mut self, document: usize, row: &Row) -> bool {
        self.in_time(row)
            && self.of_kind(row)
            && self.of_session(row)
            && self.of_file(document, row)
    }

    /// A document without a time is neither old nor new.
    fn in_time(&self, row: &Row) -> bool {
        let since = self
            .filter
            .since
            .is_none_or(|since| row.millis.is_some_and(|at| at >= since.as_millis()));
        since
            && self
                .filter
                .before
                .is_none_or(|end| row.millis.is_some_and(|at| at < end.as_millis()))
    }

    fn of_kind(&mut self, row: &Row) -> bool {
        let (index, kinds) = (self.index, &self.kinds);
        kinds.is_empty()
            || *self
                .known_kinds
                .entry(row.kind)
                .or_insert_with(|| kinds.contains(&plain(index.string(row.kind))))
    }

    fn of_session(&mut self, row: &Row) -> bool {
        let (index, sessions) = (self.index, &self.filter.sessions);
        let mut is_named = |string: u32| {
            let named = || sessions.iter().any(|name| name == index.string(string));
            *self.known_sessions.entry(string).or_insert_with(named)
        };
        sessions.is_empty() || is_named(row.session) || is_named(row.source)
    }

    /// Whether the document is about a file: it says so, or its text names the file.
    fn of_file(&mut self, document: usize, row: &Row) -> bool {
        if self.files.is_empty() {
            return true;
        }
        let (index, files) = (self.index, &self.files);
        let about = |path: &str| files.iter().any(|file| is_about(&plain(path), file));
        let listed = || index.string(row.files).split('\n').any(about);
        *self.known_files.entry(row.files).or_insert_with(listed)
            || index.text(document).split(|c: char| !is_path(c)).any(about)
    }
}

impl Index {
    /// Reports whether anything in it is of a session, or of a snapshot, of this name.
    ///
    /// ```
    /// use mindsave_core::search::{Builder, Document};
    ///
    /// let mut builder = Builder::default();
    /// builder.add(&Document { session: "s1".into(), text: "x".into(), ..Document::default() });
    /// let index = builder.finish([0; 32])?;
    /// assert!(index.knows_session("s1") && !index.knows_session("s2"));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn knows_session(&self, name: &str) -> bool {
        let mut rows = (0..self.len()).filter_map(|document| self.row(document));
        rows.any(|row| self.string(row.session) == name || self.string(row.source) == name)
    }
}

/// Characters of paths.
fn is_path(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '/' | '\\' | '.' | '-' | '_' | '@' | '+' | '~')
}
