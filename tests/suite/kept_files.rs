//! Files that a store keeps open between two uses: what others do to them in between is seen.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use mindsave::work::{Event, Happened, Outcome, SessionId, ToolCall};
use mindsave::{Clock, MindSave, Timestamp, Workspace};
use mindsave_core::ErrorKind;
use mindsave_store::{Durability, FileStore, Key, Step, Store};
use mindsave_tests::TestWorkspace;
use mindsave_tests::child::{ACKNOWLEDGED, Running, command};
use serde_json::{Value, json};

const ROOT: &str = "MINDSAVE_TEST_ROOT";
const FROM: &str = "MINDSAVE_TEST_FROM";
const EVENTS: i64 = 300;

fn key() -> Key {
    Key::parse("folder/file").unwrap()
}

fn append(store: &FileStore, line: &str) -> u64 {
    store.append(&key(), line.as_bytes(), Durability::Cached).unwrap()
}

/// Puts a text in the place of what the store reads, and returns what it read.
fn rewrite(store: &FileStore, new: &str) -> Option<String> {
    let mut seen = None;
    let mut change = |old: Option<&[u8]>| {
        seen = old.map(|old| String::from_utf8(old.to_vec()).unwrap());
        Some(new.as_bytes().to_vec())
    };
    store.rewrite(&key(), &mut change).unwrap();
    seen
}

/// A store whose file was used twice, so that it is open, and the file.
fn used(twice: impl Fn(&FileStore)) -> (tempfile::TempDir, FileStore, std::path::PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path().join("store"));
    twice(&store);
    twice(&store);
    let path = dir.path().join("store/folder/file");
    (dir, store, path)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_line_goes_to_the_file_of_the_name_whatever_became_of_the_one_before() {
    let (dir, store, path) = used(|store| assert!(append(store, "one") > 0));
    fs::remove_file(&path).unwrap();
    assert_eq!(append(&store, "two"), 4);
    assert_eq!(text(&path), "two\n");
    // Replaced by another, as an editor does.
    fs::write(dir.path().join("new"), "edited\n").unwrap();
    fs::rename(dir.path().join("new"), &path).unwrap();
    assert_eq!(append(&store, "three"), 13);
    assert_eq!(text(&path), "edited\nthree\n");
    // The old file still has a name: it is the copy an editor keeps.
    fs::rename(&path, dir.path().join("copy")).unwrap();
    fs::write(&path, "again\n").unwrap();
    append(&store, "four");
    assert_eq!(text(&path), "again\nfour\n");
    assert_eq!(text(&dir.path().join("copy")), "edited\nthree\n");
    fs::remove_dir_all(dir.path().join("store")).unwrap();
    append(&store, "five");
    assert_eq!(text(&path), "five\n");
}

#[test]
fn lines_of_others_count_torn_ones_too() {
    let (dir, store, path) = used(|store| assert!(append(store, "one") > 0));
    let other = FileStore::new(dir.path().join("store"));
    assert_eq!(append(&other, "two"), 12);
    assert_eq!(append(&store, "three"), 18);
    fs::File::options().append(true).open(&path).unwrap().write_all(b"tor").unwrap();
    assert_eq!(append(&store, "four"), 27);
    fs::write(&path, "short\n").unwrap();
    assert_eq!(append(&store, "five"), 11);
    assert_eq!(append(&other, "six"), 15);
    assert_eq!(text(&path), "short\nfive\nsix\n");
    // As long as the store left it, and cut off within a line.
    fs::write(&path, "short\nfive\nsixx").unwrap();
    append(&store, "seven");
    assert_eq!(text(&path), "short\nfive\nsixx\nseven\n");
}

#[test]
fn a_value_is_rewritten_in_the_file_of_the_name() {
    let (dir, store, path) = used(|store| drop(rewrite(store, "one")));
    fs::remove_file(&path).unwrap();
    assert_eq!(rewrite(&store, "two"), None);
    assert_eq!(rewrite(&store, "a long three").as_deref(), Some("two"));
    fs::write(&path, "written over").unwrap();
    assert_eq!(rewrite(&store, "four").as_deref(), Some("written over"));
    assert_eq!(text(&path), "four");
    fs::rename(&path, dir.path().join("copy")).unwrap();
    assert_eq!(rewrite(&store, "five"), None);
    assert_eq!(rewrite(&store, "six").as_deref(), Some("five"));
    assert_eq!((text(&path).as_str(), text(&dir.path().join("copy")).as_str()), ("six", "four"));
    fs::hard_link(&path, dir.path().join("second")).unwrap();
    assert_eq!(rewrite(&store, "seven").as_deref(), Some("six"));
    assert_eq!(rewrite(&store, "eight").as_deref(), Some("seven"));
    assert_eq!((text(&path).as_str(), text(&dir.path().join("second")).as_str()), ("eight", "six"));
    assert!(store.delete(&key(), mindsave_store::Expect::Any).unwrap());
    assert_eq!(rewrite(&store, "nine"), None);
}

