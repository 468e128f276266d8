//! Events of a session, and what follows from them.

use std::sync::Arc;

use mindsave_core::pressure::Gauge;
use mindsave_core::work::{Event, Happened, Outcome, SessionId, derive};

use super::Observed;
use crate::journal::Redacted;
use crate::{FailureReport, MindSave, Result, State};

/// How many events are looked at for an approach that was given up.
const LOOKED_AT: usize = 60;

/// How far a report has come, see [`MindSave::observe_by`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// What follows is known, and no line is written yet.
    Begins,
    /// The lines are written.
    Done,
}

/// What was known before a report, read once it is asked for: nothing is written meanwhile.
#[derive(Default)]
struct Known {
    state: Option<State>,
    /// The last events of the session's journal.
    written: Option<Vec<Event>>,
}

impl MindSave {
    /// Writes down what happened in a session, and what follows from it: rules and corrections of
    /// the user, decisions and next steps of the agent, approaches that were given up.
    ///
    /// Secrets are taken out first. A session that begins takes up what was known before it. Where a
    /// trigger fires, the state is saved ([`MindSave::autosave`]).
    ///
    /// ```
    /// use mindsave::work::{Event, Happened, SessionId};
    /// use mindsave::{Clock, MemoryStore, MindSave, Timestamp};
    ///
    /// let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
    /// let mind = MindSave::with_store(MemoryStore::default(), Clock::Fixed(now));
    /// let session = SessionId::of("52e70abc");
    /// let said = Happened::Prompt { text: "做一个导出页面。不要用 jQuery。".to_owned() };
    /// mind.observe(&session, vec![Event::new(now, said)])?;
    /// let restored = mind.restore(&session, false)?.unwrap();
    /// assert!(restored.text.contains("做一个导出页面") && restored.text.contains("不要用 jQuery"));
    /// # Ok::<(), mindsave::Error>(())
    /// ```
    ///
    /// # Errors
    /// `unavailable` when the journal cannot be written.
    pub fn observe(&self, session: &SessionId, events: Vec<Event>) -> Result<Observed> {
        self.observe_by(session, events, &|_| true)
    }

    /// As [`MindSave::observe`], for somebody who may give up on it: `go_on` is asked before the lines
    /// are written, and told when they are. Where it says no, nothing is written.
    ///
    /// # Errors
    /// As for [`MindSave::observe`].
    pub fn observe_by(
        &self,
        session: &SessionId,
        events: Vec<Event>,
        go_on: &dyn Fn(Writing) -> bool,
    ) -> Result<Observed> {
        if events.is_empty() {
            return Ok(Observed::default());
        }
        let Some(gauge) = self.write_down_by(session, events, go_on)? else {
            return Ok(Observed::default());
        };
        let watched = self.autosave(session, gauge, || self.session_state(session))?;
        watched.warnings.into_iter().for_each(|warning| drop(self.note(warning)));
        Ok(Observed {
            saved: watched.saved.last().map(|saved| saved.snapshot.id.clone()),
            notice: watched.notice.map(str::to_owned),
        })
    }

    /// Writes down what happened and what follows from it, as [`MindSave::observe`] does, and looks
    /// no further: no trigger fires and nothing is saved. Returns the gauge of the session.
    ///
    /// # Errors
    /// `unavailable` when the journal cannot be written.
    pub fn write_down(&self, session: &SessionId, events: Vec<Event>) -> Result<Arc<Gauge>> {
        let gauge = self.write_down_by(session, events, &|_| true)?;
        gauge.map_or_else(|| self.gauge(session), Ok)
    }

    /// As [`MindSave::write_down`], for somebody who may give up on it, see [`MindSave::observe_by`];
    /// nothing where nothing was written.
    ///
    /// # Errors
    /// As for [`MindSave::write_down`].
    pub fn write_down_by(
        &self,
        session: &SessionId,
        events: Vec<Event>,
        go_on: &dyn Fn(Writing) -> bool,
    ) -> Result<Option<Arc<Gauge>>> {
        self.open_session(session, &events)?;
        let all = self.with_what_follows(session, events)?;
        if !go_on(Writing::Begins) {
            return Ok(None);
        }
        // Failures have to outlive whatever goes wrong below.
        self.keep_told_failures(&all);
        self.keep_facts(&all)?;
        let gauge = self.follow_redacted(session, &all)?;
        go_on(Writing::Done);
        Ok(Some(gauge))
    }

    /// Writes events down as they are: nothing is read out of them, and nothing follows. For a moment
    /// at which there is no time for more.
    ///
    /// # Errors
    /// `unavailable` when the journal cannot be written.
    pub fn jot_down(&self, session: &SessionId, events: &[Event]) -> Result<()> {
        self.append(session, events)
    }

