//! Knows failures, and says which of them an action repeats.

use std::collections::HashMap;
use std::sync::Arc;

use super::action::Action;
use super::approach::Approach;
use super::hash;
use super::packed::{Entry, Packed, Parts};
use super::record::Prepared;
use super::said::Said;
use super::score::{self, Touch};
use super::severity::Severity;
use super::slots::Told;
use super::units;
use crate::failure::Failure;
use crate::text::Lexicon;

/// What is watched for: a failed approach, or a hazard without an attempt behind it.
#[derive(Clone, Debug, Default)]
pub struct Watched<'a> {
    /// What was tried, in a name or a sentence, in any language; how it ended may follow.
    pub approach: &'a str,
    /// What was done instead, or is to be.
    pub alternatives: Vec<&'a str>,
    /// Marks of calls that failed: see [`crate::failure::Fingerprint`].
    pub calls: Vec<&'a str>,
}

impl Watched<'_> {
    /// The number of what is read of it: alike for what reads alike.
    fn mark(&self) -> u64 {
        let parts = std::iter::once(self.approach).chain(self.alternatives.iter().copied());
        let lengths = parts.clone().map(|part| part.len().to_string() + " ");
        hash::of(hash::WATCHED, &lengths.chain(parts.map(str::to_owned)).collect::<String>())
    }
}

impl<'a> From<&'a Failure> for Watched<'a> {
    fn from(failure: &'a Failure) -> Self {
        Self {
            approach: failure.name.as_str(),
            alternatives: failure.alternatives.iter().map(String::as_str).collect(),
            calls: failure.fingerprints.iter().map(|print| print.call.as_str()).collect(),
        }
    }
}

/// A failure that an action repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The place of the failure among those the checker was given, from 0.
    pub index: usize,
    /// How much of the failed approach comes again, from 0 to 1, two decimals.
    pub score: f64,
    /// How strongly to warn.
    pub severity: Severity,
    /// What comes again, in the words of the failure; empty when the call is the same.
    pub shared: Vec<String>,
    /// Whether the very same call has failed before.
    pub same_call: bool,
}

/// Failures, read once, to be compared with many actions.
///
/// ```
/// use mindsave_core::check::{Action, Checker, Severity, Watched};
/// use mindsave_core::text::Lexicon;
///
/// let tried = Watched { approach: "不要用 Tailwind，样式冲突", ..Watched::default() };
/// let checker = Checker::new([tried], &[Lexicon::builtin()]);
/// let found = checker.check(&Action::Sentence("install tailwindcss and convert the cards"));
/// assert!(found[0].severity >= Severity::High);
/// assert!(checker.check(&Action::Command("npm uninstall tailwindcss")).is_empty());
/// ```
#[derive(Debug)]
pub struct Checker<'l> {
    lexicons: Vec<&'l Lexicon>,
    packed: Packed,
}

impl<'l> Checker<'l> {
    /// Reads failures. `lexicons` are the names known; more than one when users have their own.
    pub fn new<'a>(
        watched: impl IntoIterator<Item = Watched<'a>>,
        lexicons: &[&'l Lexicon],
    ) -> Self {
        Self::made_of(watched, lexicons, None)
    }

    /// Reads failures; those that an older checker knows are taken from it. It must have been made
    /// with the same lexicons.
    pub fn renewed<'a, 'n>(
        &self,
        watched: impl IntoIterator<Item = Watched<'a>>,
        lexicons: &[&'n Lexicon],
    ) -> Checker<'n> {
        Checker::made_of(watched, lexicons, Some(self))
    }

    fn made_of<'a>(
        watched: impl IntoIterator<Item = Watched<'a>>,
        lexicons: &[&'l Lexicon],
        old: Option<&Checker<'_>>,
    ) -> Self {
        let mut making = Making { parts: Parts::default(), lexicons, known: HashMap::new() };
        if let Some(old) = old {
            making.known = old.by_mark();
        }
        let mut kept = HashMap::new();
        for (own, one) in (0..).zip(watched) {
            if let Some(before) = making.add(own, &one, old) {
                kept.entry(before).or_insert_with(Vec::new).push(own);
            }
        }
        if let Some(old) = old {
            for entry in old.packed.entries() {
                let now = kept.get(&entry.failure).into_iter().flatten();
                making.parts.entries.extend(now.map(|&failure| Entry { failure, ..entry }));
            }
        }
        Self { lexicons: lexicons.to_vec(), packed: Packed::of(making.parts) }
    }

    /// The failures by what they were made of.
    fn by_mark(&self) -> HashMap<u64, u32> {
        let marks = (0..).zip(0..self.packed.len());
        marks.filter_map(|(own, at)| Some((self.packed.record(at)?.mark, own))).collect()
    }

