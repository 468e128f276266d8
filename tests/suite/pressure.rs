//! `mindsave pressure`, `fatigue`, `checkpoint`, `status`; the heartbeat; the settings.

use mindsave::work::{Event, Happened, Outcome, SessionId, ToolCall};
use mindsave::{MindSave, Timestamp};
use mindsave_tests::{NOW, TestWorkspace};
use serde_json::{Value, json};

fn at(seconds: i64) -> Timestamp {
    let now = Timestamp::parse(NOW).unwrap();
    Timestamp::from_millis(now.as_millis() + seconds * 1000)
}

/// Appends events to a session without saving.
fn told(mind: &MindSave, session: &str, events: Vec<(i64, Happened)>) {
    let events: Vec<Event> =
        events.into_iter().map(|(seconds, happened)| Event::new(at(seconds), happened)).collect();
    mind.follow(&SessionId::of(session), &events).unwrap();
}

fn edit(n: usize) -> Happened {
    Happened::ToolCall(ToolCall {
        tool: "Edit".into(),
        call: Some(format!("toolu_{n}")),
        path: Some(format!("src/模块{n}/mod.rs")),
        edits: true,
        outcome: Some(if n.is_multiple_of(2) { Outcome::Ok } else { Outcome::Failed }),
        ..ToolCall::default()
    })
}

/// A workspace with a session of eight edits in eight folders, at 45 % of the context.
fn busy() -> TestWorkspace {
    let ws = TestWorkspace::new();
    let mut events = vec![(-90, Happened::Goal { text: "把账本从 CSV 导入".into() })];
    events.extend((0..8).map(|n| (-80 + i64::try_from(n).unwrap(), edit(n))));
    events.push((-10, Happened::Context { ratio: 0.45 }));
    told(&ws.mind(), "s-1", events);
    ws
}

