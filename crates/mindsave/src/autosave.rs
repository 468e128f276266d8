//! Saves nobody asks for: when a trigger fires, with the layers it names. Source: seed 000,
//! auto-trigger rules; seed 003, fatigue states.

use std::sync::Arc;

use mindsave_core::pressure::{Assessment, Cooldown, Due, Gauge, Trigger, Verdict};
use mindsave_core::snapshot::AutoTrigger;
use mindsave_core::task::{Status, StatusKind};
use mindsave_core::work::{Event, SessionId};
use serde_json::Map;

use crate::{Error, Layers, MindSave, Result, SaveOptions, Saved, State};

/// What became of a look at a session.
#[derive(Clone, Debug)]
pub struct Watched {
    /// What its events come to, saves included.
    pub gauge: Arc<Gauge>,
    /// Its pressure and its fatigue before a save.
    pub found: Assessment,
    /// What was decided.
    pub verdict: Verdict,
    /// The snapshots that were made: one, or two in an emergency.
    pub saved: Vec<Saved>,
    /// A save was due, but there is no goal: such a state cannot be saved.
    pub no_goal: bool,
    /// What the user is to be told, in the words of seed 000 and the language of the goal. Only
    /// pressure is told; other saves are silent.
    pub notice: Option<&'static str>,
    /// The session is to be handed off to a new one.
    pub hand_off: bool,
    /// What the user should know of the saves.
    pub warnings: Vec<String>,
}

impl MindSave {
    /// Takes in what has just happened in a session, checks pressure and fatigue, and saves if a
    /// trigger fires.
    ///
    /// The events are appended to the journal and taken into the gauge; the heartbeat is written;
    /// `state` is asked for only when a save is due. A save is an event as well, and appended.
    ///
    /// ```
    /// use mindsave::work::{Event, Happened, SessionId};
    /// use mindsave::{Clock, MemoryStore, MindSave, Timestamp};
    ///
    /// let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
    /// let mind = MindSave::with_store(MemoryStore::default(), Clock::Fixed(now));
    /// let session = SessionId::of("52e70abc");
    /// let decision = Happened::Decision {
    ///     text: "用会话，不用 JWT".into(), reason: None, options: vec![], supersedes: None,
    /// };
    /// let events = [Happened::Goal { text: "修复登录".into() }, decision];
    /// let events = events.map(|happened| Event::new(now, happened));
    /// let watched = mind.watch(&session, &events, || Ok(mind.work()?.work.state()))?;
    /// let snapshot = &watched.saved[0].snapshot;
    /// assert_eq!(snapshot.state.auto_trigger.as_ref().unwrap().reason, "key-decision");
    /// assert_eq!(snapshot.layers.names(), ["L1", "L2"]);
    /// # Ok::<(), mindsave::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`MindSave::append`]; as for [`MindSave::save`] when a save is due, and whatever
    /// `state` returns. The events are in the journal then, and the trigger fires again.
    pub fn watch(
        &self,
        session: &SessionId,
        events: &[Event],
        state: impl FnOnce() -> Result<State>,
    ) -> Result<Watched> {
        let gauge = self.follow(session, events)?;
        self.autosave(session, gauge, state)
    }

    /// Saves a session if a trigger fires; `gauge` is that of the session, up to date. The second
    /// half of [`MindSave::watch`].
    ///
    /// # Errors
    /// As for [`MindSave::watch`].
    pub fn autosave(
        &self,
        session: &SessionId,
        gauge: Arc<Gauge>,
        state: impl FnOnce() -> Result<State>,
    ) -> Result<Watched> {
        let found = self.assess(&gauge);
        let verdict = gauge.decide(&found, self.clock.now(), Cooldown::default());
        if matches!(verdict, Verdict::Save(_)) && self.is_goalless(session) {
            let nothing = Verdict::Nothing;
            let mut watched = self.carry_out(session, gauge, found, nothing, state)?;
            (watched.verdict, watched.no_goal) = (verdict, true);
            return Ok(watched);
        }
        self.carry_out(session, gauge, found, verdict, state)
    }

    /// Saves a session because it was asked for: unless the user refused that anything be saved, or
    /// the last automatic save is too near. With `force` neither counts. Source: seed 003.
    ///
    /// # Errors
    /// As for [`MindSave::watch`].
    pub fn checkpoint(
        &self,
        session: &SessionId,
        force: bool,
        state: impl FnOnce() -> Result<State>,
    ) -> Result<Watched> {
        let gauge = self.gauge(session)?;
        let found = self.assess(&gauge);
        let verdict = gauge.decide_checkpoint(self.clock.now(), Cooldown::default(), force);
        self.carry_out(session, gauge, found, verdict, state)
    }

    /// Saves what is known because it was asked for, as [`MindSave::checkpoint`] does: for the session
    /// of this name, or the one this call belongs to.
    ///
    /// # Errors
    /// `not_found` when there is no session of this name, or no goal: there is nothing to continue
    /// then. Else as for [`MindSave::watch`].
    pub fn checkpoint_of(&self, session: Option<&str>, force: bool) -> Result<Watched> {
        let session = match self.live(session)? {
            Some(live) if session.is_some() => live.session,
            _ => self.own_session()?,
        };
        let done = self.checkpoint(&session, force, || Ok(self.work()?.work.state()))?;
        if done.no_goal {
            return Err(Error::not_found("there is no goal, so there is nothing to continue"));
        }
        Ok(done)
    }

