//! Failures in a store: one file a node, none lost when several write at once.

mod reading;

use std::sync::{Mutex, PoisonError};

use mindsave_core::failure::{Counts, Failure, FailureName, Scope, Writer, codec};
use mindsave_core::{Error, ErrorKind, Result, Timestamp};

use crate::{Durability, Entry, Expect, Key, Store, Version};
use reading::{Joined, Reading};

/// How often a write is tried when others write the same failure.
const TRIES: usize = 200;
/// Where files go that cannot be read.
const QUARANTINE: &str = "quarantine";
/// The place of the project's copies of global failures among the folders.
const MIRROR: usize = 1;
/// Where the home of the user keeps the failures of every project.
const HOME: &str = "global";

/// The failures of a workspace, and those that hold in every project.
///
/// A failure of the project is a file in `failure_graph/project/`. Global ones stand in `global/`
/// of the user's own store and are mirrored in `failure_graph/global/`, so that a check-out has
/// them where there is no home.
#[derive(Debug)]
pub struct FailureStore<'s> {
    project: &'s dyn Store,
    home: Option<&'s dyn Store>,
    told: Told,
}

/// What became of damaged files that a write found in its way.
type Told = Mutex<Vec<String>>;

/// What was read.
#[derive(Debug, Default)]
pub struct ReadFailures {
    /// The failures: the project's first, each group by file name.
    pub failures: Vec<Failure>,
    /// Files that could not be read, each with what is wrong and where it went.
    pub warnings: Vec<String>,
}

/// Says what stands in a file, by its key and stamp, where that is known without reading it.
pub type Known<'k> = &'k dyn Fn(&str, &str) -> Option<Failure>;

/// The files of all failures, as they were listed.
#[derive(Debug)]
pub struct Listed<'s> {
    revisions: Vec<String>,
    folders: Vec<(&'s dyn Store, Scope, Vec<Entry>)>,
}

impl Listed<'_> {
    /// Returns the marks of the folders from before they were listed: see [`FailureStore::revisions`].
    pub fn revisions(&self) -> &[String] {
        &self.revisions
    }

    /// Says which version of each file there is: what was made of the failures is stale when this
    /// changes.
    pub fn stamps(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let files = self.folders.iter().flat_map(|(_, _, files)| files);
        files.map(|file| (file.key.as_str(), file.stamp.as_str()))
    }
}

/// What was read, file by file.
#[derive(Debug)]
pub struct ReadFiles {
    /// The failures.
    pub read: ReadFailures,
    /// What stands in each file, in the order in which they are listed.
    pub files: Vec<FailureFile>,
    /// Whether it is all of them, and not as many as were to be read.
    pub whole: bool,
}

/// A file of a failure that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct FailureFile {
    /// Its key; those of the user's own store begin otherwise than those of the project.
    pub key: String,
    /// Which version of it was read.
    pub stamp: String,
    /// What stands in it.
    pub failure: Failure,
}

impl<'s> FailureStore<'s> {
    /// Opens the failures of a workspace; `home` is the store of the user, if there is one.
    pub fn new(project: &'s dyn Store, home: Option<&'s dyn Store>) -> Self {
        Self { project, home, told: Told::default() }
    }

    /// Takes what became of damaged files that a write found in its way, each told once.
    pub fn take_notices(&self) -> Vec<String> {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads all failures; damaged files go to quarantine, the others are read all the same.
    ///
    /// Global failures are mirrored on the way where the medium allows it.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub fn read(&self, now: Timestamp) -> Result<ReadFailures> {
        Ok(self.read_files(&self.listed()?, now, &|_, _| None, usize::MAX)?.read)
    }

