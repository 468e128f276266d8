//! Knows failures, and says which of them an action repeats.

use super::action::Action;
use super::approach::Approach;
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
    failures: Vec<Prepared>,
    /// What units are found by, sorted.
    index: Vec<Entry>,
    /// Marks of calls with the failures they belong to, sorted.
    calls: Vec<(String, usize)>,
}

#[derive(Debug)]
struct Prepared {
    told: Told,
    weight: f32,
    alternatives: Vec<Told>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    id: u64,
    failure: u32,
    slot: u16,
    strength: f32,
}

impl<'l> Checker<'l> {
    /// Reads failures. `lexicons` are the names known; more than one when users have their own.
    pub fn new<'a>(
        watched: impl IntoIterator<Item = Watched<'a>>,
        lexicons: &[&'l Lexicon],
    ) -> Self {
        let mut checker = Self {
            lexicons: lexicons.to_vec(),
            failures: Vec::new(),
            index: Vec::new(),
            calls: Vec::new(),
        };
        for one in watched {
            checker.add(&one);
        }
        checker.index.sort_unstable_by_key(|entry| (entry.id, entry.failure, entry.slot));
        checker.calls.sort_unstable();
        checker
    }

    fn add(&mut self, watched: &Watched<'_>) {
        let items = units::read(watched.approach, &self.lexicons);
        let approach = Approach::of(&items);
        let told = Told::of(&items, &approach.tried);
        let mut alternatives: Vec<Told> = Vec::new();
        if !approach.adopted.is_empty() {
            alternatives.push(Told::of(&items, &approach.adopted));
        }
        for other in &watched.alternatives {
            let items = units::read(other, &self.lexicons);
            alternatives.push(Told::of(&items, &super::slots::all(&items)));
        }
        let own = self.failures.len();
        let failure = u32::try_from(own).unwrap_or(u32::MAX);
        for (slot, told) in (0_u16..).zip(&told.slots) {
            let entry = |&(id, strength): &(u64, f32)| Entry { id, failure, slot, strength };
            self.index.extend(told.ids.iter().map(entry));
        }
        self.calls.extend(watched.calls.iter().map(|call| ((*call).to_owned(), own)));
        self.failures.push(Prepared { weight: told.weight(), told, alternatives });
    }

    /// Returns how many failures there are.
    pub fn len(&self) -> usize {
        self.failures.len()
    }

    /// Reports whether there is no failure.
    pub fn is_empty(&self) -> bool {
        self.failures.is_empty()
    }

    /// Returns the failures an action repeats, the surest first.
    pub fn check(&self, action: &Action<'_>) -> Vec<Match> {
        let said = Said::of(&action.parts(), &self.lexicons);
        let touches = self.touches(&said);
        let own = touches.chunk_by(|a, b| a.failure == b.failure);
        let mut found: Vec<Match> = own.filter_map(|own| self.judge(own, &said)).collect();
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
                let from = self.index.partition_point(|entry| entry.id < *id);
                let same = self.index[from..].iter().take_while(|entry| entry.id == *id);
                touches.extend(same.map(|&Entry { failure, slot, strength, .. }| Touch {
                    failure,
                    slot,
                    at,
                    strength,
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
        let own = self.failures.get(index)?;
        Severity::of(score::at_most(&own.told, own.weight, touches).into())?;
        let found = score::compare(&own.told, own.weight, touches, said);
        let score = score::unless_alternative(found.score, &own.alternatives, said);
        let severity = Severity::of(score.into())?;
        let score = two_decimals(score);
        let shared = found.again.iter().map(|&at| own.told.slots[at].shown.clone()).collect();
        Some(Match { index, score, severity, shared, same_call: false })
    }

    /// The very same call has failed before: nothing is surer.
    fn same_calls(&self, call: &str, found: &mut Vec<Match>) {
        let from = self.calls.partition_point(|(own, _)| own.as_str() < call);
        for (_, index) in self.calls[from..].iter().take_while(|(own, _)| own == call) {
            found.retain(|other| other.index != *index);
            found.push(Match {
                index: *index,
                score: 1.0,
                severity: Severity::Critical,
                shared: Vec::new(),
                same_call: true,
            });
        }
    }
}

/// Rounds up or down to what the bounds of severity leave where it is.
fn two_decimals(score: f32) -> f64 {
    let score = f64::from(score);
    let rounded = (score * 100.0).round() / 100.0;
    if Severity::of(rounded) == Severity::of(score) {
        rounded
    } else {
        (score * 100.0).ceil() / 100.0
    }
}
