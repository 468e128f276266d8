//! Journals of sessions on disk: appended, read, folded into the work they tell of.

mod read;

use std::collections::BTreeMap;

use mindsave_core::work::{Event, Happened, SessionId, Work, journal};
use mindsave_store::{Durability, Expect, Key};

use crate::{ErrorKind, MindSave, Pick, Result, State, Timestamp};

pub(crate) use read::{Part, ReadTo, Stretch, read_on};

/// The folder of the journals.
const FOLDER: &str = "sessions";
/// From how many events on a journal goes on in a new file.
pub(crate) const SEGMENT_EVENTS: usize = 10_000;
/// No event is shorter in bytes; below this size a file need not be counted.
const EVENT_BYTES: u64 = 50;
/// After how many more bytes a large file is counted again.
const COUNT_EVERY: u64 = 64 * 1024;
/// How many sessions make up the present work: those used last.
const RECENT: usize = 10;
/// How many events of a session are looked at for the call this process was started by.
const LOOKED_AT: usize = 200;

/// What a session's journal says.
#[derive(Clone, Debug, Default)]
pub struct SessionJournal {
    /// The events, in the order in which they were written.
    pub events: Vec<Event>,
    /// Lines that could not be read, by file and number.
    pub warnings: Vec<String>,
}

/// Events without secrets: what alone is written down.
pub(crate) struct Redacted(Vec<Event>);

impl Redacted {
    /// Takes the secrets out of events.
    pub(crate) fn of(events: &[Event]) -> Self {
        let mut redacted = Self(Vec::with_capacity(events.len()));
        events.iter().cloned().for_each(|event| redacted.push(event));
        redacted
    }

    /// Takes the secrets out of an event and puts it behind the others.
    pub(crate) fn push(&mut self, mut event: Event) {
        event.redact();
        self.0.push(event);
    }
}

impl std::ops::Deref for Redacted {
    type Target = [Event];

    fn deref(&self) -> &[Event] {
        &self.0
    }
}

/// Where lines were appended: a file of the journal, and its size before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Appended {
    pub(crate) segment: u32,
    pub(crate) before: u64,
    pub(crate) after: u64,
}

/// A session that has a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its name.
    pub id: SessionId,
    /// When its journal was last written.
    pub last: Timestamp,
    /// How many bytes its journal has.
    pub size: u64,
}

/// The present work, and what could not be read of it.
#[derive(Clone, Debug, Default)]
pub struct Present {
    /// The work.
    pub work: Work,
    /// Lines and files that could not be read.
    pub warnings: Vec<String>,
}

impl MindSave {
    /// Appends events to the journal of a session, in one write. Secrets are taken out first.
    ///
    /// The lines are with the operating system when it returns: they outlive this process. What it
    /// costs does not depend on what is stored. Processes that append at once never mix their
    /// lines, and a line that a crash cut off is ended first.
    ///
    /// ```
    /// use mindsave::work::{Event, Happened, SessionId};
    /// use mindsave::{Clock, MemoryStore, MindSave, Timestamp};
    ///
    /// let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
    /// let mind = MindSave::with_store(MemoryStore::default(), Clock::Fixed(now));
    /// let session = SessionId::of("52e70abc");
    /// mind.append(&session, &[Event::new(now, Happened::Goal { text: "修复登录".to_owned() })])?;
    /// assert_eq!(mind.work_of(&[session])?.work.state().task.goal, "修复登录");
    /// # Ok::<(), mindsave::Error>(())
    /// ```
    ///
    /// # Errors
    /// `unavailable` when the medium refuses.
    pub fn append(&self, session: &SessionId, events: &[Event]) -> Result<()> {
        self.append_at(session, &Redacted::of(events), Durability::Cached).map(drop)
    }

    /// Appends events that somebody waits for: they are on the medium when it returns.
    pub(crate) fn append_durably(&self, session: &SessionId, events: &[Event]) -> Result<()> {
        self.append_at(session, &Redacted::of(events), Durability::Durable).map(drop)
    }

    /// Appends events, and says where the lines stand. Nothing when there were none.
    pub(crate) fn append_at(
        &self,
        session: &SessionId,
        events: &Redacted,
        how: Durability,
    ) -> Result<Option<Appended>> {
        if events.is_empty() {
            return Ok(None);
        }
        let mut lines: String = events.iter().map(journal::line).collect();
        lines.truncate(lines.trim_end_matches('\n').len());
        let (number, key) = self.open_segment(session)?;
        let size = self.store.append(&key, lines.as_bytes(), how).inspect_err(|_| {
            // Nothing may have been written: whether there is a journal is looked for again.
            self.segments().remove(session);
        })?;
        let added = lines.len() as u64 + 1;
        if size == added && number == 1 {
            // A new session: what is kept out of version control has to be said before long.
            self.ensure_layout()?;
        }
        self.end_segment(session, number, size, added)?;
        Ok(Some(Appended { segment: number, before: size.saturating_sub(added), after: size }))
    }

