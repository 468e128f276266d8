//! Loads: which snapshot, what it holds, and the text for an agent.

use mindsave_core::redact::redact;
use mindsave_core::resume::{Budget, Resume};
use mindsave_core::snapshot::IndexEntry;

use crate::catalog::{Catalog, folder_key, snapshot_key};
use crate::{Drift, Error, ErrorKind, MindSave, Result, Snapshot, SnapshotId, Timestamp};

/// Which snapshot is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The only one; an error when there are several.
    Only,
    /// The newest.
    Latest,
    /// The one of this name, or of this number in the list (1 is the newest).
    Named(String),
}

/// A snapshot that was loaded.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The snapshot.
    pub snapshot: Snapshot,
    /// Files that could not be read and were put aside.
    pub warnings: Vec<String>,
    /// The snapshot its Layer 2 was taken from: one that was saved by itself with Layer 1 alone is
    /// restored with the newest Layer 2 of its task.
    pub knowledge_from: Option<SnapshotId>,
}

impl MindSave {
    /// Returns the list of snapshots, newest first, and what had to be put aside to make it.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub fn list(&self) -> Result<(Vec<IndexEntry>, Vec<String>)> {
        let catalog = self.catalog()?;
        Ok((catalog.index.entries().to_vec(), catalog.notices))
    }

    /// Loads a snapshot with everything it holds.
    ///
    /// # Errors
    /// `not_found` when there is none, `conflict` for [`Pick::Only`] when there are several,
    /// `corrupt` when the one named cannot be read (its file goes to quarantine).
    pub fn load(&self, pick: &Pick) -> Result<Loaded> {
        if let Pick::Named(name) = pick {
            // A name needs no list.
            if let Some(id) =
                SnapshotId::parse(name).ok().filter(|id| id.as_str().parse::<usize>().is_err())
            {
                let snapshot = self.read_snapshot(&id, self.written_at(&id)?)?;
                return self.completed(snapshot, Vec::new());
            }
        }
        let mut tries = 3;
        loop {
            let Catalog { index, notices: warnings } = self.catalog()?;
            let entry = choose(index.entries(), pick)?;
            tries -= 1;
            match self.read_snapshot(&entry.id, entry.created_at) {
                // Removed by another process since it was listed: the list has changed.
                Err(error) if error.kind() == ErrorKind::NotFound && tries > 0 => {}
                read => return self.completed(read?, warnings),
            }
        }
    }

    /// Adds the Layer 2 of its task to a snapshot that was saved by itself without one: the rules
    /// hold on, and were saved before.
    fn completed(&self, mut snapshot: Snapshot, mut warnings: Vec<String>) -> Result<Loaded> {
        let alone = snapshot.state.auto_trigger.is_some() && !snapshot.layers.knowledge;
        if !alone || !snapshot.state.knowledge.is_empty() {
            return Ok(Loaded { snapshot, warnings, knowledge_from: None });
        }
        let (entries, more) = self.list()?;
        warnings
            .extend(more.into_iter().filter(|text| !warnings.contains(text)).collect::<Vec<_>>());
        let own = entries.iter().position(|entry| entry.id == snapshot.id);
        let goal = own.map(|at| entries[at].goal.as_str());
        let before = entries.iter().skip(own.map_or(entries.len(), |at| at + 1));
        let beside = before.filter(|entry| Some(entry.goal.as_str()) == goal);
        let Some(entry) = beside.into_iter().find(|entry| entry.layer_set().knowledge) else {
            return Ok(Loaded { snapshot, warnings, knowledge_from: None });
        };
        // One that cannot be read is told by whoever reads it; what is asked for is here.
        let Ok(other) = self.read_snapshot(&entry.id, entry.created_at) else {
            return Ok(Loaded { snapshot, warnings, knowledge_from: None });
        };
        snapshot.state.knowledge = other.state.knowledge;
        snapshot.short = other.short;
        snapshot.layers.knowledge = true;
        Ok(Loaded { snapshot, warnings, knowledge_from: Some(other.id) })
    }

    /// When the file of a snapshot was written, where its name does not tell the day.
    fn written_at(&self, id: &SnapshotId) -> Result<Timestamp> {
        if id.day().is_some() {
            return Ok(self.clock.now());
        }
        let key = snapshot_key(id)?;
        let files = self.store.list(&folder_key()?)?;
        let file = files.into_iter().find(|file| file.key == key);
        Ok(file.map_or_else(|| self.clock.now(), |file| file.modified))
    }

    /// Loads a snapshot and renders the text for an agent, within the budget. The latest is what a
    /// session at work knows, where that is newer ([`MindSave::load_present`]).
    ///
    /// # Errors
    /// As for [`MindSave::load`].
    pub fn resume(&self, pick: &Pick, budget: Budget) -> Result<Resume> {
        let loaded = if *pick == Pick::Latest { self.load_present()? } else { self.load(pick)? };
        Ok(self.render(&loaded.snapshot, budget))
    }

    /// Renders the text for an agent, within the budget, by the rule packs in force.
    pub fn render(&self, snapshot: &Snapshot, budget: Budget) -> Resume {
        Resume::with(snapshot, budget, &self.rules().compressor())
    }

    /// Returns the text of a snapshot's file, without secrets that were written by hand.
    ///
    /// # Errors
    /// As for [`MindSave::load`].
    pub fn show(&self, pick: &Pick) -> Result<String> {
        let loaded = self.load(pick)?;
        Ok(redact(&self.read_text(&loaded.snapshot.id)?).into_owned())
    }

    /// Compares the active files of a snapshot with the workspace.
    pub fn verify(&self, snapshot: &Snapshot) -> Vec<Drift> {
        crate::verify::compare(self.root(), snapshot)
    }
}

fn choose<'a>(entries: &'a [IndexEntry], pick: &Pick) -> Result<&'a IndexEntry> {
    let newest = entries.first().ok_or_else(|| Error::not_found("there is no snapshot yet"))?;
    match pick {
        Pick::Latest => Ok(newest),
        Pick::Only if entries.len() == 1 => Ok(newest),
        Pick::Only => {
            let message = format!("there are {} snapshots and none was named", entries.len());
            Err(Error::new(ErrorKind::Conflict, message))
        }
        Pick::Named(name) => {
            let number = name.parse::<usize>().ok().and_then(|n| entries.get(n.checked_sub(1)?));
            let named = entries.iter().find(|entry| entry.id.as_str() == name);
            let count = entries.len();
            named.or(number).ok_or_else(|| {
                let name = mindsave_core::resume::one_line(name);
                Error::not_found(format!("there is no snapshot `{name}`; the list has {count}"))
            })
        }
    }
}
