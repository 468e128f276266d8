//! The failures as a check needs them, in one file that is only a cache.
//!
//! It is compared with the stamps of the failure files: where they differ it is made again, with what
//! did not change taken from it. Where a hook has many files to read, it is written each time some of
//! them were: whoever is stopped before the end leaves what it did to the next.

mod kept;
pub(crate) mod lately;
#[cfg(test)]
mod tests;
mod texts;

use mindsave_core::check::{Checker, Watched};
use mindsave_core::failure::{Failure, FailureGraph, Relation, one_of_each};
use mindsave_store::{
    Durability, Expect, FailureFile, FailureStore, FileStore, Key, Listed, ReadFiles, Store,
};

use crate::{MindSave, Result};
use kept::{Content, Kept};

/// From how many files on the cache is kept: fewer are read as fast.
const KEPT_FROM: usize = 32;
/// How many failures are said at most when a session begins.
const FOREMOST: usize = 50;
/// How many files a hook reads before the cache is written for the first time: far fewer than a slow
/// machine reads until the hook must answer. Then twice as many, and so on.
const FIRST: usize = 100;

/// The cache.
const CACHE: &str = "cache/failures.bin";
/// Where it stands when the cache was last compared with every file.
const COMPARED: &str = "cache/failures.compared";

/// How surely the cache is compared with the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// With every file.
    Full,
    /// With every file; what has to be read is read in parts, since the process may be stopped.
    Ahead,
    /// With the folders, where every file was looked at not long ago: somebody waits.
    Recent,
}

/// The failures that are watched for.
#[derive(Debug)]
pub(crate) struct Watch<'r> {
    pub(crate) checker: Checker<'r>,
    /// What had to be said of the failure files.
    pub(crate) warnings: Vec<String>,
    failures: Failures,
}

/// The failures of a checker, in its order.
#[derive(Debug)]
enum Failures {
    Read {
        active: Vec<Failure>,
        /// The names of all failures, also of those that were withdrawn.
        names: Vec<String>,
        /// The places of those most worth saying, the foremost first.
        foremost: Vec<usize>,
    },
    Kept(Kept),
}

impl Watch<'_> {
    /// Returns a failure by its place in the checker.
    pub(crate) fn failure(&self, at: usize) -> Option<Failure> {
        match &self.failures {
            Failures::Read { active, .. } => active.get(at).cloned(),
            Failures::Kept(kept) => kept.failure(at),
        }
    }

    /// Returns the failures most worth saying: tried most often, then seen last.
    pub(crate) fn foremost(&self) -> impl Iterator<Item = Failure> {
        let places = match &self.failures {
            Failures::Read { foremost, .. } => foremost.clone(),
            Failures::Kept(kept) => kept.foremost().collect(),
        };
        places.into_iter().filter_map(|at| self.failure(at))
    }

    /// Reports whether there is a failure of this name.
    pub(crate) fn knows(&self, key: &str) -> bool {
        match &self.failures {
            Failures::Read { names, .. } => names.iter().any(|name| name == key),
            Failures::Kept(kept) => kept.knows(key),
        }
    }
}

/// A cache that may be stale.
struct Old<'r> {
    kept: Kept,
    checker: Checker<'r>,
}

impl<'r> Old<'r> {
    fn into_watch(self) -> Watch<'r> {
        let Self { kept, checker } = self;
        Watch { checker, warnings: kept.warnings(), failures: Failures::Kept(kept) }
    }
}

