//! A store in a folder: one file a value, written atomically, readable by people.

mod atomic;
mod kept;
mod lock;
mod look;
mod path;
mod place;
mod system;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{Error as IoError, ErrorKind as Io};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mindsave_core::{Error, ErrorKind, Result, Timestamp};

use self::kept::Kept;
use self::place::Place;
use self::system::{number, stamp};
use crate::Key;
use crate::memory::{changed, exists};
use crate::store::{Change, Durability, Entry, Expect, Extent, Guard, Store, Version};

/// A step of a write, before which a [`Probe`] is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Creating the temporary file.
    Create,
    /// Writing its content.
    Write,
    /// Forcing the content to the medium.
    Sync,
    /// Giving the file its name.
    Rename,
    /// Forcing the name to the medium.
    SyncFolder,
    /// Appending a line.
    Append,
    /// Deleting a file.
    Delete,
}

impl Step {
    /// All steps.
    pub const ALL: [Self; 7] = [
        Self::Create,
        Self::Write,
        Self::Sync,
        Self::Rename,
        Self::SyncFolder,
        Self::Append,
        Self::Delete,
    ];
}

/// How long a lock is waited for that is only ever held for the length of one write.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asked before each step of a write; an error it returns is taken as the medium's.
///
/// Tests use it to fill the disk or to end the process at a step.
pub type Probe = Arc<dyn Fn(Step) -> std::io::Result<()> + Send + Sync>;

/// Values as files below a folder, 0600 in folders of 0700.
///
/// Writes go to a temporary file that is renamed into place. What has been acknowledged as
/// [`Durability::Durable`] survives a power cut. Links that lead out of the folder are refused.
#[derive(Clone)]
pub struct FileStore {
    root: PathBuf,
    probe: Option<Probe>,
    /// Folders that were found to be no way out, the store's own under no name; shared by the clones.
    safe: Arc<Mutex<BTreeSet<String>>>,
    /// Files that are kept open from one use to the next; shared by the clones.
    kept: Arc<Kept>,
}

impl FileStore {
    /// Opens the store in a folder, which need not exist: it is made at the first write.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), probe: None, safe: Arc::default(), kept: Arc::default() }
    }

    /// Sets what is asked before each step of a write.
    #[must_use]
    pub fn with_probe(mut self, probe: Probe) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Returns the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Removes temporary files that a process left behind more than an hour ago.
    ///
    /// Returns how many there were. The file that waits to be written again stays.
    ///
    /// # Errors
    /// `unavailable` when the folder cannot be read.
    pub fn sweep(&self, folder: &Key) -> Result<usize> {
        sweep(&self.path(folder)?, false)
    }

    /// As [`FileStore::sweep`], in the store's own folder and in all below it. Links are not
    /// followed.
    ///
    /// # Errors
    /// `unavailable` when a folder cannot be read, `invalid_input` when the store's own is a link
    /// that leads out.
    pub fn sweep_all(&self) -> Result<usize> {
        path::check_root(&self.root)?;
        sweep(&self.root, true)
    }

    fn step(&self, step: Step) -> std::io::Result<()> {
        self.probe.as_ref().map_or(Ok(()), |probe| probe(step))
    }

    /// The path of a file whose links are followed where it is used, or its error: the links on the
    /// way and the file itself were checked.
    fn path(&self, key: &Key) -> Result<PathBuf> {
        let path = self.place(key)?;
        path::check_link(&self.root, &path)?;
        Ok(path)
    }

    /// The path of a file that is not followed if it is a link; the folders on the way were checked.
    fn place(&self, key: &Key) -> Result<PathBuf> {
        self.check_way(key).map(|_| self.root.join(key.as_str()))
    }

    /// As [`FileStore::place`]; nothing where its folder is not there, and so no file of this name.
    fn existing(&self, key: &Key) -> Result<Option<PathBuf>> {
        let there = self.check_way(key)?;
        Ok(there.then(|| self.root.join(key.as_str())))
    }

    /// Checks the folders on the way to a key; reports whether they are there.
    fn check_way(&self, key: &Key) -> Result<bool> {
        if !self.check_once("", || path::check_root(&self.root))? {
            return Ok(false);
        }
        let Some((folders, _)) = key.as_str().rsplit_once('/') else { return Ok(true) };
        self.check_once(folders, || path::check_folders(&self.root, folders))
    }

    /// Checks a folder of the store, unless that was done before; reports whether it is there.
    fn check_once(&self, folder: &str, check: impl FnOnce() -> Result<bool>) -> Result<bool> {
        let mut safe = self.safe.lock().unwrap_or_else(PoisonError::into_inner);
        if safe.contains(folder) {
            return Ok(true);
        }
        let there = check()?;
        // A folder that is not there yet may still become a link.
        if there {
            safe.insert(folder.to_owned());
        }
        Ok(there)
    }

    /// Where a file out of use waits to be written again; an error where a link leads out, and
    /// nothing is kept.
    fn spare(&self) -> Result<PathBuf> {
        self.place(&Key::parse("cache")?.join(atomic::SPARE)?)
    }

    /// Opens a file, to do something with it. That it is a link is found by opening it: looking for
    /// one first costs a part of most uses.
    fn at<T>(
        &self,
        key: &Key,
        doing: &str,
        open: impl Fn(Place<'_>) -> std::io::Result<T>,
    ) -> Result<T> {
        let path = if cfg!(unix) { self.place(key) } else { self.path(key) }?;
        let done = match open(Place::NoLink(&path)) {
            Err(error) if system::is_link(&error) => open(Place::Checked(&self.path(key)?)),
            done => done,
        };
        done.map_err(|error| refused(&path, doing, error))
    }

    /// Takes a lock of the store; it is given back when the guard is dropped.
    fn take(&self, name: &str, patience: Duration) -> Result<Guard> {
        let key = Key::parse(name)?;
        let file = self.at(&key, "open the lock", place::open_lock)?;
        lock::hold(&file, &self.root.join(name), patience)?;
        Ok(Guard::new(lock::Held(file)))
    }

    /// Compares with the expected version; the caller holds the lock of comparisons.
    fn check_version(&self, key: &Key, version: &Version) -> Result<()> {
        let current = self.read(key)?.map(|bytes| Version::of(&bytes));
        if current.as_ref() == Some(version) { Ok(()) } else { Err(changed(key)) }
    }

    /// Takes the lock under which versions are compared, if there is one to compare.
    fn comparing(&self, expect: &Expect) -> Result<Option<Guard>> {
        let wanted = matches!(expect, Expect::Version(_));
        wanted.then(|| self.take(".compare.lock", PATIENCE)).transpose()
    }
}