    /// As [`FailureStore::read`], and returns what stands in each file. A file that `known` knows by
    /// its key and stamp is not read; of the others `most` are, and the rest is left out.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub fn read_files(
        &self,
        listed: &Listed<'_>,
        now: Timestamp,
        known: Known<'_>,
        most: usize,
    ) -> Result<ReadFiles> {
        let (files, warnings) = (Vec::new(), Vec::new());
        let mut reading = Reading { now, known, most, files, warnings, whole: true };
        let (mut all, mut global) = (Joined::default(), Joined::default());
        let mut mirrored = Joined::default();
        for (at, (store, scope, files)) in listed.folders.iter().enumerate() {
            let joined = if *scope == Scope::Project { &mut all } else { &mut global };
            reading.folder(*store, files, *scope, joined)?;
            if at == MIRROR {
                mirrored = global.clone();
            }
        }
        // What is missing of a part may only not have been read.
        let missing = global.list.iter().filter(|failure| !mirrored.has(failure));
        for failure in missing.filter(|_| reading.whole) {
            // A medium that cannot be written still warns.
            drop(merge_into(
                self.project,
                &find(self.project, folder(Scope::Global), &failure.name)?,
                failure,
                now,
                &self.told,
            ));
        }
        let mut failures = all.list;
        failures.append(&mut global.list);
        let Reading { files, warnings, whole, .. } = reading;
        Ok(ReadFiles { read: ReadFailures { failures, warnings }, files, whole })
    }

    /// Counts a failure once more, or writes it for the first time; returns what it became. It is
    /// on the medium when this returns.
    ///
    /// # Errors
    /// `unavailable` when it cannot be written; `conflict` when others write it without end.
    pub fn record(&self, report: &Failure, now: Timestamp) -> Result<Failure> {
        let (store, key) = self.place(report.scope, &report.name)?;
        let copy = self.mirrored(report.scope, &report.name)?;
        let recorded = update(store, &key, now, &self.told, |known| {
            let mut failure = known.or_else(|| copy.clone()).unwrap_or_else(|| {
                let counts = Counts::default();
                Failure { counts, fingerprints: Vec::new(), ..report.clone() }
            });
            failure.seen_again(report);
            Ok(failure)
        })?;
        self.mirror(&recorded, now)?;
        Ok(recorded)
    }

    /// Writes a failure of the project that a snapshot tells of, unless it has a file already, here
    /// or as the copy of a global one: that file knows more, or says that the failure holds no
    /// longer. Returns whether it was written.
    ///
    /// # Errors
    /// As for [`FailureStore::record`].
    pub fn adopt(&self, told: &Failure, now: Timestamp) -> Result<bool> {
        for scope in [Scope::Project, Scope::Global] {
            if !self.project.stamp(&key_of(folder(scope), &told.name)?)?.is_empty() {
                return Ok(false);
            }
        }
        let key = find(self.project, folder(Scope::Project), &told.name)?;
        if self.project.read(&key)?.is_some() {
            return Ok(false);
        }
        let first = |known: Option<Failure>| Ok(known.unwrap_or_else(|| told.clone()));
        update(self.project, &key, now, &self.told, first)?;
        Ok(true)
    }

    /// Joins a copy of a failure with the one that is here: any number of times, nothing counts double.
    ///
    /// # Errors
    /// As for [`FailureStore::record`].
    pub fn merge(&self, copy: &Failure, now: Timestamp) -> Result<Failure> {
        let (store, key) = self.place(copy.scope, &copy.name)?;
        let merged = merge_into(store, &key, copy, now, &self.told)?;
        self.mirror(&merged, now)?;
        Ok(merged)
    }

    /// Changes a failure that is there: the project's, or the global one where the project has none.
    ///
    /// # Errors
    /// `not_found` when there is none of this name, and whatever the change returns.
    pub fn change(
        &self,
        name: &FailureName,
        now: Timestamp,
        change: impl Fn(&mut Failure) -> Result<()>,
    ) -> Result<Failure> {
        let mirror = || Ok((self.project, find(self.project, folder(Scope::Global), name)?));
        let places = [self.place(Scope::Project, name), self.place(Scope::Global, name), mirror()];
        for place in places {
            let (store, key) = place?;
            if store.read(&key)?.is_none() {
                continue;
            }
            let changed = update(store, &key, now, &self.told, |known| {
                let mut failure = known.ok_or_else(|| missing(name))?;
                change(&mut failure)?;
                Ok(failure)
            })?;
            self.mirror(&changed, now)?;
            return Ok(changed);
        }
        Err(missing(name))
    }

    /// Copies a failure of the project to the global ones; the project keeps its own.
    ///
    /// # Errors
    /// `not_found` when the project has none of this name.
    pub fn promote(&self, name: &FailureName, now: Timestamp) -> Result<Failure> {
        let (store, key) = self.place(Scope::Project, name)?;
        let own = read_one(store, &key)?.ok_or_else(|| missing(name))?;
        self.merge(&own.promoted(), now)
    }

    /// Says which version of each failure there is, without reading one: what was made of the
    /// failures is stale when this changes.
    ///
    /// # Errors
    /// `unavailable` when a folder cannot be listed.
    pub fn stamps(&self) -> Result<Vec<(String, String)>> {
        let own = |(key, stamp): (&str, &str)| (key.to_owned(), stamp.to_owned());
        Ok(self.listed()?.stamps().map(own).collect())
    }

    /// Lists the files of all failures.
    ///
    /// # Errors
    /// `unavailable` when a folder cannot be listed.
    pub fn listed(&self) -> Result<Listed<'s>> {
        let revisions = self.revisions()?;
        let list = |(store, scope, folder): (&'s dyn Store, Scope, &str)| {
            let mut files = store.list(&Key::parse(folder)?)?;
            files.retain(|file| is_yaml(&file.key));
            Ok((store, scope, files))
        };
        let folders = self.folders().map(list).collect::<Result<_>>()?;
        Ok(Listed { revisions, folders })
    }

    /// The folders of failures in the order in which they are read; the mirror is at [`MIRROR`].
    fn folders(&self) -> impl Iterator<Item = (&'s dyn Store, Scope, &'static str)> {
        let own = [Scope::Project, Scope::Global].map(|scope| (self.project, scope, folder(scope)));
        own.into_iter().chain(self.home.map(|home| (home, Scope::Global, HOME)))
    }

    /// Returns a mark of every folder that is read: it changes when a file comes or goes or is
    /// replaced, not when one is written over in place.
    ///
    /// # Errors
    /// `unavailable` when a folder cannot be looked at.
    pub fn revisions(&self) -> Result<Vec<String>> {
        self.folders().map(|(store, _, folder)| store.revision(&Key::parse(folder)?)).collect()
    }

    /// Names the file of a failure in its project.
    pub fn file(failure: &Failure) -> String {
        format!("{}/{}.yaml", folder(failure.scope), failure.name.file_stem())
    }

    fn place(&self, scope: Scope, name: &FailureName) -> Result<(&'s dyn Store, Key)> {
        Ok(match (scope, self.home) {
            (Scope::Global, Some(home)) => (home, find(home, HOME, name)?),
            _ => (self.project, find(self.project, folder(scope), name)?),
        })
    }

    /// Returns the project's copy of a global failure, which may come from another home.
    fn mirrored(&self, scope: Scope, name: &FailureName) -> Result<Option<Failure>> {
        if scope == Scope::Project || self.home.is_none() {
            return Ok(None);
        }
        let key = find(self.project, folder(Scope::Global), name)?;
        // A damaged copy is put aside when the failures are read.
        let copy = read_one(self.project, &key).unwrap_or_default();
        Ok(copy.map(|failure| Failure { scope, ..failure }))
    }

    fn mirror(&self, failure: &Failure, now: Timestamp) -> Result<()> {
        if failure.scope == Scope::Global && self.home.is_some() {
            let key = find(self.project, folder(Scope::Global), &failure.name)?;
            merge_into(self.project, &key, failure, now, &self.told)?;
        }
        Ok(())
    }
}

