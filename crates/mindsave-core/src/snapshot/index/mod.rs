//! The list of snapshots, `index.json`: a cache of what the snapshot files say.

mod text;

use serde::{Deserialize, Serialize};

use self::text::{Text, VERSION};
use super::{Layers, Snapshot};
use crate::task::{StatusKind, is_blocker};
use crate::{Error, Result, SnapshotId, Timestamp};

/// The most characters of a goal that the index keeps: it is for lists, not for restoring.
const GOAL_SHOWN: usize = 120;

/// All snapshots, newest first.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The state of the snapshots folder this index was made from, as the store tells it.
    pub revision: String,
    entries: Vec<IndexEntry>,
    /// The text of the file, while it is known.
    text: Option<Text>,
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
        self.status.as_deref().and_then(StatusKind::of)
    }

    /// Reports whether clean-up must leave it alone: in progress, or blocked by something real.
    pub fn is_protected(&self) -> bool {
        let open = matches!(self.status_kind(), Some(StatusKind::InProgress | StatusKind::Blocked));
        open || is_blocker(&self.blocker)
    }

    /// Reports whether nobody asked for it.
    pub fn is_automatic(&self) -> bool {
        self.auto_trigger.is_some() || self.id.is_overflow()
    }

    /// Returns the layers as a set.
    pub fn layer_set(&self) -> Layers {
        Layers::from_names(self.layers.iter().map(String::as_str))
    }

    /// The order of the list: newest first; at one instant the higher number is the newer, and what
    /// is saved behind an overflow snapshot is newer than that.
    fn rank(&self) -> (std::cmp::Reverse<Timestamp>, bool, &str, std::cmp::Reverse<u32>) {
        let (stem, number) = self.id.split();
        let overflow = self.id.is_overflow();
        (std::cmp::Reverse(self.created_at), overflow, stem, std::cmp::Reverse(number))
    }
}

impl Index {
    /// Makes an index of entries in any order.
    pub fn new(revision: String, mut entries: Vec<IndexEntry>) -> Self {
        entries.sort_by(|a, b| a.rank().cmp(&b.rank()));
        Self { revision, entries, text: None }
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
        // A save adds the newest, which leaves the lines of the others as they are.
        let text = self.text.take().filter(|_| at == 0);
        self.text = text.and_then(|mut text| text.push(&entry).is_ok().then_some(text));
        self.entries.insert(at, entry);
    }

    /// Removes an entry and reports whether there was one.
    pub fn remove(&mut self, id: &SnapshotId) -> bool {
        let Some(at) = self.entries.iter().rposition(|entry| entry.id == *id) else {
            return false;
        };
        self.entries.remove(at);
        // Clean-up takes the oldest, which leaves the lines of the others as they are.
        if at == self.entries.len() {
            self.text.iter_mut().for_each(Text::pop_oldest);
        } else {
            self.text = None;
        }
        true
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
    pub fn to_json(&mut self) -> Result<&[u8]> {
        text_of(&mut self.text, &self.entries)?.finish(&self.revision).map_err(not_written)
    }

    /// Writes the part of the JSON that differs from the file it was read from or written to last:
    /// where it begins in the file, and what stands there up to the end.
    ///
    /// # Errors
    /// As for [`Index::to_json`].
    pub fn to_json_end(&mut self) -> Result<(u64, &[u8])> {
        text_of(&mut self.text, &self.entries)?.finish_end(&self.revision).map_err(not_written)
    }

    /// Reads an index; nothing when it is torn, of another version, or no index at all.
    pub fn from_json(bytes: Vec<u8>) -> Option<Self> {
        #[derive(Deserialize)]
        struct File {
            version: u32,
            revision: String,
            snapshots: Vec<IndexEntry>,
        }
        // As a text: the characters are looked at once, not again in each of the strings.
        let mut file: File = serde_json::from_str(std::str::from_utf8(&bytes).ok()?).ok()?;
        if file.version != VERSION {
            return None;
        }
        file.snapshots.reverse();
        let in_order = file.snapshots.is_sorted_by(|a, b| a.rank() <= b.rank());
        let count = file.snapshots.len();
        if !in_order {
            return Some(Self::new(file.revision, file.snapshots));
        }
        let text = Text::from_file(bytes, &file.revision, count);
        Some(Self { text, entries: file.snapshots, revision: file.revision })
    }
}

/// Returns the text that is kept, made of the entries where there is none.
fn text_of<'t>(kept: &'t mut Option<Text>, entries: &[IndexEntry]) -> Result<&'t mut Text> {
    let text = match kept.take() {
        Some(text) => text,
        None => Text::of(entries).map_err(not_written)?,
    };
    Ok(kept.insert(text))
}

