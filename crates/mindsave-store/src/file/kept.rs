//! Files that are used again and again, kept open from one use to the next: opening and closing a
//! file costs more than a line that is written into it.
//!
//! A file that is kept is used only while its name leads to it: one that was deleted, replaced,
//! moved away or given other rights is opened again by its name. That an open file still has a
//! name would say less: an editor that keeps a copy moves the old file there and puts a new one in
//! its place.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind as Io, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mindsave_core::Result;

use super::look::{Look, Mark};
use super::system::{byte_at, sync_folder};
use super::{FileStore, PATIENCE, Step, lock, place, refused};
use crate::Key;
use crate::store::Durability;

/// How many files are kept by a store: the journal of a session, the facts, the heartbeat, and the
/// journal of one session more.
const MOST: usize = 4;

/// How often a file is opened again whose name leads to another one by then.
const TRIES: usize = 10;

/// What a file was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Lines are appended.
    Append,
    /// It is read and written over.
    Rewrite,
}

/// An open file and the name it was opened by.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) file: File,
    pub(super) path: PathBuf,
    key: Key,
    usage: Use,
    mark: Option<Mark>,
    /// The process that opened it.
    process: u32,
}

impl Open {
    /// Notes what was opened, and what it is.
    fn new(key: &Key, path: PathBuf, usage: Use, (file, now): (File, Look)) -> Self {
        let process = std::process::id();
        Self { file, path, key: key.clone(), usage, mark: now.mark, process }
    }

    /// Returns what the file is now; nothing where its name does not lead to it any more.
    fn named(&self) -> Option<Look> {
        Look::at(&self.path).ok().filter(|now| now.mark == self.mark)
    }

    fn is_for(&self, key: &Key, usage: Use) -> bool {
        self.usage == usage && self.key == *key
    }
}

/// The files of a store that are kept open, the one used last behind the others.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<Vec<Open>>);

impl Kept {
    /// Takes a file out. Whoever else needs it meanwhile opens it again: the lock of a file belongs
    /// to the open file, so that two threads that shared one would not keep each other out. For the
    /// same reason what a process opened does not serve one that was forked from it.
    pub(super) fn take(&self, key: &Key, usage: Use) -> Option<Open> {
        let mut files = self.files();
        let at = files.iter().rposition(|open| open.is_for(key, usage))?;
        let open = files.remove(at);
        drop(files);
        (open.process == std::process::id()).then_some(open)
    }

    /// Keeps a file that is not locked any more; the one that was used longest ago goes.
    pub(super) fn put(&self, open: Open) {
        // Where a name cannot be compared with the file, it is opened each time.
        if open.mark.is_none() {
            return;
        }
        let mut files = self.files();
        let known = files.iter().position(|other| other.is_for(&open.key, open.usage));
        let old = known.or_else(|| (files.len() >= MOST).then_some(0)).map(|at| files.remove(at));
        files.push(open);
        drop(files);
        drop(old);
    }

    /// Closes what is kept of a name.
    pub(super) fn forget(&self, key: &Key) {
        self.files().retain(|open| open.key != *key);
    }

    fn files(&self) -> MutexGuard<'_, Vec<Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FileStore {
    /// Opens a file to read it and write it over, unless it is open; nothing where there is none.
    pub(super) fn open_to_rewrite(&self, key: &Key) -> Result<Option<(Open, Look)>> {
        let known = self.kept.take(key, Use::Rewrite);
        if let Some(found) = known.and_then(|open| open.named().map(|now| (open, now))) {
            return Ok(Some(found));
        }
        let opened = self.at(key, "write", |place| {
            match place.open(OpenOptions::new().read(true).write(true)) {
                Err(error) if error.kind() == Io::NotFound => Ok(None),
                opened => opened.map(Some),
            }
        })?;
        let path = self.root.join(key.as_str());
        Ok(opened.map(|(file, meta)| {
            let now = Look::of(&meta);
            (Open::new(key, path, Use::Rewrite, (file, now)), now)
        }))
    }