    /// Returns all that was read, for a file.
    ///
    /// ```
    /// use mindsave_core::check::{Action, Checker, Watched};
    /// use mindsave_core::text::Lexicon;
    ///
    /// let tried = Watched { approach: "用 Jenkins 跑流水线", ..Watched::default() };
    /// let bytes = Checker::new([tried], &[Lexicon::builtin()]).as_bytes().to_vec();
    /// let again = Checker::open(bytes, &[Lexicon::builtin()]).unwrap();
    /// assert_eq!(again.check(&Action::Sentence("run it on Jenkins")).len(), 1);
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.packed.bytes()
    }

    /// Opens what [`Checker::as_bytes`] gave. The lexicons must be those it was made with.
    ///
    /// Returns nothing when it is torn, or was made by another version.
    pub fn open(bytes: Vec<u8>, lexicons: &[&'l Lexicon]) -> Option<Self> {
        Self::open_within(Arc::new(bytes), 0, lexicons)
    }

    /// As [`Checker::open`], where it is the end of a file: behind its first `from` bytes, which
    /// are not copied.
    pub fn open_within(file: Arc<Vec<u8>>, from: usize, lexicons: &[&'l Lexicon]) -> Option<Self> {
        Some(Self { lexicons: lexicons.to_vec(), packed: Packed::open(file, from)? })
    }

    /// Returns how many failures there are.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Reports whether there is no failure.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the failures an action repeats, the surest first.
    pub fn check(&self, action: &Action<'_>) -> Vec<Match> {
        if self.is_empty() {
            return Vec::new();
        }
        let said = Said::of(action, &self.lexicons);
        let touches = self.touches(&said);
        let own = touches.chunk_by(|a, b| a.failure == b.failure);
        let mut found: Vec<Match> = own.filter_map(|own| self.judge(own, &said)).collect();
        if let Some(programs) = action.harmless() {
            found.retain(|one| one.shared.iter().any(|shown| names_one(shown, &programs)));
        }
        if let Some(call) = action.call() {
            self.same_calls(&call, &mut found);
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
        found
    }

    /// Everything the proposal and the failures have in common, by failure and slot.
    fn touches(&self, said: &Said) -> Vec<Touch> {
        let mut touches = Vec::new();
        for (at, ids) in (0_u16..).zip(&said.ids) {
            for id in ids {
                touches.extend(self.packed.find(*id).map(|entry| Touch {
                    failure: entry.failure,
                    slot: entry.slot,
                    at,
                    strength: f32::from(entry.strength) / HUNDRED,
                }));
            }
        }
        touches.sort_unstable_by(|a: &Touch, b: &Touch| {
            (a.failure, a.slot).cmp(&(b.failure, b.slot)).then(b.strength.total_cmp(&a.strength))
        });
        touches
    }

    fn judge(&self, touches: &[Touch], said: &Said) -> Option<Match> {
        let index = touches.first()?.failure as usize;
        let record = self.packed.record(index)?;
        Severity::of(score::at_most(&record, touches, said.code).into())?;
        let own = record.read()?;
        let found = score::compare(&own.told, record.weight, touches, said);
        let score = score::unless_alternative(found.score, &own.alternatives, said);
        let severity = Severity::of(score.into())?;
        let score = two_decimals(score);
        let shared = found.again.iter().map(|&at| own.told.slots[at].shown.clone()).collect();
        Some(Match { index, score, severity, shared, same_call: false })
    }

    /// The very same call has failed before: nothing is surer.
    fn same_calls(&self, call: &str, found: &mut Vec<Match>) {
        for index in self.packed.calls(hash::of(hash::CALL, call)) {
            found.retain(|other| other.index != index);
            found.push(Match {
                index,
                score: 1.0,
                severity: Severity::Critical,
                shared: Vec::new(),
                same_call: true,
            });
        }
    }
}

/// Failures that are being read.
struct Making<'m> {
    parts: Parts,
    lexicons: &'m [&'m Lexicon],
    /// Those an older checker knows, by what they were made of.
    known: HashMap<u64, u32>,
}

impl Making<'_> {
    /// Adds a failure; returns its place in the older checker where it was taken from there, with
    /// its entries still to be taken.
    fn add(&mut self, own: u32, watched: &Watched<'_>, old: Option<&Checker<'_>>) -> Option<u32> {
        let calls = watched.calls.iter().map(|call| (hash::of(hash::CALL, call), own));
        self.parts.calls.extend(calls);
        let mark = watched.mark();
        if let Some((old, &before)) = old.zip(self.known.get(&mark)) {
            let bytes = old.packed.record_bytes(before as usize).to_vec();
            self.parts.records.push(bytes);
            return Some(before);
        }
        let prepared = self.prepare(watched);
        for (slot, told) in (0_u16..).zip(&prepared.told.slots) {
            self.parts.entries.extend(told.ids.iter().map(|&(id, strength)| Entry {
                id,
                failure: own,
                slot,
                strength: hundredths(strength),
            }));
        }
        self.parts.records.push(prepared.to_bytes(mark));
        None
    }

    fn prepare(&self, watched: &Watched<'_>) -> Prepared {
        let items = units::read(watched.approach, self.lexicons);
        let approach = Approach::of(&items);
        let told = Told::of(&items, &approach.tried);
        let mut alternatives: Vec<Told> = Vec::new();
        if !approach.adopted.is_empty() {
            alternatives.push(Told::of(&items, &approach.adopted));
        }
        for other in &watched.alternatives {
            let items = units::read(other, self.lexicons);
            alternatives.push(Told::of(&items, &super::slots::all(&items)));
        }
        Prepared { told, alternatives }
    }
}

const HUNDRED: f32 = 100.0;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
fn hundredths(strength: f32) -> u8 {
    (strength * HUNDRED).round() as u8
}

/// Whether what comes again is one of these programs.
fn names_one(shown: &str, programs: &[&str]) -> bool {
    let words = shown.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '.');
    words.into_iter().any(|word| programs.iter().any(|program| word.eq_ignore_ascii_case(program)))
}

/// Rounds up or down to what the bounds of severity leave where it is.
pub(super) fn two_decimals(score: f32) -> f64 {
    let score = f64::from(score);
    let rounded = (score * 100.0).round() / 100.0;
    if Severity::of(rounded) == Severity::of(score) {
        rounded
    } else {
        (score * 100.0).ceil() / 100.0
    }
}
