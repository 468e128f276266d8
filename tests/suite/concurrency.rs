//! Many processes and threads at once: nothing is lost, and nobody sees a part of anything.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mindsave::search::{Filter, Page};
use mindsave::{Clock, MindSave, Pick, Result, State, Workspace};
use mindsave_store::{Durability, Entry, Expect, Guard, Key, MemoryStore, Store};
use mindsave_tests::TestWorkspace;
use mindsave_tests::child::{ACKNOWLEDGED, Running, command};
use mindsave_tests::states::with_status;
use mindsave_tests::workspace::{plain, save};
use serde_json::{Value, json};

const ROOT: &str = "MINDSAVE_TEST_ROOT";
const STATE: &str = "MINDSAVE_TEST_STATE";
const SAVES: &str = "MINDSAVE_TEST_SAVES";

#[test]
#[ignore = "a child process of the other tests"]
fn child_saves_some() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let workspace = Workspace::find(Some(Path::new(&root))).unwrap();
    let mind = MindSave::open(workspace, Clock::System).unwrap();
    let saves: usize = std::env::var(SAVES).unwrap().parse().unwrap();
    for _ in 0..saves {
        let state = State::from_json(&std::env::var(STATE).unwrap()).unwrap();
        let answer = mind.save(state, &plain()).unwrap();
        assert_eq!(answer.warnings, [""; 0]);
        let mut out = std::io::stdout().lock();
        writeln!(out, "{ACKNOWLEDGED}{}", answer.snapshot.id).unwrap();
    }
}

/// Starts processes that save this state so often each, and returns every id they were given.
fn run_processes(ws: &TestWorkspace, saves: usize, states: &[Value]) -> Vec<String> {
    let start = |state: &Value| {
        let mut command = command("concurrency::child_saves_some");
        command
            .env(ROOT, ws.root())
            .env(STATE, state.to_string())
            .env(SAVES, saves.to_string())
            .env("HOME", ws.home());
        Running::start(command)
    };
    let running: Vec<Running> = states.iter().map(start).collect();
    running.into_iter().flat_map(|mut child| child.rest()).collect()
}

/// What `index.json` lists, read without any repair.
fn index_ids(ws: &TestWorkspace) -> BTreeSet<String> {
    let index: Value = serde_json::from_str(&ws.read("index.json")).unwrap();
    let entries = index["snapshots"].as_array().unwrap();
    entries.iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
}

fn assert_all_there(ws: &TestWorkspace, ids: &[String], count: usize) {
    assert_eq!(ids.len(), count, "every save was acknowledged");
    let distinct: BTreeSet<String> = ids.iter().cloned().collect();
    assert_eq!(distinct.len(), count, "every id is its own");
    assert_eq!(index_ids(ws), distinct, "the index lists them all");
    let (entries, notices) = ws.mind().list().unwrap();
    assert_eq!((entries.len(), notices.len()), (count, 0));
    assert_eq!(ws.names("snapshots").len(), count, "nothing else lies there");
    for entry in entries {
        ws.mind().load(&Pick::Named(entry.id.to_string())).unwrap();
    }
}

#[test]
fn sixteen_processes_that_save_twenty_five_times_each_give_four_hundred_snapshots() {
    let ws = TestWorkspace::new();
    let ids = run_processes(&ws, 25, &vec![with_status("same", "in_progress"); 16]);
    assert_all_there(&ws, &ids, 400);
}

#[test]
fn processes_with_topics_of_their_own_lose_nothing_either() {
    let ws = TestWorkspace::new();
    let states: Vec<Value> =
        (0..8).map(|i| with_status(&format!("topic {i}"), "blocked")).collect();
    let ids = run_processes(&ws, 10, &states);
    assert_all_there(&ws, &ids, 80);
}

#[test]
fn sixteen_processes_that_clean_up_as_well_leave_at_most_twenty() {
    let ws = TestWorkspace::new();
    let ids = run_processes(&ws, 25, &vec![with_status("same", "completed"); 16]);
    assert_eq!(ids.len(), 400, "no save failed");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 400, "no id came twice");
    let (entries, notices) = ws.mind().list().unwrap();
    assert_eq!(notices, [""; 0]);
    assert!((1..=20).contains(&entries.len()), "{} are left", entries.len());
    assert_eq!(ws.names("snapshots").len(), entries.len());
}

#[test]
fn the_program_itself_can_run_many_times_at_once() {
    let ws = TestWorkspace::new();
    let state = with_status("程序", "in_progress").to_string();
    let save = || ws.program().args(["save", "--no-diff"]).stdin(&state).json();
    let ids: BTreeSet<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| [save(), save(), save()])).collect();
        let answers = threads.into_iter().flat_map(|thread| thread.join().unwrap());
        answers.map(|answer| answer["snapshot_id"].as_str().unwrap().to_owned()).collect()
    });
    assert_eq!((ids.len(), index_ids(&ws)), (24, ids));
}

