//! Search in everything that was saved, and the index that is kept for it.
//!
//! The index is a cache in two files: `l3_index.json` says which version of each snapshot and failure was read,
//! `cache/search.bin` holds the entries and their words, with the fingerprint of the first. Where
//! they do not fit each other or the snapshots, the index is made again; what did not change is
//! taken from the old one.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError};

use mindsave_core::search::{
    Answer, Builder, Document, Filter, Index, KINDS, Page, Query, entries, failure_entry,
};
use mindsave_core::snapshot::IndexEntry;
use mindsave_store::{Durability, Expect, FailureStore, Key, ReadFailures};
use sha2::{Digest, Sha256};

use crate::{Error, MindSave, Result, Timestamp};

/// From how many snapshots on the index is kept. Source: seed 000.
const KEPT_FROM: usize = 20;
/// From how many entries on it is kept, however few snapshots they are from.
const KEPT_FROM_ENTRIES: usize = 2_000;
/// Part of the fingerprint: to be raised when snapshots or failures give other entries.
const ENTRIES_VERSION: u32 = 2;

/// What a search gives back.
#[derive(Clone, Debug)]
pub struct Found {
    /// A page of hits.
    pub answer: Answer,
    /// What could not be searched, and why.
    pub warnings: Vec<String>,
}

/// An index that was made, and what of it is worth saying.
struct Made {
    index: Index,
    warnings: Vec<String>,
}

