//! The gauge of a session: folded from its journal, with a cache that says how far it was folded.

use std::sync::{Arc, PoisonError};

use mindsave_core::checksum;
use mindsave_core::pressure::Gauge;
use mindsave_core::work::{Event, Happened, SessionId, journal};
use mindsave_store::{Durability, Expect, Key};
use serde::{Deserialize, Serialize};

use crate::journal::{Appended, Redacted, segment_key};
use crate::{Error, ErrorKind, MindSave, Result};

/// The folder of the caches, one file a session.
pub(crate) const FOLDER: &str = "cache/sessions";
/// Begins the file of a cache, before its checksum; the number is the version of the gauge's form: a
/// cache of another one is made again.
const TITLE: &str = "mindsave gauge 3";
/// From how many bytes of new events on the cache is written again: folding them costs less than
/// writing it every time.
const WRITE_EVERY: u64 = 16 * 1024;

/// After how many calls a goal is looked for again: a session beside this one may have given it.
const GOAL_EVERY: u64 = 10;

/// A gauge, and how far the journal was folded into it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The file of the journal, from 1, and how many of its bytes.
    segment: u32,
    offset: u64,
    /// Shared with who asked for it: taking up the next event copies it only while it is looked at.
    gauge: Arc<Gauge>,
    /// How many calls there were when a goal was looked for in vain; nothing once more than calls
    /// happened.
    goalless: Option<u64>,
    /// How many bytes were folded since the cache was written.
    #[serde(skip)]
    unwritten: u64,
}

impl MindSave {
    /// Returns the gauge of a session, up to date with its journal. A session that has no journal
    /// has an empty one.
    ///
    /// # Errors
    /// `unavailable` when the journal cannot be read.
    pub fn gauge(&self, session: &SessionId) -> Result<Arc<Gauge>> {
        let mut kept = self.take_kept(session);
        self.catch_up(session, &mut kept)?;
        let gauge = Arc::clone(&kept.gauge);
        self.put_kept(session, kept);
        Ok(gauge)
    }

    /// Appends events to the journal of a session and takes them into its gauge.
    ///
    /// What it costs does not depend on the length of the journal. The gauge is a cache: what
    /// becomes of its file fails nothing.
    ///
    /// # Errors
    /// As for [`MindSave::append`].
    pub fn follow(&self, session: &SessionId, events: &[Event]) -> Result<Arc<Gauge>> {
        self.follow_redacted(session, &Redacted::of(events))
    }

    /// As [`MindSave::follow`], of events that are without secrets as they are.
    pub(crate) fn follow_redacted(
        &self,
        session: &SessionId,
        events: &Redacted,
    ) -> Result<Arc<Gauge>> {
        let Some(appended) = self.append_at(session, events, Durability::Cached)? else {
            return self.gauge(session);
        };
        let mut kept = self.take_kept(session);
        if kept.stands_at(appended) {
            // As the journal has them, so that folding it again gives the same.
            events.iter().for_each(|event| kept.take(event));
            kept.unwritten += appended.after - kept.offset;
            kept.offset = appended.after;
        } else {
            // Somebody else appended as well: the journal says in which order.
            self.catch_up(session, &mut kept)?;
        }
        let gauge = Arc::clone(&kept.gauge);
        self.put_kept(session, kept);
        Ok(gauge)
    }

    /// Reports whether a goal was looked for a few calls ago, and nothing happened since that could
    /// have given one: to look for it is to fold all the session knows.
    pub(crate) fn is_goalless(&self, session: &SessionId) -> bool {
        let slot = self.gauge.lock().unwrap_or_else(PoisonError::into_inner);
        slot.as_ref().filter(|(own, _)| own == session).is_some_and(|(_, kept)| {
            kept.goalless.is_some_and(|at| kept.gauge.calls() < at + GOAL_EVERY)
        })
    }

    /// Notes that there was no goal.
    pub(crate) fn note_goalless(&self, session: &SessionId) {
        let mut kept = self.take_kept(session);
        kept.goalless = Some(kept.gauge.calls());
        // For the next process: in some hosts each event has its own.
        kept.unwritten = WRITE_EVERY;
        self.put_kept(session, kept);
    }

    /// Takes the gauge this handle knows, or the cached one; an empty one where both are missing.
    fn take_kept(&self, session: &SessionId) -> Kept {
        let known = self.gauge.lock().unwrap_or_else(PoisonError::into_inner).take();
        match known {
            Some((own, kept)) if own == *session => kept,
            _ => self.read_kept(session).unwrap_or_default(),
        }
    }

