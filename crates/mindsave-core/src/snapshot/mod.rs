//! Snapshots: immutable checkpoints of a task, what is known about it, and what happened.

mod codec;
mod fields;
mod index;
mod overflow;
mod parts;
mod redaction;
mod retention;
mod short_form;
mod state;
mod strict;

pub use codec::{archive_content, archive_text, decode, encode};
pub use index::{Index, IndexEntry};
pub use overflow::fit_task;
pub use retention::{Limits, Reason, Removal, plan_cleanup, superseded};
pub use short_form::ShortForm;
pub use state::{AutoTrigger, Knowledge, State};
pub(crate) use state::{read_decisions, read_texts};

use serde::{Deserialize, Serialize};

use crate::{SnapshotId, Timestamp};

/// The version written into new snapshot files: the one of seed 000's template.
///
/// Readers never branch on it: files with every version in use are told apart by their keys.
pub const FORMAT_VERSION: &str = "3.0";

/// A checkpoint: what was saved, when, and under which name.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The name, which is also the file name.
    pub id: SnapshotId,
    /// When it was made.
    pub created_at: Timestamp,
    /// The version the file was written with, as found; [`UNWRITTEN`] for a state of which there is
    /// no file.
    pub version: String,
    /// The layers it holds.
    pub layers: Layers,
    /// What was saved.
    pub state: State,
    /// How the active files looked when it was made, for `load --verify`.
    pub file_stamps: Vec<FileStamp>,
    /// What its rules come to in short, as made when it was saved.
    pub short: ShortForm,
    /// Whether the end of its file was missing when it was read: Layer 3 is not whole then.
    pub cut_off: bool,
}

/// The version of a snapshot that was not written: what a session knows now.
pub const UNWRITTEN: &str = "unwritten";

impl Snapshot {
    /// Reports whether there is no file of it: it shows what a session knows now.
    pub(crate) fn is_live(&self) -> bool {
        self.version == UNWRITTEN
    }

    /// Returns what a reader should know of a file that was read all the same.
    ///
    /// ```
    /// use mindsave_core::{SnapshotId, Timestamp, snapshot};
    ///
    /// let id = SnapshotId::parse("login_2026-05-10")?;
    /// let torn = "---\ngoal: 修复登录\n---\n\n### Notes\n```text\nthe first half of";
    /// let read = snapshot::decode(&id, torn, Timestamp::from_millis(0))?;
    /// assert!(read.warning().is_some_and(|text| text.contains("cut off")));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn warning(&self) -> Option<String> {
        let id = &self.id;
        let text = format!(
            "the file of {id} is cut off in its archive (Layer 3): task and knowledge are whole, but completed \
             steps, file changes, tool calls or notes at its end are missing"
        );
        self.cut_off.then_some(text)
    }
}

/// Which of the three layers a snapshot holds; the first is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Layer 2: constraints, decisions, failures.
    pub knowledge: bool,
    /// Layer 3: the cold archive.
    pub archive: bool,
}

impl Layers {
    /// Layer 1 alone, as an overflow snapshot has it.
    pub const TASK: Self = Self { knowledge: false, archive: false };
    /// Layers 1 and 2.
    pub const RESTORED: Self = Self { knowledge: true, archive: false };
    /// All three layers.
    pub const ALL: Self = Self { knowledge: true, archive: true };

    /// Returns the names: `L1`, `L2`, `L3`.
    ///
    /// ```
    /// assert_eq!(mindsave_core::snapshot::Layers::ALL.names(), ["L1", "L2", "L3"]);
    /// ```
    pub fn names(self) -> Vec<&'static str> {
        let mut names = vec!["L1"];
        if self.knowledge {
            names.push("L2");
        }
        if self.archive {
            names.push("L3");
        }
        names
    }

    /// Reads names back; what is not a layer is passed over.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut layers = Self::TASK;
        for name in names {
            layers.knowledge |= name == "L2";
            layers.archive |= name == "L3";
        }
        layers
    }
}

/// How a file looked when a snapshot was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStamp {
    /// The path as given in `active_files`.
    pub path: String,
    /// Its size in bytes; absent when the file did not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// When it was last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<Timestamp>,
    /// SHA-256 of its content in hexadecimal; absent for files over the size that is hashed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}