impl Store for FileStore {
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        self.read_from(key, 0)
    }

    fn read_from(&self, key: &Key, from: u64) -> Result<Option<Vec<u8>>> {
        self.at(key, "read", |place| match place.read(from) {
            Err(error) if matches!(error.kind(), Io::NotFound | Io::NotADirectory) => Ok(None),
            read => read,
        })
    }

    fn write(&self, key: &Key, bytes: &[u8], expect: Expect, durability: Durability) -> Result<()> {
        if expect == Expect::Any && durability == Durability::Cached {
            return self.at(key, "write", |place| {
                atomic::overwrite(place, bytes, &|step| self.step(step))
            });
        }
        let replace = expect != Expect::Absent;
        // A link in the place of a new file is a file that is there.
        let path = if replace { self.path(key) } else { self.place(key) }?;
        let guard = self.comparing(&expect)?;
        if let Expect::Version(version) = &expect {
            self.check_version(key, version)?;
        }
        let raced = RefCell::new(None);
        let step = |step| match &expect {
            // Forcing the bytes to the medium takes time, and an editor knows no lock.
            Expect::Version(version) if step == Step::Rename => {
                self.check_version(key, version).map_err(|error| {
                    *raced.borrow_mut() = Some(error);
                    IoError::other("another value is there now")
                })?;
                self.step(step)
            }
            _ => self.step(step),
        };
        let written = if replace && durability == Durability::Cached {
            atomic::overwrite(Place::Checked(&path), bytes, &step)
        } else {
            // Only what is settled later with others is worth a file of the past.
            let spare = (durability == Durability::Content).then(|| self.spare().ok()).flatten();
            atomic::write(&path, bytes, replace, durability, spare.as_deref(), &step)
        };
        drop(guard);
        if let Some(error) = raced.take() {
            return Err(error);
        }
        match written {
            Err(error) if error.kind() == Io::AlreadyExists && !replace => Err(exists(key)),
            other => other.map_err(|error| refused(&path, "write", error)),
        }
    }

    fn write_end(&self, key: &Key, from: u64, bytes: &[u8]) -> Result<bool> {
        self.at(key, "write", |place| {
            atomic::overwrite_end(place, from, bytes, &|step| self.step(step))
        })
    }

    fn rewrite(&self, key: &Key, change: &mut Change<'_>) -> Result<()> {
        let Some((open, now)) = self.open_to_rewrite(key)? else {
            let Some(new) = change(None) else { return Ok(()) };
            return self.write(key, &new, Expect::Any, Durability::Cached);
        };
        let done = atomic::rewrite((&open.file, now), &open.path, change, &|step| self.step(step));
        done.map_err(|error| refused(&open.path, "write", error))?;
        self.kept.put(open);
        Ok(())
    }

    fn append(&self, key: &Key, line: &[u8], durability: Durability) -> Result<u64> {
        let (open, size) = self.open_to_append(key)?;
        let appended = self.append_behind(&open, size, line, durability);
        // An error closes it; a child that was forked meanwhile would keep the lock then.
        let unlocked = open.file.unlock();
        let size = appended
            .and_then(|size| unlocked.map(|()| size))
            .map_err(|error| refused(&open.path, "append to", error))?;
        self.kept.put(open);
        Ok(size)
    }

    fn list(&self, folder: &Key) -> Result<Vec<Entry>> {
        let path = self.path(folder)?;
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == Io::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(refused(&path, "read", error)),
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| refused(&path, "read", error))?;
            // A name that is no key (not Unicode, a backslash) is none of ours.
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
                continue;
            };
            let (false, Ok(key)) = (name.starts_with('.'), folder.join(&name)) else {
                continue;
            };
            // A link is described as itself, so it is no file and is not followed.
            if let Some(meta) = entry.metadata().ok().filter(fs::Metadata::is_file) {
                found.push(describe(key, &meta));
            }
        }
        found.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(found)
    }

    fn delete(&self, key: &Key, expect: Expect) -> Result<bool> {
        let Some(path) = self.existing(key)? else {
            let wanted = matches!(expect, Expect::Version(_));
            return if wanted { Err(changed(key)) } else { Ok(false) };
        };
        path::check_link(&self.root, &path)?;
        self.kept.forget(key);
        let guard = self.comparing(&expect)?;
        if let Expect::Version(version) = &expect {
            self.check_version(key, version)?;
        }
        if expect == Expect::Absent && !self.stamp(key)?.is_empty() {
            return Err(exists(key));
        }
        let removed = self.step(Step::Delete).and_then(|()| fs::remove_file(&path));
        drop(guard);
        match removed {
            Ok(()) => Ok(true),
            Err(error) if matches!(error.kind(), Io::NotFound | Io::NotADirectory) => Ok(false),
            Err(error) => Err(refused(&path, "delete", error)),
        }
    }

    fn recycle(&self, key: &Key) -> Result<()> {
        let path = self.place(key)?;
        let done = self.step(Step::Delete).and_then(|()| match self.spare() {
            Ok(spare) => atomic::recycle(&path, &spare),
            Err(_) => fs::remove_file(&path),
        });
        match done {
            Err(error) if error.kind() != Io::NotFound => Err(refused(&path, "delete", error)),
            _ => Ok(()),
        }
    }

    fn revision(&self, folder: &Key) -> Result<String> {
        self.stamp(folder)
    }

    fn stamp(&self, key: &Key) -> Result<String> {
        let Some(path) = self.existing(key)? else { return Ok(String::new()) };
        match fs::symlink_metadata(&path) {
            Ok(meta) if meta.is_symlink() => self.path(key).map(|_| stamp(&meta)),
            Ok(meta) => Ok(stamp(&meta)),
            Err(error) if matches!(error.kind(), Io::NotFound | Io::NotADirectory) => {
                Ok(String::new())
            }
            Err(error) => Err(refused(&path, "read", error)),
        }
    }

    fn extent(&self, key: &Key) -> Result<Option<Extent>> {
        let Some(path) = self.existing(key)? else { return Ok(None) };
        let meta = match fs::symlink_metadata(&path) {
            Ok(meta) if meta.is_symlink() => fs::metadata(self.path(key)?),
            other => other,
        };
        match meta {
            Ok(meta) => {
                let (size, file) = (meta.len(), number(&meta));
                Ok(Some(Extent { size, file, stamp: stamp(&meta) }))
            }
            Err(error) if matches!(error.kind(), Io::NotFound | Io::NotADirectory) => Ok(None),
            Err(error) => Err(refused(&path, "read", error)),
        }
    }

    fn settle(&self, folder: &Key) -> Result<()> {
        // The folder is on the way to what lies in it.
        self.check_way(&folder.join("any")?)?;
        let path = self.root.join(folder.as_str());
        let settled = self.step(Step::SyncFolder).and_then(|()| system::sync_folder(&path));
        settled.map_err(|error| refused(&path, "force to the disk", error))
    }

    fn lock(&self, patience: Duration) -> Result<Guard> {
        self.take(".lock", patience)
    }

    fn location(&self) -> String {
        self.root.display().to_string()
    }
}

