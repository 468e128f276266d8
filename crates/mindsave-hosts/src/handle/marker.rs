//! The mark that a session's context was lost and is to be given back, and what was given last.
//!
//! It is set before a compaction and taken by the first hook of the main thread that may say
//! something. Taking it is deleting a file, which one process alone can do.

use mindsave::{FileStore, SESSION_CACHES, Store, Timestamp};
use mindsave_core::work::SessionId;
use mindsave_store::{Durability, Expect, Key};

/// Folders with a small file a session, beside those of the facade.
const FOLDERS: [&str; 4] = ["cache/restore", "cache/delivered", "cache/seen", "cache/window"];
/// After how many seconds a session is long gone.
const OLD: i64 = 14 * 86_400;

/// The marks of one session.
#[derive(Clone, Debug)]
pub(super) struct Marker {
    store: FileStore,
    due: Option<Key>,
    delivered: Option<Key>,
}

impl Marker {
    pub(super) fn new(store: FileStore, session: &SessionId) -> Self {
        let key = |folder: &str| Key::parse(&format!("cache/{folder}/{session}")).ok();
        Self { store, due: key("restore"), delivered: key("delivered") }
    }

    /// Notes that the text is to be given again; the content says which was given last.
    pub(super) fn set(&self) {
        let last = self.delivered().unwrap_or_default();
        self.put(self.due.as_ref(), &last);
    }

    /// Whether the text is to be given again.
    pub(super) fn is_set(&self) -> bool {
        let stamp = self.due.as_ref().and_then(|key| self.store.stamp(key).ok());
        stamp.is_some_and(|stamp| !stamp.is_empty())
    }

    /// Takes the mark; false when it was not set, or another took it.
    pub(super) fn take(&self) -> bool {
        let taken = self.due.as_ref().and_then(|key| self.store.delete(key, Expect::Any).ok());
        taken.unwrap_or(false)
    }

    /// Notes which text was given.
    pub(super) fn gave(&self, revision: &str) {
        self.put(self.delivered.as_ref(), revision);
    }

    /// Returns the mark of the text that was given last.
    pub(super) fn delivered(&self) -> Option<String> {
        let bytes = self.store.read(self.delivered.as_ref()?).ok()??;
        Some(String::from_utf8_lossy(&bytes).trim().to_owned())
    }

    /// Forgets a session that ended.
    pub(super) fn clear(&self) {
        for key in [&self.due, &self.delivered].into_iter().flatten() {
            drop(self.store.delete(key, Expect::Any));
        }
    }

    /// Removes what sessions left that are long gone.
    pub(super) fn sweep(&self, now: Timestamp) {
        for folder in FOLDERS.into_iter().chain(SESSION_CACHES) {
            let files =
                Key::parse(folder).and_then(|key| self.store.list(&key)).unwrap_or_default();
            for file in files.iter().filter(|file| now.seconds_since(file.modified) > OLD) {
                drop(self.store.delete(&file.key, Expect::Any));
            }
        }
    }

    fn put(&self, key: Option<&Key>, text: &str) {
        if let Some(key) = key {
            drop(self.store.write(key, text.as_bytes(), Expect::Any, Durability::Cached));
        }
    }
}
