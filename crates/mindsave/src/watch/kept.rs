//! The layout of the cache: a title with a checksum and the lengths of the parts, the parts, then
//! the checker as it lies in memory.
//!
//! A hook needs few of the parts. None is looked at before it is asked for, and the checker is used
//! where it lies.

use std::collections::HashMap;
use std::sync::Arc;

use mindsave_core::check::Checker;
use mindsave_core::checksum;
use mindsave_core::failure::{Failure, Scope, codec};
use mindsave_core::text::Lexicon;
use mindsave_store::FailureFile;

use super::texts::{Texts, pack};

/// Begins the file; the number is the version of the layout.
const TITLE: &str = "mindsave failures 3 ";
/// How many digits the checksum has, of all behind it up to the checker.
const SUM: usize = 16;
/// How many parts there are.
const PARTS: usize = 8;

/// A part, by its place.
#[derive(Clone, Copy)]
enum Part {
    /// The program, the home and the rule packs.
    MadeOf,
    /// Every file: its key, its stamp.
    Files,
    /// The line of each file.
    FileLines,
    /// The names of all failures, also of those that were withdrawn, sorted.
    Names,
    /// The line of each failure that is watched for, in the order of the checker.
    Watched,
    /// The places of those most worth saying, the foremost first.
    Foremost,
    /// What is to be said of the failures each time.
    Warnings,
    /// A failure each.
    Lines,
}

/// The cache as it was read.
#[derive(Debug)]
pub(super) struct Kept {
    bytes: Arc<Vec<u8>>,
    /// Where the parts begin, and the checker behind them.
    starts: [usize; PARTS + 1],
}

impl Kept {
    /// Takes the cache apart; nothing when it is torn or of another version.
    pub(super) fn open(bytes: Vec<u8>) -> Option<Self> {
        let (sum, rest) = bytes.strip_prefix(TITLE.as_bytes())?.split_at_checked(SUM)?;
        let sum = u64::from_str_radix(std::str::from_utf8(sum).ok()?, 16).ok()?;
        let line = rest.iter().position(|byte| *byte == b'\n')?;
        let lengths = std::str::from_utf8(rest.get(..line)?).ok()?;
        let mut lengths = lengths.split_ascii_whitespace().map(str::parse::<usize>);
        let summed = TITLE.len() + SUM;
        let mut starts = [summed + line + 1; PARTS + 1];
        for at in 0..PARTS {
            starts[at + 1] = starts[at].checked_add(lengths.next()?.ok()?)?;
        }
        let whole = checksum(bytes.get(summed..starts[PARTS])?) == sum;
        whole.then(|| Self { bytes: Arc::new(bytes), starts })
    }

    /// Opens the checker; nothing when it is torn or of another version.
    pub(super) fn checker<'l>(&self, lexicons: &[&'l Lexicon]) -> Option<Checker<'l>> {
        Checker::open_within(Arc::clone(&self.bytes), self.starts[PARTS], lexicons)
    }

    /// Reports whether it was made of this program, home and rule packs.
    pub(super) fn is_made_of(&self, made_of: &str) -> bool {
        self.part(Part::MadeOf) == made_of.as_bytes()
    }

    /// Reports whether it was made of these files.
    pub(super) fn is_of<'s>(
        &self,
        stamps: impl Iterator<Item = (&'s str, &'s str)> + Clone,
    ) -> bool {
        self.part(Part::Files) == pack(stamps.flat_map(|(key, stamp)| [key, stamp]))
    }

    /// Reports whether there is a failure of this name.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.texts(Part::Names).has(name)
    }

    /// Returns a failure by its place in the checker.
    pub(super) fn failure(&self, at: usize) -> Option<Failure> {
        self.line(self.number(Part::Watched, at)?)
    }

    /// Returns the places of those most worth saying.
    pub(super) fn foremost(&self) -> impl Iterator<Item = usize> {
        (0..).map_while(|at| self.number(Part::Foremost, at))
    }

    /// Returns what is to be said of the failures each time.
    pub(super) fn warnings(&self) -> Vec<String> {
        self.texts(Part::Warnings).iter().map(str::to_owned).collect()
    }

    /// What it still says of the files that did not change, where others did.
    pub(super) fn known(&self) -> impl Fn(&str, &str) -> Option<Failure> {
        let files = self.texts(Part::Files);
        let mut by_key = HashMap::new();
        for at in 0..files.len() / 2 {
            by_key.extend(files.get(2 * at).zip(Some(at)));
        }
        move |key: &str, stamp: &str| {
            let at = *by_key.get(key)?;
            let same = files.get(2 * at + 1) == Some(stamp);
            same.then(|| self.line(self.number(Part::FileLines, at)?))?
        }
    }

    fn line(&self, at: usize) -> Option<Failure> {
        codec::from_line(self.texts(Part::Lines).get(at)?)
    }

    fn part(&self, part: Part) -> &[u8] {
        let at = part as usize;
        self.bytes.get(self.starts[at]..self.starts[at + 1]).unwrap_or_default()
    }

    fn texts(&self, part: Part) -> Texts<'_> {
        Texts::open(self.part(part)).unwrap_or_default()
    }

    /// The number at a place of a part of numbers.
    fn number(&self, part: Part, at: usize) -> Option<usize> {
        let (numbers, _) = self.part(part).as_chunks::<4>();
        usize::try_from(u32::from_le_bytes(*numbers.get(at)?)).ok()
    }
}