impl std::fmt::Debug for FileStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileStore").field("root", &self.root).finish_non_exhaustive()
    }
}

/// Removes old temporary files in a folder, and below it if asked to; returns how many.
fn sweep(folder: &Path, below: bool) -> Result<usize> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries.filter_map(std::result::Result::ok),
        Err(error) if error.kind() == Io::NotFound => return Ok(0),
        Err(error) => return Err(refused(folder, "read", error)),
    };
    let mut count = 0;
    for entry in entries {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            count += if below { sweep(&entry.path(), true)? } else { 0 };
        } else if is_leftover(&entry) && fs::remove_file(entry.path()).is_ok() {
            count += 1;
        }
    }
    Ok(count)
}

/// Reports whether this is a temporary file that nobody has written to for an hour.
fn is_leftover(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let temporary = name.to_string_lossy().starts_with(atomic::PREFIX) && name != atomic::SPARE;
    let age = || entry.metadata().ok().and_then(|meta| meta.modified().ok()?.elapsed().ok());
    temporary && age().is_some_and(|age| age > Duration::from_hours(1))
}

fn describe(key: Key, meta: &fs::Metadata) -> Entry {
    let modified = millis(meta.modified().unwrap_or(UNIX_EPOCH));
    Entry { key, size: meta.len(), modified: Timestamp::from_millis(modified), stamp: stamp(meta) }
}

fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The error for a medium that refuses.
fn refused(path: &Path, what: &str, error: std::io::Error) -> Error {
    let path = path.display();
    Error::new(ErrorKind::Unavailable, format!("cannot {what} {path}: {error}")).caused_by(error)
}