#[cfg(unix)]
#[test]
fn a_link_that_was_put_in_the_place_of_an_open_file_is_not_followed() {
    let (dir, store, path) = used(|store| {
        append(store, "one");
        assert!(rewrite(store, "two\n").is_some());
    });
    let victim = dir.path().join("victim");
    fs::write(&victim, "mine").unwrap();
    // By the file that is open, so that its number alone would not tell.
    fs::rename(&path, dir.path().join("moved")).unwrap();
    std::os::unix::fs::symlink(dir.path().join("moved"), &path).unwrap();
    let refused = store.append(&key(), b"three", Durability::Cached).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidInput);
    assert!(store.rewrite(&key(), &mut |_| Some(b"four".to_vec())).is_err());
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink(&victim, &path).unwrap();
    assert!(store.append(&key(), b"five", Durability::Cached).is_err());
    assert_eq!(text(&dir.path().join("moved")), "two\n");
    assert_eq!(text(&victim), "mine");
}

#[test]
fn threads_that_share_a_store_never_mix_lines() {
    let (_dir, store, path) = used(|store| assert!(append(store, "{}") > 0));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = store.clone();
            scope.spawn(move || {
                for number in 0..200 {
                    append(&store, &format!("{{\"{thread}\": {number}}}"));
                }
            });
        }
    });
    let text = text(&path);
    assert_eq!(text.lines().count(), 802);
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

fn call(number: i64) -> Event {
    let call = ToolCall {
        tool: "Edit".into(),
        call: Some(format!("toolu_{number}")),
        path: Some(format!("src/文件{}.rs", number % 7)),
        edits: true,
        outcome: Some(Outcome::Ok),
        ..ToolCall::default()
    };
    Event::new(Timestamp::from_millis(number * 1000), Happened::ToolCall(call))
}

fn session() -> SessionId {
    SessionId::of("s-1")
}

fn observe(mind: &MindSave, number: i64) {
    mind.observe(&session(), vec![call(number)]).unwrap();
}

fn signal(ws: &TestWorkspace) -> Value {
    serde_json::from_str(&ws.read("signal.json")).unwrap()
}

/// The numbers of the calls in the journal, in its order.
fn journaled(ws: &TestWorkspace) -> Vec<i64> {
    let journal = ws.mind().journal(&session()).unwrap();
    assert_eq!(journal.warnings, [""; 0]);
    let number = |event: &Event| match &event.happened {
        Happened::ToolCall(call) => call.call.as_ref()?.strip_prefix("toolu_")?.parse().ok(),
        _ => None,
    };
    journal.events.iter().filter_map(number).collect()
}

#[test]
fn a_heartbeat_that_was_deleted_comes_back_whole_at_the_next_event() {
    let ws = TestWorkspace::new();
    let mind = ws.mind();
    for number in 1..=8 {
        observe(&mind, number);
        let before = signal(&ws);
        assert_eq!(before["tool_calls_since_save"], number);
        fs::remove_file(ws.path("signal.json")).unwrap();
        observe(&mind, number);
        let mut after = signal(&ws);
        // The call is known: only how often calls are reported in a span may differ.
        after["growth_rate"] = before["growth_rate"].clone();
        after["thresholds"] = before["thresholds"].clone();
        assert_eq!(after, before);
    }
    assert_eq!(journaled(&ws).len(), 16);
}

#[test]
fn what_others_write_into_the_heartbeat_is_kept() {
    let ws = TestWorkspace::new();
    let mind = ws.mind();
    observe(&mind, 1);
    observe(&mind, 2);
    let mut changed = signal(&ws);
    changed["mood"] = json!({"word": "good"});
    changed["last_save"] = json!("2027-01-01T00:00:00Z");
    // In its place, and by another file in its place.
    ws.write("signal.json", changed.to_string());
    observe(&mind, 3);
    assert_eq!(
        (&signal(&ws)["mood"], &signal(&ws)["last_save"]),
        (&changed["mood"], &changed["last_save"])
    );
    changed["mood"] = json!("fine");
    ws.write("other.json", changed.to_string());
    fs::rename(ws.path("other.json"), ws.path("signal.json")).unwrap();
    observe(&mind, 4);
    assert_eq!(
        (&signal(&ws)["mood"], &signal(&ws)["tool_calls_since_save"]),
        (&json!("fine"), &json!(4))
    );
    // One that cannot be read is put aside, and written again.
    ws.write("signal.json", "{\"last_save\": tor");
    observe(&mind, 5);
    assert_eq!(ws.read("quarantine/signal.json"), "{\"last_save\": tor");
    assert_eq!(signal(&ws)["tool_calls_since_save"], 5);
}