#[test]
fn pressure_shows_level_thresholds_and_what_they_are_made_of() {
    let ws = busy();
    let value = ws.program().args(["pressure"]).json();
    let expected = json!({
        "level": "YELLOW",
        "ratio": 0.45,
        "thresholds": {"warning": 0.408, "critical": 0.544},
        "growth": {"rate": "fast", "calls_in_5_minutes": 8, "multiplier": 0.8},
        "complexity": {
            "level": "high", "active_files": 8, "decisions": 0, "constraints": 0, "multiplier": 0.85,
        },
        "action": "save_task",
        "session": "s-1",
    });
    assert_eq!(value, expected);
    let text = ws.program().args(["pressure"]).ok().stdout;
    insta::assert_snapshot!(text, @r"
    YELLOW
    session      s-1
    token use    45 %
    yellow from  40.8 %
    red from     54.4 %
    to do        a checkpoint of the task is due
     made of                        by
     base              60 % / 80 %
     growth: fast      × 0.8        8 calls in 5 minutes
     complexity: high  × 0.85       8 files in work, 0 decisions, 0 rules
    ");
}

#[test]
fn fatigue_shows_the_parts_of_its_sum() {
    let ws = busy();
    let value = ws.program().args(["fatigue"]).json();
    assert_eq!((&value["state"], &value["score"]), (&json!("COMPRESS"), &json!(0.505)));
    let parts = value["parts"].as_array().unwrap();
    let points: Vec<&Value> = parts.iter().map(|part| &part["points"]).collect();
    assert_eq!(points, [0.18, 0.25, 0.0, 0.075]);
    assert_eq!(
        parts[2],
        json!({
            "name": "reread_ratio", "value": null, "weight": 0.2, "points": 0.0, "sample": 0,
        })
    );
    let text = ws.program().args(["fatigue"]).ok().stdout;
    insta::assert_snapshot!(text, @r"
    COMPRESS (0.505)
    session      s-1
    to do        a checkpoint of the task is due
     dimension                  value       weight  adds   of
     token use      █████░░░░░  0.45        0.40    0.180  the context
     scope scatter  ██████████  1.00        0.25    0.250  8 files
     re-reading     ░░░░░░░░░░  too little  0.20    0.000  0 reads
     errors         █████░░░░░  0.50        0.15    0.075  8 calls
    ");
}

#[test]
fn without_a_session_both_say_so_and_nothing_is_written() {
    let ws = TestWorkspace::new();
    for (command, key, word) in [("pressure", "level", "GREEN"), ("fatigue", "state", "FLOW")] {
        let value = ws.program().args([command]).json();
        assert_eq!((&value["session"], &value[key]), (&Value::Null, &json!(word)));
        let text = ws.program().args([command]).ok().stdout;
        assert!(text.contains("none yet"), "{text}");
    }
    assert_eq!(ws.everything(), [""; 0]);
}

#[test]
fn a_session_is_chosen_by_name_and_the_one_used_last_is_the_default() {
    let ws = busy();
    let mind = ws.mind();
    std::thread::sleep(std::time::Duration::from_millis(20));
    told(&mind, "s-2", vec![(-5, Happened::Context { ratio: 0.9 })]);
    let session = |args: &[&str]| ws.program().args(args).json()["session"].clone();
    assert_eq!(session(&["pressure"]), "s-2");
    assert_eq!(session(&["pressure", "--session", "s-1"]), "s-1");
    assert_eq!(session(&["fatigue", "--session", "s-1"]), "s-1");
    for command in ["pressure", "fatigue", "checkpoint"] {
        let error = ws.program().args([command, "--session", "s-3"]).fails("not_found");
        assert_eq!(error["message"], "there is no session `s-3`");
    }
}

#[test]
fn a_checkpoint_waits_for_the_cooldown_unless_forced() {
    let ws = busy();
    let run = |args: &[&str], now: i64| {
        let args = [&["checkpoint"], args].concat();
        ws.program().env("MINDSAVE_NOW", at(now).to_string()).args(args).json()
    };
    let first = run(&[], 0);
    assert_eq!((&first["trigger"], &first["withheld"]), (&json!("checkpoint"), &Value::Null));
    let saved = &first["saved"][0];
    assert_eq!(saved["layers"], json!(["L1", "L2"]));
    let second = run(&[], 299);
    assert_eq!((&second["saved"], &second["withheld"]), (&json!([]), &json!("cooldown")));
    assert_eq!(second["wait"], json!({"seconds": 1, "turns": 10}));
    assert_eq!(run(&["--force"], 299)["saved"].as_array().unwrap().len(), 1);
    let text = ws.program().args(["checkpoint"]).ok().stdout;
    assert!(text.starts_with("Not saved: the last automatic save is too near."), "{text}");
    assert_eq!(run(&[], 599)["withheld"], Value::Null);
    let loaded = ws.program().args(["load", "--latest"]).json();
    assert_eq!(loaded["goal"], "把账本从 CSV 导入");
    assert_eq!(loaded["auto_trigger"]["reason"], "checkpoint");
}

#[test]
fn a_checkpoint_respects_a_refusal_unless_forced() {
    let ws = busy();
    told(&ws.mind(), "s-1", vec![(-1, Happened::Prompt { text: "不需要保存".into() })]);
    let value = ws.program().args(["checkpoint"]).json();
    assert_eq!((&value["saved"], &value["withheld"]), (&json!([]), &json!("refused")));
    let value = ws.program().args(["checkpoint", "--force"]).json();
    assert_eq!(value["saved"].as_array().unwrap().len(), 1);
}

#[test]
fn a_checkpoint_without_a_goal_says_what_to_do() {
    let ws = TestWorkspace::new();
    let error = ws.program().args(["checkpoint"]).fails("not_found");
    assert!(error["hint"].as_str().unwrap().contains("save --goal"), "{error}");
}

#[test]
fn the_heartbeat_has_every_field_after_a_self_check() {
    let ws = busy();
    let mind = ws.mind();
    let session = SessionId::of("s-1");
    let result = Event::new(at(0), Happened::Result { text: "reader finished".into() });
    let watched = mind.watch(&session, &[result], || Ok(mind.work()?.work.state())).unwrap();
    assert_eq!(watched.saved.len(), 1);
    let signal: Value = serde_json::from_str(&ws.read("signal.json")).unwrap();
    let expected = json!({
        "last_save": signal["last_save"],
        "last_auto_save_time": signal["last_save"],
        "last_auto_save_turn": 0,
        "tool_calls_since_save": 0,
        "auto_save_count": 1,
        "trigger_reason": "sub-task-completed",
        "pressure_state": "YELLOW",
        "thresholds": {"warning": 0.408, "critical": 0.544},
        "growth_rate": "fast",
        "complexity": "high",
        "estimated_tokens_ratio": 0.45,
        "session": "s-1",
        "fatigue_state": "COMPRESS",
        "fatigue_score": 0.505,
    });
    assert_eq!(signal, expected);
    assert_eq!(Timestamp::parse(signal["last_save"].as_str().unwrap()).unwrap(), at(0));
    told(&mind, "s-1", vec![(1, edit(9))]);
    let gauge = mind.gauge(&session).unwrap();
    mind.self_check(&session, &gauge).unwrap();
    assert_eq!(mind.signal().unwrap().tool_calls_since_save, 1);
    assert_eq!(mind.signal().unwrap().last_save, Some(at(0)));
}

#[test]
fn unknown_keys_of_the_heartbeat_are_kept() {
    let ws = busy();
    ws.write("signal.json", r#"{"mood": "good", "last_save": "2027-01-01T00:00:00Z"}"#);
    let mind = ws.mind();
    let session = SessionId::of("s-1");
    mind.self_check(&session, &mind.gauge(&session).unwrap()).unwrap();
    let signal = mind.signal().unwrap();
    assert_eq!(signal.extra["mood"], "good");
    assert_eq!(signal.last_save.map(|at| at.date()).as_deref(), Some("2027-01-01"));
}

#[test]
fn status_tells_pressure_fatigue_and_saves() {
    let ws = busy();
    let value = ws.program().args(["status"]).json();
    assert_eq!(value["session"], "s-1");
    assert_eq!(value["pressure"]["level"], "YELLOW");
    assert_eq!(value["fatigue"]["state"], "COMPRESS");
    ws.program().args(["checkpoint"]).ok();
    let text = ws.program().args(["status"]).ok().stdout;
    insta::assert_snapshot!(ws.neutral(&text), @r"
    workspace    [DIR]/project (has a .mindsave folder)
    store        [DIR]/project/.mindsave
    snapshots    1
    newest       把账本从_CSV_导入_2026-05-10 (2026-05-10 14:30)
    goal         把账本从 CSV 导入
    blocker      none
    last save    2026-05-10 14:30
    auto-saved   2026-05-10 14:30 (1 in this session, checkpoint)
    session      s-1
    pressure     YELLOW (45 %)
    fatigue      COMPRESS (0.505)
    to do        a checkpoint of the task is due
    ");
}

#[test]
fn bases_are_settings_and_out_of_range_they_are_refused() {
    let ws = busy();
    ws.write("config.toml", "base_warning = 0.70\nbase_critical = 0.90\n");
    let value = ws.program().args(["pressure"]).json();
    assert_eq!(value["thresholds"], json!({"warning": 0.476, "critical": 0.612}));
    assert_eq!(value["level"], "GREEN");
    for (text, message) in [
        ("base_warning = 0.71", "`base_warning` must be from 0.50 to 0.70, got 0.71"),
        ("base_critical = 0.5", "`base_critical` must be from 0.70 to 0.90, got 0.5"),
    ] {
        ws.write("config.toml", text);
        let error = ws.program().args(["pressure"]).fails("invalid_input");
        assert_eq!(
            (&error["message"], &error["file"]),
            (&json!(message), &json!(".mindsave/config.toml"))
        );
    }
}

#[test]
fn a_cache_that_is_gone_or_torn_changes_no_answer() {
    let ws = TestWorkspace::new();
    let session = SessionId::of("s-1");
    let events: Vec<Event> = (0..400).map(|n| Event::new(at(0), edit(n))).collect();
    ws.mind().follow(&session, &events).unwrap();
    let before = ws.program().args(["fatigue"]).json();
    let cache = ws.path("cache/sessions/s-1.json");
    assert!(cache.exists());
    std::fs::write(&cache, "{\"check\":").unwrap();
    assert_eq!(ws.program().args(["fatigue"]).json(), before);
    std::fs::remove_dir_all(ws.path("cache")).unwrap();
    assert_eq!(ws.program().args(["fatigue"]).json(), before);
}