#[test]
fn eight_threads_can_share_one_mindsave() {
    let ws = TestWorkspace::new();
    let mind = ws.mind();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let mind = &mind;
            scope.spawn(move || {
                for number in 0..10 {
                    let goal = format!("{thread}");
                    save(
                        mind,
                        json!({"goal": goal, "state": format!("{number}"), "status": "blocked"}),
                    );
                }
            });
        }
    });
    assert_eq!(index_ids(&ws).len(), 80);
    assert_eq!(mind.list().unwrap().0.len(), 80);
}

#[test]
fn threads_can_share_a_store_in_memory() {
    let mind = MindSave::with_store(MemoryStore::default(), Clock::System);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope
                .spawn(|| (0..10).for_each(|_| drop(save(&mind, with_status("x", "in_progress")))));
        }
    });
    assert_eq!(mind.list().unwrap().0.len(), 80);
}

/// Reads in every way there is, and returns how often.
fn read_until(ws: &TestWorkspace, done: &AtomicBool) -> usize {
    let mind = ws.open(Clock::System, |store| store);
    let mut rounds = 0;
    while !done.load(Ordering::Relaxed) {
        let (entries, notices) = mind.list().unwrap();
        assert_eq!(notices, [""; 0]);
        assert!(entries.len() <= 25, "{}", entries.len());
        mind.load(&Pick::Latest).unwrap();
        assert!(mind.status().unwrap().signal.last_save.is_some(), "the heartbeat is whole");
        mind.search("step", &Filter::default(), Page::default()).unwrap();
        mind.stats().unwrap();
        rounds += 1;
    }
    rounds
}

#[test]
fn readers_never_see_an_error_while_others_write_and_clean_up() {
    let ws = TestWorkspace::new();
    let state = |i: usize| json!({"goal": "g", "status": "completed", "completed_steps": [format!("step {i}")]});
    let mind = ws.open(Clock::System, |store| store);
    save(&mind, state(0));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..2).map(|_| scope.spawn(|| read_until(&ws, &done))).collect();
        (1..150).for_each(|i| drop(save(&mind, state(i))));
        done.store(true, Ordering::Relaxed);
        for reader in readers {
            assert!(reader.join().unwrap() > 0);
        }
    });
    assert_eq!(ws.names("quarantine"), [""; 0]);
}

/// A store in which somebody else removes a value just before it is read for the first time.
#[derive(Debug)]
struct Vanishing {
    inner: MemoryStore,
    victim: Key,
}

impl Store for Vanishing {
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        if *key == self.victim {
            self.inner.delete(key, Expect::Any)?;
        }
        self.inner.read(key)
    }

    fn write(&self, key: &Key, bytes: &[u8], expect: Expect, how: Durability) -> Result<()> {
        self.inner.write(key, bytes, expect, how)
    }

    fn append(&self, key: &Key, line: &[u8], how: Durability) -> Result<u64> {
        self.inner.append(key, line, how)
    }

    fn list(&self, folder: &Key) -> Result<Vec<Entry>> {
        self.inner.list(folder)
    }

    fn delete(&self, key: &Key, expect: Expect) -> Result<bool> {
        self.inner.delete(key, expect)
    }

    fn revision(&self, folder: &Key) -> Result<String> {
        self.inner.revision(folder)
    }

    fn stamp(&self, key: &Key) -> Result<String> {
        self.inner.stamp(key)
    }

    fn settle(&self, folder: &Key) -> Result<()> {
        self.inner.settle(folder)
    }

    fn lock(&self, patience: Duration) -> Result<Guard> {
        self.inner.lock(patience)
    }

    fn location(&self) -> String {
        self.inner.location()
    }
}

#[test]
fn one_that_goes_between_list_and_read_gives_way_to_the_next() {
    let inner = MemoryStore::default();
    let mind = MindSave::with_store(inner.clone(), Clock::System);
    let kept = save(&mind, with_status("kept", "in_progress")).snapshot.id;
    let gone = save(&mind, with_status("gone", "in_progress")).snapshot.id;
    mind.list().unwrap();
    let victim = Key::parse(&format!("snapshots/{gone}.md")).unwrap();
    let mind = MindSave::with_store(Vanishing { inner, victim }, Clock::System);
    assert_eq!(mind.load(&Pick::Latest).unwrap().snapshot.id, kept);
}

#[test]
fn a_bad_file_that_many_find_at_once_is_put_aside_once() {
    for round in 0..20 {
        let ws = TestWorkspace::new();
        ws.write("snapshots/bad.md", format!("junk {round}"));
        let start = std::sync::Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mind = ws.open(Clock::System, |store| store);
                    start.wait();
                    assert_eq!(mind.list().unwrap().0.len(), 0);
                });
            }
        });
        assert_eq!(ws.names("quarantine"), ["bad.md", "bad.md.why.txt"], "round {round}");
        assert_eq!(ws.names("snapshots"), [""; 0], "round {round}");
    }
}

#[test]
fn a_copy_that_another_has_put_aside_already_is_not_made_again() {
    let ws = TestWorkspace::new();
    ws.write("snapshots/bad.md", "junk");
    ws.write("quarantine/bad.md", "junk");
    ws.mind().list().unwrap();
    assert_eq!(ws.names("quarantine"), ["bad.md", "bad.md.why.txt"]);
    assert_eq!(ws.names("snapshots"), [""; 0]);
}
