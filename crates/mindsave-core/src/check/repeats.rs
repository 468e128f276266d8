//! Loops, from what really happened: the same call with the same error, again.

use indexmap::IndexMap;

/// How strongly to warn of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Twice.
    Warning,
    /// Three times or more.
    Strong,
}

/// The same call with the same error, more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat<'a> {
    /// The mark of the call.
    pub call: &'a str,
    /// The mark of the error.
    pub error: &'a str,
    /// How often.
    pub times: u64,
    /// How strongly to warn.
    pub strength: Strength,
}

impl Strength {
    /// Returns the strength for so many times; nothing for once.
    pub fn of(times: u64) -> Option<Self> {
        match times {
            0 | 1 => None,
            2 => Some(Self::Warning),
            _ => Some(Self::Strong),
        }
    }
}

/// Finds loops in outcomes: marks of a call and its error, and how often it ended so, from this
/// session and from earlier ones. A call that ended well, or in another error, is no repeat.
///
/// ```
/// use mindsave_core::check::{Strength, repeats};
///
/// let outcomes = [("c1", "e1", 1), ("c1", "e2", 1), ("c1", "e1", 1), ("c2", "e1", 3)];
/// let found = repeats(outcomes);
/// let said: Vec<_> = found.iter().map(|r| (r.call, r.times, r.strength)).collect();
/// assert_eq!(said, [("c1", 2, Strength::Warning), ("c2", 3, Strength::Strong)]);
/// ```
pub fn repeats<'a>(outcomes: impl IntoIterator<Item = (&'a str, &'a str, u64)>) -> Vec<Repeat<'a>> {
    let mut counts: IndexMap<(&str, &str), u64> = IndexMap::new();
    for (call, error, times) in outcomes {
        let count = counts.entry((call, error)).or_default();
        *count = count.saturating_add(times);
    }
    let repeat = |((call, error), times)| {
        Strength::of(times).map(|strength| Repeat { call, error, times, strength })
    };
    counts.into_iter().filter_map(repeat).collect()
}
