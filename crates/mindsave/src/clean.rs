//! Clean-up and deletion of snapshots. Numbers that were used once are never used again.

use std::collections::BTreeMap;

use mindsave_core::snapshot::{Index, Removal, plan_cleanup};
use mindsave_store::{Durability, Expect, Key};

use crate::catalog::{folder_key, graph_key, snapshot_key};
use crate::{Error, MindSave, Result, SnapshotId};

/// The file that remembers the numbers of deleted snapshots.
const RETIRED: &str = "retired.json";
/// How many stems are remembered; older ones name days that will not come again.
const REMEMBERED: usize = 500;

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
            let mut left = catalog.index;
            for removal in &removals {
                left.remove(&removal.id);
            }
            return Ok(cleaned(removals, &left, catalog.notices));
        }
        let guard = self.store.lock(self.settings.lock_timeout)?;
        let mut catalog = self.catalog_for_save()?;
        let planned = self.plan(&catalog.index, None);
        let removed = self.clean_up(&mut catalog.index, None)?;
        catalog.index.revision = self.store.revision(&folder_key()?)?;
        self.write_index(&catalog.index)?;
        drop(guard);
        let removals =
            planned.into_iter().filter(|removal| removed.contains(&removal.id)).collect();
        Ok(cleaned(removals, &catalog.index, catalog.notices))
    }

    /// Deletes one snapshot, whatever its status.
    ///
    /// # Errors
    /// `not_found` when there is none of this name.
    pub fn delete(&self, id: &SnapshotId) -> Result<()> {
        let guard = self.store.lock(self.settings.lock_timeout)?;
        let mut catalog = self.catalog_for_save()?;
        self.retire(std::slice::from_ref(id))?;
        if !self.store.delete(&snapshot_key(id)?, Expect::Any)? {
            return Err(Error::not_found(format!("there is no snapshot `{id}`")));
        }
        self.store.delete(&graph_key(id)?, Expect::Any)?;
        catalog.index.remove(id);
        catalog.index.revision = self.store.revision(&folder_key()?)?;
        self.write_index(&catalog.index)?;
        drop(guard);
        Ok(())
    }

    /// Carries out the clean-up on an index; the caller holds the lock.
    pub(crate) fn clean_up(
        &self,
        index: &mut Index,
        keep: Option<&SnapshotId>,
    ) -> Result<Vec<SnapshotId>> {
        let planned = self.plan(index, keep).into_iter().map(|removal| removal.id);
        // The index is a cache: a file edited by hand since may be in progress by now.
        let ids: Vec<SnapshotId> = planned.filter(|id| self.still_free(id)).collect();
        if ids.is_empty() {
            return Ok(ids);
        }
        self.retire(&ids)?;
        for id in &ids {
            self.store.delete(&snapshot_key(id)?, Expect::Any)?;
            self.store.delete(&graph_key(id)?, Expect::Any)?;
            index.remove(id);
        }
        Ok(ids)
    }

    /// Returns the highest number of a stem that was ever deleted, 0 when none was.
    pub(crate) fn retired_number(&self, stem: &str) -> Result<u32> {
        Ok(self.read_retired()?.get(stem).copied().unwrap_or(0))
    }

    fn plan(&self, index: &Index, keep: Option<&SnapshotId>) -> Vec<Removal> {
        plan_cleanup(index.entries(), self.clock.now(), self.settings.limits, keep)
    }

    /// Reports whether the file itself says that it may go.
    fn still_free(&self, id: &SnapshotId) -> bool {
        self.read_snapshot(id, self.clock.now()).is_ok_and(|snapshot| {
            !mindsave_core::snapshot::IndexEntry::of(&snapshot, 0, String::new()).is_protected()
        })
    }

    /// Remembers the numbers before the files go, so that a crash in between wastes one at most.
    fn retire(&self, ids: &[SnapshotId]) -> Result<()> {
        let mut retired = self.read_retired()?;
        for id in ids {
            let (stem, number) = id.split();
            let known = retired.entry(stem.to_owned()).or_default();
            *known = number.max(*known);
        }
        if retired.len() > REMEMBERED {
            let today = self.clock.now();
            let recent = |stem: &String| {
                let day = SnapshotId::parse(stem).ok().and_then(|id| id.day());
                day.is_none_or(|day| today.seconds_since(day) < 7 * 86_400)
            };
            retired.retain(|stem, _| recent(stem));
        }
        let json = serde_json::to_vec(&retired).unwrap_or_default();
        self.store.write(&Key::parse(RETIRED)?, &json, Expect::Any, Durability::Cached)
    }

    fn read_retired(&self) -> Result<BTreeMap<String, u32>> {
        let bytes = self.store.read(&Key::parse(RETIRED)?)?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }
}

fn cleaned(removals: Vec<Removal>, left: &Index, warnings: Vec<String>) -> Cleaned {
    let protected = left.entries().iter().filter(|entry| entry.is_protected()).count();
    Cleaned { removals, remaining: left.entries().len(), protected, warnings }
}