fn not_written(cause: serde_json::Error) -> Error {
    Error::new(crate::ErrorKind::Internal, "index not written").caused_by(cause)
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
        let bytes = index.to_json().unwrap().to_vec();
        let mut read = Index::from_json(bytes.clone()).unwrap();
        assert_eq!(read, index);
        assert!(read.text.is_some(), "the text is taken as it is");
        assert_eq!(read.to_json().unwrap(), bytes);
        for cut in [0, 1, 10, bytes.len() / 2, bytes.len() - 3] {
            assert_eq!(Index::from_json(bytes[..cut].to_vec()), None);
        }
    }

    #[test]
    fn a_line_that_is_added_gives_the_same_text_as_writing_everything_again() {
        let first = entry("a_2026-05-10", "2026-05-10T01:00:00+08:00");
        let mut kept = Index::new("r".into(), vec![first]);
        let mut read = Index::from_json(kept.to_json().unwrap().to_vec()).unwrap();
        for day in [11, 13, 12] {
            let more = entry(&format!("a_2026-05-{day}"), &format!("2026-05-{day}T01:00:00Z"));
            for index in [&mut kept, &mut read] {
                index.revision = format!("r{day}");
                index.insert(more.clone());
            }
            let mut fresh = Index::new(kept.revision.clone(), kept.entries().to_vec());
            assert_eq!(kept.to_json().unwrap(), fresh.to_json().unwrap());
            assert_eq!(read.to_json().unwrap(), fresh.to_json().unwrap());
        }
        for oldest in ["a_2026-05-10", "a_2026-05-11", "a_2026-05-12", "a_2026-05-13"] {
            assert!(kept.remove(&SnapshotId::parse(oldest).unwrap()));
            let mut fresh = Index::new(kept.revision.clone(), kept.entries().to_vec());
            assert_eq!(kept.to_json().unwrap(), fresh.to_json().unwrap());
        }
    }

    #[test]
    fn the_end_that_differs_makes_the_file_what_the_whole_would_be() {
        let mut index = Index::new("r".into(), vec![entry("a_2026-05-10", "2026-05-10T01:00:00Z")]);
        let mut file = Vec::new();
        let mut shortest = usize::MAX;
        for day in 11..=19 {
            index.revision = format!("r{day}");
            let more = entry(&format!("修_2026-05-{day}"), &format!("2026-05-{day}T01:00:00Z"));
            index.insert(more);
            if day == 15 {
                assert!(index.remove(&SnapshotId::parse("a_2026-05-10").unwrap()));
            }
            if day == 17 {
                index = Index::from_json(file.clone()).unwrap();
            }
            let (from, end) = index.to_json_end().unwrap();
            shortest = shortest.min(end.len());
            file.truncate(usize::try_from(from).unwrap());
            file.extend_from_slice(end);
            assert_eq!(file, index.clone().to_json().unwrap(), "{day}");
        }
        assert!(shortest < file.len() / 2, "{shortest}");
    }

    #[test]
    fn an_index_laid_out_by_somebody_else_is_read_and_written_our_way() {
        let first = entry("a_2026-05-10", "2026-05-10T01:00:00Z");
        let mut ours = Index::new("r".into(), vec![first.clone()]);
        let theirs = serde_json::json!({"revision": "r", "snapshots": [first], "version": 1});
        let mut read = Index::from_json(theirs.to_string().into_bytes()).unwrap();
        assert_eq!(read.to_json().unwrap(), ours.to_json().unwrap());
    }
}