fn folder(scope: Scope) -> &'static str {
    match scope {
        Scope::Project => "failure_graph/project",
        Scope::Global => "failure_graph/global",
    }
}

fn key_of(folder: &str, name: &FailureName) -> Result<Key> {
    Key::parse(&format!("{folder}/{}.yaml", name.file_stem()))
}

/// Returns the key of a failure: where the program puts it, or the file somebody made by hand, under
/// a name of their own.
fn find(store: &dyn Store, folder: &str, name: &FailureName) -> Result<Key> {
    let own = key_of(folder, name)?;
    if !store.stamp(&own)?.is_empty() {
        return Ok(own);
    }
    let files = store.list(&Key::parse(folder)?)?.into_iter().map(|entry| entry.key);
    let is_it = |key: &Key| {
        // What cannot be read is told where all of them are.
        let read = read_one(store, key).unwrap_or_default();
        read.is_some_and(|failure| failure.name.key() == name.key())
    };
    Ok(files.filter(is_yaml).find(is_it).unwrap_or(own))
}

fn is_yaml(key: &Key) -> bool {
    let ending = key.name().rsplit_once('.').map(|(_, ending)| ending);
    matches!(ending, Some("yaml" | "yml"))
}

fn missing(name: &FailureName) -> Error {
    Error::not_found(format!("there is no failure `{name}`"))
}

fn read_one(store: &dyn Store, key: &Key) -> Result<Option<Failure>> {
    store.read(key)?.map(|bytes| decode(key, &bytes)).transpose()
}

fn decode(key: &Key, bytes: &[u8]) -> Result<Failure> {
    let text = std::str::from_utf8(bytes).map_err(|cause| {
        Error::corrupt("the file is not UTF-8").in_file(key.as_str()).caused_by(cause)
    })?;
    codec::decode(text).map_err(|error| error.in_file(key.as_str()))
}

