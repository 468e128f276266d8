//! What a hook reads, counted by a store: no clock decides these tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mindsave_core::check::Action;
use mindsave_core::work::SessionId;
use mindsave_store::{Entry, Guard};

use super::*;
use crate::{
    Clock, Error, ErrorKind, FailureReport, Intent, MemoryStore, SaveOptions, State, Timestamp,
};

/// A store that counts what is read of failures and checkpoints, and refuses after so many: as if
/// the process ended there.
#[derive(Clone, Debug, Default)]
struct Counted {
    inner: MemoryStore,
    left: Arc<AtomicUsize>,
}

impl Store for Counted {
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        if ["failure_graph/project", "snapshots"].contains(&key.folder()) {
            let left = self.left.load(Ordering::SeqCst).checked_sub(1);
            let left =
                left.ok_or_else(|| Error::new(ErrorKind::Unavailable, "it took too long"))?;
            self.left.store(left, Ordering::SeqCst);
        }
        self.inner.read(key)
    }

    fn write(&self, key: &Key, bytes: &[u8], expect: Expect, durability: Durability) -> Result<()> {
        self.inner.write(key, bytes, expect, durability)
    }

    fn append(&self, key: &Key, line: &[u8], durability: Durability) -> Result<u64> {
        self.inner.append(key, line, durability)
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

impl Counted {
    /// A store with so many failures that people wrote, of which the last is Tailwind.
    fn with_failures(count: usize) -> Self {
        let store = Self::default();
        for number in 1..count {
            store.put(number, &format!("copy the ledger {number} by hand"));
        }
        store.put(count, "Tailwind for the cards");
        store
    }

    fn put(&self, number: usize, name: &str) {
        let text = format!("name: {name}\nreason: it broke\nrepeat_count: {}\n", number % 7 + 1);
        let key = Key::parse(&format!("failure_graph/project/f{number:04}.yaml")).unwrap();
        self.inner.write(&key, text.as_bytes(), Expect::Any, Durability::Cached).unwrap();
    }

    fn mind(&self) -> MindSave {
        MindSave::with_store(self.clone(), Clock::Fixed(Timestamp::from_millis(0)))
    }

    /// Plays a hook that is stopped after it read so many files; returns what it warned of and how
    /// many it read.
    fn hook(&self, most: usize) -> (Result<Vec<String>>, usize) {
        self.left.store(most, Ordering::SeqCst);
        let intents = [Intent::Command("npm install tailwindcss".to_owned())];
        let told = self.mind().forewarn(&SessionId::of("a"), &intents);
        (told, most - self.left.load(Ordering::SeqCst))
    }

    fn has_cache(&self) -> bool {
        !self.inner.stamp(&Key::parse(CACHE).unwrap()).unwrap().is_empty()
    }
}

#[test]
fn a_hook_that_is_stopped_leaves_what_it_read_to_the_next() {
    let store = Counted::with_failures(1000);
    for _ in 0..2 {
        assert!(store.hook(400).0.is_err());
    }
    let (told, read) = store.hook(600);
    assert!(told.unwrap()[0].contains("Tailwind for the cards"));
    assert!(read <= 600, "{read}");
    let (told, read) = store.hook(0);
    assert_eq!((told.unwrap().len(), read), (1, 0));
    // What it was made of in parts says what is made of all at once.
    store.left.store(2000, Ordering::SeqCst);
    let kept = |mind: &MindSave, care| {
        let watch = mind.watch_failures(care).unwrap();
        (watch.checker.as_bytes().to_vec(), watch.foremost().collect::<Vec<_>>())
    };
    let parts = kept(&store.mind(), Care::Recent);
    store.inner.delete(&Key::parse(CACHE).unwrap(), Expect::Any).unwrap();
    assert_eq!(kept(&store.mind(), Care::Full), parts);
}

#[test]
fn what_was_recorded_is_read_alone() {
    let store = Counted::with_failures(300);
    store.hook(300).0.unwrap();
    let name = "MyISAM for the ledger".to_owned();
    store.left.store(999, Ordering::SeqCst);
    store.mind().record_failure(&FailureReport { name, ..FailureReport::default() }).unwrap();
    assert_eq!(store.hook(9).1, 1);
    assert_eq!(store.hook(9).1, 0);
    let found = store.mind().check(&Action::Sentence("use MyISAM for the ledger")).unwrap();
    assert_eq!(found.matches[0].failure.name.as_str(), "MyISAM for the ledger");
}

#[test]
fn checks_are_prepared_where_there_are_many_failures() {
    let store = Counted::with_failures(KEPT_FROM - 1);
    store.mind().prepare_checks().unwrap();
    assert!(!store.has_cache());
    store.put(KEPT_FROM, "the last");
    store.left.store(KEPT_FROM, Ordering::SeqCst);
    store.mind().prepare_checks().unwrap();
    assert!(store.has_cache());
    assert_eq!(store.hook(9).1, 0);
    // In place, which a hook does not see at once, and as a new file.
    store.put(1, "another text");
    store.put(99, "one more");
    store.left.store(9, Ordering::SeqCst);
    store.mind().prepare_checks().unwrap();
    assert_eq!(store.hook(0).0.unwrap().len(), 1);
}

#[test]
fn a_checkpoint_that_tells_of_nothing_more_is_not_read_at_every_hook() {
    let store = Counted::default();
    let save = |path: &str| {
        let mut state = State::default();
        state.task.goal = "export".to_owned();
        state.knowledge.excluded_paths = vec![path.to_owned()];
        store.left.store(99, Ordering::SeqCst);
        store.mind().save(state, &SaveOptions::default()).unwrap();
    };
    save("Tailwind for the cards");
    let first = store.hook(9);
    assert!(first.1 > store.hook(9).1, "the checkpoint was read again");
    assert_eq!(store.hook(9).0.unwrap(), first.0.unwrap());
    // Without its file the checkpoint alone tells of it.
    let folder = Key::parse("failure_graph/project").unwrap();
    for file in store.list(&folder).unwrap() {
        store.delete(&file.key, Expect::Any).unwrap();
    }
    for _ in 0..2 {
        assert_eq!(store.hook(9).0.unwrap().len(), 1);
    }
    save("MyISAM for the ledger");
    assert!(store.hook(9).0.unwrap().is_empty(), "the newest checkpoint counts");
}
