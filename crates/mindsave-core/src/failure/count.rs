//! Counts that lose nothing when two writers meet: each writer counts for itself.

use std::collections::BTreeMap;

use crate::{Error, Result};

/// The most bytes of a writer's name.
const WRITER_MAX: usize = 100;
/// Who counted what has no writer of its own: numbers written by hand or by other programs.
const UNKNOWN: &str = "earlier";

/// Who counts: a session, a work tree, a machine. Two that write at the same time must differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Writer(String);

impl Writer {
    /// Checks a name.
    ///
    /// # Errors
    /// `invalid_input` when it is blank, longer than 100 bytes or has control characters.
    pub fn parse(text: &str) -> Result<Self> {
        let name = text.trim();
        if name.is_empty() || name.len() > WRITER_MAX || name.chars().any(char::is_control) {
            return Err(Error::invalid(
                "the name of a writer has 1 to 100 bytes and no control characters",
            ));
        }
        Ok(Self(name.to_owned()))
    }

    /// Returns the writer of numbers that came without one.
    pub fn unknown() -> Self {
        Self(UNKNOWN.to_owned())
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How often something was seen, by writer.
///
/// Merging takes the larger number of each writer, so it may be done any number of times, in any
/// order, and never loses or doubles a count.
///
/// ```
/// use mindsave_core::failure::{Counts, Writer};
///
/// let mut here = Counts::default();
/// here.add(&Writer::parse("here")?, 2);
/// let mut there = here.clone();
/// there.add(&Writer::parse("there")?, 1);
/// here.add(&Writer::parse("here")?, 1);
/// here.merge(&there);
/// here.merge(&there);
/// assert_eq!(here.total(), 4);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<Writer, u64>);

impl Counts {
    /// Counts one writer's number up.
    pub fn add(&mut self, writer: &Writer, times: u64) {
        let count = self.0.entry(writer.clone()).or_default();
        *count = count.saturating_add(times);
    }

    /// Raises one writer's number to at least this.
    pub fn raise(&mut self, writer: &Writer, times: u64) {
        let count = self.0.entry(writer.clone()).or_default();
        *count = (*count).max(times);
    }

    /// Counts every writer of another list up by its number there.
    pub(super) fn add_all(&mut self, other: &Self) {
        for (writer, times) in &other.0 {
            self.add(writer, *times);
        }
    }

    /// Takes the larger number of each writer.
    pub fn merge(&mut self, other: &Self) {
        for (writer, times) in &other.0 {
            self.raise(writer, *times);
        }
    }

    /// Returns the number of all writers together.
    pub fn total(&self) -> u64 {
        self.0.values().fold(0, |sum, times| sum.saturating_add(*times))
    }

    /// Gives the writer without a name what is missing to a total that was written by hand.
    pub(super) fn complete(&mut self, total: u64) {
        let missing = total.saturating_sub(self.total());
        if missing > 0 {
            self.add(&Writer::unknown(), missing);
        }
    }

    /// Returns the writers with their numbers, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(writer, times)| (writer.as_str(), *times))
    }
}
