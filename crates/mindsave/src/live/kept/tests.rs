//! What is folded upon a cache is what all events give.

mod property;
mod read;

use mindsave_core::work::{Outcome, ToolCall};
use mindsave_store::{FileStore, Store};

use super::*;
use crate::live::session::stands_on;
use crate::{Clock, Pick, SaveOptions, State};

/// A workspace in a folder of its own.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn store(&self) -> FileStore {
        FileStore::new(self.folder.path())
    }

    fn mind(&self) -> MindSave {
        MindSave::with_store(self.store(), Clock::Fixed(at(0)))
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Appends bytes as they are, as a crash in the midst of a write leaves them.
    fn tear(&self, name: &str, bytes: &[u8]) {
        use std::io::Write;
        let mut options = std::fs::OpenOptions::new();
        if let Ok(mut file) = options.append(true).open(self.file(name)) {
            file.write_all(bytes).unwrap();
        }
    }

    /// Folds and writes the cache, however little is new.
    fn keep(&self, session: &SessionId) -> bool {
        let mind = self.mind();
        let (kept, _) = mind.folded(session, None).unwrap();
        kept.sure && mind.write_work(session, &kept).is_ok()
    }

    /// Compares what is known with what all events give; says whether the cache served.
    fn check(&self, session: &SessionId) -> bool {
        let mind = self.mind();
        let served = mind.go_on(session).is_some();
        let known = mind.session_work(session).unwrap();
        let (work, warnings) = all_folded(&mind, session);
        assert_eq!(seen(&known.work), seen(&work));
        assert_eq!(known.work.events(), work.events());
        assert_eq!(known.warnings, warnings);
        served
    }
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_millis(1_778_400_000_000 + second * 1000)
}

fn id(name: &str) -> SessionId {
    SessionId::of(name)
}

fn call(second: i64) -> Event {
    let call = ToolCall {
        tool: "Edit".into(),
        call: Some(format!("toolu_{second}")),
        path: Some(format!("src/文件{}.rs", second % 40)),
        edits: true,
        outcome: Some(Outcome::Ok),
        ..ToolCall::default()
    };
    Event::new(at(second), Happened::ToolCall(call))
}

fn goal(second: i64, text: &str) -> Event {
    Event::new(at(second), Happened::Goal { text: text.into() })
}

fn rule(second: i64, text: &str) -> Event {
    Event::new(at(second), Happened::Constraint { text: text.into(), scope: None })
}

fn took_up(second: i64, session: &str, live: bool) -> Event {
    let session = Some(session.to_owned());
    Event::new(at(second), Happened::Continued { session, snapshot: None, live })
}

fn seen(work: &Work) -> (State, Vec<mindsave_core::work::Node>, Vec<String>) {
    let links = work.graph().links();
    let links = links.map(|link| format!("{} {:?} {}", link.from.id, link.kind, link.to.id));
    (work.state(), work.graph().nodes().to_vec(), links.collect())
}

/// Folds all events of a session, without any cache.
fn all_folded(mind: &MindSave, session: &SessionId) -> (Work, Vec<String>) {
    let (base, events, warnings) = chain(mind, session, 20);
    let mut work = base.map_or_else(Work::default, |(state, at)| Work::of_state(&state, at));
    let facts = mind.facts().unwrap();
    work.extend([&facts[..], &events[..]], &|name| mind.saved_state(name));
    (work, warnings)
}

type Whole = (Option<(State, Timestamp)>, Vec<Event>, Vec<String>);

fn chain(mind: &MindSave, session: &SessionId, depth: usize) -> Whole {
    let own = mind.journal(session).unwrap();
    let (base, mut events, mut warnings) = match stands_on(&own.events) {
        StandsOn::Snapshot(name) => {
            let loaded = mind.load(&Pick::Named(name)).ok().map(|loaded| loaded.snapshot);
            (loaded.map(|snapshot| (snapshot.state, snapshot.created_at)), vec![], vec![])
        }
        StandsOn::Session(other, at) if depth > 0 => {
            let (base, mut events, warnings) = chain(mind, &other, depth - 1);
            let known = events.iter().rposition(|event| event.at <= at).map_or(0, |last| last + 1);
            events.truncate(known);
            events.retain(|event| !matches!(event.happened, Happened::SavingRefused { .. }));
            (base, events, warnings)
        }
        _ => (None, vec![], vec![]),
    };
    events.extend(own.events);
    warnings.extend(own.warnings);
    (base, events, warnings)
}

