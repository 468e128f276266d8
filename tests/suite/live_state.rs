//! Journals and the working graph, through the facade and the program.

use std::fs;
use std::io::Write as _;

use mindsave::work::{Event, Happened, NodeStatus, Outcome, SessionId, ToolCall};
use mindsave::{ErrorKind, FailureReport, Intent, MindSave, Pick, Timestamp};
use mindsave_tests::TestWorkspace;
use serde_json::{Value, json};

fn at(minute: i64) -> Timestamp {
    Timestamp::from_millis(1_778_400_000_000 + minute * 60_000)
}

fn call(minute: i64, command: &str, outcome: Outcome) -> Event {
    let call = ToolCall {
        tool: "Bash".into(),
        command: Some(command.into()),
        outcome: Some(outcome),
        ..ToolCall::default()
    };
    Event::new(at(minute), Happened::ToolCall(call))
}

fn edit(minute: i64, path: &str) -> Event {
    let call = ToolCall {
        tool: "Edit".into(),
        path: Some(path.into()),
        edits: true,
        outcome: Some(Outcome::Ok),
        ..ToolCall::default()
    };
    Event::new(at(minute), Happened::ToolCall(call))
}

fn goal(minute: i64, text: &str) -> Event {
    Event::new(at(minute), Happened::Goal { text: text.into() })
}

fn session() -> SessionId {
    SessionId::of("s1")
}

fn json_of(ws: &TestWorkspace, words: &[&str]) -> Value {
    ws.program().args(words).json()
}

#[cfg(unix)]
#[test]
fn a_journal_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let ws = TestWorkspace::new();
    ws.mind().append(&session(), &[goal(0, "修复登录")]).unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(ws.path("sessions/s1.jsonl")), 0o600);
    assert_eq!(mode(ws.path("sessions")), 0o700);
    assert!(ws.read(".gitignore").contains("/sessions/"));
}

#[test]
fn what_is_appended_behind_a_torn_line_begins_a_line() {
    let ws = TestWorkspace::new();
    let mind = ws.mind();
    mind.append(&session(), &[goal(0, "a")]).unwrap();
    let path = ws.path("sessions/s1.jsonl");
    fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"at\":\"2026").unwrap();
    let torn = mind.journal(&session()).unwrap();
    assert_eq!(torn.events.len(), 1);
    assert!(
        torn.warnings[0].contains("s1.jsonl:2: the last line was cut off"),
        "{:?}",
        torn.warnings
    );
    mind.append(&session(), &[goal(1, "b")]).unwrap();
    let read = mind.journal(&session()).unwrap();
    assert_eq!((read.events.len(), read.warnings.len()), (2, 1));
    let text = ws.program().args(["nodes"]).ok();
    assert!(text.stderr.contains("sessions/s1.jsonl:2"), "{}", text.stderr);
}

#[test]
fn lines_of_any_damage_are_passed_over_and_kept() {
    let ws = TestWorkspace::new();
    let good = r#"{"at":"2026-05-10T14:30:00Z","type":"goal","text":"修复登录"}"#;
    let unknown = r#"{"at":"2026-05-10T14:30:01Z","type":"moon_phase","full":true}"#;
    let odd: [&[u8]; 7] = [
        b"\xff\xfe",
        b"[]",
        b"null",
        b"{}",
        b"{\"type\":\"goal\",\"text\":\"no time\"}",
        b"\0\0\0\0",
        b"<<<<<<< HEAD",
    ];
    let mut bytes = Vec::new();
    for line in odd {
        bytes.extend_from_slice(line);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("{good}\r\n\r\n{unknown}\n").as_bytes());
    ws.write("sessions/s1.jsonl", &bytes);
    let read = ws.mind().journal(&session()).unwrap();
    assert_eq!((read.events.len(), read.warnings.len()), (2, 1), "{:?}", read.warnings);
    assert!(matches!(&read.events[1].happened, Happened::Unknown(map) if map["full"] == true));
    assert_eq!(ws.mind().work().unwrap().work.state().task.goal, "修复登录");
    ws.mind().append(&session(), &[edit(3, "a.rs")]).unwrap();
    assert!(fs::read(ws.path("sessions/s1.jsonl")).unwrap().starts_with(&bytes));
}

