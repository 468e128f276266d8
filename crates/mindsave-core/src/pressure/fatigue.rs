//! Fatigue: how degraded the work is. Source: seed 003, fatigue model.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::calls::{Note, WINDOW};
use crate::work::Outcome;

/// How many calls a folder needs beside it before scatter says anything.
const SCATTER_SAMPLE: usize = 8;
/// How many reads re-reading needs. Source: research, the constants of the original.
const READ_SAMPLE: usize = 3;
/// The share of new folders at which the work is as scattered as it can be.
const SCATTER_FULL: f64 = 0.5;

/// One dimension of fatigue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    /// How full the context is.
    TokenUse,
    /// How many folders the work is spread over.
    ScopeScatter,
    /// How often files are read that were read before: what they said is lost.
    RereadRatio,
    /// Which share of the calls fails.
    ErrorDensity,
}

impl Dimension {
    /// All four, in the order of seed 003's table.
    pub const ALL: [Self; 4] =
        [Self::TokenUse, Self::ScopeScatter, Self::RereadRatio, Self::ErrorDensity];

    /// Returns the weight in the sum.
    pub fn weight(self) -> f64 {
        match self {
            Self::TokenUse => 0.40,
            Self::ScopeScatter => 0.25,
            Self::RereadRatio => 0.20,
            Self::ErrorDensity => 0.15,
        }
    }

    /// Returns the stable word.
    pub fn word(self) -> &'static str {
        match self {
            Self::TokenUse => "token_use",
            Self::ScopeScatter => "scope_scatter",
            Self::RereadRatio => "reread_ratio",
            Self::ErrorDensity => "error_density",
        }
    }
}

/// The state the score stands for: from 0.4, 0.6, 0.75 and 0.9 on.
///
/// ```
/// use mindsave_core::pressure::State;
///
/// let words = [0.0, 0.3999, 0.4, 0.6, 0.75, 0.9].map(|score| State::of(score).word());
/// assert_eq!(words, ["FLOW", "FLOW", "COMPRESS", "PRE-SLEEP", "REM", "EMERGENCY"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum State {
    /// Normal operation.
    #[serde(rename = "FLOW")]
    Flow,
    /// Micro-consolidation runs.
    #[serde(rename = "COMPRESS")]
    Compress,
    /// A checkpoint is written, consolidation runs.
    #[serde(rename = "PRE-SLEEP")]
    PreSleep,
    /// An emergency checkpoint; time to wrap up.
    #[serde(rename = "REM")]
    Rem,
    /// A checkpoint, and hand off at once.
    #[serde(rename = "EMERGENCY")]
    Emergency,
}

impl State {
    /// Returns the state of a score.
    pub fn of(score: f64) -> Self {
        match score {
            s if s >= 0.90 => Self::Emergency,
            s if s >= 0.75 => Self::Rem,
            s if s >= 0.60 => Self::PreSleep,
            s if s >= 0.40 => Self::Compress,
            _ => Self::Flow,
        }
    }

    /// Returns the word of seed 003.
    pub fn word(self) -> &'static str {
        match self {
            Self::Flow => "FLOW",
            Self::Compress => "COMPRESS",
            Self::PreSleep => "PRE-SLEEP",
            Self::Rem => "REM",
            Self::Emergency => "EMERGENCY",
        }
    }

    /// Returns what the user is told once a save was made in this state.
    pub(super) fn notice(self, chinese: bool) -> Option<&'static str> {
        match (self, chinese) {
            (Self::Rem, false) => Some(
                "The work is degrading (fatigue REM). MindSave auto-checkpoint saved; consider wrapping up.",
            ),
            (Self::Rem, true) => {
                Some("工作状态正在下降（疲劳 REM），MindSave 已自动保存检查点，建议收尾。")
            }
            (Self::Emergency, false) => Some(
                "⚠️ The work is degraded (fatigue EMERGENCY). Auto-saved. Start new conversation with /load.",
            ),
            (Self::Emergency, true) => Some(
                "⚠️ 工作状态已严重下降（疲劳 EMERGENCY），已自动保存。请开始新的对话，并用 /load 继续。",
            ),
            _ => None,
        }
    }
}

