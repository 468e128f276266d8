//! Notes that something was found to be so not long ago, which need not be looked at again at once.

use std::time::SystemTime;

use mindsave_store::{Durability, Expect, Key, Store};

use crate::Result;

/// How long such a note counts, in seconds: so long an edit that writes a file over in place can go
/// unseen by a hook.
const RECENT: u64 = 30;

/// Returns what was noted under a key, if that was not long ago.
pub(crate) fn noted(store: &dyn Store, key: &str) -> Option<String> {
    let bytes = store.read(&Key::parse(key).ok()?).ok()??;
    let text = String::from_utf8(bytes).ok()?;
    let (at, noted) = text.split_once('\n')?;
    let age = seconds().checked_sub(at.parse().ok()?)?;
    (age < RECENT).then(|| noted.to_owned())
}

/// Notes something under a key.
///
/// # Errors
/// `unavailable` when it cannot be written: whoever asks looks once more.
pub(crate) fn note(store: &dyn Store, key: &str, what: &str) -> Result<()> {
    let text = format!("{}\n{what}", seconds());
    store.write(&Key::parse(key)?, text.as_bytes(), Expect::Any, Durability::Cached)
}

fn seconds() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
