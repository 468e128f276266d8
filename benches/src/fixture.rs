//! Workspaces to measure in.

use std::fs::{self, File};
use std::path::Path;

use mindsave::snapshot::encode;
use mindsave::{Clock, MindSave, Pick, SaveOptions, SnapshotId, State, Timestamp, Workspace};
use tempfile::TempDir;

use crate::Outcome;

/// A state as a session has it after an hour or so, about 2 KB as a snapshot file.
const STATE: &str = include_str!("state.json");

/// A workspace in a temporary folder that goes when it is dropped.
pub(crate) struct Fixture {
    pub(crate) dir: TempDir,
    pub(crate) state: State,
}

impl Fixture {
    /// Makes a workspace with this many snapshots in it; `status` is that of all of them.
    pub(crate) fn new(snapshots: usize, status: Option<&str>) -> Outcome<Self> {
        let mut value: serde_json::Value = serde_json::from_str(STATE)?;
        if let Some(status) = status {
            value["status"] = status.into();
        }
        let state = State::from_json(&value.to_string())?;
        let fixture = Self { dir: tempfile::tempdir()?, state };
        fs::create_dir(fixture.dir.path().join(".mindsave"))?;
        fixture.fill(snapshots)?;
        Ok(fixture)
    }

    /// Opens the workspace, as a process does when it starts.
    pub(crate) fn open(&self) -> Outcome<MindSave> {
        let workspace = Workspace::find(Some(self.dir.path()))?;
        Ok(MindSave::open(workspace, Clock::System)?)
    }

    /// Returns the folder of the snapshot files.
    pub(crate) fn snapshots(&self) -> std::path::PathBuf {
        self.dir.path().join(".mindsave/snapshots")
    }

    /// Writes snapshot files as saves of earlier days left them: one saved, the others after it.
    fn fill(&self, count: usize) -> Outcome<()> {
        let mind = self.open()?;
        let saved = save(&mind, self.state.clone())?;
        let named = Pick::Named(saved.snapshot.id.to_string());
        let mut snapshot = mind.load(&named)?.snapshot;
        let (stem, newest) = (saved.snapshot.id.to_string(), snapshot.created_at);
        for number in 2..=u32::try_from(count)? {
            snapshot.id = SnapshotId::numbered(&stem, number);
            snapshot.created_at = minutes_before(newest, number);
            let path = self.snapshots().join(format!("{}.md", snapshot.id));
            fs::write(path, encode(&snapshot)?)?;
        }
        mind.list()?;
        File::open(self.snapshots())?.sync_all()?;
        Ok(())
    }
}

/// Saves one snapshot; git has no part in it.
pub(crate) fn save(mind: &MindSave, state: State) -> Outcome<mindsave::Saved> {
    let options = SaveOptions { collect: false, ..SaveOptions::default() };
    Ok(mind.save(state, &options)?)
}

fn minutes_before(newest: Timestamp, minutes: u32) -> Timestamp {
    let start = Timestamp::from_millis(0);
    let seconds = newest.seconds_since(start) - 60 * i64::from(minutes);
    Timestamp::from_millis(seconds * 1000)
}

/// Waits until the file system has nothing of the folder left to write.
///
/// Without this the fsync of one sample would pay for the unforced writes of the one before.
pub(crate) fn settle(folder: &Path) -> Outcome<()> {
    Ok(File::open(folder)?.sync_all()?)
}
