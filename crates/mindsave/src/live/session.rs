//! What a session knows: its own journal upon that of the session it took up.

use std::cell::RefCell;

use mindsave_core::work::{Event, Happened, SessionId, Work};

use super::kept::{Base, Head, Kept, Mark, mark_of};
use crate::catalog::{folder_key, snapshot_key};
use crate::journal::{Part, ReadTo, Stretch, segment_key};
use crate::{ErrorKind, Loaded, MindSave, Pick, Present, Result, SnapshotId, State, Timestamp};

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
    /// What was read for it: warnings, stamps, how far it goes back.
    head: Head,
    /// Something could not be read.
    unsure: bool,
}

/// What the content of a snapshot depends on.
#[derive(Default)]
struct LookedUp {
    marks: Vec<Mark>,
    /// Whether that is all.
    sure: bool,
}

/// What a session took up.
pub(super) enum StandsOn {
    /// Nothing, or nothing any longer.
    Nothing,
    /// A snapshot.
    Snapshot(String),
    /// What another session knew at a time.
    Session(SessionId, Timestamp),
}

/// What is known of a session.
pub(super) struct Known {
    pub(super) present: Present,
    head: Head,
}

impl Known {
    fn of(kept: Kept, own: &Stretch) -> Self {
        let open = own.files.last().and_then(|(key, part)| part.warning(key));
        let warnings = kept.head.warnings.iter().cloned().chain(open).collect();
        Self { present: Present { work: kept.work, warnings }, head: kept.head }
    }

    /// Reports whether the session has no goal but that of one that is at work beside it; `before`
    /// are events that are not written yet.
    pub(super) fn borrows_goal(&self, before: &[Event]) -> bool {
        self.head.borrows_goal(before)
    }
}

impl MindSave {
    /// Folds what a session knows: its own events, those of the sessions it took up, and the rules
    /// of the workspace. Where the session it took up was at work still, only until it has a goal
    /// of its own.
    ///
    /// What was folded before is kept in a cache, so that it costs what is new.
    ///
    /// # Errors
    /// `unavailable` when a journal cannot be read.
    pub fn session_work(&self, session: &SessionId) -> Result<Present> {
        Ok(self.known(session, None)?.present)
    }

    /// As [`MindSave::session_work`], with what else is known; `facts` are the rules of the workspace
    /// where they are at hand.
    pub(super) fn known(&self, session: &SessionId, facts: Option<Part>) -> Result<Known> {
        let (kept, own) = self.folded(session, facts)?;
        self.keep(session, &kept);
        Ok(Known::of(kept, &own))
    }

    /// Folds upon the cache of the session where that serves, else all events.
    pub(super) fn folded(
        &self,
        session: &SessionId,
        facts: Option<Part>,
    ) -> Result<(Kept, Stretch)> {
        self.go_on(session).map_or_else(|| self.fold_anew(session, facts), Ok)
    }

    /// Folds all events, upon the cache of the session that was taken up if that serves.
    fn fold_anew(&self, session: &SessionId, facts: Option<Part>) -> Result<(Kept, Stretch)> {
        let (mut own, unread) = match self.read_journal(session) {
            Ok(own) => (own, None),
            // A journal that cannot be read takes nothing else with it.
            Err(error) => (Stretch::default(), Some(error.to_string())),
        };
        let is_open = own.is_open();
        own.close();
        let opening = if own.events.is_empty() { self.opening(session)? } else { None };
        let on = stands_on(opening.as_ref().map_or(&own.events[..], std::slice::from_ref));
        let base = match self.base_of(&on, &own, DEPTH) {
            Some(base) => base,
            None => self.base(&on, facts)?,
        };
        let Base { mut kept, events: mut before, facts } = base;
        kept.sure &= unread.is_none() && opening.is_none() && !is_open;
        kept.head.warnings.extend(unread);
        before.extend(opening);
        self.take(&mut kept, before, &mut own, &facts);
        Ok((kept, own))
    }

    /// Folds what is new into what is kept, and notes which snapshots were looked up for it; `before`
    /// are events of other sessions.
    pub(super) fn take(
        &self,
        kept: &mut Kept,
        before: Vec<Event>,
        own: &mut Stretch,
        facts: &Part,
    ) {
        let looked_up: RefCell<Vec<LookedUp>> = RefCell::default();
        kept.take(before, own, facts, &|name| {
            let (loaded, found) = self.look_up(name);
            looked_up.borrow_mut().push(found);
            let asked_for = loaded.filter(|loaded| loaded.snapshot.id.as_str() == name);
            asked_for.map(|loaded| loaded.snapshot.state)
        });
        for found in looked_up.into_inner() {
            kept.sure &= found.sure;
            kept.head.marks.extend(found.marks);
        }
    }

    /// What a session begins with where nothing is kept.
    fn base(&self, on: &StandsOn, facts: Option<Part>) -> Result<Base> {
        let mut facts = match facts {
            Some(facts) => facts,
            None => self.facts_on(&ReadTo::default())?.unwrap_or_default(),
        };
        let is_open = facts.is_open();
        facts.close();
        let chain = self.chain(on, DEPTH)?;
        let begun = |(state, at): (State, Timestamp)| Work::of_state(&state, at);
        let mut kept = Kept::new(chain.base.map(begun).unwrap_or_default(), chain.head);
        kept.sure = !chain.unsure && !is_open;
        Ok(Base { kept, events: chain.events, facts })
    }

