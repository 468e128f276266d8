//! Clean-up and deletion of snapshots. Numbers that were used once are never used again.

use std::collections::BTreeMap;
use std::sync::Arc;

use mindsave_core::snapshot::{Index, IndexEntry, Removal, plan_cleanup, superseded};
use mindsave_store::{Durability, Expect, Key};

use crate::catalog::{folder_key, graph_key, snapshot_key};
use crate::{Error, MindSave, Result, SnapshotId, Timestamp};

/// The file that remembers the numbers of deleted snapshots.
const RETIRED: &str = "retired.txt";
/// After how many lines it is written anew, with one line a name.
const FOLD_EVERY: usize = 256;
/// For how many seconds a number is remembered: names hold a day that will not come again.
const REMEMBERED: i64 = 7 * 86_400;

/// What a clean-up did, or would do.
#[derive(Clone, Debug)]
pub struct Cleaned {
    /// The snapshots that were, or would be, removed, with the reason.
    pub removals: Vec<Removal>,
    /// How many are left.
    pub remaining: usize,
    /// How many of those may not be removed: in progress or blocked.
    pub protected: usize,
    /// Files that were put aside on the way.
    pub warnings: Vec<String>,
}

impl MindSave {
    /// Removes what is over the limits; with `dry_run` only says what that would be.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read or written.
    pub fn clean(&self, dry_run: bool) -> Result<Cleaned> {
        if dry_run {
            let catalog = self.catalog()?;
            let removals = self.plan(&catalog.index, None);
            let mut left = Arc::unwrap_or_clone(catalog.index);
            for removal in &removals {
                left.remove(&removal.id);
            }
            return Ok(cleaned(removals, &left, catalog.notices));
        }
        let guard = self.store.lock(self.settings.lock_timeout)?;
        let (catalog, _) = self.look()?;
        let mut index = Arc::unwrap_or_clone(catalog.index);
        let mut planned = self.plan(&index, None);
        let mut removed = Vec::new();
        self.clean_up(&mut index, &self.read_retired()?, None, &mut removed)?;
        planned.retain(|removal| removed.contains(&removal.id));
        if !planned.is_empty() {
            self.store.settle(&folder_key()?)?;
        }
        let cleaned = cleaned(planned, &index, catalog.notices);
        index.revision = self.store.revision(&folder_key()?)?;
        self.write_index(index)?;
        drop(guard);
        Ok(cleaned)
    }

    /// Deletes one snapshot, whatever its status.
    ///
    /// # Errors
    /// `not_found` when there is none of this name.
    pub fn delete(&self, id: &SnapshotId) -> Result<()> {
        self.delete_all(std::slice::from_ref(id))
    }

    /// Deletes snapshots, whatever their status.
    ///
    /// What cannot be kept of them, the list and their numbers, is a notice and stops nothing; so
    /// is an execution graph that cannot be removed.
    ///
    /// # Errors
    /// `not_found` that names the first that does not exist; nothing is deleted then. `unavailable`
    /// when the medium refuses; what was deleted before is a notice, and the others stay.
    pub fn delete_all(&self, ids: &[SnapshotId]) -> Result<()> {
        let guard = self.store.lock(self.settings.lock_timeout)?;
        for id in ids {
            if self.store.stamp(&snapshot_key(id)?)?.is_empty() {
                return Err(Error::not_found(format!("there is no snapshot `{id}`")));
            }
        }
        let mut index = Arc::unwrap_or_clone(self.catalog_for_save()?.index);
        let known = self.read_retired().unwrap_or_default();
        let retired = self.retire(ids, &index, &known);
        let (gone, refused) = self.delete_files(ids)?;
        self.store.settle(&folder_key()?)?;
        // A full disk refuses the note of the numbers until the files are gone.
        if let Err(error) = retired.or_else(|_| self.retire(ids, &index, &known)) {
            self.note(format!("deleted, but their numbers may be used again: {error}"));
        }
        for id in gone {
            index.remove(id);
        }
        index.revision = self.store.revision(&folder_key()?)?;
        if let Err(error) = self.write_index(index) {
            self.note(format!("deleted, but the index is behind: {error}"));
        }
        drop(guard);
        let Some(error) = refused else { return Ok(()) };
        if !gone.is_empty() {
            let names: Vec<&str> = gone.iter().map(SnapshotId::as_str).collect();
            self.note(format!("deleted before that: {}", names.join(", ")));
        }
        Err(error)
    }