    /// Returns the sessions that have a journal, the one used last first.
    ///
    /// # Errors
    /// `unavailable` when the folder cannot be read.
    pub fn sessions(&self) -> Result<Vec<Session>> {
        let mut found: BTreeMap<SessionId, (Timestamp, u64)> = BTreeMap::new();
        for entry in self.store.list(&Key::parse(FOLDER)?)? {
            if let Some(id) = session_of(entry.key.name()) {
                let (last, size) = found.entry(id).or_insert((entry.modified, 0));
                *last = (*last).max(entry.modified);
                *size += entry.size;
            }
        }
        let session = |(id, (last, size))| Session { id, last, size };
        let mut sessions: Vec<Session> = found.into_iter().map(session).collect();
        sessions.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.id.cmp(&b.id)));
        Ok(sessions)
    }

    /// Folds the journals of some sessions.
    ///
    /// # Errors
    /// `unavailable` when one cannot be read.
    pub fn work_of(&self, sessions: &[SessionId]) -> Result<Present> {
        self.fold(sessions, |_| None)
    }

    /// Folds the present work: the sessions used last, upon the newest snapshot from before them.
    ///
    /// # Errors
    /// `unavailable` when a journal or the list of snapshots cannot be read.
    pub fn work(&self) -> Result<Present> {
        let sessions: Vec<SessionId> =
            self.sessions()?.into_iter().take(RECENT).map(|session| session.id).collect();
        let (snapshots, warnings) = self.list()?;
        let mut present = self.fold(&sessions, |first| {
            let before = |at: &Timestamp| first.is_none_or(|first| *at < first);
            let base = snapshots.iter().find(|entry| before(&entry.created_at))?;
            Some((self.saved_state(base.id.as_str())?, base.created_at))
        })?;
        present.warnings.extend(warnings);
        Ok(present)
    }

    /// Folds journals upon a base that is chosen by the time of the first event.
    fn fold(
        &self,
        sessions: &[SessionId],
        base: impl FnOnce(Option<Timestamp>) -> Option<(State, Timestamp)>,
    ) -> Result<Present> {
        let journals =
            sessions.iter().map(|session| self.journal(session)).collect::<Result<Vec<_>>>()?;
        let first = journals.iter().filter_map(|journal| Some(journal.events.first()?.at)).min();
        let mut work =
            base(first).map_or_else(Work::default, |(state, at)| Work::of_state(&state, at));
        let events = journals.iter().map(|journal| &journal.events[..]);
        work.extend(events, &|name| self.saved_state(name));
        let warnings = journals.into_iter().flat_map(|journal| journal.warnings).collect();
        Ok(Present { work, warnings })
    }

    /// What a snapshot holds; nothing when it is gone or cannot be read.
    pub(crate) fn saved_state(&self, name: &str) -> Option<State> {
        let loaded = self.load(&Pick::Named(name.to_owned())).ok()?;
        (loaded.snapshot.id.as_str() == name).then_some(loaded.snapshot.state)
    }

    /// Finds the session an agent's own call belongs to: the one whose journal holds a call of
    /// this program that has not ended, else the one used last, else one named `cli`.
    ///
    /// # Errors
    /// `unavailable` when a journal cannot be read.
    pub fn own_session(&self) -> Result<SessionId> {
        let sessions = self.sessions()?;
        let mut begun: Option<(Timestamp, &SessionId)> = None;
        for session in sessions.iter().take(RECENT) {
            let events = self.last_events(&session.id, LOOKED_AT)?;
            if let Some(at) = open_call(&events).filter(|at| begun.is_none_or(|(b, _)| *at > b)) {
                begun = Some((at, &session.id));
            }
        }
        let last = || sessions.first().map(|session| &session.id);
        let found = begun.map(|(_, id)| id).or_else(last);
        Ok(found.cloned().unwrap_or_else(|| SessionId::of("cli")))
    }

    /// Reports whether a session has a journal: one that this handle appended to has.
    pub(crate) fn has_journal(&self, session: &SessionId) -> Result<bool> {
        Ok(self.segments().contains_key(session)
            || !self.store.stamp(&segment_key(session, 1)?)?.is_empty())
    }

    /// Returns the number of the file a session's journal goes on in; 1 for a new one.
    pub(crate) fn last_segment(&self, session: &SessionId) -> Result<u32> {
        self.last_segment_from(session, 1)
    }

    /// As [`MindSave::last_segment`], of one that has at least so many files.
    fn last_segment_from(&self, session: &SessionId, known: u32) -> Result<u32> {
        let mut number = known;
        while !self.store.stamp(&segment_key(session, number + 1)?)?.is_empty() {
            number += 1;
        }
        Ok(number)
    }

    /// Returns the number and the key of the file that is appended to: looked for once by a handle, and again
    /// whenever the file is counted, since another process may have begun the next one.
    fn open_segment(&self, session: &SessionId) -> Result<(u32, Key)> {
        let known = self.segments().get(session).cloned();
        if let Some(segment) = known {
            return Ok(segment);
        }
        let number = self.last_segment(session)?;
        let segment = (number, segment_key(session, number)?);
        self.segments().insert(session.clone(), segment.clone());
        Ok(segment)
    }

    /// Begins the next file when this one is full. It is counted now and then only, so that
    /// appending costs the same however long the journal is.
    fn end_segment(&self, session: &SessionId, number: u32, size: u64, added: u64) -> Result<()> {
        let might_be_full = size >= SEGMENT_EVENTS as u64 * EVENT_BYTES;
        let before = size.saturating_sub(added);
        if !might_be_full || before / COUNT_EVERY == size / COUNT_EVERY {
            return Ok(());
        }
        self.segments().remove(session);
        let bytes = self.store.read(&segment_key(session, number)?)?.unwrap_or_default();
        let lines: u64 = bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum();
        if lines < SEGMENT_EVENTS as u64 {
            return Ok(());
        }
        let next = segment_key(session, number + 1)?;
        match self.store.write(&next, b"", Expect::Absent, Durability::Cached) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }
}