    /// What a session took up where nothing was written: it stands where it would begin.
    fn opening(&self, session: &SessionId) -> Result<Option<Event>> {
        let happened = self.taken_up(session, self.clock.now())?;
        // All that was written counts, whatever its clock said.
        let at = Timestamp::from_millis(i64::from(u32::MAX) * 1000);
        Ok(happened.map(|happened| Event::new(at, happened)))
    }

    fn chain(&self, on: &StandsOn, depth: usize) -> Result<Chain> {
        match on {
            StandsOn::Snapshot(name) => Ok(self.upon(name)),
            StandsOn::Session(other, at) if depth > 0 => self.before(other, *at, depth - 1),
            _ => Ok(Chain::default()),
        }
    }

    /// What another session knew up to a time.
    fn before(&self, other: &SessionId, at: Timestamp, depth: usize) -> Result<Chain> {
        let (mut own, unread) = match self.read_journal(other) {
            Ok(own) => (own, None),
            Err(error) => (Stretch::default(), Some(error.to_string())),
        };
        own.close();
        let mut chain = self.chain(&stands_on(&own.events), depth)?;
        chain.head.back += 1;
        chain.head.marks.extend(own.files.iter().map(mark_of));
        chain.head.marks.push(end_of(other, &own)?);
        chain.head.warnings.extend(own.warnings());
        chain.unsure |= unread.is_some();
        chain.head.warnings.extend(unread);
        chain.events.append(&mut own.events);
        // Its events are in the order of their lines; a clock may have run backwards.
        let known =
            chain.events.iter().rposition(|event| event.at <= at).map_or(0, |last| last + 1);
        chain.events.truncate(known);
        // How the other session went is no event of this one.
        chain.events.retain(|event| !matches!(event.happened, Happened::SavingRefused { .. }));
        Ok(chain)
    }

    fn upon(&self, snapshot: &str) -> Chain {
        let (loaded, LookedUp { marks, sure }) = self.look_up(snapshot);
        let base = loaded.map(|loaded| (loaded.snapshot.state, loaded.snapshot.created_at));
        Chain { base, head: Head::made_of(marks), unsure: !sure, ..Chain::default() }
    }

    /// Loads a snapshot, if it is there, and says what that depends on.
    fn look_up(&self, name: &str) -> (Option<Loaded>, LookedUp) {
        let pick = Pick::Named(name.to_owned());
        let load = || self.load(&pick);
        let id = SnapshotId::parse(name).ok().filter(|id| id.as_str().parse::<usize>().is_err());
        let Some(key) = id.and_then(|id| snapshot_key(&id).ok()) else {
            // It is looked for in the list.
            return (load().ok(), LookedUp::default());
        };
        // Stamps come first: what changes meanwhile has another one then.
        let mut marks = self.mark(key.as_str().to_owned()).map(|mark| vec![mark]);
        let mut loaded = load();
        if loaded.as_ref().is_ok_and(is_completed) {
            // Its Layer 2 is that of another, and any could have been that one.
            let others = self.marks_of_snapshots();
            marks = marks.and_then(|own| Ok([own, others?].concat()));
            loaded = load();
        }
        let read = loaded.as_ref().err().is_none_or(|error| error.kind() == ErrorKind::NotFound);
        let sure = read && marks.is_ok();
        (loaded.ok(), LookedUp { marks: marks.unwrap_or_default(), sure })
    }

    fn marks_of_snapshots(&self) -> Result<Vec<Mark>> {
        let folder = folder_key()?;
        let mut marks = vec![self.mark(format!("{folder}/"))?];
        let files = self.store.list(&folder)?.into_iter();
        marks.extend(files.map(|file| Mark(file.key.as_str().to_owned(), file.stamp)));
        Ok(marks)
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

/// That a journal has no more files than those that were read.
pub(super) fn end_of(session: &SessionId, read: &Stretch) -> Result<Mark> {
    let next = segment_key(session, read.segment + 1)?;
    Ok(Mark(next.as_str().to_owned(), String::new()))
}

/// Reports whether a snapshot was saved without a Layer 2: it is completed from the others.
fn is_completed(loaded: &Loaded) -> bool {
    let alone = loaded.snapshot.state.auto_trigger.is_some() && !loaded.snapshot.layers.knowledge;
    alone || loaded.knowledge_from.is_some()
}

/// What the events of a session say that it stands on: what it took up first.
pub(super) fn stands_on(own: &[Event]) -> StandsOn {
    let taken_up = own.iter().find_map(|event| match &event.happened {
        Happened::Continued { session, snapshot, live } => {
            Some((event.at, session, snapshot, *live))
        }
        _ => None,
    });
    match taken_up {
        Some((_, _, Some(snapshot), _)) => StandsOn::Snapshot(snapshot.clone()),
        Some((at, Some(other), None, live)) if !live || !has_goal(own) => {
            StandsOn::Session(SessionId::of(other), at)
        }
        _ => StandsOn::Nothing,
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
pub(super) fn has_goal(events: &[Event]) -> bool {
    events.iter().any(|event| match &event.happened {
        Happened::Goal { .. } => event.agent.is_none(),
        Happened::Save { trigger, .. } => trigger.is_none(),
        _ => false,
    })
}
