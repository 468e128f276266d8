//! What went wrong in hooks: a file, never the host's screen.

use mindsave::{Clock, FileStore, Store, Workspace};
use mindsave_core::redact::redact;
use mindsave_core::resume::one_line;
use mindsave_store::{Durability, Expect, Key};

use crate::field::beginning;
use crate::host::Host;

/// The file, below `.mindsave`.
pub(crate) const FILE: &str = "hook.log";
/// Above this many bytes the older half goes.
const LARGEST: u64 = 256 * 1024;
/// The most bytes of a line.
const LINE_MAX: usize = 500;

/// Writes lines about one call of a hook.
#[derive(Clone, Debug)]
pub(super) struct Log {
    store: FileStore,
    head: String,
}

impl Log {
    pub(super) fn new(workspace: &Workspace, host: Host, event: &str, clock: Clock) -> Self {
        let head = format!("{} {host} {}", clock.now(), beginning(&one_line(event), 60));
        Self { store: FileStore::new(workspace.folder()), head }
    }

    /// Adds a line; where that cannot be done nothing is said at all.
    pub(super) fn line(&self, problem: &str) {
        let problem = one_line(&redact(problem));
        let line = format!("{}: {}", self.head, beginning(&problem, LINE_MAX));
        if let Ok(key) = Key::parse(FILE) {
            self.shorten(&key);
            drop(self.store.append(&key, line.as_bytes(), Durability::Cached));
        }
    }

    fn shorten(&self, key: &Key) {
        let size =
            std::fs::metadata(self.store.root().join(key.as_str())).map_or(0, |meta| meta.len());
        if size <= LARGEST {
            return;
        }
        let Ok(Some(bytes)) = self.store.read(key) else { return };
        let half = &bytes[bytes.len() / 2..];
        let line = half.iter().position(|byte| *byte == b'\n').map_or(half.len(), |at| at + 1);
        drop(self.store.write(key, &half[line..], Expect::Any, Durability::Cached));
    }
}
