//! The list of snapshots: an index that is only a cache, and the files that are the truth.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use mindsave_core::snapshot::{Index, IndexEntry, Snapshot, decode};
use mindsave_store::{Durability, Entry, Expect, Key, Version};

use crate::{Error, ErrorKind, MindSave, Result, SnapshotId, Timestamp};

/// The folder of the snapshots.
const FOLDER: &str = "snapshots";
/// The folder for files that cannot be read.
const QUARANTINE: &str = "quarantine";
/// From how many files on they are read on several threads.
const MANY: usize = 64;

/// An index and what had to be said while it was made.
///
/// The index is shared with the one kept in memory: only who changes it needs one of its own.
pub(crate) struct Catalog {
    pub(crate) index: Arc<Index>,
    pub(crate) notices: Vec<String>,
}

/// One file that was looked at: its entry, or why it is no snapshot.
type Read = (SnapshotId, Result<IndexEntry>);

impl MindSave {
    /// Returns the list as the files have it now: every file's stamp is compared.
    pub(crate) fn catalog(&self) -> Result<Catalog> {
        let (catalog, fresh) = self.look()?;
        // A reader must not overwrite what a save is about to write, nor wait for it.
        if !fresh && let Ok(_guard) = self.store.lock(Duration::ZERO) {
            drop(self.write_index(Index::clone(&catalog.index)));
        }
        Ok(catalog)
    }

    /// Looks at every file, and says whether the index said the same; writes nothing.
    pub(crate) fn look(&self) -> Result<(Catalog, bool)> {
        let folder = folder_key()?;
        let stamp = self.store.stamp(&index_key()?).unwrap_or_default();
        let known = self.take_index().map(Arc::new).unwrap_or_default();
        let revision = self.store.revision(&folder)?;
        let files = self.snapshot_files(&folder)?;
        if revision == known.revision && is_current(&known, &files) {
            *self.cached_index() = Some((stamp, Arc::clone(&known)));
            return Ok((Catalog { index: known, notices: Vec::new() }, true));
        }
        Ok((self.refresh(&known, revision, files), false))
    }

    /// Returns the list for a save, which holds the lock: only names that came or went are looked
    /// for, since a save needs to know nothing else.
    pub(crate) fn catalog_for_save(&self) -> Result<Catalog> {
        let folder = folder_key()?;
        let known = self.take_index();
        let revision = self.store.revision(&folder)?;
        match known {
            Some(index) if index.revision == revision => {
                Ok(Catalog { index: Arc::new(index), notices: Vec::new() })
            }
            known => {
                let files = self.snapshot_files(&folder)?;
                Ok(self.refresh(&known.unwrap_or_default(), revision, files))
            }
        }
    }

    /// Writes the index, and keeps it for the next use case of this process.
    pub(crate) fn write_index(&self, mut index: Index) -> Result<()> {
        let key = index_key()?;
        let bytes = index.to_json()?;
        self.store.write(&key, bytes, Expect::Any, Durability::Cached)?;
        *self.cached_index() = Some((self.store.stamp(&key)?, Arc::new(index)));
        Ok(())
    }

    /// As [`MindSave::write_index`], where the lock was held since the index was read: what did not
    /// change of a long list is not written again.
    pub(crate) fn write_index_end(&self, mut index: Index) -> Result<()> {
        let key = index_key()?;
        let (from, bytes) = index.to_json_end()?;
        if from == 0 || !self.store.write_end(&key, from, bytes)? {
            return self.write_index(index);
        }
        *self.cached_index() = Some((self.store.stamp(&key)?, Arc::new(index)));
        Ok(())
    }

    /// Reads the text of a snapshot file.
    pub(crate) fn read_text(&self, id: &SnapshotId) -> Result<String> {
        let key = snapshot_key(id)?;
        let bytes = self.store.read(&key)?;
        let bytes =
            bytes.ok_or_else(|| Error::not_found(format!("there is no snapshot `{id}`")))?;
        String::from_utf8(bytes).map_err(|cause| {
            let valid =
                String::from_utf8_lossy(&cause.as_bytes()[..cause.utf8_error().valid_up_to()])
                    .into_owned();
            let line = valid.matches('\n').count() + 1;
            let column = valid.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            Error::corrupt("the file is not UTF-8").in_file(key.as_str()).at(line, column)
        })
    }

