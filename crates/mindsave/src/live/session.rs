//! What a session knows: its own journal upon that of the session it took up.

use mindsave_core::work::{Event, Happened, SessionId, Work};

use crate::{Error, MindSave, Pick, Present, Result, SessionJournal, State, Timestamp};

/// After how many seconds without a word a session is not at work any more. Source: seed 002.
const GAP: i64 = 30 * 60;
/// How many of the last events say whether a session ended.
const LAST: usize = 8;
/// How many sessions are followed back.
const DEPTH: usize = 20;

/// What a session's work stands on, and the events upon it, oldest first.
#[derive(Default)]
struct Chain {
    base: Option<(State, Timestamp)>,
    events: Vec<Event>,
    warnings: Vec<String>,
}

impl MindSave {
    /// Folds what a session knows: its own events, those of the sessions it took up, and the rules
    /// of the workspace. Where the session it took up was at work still, only until it has a goal
    /// of its own.
    ///
    /// # Errors
    /// `unavailable` when a journal cannot be read.
    pub fn session_work(&self, session: &SessionId) -> Result<Present> {
        self.session_work_with(session, &self.facts()?)
    }

    /// As [`MindSave::session_work`], with the rules of the workspace at hand.
    pub(super) fn session_work_with(
        &self,
        session: &SessionId,
        facts: &[Event],
    ) -> Result<Present> {
        let chain = self.chain(session, DEPTH)?;
        let mut work =
            chain.base.map_or_else(Work::default, |(state, at)| Work::of_state(&state, at));
        work.extend([facts, &chain.events[..]], &|name| self.saved_state(name));
        Ok(Present { work, warnings: chain.warnings })
    }

    fn chain(&self, session: &SessionId, depth: usize) -> Result<Chain> {
        // A journal that cannot be read takes nothing else with it.
        let unread = |error: Error| SessionJournal {
            warnings: vec![error.to_string()],
            ..SessionJournal::default()
        };
        let mut journal = self.journal(session).unwrap_or_else(unread);
        if journal.events.is_empty() && depth == DEPTH {
            // Where nothing was written, it stands where it would begin.
            let opening = self.taken_up(session, self.clock.now())?;
            // All that was written counts, whatever its clock said.
            let at = Timestamp::from_millis(i64::from(u32::MAX) * 1000);
            journal.events.extend(opening.map(|happened| Event::new(at, happened)));
        }
        let taken_up = journal.events.iter().find_map(|event| match &event.happened {
            Happened::Continued { session, snapshot, live } => {
                Some((event.at, session.clone(), snapshot.clone(), *live))
            }
            _ => None,
        });
        let mut chain = match taken_up {
            Some((_, _, Some(snapshot), _)) => self.upon(&snapshot),
            Some((at, Some(other), None, live)) if depth > 0 => {
                let wanted = !live || !has_goal(&journal.events);
                if wanted {
                    self.before(&SessionId::of(&other), at, depth)?
                } else {
                    Chain::default()
                }
            }
            _ => Chain::default(),
        };
        chain.events.extend(journal.events);
        chain.warnings.extend(journal.warnings);
        Ok(chain)
    }

    /// Reports whether a session has no goal but that of one that is at work beside it.
    pub(super) fn borrows_goal(&self, session: &SessionId, before: &[Event]) -> Result<bool> {
        let written = self.journal(session)?.events;
        let mut events = written.iter().chain(before);
        let beside =
            events.any(|event| matches!(event.happened, Happened::Continued { live: true, .. }));
        Ok(beside && !has_goal(&written) && !has_goal(before))
    }

    /// What another session knew up to a time.
    fn before(&self, other: &SessionId, at: Timestamp, depth: usize) -> Result<Chain> {
        let mut chain = self.chain(other, depth - 1)?;
        // Its events are in the order of their lines; a clock may have run backwards.
        let known =
            chain.events.iter().rposition(|event| event.at <= at).map_or(0, |last| last + 1);
        chain.events.truncate(known);
        // How the other session went is no event of this one.
        chain.events.retain(|event| !matches!(event.happened, Happened::SavingRefused { .. }));
        Ok(chain)
    }

    fn upon(&self, snapshot: &str) -> Chain {
        let loaded = self.load(&Pick::Named(snapshot.to_owned())).ok();
        let base = loaded.map(|loaded| (loaded.snapshot.state, loaded.snapshot.created_at));
        Chain { base, ..Chain::default() }
    }

    /// Says what a session that begins takes up; nothing where nothing is known.
    pub(super) fn taken_up(&self, session: &SessionId, now: Timestamp) -> Result<Option<Happened>> {
        let sessions = self.sessions().unwrap_or_default();
        let before = sessions.iter().map(|one| &one.id).find(|id| *id != session);
        let last = match before {
            Some(id) => {
                let events = self.last_events(id, LAST)?;
                events.last().map(|event| (id, event.at, has_ended(&events)))
            }
            None => None,
        };
        let newest = self.list().ok().and_then(|(entries, _)| entries.into_iter().next());
        let newer =
            newest.filter(|entry| last.as_ref().is_none_or(|(_, at, _)| entry.created_at > *at));
        if let Some(entry) = newer {
            let snapshot = Some(entry.id.as_str().to_owned());
            return Ok(Some(Happened::Continued { session: None, snapshot, live: false }));
        }
        Ok(last.map(|(id, at, ended)| {
            let live = !ended && now.seconds_since(at) < GAP;
            Happened::Continued { session: Some(id.as_str().to_owned()), snapshot: None, live }
        }))
    }
}

/// Reports whether a session ended: only what its end sets off stands behind that.
fn has_ended(events: &[Event]) -> bool {
    let of_the_end = |happened: &Happened| {
        matches!(happened, Happened::Save { .. } | Happened::Delivered { .. })
    };
    let last = events.iter().rev().find(|event| !of_the_end(&event.happened));
    last.is_some_and(|event| matches!(event.happened, Happened::SessionEnd { .. }))
}

/// Reports whether events set a goal: a save does, and the user's words do.
fn has_goal(events: &[Event]) -> bool {
    events.iter().any(|event| match &event.happened {
        Happened::Goal { .. } => event.agent.is_none(),
        Happened::Save { trigger, .. } => trigger.is_none(),
        _ => false,
    })
}
