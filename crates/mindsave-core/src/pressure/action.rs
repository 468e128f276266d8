//! What to do: one table for pressure and fatigue.

use serde::{Deserialize, Serialize};

use super::fatigue::{Fatigue, State};
use super::model::{Level, Pressure};

/// The share of the context from which a checkpoint is made whatever the thresholds say: hosts
/// compact at about 83 %, and a base of 0.70 in a quiet session puts WARNING at 84 %.
///
/// Sources: seed 001 ("over 80 %: full save"), seed 003 (compaction at about 83 %).
pub const CHECKPOINT_RATIO: f64 = 0.80;

/// What to do, from the mildest to the most severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Go on.
    Nothing,
    /// Consolidate: compress results, evict what is cold.
    Consolidate,
    /// Save Layer 1, and Layer 2 where there is something of high value in it.
    SaveTask,
    /// Save Layers 1 and 2.
    SaveRestored,
    /// Save what can be saved and hand off to a new session.
    Emergency,
}

/// What an action follows from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sign {
    /// A level of pressure.
    Pressure(Level),
    /// A share of the context from which on it holds.
    TokensFrom(f64),
    /// A state of fatigue.
    Fatigue(State),
}

/// The table: what follows from what. Sources: seed 000, pressure level actions; seed 003, fatigue
/// states and actions.
pub const TABLE: [(Sign, Action); 9] = [
    (Sign::Pressure(Level::Green), Action::Nothing),
    (Sign::Pressure(Level::Yellow), Action::SaveTask),
    (Sign::TokensFrom(CHECKPOINT_RATIO), Action::SaveRestored),
    (Sign::Pressure(Level::Red), Action::Emergency),
    (Sign::Fatigue(State::Flow), Action::Nothing),
    (Sign::Fatigue(State::Compress), Action::Consolidate),
    (Sign::Fatigue(State::PreSleep), Action::SaveTask),
    (Sign::Fatigue(State::Rem), Action::SaveRestored),
    (Sign::Fatigue(State::Emergency), Action::Emergency),
];

impl Sign {
    fn holds(self, pressure: &Pressure, fatigue: &Fatigue) -> bool {
        match self {
            Self::Pressure(level) => pressure.level == level,
            Self::TokensFrom(share) => pressure.signs.ratio.is_some_and(|ratio| ratio >= share),
            Self::Fatigue(state) => fatigue.state == state,
        }
    }
}

impl Action {
    /// Returns the most severe action of those the table gives.
    pub fn of(pressure: &Pressure, fatigue: &Fatigue) -> Self {
        let holds = |(sign, _): &&(Sign, Self)| sign.holds(pressure, fatigue);
        let actions = TABLE.iter().filter(holds).map(|(_, action)| *action);
        actions.max().unwrap_or(Self::Nothing)
    }

    /// Returns the most severe action fatigue alone asks for.
    pub(super) fn of_fatigue(fatigue: &Fatigue) -> Self {
        let row = TABLE.iter().find(|(sign, _)| *sign == Sign::Fatigue(fatigue.state));
        row.map_or(Self::Nothing, |(_, action)| *action)
    }

    /// Reports whether consolidation runs: from COMPRESS to REM, as seed 003 has it. In an
    /// emergency there is no time for it.
    pub fn consolidates(self) -> bool {
        (Self::Consolidate..Self::Emergency).contains(&self)
    }

    /// Returns the stable word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Consolidate => "consolidate",
            Self::SaveTask => "save_task",
            Self::SaveRestored => "save_restored",
            Self::Emergency => "emergency",
        }
    }
}