/// A session of some events, with its cache.
fn kept_session() -> (Place, SessionId) {
    let (place, session) = (Place::new(), id("a"));
    let mind = place.mind();
    mind.append(&session, &[goal(0, "修复登录"), rule(1, "不要用 JWT")]).unwrap();
    mind.keep_facts(&[rule(1, "不要用 JWT")]).unwrap();
    mind.append(&session, &(2..60).map(call).collect::<Vec<_>>()).unwrap();
    assert!(place.keep(&session) && place.check(&session));
    (place, session)
}

#[test]
fn what_is_new_is_folded_upon_the_cache() {
    let (place, session) = kept_session();
    let mind = place.mind();
    mind.append(&session, &[call(61), goal(62, "write the report")]).unwrap();
    mind.keep_facts(&[rule(63, "use pnpm")]).unwrap();
    assert!(place.check(&session));
    place.tear("sessions/a.jsonl", b"{\"at\":");
    assert!(place.check(&session), "what is torn is told, and is no event");
    mind.append(&session, &[call(64)]).unwrap();
    assert!(place.check(&session) && place.keep(&session) && place.check(&session));
}

#[test]
fn a_line_without_its_end_is_an_event_and_is_not_kept() {
    let (place, session) = kept_session();
    let line = mindsave_core::work::journal::line(&goal(70, "no line break"));
    place.tear("sessions/a.jsonl", line.trim_end().as_bytes());
    assert!(!place.check(&session) && !place.keep(&session));
    place.mind().append(&session, &[call(71)]).unwrap();
    assert!(place.check(&session));
}

#[test]
fn what_would_have_come_earlier_makes_it_fold_anew() {
    for (second, fact, served) in
        [(60, true, true), (59, true, false), (3, true, false), (1, false, true), (0, false, false)]
    {
        let (place, session) = kept_session();
        let event = rule(second, "late");
        if fact {
            place.mind().keep_facts(&[event]).unwrap();
        } else {
            place.mind().append(&session, &[event]).unwrap();
        }
        assert_eq!(place.check(&session), served, "{second} {fact}");
        assert!(place.keep(&session) && place.check(&session));
    }
}

#[test]
fn a_file_in_the_place_of_another_makes_it_fold_anew() {
    for name in ["sessions/a.jsonl", "facts.jsonl"] {
        let (place, session) = kept_session();
        let text = std::fs::read_to_string(place.file(name)).unwrap();
        // Of the same length, and longer.
        let edited = text.replacen("JWT", "PWA", 1) + "\n";
        std::fs::write(place.file("new"), edited).unwrap();
        std::fs::rename(place.file("new"), place.file(name)).unwrap();
        assert!(!place.check(&session), "{name} was replaced");
        assert!(place.keep(&session) && place.check(&session));
        // Written over in place.
        std::fs::write(place.file(name), text.replace("\"at\"", "\"at\" ")).unwrap();
        assert!(!place.check(&session), "{name} was written over");
        assert!(place.keep(&session));
        std::fs::write(place.file(name), &text[..=text.find('\n').unwrap()]).unwrap();
        place.check(&session);
        std::fs::remove_file(place.file(name)).unwrap();
        place.check(&session);
    }
}

#[test]
fn a_cache_that_is_lost_torn_foreign_or_of_another_version_is_made_again() {
    let (place, session) = kept_session();
    let path = place.file("cache/work/a");
    let whole = std::fs::read(&path).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let other = text.replacen(version, "0.0.9", 1);
    let changed = text.replacen("不要用", "可以用", 1);
    for bytes in [&whole[..whole.len() / 2], b"", b"{}\n{}\n", other.as_bytes(), changed.as_bytes()]
    {
        std::fs::write(&path, bytes).unwrap();
        assert!(!place.check(&session));
    }
    std::fs::remove_file(&path).unwrap();
    assert!(!place.check(&session));
    // In the way: nothing fails.
    std::fs::create_dir(&path).unwrap();
    let events: Vec<Event> = (100..400).map(call).collect();
    place.mind().append(&session, &events).unwrap();
    assert!(!place.check(&session));
    std::fs::remove_dir(&path).unwrap();
    assert!(!place.check(&session));
    assert!(place.check(&session), "more than {WRITE_FROM} events are kept");
}

#[test]
fn few_events_are_not_kept() {
    let (place, session) = (Place::new(), id("a"));
    let events: Vec<Event> = (0..i64::try_from(WRITE_FROM).unwrap()).map(call).collect();
    place.mind().append(&session, &events).unwrap();
    assert!(!place.check(&session) && !place.check(&session));
    place.mind().append(&session, &[call(900)]).unwrap();
    assert!(!place.check(&session) && place.check(&session));
    let before = std::fs::read(place.file("cache/work/a")).unwrap();
    place.mind().append(&session, &events[..200]).unwrap();
    assert!(place.check(&session));
    assert_eq!(std::fs::read(place.file("cache/work/a")).unwrap(), before);
}

