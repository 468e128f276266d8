//! Pressure: how soon the context ends. Source: seed 000, adaptive threshold.

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// The bases of the thresholds, checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bases {
    warning: f64,
    critical: f64,
}

impl Bases {
    /// Where the base of WARNING may lie. Source: seed 000, default values.
    pub const WARNING: (f64, f64) = (0.50, 0.70);
    /// Where the base of CRITICAL may lie.
    pub const CRITICAL: (f64, f64) = (0.70, 0.90);

    /// Checks the bases, as shares of the context.
    ///
    /// ```
    /// use mindsave_core::pressure::Bases;
    ///
    /// assert!(Bases::new(0.50, 0.90).is_ok());
    /// let error = Bases::new(0.45, 0.80).unwrap_err();
    /// assert_eq!(error.message(), "`base_warning` must be from 0.50 to 0.70, got 0.45");
    /// ```
    ///
    /// # Errors
    /// `invalid_input` when one is out of its range.
    pub fn new(warning: f64, critical: f64) -> Result<Self> {
        within("base_warning", warning, Self::WARNING)?;
        within("base_critical", critical, Self::CRITICAL)?;
        Ok(Self { warning, critical })
    }

    /// Returns the base of WARNING.
    pub fn warning(self) -> f64 {
        self.warning
    }

    /// Returns the base of CRITICAL.
    pub fn critical(self) -> f64 {
        self.critical
    }
}

impl Default for Bases {
    fn default() -> Self {
        Self { warning: 0.60, critical: 0.80 }
    }
}

fn within(name: &str, value: f64, (from, to): (f64, f64)) -> Result<()> {
    if (from..=to).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(format!("`{name}` must be from {from:.2} to {to:.2}, got {value}")))
}

/// How fast the context grows: calls of tools in the last 5 minutes, at most 2, 3 to 6, 7 or more.
///
/// ```
/// use mindsave_core::pressure::Growth;
///
/// let words = [0, 2, 3, 6, 7].map(|calls| Growth::of(calls).word());
/// assert_eq!(words, ["slow", "slow", "normal", "normal", "fast"]);
/// assert_eq!(Growth::Slow.multiplier(), 1.2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Growth {
    /// Questions and answers: there is time to react.
    Slow,
    /// Ordinary work.
    Normal,
    /// Heavy work: the context may be full in two or three turns.
    Fast,
}

impl Growth {
    /// The span in which calls are counted, in seconds; a call that old counts no more.
    pub const SPAN: i64 = 300;

    /// Returns the growth of so many calls in the span.
    pub fn of(calls: u64) -> Self {
        match calls {
            0..=2 => Self::Slow,
            3..=6 => Self::Normal,
            _ => Self::Fast,
        }
    }

    /// Returns what the thresholds are multiplied by.
    pub fn multiplier(self) -> f64 {
        match self {
            Self::Slow => 1.2,
            Self::Normal => 1.0,
            Self::Fast => 0.8,
        }
    }

    /// Returns the word of the heartbeat.
    pub fn word(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
        }
    }
}

/// How much would have to be found out again: by files in work, and by decisions and rules.
///
/// Seed 000 gives 1 to 2 files to low, 3 to 5 "with some decisions" to medium and 5 or more "with
/// many rules and decisions" to high. Where that touches or is silent:
///
/// - six files or more are high, whatever was decided;
/// - five are high with [`Complexity::MANY`] decisions and rules or more, and medium with fewer;
/// - two or fewer are medium with [`Complexity::SOME`] decisions and rules or more: losing them
///   hurts; and low with fewer.
///
/// ```
/// use mindsave_core::pressure::Complexity;
///
/// let words = [(2, 0), (2, 3), (3, 0), (5, 4), (5, 5), (6, 0)].map(|(f, d)| Complexity::of(f, d).word());
/// assert_eq!(words, ["low", "medium", "medium", "medium", "high", "high"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Complexity {
    /// Cheap to find out again.
    Low,
    /// Losing decisions hurts.
    Medium,
    /// Very expensive to find out again.
    High,
}

impl Complexity {
    /// From how many decisions and rules on there are "some".
    pub const SOME: u64 = 3;
    /// From how many on there are "many".
    pub const MANY: u64 = 5;

    /// Returns the complexity of so many active files, and decisions and rules together.
    pub fn of(files: u64, known: u64) -> Self {
        match files {
            6.. => Self::High,
            5 if known >= Self::MANY => Self::High,
            3..=5 => Self::Medium,
            _ if known >= Self::SOME => Self::Medium,
            _ => Self::Low,
        }
    }