    fn put_kept(&self, session: &SessionId, mut kept: Kept) {
        if kept.unwritten >= WRITE_EVERY && self.write_kept(session, &kept).is_ok() {
            kept.unwritten = 0;
        }
        let mut slot = self.gauge.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some((session.clone(), kept));
    }

    /// Reads the cache; nothing when it is lost, torn, or of another version.
    fn read_kept(&self, session: &SessionId) -> Option<Kept> {
        let bytes = self.store.read(&cache_key(session).ok()?).ok()??;
        let text = std::str::from_utf8(&bytes).ok()?;
        let (title, json) = text.split_once('\n')?;
        let whole = title == self::title(json);
        whole.then(|| serde_json::from_str(json).ok())?
    }

    fn write_kept(&self, session: &SessionId, kept: &Kept) -> Result<()> {
        let failed = |cause| Error::new(ErrorKind::Internal, "gauge not written").caused_by(cause);
        let json = serde_json::to_string(kept).map_err(failed)?;
        let text = format!("{}\n{json}", title(&json));
        self.store.write(&cache_key(session)?, text.as_bytes(), Expect::Any, Durability::Cached)
    }

    /// Folds what the journal has behind the place of a gauge. A journal that is shorter than that
    /// is another one, and folded from its beginning.
    fn catch_up(&self, session: &SessionId, kept: &mut Kept) -> Result<()> {
        let last = self.last_segment(session)?;
        let mut bytes = self.behind(session, kept, last)?;
        if bytes.is_none() && kept.offset > 0 {
            *kept = Kept::default();
            bytes = self.behind(session, kept, last)?;
        }
        loop {
            kept.fold(&bytes.unwrap_or_default());
            if kept.segment >= last {
                return Ok(());
            }
            kept.segment += 1;
            kept.offset = 0;
            bytes = self.behind(session, kept, last)?;
        }
    }

    /// Reads what the journal has behind the place of a gauge; nothing where it does not reach that.
    fn behind(&self, session: &SessionId, kept: &Kept, last: u32) -> Result<Option<Vec<u8>>> {
        if kept.segment > last {
            return Ok(None);
        }
        self.store.read_from(&segment_key(session, kept.segment)?, kept.offset)
    }
}

/// A gauge nothing was folded into.
impl Default for Kept {
    fn default() -> Self {
        Self { segment: 1, offset: 0, gauge: Arc::default(), goalless: None, unwritten: 0 }
    }
}

impl Kept {
    fn stands_at(&self, appended: Appended) -> bool {
        (self.segment, self.offset) == (appended.segment, appended.before)
    }

    fn take(&mut self, event: &Event) {
        let is_call = matches!(event.happened, Happened::ToolCall(_) | Happened::CallBegun(_));
        self.goalless = self.goalless.filter(|_| is_call);
        Arc::make_mut(&mut self.gauge).observe(event);
    }

    /// Folds whole lines; what is behind the last line break is not finished yet.
    fn fold(&mut self, bytes: &[u8]) {
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        for event in journal::decode(&bytes[..whole]).events {
            self.take(&event);
        }
        self.offset += whole as u64;
        self.unwritten += whole as u64;
    }
}

fn cache_key(session: &SessionId) -> Result<Key> {
    Key::parse(&format!("{FOLDER}/{session}.json"))
}