impl MindSave {
    /// Finds entries in all snapshots and in the failures, best first; see [`Query`] for what can be asked.
    ///
    /// # Errors
    /// `invalid_input` when the query is empty, a kind of the filter is unknown, or the budget of
    /// the page too small; `not_found` when a session of the filter has no entry; `unavailable` when the store cannot be read.
    ///
    /// ```
    /// use mindsave::search::{Filter, Page};
    /// use mindsave::{Clock, MemoryStore, MindSave, SaveOptions, State};
    ///
    /// let mind = MindSave::with_store(MemoryStore::default(), Clock::System);
    /// let state = State::from_json(r#"{"goal": "修复登录", "decisions": ["sessions, no JWT"]}"#)?;
    /// mind.save(state, &SaveOptions::default())?;
    /// let found = mind.search("jwt", &Filter::default(), Page::default())?;
    /// assert_eq!(found.answer.hits[0].snippet, "sessions, no JWT");
    /// # Ok::<(), mindsave::Error>(())
    /// ```
    pub fn search(&self, query: &str, filter: &Filter, page: Page) -> Result<Found> {
        let query = Query::parse(query)?;
        if let Some(unknown) = filter.kinds.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
            let known = KINDS.join(", ");
            return Err(Error::invalid(format!(
                "the kind {unknown:?} is unknown: there are {known}"
            )));
        }
        let (list, mut warnings) = self.list()?;
        // Where the failures cannot be listed the snapshots are searched all the same.
        let failures = self.failure_stamps().unwrap_or_else(|error| {
            warnings.push(error.to_string());
            Vec::new()
        });
        let (index, more) = self.search_index(&list, &failures)?;
        warnings.extend(more);
        if let Some(unknown) = filter.sessions.iter().find(|name| !index.knows_session(name)) {
            let name = mindsave_core::resume::one_line(unknown);
            return Err(Error::not_found(format!("there is no session or snapshot `{name}`")));
        }
        Ok(Found { answer: index.answer(&query, filter, page)?, warnings })
    }

    /// Reads the beginning of a span of time: a time, or a day, which begins at midnight here.
    ///
    /// # Errors
    /// `invalid_input` when it is neither.
    pub fn span_start(&self, text: &str) -> Result<Timestamp> {
        Ok(self.day(text)?.map_or(Timestamp::parse(text)?, |day| day))
    }

    /// Reads the end of a span of time: a time, or a day, which belongs to the span.
    ///
    /// # Errors
    /// `invalid_input` when it is neither.
    pub fn span_end(&self, text: &str) -> Result<Timestamp> {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let next = |day: Timestamp| Timestamp::from_millis(day.as_millis() + DAY);
        Ok(self.day(text)?.map_or(Timestamp::parse(text)?, next))
    }

    /// Reads a day alone, in the offset of the clock; nothing when there is a time in the text.
    fn day(&self, text: &str) -> Result<Option<Timestamp>> {
        let text = text.trim();
        if text.contains(['T', 't', ' ', ':']) {
            return Ok(None);
        }
        let now = self.clock.now().to_string();
        let offset = if now.ends_with('Z') { "Z" } else { &now[now.len().saturating_sub(6)..] };
        let known = |error: Error| {
            Error::invalid(format!(
                "{text:?} is no day like 2026-05-10 and no time like 2026-05-10T08:30:00Z"
            ))
            .caused_by(error)
        };
        Timestamp::parse(text).map_err(known)?;
        Timestamp::parse(&format!("{text}T00:00:00{offset}")).map(Some)
    }

    /// Returns the index of these snapshots: from memory, from disk, or made again.
    fn search_index(
        &self,
        list: &[IndexEntry],
        failures: &[(String, String)],
    ) -> Result<(Arc<Index>, Vec<String>)> {
        let sources = sources(list, failures);
        let tag = fingerprint(&sources);
        let mut known = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = known.as_ref().filter(|index| index.tag() == tag) {
            return Ok((Arc::clone(index), Vec::new()));
        }
        let stale = match self.stored_index() {
            Some(index) if index.tag() == tag => {
                let index = Arc::new(index);
                *known = Some(Arc::clone(&index));
                return Ok((index, Vec::new()));
            }
            stale => stale,
        };
        let made = self.make_index(list, failures, stale.as_ref(), tag)?;
        let whole = made.warnings.is_empty();
        let index = Arc::new(made.index);
        if whole {
            self.keep_index(list.len(), &sources, &index);
            *known = Some(Arc::clone(&index));
        }
        Ok((index, made.warnings))
    }

    /// Reads the index on disk; nothing when it is missing, torn, or cannot be read at all.
    fn stored_index(&self) -> Option<Index> {
        Index::open(self.store.read(&index_key().ok()?).ok()??)
    }

    /// Writes the index where there is enough to search; a store that cannot be written does without.
    fn keep_index(&self, snapshots: usize, sources: &str, index: &Index) {
        if snapshots < KEPT_FROM && index.len() < KEPT_FROM_ENTRIES {
            return;
        }
        if let (Ok(sources_key), Ok(index_key)) = (sources_key(), index_key()) {
            let write = |key, bytes| self.store.write(key, bytes, Expect::Any, Durability::Cached);
            drop(write(&sources_key, sources.as_bytes()));
            drop(write(&index_key, index.as_bytes()));
        }
    }

    /// Makes the index, oldest snapshot first: of two entries that answer alike the newer is shown.
    fn make_index(
        &self,
        list: &[IndexEntry],
        failures: &[(String, String)],
        old: Option<&Index>,
        tag: [u8; 32],
    ) -> Result<Made> {
        let mut known = old.map(|old| self.unchanged(list, old)).unwrap_or_default();
        let mut builder = Builder::default();
        let mut warnings = Vec::new();
        for entry in list.iter().rev() {
            let read = match known.remove(entry.id.as_str()) {
                Some(documents) => Ok(documents),
                None => self.read_snapshot(&entry.id, entry.created_at).map(|s| entries(&s)),
            };
            match read {
                Ok(documents) => documents.iter().for_each(|document| builder.add(document)),
                Err(error) => warnings.push(error.to_string()),
            }
        }
        if !failures.is_empty() {
            warnings.extend(self.add_failures(&mut builder));
        }
        Ok(Made { index: builder.finish(tag)?, warnings })
    }

    /// Adds the failures that have files of their own; returns what could not be read.
    fn add_failures(&self, builder: &mut Builder) -> Vec<String> {
        let read = self.failures().unwrap_or_else(|error| ReadFailures {
            failures: Vec::new(),
            warnings: vec![error.to_string()],
        });
        for failure in &read.failures {
            builder.add(&failure_entry(failure, &FailureStore::file(failure)));
        }
        read.warnings
    }

    /// Takes the entries of the snapshots that did not change out of the old index.
    fn unchanged(&self, list: &[IndexEntry], old: &Index) -> HashMap<String, Vec<Document>> {
        let text = sources_key().ok().and_then(|key| self.store.read(&key).ok()?);
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        if fingerprint(&text) != old.tag() {
            return HashMap::new();
        }
        let lines: HashSet<&str> = text.lines().map(|line| line.trim_end_matches(',')).collect();
        let same = list.iter().filter(|entry| lines.contains(line(entry).as_str()));
        let mut known: HashMap<String, Vec<Document>> =
            same.map(|entry| (entry.id.as_str().to_owned(), Vec::new())).collect();
        for document in (0..old.len()).filter_map(|number| old.document(number)) {
            if let Some(documents) = known.get_mut(&document.source) {
                documents.push(document);
            }
        }
        known
    }
}

/// Writes which version of each snapshot and failure an index holds, as JSON, one a line.
fn sources(list: &[IndexEntry], failures: &[(String, String)]) -> String {
    let mut text = format!("{{\"version\":{ENTRIES_VERSION},\"snapshots\":{{\n");
    write_lines(list.iter().map(line), &mut text);
    text.push_str("},\"failures\":{\n");
    let line = |(file, stamp): &(String, String)| format!("{}:{}", quoted(file), quoted(stamp));
    write_lines(failures.iter().map(line), &mut text);
    text.push_str("}}\n");
    text
}

fn write_lines(lines: impl Iterator<Item = String>, text: &mut String) {
    for (i, line) in lines.enumerate() {
        text.push_str(if i > 0 { ",\n" } else { "" });
        text.push_str(&line);
    }
    text.push('\n');
}

fn line(entry: &IndexEntry) -> String {
    format!("{}:{}", quoted(entry.id.as_str()), quoted(&entry.stamp))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn fingerprint(sources: &str) -> [u8; 32] {
    Sha256::digest(sources).into()
}

fn sources_key() -> Result<Key> {
    Key::parse("l3_index.json")
}

fn index_key() -> Result<Key> {
    Key::parse("cache/search.bin")
}