    /// Opens a file to append to it, unless it is open, and takes its lock; returns its size too.
    /// The lock is held until the line is written: half of another writer's line is no torn one.
    pub(super) fn open_to_append(&self, key: &Key) -> Result<(Open, u64)> {
        if let Some(open) = self.kept.take(key, Use::Append) {
            lock::hold(&open.file, &open.path, PATIENCE)?;
            // Under the lock, so that its size is that behind all other writers' lines.
            if let Some(now) = open.named() {
                let step = self.step(Step::Append);
                step.map_err(|error| refused(&open.path, "append to", error))?;
                return Ok((open, now.size));
            }
        }
        // While the lock was waited for, another file can have taken the name.
        let mut opened = self.open_and_hold(key)?;
        for _ in 1..TRIES {
            if opened.0.mark.is_none() || opened.0.named().is_some() {
                break;
            }
            opened = self.open_and_hold(key)?;
        }
        Ok(opened)
    }

    /// Opens a file by its name and takes its lock; returns its size too.
    fn open_and_hold(&self, key: &Key) -> Result<(Open, u64)> {
        let file = self.at(key, "append to", |place| {
            self.step(Step::Append)?;
            place.open_append()
        })?;
        let path = self.root.join(key.as_str());
        lock::hold(&file, &path, PATIENCE)?;
        let meta = place::meta_of(&file).map_err(|error| refused(&path, "append to", error))?;
        let now = Look::of(&meta);
        Ok((Open::new(key, path, Use::Append, (file, now)), now.size))
    }

    /// Appends a line to a file of this size that is locked; returns its size behind it.
    pub(super) fn append_behind(
        &self,
        open: &Open,
        before: u64,
        line: &[u8],
        durability: Durability,
    ) -> io::Result<u64> {
        let mut bytes = Vec::with_capacity(line.len() + 2);
        if is_torn(&open.file, before)? {
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
        (&open.file).write_all(&bytes)?;
        let size = before + bytes.len() as u64;
        if durability != Durability::Durable {
            return Ok(size);
        }
        self.step(Step::Sync)?;
        open.file.sync_data()?;
        // Always: who began the file may not have forced its name.
        self.step(Step::SyncFolder)?;
        sync_folder(open.path.parent().unwrap_or(Path::new(".")))?;
        Ok(size)
    }
}

/// Reports whether the last line of a file of this size was never finished: a process died while
/// writing it.
fn is_torn(file: &File, size: u64) -> io::Result<bool> {
    let Some(last) = size.checked_sub(1) else { return Ok(false) };
    Ok(byte_at(file, last)? != b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(name: &str) -> Open {
        let file = tempfile::tempfile().unwrap();
        let now = Look::of(&file.metadata().unwrap());
        Open::new(&Key::parse(name).unwrap(), PathBuf::from(name), Use::Append, (file, now))
    }

    #[cfg(unix)]
    #[test]
    fn what_was_used_longest_ago_is_closed_and_no_name_is_kept_twice() {
        let (kept, key) = (Kept::default(), |name: &str| Key::parse(name).unwrap());
        for name in ["a", "b", "c", "b", "d", "e"] {
            kept.put(open(name));
        }
        assert_eq!(kept.files().len(), MOST);
        assert!(kept.take(&key("a"), Use::Append).is_none());
        assert!(kept.take(&key("b"), Use::Rewrite).is_none());
        assert!(kept.take(&key("b"), Use::Append).is_some());
        assert!(kept.take(&key("b"), Use::Append).is_none());
        kept.forget(&key("c"));
        assert!(kept.take(&key("c"), Use::Append).is_none());
    }

    #[test]
    fn a_file_of_the_process_this_one_was_forked_from_is_not_used() {
        let (kept, mut other) = (Kept::default(), open("a"));
        other.process += 1;
        kept.put(other);
        assert!(kept.take(&Key::parse("a").unwrap(), Use::Append).is_none());
        assert!(kept.files().is_empty());
    }
}