/// The first line of a cache, by which a torn one is told from a whole one.
fn title(json: &str) -> String {
    format!("{TITLE} {:016x}", checksum(json.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, MemoryStore, Timestamp};
    use mindsave_core::work::{Outcome, ToolCall};
    use mindsave_store::Store;

    fn call(n: i64) -> Event {
        let call = ToolCall {
            tool: "Edit".into(),
            call: Some(format!("toolu_{n}")),
            path: Some(format!("src/文件{n}.rs")),
            edits: true,
            outcome: Some(Outcome::Ok),
            ..ToolCall::default()
        };
        Event::new(Timestamp::from_millis(n * 1000), Happened::ToolCall(call))
    }

    #[test]
    fn a_goal_is_looked_for_now_and_then_until_more_than_calls_happen() {
        let store = MemoryStore::default();
        let (session, mut asked) = (SessionId::of("a"), 0);
        let mut watch = |event: Event| {
            let no_state = || {
                asked += 1;
                Ok(crate::State::default())
            };
            // A handle of its own each time, as in a host that starts a process for each event.
            let watched = mind(&store).watch(&session, &[event], no_state).unwrap();
            (watched.no_goal, asked)
        };
        let seen: Vec<_> = (1..=31).map(|n| watch(call(n))).collect();
        assert_eq!(seen[8], (false, 0));
        assert_eq!(seen[9..19], [(true, 1); 10]);
        assert_eq!(seen[19..29], [(true, 2); 10]);
        let said = Happened::Prompt { text: "导出页面".into() };
        assert_eq!(watch(Event::new(Timestamp::from_millis(32_000), said)), (true, 4));
    }

    fn mind(store: &MemoryStore) -> MindSave {
        MindSave::with_store(store.clone(), Clock::Fixed(Timestamp::from_millis(0)))
    }

    fn fresh(store: &MemoryStore, session: &SessionId) -> Arc<Gauge> {
        let mut gauge = Gauge::default();
        let events = mind(store).journal(session).unwrap().events;
        for event in &events {
            gauge.observe(event);
        }
        Arc::new(gauge)
    }

    #[test]
    fn a_gauge_is_that_of_its_journal_whoever_appended() {
        let store = MemoryStore::default();
        let (session, one, two) = (SessionId::of("a"), mind(&store), mind(&store));
        for n in 0..200 {
            let by = if n % 3 == 0 { &one } else { &two };
            let gauge = by.follow(&session, &[call(n)]).unwrap();
            assert_eq!(gauge.calls(), u64::try_from(n).unwrap() + 1);
        }
        assert_eq!(mind(&store).gauge(&session).unwrap(), fresh(&store, &session));
    }

    #[test]
    fn a_cache_that_is_lost_torn_stale_or_foreign_is_made_again() {
        let store = MemoryStore::default();
        let session = SessionId::of("a");
        let events: Vec<Event> = (0..300).map(call).collect();
        mind(&store).follow(&session, &events).unwrap();
        let key = cache_key(&session).unwrap();
        let whole = store.read(&key).unwrap().expect("it was written");
        let text = String::from_utf8(whole.clone()).unwrap();
        let put = |bytes: &[u8]| {
            store.write(&key, bytes, Expect::Any, Durability::Cached).unwrap();
        };
        let torn = text.replacen("\"total\":300", "\"total\":900", 1);
        assert_ne!(torn, text);
        let older = text.replacen(TITLE, "mindsave gauge 2", 1);
        let bad =
            [&text[..text.len() / 2], "", "[]", &torn, &older, "{\"check\":\"\",\"kept\":{}}"];
        for bytes in std::iter::once(text.as_str()).chain(bad).map(str::as_bytes) {
            put(bytes);
            assert_eq!(mind(&store).gauge(&session).unwrap(), fresh(&store, &session));
        }
        // The journal is another one, and shorter.
        put(&whole);
        let journal = Key::parse("sessions/a.jsonl").unwrap();
        store.delete(&journal, Expect::Any).unwrap();
        assert_eq!(mind(&store).gauge(&session).unwrap(), Arc::default());
        mind(&store).append(&session, &[call(1)]).unwrap();
        assert_eq!(mind(&store).gauge(&session).unwrap().calls(), 1);
    }

    #[test]
    fn a_line_that_is_not_finished_is_read_once_it_is() {
        let store = MemoryStore::default();
        let session = SessionId::of("a");
        mind(&store).follow(&session, &[call(1)]).unwrap();
        let key = Key::parse("sessions/a.jsonl").unwrap();
        let line = journal::line(&call(2));
        let mut bytes = store.read(&key).unwrap().unwrap();
        bytes.extend_from_slice(&line.as_bytes()[..30]);
        store.write(&key, &bytes, Expect::Any, Durability::Cached).unwrap();
        let mind = mind(&store);
        assert_eq!(mind.gauge(&session).unwrap().calls(), 1);
        bytes.extend_from_slice(&line.as_bytes()[30..]);
        store.write(&key, &bytes, Expect::Any, Durability::Cached).unwrap();
        assert_eq!(mind.gauge(&session).unwrap().calls(), 2);
    }

    #[test]
    fn a_journal_of_several_files_is_one() {
        let store = MemoryStore::default();
        let session = SessionId::of("a");
        let mind = mind(&store);
        for round in 0..11 {
            let events: Vec<Event> = (0..1000).map(|n| call(round * 1000 + n)).collect();
            mind.follow(&session, &events).unwrap();
        }
        assert!(mind.last_segment(&session).unwrap() > 1);
        assert_eq!(mind.follow(&session, &[call(-1)]).unwrap().calls(), 11_001);
        assert_eq!(self::mind(&store).gauge(&session).unwrap(), fresh(&store, &session));
    }
}
