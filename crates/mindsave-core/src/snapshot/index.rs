//! The list of snapshots, `index.json`: a cache of what the snapshot files say.

use serde::{Deserialize, Serialize};

use super::{Layers, Snapshot};
use crate::task::{Status, StatusKind, is_blocker};
use crate::{Error, Result, SnapshotId, Timestamp};

/// The version of the index format; another one is read as "rebuild me".
const INDEX_VERSION: u32 = 1;
/// The most characters of a goal that the index keeps: it is for lists, not for restoring.
const GOAL_SHOWN: usize = 120;

/// All snapshots, newest first.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The state of the snapshots folder this index was made from, as the store tells it.
    pub revision: String,
    entries: Vec<IndexEntry>,
    /// The lines of the entries as the file has them, while they are known.
    lines: Option<Vec<u8>>,
}

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// The snapshot's name.
    pub id: SnapshotId,
    /// The file, relative to `.mindsave`.
    pub path: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// The beginning of its goal.
    pub goal: String,
    /// Files being worked on.
    pub active_files: Vec<String>,
    /// What stops the work, as given.
    pub blocker: String,
    /// The layers it holds.
    pub layers: Vec<String>,
    /// Why it was made by itself.
    #[serde(default)]
    pub auto_trigger: Option<String>,
    /// Whether the work goes on, as given.
    #[serde(default)]
    pub status: Option<String>,
    /// Size of the file in bytes.
    pub size: u64,
    /// How the store tells one version of the file from another.
    pub stamp: String,
}

impl IndexEntry {
    /// Summarises a snapshot; `size` and `stamp` are those of its file.
    pub fn of(snapshot: &Snapshot, size: u64, stamp: String) -> Self {
        let task = &snapshot.state.task;
        Self {
            id: snapshot.id.clone(),
            path: format!("snapshots/{}.md", snapshot.id),
            created_at: snapshot.created_at,
            goal: task.goal.chars().take(GOAL_SHOWN).collect(),
            active_files: task.active_files.clone(),
            blocker: task.blocker.clone().unwrap_or_else(|| "none".to_owned()),
            layers: snapshot.layers.names().into_iter().map(str::to_owned).collect(),
            auto_trigger: snapshot.state.auto_trigger.as_ref().map(|t| t.reason.clone()),
            status: task.status.as_ref().map(|s| s.as_str().to_owned()),
            size,
            stamp,
        }
    }

    /// Returns the meaning of the status, if it has one.
    pub fn status_kind(&self) -> Option<StatusKind> {
        self.status.as_deref().and_then(|text| Status::new(text).kind())
    }

    /// Reports whether clean-up must leave it alone: in progress, or blocked by something real.
    pub fn is_protected(&self) -> bool {
        let open = matches!(self.status_kind(), Some(StatusKind::InProgress | StatusKind::Blocked));
        open || is_blocker(&self.blocker)
    }

    /// Returns the layers as a set.
    pub fn layer_set(&self) -> Layers {
        Layers::from_names(self.layers.iter().map(String::as_str))
    }

    /// The order of the list: newest first; at one instant the higher number is the newer.
    fn rank(&self) -> (std::cmp::Reverse<Timestamp>, &str, std::cmp::Reverse<u32>) {
        let (stem, number) = self.id.split();
        (std::cmp::Reverse(self.created_at), stem, std::cmp::Reverse(number))
    }
}

impl Index {
    /// Makes an index of entries in any order.
    pub fn new(revision: String, mut entries: Vec<IndexEntry>) -> Self {
        entries.sort_by(|a, b| a.rank().cmp(&b.rank()));
        Self { revision, entries, lines: None }
    }

    /// Returns the entries, newest first.
    pub fn entries(&self) -> &[IndexEntry] {
        &self.entries
    }

    /// Returns the entry of a snapshot.
    pub fn get(&self, id: &SnapshotId) -> Option<&IndexEntry> {
        self.entries.iter().find(|entry| entry.id == *id)
    }

    /// Adds an entry, or replaces the one of the same name.
    pub fn insert(&mut self, entry: IndexEntry) {
        if self.get(&entry.id).is_some() {
            self.remove(&entry.id);
        }
        let at = self.entries.partition_point(|other| other.rank() < entry.rank());
        // The newest comes first, so that a save adds a line and leaves the others as they are.
        let lines = self.lines.take().filter(|_| at == 0);
        self.lines = lines.and_then(|lines| prepend(&entry, &lines));
        self.entries.insert(at, entry);
    }

    /// Removes an entry and reports whether there was one.
    pub fn remove(&mut self, id: &SnapshotId) -> bool {
        let before = self.entries.len();
        self.entries.retain(|entry| entry.id != *id);
        self.lines = None;
        self.entries.len() < before
    }

