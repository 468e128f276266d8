//! Kinds of findings. Used by the build script as well.

use serde::{Deserialize, Serialize};

/// What a piece of prose is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// A choice that was taken, also one against something.
    Decision,
    /// A defect that was seen.
    Problem,
    /// A cause or fact that was found out.
    Learning,
    /// A step that is finished.
    Progress,
    /// A standing rule.
    Constraint,
    /// An approach that was tried and given up.
    Failure,
    /// What the work waits for.
    Blocker,
    /// The user sets the agent right.
    Correction,
    /// The session stops now.
    SessionEnd,
    /// Nothing of this is to be saved.
    NoSave,
    /// What was not to be saved may be again.
    SaveAgain,
}

impl Kind {
    /// All kinds, in the order in which the documentation lists them.
    pub const ALL: [Self; 11] = [
        Self::Decision,
        Self::Problem,
        Self::Learning,
        Self::Progress,
        Self::Constraint,
        Self::Failure,
        Self::Blocker,
        Self::Correction,
        Self::SessionEnd,
        Self::NoSave,
        Self::SaveAgain,
    ];

    /// Returns the stable word, the same in every language and protocol.
    ///
    /// ```
    /// assert_eq!(mindsave_core::extract::Kind::SessionEnd.word(), "session_end");
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Problem => "problem",
            Self::Learning => "learning",
            Self::Progress => "progress",
            Self::Constraint => "constraint",
            Self::Failure => "failure",
            Self::Blocker => "blocker",
            Self::Correction => "correction",
            Self::SessionEnd => "session_end",
            Self::NoSave => "no_save",
            Self::SaveAgain => "save_again",
        }
    }
}
