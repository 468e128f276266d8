//! Recall: what was archived, read-only. Source: seed 000, `/recall`.

use mindsave_core::search::{KeywordIndex, Match, Query};
use mindsave_core::snapshot::{IndexEntry, archive_content, archive_text};
use mindsave_store::{Durability, Expect, Key};

use crate::{MindSave, Pick, Result, SnapshotId, Timestamp};

/// From how many snapshots on a keyword index is kept. Source: seed 000.
const INDEXED_FROM: usize = 20;

/// The archive of one snapshot.
#[derive(Clone, Debug)]
pub struct Recalled {
    /// The snapshot.
    pub snapshot_id: SnapshotId,
    /// Its archive as text; empty when it holds none.
    pub text: String,
    /// The archive itself.
    pub archive: mindsave_core::archive::Archive,
}

/// One snapshot whose archive holds the keyword.
#[derive(Clone, Debug, serde::Serialize)]
pub struct RecalledMatch {
    /// The snapshot.
    pub snapshot_id: SnapshotId,
    /// When it was made.
    pub created_at: Timestamp,
    /// The beginning of its goal.
    pub goal: String,
    /// The places, with the lines around them.
    pub matches: Vec<Match>,
}

impl MindSave {
    /// Returns the archive of a snapshot.
    ///
    /// # Errors
    /// As for [`MindSave::load`].
    pub fn recall(&self, pick: &Pick) -> Result<Recalled> {
        let snapshot = self.load(pick)?.snapshot;
        let archive = snapshot.state.archive;
        let text = if archive.is_empty() { String::new() } else { archive_text(&archive) };
        Ok(Recalled { snapshot_id: snapshot.id, text, archive })
    }

    /// Finds a keyword in every archive, newest snapshot first.
    ///
    /// # Errors
    /// `invalid_input` when the keyword is empty, `unavailable` when the store cannot be read.
    pub fn recall_keyword(&self, keyword: &str) -> Result<Vec<RecalledMatch>> {
        let query = Query::parse(keyword)?;
        let (entries, _) = self.list()?;
        let candidates = self.candidates(&entries, &query)?;
        let mut found = Vec::new();
        for entry in candidates {
            // One that cannot be read went to quarantine; the others are searched all the same.
            let Some(text) = self.told(self.archive_of(entry)) else { continue };
            let matches = query.find(&text);
            if !matches.is_empty() {
                found.push(RecalledMatch {
                    snapshot_id: entry.id.clone(),
                    created_at: entry.created_at,
                    goal: entry.goal.clone(),
                    matches,
                });
            }
        }
        Ok(found)
    }

    /// Narrows down where the query can match, by the keyword index where there is one.
    fn candidates<'a>(
        &self,
        entries: &'a [IndexEntry],
        query: &Query,
    ) -> Result<Vec<&'a IndexEntry>> {
        if entries.len() < INDEXED_FROM {
            return Ok(entries.iter().collect());
        }
        let index = self.keyword_index(entries)?;
        let ids = index.candidates(query);
        Ok(entries.iter().filter(|entry| ids.contains(&entry.id)).collect())
    }

    /// Reads the keyword index, and makes it again when a snapshot has come, gone or changed.
    fn keyword_index(&self, entries: &[IndexEntry]) -> Result<KeywordIndex> {
        let key = Key::parse("l3_index.json")?;
        let stored = self.store.read(&key)?.and_then(|bytes| KeywordIndex::from_json(&bytes));
        if let Some(index) = stored
            && index.is_fresh(entries.iter().map(|e| (&e.id, e.stamp.as_str())))
        {
            return Ok(index);
        }
        let texts: Vec<Option<String>> =
            entries.iter().map(|entry| self.told(self.archive_of(entry))).collect();
        let whole = texts.iter().all(Option::is_some);
        let known = entries.iter().zip(&texts).filter_map(|(e, text)| Some((e, text.as_ref()?)));
        let index =
            KeywordIndex::build(known.map(|(e, text)| (&e.id, e.stamp.as_str(), text.as_str())));
        if whole && let Ok(json) = serde_json::to_vec(&index) {
            // A store that cannot be written is searched without an index.
            drop(self.store.write(&key, &json, Expect::Any, Durability::Cached));
        }
        Ok(index)
    }

    /// Returns what a search looks through.
    fn archive_of(&self, entry: &IndexEntry) -> Result<String> {
        let snapshot = self.read_snapshot(&entry.id, entry.created_at)?;
        Ok(archive_content(&snapshot.state.archive))
    }
}