/// One part of the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// What is measured.
    pub dimension: Dimension,
    /// From 0 to 1; nothing while there is too little to measure, which counts as 0.
    pub value: Option<f64>,
    /// On how many calls it rests; 0 for token use.
    pub sample: usize,
}

impl Part {
    /// Returns what it adds to the score.
    pub fn points(self) -> f64 {
        self.value.unwrap_or(0.0) * self.dimension.weight()
    }
}

/// The fatigue, with the parts of its sum.
///
/// ```
/// use mindsave_core::pressure::{Fatigue, State};
///
/// let found = Fatigue::of([Some(1.0), Some(0.5), None, Some(0.5)]);
/// assert_eq!((found.score, found.state), (0.6, State::PreSleep));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fatigue {
    /// From 0 to 1, to nine digits.
    pub score: f64,
    /// What it stands for.
    pub state: State,
    /// What it was made of, in the order of [`Dimension::ALL`].
    pub parts: [Part; 4],
}

impl Fatigue {
    /// Sums up the four dimensions, in the order of [`Dimension::ALL`]; each is taken from 0 to 1.
    pub fn of(values: [Option<f64>; 4]) -> Self {
        Self::with_samples(values, [0; 4])
    }

    fn with_samples(values: [Option<f64>; 4], samples: [usize; 4]) -> Self {
        let part = |at: usize| Part {
            dimension: Dimension::ALL[at],
            value: values[at].filter(|value| !value.is_nan()).map(|value| value.clamp(0.0, 1.0)),
            sample: samples[at],
        };
        let parts = [part(0), part(1), part(2), part(3)];
        let sum: f64 = parts.into_iter().map(Part::points).sum();
        // 0.4 × 1.0 and 0.25 + 0.15 have to reach the same band.
        let score = ((sum * 1e9).round() / 1e9).clamp(0.0, 1.0);
        Self { score, state: State::of(score), parts }
    }

    /// Measures the last calls, and the share of the context in use.
    pub(super) fn measure<'a>(
        ratio: Option<f64>,
        calls: impl Iterator<Item = &'a Note> + Clone,
    ) -> Self {
        let scattered = scatter(calls.clone());
        let reread = reread(calls.clone());
        let errors = errors(calls);
        Self::with_samples(
            [ratio, scattered.0, reread.0, errors.0],
            [0, scattered.1, reread.1, errors.1],
        )
    }
}

/// How many folders the work is spread over: 0 when all calls are in one folder, 1 when every
/// second call or more is in a folder of its own.
fn scatter<'a>(calls: impl Iterator<Item = &'a Note>) -> (Option<f64>, usize) {
    // As many as are looked at: this is asked for at every event.
    let mut folders: SmallVec<[u32; WINDOW]> = calls.filter_map(|call| call.folder).collect();
    let sample = folders.len();
    if sample < SCATTER_SAMPLE {
        return (None, sample);
    }
    folders.sort_unstable();
    folders.dedup();
    let distinct = folders.len();
    (Some((share(distinct - 1, sample - 1) / SCATTER_FULL).min(1.0)), sample)
}

/// Which share of the reads is of files that were read before and have not been changed since.
fn reread<'a>(calls: impl Iterator<Item = &'a Note>) -> (Option<f64>, usize) {
    let (again, reads) = count(calls.filter_map(|call| call.again));
    ((reads >= READ_SAMPLE).then(|| share(again, reads)), reads)
}

/// Which share of the calls that ended failed. What the user stopped says nothing.
fn errors<'a>(calls: impl Iterator<Item = &'a Note>) -> (Option<f64>, usize) {
    let ended = calls.filter_map(|call| match call.outcome? {
        Outcome::Ok => Some(false),
        Outcome::Failed => Some(true),
        Outcome::Interrupted => None,
    });
    let (failed, ended) = count(ended);
    ((ended > 0).then(|| share(failed, ended)), ended)
}

/// Counts what is so, and all.
fn count(all: impl Iterator<Item = bool>) -> (usize, usize) {
    all.fold((0, 0), |(so, count), is_so| (so + usize::from(is_so), count + 1))
}

/// A share of small counts.
fn share(part: usize, whole: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    number(part) / number(whole)
}