#[test]
fn two_handles_on_one_session_take_turns_and_lose_nothing() {
    let ws = TestWorkspace::new();
    let (one, two) = (ws.mind(), ws.mind());
    for number in 0..60 {
        observe(if number % 3 == 0 { &one } else { &two }, number);
        assert_eq!(signal(&ws)["tool_calls_since_save"].as_i64(), Some(number + 1));
    }
    assert_eq!(journaled(&ws), (0..60).collect::<Vec<_>>());
    let gauge = one.gauge(&session()).unwrap();
    assert_eq!((gauge.calls(), two.gauge(&session()).unwrap()), (60, gauge));
}

#[test]
fn a_journal_that_was_deleted_or_replaced_goes_on_under_its_name() {
    let ws = TestWorkspace::new();
    let mind = ws.mind();
    (0..3).for_each(|number| observe(&mind, number));
    let journal = ws.path("sessions/s-1.jsonl");
    let kept = text(&journal);
    fs::remove_file(&journal).unwrap();
    observe(&mind, 3);
    assert_eq!(journaled(&ws), [3]);
    fs::rename(&journal, ws.path("sessions/s-1.jsonl~")).unwrap();
    fs::write(&journal, &kept).unwrap();
    observe(&mind, 4);
    assert_eq!(journaled(&ws), [0, 1, 2, 4]);
    assert_eq!(mind.gauge(&session()).unwrap().calls(), 4);
}

#[test]
#[ignore = "a child process of the other tests"]
fn child_observes() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let from: i64 = std::env::var(FROM).unwrap().parse().unwrap();
    let workspace = Workspace::find(Some(Path::new(&root))).unwrap();
    let mind = MindSave::open(workspace, Clock::System).unwrap();
    for number in from..from + EVENTS {
        observe(&mind, number);
        let mut out = std::io::stdout().lock();
        writeln!(out, "{ACKNOWLEDGED}{number}").unwrap();
    }
}

fn child(ws: &TestWorkspace, from: i64) -> Running {
    let mut command = command("kept_files::child_observes");
    command.env(ROOT, ws.root()).env(FROM, from.to_string()).env("HOME", ws.home());
    Running::start(command)
}

#[test]
fn processes_on_one_session_lose_no_event() {
    let ws = TestWorkspace::new();
    let running: Vec<Running> = (0..4).map(|n| child(&ws, n * EVENTS)).collect();
    let told: usize = running.into_iter().map(|mut child| child.rest().len()).sum();
    let mut found = journaled(&ws);
    found.sort_unstable();
    assert_eq!(found, (0..4 * EVENTS).collect::<Vec<_>>());
    assert_eq!(told, found.len());
    assert_eq!(ws.mind().gauge(&session()).unwrap().calls(), found.len() as u64);
}

#[test]
fn what_was_observed_outlives_a_process_that_is_killed() {
    let ws = TestWorkspace::new();
    for round in 0..20 {
        let mut running = child(&ws, round * EVENTS);
        let mut told = vec![running.next_id().expect("a first event")];
        std::thread::sleep(std::time::Duration::from_micros(u64::try_from(round).unwrap() * 150));
        told.extend(running.kill());
        let mind = ws.mind();
        let events = mind.journal(&session()).unwrap().events;
        let has = |id: &String| {
            let id = format!("toolu_{id}");
            events.iter().any(|event| {
                matches!(&event.happened, Happened::ToolCall(call) if call.call.as_ref() == Some(&id))
            })
        };
        assert!(told.iter().all(has), "{round}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_while_its_lock_is_waited_for_gets_no_line() {
    let (_dir, _store, path) = used(|store| assert!(append(store, "old") > 0));
    let held = fs::OpenOptions::new().append(true).open(&path).unwrap();
    held.lock().unwrap();
    let root = path.ancestors().nth(2).unwrap().to_owned();
    let (opened, waits) = std::sync::mpsc::channel();
    let waiting = std::thread::spawn(move || {
        let store = FileStore::new(root).with_probe(std::sync::Arc::new(move |step| {
            if step == Step::Append {
                opened.send(()).map_err(std::io::Error::other)?;
            }
            Ok(())
        }));
        append(&store, "new")
    });
    waits.recv().unwrap();
    // It opens the file next, and waits for the lock then.
    std::thread::sleep(std::time::Duration::from_millis(200));
    fs::write(path.with_extension("tmp"), "other\n").unwrap();
    fs::rename(path.with_extension("tmp"), &path).unwrap();
    held.unlock().unwrap();
    waiting.join().unwrap();
    assert_eq!(text(&path), "other\nnew\n", "the line goes where the name leads");
}
