//! How strongly a match warns.

use serde::Serialize;

/// How strongly a match warns. Source: seed 002, "Loop Detection", as it prints the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Score above 0.60: similar enough to think again.
    Moderate,
    /// Score above 0.80: very much the same.
    High,
    /// Score above 0.95: it has been tried.
    Critical,
}

impl Severity {
    /// Returns the severity of a score; nothing when it is too low for a warning.
    ///
    /// ```
    /// use mindsave_core::check::Severity;
    ///
    /// assert_eq!(Severity::of(0.97), Some(Severity::Critical));
    /// assert_eq!(Severity::of(0.60), None);
    /// ```
    pub fn of(score: f64) -> Option<Self> {
        match score {
            score if score > 0.95 => Some(Self::Critical),
            score if score > 0.80 => Some(Self::High),
            score if score > 0.60 => Some(Self::Moderate),
            _ => None,
        }
    }

    /// Returns the word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Moderate => "moderate",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_are_those_of_the_seed() {
        let of = |score| Severity::of(score).map(Severity::word);
        for (score, word) in [
            (0.6, None),
            (0.601, Some("moderate")),
            (0.8, Some("moderate")),
            (0.801, Some("high")),
            (0.95, Some("high")),
            (0.951, Some("critical")),
            (1.0, Some("critical")),
            (f64::NAN, None),
        ] {
            assert_eq!(of(score), word, "{score}");
        }
    }
}