#[test]
fn two_sessions_at_once_lose_no_line_and_mix_none() {
    let ws = TestWorkspace::new();
    let shared = SessionId::of("shared");
    let write = |mind: &MindSave, own: &str| {
        for i in 0..100 {
            let text = format!("{own} {i} {}", "x".repeat(i * 50));
            mind.append(&SessionId::of(own), &[goal(0, &text)]).unwrap();
            mind.append(&shared, &[goal(0, &text), edit(0, "b.rs")]).unwrap();
        }
    };
    std::thread::scope(|scope| {
        for own in ["one", "two"] {
            let mind = ws.mind();
            scope.spawn(move || write(&mind, own));
        }
    });
    let mind = ws.mind();
    let count = |name: &str| mind.journal(&SessionId::of(name)).unwrap();
    for (name, events) in [("one", 100), ("two", 100), ("shared", 400)] {
        let read = count(name);
        assert_eq!((read.events.len(), read.warnings.len()), (events, 0), "{name}");
    }
}

#[test]
fn file_names_are_data() {
    let ws = TestWorkspace::new();
    let odd = [
        "$(touch pwned).rs",
        "`touch pwned`.rs",
        "a'; touch pwned; '.rs",
        "a\nb.rs",
        "../../etc/passwd",
    ];
    let events: Vec<Event> = odd.iter().map(|path| edit(0, path)).collect();
    ws.mind().append(&SessionId::of("../$(id)"), &[goal(0, "x")]).unwrap();
    ws.mind().append(&session(), &events).unwrap();
    let files = ws.mind().work().unwrap().work.state().task.active_files;
    assert_eq!(files.len(), odd.len());
    ws.save(json!({"goal": "x", "active_files": files}));
    let outside = ws.everything().into_iter().filter(|path| !path.starts_with("project/.mindsave"));
    assert_eq!(outside.count(), 0);
    let names = ws.names("sessions");
    assert!(
        names.len() == 2 && names.iter().all(|name| !name.contains(['$', '/', '('])),
        "{names:?}"
    );
}