#[test]
fn a_session_that_was_taken_up_and_changes_makes_it_fold_anew() {
    let (place, first) = kept_session();
    let second = id("b");
    let mind = place.mind();
    mind.append(&second, &[took_up(100, "a", false), call(101)]).unwrap();
    assert!(place.keep(&second) && place.check(&second));
    mind.append(&second, &[goal(102, "b")]).unwrap();
    assert!(place.check(&second));
    // One that comes behind the cut changes nothing, but the file has to be read to know.
    mind.append(&first, &[goal(200, "of a alone")]).unwrap();
    assert!(!place.check(&second) && place.keep(&second) && place.check(&second));
    mind.append(&first, &[goal(50, "a clock that ran backwards")]).unwrap();
    assert!(!place.check(&second));
}

#[test]
fn a_session_begins_with_the_cache_of_the_one_it_takes_up() {
    let (place, first) = kept_session();
    let mind = place.mind();
    mind.append(&first, &[call(61), goal(62, "two")]).unwrap();
    mind.append(&id("b"), &[took_up(100, "a", false), call(101)]).unwrap();
    mind.keep_facts(&[rule(102, "use pnpm")]).unwrap();
    let base = |mind: &MindSave| {
        let own = mind.read_journal(&id("b")).unwrap();
        mind.base_of(&stands_on(&own.events), &own, 20).is_some()
    };
    assert!(base(&mind));
    place.check(&id("b"));
    assert!(place.keep(&id("b")) && place.check(&id("b")));
    // Not all of the other was known by then.
    mind.append(&id("c"), &[took_up(30, "a", false), call(101)]).unwrap();
    assert!(place.keep(&first) && !place.check(&id("c")));
    let own = mind.read_journal(&id("c")).unwrap();
    assert!(mind.base_of(&stands_on(&own.events), &own, 20).is_none());
    mind.append(&first, &[Event::new(at(63), Happened::SavingRefused { refused: true })]).unwrap();
    assert!(!base(&mind), "that is no event of the other");
    assert!(!place.check(&id("b")));
}

#[test]
fn a_session_beside_gives_its_task_back_with_the_first_own_goal() {
    let (place, _) = kept_session();
    let second = id("b");
    place.mind().append(&second, &[took_up(100, "a", true), call(101)]).unwrap();
    assert!(place.keep(&second) && place.check(&second));
    let borrows =
        |before: &[Event]| place.mind().known(&second, None).unwrap().borrows_goal(before);
    assert!(borrows(&[]) && !borrows(&[goal(102, "own")]));
    place.mind().append(&second, &[goal(102, "own")]).unwrap();
    assert!(!place.check(&second) && !borrows(&[]));
    assert!(place.keep(&second) && place.check(&second));
    place.mind().append(&second, &[goal(103, "another")]).unwrap();
    assert!(place.check(&second));
}

#[test]
fn a_snapshot_that_was_looked_up_and_changes_makes_it_fold_anew() {
    let (place, session) = kept_session();
    let mind = place.mind();
    let state = State::from_json(r#"{"goal": "saved", "constraints": ["use pnpm"]}"#).unwrap();
    let saved = mind.save(state, &SaveOptions::default()).unwrap();
    let name = saved.snapshot.id.to_string();
    let save = Happened::Save { snapshot: name.clone(), trigger: None };
    mind.append(&session, &[Event::new(at(70), save)]).unwrap();
    assert!(place.keep(&session) && place.check(&session));
    assert_eq!(place.mind().session_work(&session).unwrap().work.state().task.goal, "saved");
    std::fs::remove_file(place.file(&format!("snapshots/{name}.md"))).unwrap();
    assert!(!place.check(&session) && place.keep(&session) && place.check(&session));
    assert_eq!(place.mind().session_work(&session).unwrap().work.state().task.goal, "修复登录");
}

#[test]
fn a_journal_of_several_files_is_one() {
    let (place, session) = kept_session();
    let next = Key::parse("sessions/a.2.jsonl").unwrap();
    place.tear("sessions/a.jsonl", b"torn");
    place.store().write(&next, b"", Expect::Absent, Durability::Cached).unwrap();
    place.mind().append(&session, &[goal(80, "in the second")]).unwrap();
    assert!(place.check(&session) && place.keep(&session) && place.check(&session));
    place.mind().append(&session, &[call(81)]).unwrap();
    assert!(place.check(&session));
    // One that knows of no second file yet.
    let first = Key::parse("sessions/a.jsonl").unwrap();
    place.store().append(&first, b"{}", Durability::Cached).unwrap();
    assert!(!place.check(&session));
}
