//! How sure it is that a failure is one: by one rule, from how often and how lately it was seen.

use super::node::Failure;
use crate::Timestamp;

/// Seconds in which a failure that was seen once still counts as fresh: seven days.
const FRESH: i64 = 7 * 24 * 60 * 60;

/// How sure it is that an approach fails. Source: seed 000, `confidence`; the rule is that of the
/// original program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Seen once, more than seven days ago, or at an unknown time.
    Low,
    /// Seen twice, or once within seven days.
    Medium,
    /// Seen three times or more.
    High,
}

impl Confidence {
    /// Applies the rule.
    ///
    /// ```
    /// use mindsave_core::failure::Confidence;
    /// use mindsave_core::Timestamp;
    ///
    /// let now = Timestamp::parse("2026-05-10")?;
    /// let seen = Timestamp::parse("2026-05-02")?;
    /// assert_eq!(Confidence::of(1, Some(seen), now), Confidence::Low);
    /// assert_eq!(Confidence::of(3, Some(seen), now), Confidence::High);
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn of(count: u64, last_seen: Option<Timestamp>, now: Timestamp) -> Self {
        let fresh = last_seen.is_some_and(|seen| now.seconds_since(seen) <= FRESH);
        match count {
            3.. => Self::High,
            2 => Self::Medium,
            _ if fresh => Self::Medium,
            _ => Self::Low,
        }
    }

    /// Returns the word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl Failure {
    /// Returns how sure it is that the approach fails.
    pub fn confidence(&self, now: Timestamp) -> Confidence {
        Confidence::of(self.repeat_count(), self.last_seen, now)
    }
}
