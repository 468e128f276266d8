//! Failures that snapshots tell of become files of their own: a snapshot is gone one day, and what
//! failed is not.

use mindsave_core::failure::{Failure, migrate};
use mindsave_store::{Durability, Expect, Key};

use crate::{MindSave, Result, Snapshot};

/// Says that the snapshots of earlier versions were looked through; without it they are once more.
const DONE: &str = "cache/failures_adopted";

impl MindSave {
    /// Writes the failures of a snapshot that have no file yet; returns what could not be written.
    pub(crate) fn keep_failures(&self, snapshot: &Snapshot) -> Vec<String> {
        let (told, mut warnings) = told_in(snapshot);
        if told.is_empty() {
            return warnings;
        }
        let home = self.home();
        let store = self.failure_store(home.as_ref());
        for failure in told {
            if let Err(error) = store.adopt(&failure, self.clock.now()) {
                warnings.push(format!("`{}` is in the snapshot alone: {error}", failure.name));
            }
        }
        warnings.extend(store.take_notices());
        warnings
    }

    /// Looks once through the snapshots that were made before failures had files; returns what
    /// could not be read or written.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub(crate) fn adopt_failures(&self) -> Result<Vec<String>> {
        let done = Key::parse(DONE)?;
        // What lies in its place is told by the check-up.
        if self.shared.stamp(&done).map_or(true, |stamp| !stamp.is_empty()) {
            return Ok(Vec::new());
        }
        let catalog = self.catalog()?;
        let mut warnings = catalog.notices;
        if catalog.index.entries().is_empty() {
            return Ok(warnings);
        }
        for entry in catalog.index.entries() {
            let read = self.told(self.read_snapshot(&entry.id, entry.created_at));
            let Some(snapshot) = read else { continue };
            warnings.extend(self.keep_failures(&snapshot));
        }
        let text = b"The failures of older snapshots are in failure_graph.\n";
        // Where it cannot be written they are looked through again, which changes nothing.
        drop(self.shared.write(&done, text, Expect::Any, Durability::Cached));
        Ok(warnings)
    }
}

/// Returns the failures a snapshot tells of, and which of its notes are none.
pub(crate) fn told_in(snapshot: &Snapshot) -> (Vec<Failure>, Vec<String>) {
    let (at, knowledge) = (snapshot.created_at, &snapshot.state.knowledge);
    let (mut told, mut unusable) = (Vec::new(), Vec::new());
    // The notes first: they know more than a sentence of the same name.
    for (name, note) in &knowledge.failure_graph {
        match migrate::failure_note(name, note, at) {
            Ok(failure) => told.push(failure),
            Err(error) => unusable.push(format!("failure_graph `{name}` is not used: {error}")),
        }
    }
    let sentences = knowledge.excluded_paths.iter().map(String::as_str);
    told.extend(migrate::excluded_paths(sentences, at));
    (told, unusable)
}