    /// Reads a snapshot; one that cannot be read goes to quarantine.
    pub(crate) fn read_snapshot(&self, id: &SnapshotId, fallback: Timestamp) -> Result<Snapshot> {
        let read = self.try_snapshot(id, fallback);
        if let Err(error) = &read
            && error.kind() == ErrorKind::Corrupt
        {
            self.quarantine(id, error);
        }
        read
    }

    /// Goes on without what cannot be read, which is told: a file that is corrupt was noted when it
    /// was put aside, and one that is gone was deleted by somebody.
    pub(crate) fn told<T>(&self, read: Result<T>) -> Option<T> {
        read.inspect_err(|error| {
            if !matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::NotFound) {
                self.note(error.to_string());
            }
        })
        .ok()
    }

    fn try_snapshot(&self, id: &SnapshotId, fallback: Timestamp) -> Result<Snapshot> {
        let text = self.read_text(id)?;
        let key = snapshot_key(id)?;
        let mut snapshot =
            decode(id, &text, fallback).map_err(|error| error.in_file(key.as_str()))?;
        if let Some(warning) = snapshot.warning() {
            self.note(warning);
        }
        if snapshot.layers.archive {
            snapshot.state.archive.execution_dag = self.read_graph(id)?;
        }
        without_secrets(snapshot)
    }

    /// Reads the execution graph that goes with a snapshot.
    fn read_graph(&self, id: &SnapshotId) -> Result<Option<mindsave_core::dag::ExecutionDag>> {
        let key = graph_key(id)?;
        // The snapshot is whole without its graph: put the graph aside and go on.
        let Some(bytes) = self.told(self.store.read(&key)).flatten() else {
            return Ok(None);
        };
        let read = serde_json::from_slice(&bytes).map(Some);
        read.or_else(|cause| {
            let why = format!("{key}: {cause}");
            if self.set_aside(&key, &why).is_err() {
                self.note(why);
            }
            Ok(None)
        })
    }

    /// Moves a snapshot file that cannot be read out of the way, with a note of what is wrong.
    ///
    /// Returns what to tell the user. A store that cannot be written leaves the file in place.
    pub(crate) fn quarantine(&self, id: &SnapshotId, error: &Error) -> String {
        let moved = snapshot_key(id).and_then(|key| self.set_aside(&key, &error.to_string()));
        match moved {
            Ok(to) => moved_to(&error.to_string(), &to),
            Err(_) => self.note(error.to_string()),
        }
    }

    /// Copies a file to quarantine, writes why, then removes the original unless it changed.
    ///
    /// Two that find the same file at once make one copy: a copy that is there already is theirs.
    /// There is no lock, since a save finds such files while it holds it.
    pub(crate) fn set_aside(&self, key: &Key, why: &str) -> Result<Key> {
        let bytes =
            self.store.read(key)?.ok_or_else(|| Error::not_found(format!("{key} is gone")))?;
        let to = self.copy_aside(key.name(), &bytes)?;
        let note = Key::parse(&format!("{to}.why.txt"))?;
        let text = format!("{why}\nFound on {} as {key}.\n", self.clock.now());
        self.store.write(&note, text.as_bytes(), Expect::Any, Durability::Cached)?;
        match self.store.delete(key, Expect::Version(Version::of(&bytes))) {
            Err(error)
                if error.kind() != ErrorKind::Conflict || self.store.read(key)?.is_some() =>
            {
                return Err(error);
            }
            // Removed, by us or by another that put it aside as well.
            _ => {}
        }
        self.note(moved_to(why, &to));
        Ok(to)
    }

    /// Writes a copy to quarantine under a name that is not taken by anything else.
    fn copy_aside(&self, name: &str, bytes: &[u8]) -> Result<Key> {
        let folder = Key::parse(QUARANTINE)?;
        let mut key = folder.join(name)?;
        let mut number = 2;
        loop {
            match self.store.write(&key, bytes, Expect::Absent, Durability::Durable) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                written => return written.map(|()| key),
            }
            if self.store.read(&key)?.is_some_and(|taken| taken == bytes) {
                return Ok(key);
            }
            key = folder.join(&format!("{number}-{name}"))?;
            number += 1;
        }
    }

    /// Takes the index; nothing when its file is missing, torn, of another version, or cannot be
    /// read at all: a cache is made again.
    fn take_index(&self) -> Option<Index> {
        let key = index_key().ok()?;
        let stamp = self.store.stamp(&key).ok()?;
        if let Some((known, index)) = self.cached_index().take()
            && known == stamp
        {
            return Some(Arc::unwrap_or_clone(index));
        }
        Index::from_json(self.store.read(&key).ok()??)
    }

    fn snapshot_files(&self, folder: &Key) -> Result<Vec<(SnapshotId, Entry)>> {
        let files = self.store.list(folder)?.into_iter().filter_map(|entry| {
            let id = SnapshotId::parse(entry.key.name().strip_suffix(".md")?).ok()?;
            Some((id, entry))
        });
        Ok(files.collect())
    }

    /// Reads what changed since `known`, and keeps the rest.
    fn refresh(&self, known: &Index, revision: String, files: Vec<(SnapshotId, Entry)>) -> Catalog {
        let old: HashMap<&SnapshotId, &IndexEntry> =
            known.entries().iter().map(|e| (&e.id, e)).collect();
        let (kept, changed): (Vec<_>, Vec<_>) = files
            .into_iter()
            .partition(|(id, file)| old.get(id).is_some_and(|e| e.stamp == file.stamp));
        let mut entries: Vec<IndexEntry> =
            kept.iter().filter_map(|(id, _)| old.get(id).copied().cloned()).collect();
        let mut notices = Vec::new();
        let mut revision = revision;
        for (id, read) in self.read_all(changed) {
            match read {
                Ok(entry) => entries.push(entry),
                // Deleted by somebody since the folder was listed.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    let corrupt = error.kind() == ErrorKind::Corrupt;
                    notices.push(if corrupt {
                        self.quarantine(&id, &error)
                    } else {
                        self.note(error.to_string())
                    });
                    revision = String::new();
                }
            }
        }
        Catalog { index: Arc::new(Index::new(revision, entries)), notices }
    }

    /// Reads files, on all processors when there are many.
    fn read_all(&self, files: Vec<(SnapshotId, Entry)>) -> Vec<Read> {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        if files.len() < MANY || workers == 1 {
            return files.into_iter().map(|file| self.read_one(file)).collect();
        }
        let share = files.len().div_ceil(workers);
        std::thread::scope(|scope| {
            let chunk = |part: &[(SnapshotId, Entry)]| {
                let part = part.to_vec();
                scope.spawn(move || {
                    part.into_iter().map(|file| self.read_one(file)).collect::<Vec<_>>()
                })
            };
            let threads: Vec<_> = files.chunks(share).map(chunk).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<Read>>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().flat_map(join).collect()
        })
    }

    fn read_one(&self, (id, file): (SnapshotId, Entry)) -> Read {
        let key = file.key.as_str();
        let read = self
            .read_text(&id)
            .and_then(|text| decode(&id, &text, file.modified).map_err(|error| error.in_file(key)))
            .and_then(without_secrets);
        let entry = read.map(|snapshot| IndexEntry::of(&snapshot, file.size, file.stamp.clone()));
        (id, entry)
    }
}

