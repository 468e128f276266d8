//! Recall of one archive, read-only. Source: seed 000, `/recall`. What is in all of them is found
//! by [`MindSave::search`].

use mindsave_core::snapshot::archive_text;

use crate::{MindSave, Pick, Result, SnapshotId};

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
}