/// The file of a part of a journal: `sessions/<session>.jsonl`, then `sessions/<session>.2.jsonl`.
pub(crate) fn segment_key(session: &SessionId, number: u32) -> Result<Key> {
    match number {
        1 => Key::parse(&format!("{FOLDER}/{session}.jsonl")),
        _ => Key::parse(&format!("{FOLDER}/{session}.{number}.jsonl")),
    }
}

/// The session a file belongs to; nothing for a file that is none of ours.
fn session_of(file: &str) -> Option<SessionId> {
    let name = file.strip_suffix(".jsonl")?;
    let id = SessionId::of(name);
    if id.as_str() == name {
        return Some(id);
    }
    let (name, _) = name.rsplit_once('.')?;
    let id = SessionId::of(name);
    (id.as_str() == name).then_some(id)
}

/// When the last call of this program began that has not ended.
fn open_call(events: &[Event]) -> Option<Timestamp> {
    let mut ended: Vec<(&Option<String>, &Option<String>)> = Vec::new();
    for event in events.iter().rev() {
        match &event.happened {
            Happened::SessionStart { .. } | Happened::SessionEnd { .. } => return None,
            Happened::ToolCall(call) => ended.push((&call.call, &call.command)),
            Happened::CallBegun(call) => {
                let own = call.command.as_deref().is_some_and(runs_this);
                let same = |(id, command): &(&Option<String>, &Option<String>)| {
                    if call.call.is_some() { **id == call.call } else { **command == call.command }
                };
                if own && !ended.iter().any(same) {
                    return Some(event.at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Reports whether a command line runs this program: a file that is named so is none.
fn runs_this(command: &str) -> bool {
    let parts = command.split(['|', ';', '&', '\n', '(']);
    let mut programs = parts.filter_map(|part| {
        part.split_whitespace().find(|word| !word.contains('=') && !is_runner(word))
    });
    programs.any(|word| {
        let name = word.trim_matches(['"', '\'']).rsplit(['/', '\\']).next().unwrap_or(word);
        matches!(name, "mindsave" | "mindsave.exe")
    })
}

/// Words before a program that run it.
fn is_runner(word: &str) -> bool {
    matches!(
        word,
        "npx" | "uvx" | "env" | "command" | "exec" | "time" | "sudo" | "python" | "python3" | "-m"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, MemoryStore};
    use mindsave_core::work::{Outcome, ToolCall};

    fn mind() -> (MindSave, MemoryStore) {
        let store = MemoryStore::default();
        (MindSave::with_store(store.clone(), Clock::Fixed(at(0))), store)
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn goal(millis: i64, text: &str) -> Event {
        Event::new(at(millis), Happened::Goal { text: text.to_owned() })
    }

    fn call(millis: i64, begun: bool, id: &str, command: &str) -> Event {
        let call = ToolCall {
            tool: "Bash".to_owned(),
            call: Some(id.to_owned()),
            command: Some(command.to_owned()),
            outcome: (!begun).then_some(Outcome::Ok),
            ..ToolCall::default()
        };
        let happened = if begun { Happened::CallBegun(call) } else { Happened::ToolCall(call) };
        Event::new(at(millis), happened)
    }

    fn id(text: &str) -> SessionId {
        SessionId::of(text)
    }

    #[test]
    fn no_secret_reaches_the_store() {
        use mindsave_store::Store;
        let (mind, store) = mind();
        let said = "export DB_PASSWORD=Rf9-x7Tq2Lm && psql";
        mind.append(&id("a"), &[call(0, false, "1", said)]).unwrap();
        let key = Key::parse("sessions/a.jsonl").unwrap();
        let text = String::from_utf8(store.read(&key).unwrap().unwrap()).unwrap();
        assert!(text.contains("[redacted:") && !text.contains("Rf9-x7Tq2Lm"), "{text}");
    }

    #[test]
    fn damaged_lines_are_told_and_the_others_read() {
        let (mind, store) = mind();
        mind.append(&id("a"), &[goal(0, "修复登录")]).unwrap();
        let key = Key::parse("sessions/a.jsonl").unwrap();
        mindsave_store::Store::append(&store, &key, b"{\"at\": oops", Durability::Cached).unwrap();
        mind.append(&id("a"), &[goal(1, "b")]).unwrap();
        let read = mind.journal(&id("a")).unwrap();
        assert_eq!(read.events.len(), 2);
        assert_eq!(
            read.warnings,
            ["sessions/a.jsonl:2: no event of a session; passed over, the file is kept as it is"]
        );
    }

    #[test]
    fn a_long_journal_goes_on_in_a_new_file_and_nothing_is_lost() {
        let (mind, _) = mind();
        let events: Vec<Event> =
            (0..1500).map(|i| goal(i, &format!("goal number {i} of many"))).collect();
        for _ in 0..10 {
            mind.append(&id("a.b"), &events).unwrap();
        }
        mind.append(&id("a.b"), &[goal(9, "last")]).unwrap();
        let listed = mind.store.list(&Key::parse(FOLDER).unwrap()).unwrap();
        let names: Vec<&str> = listed.iter().map(|entry| entry.key.name()).collect();
        assert_eq!(names, ["a.b.2.jsonl", "a.b.jsonl"]);
        let read = mind.journal(&id("a.b")).unwrap();
        assert_eq!((read.events.len(), read.warnings.len()), (15_001, 0));
        assert_eq!(read.events[15_000], goal(9, "last"));
        assert_eq!(mind.last_events(&id("a.b"), 14_000).unwrap(), read.events[1_001..]);
        assert_eq!(mind.sessions().unwrap().len(), 1);
    }

    #[test]
    fn an_own_call_belongs_to_the_session_that_began_it() {
        let (mind, _) = mind();
        assert_eq!(mind.own_session().unwrap(), id("cli"));
        mind.append(&id("a"), &[call(1, true, "1", "mindsave log x"), call(2, true, "2", "ls")])
            .unwrap();
        mind.append(
            &id("b"),
            &[call(3, true, "3", "mindsave goal y"), call(4, false, "3", "mindsave goal y")],
        )
        .unwrap();
        assert_eq!(mind.own_session().unwrap(), id("a"));
        mind.append(&id("a"), &[call(5, false, "1", "mindsave log x")]).unwrap();
        mind.append(&id("b"), &[goal(6, "z")]).unwrap();
        assert_eq!(mind.own_session().unwrap(), id("b"));
    }

    #[test]
    fn the_present_work_stands_on_the_snapshot_before_it() {
        let (mind, _) = mind();
        let state = State::from_json(r#"{"goal": "old", "constraints": ["不要用 JWT"]}"#).unwrap();
        mind.save(state, &crate::SaveOptions::default()).unwrap();
        assert_eq!(mind.work().unwrap().work.state().task.goal, "old");
        mind.append(&id("a"), &[goal(5, "new")]).unwrap();
        let state = mind.work().unwrap().work.state();
        assert_eq!((state.task.goal.as_str(), state.knowledge.constraints.len()), ("new", 1));
    }
}