/// What a cache is made of.
pub(super) struct Content<'c> {
    /// The program, the home and the rule packs.
    pub(super) made_of: &'c str,
    /// Every file that was read.
    pub(super) files: &'c [FailureFile],
    /// The failures that are watched for, in the order of the checker.
    pub(super) active: &'c [Failure],
    /// The names of all failures.
    pub(super) names: &'c [String],
    /// The places of those most worth saying.
    pub(super) foremost: &'c [usize],
    /// What is to be said of them each time.
    pub(super) warnings: &'c [String],
}

impl Content<'_> {
    /// Writes the cache; nothing when there is a failure that no line can hold.
    pub(super) fn write(&self, checker: &[u8]) -> Option<Vec<u8>> {
        let mut names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        names.sort_unstable();
        let (lines, file_lines, watched) = self.lines()?;
        let files = self.files.iter().flat_map(|file| [file.key.as_str(), file.stamp.as_str()]);
        let parts: [Vec<u8>; PARTS] = [
            self.made_of.as_bytes().to_vec(),
            pack(files),
            numbers(&file_lines),
            pack(names.into_iter()),
            numbers(&watched),
            numbers(self.foremost),
            pack(self.warnings.iter().map(String::as_str)),
            pack(lines.iter().map(String::as_str)),
        ];
        let lengths: Vec<String> = parts.iter().map(|part| part.len().to_string()).collect();
        let mut summed = format!(" {}\n", lengths.join(" ")).into_bytes();
        summed.extend(parts.iter().flatten());
        let mut bytes = format!("{TITLE}{:0SUM$x}", checksum(&summed)).into_bytes();
        bytes.reserve_exact(summed.len() + checker.len());
        bytes.append(&mut summed);
        bytes.extend_from_slice(checker);
        Some(bytes)
    }

    /// The lines, those of the files, and those of the failures that are watched for: what several
    /// files tell of one failure may stand in none of them.
    fn lines(&self) -> Option<(Vec<String>, Vec<usize>, Vec<usize>)> {
        let mut lines = Vec::new();
        let mut by_name: HashMap<(Scope, &str), usize> = HashMap::new();
        for (at, FailureFile { failure, .. }) in self.files.iter().enumerate() {
            lines.push(codec::to_line(failure)?);
            by_name.entry((failure.scope, failure.name.as_str())).or_insert(at);
        }
        let file_lines = (0..lines.len()).collect();
        let mut watched = Vec::new();
        for failure in self.active {
            let own = by_name.get(&(failure.scope, failure.name.as_str())).copied();
            let own = own.filter(|&at| self.files[at].failure == *failure);
            if own.is_none() {
                lines.push(codec::to_line(failure)?);
            }
            watched.push(own.unwrap_or(lines.len() - 1));
        }
        Some((lines, file_lines, watched))
    }
}

fn numbers(list: &[usize]) -> Vec<u8> {
    list.iter()
        .flat_map(|&number| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes())
        .collect()
}