    /// Returns what the thresholds are multiplied by.
    pub fn multiplier(self) -> f64 {
        match self {
            Self::Low => 1.0,
            Self::Medium => 0.95,
            Self::High => 0.85,
        }
    }

    /// Returns the word of the heartbeat.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// How near the end of the context is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    /// Below WARNING, or nobody has said how full the context is.
    Green,
    /// From WARNING on.
    Yellow,
    /// From CRITICAL on.
    Red,
}

impl Level {
    /// Returns the level of a share of the context in use; nobody's word is green.
    pub fn of(ratio: Option<f64>, thresholds: Thresholds) -> Self {
        match ratio {
            Some(ratio) if ratio >= thresholds.critical => Self::Red,
            Some(ratio) if ratio >= thresholds.warning => Self::Yellow,
            _ => Self::Green,
        }
    }

    /// Returns the word of the heartbeat.
    pub fn word(self) -> &'static str {
        match self {
            Self::Green => "GREEN",
            Self::Yellow => "YELLOW",
            Self::Red => "RED",
        }
    }

    /// Returns what the user is told once a save was made at this level, in the words of seed 000.
    ///
    /// ```
    /// use mindsave_core::pressure::Level;
    ///
    /// assert_eq!(Level::Green.notice(false), None);
    /// let yellow = Level::Yellow.notice(false);
    /// assert_eq!(yellow, Some("Context pressure rising. MindSave auto-checkpoint saved."));
    /// assert!(Level::Red.notice(true).is_some_and(|text| text.contains("/load")));
    /// ```
    pub fn notice(self, chinese: bool) -> Option<&'static str> {
        match (self, chinese) {
            (Self::Green, _) => None,
            (Self::Yellow, false) => {
                Some("Context pressure rising. MindSave auto-checkpoint saved.")
            }
            (Self::Yellow, true) => Some("上下文压力上升，MindSave 已自动保存检查点。"),
            (Self::Red, false) => {
                Some("⚠️ Context overflow imminent. Auto-saved. Start new conversation with /load.")
            }
            (Self::Red, true) => {
                Some("⚠️ 上下文即将溢出，已自动保存。请开始新的对话，并用 /load 继续。")
            }
        }
    }
}

/// Where the levels begin, as shares of the context.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Where yellow begins.
    pub warning: f64,
    /// Where red begins.
    pub critical: f64,
}

impl Thresholds {
    /// Multiplies the bases; to four digits, and at most 1, so that a full context is always red.
    ///
    /// ```
    /// use mindsave_core::pressure::{Bases, Complexity, Growth, Thresholds};
    ///
    /// let fast = Thresholds::of(Bases::default(), Growth::Fast, Complexity::Low);
    /// assert_eq!((fast.warning, fast.critical), (0.48, 0.64));
    /// ```
    pub fn of(bases: Bases, growth: Growth, complexity: Complexity) -> Self {
        let factor = growth.multiplier() * complexity.multiplier();
        let effective = |base: f64| ((base * factor * 1e4).round() / 1e4).min(1.0);
        Self { warning: effective(bases.warning), critical: effective(bases.critical) }
    }
}

/// What pressure is estimated from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signs {
    /// How full the context is, from 0 to 1; nothing while nobody has said.
    pub ratio: Option<f64>,
    /// Calls of tools in the last 5 minutes.
    pub recent_calls: u64,
    /// Files in work.
    pub active_files: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Rules given.
    pub constraints: u64,
}

/// The pressure, with what it was made of.
///
/// ```
/// use mindsave_core::pressure::{Bases, Level, Pressure, Signs};
///
/// let signs = Signs { ratio: Some(0.70), recent_calls: 9, active_files: 6, ..Signs::default() };
/// let found = Pressure::of(signs, Bases::default());
/// assert_eq!((found.level, found.thresholds.critical), (Level::Red, 0.544));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressure {
    /// The level.
    pub level: Level,
    /// What it was estimated from.
    pub signs: Signs,
    /// How fast the context grows.
    pub growth: Growth,
    /// How complex the task is.
    pub complexity: Complexity,
    /// Where the levels begin now.
    pub thresholds: Thresholds,
}

impl Pressure {
    /// Estimates the pressure: WARNING and CRITICAL are base × growth × complexity.
    pub fn of(signs: Signs, bases: Bases) -> Self {
        let growth = Growth::of(signs.recent_calls);
        let complexity = Complexity::of(signs.active_files, signs.decisions + signs.constraints);
        let thresholds = Thresholds::of(bases, growth, complexity);
        Self { level: Level::of(signs.ratio, thresholds), signs, growth, complexity, thresholds }
    }
}