/// Takes secrets out of what a file says: one by hand was not written without them. What a save wrote
/// stays what it is.
fn without_secrets(snapshot: Snapshot) -> Result<Snapshot> {
    let (state, _) = snapshot.state.redacted()?;
    Ok(Snapshot { state, ..snapshot })
}

/// Says what became of a file that cannot be read.
fn moved_to(why: &str, to: &Key) -> String {
    format!("{why}; the file was moved to {to}")
}

fn index_key() -> Result<Key> {
    Key::parse("index.json")
}

/// Returns the key of a snapshot's file.
pub(crate) fn snapshot_key(id: &SnapshotId) -> Result<Key> {
    Key::parse(&format!("{FOLDER}/{id}.md"))
}

/// Returns the key of a snapshot's execution graph.
pub(crate) fn graph_key(id: &SnapshotId) -> Result<Key> {
    Key::parse(&format!("execution_graphs/{id}.json"))
}

/// Returns the folder of the snapshots.
pub(crate) fn folder_key() -> Result<Key> {
    Key::parse(FOLDER)
}

fn is_current(index: &Index, files: &[(SnapshotId, Entry)]) -> bool {
    if index.entries().len() != files.len() {
        return false;
    }
    let known: HashMap<&SnapshotId, &str> =
        index.entries().iter().map(|e| (&e.id, e.stamp.as_str())).collect();
    files.iter().all(|(id, file)| known.get(id) == Some(&file.stamp.as_str()))
}
