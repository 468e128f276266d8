//! The failures as a check needs them, in one file that is only a cache.
//!
//! A line with a checksum, a line that says what it was made of, then a line a failure, then the
//! checker as it lies in memory. It is compared with the stamps of the failure files: where they
//! differ it is made again, with what did not change taken from it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use mindsave_core::check::{Checker, Watched};
use mindsave_core::checksum;
use mindsave_core::failure::{Failure, FailureGraph, codec};
use mindsave_store::{Durability, Expect, FailureFile, Key, ReadFailures, Store};
use serde::{Deserialize, Serialize};

use crate::{MindSave, Result};

/// From how many files on the cache is kept: fewer are read as fast.
const KEPT_FROM: usize = 32;
/// Begins the file; the number is the version of the layout.
const TITLE: &str = "mindsave failures 2";
/// How many failures are said at most when a session begins.
const FOREMOST: usize = 50;

/// How long a comparison of all files counts for a hook, in seconds: so long an edit that writes a file
/// over in place can go unseen by it.
const RECENT: u64 = 30;

/// How surely the cache is compared with the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// With every file.
    Full,
    /// With the folders, where every file was looked at not long ago.
    Recent,
}

/// The failures that are watched for.
#[derive(Debug)]
pub(crate) struct Watch<'r> {
    pub(crate) checker: Checker<'r>,
    /// What had to be said of the failure files.
    pub(crate) warnings: Vec<String>,
    /// The names of all failures, also of those that were withdrawn.
    names: Vec<String>,
    /// The places of those most worth saying, the foremost first.
    foremost: Vec<usize>,
    failures: Failures,
}

/// The failures of a checker, in its order.
#[derive(Debug)]
enum Failures {
    Read(Vec<Failure>),
    Kept(Kept, Vec<usize>),
}

impl Watch<'_> {
    /// Returns a failure by its place in the checker.
    pub(crate) fn failure(&self, at: usize) -> Option<Failure> {
        match &self.failures {
            Failures::Read(list) => list.get(at).cloned(),
            Failures::Kept(kept, lines) => kept.failure(*lines.get(at)?),
        }
    }

    /// Returns the failures most worth saying: tried most often, then seen last.
    pub(crate) fn foremost(&self) -> impl Iterator<Item = Failure> {
        self.foremost.iter().filter_map(|&at| self.failure(at))
    }

    /// Reports whether there is a failure of this name.
    pub(crate) fn knows(&self, key: &str) -> bool {
        self.names.iter().any(|name| name == key)
    }
}

/// What the cache says of itself. Numbers are those of lines, from 0.
#[derive(Debug, Serialize, Deserialize)]
struct Head<'a> {
    /// The program, the home and the rule packs.
    made_of: Cow<'a, str>,
    /// Every file: its key, its stamp, its line.
    #[serde(borrow)]
    files: Vec<(Cow<'a, str>, Cow<'a, str>, usize)>,
    /// The line of each failure that is watched for, in the order of the checker.
    watched: Vec<usize>,
    names: Vec<String>,
    foremost: Vec<usize>,
    warnings: Vec<String>,
    /// Where each line ends, counted from the first.
    ends: Vec<usize>,
}

/// The cache as it was read.
#[derive(Debug, Default)]
struct Kept {
    bytes: Vec<u8>,
    head: Range<usize>,
    /// Where each line ends, once the head was read.
    ends: Vec<usize>,
}

impl Kept {
    /// Takes the cache apart; nothing when it is torn or of another version. Returns what the
    /// checker was as well.
    fn open(mut bytes: Vec<u8>) -> Option<(Self, Vec<u8>)> {
        let title = bytes.iter().position(|byte| *byte == b'\n')?;
        let (sum, length) = std::str::from_utf8(bytes.get(..title)?)
            .ok()?
            .strip_prefix(TITLE)?
            .trim_start()
            .split_once(' ')?;
        let sum = u64::from_str_radix(sum, 16).ok()?;
        let start = title + 1;
        let end = start.checked_add(length.parse().ok()?)?;
        if checksum(bytes.get(start..end)?) != sum {
            return None;
        }
        let checker = bytes.split_off(end);
        let line = bytes[start..].iter().position(|byte| *byte == b'\n')?;
        Some((Self { bytes, head: start..start + line, ends: Vec::new() }, checker))
    }