    /// Puts behind each event what follows from it; secrets are out of both.
    fn with_what_follows(&self, session: &SessionId, events: Vec<Event>) -> Result<Redacted> {
        let mut all = Redacted::of(&[]);
        let mut known = Known::default();
        for event in events {
            all.push(event);
            let Some((event, before)) = all.split_last() else { continue };
            let follows = self.follows(session, event, before, &mut known)?;
            let (at, agent) = (event.at, event.agent.clone());
            for happened in follows {
                all.push(Event { at, agent: agent.clone(), happened });
            }
        }
        Ok(all)
    }

    /// Begins the journal of a session that has none with what it takes up.
    pub(crate) fn open_session(&self, session: &SessionId, events: &[Event]) -> Result<()> {
        let Some(first) = events.first() else { return Ok(()) };
        if self.has_journal(session)? {
            return Ok(());
        }
        match self.taken_up(session, first.at)? {
            Some(happened) => self.append(session, &[Event::new(first.at, happened)]),
            None => Ok(()),
        }
    }

    /// What follows from one event; `before` are those of the same report before it.
    fn follows(
        &self,
        session: &SessionId,
        event: &Event,
        before: &[Event],
        known: &mut Known,
    ) -> Result<Vec<Happened>> {
        match &event.happened {
            Happened::Prompt { .. } | Happened::Reply { .. } | Happened::Result { .. } => {
                let state = match &mut known.state {
                    Some(state) => state,
                    none => none.insert(self.known_with(session, event, before)?),
                };
                Ok(derive::derive(event, state))
            }
            Happened::ToolCall(call)
                if call.outcome == Some(Outcome::Ok) && call.command.is_some() =>
            {
                let written = match &mut known.written {
                    Some(written) => written,
                    none => none.insert(self.last_events(session, LOOKED_AT)?),
                };
                let mut events = written.clone();
                events.extend_from_slice(before);
                events.push(event.clone());
                Ok(derive::given_up(&events).into_iter().collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Completes decisions with the choices they replace, and results with the steps they finish.
    pub(crate) fn with_replaced(
        &self,
        session: &SessionId,
        events: Vec<Event>,
    ) -> Result<Vec<Event>> {
        let depends = |happened: &Happened| {
            matches!(happened, Happened::Decision { .. } | Happened::Result { .. })
        };
        if !events.iter().any(|event| depends(&event.happened)) {
            return Ok(events);
        }
        let known = self.session_work(session)?.work.state();
        let complete = |event: Event| {
            let follows = match event.happened {
                Happened::Result { .. } => derive::derive(&event, &known),
                _ => Vec::new(),
            };
            let (at, agent) = (event.at, event.agent.clone());
            let own = Event { happened: derive::complete(event.happened, &known), ..event };
            let more = move |happened| Event { at, agent: agent.clone(), happened };
            std::iter::once(own).chain(follows.into_iter().map(more))
        };
        Ok(events.into_iter().flat_map(complete).collect())
    }

    /// What a session knows, with events that are not written yet. The goal of a session that is at
    /// work beside it is not its own, nor one that another session reached.
    fn known_with(&self, session: &SessionId, event: &Event, before: &[Event]) -> Result<State> {
        let known = self.known(session, None)?;
        let borrowed = known.borrows_goal(before);
        let mut work = known.present.work;
        work.extend([before], &|_| None);
        let mut state = work.state();
        if borrowed || self.begins_anew(session, event, before, &state)? {
            state.task.goal.clear();
        }
        Ok(state)
    }

    /// Whether nothing was left to do when a session took up another, and its user asks for something
    /// with his first word: that is another task.
    fn begins_anew(
        &self,
        session: &SessionId,
        event: &Event,
        before: &[Event],
        state: &State,
    ) -> Result<bool> {
        let (task, Happened::Prompt { text }) = (&state.task, &event.happened) else {
            return Ok(false);
        };
        let open = task.next_action.is_some() || task.real_blocker().is_some();
        if open || task.goal.trim().is_empty() || !derive::asks_for_a_task(text) {
            return Ok(false);
        }
        let is_said = |event: &Event| matches!(event.happened, Happened::Prompt { .. });
        let first = !before.iter().any(is_said);
        Ok(first && !self.last_events(session, LOOKED_AT)?.iter().any(is_said))
    }

    /// Records the failures that were told, so that they outlive every session.
    fn keep_told_failures(&self, events: &[Event]) {
        for event in events {
            let Happened::Failure { text, reason, alternatives, rejected_by } = &event.happened
            else {
                continue;
            };
            let report = FailureReport {
                name: text.clone(),
                // A failure kept by hand is the user's word; of an event, only what it says is.
                rejected_by: rejected_by.clone().unwrap_or_else(|| "system".to_owned()),
                reason: reason.clone().unwrap_or_default(),
                alternatives: alternatives.clone(),
                ..FailureReport::default()
            };
            if let Err(error) = self.record_failure(&report) {
                self.note(format!("a failure is in the journal alone: {error}"));
            }
        }
    }
}