    /// Deletes files of snapshots up to one that cannot be; returns which are gone, and why not
    /// the next.
    fn delete_files<'i>(&self, ids: &'i [SnapshotId]) -> Result<(&'i [SnapshotId], Option<Error>)> {
        for (at, id) in ids.iter().enumerate() {
            if let Err(error) = self.store.delete(&snapshot_key(id)?, Expect::Any) {
                return Ok((&ids[..at], Some(error)));
            }
            self.delete_graph(id)?;
        }
        Ok((ids, None))
    }

    /// Removes the graph of a snapshot that is gone; one that stays is in nobody's way.
    fn delete_graph(&self, id: &SnapshotId) -> Result<()> {
        if let Err(error) = self.store.delete(&graph_key(id)?, Expect::Any) {
            self.note(format!("the snapshot is deleted, but its graph is still there: {error}"));
        }
        Ok(())
    }

    /// Carries out the clean-up on an index; the caller holds the lock. `removed` is what was
    /// removed, also where the rest could not be.
    pub(crate) fn clean_up(
        &self,
        index: &mut Index,
        retired: &Retired,
        keep: Option<&SnapshotId>,
        removed: &mut Vec<SnapshotId>,
    ) -> Result<()> {
        let planned = self.plan(index, keep).into_iter().map(|removal| removal.id);
        let ids: Vec<SnapshotId> = planned.filter(|id| self.still_free(index, id)).collect();
        if ids.is_empty() {
            return Ok(());
        }
        self.retire(&ids, index, retired)?;
        for id in ids {
            self.store.recycle(&snapshot_key(&id)?)?;
            index.remove(&id);
            removed.push(id.clone());
            self.delete_graph(&id)?;
        }
        Ok(())
    }

    fn plan(&self, index: &Index, keep: Option<&SnapshotId>) -> Vec<Removal> {
        plan_cleanup(index.entries(), self.clock.now(), self.settings.limits, keep)
    }

    /// Reports whether a snapshot may still go: the index is a cache, and a file edited by hand
    /// since it was made may be in progress by now.
    fn still_free(&self, index: &Index, id: &SnapshotId) -> bool {
        let stamp = snapshot_key(id).and_then(|key| self.store.stamp(&key)).unwrap_or_default();
        if index.get(id).is_some_and(|entry| entry.stamp == stamp) {
            return true;
        }
        let entry = |snapshot| IndexEntry::of(&snapshot, 0, String::new());
        self.read_snapshot(id, self.clock.now())
            .is_ok_and(|snapshot| !entry(snapshot).is_protected())
    }

    /// Remembers the numbers before the files go, so that a crash in between wastes one at most.
    ///
    /// One line a snapshot is appended; a long list is folded to the highest number of each name.
    /// The lines are forced to the disk only where a power cut could make a number come again, so
    /// that a save that cleans up after itself seldom pays for it.
    fn retire(&self, ids: &[SnapshotId], index: &Index, known: &Retired) -> Result<()> {
        let key = Key::parse(RETIRED)?;
        let (before, more) = (known.0.lines().count(), ids.len());
        if (before + more) / FOLD_EVERY == before / FOLD_EVERY {
            let lines: Vec<&str> = ids.iter().map(SnapshotId::as_str).collect();
            let now = self.clock.now();
            let at_risk = ids.iter().any(|id| can_come_again(id, index, now));
            let durability = if at_risk { Durability::Durable } else { Durability::Cached };
            return self.store.append(&key, lines.join("\n").as_bytes(), durability).map(drop);
        }
        let old = known.0.lines().filter_map(|line| SnapshotId::parse(line).ok());
        let text = fold(old.chain(ids.iter().cloned()), self.clock.now());
        self.store.write(&key, text.as_bytes(), Expect::Any, Durability::Durable)
    }

    pub(crate) fn read_retired(&self) -> Result<Retired> {
        let bytes = self.store.read(&Key::parse(RETIRED)?)?.unwrap_or_default();
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|cause| String::from_utf8_lossy(cause.as_bytes()).into_owned());
        Ok(Retired(text))
    }
}

/// The names of deleted snapshots, one a line.
#[derive(Debug, Default)]
pub(crate) struct Retired(String);

impl Retired {
    /// Returns the highest number of a stem that was ever deleted, 0 when none was.
    pub(crate) fn highest_number(&self, stem: &str) -> u32 {
        let number = |line: &str| match line.strip_prefix(stem)? {
            "" => Some(1),
            rest => rest.strip_prefix('-')?.parse().ok(),
        };
        self.0.lines().filter_map(number).max().unwrap_or(0)
    }
}

/// Reports whether the next save under this name would take its number, were it forgotten: no
/// snapshot that lasts has a higher one, and the day in the name is not over everywhere.
fn can_come_again(id: &SnapshotId, index: &Index, now: Timestamp) -> bool {
    let (stem, number) = id.split();
    let recent = id.day().is_none_or(|day| now.seconds_since(day) < 2 * 86_400);
    recent && index.highest_number(stem) <= number
}

/// Keeps the highest number of each name that can still come again.
fn fold(ids: impl Iterator<Item = SnapshotId>, now: Timestamp) -> String {
    let mut highest: BTreeMap<String, u32> = BTreeMap::new();
    for id in ids {
        let recent = id.day().is_none_or(|day| now.seconds_since(day) < REMEMBERED);
        let (stem, number) = id.split();
        if recent {
            let kept = highest.entry(stem.to_owned()).or_default();
            *kept = number.max(*kept);
        }
    }
    let line = |(stem, number): (String, u32)| format!("{}\n", SnapshotId::numbered(&stem, number));
    highest.into_iter().map(line).collect()
}

/// Counts the snapshots that may not be removed.
pub(crate) fn protected(entries: &[IndexEntry]) -> usize {
    let old = superseded(entries);
    entries.iter().filter(|entry| entry.is_protected() && !old.contains(&entry.id)).count()
}

fn cleaned(removals: Vec<Removal>, left: &Index, warnings: Vec<String>) -> Cleaned {
    let protected = protected(left.entries());
    Cleaned { removals, remaining: left.entries().len(), protected, warnings }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_the_highest_number_of_each_name_that_can_come_again() {
        let names = ["a_2026-05-10", "a_2026-05-10-9", "a_2026-05-10-10", "b_2026-04-01-7", "手写"];
        let ids = names.map(|name| SnapshotId::parse(name).unwrap());
        let now = Timestamp::parse("2026-05-11T00:00:00Z").unwrap();
        assert_eq!(fold(ids.into_iter(), now), "a_2026-05-10-10\n手写\n");
    }
}
