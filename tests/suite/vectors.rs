//! The vectors every language reads: same input, same answer. See `tests/vectors/README.md`.

use std::fs;
use std::path::PathBuf;

use mindsave::check::Action;
use mindsave::compress::{Compressor, Request, decompress, decompress_json};
use mindsave::search::{Filter, Page};
use mindsave::work::SessionId;
use mindsave::{
    Budget, Clock, Entry, Error, FailureReport, MindSave, Pick, Rules, SaveOptions, SnapshotId,
    State, Timestamp, Workspace, answer,
};
use mindsave_tests::{NOW, TestWorkspace};
use serde_json::{Value, json};

/// Runs one case in a fresh workspace.
type Runner = fn(&Value, &TestWorkspace);

/// What runs the cases of each file.
const RUNNERS: [(&str, Runner); 10] = [
    ("compress.json", compress),
    ("decompress.json", decompressed),
    ("conflicts.json", conflicts),
    ("check.json", check),
    ("extract.json", extract),
    ("snapshot_read.json", snapshot_read),
    ("snapshot_write.json", snapshot_write),
    ("resume.json", resume),
    ("live.json", live),
    ("errors.json", errors),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

fn read(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn text<'v>(case: &'v Value, key: &str) -> &'v str {
    case[key].as_str().unwrap()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn request(case: &Value) -> Request {
    Request::from_value(case["request"].clone()).unwrap()
}

fn open(ws: &TestWorkspace) -> MindSave {
    let workspace = Workspace::find(Some(&ws.root())).unwrap();
    MindSave::open(workspace, Clock::Fixed(Timestamp::parse(NOW).unwrap())).unwrap()
}

fn save(mind: &MindSave, case: &Value) -> mindsave::Saved {
    assert_eq!(text(case, "now"), NOW);
    let topic = case.get("topic").and_then(Value::as_str).map(str::to_owned);
    let options = SaveOptions { topic, ..SaveOptions::default() };
    mind.save(State::from_value(case["state"].clone()).unwrap(), &options).unwrap()
}

fn load(mind: &MindSave, pick: &Pick) -> Value {
    answer::loaded(mind, &mind.load(pick).unwrap(), None).unwrap()
}

fn compress(case: &Value, _: &TestWorkspace) {
    let made = Compressor::builtin().compress(&request(case)).unwrap();
    assert_eq!(json!(made), case["expected"]);
}

fn decompressed(case: &Value, _: &TestWorkspace) {
    let made = Compressor::builtin().compress(&request(case)).unwrap();
    for back in [decompress(&made), decompress_json(json!(made)).unwrap()] {
        let Request { constraints, decisions, excluded_paths, .. } = back;
        let found = json!({ "constraints": constraints, "decisions": decisions, "excluded_paths": excluded_paths });
        assert_eq!(found, case["expected"]);
    }
}

fn conflicts(case: &Value, _: &TestWorkspace) {
    let found = Compressor::builtin().detect_conflicts(&request(case)).unwrap();
    assert_eq!(json!(found), case["expected"]);
}

fn check(case: &Value, _: &TestWorkspace) {
    let (action, now) = (text(case, "action"), Timestamp::parse(NOW).unwrap());
    let tried = texts(&case["tried"]);
    let checked = Rules::default().check(&tried, &Action::Sentence(action), now).unwrap();
    let answer = answer::checked(&checked, action, now);
    let found = answer["matches"].as_array().unwrap().iter().map(
        |m| json!({ "severity": m["severity"], "score": m["score"], "name": m["failure"]["name"] }),
    );
    assert_eq!(found.collect::<Value>(), case["expected"]);
}

fn extract(case: &Value, _: &TestWorkspace) {
    let found = mindsave::extract::extract(text(case, "text"));
    assert_eq!(json!(found), case["expected"]);
}

fn snapshot_read(case: &Value, ws: &TestWorkspace) {
    let id = text(case, "snapshot_id");
    ws.write(&format!("snapshots/{id}.md"), text(case, "file"));
    assert_eq!(load(&open(ws), &Pick::Named(id.to_owned())), case["loaded"]);
}

fn snapshot_write(case: &Value, ws: &TestWorkspace) {
    let mind = open(ws);
    let saved = answer::saved(&save(&mind, case));
    assert_eq!(saved["snapshot_id"], case["snapshot_id"]);
    assert_eq!(saved["layers"], case["layers"]);
    let name = format!("snapshots/{}.md", text(case, "snapshot_id"));
    assert_eq!(ws.read(&name), text(case, "file"));
    assert_eq!(load(&mind, &Pick::Latest), case["loaded"]);
}

fn resume(case: &Value, ws: &TestWorkspace) {
    let mind = open(ws);
    save(&mind, case);
    let budget = u32::try_from(case["budget"].as_u64().unwrap()).unwrap();
    let resume = mind.resume(&Pick::Latest, Budget::of_total(budget).unwrap()).unwrap();
    assert_eq!(resume.text, text(case, "text"));
}

fn live(case: &Value, ws: &TestWorkspace) {
    assert_eq!(text(case, "now"), NOW);
    let (mind, name) = (open(ws), text(case, "session"));
    let session = SessionId::of(name);
    let observed = mind.observe_value(&session, case["events"].clone()).unwrap();
    assert_eq!(answer::observed(&observed), case["observed"]);
    let restored = mind.restore(&session, false).unwrap();
    assert_eq!(json!(restored.as_ref().map(answer::restored)), case["restored"]);
    let resumed = mind.resume(&Pick::Latest, Budget::default()).unwrap();
    assert_eq!(resumed.text, text(case, "resumed"));
    assert_eq!(answer::nodes(&mind.nodes(None, false).unwrap()), case["nodes"]);
    let live = mind.live(Some(name)).unwrap();
    assert_eq!(answer::pressure(&mind, live.as_ref()), case["pressure"]);
    assert_eq!(answer::fatigue(&mind, live.as_ref()), case["fatigue"]);
}

fn errors(case: &Value, ws: &TestWorkspace) {
    let error = refused(text(case, "call"), &case["arguments"], &open(ws));
    assert_eq!(error.kind().word(), text(case, "kind"));
    assert_eq!(error.message(), text(case, "message"));
}

/// Makes a call that must fail.
fn refused(call: &str, given: &Value, mind: &MindSave) -> Error {
    let name = given.as_str().unwrap_or_default();
    let pick = if given.is_null() { Pick::Latest } else { Pick::Named(name.to_owned()) };
    match call {
        "compress" => Request::from_value(given.clone()).err(),
        "save" => State::from_value(given.clone()).err(),
        "load" => mind.load(&pick).err(),
        "delete" => SnapshotId::parse(name).and_then(|id| mind.delete(&id)).err(),
        "resume" => Budget::of_total(u32::try_from(given.as_u64().unwrap()).unwrap()).err(),
        "recall" => mind.search(name, &Filter::default(), Page::default()).err(),
        "check" => {
            let action = Action::Sentence(text(given, "action"));
            let now = Timestamp::parse(NOW).unwrap();
            Rules::default().check(&texts(&given["tried"]), &action, now).err()
        }
        "observe" => mind
            .observe_value(&SessionId::of(text(given, "session")), given["events"].clone())
            .err(),
        "nodes" => mind.nodes(Some(name), false).err(),
        "log" => mind.log(Entry::new(text(given, "type"), text(given, "text"))).err(),
        "close" => mind.close(name, None).err(),
        "handoff" => mind.handoff(u32::try_from(given.as_u64().unwrap()).unwrap()).err(),
        "checkpoint" => mind.checkpoint_of(given.as_str(), false).err(),
        "pressure" => mind.live(given.as_str()).err(),
        "record_failure" => FailureReport::from_value(given.clone())
            .and_then(|report| mind.record_failure(&report))
            .err(),
        other => panic!("there is no call {other}"),
    }
    .unwrap_or_else(|| panic!("{call} of {given} did not fail"))
}

#[test]
fn every_vector_gives_its_answer_and_as_many_run_as_the_manifest_says() {
    let mut ran = serde_json::Map::new();
    for (file, run) in RUNNERS {
        let cases = read(file)["cases"].as_array().unwrap().clone();
        for case in &cases {
            run(case, &TestWorkspace::new());
        }
        ran.insert(file.to_owned(), json!(cases.len()));
    }
    assert_eq!(Value::Object(ran), read("manifest.json")["files"]);
}

#[test]
fn every_file_of_vectors_is_in_the_manifest_and_its_names_are_different() {
    let manifest = read("manifest.json");
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.extension().is_none_or(|ending| ending != "json") || name == "manifest.json" {
            continue;
        }
        assert!(manifest["files"].get(name).is_some(), "{name} is not in manifest.json");
        let cases = read(name)["cases"].as_array().unwrap().clone();
        let names: std::collections::BTreeSet<&str> =
            cases.iter().map(|case| text(case, "name")).collect();
        assert_eq!(names.len(), cases.len(), "two cases of {name} share a name");
    }
}