    fn carry_out(
        &self,
        session: &SessionId,
        gauge: Arc<Gauge>,
        found: Assessment,
        verdict: Verdict,
        state: impl FnOnce() -> Result<State>,
    ) -> Result<Watched> {
        let mut watched = Watched {
            gauge,
            found,
            verdict,
            saved: Vec::new(),
            no_goal: false,
            notice: None,
            hand_off: false,
            warnings: Vec::new(),
        };
        if let Verdict::Save(due) = verdict {
            let state = state()?;
            watched.no_goal = state.task.goal.trim().is_empty();
            if watched.no_goal {
                self.note_goalless(session);
            } else {
                self.save_due(session, due, state, &mut watched)?;
            }
        }
        // The heartbeat is a cache: the saves are safe without it.
        let beat = match watched.saved[..] {
            [] => self.beat(session, &watched.gauge, &watched.found),
            _ => self.self_check(session, &watched.gauge).map(drop),
        };
        if let Err(error) = beat {
            watched.warnings.push(format!("the heartbeat is behind: {error}"));
        }
        Ok(watched)
    }

    /// Makes the save that is due. An emergency makes the small snapshot of Layer 1 first, and then
    /// one with the Layer 2 there is, so that the newest one is whole.
    fn save_due(
        &self,
        session: &SessionId,
        due: Due,
        state: State,
        watched: &mut Watched,
    ) -> Result<()> {
        let chinese = state.task.goal.chars().any(is_han);
        let whole = !due.emergency || !state.knowledge.is_empty();
        if due.emergency {
            let task = State { task: state.task.clone(), ..State::default() };
            let task = explained(task, session, due.trigger, watched);
            watched.take(self.overflow(task, Some(session.clone()))?);
        }
        if whole {
            let trigger = if due.emergency { Trigger::ContextPressure } else { due.trigger };
            let layers = if due.emergency { Layers::RESTORED } else { due.layers };
            let options = SaveOptions {
                layers,
                collect: false,
                session: Some(session.clone()),
                ..SaveOptions::default()
            };
            watched.take(self.save(explained(state, session, trigger, watched), &options)?);
        }
        watched.gauge = self.gauge(session)?;
        watched.hand_off = due.emergency;
        if !due.trigger.ends() {
            watched.notice = watched.found.notice(chinese);
        }
        Ok(())
    }
}

impl Watched {
    fn take(&mut self, saved: Saved) {
        self.warnings.extend(saved.warnings.iter().cloned());
        self.saved.push(saved);
    }
}

/// Adds to a state why it is saved: for programs in `auto_trigger`, for people in its own words.
fn explained(mut state: State, session: &SessionId, trigger: Trigger, watched: &Watched) -> State {
    let found = &watched.found;
    let chinese = state.task.goal.chars().any(is_han);
    let mut extra = Map::new();
    extra.insert("session".into(), session.as_str().into());
    extra.insert("pressure".into(), found.pressure.level.word().into());
    extra.insert("fatigue".into(), found.fatigue.state.word().into());
    state.auto_trigger = Some(AutoTrigger {
        reason: trigger.word().to_owned(),
        tool_calls_since_last: watched.gauge.calls_since_save(),
        extra,
    });
    state.task.state = Some(with_reason(state.task.state.as_deref(), trigger, chinese));
    // What is saved by itself goes on, unless somebody said otherwise.
    state.task.status = state.task.status.or_else(|| Some(Status::from(StatusKind::InProgress)));
    state
}

/// Puts the reason behind the task's own state, in the place of an older one.
fn with_reason(own: Option<&str>, trigger: Trigger, chinese: bool) -> String {
    let own = own.map(without_reason).unwrap_or_default();
    let reason = if chinese {
        format!("已自动保存：{}", trigger.word())
    } else {
        format!("auto-saved: {}", trigger.word())
    };
    if own.is_empty() { reason } else { format!("{own} ({reason})") }
}

fn without_reason(state: &str) -> &str {
    let state = state.trim();
    let is_reason = |text: &str| {
        let word = text.strip_prefix("auto-saved: ").or_else(|| text.strip_prefix("已自动保存："));
        word.and_then(Trigger::from_word).is_some()
    };
    if is_reason(state) {
        return "";
    }
    let behind = state.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    behind.filter(|(_, reason)| is_reason(reason)).map_or(state, |(own, _)| own)
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_stands_behind_the_state_once() {
        let mut text = with_reason(Some("parser 写好了"), Trigger::KeyDecision, true);
        assert_eq!(text, "parser 写好了 (已自动保存：key-decision)");
        text = with_reason(Some(&text), Trigger::ToolThreshold, false);
        assert_eq!(text, "parser 写好了 (auto-saved: tool-threshold)");
        assert_eq!(with_reason(None, Trigger::UserEnding, false), "auto-saved: user-ending");
        assert_eq!(
            with_reason(Some("auto-saved: user-ending"), Trigger::UserEnding, true),
            "已自动保存：user-ending"
        );
        assert_eq!(without_reason("half done (see notes)"), "half done (see notes)");
    }
}