    fn head(&self) -> Option<Head<'_>> {
        serde_json::from_slice(self.bytes.get(self.head.clone())?).ok()
    }

    /// Reads the failure of a line, once the ends are known.
    fn failure(&self, line: usize) -> Option<Failure> {
        self.line(line, &self.ends)
    }

    fn line(&self, line: usize, ends: &[usize]) -> Option<Failure> {
        let before = line.checked_sub(1).map(|before| ends.get(before));
        // A line end stands between two.
        let start = before.map_or(Some(0), |end| Some(end? + 1))?;
        let lines = self.bytes.get(self.head.end + 1..)?;
        codec::from_line(std::str::from_utf8(lines.get(start..*ends.get(line)?)?).ok()?)
    }
}

impl MindSave {
    /// Returns the failures that are watched for, from the cache where it is current.
    ///
    /// `care` says how surely: whoever waits for a hook does not wait for a look at every file.
    pub(crate) fn watch_failures(&self, care: Care) -> Result<Watch<'_>> {
        let home = self.home();
        let place = home.as_ref().map(Store::location).unwrap_or_default();
        let version = env!("CARGO_PKG_VERSION");
        let made_of = format!("{version}\n{place}\n{}", self.rules().made_of());
        let store = self.failure_store(home.as_ref());
        let lexicons = self.rules().lexicons();
        let (mut kept, checker) = self.kept_watch().unwrap_or_default();
        let usable = kept.head().filter(|head| head.made_of == made_of);
        let usable = usable.and_then(|head| Some((head, Checker::open(checker, &lexicons)?)));
        let Some((head, checker)) = usable else {
            let read = store.read_files(self.clock.now(), &|_, _| None)?;
            return Ok(self.made(read, None, made_of));
        };
        let revisions = store.revisions()?;
        let current = care == Care::Recent && self.was_compared(&revisions);
        if !current && !is_of(&head, &store.stamps()?) {
            let read = store.read_files(self.clock.now(), &known(&kept, &head))?;
            return Ok(self.made(read, Some(&checker), made_of));
        }
        let Head { names, foremost, warnings, watched, ends, .. } = head;
        kept.ends = ends;
        if !current {
            self.note_comparison(&revisions);
        }
        let failures = Failures::Kept(kept, watched);
        Ok(Watch { checker, warnings, names, foremost, failures })
    }

    /// Reports whether this very cache was compared with every file not long ago, and no file came,
    /// went or was replaced since.
    fn was_compared(&self, revisions: &[String]) -> bool {
        let known = compared_key().and_then(|key| self.shared.read(&key)).ok().flatten();
        let Some(known) = known.and_then(|bytes| String::from_utf8(bytes).ok()) else {
            return false;
        };
        let Some((at, rest)) = known.split_once('\n') else { return false };
        let age = at.parse().ok().and_then(|at: u64| seconds().checked_sub(at));
        age.is_some_and(|age| age < RECENT) && rest == self.comparison(revisions)
    }

    fn note_comparison(&self, revisions: &[String]) {
        let text = format!("{}\n{}", seconds(), self.comparison(revisions));
        if let Ok(key) = compared_key() {
            // Without it the files are compared once more.
            drop(self.shared.write(&key, text.as_bytes(), Expect::Any, Durability::Cached));
        }
    }

    fn comparison(&self, revisions: &[String]) -> String {
        let cache = key().and_then(|key| self.shared.stamp(&key)).unwrap_or_default();
        format!("{cache}\n{}", revisions.join("\n"))
    }

    /// Reads the cache; nothing when it is missing, torn, or cannot be read at all.
    fn kept_watch(&self) -> Option<(Kept, Vec<u8>)> {
        Kept::open(self.shared.read(&key().ok()?).ok()??)
    }

    /// Makes what a check needs of the failures that were read, and keeps it.
    fn made(
        &self,
        (read, files): (ReadFailures, Vec<FailureFile>),
        old: Option<&Checker<'_>>,
        made_of: String,
    ) -> Watch<'_> {
        let ReadFailures { failures, mut warnings } = read;
        let cycles = FailureGraph::of(failures.iter().cloned()).cycles().into_iter();
        let told: Vec<String> =
            cycles.map(|cycle| format!("{cycle}; take one of the links out by hand")).collect();
        let names = failures.iter().map(|failure| failure.name.key()).collect();
        let active: Vec<Failure> = failures.into_iter().filter(Failure::is_active).collect();
        let lexicons = self.rules().lexicons();
        let watched = active.iter().map(Watched::from);
        let checker = match old {
            Some(old) => old.renewed(watched, &lexicons),
            None => Checker::new(watched, &lexicons),
        };
        warnings.extend(told.iter().cloned());
        let foremost = foremost(&active);
        let watch = Watch { checker, warnings, names, foremost, failures: Failures::Read(active) };
        if files.len() >= KEPT_FROM {
            // A store that cannot be written does without.
            drop(self.keep_watch(&watch, &files, told, made_of));
        }
        watch
    }

    fn keep_watch(
        &self,
        watch: &Watch<'_>,
        files: &[FailureFile],
        warnings: Vec<String>,
        made_of: String,
    ) -> Result<()> {
        let Failures::Read(active) = &watch.failures else { return Ok(()) };
        let mut lines = Lines::default();
        let files = files.iter().map(|FailureFile { key, stamp, failure }| {
            let (key, stamp) = (Cow::Borrowed(key.as_str()), Cow::Borrowed(stamp.as_str()));
            Some((key, stamp, lines.add(failure)?))
        });
        let files: Option<Vec<_>> = files.collect();
        let watched: Option<Vec<usize>> = active.iter().map(|one| lines.add(one)).collect();
        // One that no line can hold: all are read each time, as they would be without a cache.
        let Some((files, watched)) = files.zip(watched) else { return Ok(()) };
        let (names, foremost, ends) = (watch.names.clone(), watch.foremost.clone(), lines.ends);
        let made_of = made_of.into();
        let head = Head { made_of, files, watched, names, foremost, warnings, ends };
        let mut body = serde_json::to_vec(&head).unwrap_or_default();
        body.push(b'\n');
        body.extend_from_slice(lines.text.as_bytes());
        let mut bytes = format!("{TITLE} {:016x} {}\n", checksum(&body), body.len()).into_bytes();
        bytes.append(&mut body);
        bytes.extend_from_slice(watch.checker.as_bytes());
        self.shared.write(&key()?, &bytes, Expect::Any, Durability::Cached)
    }
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

