//! A hook that is installed twice, by a plugin and by settings, acts once.
//!
//! A host runs both at the same time with the same input. Each notes in one file that it begins, and
//! looks whether another has begun the same before it. An event with an id of its own is the same
//! event for a while; any other only while the first is at work, since a user may well say the same
//! again.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mindsave::{FileStore, Store};
use mindsave_core::work::SessionId;
use mindsave_store::{Durability, Expect, Key, hex};
use sha2::{Digest, Sha256};

/// How long an event with an id is known, and how long another process may be at work.
const WINDOW: Duration = Duration::from_secs(2);
/// Above this many bytes the file begins anew.
const LARGEST: usize = 16 * 1024;

/// One event of a session, as this process handles it.
#[derive(Debug)]
pub(super) struct Twice {
    store: FileStore,
    key: Option<Key>,
    event: String,
    has_id: bool,
    own: String,
    started: SystemTime,
}

impl Twice {
    /// `what` is what makes the event this one: its id, or all of its input.
    pub(super) fn new(
        store: FileStore,
        session: &SessionId,
        event: &str,
        what: (&[u8], bool),
        started: SystemTime,
    ) -> Self {
        let (what, has_id) = what;
        let digest =
            Sha256::new().chain_update(event).chain_update([0]).chain_update(what).finalize();
        Self {
            store,
            key: Key::parse(&format!("cache/seen/{session}")).ok(),
            event: hex(&digest[..8]),
            has_id,
            own: format!("{}-{}", std::process::id(), micros(SystemTime::now())),
            started,
        }
    }

    /// Claims the event; false when another process has it. Where nothing can be noted it is ours.
    pub(super) fn claim(&self) -> bool {
        self.note("begin");
        let read = self.key.as_ref().and_then(|key| self.store.read(key).ok()?);
        let bytes = read.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mine = !self.is_taken(&text);
        if let Some(key) = self.key.as_ref().filter(|_| bytes.len() > LARGEST) {
            drop(self.store.write(key, b"", Expect::Any, Durability::Cached));
        }
        mine
    }

    /// Notes that the event is dealt with.
    pub(super) fn finish(&self) {
        self.note("end");
    }

    fn note(&self, what: &str) {
        let line = format!("{} {} {what} {}", self.event, self.own, micros(SystemTime::now()));
        if let Some(key) = &self.key {
            drop(self.store.append(key, line.as_bytes(), Durability::Cached));
        }
    }

    fn is_taken(&self, text: &str) -> bool {
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
        let same = |line: &&Vec<&str>| line.len() == 4 && line[0] == self.event;
        let before = lines.iter().filter(same).take_while(|line| line[1] != self.own);
        let begun = before.filter(|line| line[2] == "begin");
        let ended = |by: &str| {
            let end = lines.iter().filter(same).find(|line| line[1] == by && line[2] == "end");
            end.and_then(|line| line[3].parse::<u128>().ok())
        };
        let (now, own) = (micros(SystemTime::now()), micros(self.started));
        begun.into_iter().any(|line| {
            let young = line[3].parse().is_ok_and(|at| now.saturating_sub(at) < WINDOW.as_micros());
            young && (self.has_id || ended(line[1]).is_none_or(|end| end > own))
        })
    }
}

fn micros(time: SystemTime) -> u128 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_micros()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn twice(dir: &tempfile::TempDir, what: &str, has_id: bool) -> Twice {
        let store = FileStore::new(dir.path());
        let (session, started) = (SessionId::of("s"), SystemTime::now());
        Twice::new(store, &session, "PreToolUse", (what.as_bytes(), has_id), started)
    }

    #[test]
    fn an_event_with_an_id_is_dealt_with_once() {
        let dir = tempfile::tempdir().unwrap();
        let first = twice(&dir, "call-1", true);
        assert!(first.claim());
        first.finish();
        assert!(!twice(&dir, "call-1", true).claim());
        assert!(twice(&dir, "call-2", true).claim());
    }

    #[test]
    fn an_event_without_an_id_may_come_again_but_not_at_the_same_time() {
        let dir = tempfile::tempdir().unwrap();
        let (first, beside) = (twice(&dir, "继续", false), twice(&dir, "继续", false));
        assert!(first.claim());
        assert!(!twice(&dir, "继续", false).claim(), "the first is at work");
        first.finish();
        assert!(!beside.claim(), "it began while the first was at work");
        assert!(twice(&dir, "other", false).claim());
    }
}
