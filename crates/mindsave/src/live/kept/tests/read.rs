//! What a fold reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mindsave_store::{Entry, Extent, Guard, MemoryStore};

use super::*;

/// A store that counts the bytes of journals that are read.
#[derive(Clone, Debug, Default)]
struct Counting {
    inner: MemoryStore,
    read: Arc<AtomicU64>,
}

impl Counting {
    fn counted(&self, key: &Key, bytes: Option<Vec<u8>>) -> Option<Vec<u8>> {
        if key.folder() == "sessions" {
            let size = bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
            self.read.fetch_add(size, Ordering::Relaxed);
        }
        bytes
    }

    fn take(&self) -> u64 {
        self.read.swap(0, Ordering::Relaxed)
    }
}

impl Store for Counting {
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        Ok(self.counted(key, self.inner.read(key)?))
    }

    fn read_from(&self, key: &Key, from: u64) -> Result<Option<Vec<u8>>> {
        Ok(self.counted(key, self.inner.read_from(key, from)?))
    }

    fn write(&self, key: &Key, bytes: &[u8], expect: Expect, how: Durability) -> Result<()> {
        self.inner.write(key, bytes, expect, how)
    }

    fn append(&self, key: &Key, line: &[u8], how: Durability) -> Result<u64> {
        self.inner.append(key, line, how)
    }

    fn list(&self, folder: &Key) -> Result<Vec<Entry>> {
        self.inner.list(folder)
    }

    fn delete(&self, key: &Key, expect: Expect) -> Result<bool> {
        self.inner.delete(key, expect)
    }

    fn revision(&self, folder: &Key) -> Result<String> {
        self.inner.revision(folder)
    }

    fn stamp(&self, key: &Key) -> Result<String> {
        self.inner.stamp(key)
    }

    fn extent(&self, key: &Key) -> Result<Option<Extent>> {
        self.inner.extent(key)
    }

    fn settle(&self, folder: &Key) -> Result<()> {
        self.inner.settle(folder)
    }

    fn lock(&self, patience: Duration) -> Result<Guard> {
        self.inner.lock(patience)
    }

    fn location(&self) -> String {
        self.inner.location()
    }
}

#[test]
fn a_session_that_begins_again_reads_what_is_new() {
    let (store, session) = (Counting::default(), id("a"));
    let mind = || MindSave::with_store(store.clone(), Clock::Fixed(at(2000)));
    let events: Vec<Event> = (0..1000).map(call).collect();
    mind().append(&session, &[goal(0, "修复登录")]).unwrap();
    mind().append(&session, &events).unwrap();
    let begun = || Event::new(at(2000), Happened::SessionStart { source: "compact".into() });
    for (least, most) in [(100_000, u64::MAX), (1, 4 * 1024), (1, 4 * 1024)] {
        store.take();
        mind().observe(&session, vec![begun()]).unwrap();
        let restored = mind().restore(&session, false).unwrap().unwrap();
        assert!(restored.text.contains("修复登录"));
        let read = store.take();
        assert!((least..=most).contains(&read), "{read} bytes");
    }
    // One that takes it up begins with what is kept of it.
    let ended = Happened::SessionEnd { reason: "clear".into() };
    mind().append(&session, &[Event::new(at(2000), ended)]).unwrap();
    store.take();
    mind().observe(&id("b"), vec![begun()]).unwrap();
    let restored = mind().restore(&id("b"), false).unwrap().unwrap();
    assert!(restored.text.contains("修复登录"));
    assert!(store.take() < 8 * 1024);
}

#[test]
fn the_last_events_are_read_from_the_end() {
    let (store, session) = (Counting::default(), id("a"));
    let mind = MindSave::with_store(store.clone(), Clock::Fixed(at(0)));
    let long = goal(1, &"很长".repeat(20_000));
    let events: Vec<Event> = (2..2000).map(call).collect();
    mind.append(&session, &[&[goal(0, "first"), long][..], &events].concat()).unwrap();
    let all = mind.journal(&session).unwrap().events;
    store.take();
    for (most, bytes) in [(1, 4 * 1024), (8, 4 * 1024), (60, 16 * 1024)] {
        assert_eq!(mind.last_events(&session, most).unwrap(), all[all.len() - most..]);
        assert!(store.take() <= bytes, "{most}");
    }
    for most in [0, 1998, 1999, 2000, 9000] {
        let first = all.len().saturating_sub(most);
        assert_eq!(mind.last_events(&session, most).unwrap(), all[first..], "{most}");
    }
}