/// Where it stands when the cache was last compared with every file.
fn compared_key() -> Result<Key> {
    Key::parse("cache/failures.compared")
}

fn seconds() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Lines of failures, each once.
#[derive(Debug, Default)]
struct Lines {
    text: String,
    ends: Vec<usize>,
    numbers: HashMap<String, usize>,
}

impl Lines {
    /// Returns the number of the line of a failure; nothing when no line can hold it.
    fn add(&mut self, failure: &Failure) -> Option<usize> {
        let line = codec::to_line(failure)?;
        if let Some(&number) = self.numbers.get(&line) {
            return Some(number);
        }
        let number = self.ends.len();
        self.text.push_str(&line);
        self.ends.push(self.text.len());
        self.text.push('\n');
        self.numbers.insert(line, number);
        Some(number)
    }
}

/// Reports whether a cache was made of these files.
fn is_of(head: &Head<'_>, stamps: &[(String, String)]) -> bool {
    let own = head.files.iter().map(|(key, stamp, _)| (key.as_ref(), stamp.as_ref()));
    own.eq(stamps.iter().map(|(key, stamp)| (key.as_str(), stamp.as_str())))
}

/// What a stale cache still says of the files that did not change.
fn known<'k>(kept: &'k Kept, head: &'k Head<'_>) -> impl Fn(&str, &str) -> Option<Failure> + 'k {
    let by_file: HashMap<&str, (&str, usize)> = head
        .files
        .iter()
        .map(|(key, stamp, line)| (key.as_ref(), (stamp.as_ref(), *line)))
        .collect();
    move |key: &str, stamp: &str| {
        let (_, line) = by_file.get(key).filter(|(known, _)| *known == stamp)?;
        kept.line(*line, &head.ends)
    }
}

fn key() -> Result<Key> {
    Key::parse("cache/failures.bin")
}
