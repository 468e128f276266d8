//! A store in memory, for tests and for programs that keep their state elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mindsave_core::{Error, ErrorKind, Result, Timestamp};

use crate::Key;
use crate::store::{Durability, Entry, Expect, Extent, Guard, Store, Version};

/// Values in memory; clones share them.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    values: Arc<Mutex<Values>>,
    lock: Arc<(Mutex<bool>, Condvar)>,
}

#[derive(Debug, Default)]
struct Values {
    map: BTreeMap<Key, Held>,
    /// Counts changes, in place of times.
    clock: u64,
    /// The count at which a folder last gained or lost a value.
    folders: BTreeMap<String, u64>,
}

/// One value.
#[derive(Debug)]
struct Held {
    bytes: Vec<u8>,
    /// The count at which it was changed last, and at which it was written whole.
    changed: u64,
    written: u64,
}

impl Values {
    fn check(&self, key: &Key, expect: &Expect) -> Result<()> {
        let current = self.map.get(key).map(|held| &held.bytes);
        match (expect, current) {
            (Expect::Absent, Some(_)) => Err(exists(key)),
            (Expect::Version(version), current)
                if current.map(|b| Version::of(b)).as_ref() != Some(version) =>
            {
                Err(changed(key))
            }
            _ => Ok(()),
        }
    }

    fn put(&mut self, key: &Key, bytes: Vec<u8>) {
        self.clock += 1;
        let held = Held { bytes, changed: self.clock, written: self.clock };
        if self.map.insert(key.clone(), held).is_none() {
            self.folders.insert(key.folder().to_owned(), self.clock);
        }
    }

    /// Appends to a value that is there, or makes it; returns its size.
    fn append(&mut self, key: &Key, line: &[u8]) -> u64 {
        if !self.map.contains_key(key) {
            self.put(key, Vec::new());
        }
        self.clock += 1;
        let Some(held) = self.map.get_mut(key) else { return 0 };
        held.bytes.extend_from_slice(line);
        held.bytes.push(b'\n');
        held.changed = self.clock;
        held.bytes.len() as u64
    }
}

/// The error for a value that must not be there.
pub(crate) fn exists(key: &Key) -> Error {
    Error::new(ErrorKind::AlreadyExists, format!("{key} exists already"))
}

/// The error for a value somebody else changed.
pub(crate) fn changed(key: &Key) -> Error {
    Error::new(ErrorKind::Conflict, format!("{key} was changed by somebody else"))
}

impl MemoryStore {
    fn values(&self) -> MutexGuard<'_, Values> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        Ok(self.values().map.get(key).map(|held| held.bytes.clone()))
    }

    fn write(&self, key: &Key, bytes: &[u8], expect: Expect, _: Durability) -> Result<()> {
        let mut values = self.values();
        values.check(key, &expect)?;
        values.put(key, bytes.to_vec());
        Ok(())
    }

    fn append(&self, key: &Key, line: &[u8], _: Durability) -> Result<u64> {
        Ok(self.values().append(key, line))
    }

    fn list(&self, folder: &Key) -> Result<Vec<Entry>> {
        let values = self.values();
        let inside = values.map.iter().filter(|(key, _)| key.folder() == folder.as_str());
        let seen = inside.filter(|(key, _)| !key.name().starts_with('.'));
        let entry = |(key, held): (&Key, &Held)| Entry {
            key: key.clone(),
            size: held.bytes.len() as u64,
            modified: Timestamp::from_millis(i64::try_from(held.changed).unwrap_or(i64::MAX)),
            stamp: held.changed.to_string(),
        };
        Ok(seen.map(entry).collect())
    }

    fn delete(&self, key: &Key, expect: Expect) -> Result<bool> {
        let mut values = self.values();
        values.check(key, &expect)?;
        let removed = values.map.remove(key).is_some();
        if removed {
            values.clock += 1;
            let clock = values.clock;
            values.folders.insert(key.folder().to_owned(), clock);
        }
        Ok(removed)
    }

    fn revision(&self, folder: &Key) -> Result<String> {
        Ok(self.values().folders.get(folder.as_str()).map(u64::to_string).unwrap_or_default())
    }

    fn stamp(&self, key: &Key) -> Result<String> {
        Ok(self.values().map.get(key).map(|held| held.changed.to_string()).unwrap_or_default())
    }

    fn extent(&self, key: &Key) -> Result<Option<Extent>> {
        Ok(self.values().map.get(key).map(|held| Extent {
            size: held.bytes.len() as u64,
            file: held.written,
            stamp: held.changed.to_string(),
        }))
    }

    fn settle(&self, _: &Key) -> Result<()> {
        Ok(())
    }

    fn lock(&self, patience: Duration) -> Result<Guard> {
        struct Held(Arc<(Mutex<bool>, Condvar)>);
        impl Drop for Held {
            fn drop(&mut self) {
                *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = false;
                self.0.1.notify_one();
            }
        }
        let end = Instant::now() + patience;
        let mut held = self.lock.0.lock().unwrap_or_else(PoisonError::into_inner);
        while *held {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Error::new(
                    ErrorKind::Unavailable,
                    "the lock is held by somebody else",
                ));
            }
            held = self.lock.1.wait_timeout(held, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        *held = true;
        drop(held);
        Ok(Guard::new(Held(Arc::clone(&self.lock))))
    }

    fn location(&self) -> String {
        "memory".to_owned()
    }
}
