//! Whether to save now: triggers and the action, against what is never saved and the cooldown.

use serde::Serialize;

use super::action::Action;
use super::cooldown::{Cooldown, Wait};
use super::gauge::{Assessment, Gauge};
use super::trigger::{TOOL_THRESHOLD, Trigger};
use crate::Timestamp;
use crate::snapshot::Layers;

/// A save that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Why.
    pub trigger: Trigger,
    /// What it holds.
    pub layers: Layers,
    /// Whether it is the emergency: an overflow snapshot, and behind it whatever there is in Layer
    /// 2, so that the newest snapshot is whole; then the session is handed off.
    pub emergency: bool,
}

/// What keeps a save from being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum Withheld {
    /// The user asked that nothing be saved.
    Refused,
    /// No task has been worked on: the session has just begun, is casual, or holds questions only.
    NothingDone,
    /// Nothing has come up since the last save.
    NothingNew,
    /// The last automatic save is too near.
    Cooldown(Wait),
}

impl Withheld {
    /// Returns the stable word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::NothingDone => "nothing_done",
            Self::NothingNew => "nothing_new",
            Self::Cooldown(_) => "cooldown",
        }
    }
}

/// What is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is no reason to save.
    Nothing,
    /// A save is due.
    Save(Due),
    /// There is a reason, and something that outweighs it. The reason is remembered, unless it was
    /// the end of something.
    Withheld {
        /// The reason.
        trigger: Trigger,
        /// What outweighs it.
        why: Withheld,
    },
}

impl Gauge {
    /// Decides whether to save now, by what was taken in so far.
    ///
    /// Of several reasons the first that may be acted on counts: what does not wait for the
    /// cooldown, then what saves more layers. After a save its event is to be observed.
    ///
    /// ```
    /// use mindsave_core::Timestamp;
    /// use mindsave_core::pressure::{Bases, Cooldown, Gauge, Trigger, Verdict};
    /// use mindsave_core::work::{Event, Happened};
    ///
    /// let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
    /// let mut gauge = Gauge::default();
    /// let decide = |gauge: &Gauge| {
    ///     gauge.decide(&gauge.assess(now, Bases::default()), now, Cooldown::default())
    /// };
    /// assert_eq!(decide(&gauge), Verdict::Nothing);
    /// let text = "用会话，不用 JWT".to_owned();
    /// let event = Happened::Decision { text, reason: None, options: vec![], supersedes: None };
    /// gauge.observe(&Event::new(now, event));
    /// assert!(matches!(decide(&gauge), Verdict::Save(due) if due.trigger == Trigger::KeyDecision));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn decide(&self, found: &Assessment, now: Timestamp, cooldown: Cooldown) -> Verdict {
        let mut strongest = None;
        for due in self.reasons(found) {
            match self.withheld(due, now, cooldown) {
                None => return Verdict::Save(due),
                Some(why) => {
                    strongest.get_or_insert(Verdict::Withheld { trigger: due.trigger, why });
                }
            }
        }
        strongest.unwrap_or(Verdict::Nothing)
    }

    /// Decides on a checkpoint somebody asks for. With `force` nothing outweighs it; without, what
    /// the user refused and the cooldown do.
    pub fn decide_checkpoint(&self, now: Timestamp, cooldown: Cooldown, force: bool) -> Verdict {
        let trigger = Trigger::Checkpoint;
        let layers = trigger.layers(self.holds_knowledge());
        let wait = cooldown.wait(self.last_auto_save(), now, self.turns());
        let why = match wait {
            _ if force => None,
            _ if self.is_saving_refused() => Some(Withheld::Refused),
            wait => wait.map(Withheld::Cooldown),
        };
        match why {
            None => Verdict::Save(Due { trigger, layers, emergency: false }),
            Some(why) => Verdict::Withheld { trigger, why },
        }
    }

    /// The reasons there are, the strongest first.
    fn reasons(&self, found: &Assessment) -> Vec<Due> {
        let known = self.holds_knowledge();
        let due =
            |trigger: Trigger| Due { trigger, layers: trigger.layers(known), emergency: false };
        let calls = self.saves.calls_since >= TOOL_THRESHOLD;
        let noted = self.saves.moment.into_iter().chain(self.saves.pending.iter().copied());
        let noted = noted.chain(calls.then_some(Trigger::ToolThreshold)).map(due);
        let mut all: Vec<Due> = noted.chain(self.reason_of(found)).collect();
        all.sort_by_key(|due| {
            std::cmp::Reverse((due.emergency, due.trigger.is_forced(), due.layers.knowledge))
        });
        all
    }

    /// What pressure and fatigue ask for.
    fn reason_of(&self, found: &Assessment) -> Option<Due> {
        let high_value = self.holds_knowledge();
        let tired = found.is_tired();
        let trigger = if tired { Trigger::Fatigue } else { Trigger::ContextPressure };
        let due = |layers| Some(Due { trigger, layers, emergency: false });
        match found.action {
            Action::Nothing | Action::Consolidate => None,
            Action::SaveTask => due(trigger.layers(high_value)),
            Action::SaveRestored => due(Layers::RESTORED),
            // Once in a context: then saves go on as before it.
            Action::Emergency if self.saves.emergency.is_some() => due(Layers::RESTORED),
            Action::Emergency => {
                let trigger =
                    if tired { Trigger::FatigueEmergency } else { Trigger::ContextOverflow };
                Some(Due { trigger, layers: trigger.layers(high_value), emergency: true })
            }
        }
    }

    fn withheld(&self, due: Due, now: Timestamp, cooldown: Cooldown) -> Option<Withheld> {
        if self.is_saving_refused() {
            return Some(Withheld::Refused);
        }
        if self.is_idle() {
            return Some(Withheld::NothingDone);
        }
        if due.emergency {
            return None;
        }
        if self.saves.has_nothing_for(due.layers) {
            return Some(Withheld::NothingNew);
        }
        if due.trigger.is_forced() {
            return None;
        }
        cooldown.wait(self.last_auto_save(), now, self.turns()).map(Withheld::Cooldown)
    }
}
