//! Processes that end at any moment: what was acknowledged is there, and nothing is torn.
//!
//! A child process is this test binary again: it saves in a loop, and prints the id of a save
//! after the save has returned. It is ended at every step of a write, and at random moments.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::BuildHasher;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mindsave::{Clock, MindSave, Pick, Settings, State, Workspace};
use mindsave_store::{Durability, FileStore, Key, Probe, Step, Store};
use mindsave_tests::TestWorkspace;
use mindsave_tests::child::{ACKNOWLEDGED, Running, command};
use mindsave_tests::workspace::{plain, save};
use serde_json::{Value, json};

const ROOT: &str = "MINDSAVE_TEST_ROOT";
const STATUS: &str = "MINDSAVE_TEST_STATUS";
const END: &str = "MINDSAVE_TEST_END";
/// How many saves a child makes that nobody ends: more than any is given the time for.
const SAVES: usize = 2_000;

/// A state that can be told whole from torn: it says its number in every layer.
fn state(number: usize, status: &str) -> Value {
    json!({
        "goal": format!("save {number}"), "status": status, "next_action": format!("step {number}"),
        "constraints": [format!("rule {number}"), "规则".repeat(200)],
        "completed_steps": [format!("done {number}"), "x".repeat(2_000)],
        "execution_dag": {"steps": [{"id": "a", "name": format!("node {number}")}]},
        "notes": format!("end {number}"),
    })
}

