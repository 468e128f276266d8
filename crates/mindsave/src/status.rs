//! Where things stand: the workspace, its newest snapshot, the heartbeat.

use std::path::PathBuf;

use mindsave_core::snapshot::IndexEntry;

use crate::{MindSave, Result, Signal};

/// Where things stand.
#[derive(Clone, Debug)]
pub struct StatusReport {
    /// The root of the workspace, resolved.
    pub root: Option<PathBuf>,
    /// How it was found.
    pub found_by: Option<String>,
    /// Where the files are.
    pub store: String,
    /// How many snapshots there are.
    pub snapshots: usize,
    /// The newest.
    pub newest: Option<IndexEntry>,
    /// The heartbeat.
    pub signal: Signal,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl MindSave {
    /// Reports where things stand.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub fn status(&self) -> Result<StatusReport> {
        let (entries, mut warnings) = self.list()?;
        warnings.extend(self.settings.warnings.iter().cloned());
        Ok(StatusReport {
            root: self.root().map(std::path::Path::to_path_buf),
            found_by: self.workspace.as_ref().map(|workspace| workspace.found_by.to_string()),
            store: self.store.location(),
            snapshots: entries.len(),
            newest: entries.into_iter().next(),
            signal: self.signal()?,
            warnings,
        })
    }
}