    /// Returns the highest number any entry of this stem has, 0 when there is none.
    pub fn highest_number(&self, stem: &str) -> u32 {
        let same = self.entries.iter().filter(|entry| entry.id.as_str().starts_with(stem));
        let numbers = same.filter_map(|entry| {
            let (own, number) = entry.id.split();
            (own == stem).then_some(number)
        });
        numbers.max().unwrap_or(0)
    }

    /// Writes the index as JSON, one line a snapshot, so that a person can read a difference.
    ///
    /// # Errors
    /// `internal` if serialising fails, which it does not for these types.
    pub fn to_json(&mut self) -> Result<Vec<u8>> {
        let fail =
            |cause| Error::new(crate::ErrorKind::Internal, "index not written").caused_by(cause);
        let revision = serde_json::to_string(&self.revision).map_err(fail)?;
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => self.write_lines().map_err(fail)?,
        };
        let mut out = Vec::with_capacity(lines.len() + 128);
        out.extend_from_slice(
            format!("{{\n\"version\": {INDEX_VERSION},\n\"revision\": {revision},\n").as_bytes(),
        );
        out.extend_from_slice(OPEN);
        out.extend_from_slice(&lines);
        out.extend_from_slice(CLOSE);
        self.lines = Some(lines);
        Ok(out)
    }

    /// Reads an index; nothing when it is torn, of another version, or no index at all.
    pub fn from_json(bytes: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct File {
            version: u32,
            revision: String,
            snapshots: Vec<IndexEntry>,
        }
        let file: File = serde_json::from_slice(bytes).ok()?;
        (file.version == INDEX_VERSION).then(|| Self::new(file.revision, file.snapshots))
    }

    fn write_lines(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut lines = Vec::new();
        for (i, entry) in self.entries.iter().enumerate() {
            if i > 0 {
                lines.extend_from_slice(BETWEEN);
            }
            serde_json::to_writer(&mut lines, entry)?;
        }
        Ok(lines)
    }
}

const OPEN: &[u8] = b"\"snapshots\": [\n";
const BETWEEN: &[u8] = b",\n";
const CLOSE: &[u8] = b"\n]\n}\n";

/// Puts the line of an entry before others.
fn prepend(entry: &IndexEntry, lines: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(lines.len() + 512);
    serde_json::to_writer(&mut out, entry).ok()?;
    if !lines.is_empty() {
        out.extend_from_slice(BETWEEN);
    }
    out.extend_from_slice(lines);
    Some(out)
}

impl PartialEq for Index {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision && self.entries == other.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, created_at: &str) -> IndexEntry {
        IndexEntry {
            id: SnapshotId::parse(id).unwrap(),
            path: format!("snapshots/{id}.md"),
            created_at: Timestamp::parse(created_at).unwrap(),
            goal: "目标 \"x\"".into(),
            active_files: vec![],
            blocker: "none".into(),
            layers: vec!["L1".into()],
            auto_trigger: None,
            status: None,
            size: 1,
            stamp: "s".into(),
        }
    }

    #[test]
    fn entries_are_newest_first_and_numbers_break_ties() {
        let mut index = Index::new(
            "r".into(),
            vec![
                entry("a_2026-05-10", "2026-05-10T01:00:00Z"),
                entry("a_2026-05-10-10", "2026-05-10T02:00:00Z"),
                entry("a_2026-05-10-9", "2026-05-10T02:00:00Z"),
            ],
        );
        index.insert(entry("b_2026-05-10", "2026-05-10T01:30:00Z"));
        let ids: Vec<&str> = index.entries().iter().map(|e| e.id.as_str()).collect();
        assert_eq!(ids, ["a_2026-05-10-10", "a_2026-05-10-9", "b_2026-05-10", "a_2026-05-10"]);
        assert_eq!(index.highest_number("a_2026-05-10"), 10);
    }

    #[test]
    fn json_round_trips_and_torn_text_is_refused() {
        let mut index =
            Index::new("r\"1".into(), vec![entry("a_2026-05-10", "2026-05-10T01:00:00+08:00")]);
        let bytes = index.to_json().unwrap();
        assert_eq!(Index::from_json(&bytes), Some(index.clone()));
        // A line that is added gives the same text as writing everything again.
        index.insert(entry("a_2026-05-11", "2026-05-11T01:00:00+08:00"));
        let fresh = Index::new(index.revision.clone(), index.entries().to_vec()).to_json().unwrap();
        assert_eq!(String::from_utf8(index.to_json().unwrap()), String::from_utf8(fresh));
        for cut in [0, 1, 10, bytes.len() / 2, bytes.len() - 3] {
            assert_eq!(Index::from_json(&bytes[..cut]), None);
        }
    }
}
