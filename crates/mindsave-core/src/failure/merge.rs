//! Two copies of one failure become one, and no count is lost.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::fingerprint::Fingerprint;
use super::node::{Failure, Scope};
use super::relation::Relation;
use crate::Timestamp;

impl Failure {
    /// Takes over what another copy of the same failure knows.
    ///
    /// It may be done any number of times and in any order: of two texts that of the copy seen last
    /// stays, lists are joined, each writer's larger count is taken. Name and scope stay.
    pub fn merge(&mut self, other: &Self) {
        let later = (other.last_seen, &other.reason) > (self.last_seen, &self.reason);
        for (own, theirs) in [
            (&mut self.reason, &other.reason),
            (&mut self.symptom, &other.symptom),
            (&mut self.task, &other.task),
            (&mut self.rejected_by, &other.rejected_by),
        ] {
            if own.is_empty() || later && !theirs.is_empty() {
                own.clone_from(theirs);
            }
        }
        self.counts.merge(&other.counts);
        for relation in Relation::ALL {
            join(self.linked_mut(relation), other.linked(relation));
        }
        join(&mut self.alternatives, &other.alternatives);
        self.first_seen = earlier(self.first_seen, other.first_seen);
        self.last_seen = self.last_seen.max(other.last_seen);
        merge_fingerprints(&mut self.fingerprints, &other.fingerprints);
        let retired = self.retired.take().max(other.retired.clone());
        // Seen again after it was withdrawn: it holds again.
        self.retired = retired.filter(|retired| Some(retired.at) >= self.last_seen);
        for (key, value) in &other.extra {
            if later || !self.extra.contains_key(key) {
                self.extra.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Makes one of the copies of each failure: the project's, and the one that holds in every project.
///
/// It stands where the first of them stood, and says of itself that it holds everywhere as long as it
/// was not withdrawn.
///
/// ```
/// use mindsave_core::failure::{Failure, Scope, Writer, one_of_each};
/// use mindsave_core::Timestamp;
///
/// let now = Timestamp::parse("2026-05-10")?;
/// let failure = Failure::new("全局锁", now, &Writer::parse("s1")?)?;
/// let found = one_of_each([failure.clone(), failure.promoted()]);
/// assert_eq!((found.len(), found[0].scope, found[0].repeat_count()), (1, Scope::Global, 1));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn one_of_each(failures: impl IntoIterator<Item = Failure>) -> Vec<Failure> {
    let mut out: Vec<Failure> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for failure in failures {
        match places.entry(failure.name.key()) {
            Entry::Vacant(place) => {
                place.insert(out.len());
                out.push(failure);
            }
            Entry::Occupied(place) => {
                let own = &mut out[*place.get()];
                own.merge(&failure);
                if failure.scope == Scope::Global && own.is_active() {
                    own.scope = Scope::Global;
                }
            }
        }
    }
    out
}

fn join(own: &mut Vec<String>, other: &[String]) {
    for text in other {
        if !own.contains(text) {
            own.push(text.clone());
        }
    }
}

fn earlier(a: Option<Timestamp>, b: Option<Timestamp>) -> Option<Timestamp> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn merge_fingerprints(own: &mut Vec<Fingerprint>, other: &[Fingerprint]) {
    for print in other {
        let same =
            own.iter_mut().find(|own| (&own.call, &own.error) == (&print.call, &print.error));
        match same {
            Some(own) => own.counts.merge(&print.counts),
            None => own.push(print.clone()),
        }
    }
}