impl MindSave {
    /// Returns the failures that are watched for, from the cache where it is current.
    ///
    /// `care` says how surely: whoever waits for a hook does not wait for a look at every file.
    pub(crate) fn watch_failures(&self, care: Care) -> Result<Watch<'_>> {
        let home = self.home();
        let store = self.failure_store(home.as_ref());
        let made_of = self.failures_made_of(home.as_ref());
        let Some(old) = self.old_watch(self.read_cache(), &made_of) else {
            return self.renewed(&store, &store.listed()?, None, &made_of, care);
        };
        if care == Care::Recent && self.was_compared(&store.revisions()?) {
            return Ok(old.into_watch());
        }
        let listed = store.listed()?;
        if !old.kept.is_of(listed.stamps()) {
            return self.renewed(&store, &listed, Some(old), &made_of, care);
        }
        self.note_comparison(listed.revisions());
        Ok(old.into_watch())
    }

    /// Brings what a check needs of the failures up to date where there are many, so that whoever
    /// waits for a check finds it ready. For moments at which nobody waits.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub fn prepare_checks(&self) -> Result<()> {
        let few = || Ok(self.failure_store(self.home().as_ref()).stamps()?.len() < KEPT_FROM);
        if self.shared.stamp(&Key::parse(CACHE)?)?.is_empty() && few()? {
            return Ok(());
        }
        self.watch_failures(Care::Ahead).map(drop)
    }

    /// Counts the failures that warn here, without changing a file.
    ///
    /// # Errors
    /// `unavailable` when a folder cannot be listed.
    pub fn count_failures(&self) -> Result<usize> {
        let home = self.home();
        let store = self.failure_store(home.as_ref());
        let listed = store.listed()?;
        let made_of = self.failures_made_of(home.as_ref());
        let old = self.old_watch(self.read_cache(), &made_of);
        if let Some(old) = old.filter(|old| old.kept.is_of(listed.stamps())) {
            return Ok(old.checker.len());
        }
        let found = one_of_each(listed.look());
        Ok(found.iter().filter(|failure| failure.is_active()).count())
    }

    /// What a cache must have been made of to be used, beside the files.
    fn failures_made_of(&self, home: Option<&FileStore>) -> String {
        let place = home.map(Store::location).unwrap_or_default();
        format!("{}\n{place}\n{}", env!("CARGO_PKG_VERSION"), self.rules().made_of())
    }

    /// Reads the cache; nothing when it is missing, or cannot be read at all.
    fn read_cache(&self) -> Option<Vec<u8>> {
        self.shared.read(&Key::parse(CACHE).ok()?).ok()?
    }

    /// Opens the cache; nothing when it is torn or was made of something else.
    fn old_watch(&self, bytes: Option<Vec<u8>>, made_of: &str) -> Option<Old<'_>> {
        let kept = Kept::open(bytes?).filter(|kept| kept.is_made_of(made_of))?;
        let checker = kept.checker(&self.rules().lexicons())?;
        Some(Old { kept, checker })
    }

    /// Reports whether this very cache was compared with every file not long ago, and no file came,
    /// went or was replaced since.
    fn was_compared(&self, revisions: &[String]) -> bool {
        let noted = lately::noted(self.shared.as_ref(), COMPARED);
        noted.is_some_and(|noted| noted == self.comparison(revisions))
    }

    fn note_comparison(&self, revisions: &[String]) {
        // Without it the files are compared once more.
        drop(lately::note(self.shared.as_ref(), COMPARED, &self.comparison(revisions)));
    }

    fn comparison(&self, revisions: &[String]) -> String {
        let cache = Key::parse(CACHE).and_then(|key| self.shared.stamp(&key)).unwrap_or_default();
        format!("{cache}\n{}", revisions.join("\n"))
    }

    /// Reads the files that changed, and keeps what a check needs of all; unless there is time for all
    /// of them, of some at a time.
    fn renewed<'s>(
        &'s self,
        store: &FailureStore<'_>,
        listed: &Listed<'_>,
        mut old: Option<Old<'s>>,
        made_of: &str,
        care: Care,
    ) -> Result<Watch<'s>> {
        let mut most = if care == Care::Full { usize::MAX } else { FIRST };
        let mut warnings = Vec::new();
        loop {
            let ReadFiles { read, files, whole } = {
                let known = old.as_ref().map(|old| old.kept.known());
                let known = |key: &str, stamp: &str| known.as_ref()?(key, stamp);
                store.read_files(listed, self.clock.now(), &known, most)?
            };
            warnings.extend(read.warnings);
            let before = old.as_ref().map(|old| &old.checker);
            let (mut watch, bytes) = self.made(read.failures, &files, before, made_of);
            // A store that cannot be written does without.
            let kept = bytes.as_ref().is_some_and(|bytes| self.keep_watch(bytes).is_ok());
            if whole {
                if kept && care == Care::Ahead {
                    self.note_comparison(listed.revisions());
                }
                warnings.append(&mut watch.warnings);
                return Ok(Watch { warnings, ..watch });
            }
            old = self.old_watch(bytes, made_of).or(old);
            most = most.saturating_mul(2);
        }
    }

    /// Makes what a check needs of the failures that were read, and the cache of it; none where
    /// there are few, or one that no line can hold: all are read each time then.
    fn made(
        &self,
        failures: Vec<Failure>,
        files: &[FailureFile],
        old: Option<&Checker<'_>>,
        made_of: &str,
    ) -> (Watch<'_>, Option<Vec<u8>>) {
        let warnings = cycles(&failures);
        let failures = one_of_each(failures);
        let names: Vec<String> = failures.iter().map(|failure| failure.name.key()).collect();
        let active: Vec<Failure> = failures.into_iter().filter(Failure::is_active).collect();
        let lexicons = self.rules().lexicons();
        let watched = active.iter().map(Watched::from);
        let checker = match old {
            Some(old) => old.renewed(watched, &lexicons),
            None => Checker::new(watched, &lexicons),
        };
        let foremost = foremost(&active);
        let content = Content {
            made_of,
            files,
            active: &active,
            names: &names,
            foremost: &foremost,
            warnings: &warnings,
        };
        let many = files.len() >= KEPT_FROM;
        let bytes = many.then(|| content.write(checker.as_bytes())).flatten();
        let failures = Failures::Read { active, names, foremost };
        (Watch { checker, warnings, failures }, bytes)
    }

    fn keep_watch(&self, bytes: &[u8]) -> Result<()> {
        self.shared.write(&Key::parse(CACHE)?, bytes, Expect::Any, Durability::Cached)
    }
}

/// Names the cycles that links of failures form.
fn cycles(failures: &[Failure]) -> Vec<String> {
    let ordered = |failure: &Failure| {
        let mut relations = Relation::ALL.into_iter().filter(|relation| relation.is_ordered());
        relations.any(|relation| !failure.linked(relation).is_empty())
    };
    if !failures.iter().any(ordered) {
        return Vec::new();
    }
    let cycles = FailureGraph::of(failures.iter().cloned()).cycles().into_iter();
    cycles.map(|cycle| format!("{cycle}; take one of the links out by hand")).collect()
}

/// The places of the failures most worth saying.
fn foremost(active: &[Failure]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..active.len()).collect();
    let rank = |at: &usize| {
        let failure = &active[*at];
        std::cmp::Reverse((failure.repeat_count(), failure.last_seen))
    };
    places.sort_by_key(rank);
    places.truncate(FOREMOST);
    places
}