#[test]
fn a_session_is_folded_to_what_the_next_one_needs() {
    let ws = TestWorkspace::new();
    let mind = ws.mind();
    let said = |minute, happened| Event::new(at(minute), happened);
    let mut events = vec![
        goal(0, "修复登录"),
        said(1, Happened::Constraint { text: "不要用 JWT".into(), scope: None }),
        said(
            2,
            Happened::Failure {
                text: "global lock".into(),
                reason: Some("too slow".into()),
                alternatives: vec![],
                rejected_by: Some("user".into()),
            },
        ),
        said(
            3,
            Happened::Decision {
                text: "sessions in Redis".into(),
                reason: Some("they must be revoked".into()),
                options: vec!["JWT".into()],
                supersedes: None,
            },
        ),
    ];
    for i in 4..196 {
        events.push(if i % 3 == 0 {
            call(i, &format!("test {i}"), Outcome::Failed)
        } else {
            edit(i, &format!("src/{}.rs", i % 7))
        });
    }
    events.push(said(197, Happened::Result { text: "wrote the test".into() }));
    events.push(said(198, Happened::NextAction { text: "run the tests".into() }));
    for event in &events {
        mind.append(&session(), std::slice::from_ref(event)).unwrap();
    }
    let state = ws.mind().work().unwrap().work.state();
    let saved = ws.mind().save(state, &mindsave::SaveOptions::default()).unwrap();
    assert!(saved.warnings.is_empty(), "{:?}", saved.warnings);
    let text = ws.program().args(["resume"]).ok().stdout;
    for part in [
        "修复登录",
        "run the tests",
        "不要 JWT",
        "they must be revoked",
        "global lock",
        "wrote the test",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let loaded = ws.mind().load(&Pick::Latest).unwrap().snapshot.state;
    assert_eq!(loaded.archive.tool_calls.len(), 5);
    assert!(!loaded.archive.execution_dag.unwrap().steps().is_empty());
    assert_eq!(ws.names("execution_graphs").len(), 1);
    assert_eq!(ws.read("tool_logs/s1.jsonl").lines().count(), 192);
}

#[test]
fn what_the_agent_saves_is_the_register_of_its_session() {
    let ws = TestWorkspace::new();
    ws.mind().append(&session(), &[goal(0, "a"), edit(1, "a.rs")]).unwrap();
    ws.save(json!({"goal": "b", "next_action": "deploy", "constraints": ["no JWT"]}));
    ws.mind().append(&session(), &[edit(2, "b.rs")]).unwrap();
    let state = ws.mind().work().unwrap().work.state();
    assert_eq!(
        (state.task.goal.as_str(), state.task.next_action.as_deref()),
        ("b", Some("deploy"))
    );
    assert_eq!(
        (state.knowledge.constraints, state.task.active_files),
        (vec!["no JWT".to_owned()], vec!["b.rs".to_owned(), "a.rs".to_owned()])
    );
}

#[test]
fn every_type_can_be_logged_and_is_listed() {
    let ws = TestWorkspace::new();
    for (kind, text, listed) in [
        ("decision", "用 Redis，因为要能撤销", "用 Redis"),
        ("rejected", "Tailwind: the user forbade it", "Tailwind"),
        ("constraint", "不要用 JWT", "不要用 JWT"),
        ("learning", "run fmt first", "run fmt first"),
        ("problem", "the log is empty", "the log is empty"),
        ("progress", "wrote the test", "wrote the test"),
        ("blocker", "no access", "no access"),
        ("experience", "staging is slow", "staging is slow"),
        ("assumption", "the port is free", "the port is free"),
    ] {
        let answer = json_of(&ws, &["log", "--type", kind, text]);
        assert_eq!((&answer["session"], &answer["node"]["text"]), (&json!("cli"), &json!(listed)));
        let shown =
            json_of(&ws, &["nodes", "--type", if kind == "rejected" { "failure" } else { kind }]);
        assert!(
            shown["nodes"].as_array().unwrap().iter().any(|node| node["text"] == listed),
            "{kind}"
        );
    }
    let state = ws.mind().work().unwrap().work.state();
    assert_eq!(state.knowledge.decisions[0].reasoning.as_deref(), Some("要能撤销"));
    assert_eq!(state.task.blocker.as_deref(), Some("no access"));
    let found = ws.program().args(["check", "style it with Tailwind"]).json();
    assert_eq!(found["matches"][0]["failure"]["reason"], "the user forbade it");
}

#[test]
fn a_goal_is_set_shown_and_closed() {
    let ws = TestWorkspace::new();
    json_of(&ws, &["goal", "修复", "登录"]);
    assert_eq!(json_of(&ws, &["goal"])["goal"], "修复 登录");
    json_of(
        &ws,
        &[
            "add",
            "constraint",
            "API backward compatibility",
            "--scope",
            "src/api/",
            "--task-id",
            "t1",
        ],
    );
    let rule = &json_of(&ws, &["nodes", "--type", "constraint"])["nodes"][0];
    assert_eq!(
        (&rule["scope"], &rule["task"], &rule["policy"]),
        (&json!(["src/api/"]), &json!("t1"), &json!("never"))
    );
    assert_eq!(json_of(&ws, &["touch", "api backward compatibility"])["nodes"][0]["uses"], 2);
    let closed = json_of(&ws, &["close", "修复登录", "--reason", "done"]);
    assert_eq!(
        (&closed["nodes"][0]["status"], &closed["nodes"][0]["closed_because"]),
        (&json!("closed"), &json!("done"))
    );
    assert_eq!(json_of(&ws, &["goal"])["goal"], Value::Null);
    let error = ws.program().args(["close", "修复登录"]).fails("not_found");
    assert!(error["hint"].as_str().unwrap().contains("nodes --all"), "{error}");
}

#[test]
fn a_superseding_decision_or_rule_takes_the_old_one_out() {
    let ws = TestWorkspace::new();
    json_of(&ws, &["log", "--type", "decision", "Use npm"]);
    json_of(
        &ws,
        &["log", "--type", "decision", "用 pnpm", "--supersedes", "use npm.", "--reason", "faster"],
    );
    json_of(&ws, &["log", "--type", "constraint", "no semicolons"]);
    json_of(&ws, &["log", "--type", "constraint", "semicolons", "--supersedes", "No semicolons"]);
    let known = ws.mind().work().unwrap().work.state().knowledge;
    assert_eq!(known.constraints, ["semicolons"]);
    let choices: Vec<&str> =
        known.decisions.iter().map(|decision| decision.choice.as_str()).collect();
    assert_eq!(choices, ["用 pnpm"]);
}

#[test]
fn a_rule_that_was_set_right_is_gone_in_every_session() {
    let ws = TestWorkspace::new();
    let said = |minute, text: &str| Event::new(at(minute), Happened::Prompt { text: text.into() });
    let first = vec![said(0, "Build the page."), said(1, "Use tabs.")];
    ws.mind().observe(&session(), first).unwrap();
    ws.mind().observe(&session(), vec![said(2, "Actually use spaces, not tabs.")]).unwrap();
    for session in [session(), SessionId::of("s2")] {
        ws.mind().observe(&session, vec![said(9, "Go on.")]).unwrap();
        let rules = ws.mind().session_state(&session).unwrap().knowledge.constraints;
        assert_eq!(rules, ["use spaces, not tabs"]);
    }
}

#[test]
fn what_is_logged_after_a_save_stands_upon_it() {
    for first in
        [&["log", "--type", "constraint", "no global state"][..], &["goal", "ship the gateway"]]
    {
        let ws = TestWorkspace::new();
        let state = json!({"goal": "ship the gateway", "next_action": "run the load test",
            "constraints": ["no JWT"], "decisions": ["use Redis"], "variables": {"port": 8080}});
        let save = ws.program().args(["save", "--state", "-"]).stdin(state.to_string());
        save.env("MINDSAVE_NOW", "2026-05-10T09:00:00Z").ok();
        let later = |words: &[&str], now: &str| {
            ws.program().args(words).env("MINDSAVE_NOW", now).ok().stdout
        };
        later(first, "2026-05-10T10:00:00Z");
        for words in [&["handoff"][..], &["resume"]] {
            let text = later(words, "2026-05-12T12:00:00Z");
            for told in ["ship the gateway", "run the load test", "no JWT", "Redis"] {
                assert!(text.contains(told), "{words:?} without {told}: {text}");
            }
            assert_eq!(text.contains("no global state"), first[0] == "log", "{text}");
        }
        // It is as old as what was said last, whenever it is asked for.
        assert!(later(&["resume"], "2026-05-12T12:00:00Z").contains("2026-05-10 10:00"));
    }
}

#[test]
fn what_is_logged_belongs_to_the_session_whose_call_is_open() {
    let ws = TestWorkspace::new();
    let begun = |id: &str, command: &str| {
        let call = ToolCall {
            call: Some(id.into()),
            command: Some(command.into()),
            ..ToolCall::default()
        };
        Event::new(at(1), Happened::CallBegun(call))
    };
    ws.mind()
        .append(&SessionId::of("mine"), &[begun("1", "cd x && mindsave log --type progress done")])
        .unwrap();
    ws.mind().append(&SessionId::of("other"), &[goal(2, "b"), begun("2", "ls")]).unwrap();
    assert_eq!(json_of(&ws, &["log", "--type", "progress", "done"])["session"], "mine");
}

#[test]
fn consolidation_and_handoff_work_from_the_program() {
    let ws = TestWorkspace::new();
    for step in ["one", "two", "three", "four"] {
        json_of(&ws, &["log", "--type", "progress", step]);
    }
    json_of(&ws, &["goal", "ship"]);
    let done = json_of(&ws, &["consolidate"]);
    assert_eq!(
        (done["compressed"].as_array().unwrap().len(), done["evicted"].as_array().unwrap().len()),
        (3, 0)
    );
    let nodes = ws.mind().nodes(Some("result"), false).unwrap().nodes;
    let compressed = nodes.iter().filter(|view| view.node.status == NodeStatus::Compressed);
    assert_eq!(compressed.count(), 3);
    let text = ws.program().args(["handoff"]).ok().stdout;
    for part in ["Goal: ship", "- one", "- four"] {
        assert!(text.contains(part), "{text}");
    }
    let graph = ws.program().args(["graph", "export", "--format", "mermaid"]).ok().stdout;
    assert!(graph.starts_with("flowchart LR\n") && graph.contains("goal: ship"), "{graph}");
    let dot = ws.program().args(["graph", "export", "--format", "dot"]).ok().stdout;
    assert!(dot.starts_with("digraph work {"), "{dot}");
    assert_eq!(json_of(&ws, &["graph", "export"])["nodes"].as_array().unwrap().len(), 5);
}

#[test]
fn wrong_words_are_refused_with_the_right_ones() {
    let ws = TestWorkspace::new();
    for (words, kind, part) in [
        (&["log", "--type", "banana", "x"][..], "invalid_input", "decision, rejected"),
        (&["log", "--type", "decision", " "], "invalid_input", "no words"),
        (&["add", "banana", "x"], "invalid_input", "goal, constraint"),
        (&["nodes", "--type", "banana"], "invalid_input", "goal, constraint"),
        (&["handoff", "--budget", "5"], "invalid_input", "at least 120"),
        (&["handoff"], "not_found", "nothing to hand off"),
        (&["touch", "x"], "not_found", "no entry"),
    ] {
        let error = ws.program().args(words).fails(kind);
        assert!(error["message"].as_str().unwrap().contains(part), "{words:?}: {error}");
    }
    assert_eq!(ws.mind().close("x", None).unwrap_err().kind(), ErrorKind::NotFound);
    assert!(ws.names("sessions").is_empty());
}

#[test]
fn the_bridge_says_what_is_missing() {
    let ws = TestWorkspace::new();
    let error = ws.program().args(["bridge-icpg", "--json"]).run().json();
    let kind = error["error"]["kind"].as_str().unwrap();
    assert!(["unsupported", "not_found"].contains(&kind), "{error}");
}

#[test]
fn goals_taken_over_stand_beside_the_present_one() {
    let ws = TestWorkspace::new();
    json_of(&ws, &["goal", "present"]);
    let reason = mindsave::Reason {
        id: "r1".into(),
        goal: "later".into(),
        status: "executing".into(),
        scope: vec!["src/api/".into()],
        rules: vec!["backward compatible".into()],
    };
    for goals in [1, 0, 0] {
        assert_eq!(ws.mind().bridge(std::slice::from_ref(&reason)).unwrap().goals, goals);
    }
    assert_eq!(json_of(&ws, &["goal"])["goal"], "present");
    assert_eq!(json_of(&ws, &["nodes", "--type", "goal"])["nodes"].as_array().unwrap().len(), 2);
    json_of(&ws, &["close", "present"]);
    assert_eq!(json_of(&ws, &["goal"])["goal"], "later");
}

#[test]
fn a_failure_is_the_users_word_only_where_it_says_so() {
    let ws = TestWorkspace::new();
    let told = |text: &str, by: Option<&str>| Happened::Failure {
        text: text.into(),
        reason: None,
        alternatives: vec![],
        rejected_by: by.map(str::to_owned),
    };
    let events = [("global lock", None), ("分片锁", None), ("全局变量", Some("user"))];
    let events = events.map(|(text, by)| Event::new(at(0), told(text, by))).to_vec();
    ws.mind().observe(&session(), events).unwrap();
    let failures = ws.mind().failures().unwrap();
    let by = |name: &str| {
        let found = failures.failures.iter().find(|it| it.name.to_string() == name);
        found.map(|it| it.rejected_by.clone()).unwrap()
    };
    assert_eq!([by("global lock"), by("分片锁"), by("全局变量")], ["system", "system", "user"]);
}

#[test]
fn what_cannot_be_remembered_hides_no_warning() {
    let ws = TestWorkspace::new();
    let mind = ws.mind();
    let rule =
        Happened::Constraint { text: "不要用默认导出".into(), scope: Some("web/".into()) };
    mind.observe(&session(), vec![Event::new(at(0), rule)]).unwrap();
    let report =
        FailureReport { name: "Tailwind for the cards".into(), ..FailureReport::default() };
    mind.record_failure(&report).unwrap();
    ws.write("cache/told", "in the way");
    let intents = [
        Intent::Edit { path: "web/a.ts".into(), old: String::new(), new: "x".into() },
        Intent::Command("npm install tailwindcss".into()),
    ];
    let texts = ws.mind().forewarn(&session(), &intents).unwrap();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].contains("不要用默认导出") && texts[1].contains("Tailwind"), "{texts:?}");
}