fn open(root: &Path, probe: Option<Probe>) -> MindSave {
    let workspace = Workspace::find(Some(root)).unwrap();
    let store = FileStore::new(workspace.folder());
    let store = match probe {
        Some(probe) => store.with_probe(probe),
        None => store,
    };
    let mind = MindSave::open_with(workspace, store, Clock::System).unwrap();
    mind.with_settings(Settings::default())
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Ends the process at the `n`-th time a step is come to; `END` is `<step>:<n>`.
fn ending_probe(end: &str) -> Probe {
    let (at, count) = end.split_once(':').unwrap();
    let (at, count): (usize, usize) = (at.parse().unwrap(), count.parse().unwrap());
    let seen = AtomicUsize::new(0);
    Arc::new(move |step| {
        if step == Step::ALL[at] && seen.fetch_add(1, Ordering::Relaxed) + 1 == count {
            std::process::abort();
        }
        Ok(())
    })
}

fn acknowledge(id: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{ACKNOWLEDGED}{id}").unwrap();
    out.flush().unwrap();
}

#[test]
#[ignore = "a child process of the other tests"]
fn child_saves_in_a_loop() {
    let Some(root) = variable(ROOT) else { return };
    let mind = open(Path::new(&root), variable(END).map(|end| ending_probe(&end)));
    let status = variable(STATUS).unwrap_or_default();
    for number in 0..SAVES {
        let state = State::from_value(state(number, &status)).unwrap();
        let saved = mind.save(state, &plain()).unwrap();
        acknowledge(&format!("{number} {}", saved.snapshot.id));
    }
}

#[test]
#[ignore = "a child process of the other tests"]
fn child_appends_in_a_loop() {
    let Some(root) = variable(ROOT) else { return };
    let store = FileStore::new(root).with_probe(ending_probe(&variable(END).unwrap()));
    for number in 0..SAVES {
        let line = format!("{{\"line\": {number}}}");
        store.append(&Key::parse("log").unwrap(), line.as_bytes(), Durability::Durable).unwrap();
        acknowledge(&number.to_string());
    }
}

fn child(test: &str, root: &Path, status: &str) -> Command {
    let mut command = command(&format!("crash::{test}"));
    command.current_dir(root).env(ROOT, root).env(STATUS, status);
    command
}

/// Splits what a child acknowledged into number and id.
fn parts(line: &str) -> (usize, &str) {
    let (number, id) = line.split_once(' ').unwrap();
    (number.parse().unwrap(), id)
}

/// Loads what was acknowledged and compares every layer.
fn assert_whole(mind: &MindSave, line: &str, status: &str) {
    let (number, id) = parts(line);
    let loaded = mind.load(&Pick::Named(id.to_owned()));
    let loaded = loaded.unwrap_or_else(|error| panic!("{line} was acknowledged: {error}"));
    let given = State::from_value(state(number, status)).unwrap();
    assert_eq!(loaded.snapshot.state, given, "{line}");
}

/// Everything that is there is whole, nothing was put aside, and the next save works.
fn assert_sound(ws: &TestWorkspace, acknowledged: &[String], status: &str) {
    let mind = ws.open(Clock::System, |store| store);
    let (entries, notices) = mind.list().unwrap();
    assert_eq!(notices, [""; 0]);
    assert_eq!(ws.names("quarantine"), [""; 0]);
    let free = |id: &str| entries.iter().all(|entry| entry.id.as_str() != id);
    for line in acknowledged {
        if status == "in_progress" || !free(parts(line).1) {
            assert_whole(&mind, line, status);
        }
    }
    if let Some(last) = acknowledged.last() {
        assert_whole(&mind, last, status);
    }
    let saved = save(&mind, json!({ "goal": "after", "status": status }));
    assert_eq!(saved.warnings, [""; 0]);
    let (entries, _) = mind.list().unwrap();
    assert!(entries.iter().any(|entry| entry.id == saved.snapshot.id));
}

/// Ends a child at the `n`-th time of a step; returns whether it came to that.
fn end_at(step: usize, n: usize, status: &str) -> bool {
    let ws = TestWorkspace::new();
    let mut command = child("child_saves_in_a_loop", &ws.root(), status);
    command.env(END, format!("{step}:{n}"));
    let mut running = Running::start(command);
    let acknowledged = running.rest();
    assert_sound(&ws, &acknowledged, status);
    acknowledged.len() < SAVES
}

/// Steps that come only when a save cleans up.
const CLEANING: [Step; 2] = [Step::Append, Step::Delete];

#[test]
fn a_process_that_ends_at_any_step_loses_nothing_acknowledged() {
    for step in (0..Step::ALL.len()).filter(|&i| !CLEANING.contains(&Step::ALL[i])) {
        // The first save writes the ignore file as well, so all of it and of some more is covered.
        for n in 1..=10 {
            assert!(end_at(step, n, "in_progress"), "{:?} {n}", Step::ALL[step]);
        }
    }
}

#[test]
fn a_process_that_ends_while_it_cleans_up_loses_nothing_acknowledged() {
    for step in 0..Step::ALL.len() {
        // From the 21st save on each one deletes a snapshot and its graph.
        let (first, every) = if CLEANING.contains(&Step::ALL[step]) { (1, 1) } else { (82, 3) };
        for n in (first..).step_by(every).take(4) {
            assert!(end_at(step, n, "completed"), "{:?} {n}", Step::ALL[step]);
        }
    }
}

#[test]
fn a_process_that_ends_while_it_appends_loses_no_line() {
    let dir = tempfile::tempdir().unwrap();
    let step = Step::ALL.iter().position(|step| *step == Step::Append).unwrap();
    for round in 1..=5 {
        let mut command = child("child_appends_in_a_loop", dir.path(), "");
        command.env(END, format!("{step}:{}", round + 1));
        assert_eq!(Running::start(command).rest().len(), round);
    }
    let text = fs::read_to_string(dir.path().join("log")).unwrap();
    assert_eq!(text.lines().count(), 15);
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

/// A number from 0 to `end`, of which nobody knows beforehand.
fn random(end: u64) -> u64 {
    RandomState::new().hash_one(0) % (end + 1)
}

/// Kills a child at a random moment after its first save; returns what it acknowledged.
fn kill_once(root: &Path, status: &str) -> Vec<String> {
    let mut running = Running::start(child("child_saves_in_a_loop", root, status));
    let first = running.next_id().expect("a first save");
    std::thread::sleep(Duration::from_micros(random(30_000)));
    let mut acknowledged = vec![first];
    acknowledged.extend(running.kill());
    acknowledged
}

fn kill_often(status: &str, workspaces: usize, kills: usize) {
    for _ in 0..workspaces {
        let ws = TestWorkspace::new();
        let mut all = Vec::new();
        for _ in 0..kills {
            let acknowledged = kill_once(&ws.root(), status);
            assert_sound(&ws, &acknowledged, status);
            all.extend(acknowledged);
        }
        if status == "in_progress" {
            let mind = ws.open(Clock::System, |store| store);
            for line in &all {
                assert_whole(&mind, line, status);
            }
        }
    }
}

#[test]
fn two_hundred_kills_at_random_moments_lose_nothing_acknowledged() {
    kill_often("in_progress", 10, 20);
}

#[test]
fn a_hundred_kills_during_clean_up_leave_nothing_torn() {
    kill_often("completed", 2, 50);
}

#[test]
fn a_graph_without_its_snapshot_is_never_given_to_another_one() {
    let ws = TestWorkspace::new();
    let renames = AtomicUsize::new(0);
    // Of the first save of a workspace: the ignore file, the graph, the snapshot.
    let refuse = move |step| {
        let third = step == Step::Rename && renames.fetch_add(1, Ordering::Relaxed) == 2;
        if third { Err(std::io::Error::other("pulled the plug")) } else { Ok(()) }
    };
    let now = mindsave::Timestamp::parse(mindsave_tests::NOW).unwrap();
    let broken = ws.open(Clock::Fixed(now), |store| store.with_probe(Arc::new(refuse)));
    let with_graph = State::from_value(state(1, "in_progress")).unwrap();
    assert!(broken.save(with_graph, &plain()).is_err());
    let saved = ws.save(json!({ "goal": "save 1" }));
    let loaded = ws.mind().load(&Pick::Named(saved.snapshot.id.to_string())).unwrap();
    assert_eq!(loaded.snapshot.state.archive.execution_dag, None);
}

/// What a use case does on the disk, in its order, without the writes themselves.
fn steps_of(ws: &TestWorkspace, work: impl FnOnce(&MindSave)) -> Vec<Step> {
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let probe = seen.clone();
    let note = move |step| {
        probe.lock().unwrap().push(step);
        Ok(())
    };
    let mind = ws.open(Clock::System, |store| store.with_probe(Arc::new(note)));
    work(&mind);
    seen.lock().unwrap().clone()
}

#[test]
fn the_last_number_of_a_name_is_on_the_disk_before_its_file_goes() {
    let ws = TestWorkspace::new();
    let state = || serde_json::json!({"goal": "g", "status": "completed"});
    let first = save(&ws.open(Clock::System, |store| store), state());
    let steps = steps_of(&ws, |mind| mind.delete(&first.snapshot.id).unwrap());
    let at = |wanted| steps.iter().position(|step| *step == wanted).unwrap();
    assert!(at(Step::Append) < at(Step::Sync) && at(Step::Sync) < at(Step::Delete), "{steps:?}");
    assert!(at(Step::SyncFolder) < at(Step::Delete), "the file is new: {steps:?}");
}

#[test]
fn a_save_that_cleans_up_an_older_number_forces_no_more_than_another() {
    let ws = TestWorkspace::new();
    let state = || serde_json::json!({"goal": "g", "status": "completed"});
    let mind = ws.open(Clock::System, |store| store);
    for _ in 0..20 {
        save(&mind, state());
    }
    let steps = steps_of(&ws, |mind| drop(save(mind, state())));
    let count = |wanted| steps.iter().filter(|step| **step == wanted).count();
    assert!(count(Step::Delete) > 0 && count(Step::Append) == 1, "it cleaned up: {steps:?}");
    assert_eq!((count(Step::Sync), count(Step::SyncFolder)), (1, 1), "{steps:?}");
}