fn merge_into(
    store: &dyn Store,
    key: &Key,
    copy: &Failure,
    now: Timestamp,
    told: &Told,
) -> Result<Failure> {
    update(store, key, now, told, |known| {
        let mut failure = known.unwrap_or_else(|| copy.clone());
        failure.merge(copy);
        Ok(failure)
    })
}

/// Reads, changes and writes under the condition that nobody wrote in between; tries again if so.
fn update(
    store: &dyn Store,
    key: &Key,
    now: Timestamp,
    told: &Told,
    change: impl Fn(Option<Failure>) -> Result<Failure>,
) -> Result<Failure> {
    for _ in 0..TRIES {
        let bytes = store.read(key)?;
        let known = match bytes.as_deref().map(|bytes| decode(key, bytes)).transpose() {
            Err(error) if error.kind() == ErrorKind::Corrupt => {
                match set_aside(store, key, &error, now) {
                    Ok(moved) => {
                        told.lock().unwrap_or_else(PoisonError::into_inner).push(moved);
                    }
                    // Somebody else moved it or wrote it anew.
                    Err(error) if is_race(error.kind()) => {}
                    Err(error) => return Err(error),
                }
                continue;
            }
            known => known?,
        };
        let absent = known.is_none();
        let mut failure = change(known)?;
        if absent {
            salvage(store, key, &mut failure)?;
        }
        let expect = bytes.as_deref().map_or(Expect::Absent, |b| Expect::Version(Version::of(b)));
        let text = codec::encode(&failure, now);
        if bytes.as_deref() == Some(text.as_bytes()) {
            return Ok(failure);
        }
        match store.write(key, text.as_bytes(), expect, Durability::Durable) {
            Ok(()) => return Ok(failure),
            Err(error) if is_race(error.kind()) => {}
            Err(error) => return Err(error),
        }
    }
    let message = format!("others wrote {key} {TRIES} times in between");
    Err(Error::new(ErrorKind::Conflict, message))
}

fn is_race(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Conflict | ErrorKind::AlreadyExists | ErrorKind::NotFound)
}

/// Moves a damaged file to quarantine where that can be done; says what happened.
fn put_aside(store: &dyn Store, key: &Key, error: &Error, now: Timestamp) -> String {
    set_aside(store, key, error, now).unwrap_or_else(|_| error.to_string())
}

/// Moves a damaged file to quarantine with a note; says what happened.
fn set_aside(store: &dyn Store, key: &Key, error: &Error, now: Timestamp) -> Result<String> {
    let bytes = store.read(key)?.ok_or_else(|| Error::not_found("it is gone"))?;
    let to = free_key(store, key)?;
    match store.write(&to, &bytes, Expect::Absent, Durability::Durable) {
        // No file of another that was faster: what lies in the place of the folder.
        Err(taken) if is_race(taken.kind()) && store.read(&to)?.is_none() => {
            let message = format!("{error}; it cannot be moved to {QUARANTINE}: {taken}");
            return Err(Error::new(ErrorKind::Unavailable, message));
        }
        written => written?,
    }
    let why = format!("{error}\nFound on {now} as {key}.\n");
    let note = Key::parse(&format!("{to}.why.txt"))?;
    store.write(&note, why.as_bytes(), Expect::Any, Durability::Cached)?;
    store.delete(key, Expect::Version(Version::of(&bytes)))?;
    Ok(format!("{error}; the file was moved to {to}"))
}

fn free_key(store: &dyn Store, key: &Key) -> Result<Key> {
    let folder = Key::parse(QUARANTINE)?;
    let mut to = folder.join(key.name())?;
    let mut number = 2;
    while store.read(&to)?.is_some() {
        to = folder.join(&format!("{number}-{}", key.name()))?;
        number += 1;
    }
    Ok(to)
}

/// A failure whose file went to quarantine goes on counting where it was.
fn salvage(store: &dyn Store, key: &Key, failure: &mut Failure) -> Result<()> {
    let own = |name: &str| {
        name.strip_suffix(key.name()).is_some_and(|rest| {
            rest.strip_suffix('-').map_or(rest.is_empty(), |n| n.parse::<u32>().is_ok())
        })
    };
    for entry in store.list(&Key::parse(QUARANTINE)?)? {
        if own(entry.key.name())
            && let Some(bytes) = store.read(&entry.key)?
        {
            let count = codec::salvaged_count(&String::from_utf8_lossy(&bytes));
            failure.counts.raise(&Writer::unknown(), count.unwrap_or(0));
        }
    }
    Ok(())
}
