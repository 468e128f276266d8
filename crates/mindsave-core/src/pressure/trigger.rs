//! Triggers: the moments that are saved without being asked for. Source: seed 000, auto-trigger
//! rules.

use serde::{Deserialize, Serialize};

use crate::snapshot::Layers;

/// How many calls of tools since the last save are worth a save.
pub const TOOL_THRESHOLD: u64 = 10;

/// Why a save is made that nobody asked for.
///
/// The first six are seed 000's table. The others come from its pressure levels, from seed 003's
/// fatigue and hooks, and from `checkpoint`.
///
/// ```
/// use mindsave_core::pressure::Trigger;
///
/// let (word, layers) = (Trigger::KeyDecision.word(), Trigger::KeyDecision.layers(true).names());
/// assert_eq!((word, layers), ("key-decision", vec!["L1", "L2"]));
/// assert_eq!(Trigger::from_word("tool-threshold"), Some(Trigger::ToolThreshold));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// Ten calls of tools since the last save.
    ToolThreshold,
    /// A sub-task was just finished: a result, a goal reached, or the end of a turn of many calls
    /// in which something worth keeping came up.
    SubTaskCompleted,
    /// A call succeeded after two failures or more of calls like it.
    ErrorRecovered,
    /// The user said that the session ends.
    UserEnding,
    /// A choice was taken.
    KeyDecision,
    /// The user corrected the agent.
    UserCorrected,
    /// The host ended the session.
    SessionEnd,
    /// The context is about to be compacted.
    BeforeCompaction,
    /// Token use is yellow, or a compaction is near.
    ContextPressure,
    /// The work is degraded.
    Fatigue,
    /// Token use is red.
    ContextOverflow,
    /// The work is exhausted.
    FatigueEmergency,
    /// A checkpoint was asked for.
    Checkpoint,
}

impl Trigger {
    /// All triggers; seed 000's table first, in its order.
    pub const ALL: [Self; 13] = [
        Self::ToolThreshold,
        Self::SubTaskCompleted,
        Self::ErrorRecovered,
        Self::UserEnding,
        Self::KeyDecision,
        Self::UserCorrected,
        Self::SessionEnd,
        Self::BeforeCompaction,
        Self::ContextPressure,
        Self::Fatigue,
        Self::ContextOverflow,
        Self::FatigueEmergency,
        Self::Checkpoint,
    ];

    /// Returns the stable word, as it stands under `auto_trigger` in a snapshot.
    pub fn word(self) -> &'static str {
        match self {
            Self::ToolThreshold => "tool-threshold",
            Self::SubTaskCompleted => "sub-task-completed",
            Self::ErrorRecovered => "error-recovered",
            Self::UserEnding => "user-ending",
            Self::KeyDecision => "key-decision",
            Self::UserCorrected => "user-corrected",
            Self::SessionEnd => "session-end",
            Self::BeforeCompaction => "before-compaction",
            Self::ContextPressure => "context-pressure",
            Self::Fatigue => "fatigue",
            Self::ContextOverflow => "context-overflow",
            Self::FatigueEmergency => "fatigue-emergency",
            Self::Checkpoint => "checkpoint",
        }
    }

    /// Returns the trigger of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trigger| trigger.word() == word)
    }

    /// Returns the layers that are saved; `high_value` when there are rules, decisions or failures
    /// to keep.
    pub fn layers(self, high_value: bool) -> Layers {
        match self {
            Self::ToolThreshold
            | Self::SubTaskCompleted
            | Self::ErrorRecovered
            | Self::ContextOverflow
            | Self::FatigueEmergency => Layers::TASK,
            Self::ContextPressure | Self::Fatigue if !high_value => Layers::TASK,
            _ => Layers::RESTORED,
        }
    }

    /// Reports whether it does not wait for the cooldown: the end of a session or of its context.
    pub fn is_forced(self) -> bool {
        self.ends() || self.is_emergency()
    }

    /// Reports whether something is over with it: the session or its context.
    pub fn ends(self) -> bool {
        matches!(self, Self::UserEnding | Self::SessionEnd | Self::BeforeCompaction)
    }

    /// Reports whether it is the emergency of pressure or of fatigue.
    pub fn is_emergency(self) -> bool {
        matches!(self, Self::ContextOverflow | Self::FatigueEmergency)
    }
}
