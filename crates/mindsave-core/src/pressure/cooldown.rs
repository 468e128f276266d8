//! The cooldown: automatic saves keep their distance. Source: seed 000, anti-spam.

use serde::Serialize;

use crate::Timestamp;

/// How far apart two automatic saves are: by time or by turns of the conversation, whichever is
/// over first.
///
/// ```
/// use mindsave_core::Timestamp;
/// use mindsave_core::pressure::Cooldown;
///
/// let cooldown = Cooldown::default();
/// let at = |text| Timestamp::parse(text).unwrap();
/// let last = Some((at("2026-05-10T14:30:00Z"), 3));
/// assert!(cooldown.wait(last, at("2026-05-10T14:34:59Z"), 12).is_some());
/// assert!(cooldown.wait(last, at("2026-05-10T14:35:00Z"), 12).is_none());
/// assert!(cooldown.wait(last, at("2026-05-10T14:34:59Z"), 13).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cooldown {
    /// How many seconds; 300 unless set.
    pub seconds: i64,
    /// How many turns; 10 unless set.
    pub turns: u64,
}

impl Default for Cooldown {
    fn default() -> Self {
        Self { seconds: 300, turns: 10 }
    }
}

/// What is left of a cooldown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// How many seconds are left.
    pub seconds: i64,
    /// How many turns are left.
    pub turns: u64,
}

impl Cooldown {
    /// Returns what is left since the last automatic save, made at a time and in a turn.
    ///
    /// A clock that runs backwards does not end the wait, but cannot make it longer than it was:
    /// the turns go on.
    pub fn wait(&self, last: Option<(Timestamp, u64)>, now: Timestamp, turn: u64) -> Option<Wait> {
        let (at, then) = last?;
        let seconds = self.seconds.saturating_sub(now.seconds_since(at).max(0));
        let turns = self.turns.saturating_sub(turn.saturating_sub(then));
        (seconds > 0 && turns > 0).then_some(Wait { seconds, turns })
    }
}
