//! `mindsave save` and `auto-snapshot`, and the way there and back with `load`.

use mindsave_tests::TestWorkspace;
use mindsave_tests::program::EXIT_CODES;
use mindsave_tests::states::{NASTY, everywhere, given_part, minimal, rich};
use mindsave_tests::tokens::count;
use serde_json::{Value, json};

/// Saves a state from standard input, and returns the answer.
fn save(ws: &TestWorkspace, state: &Value) -> Value {
    ws.program().args(["save", "--no-diff"]).stdin(state.to_string()).json()
}

fn load(ws: &TestWorkspace, id: &Value) -> Value {
    ws.program().args(["load", id.as_str().unwrap()]).json()
}

/// Saves and loads, and expects exactly what was given.
fn assert_exact(ws: &TestWorkspace, state: &Value) {
    let saved = save(ws, state);
    let loaded = load(ws, &saved["snapshot_id"]);
    assert_eq!(&given_part(&loaded, state), state);
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn a_save_answers_with_id_path_layers_and_tokens() {
    let ws = TestWorkspace::new();
    let saved = save(&ws, &rich());
    assert_eq!(keys(&saved), ["layers", "path", "removed", "snapshot_id", "tokens", "warnings"]);
    assert_eq!(saved["snapshot_id"], "Fix_login_登录页_2026-05-10");
    assert_eq!(saved["layers"], json!(["L1", "L2", "L3"]));
    assert_eq!(saved["warnings"], json!(["unknown field \"custom\" is kept as it is"]));
    assert!(std::path::Path::new(saved["path"].as_str().unwrap()).is_file(), "{saved}");
    let tokens = |layer: &str| saved["tokens"][layer].as_u64().unwrap();
    assert!((1..=300).contains(&tokens("l1")) && (1..=500).contains(&tokens("l2")), "{saved}");
}

#[test]
fn a_save_names_what_it_removed_though_the_index_cannot_be_written() {
    let ws = TestWorkspace::new();
    ws.write("config.toml", "max_snapshots = 1\n");
    let done = |goal: &str| json!({"goal": goal, "status": "completed"});
    let first = save(&ws, &done("one"))["snapshot_id"].clone();
    drop(std::fs::remove_file(ws.path("index.json")));
    ws.write("index.json/in_the_way", "");
    let saved = save(&ws, &done("two"));
    assert_eq!(saved["removed"], json!([first]), "{saved}");
    assert!(saved["warnings"].to_string().contains("the index is behind"), "{saved}");
}

#[test]
fn a_save_reads_like_this() {
    let ws = TestWorkspace::new();
    let answer = ws.program().args(["save", "--goal", "修复登录", "--next", "跑测试"]).ok();
    insta::assert_snapshot!(ws.neutral(&answer.stdout), @r"
    💾 MindSave checkpoint saved. Start a new conversation with /load to continue.
    id           修复登录_2026-05-10
    file         [DIR]/project/.mindsave/snapshots/修复登录_2026-05-10.md
    tokens       L1 13, L2 0
    ");
    assert_eq!(answer.stderr, "");
}

#[test]
fn a_rich_state_comes_back_exactly() {
    assert_exact(&TestWorkspace::new(), &rich());
}

#[test]
fn nasty_texts_come_back_exactly_from_every_place() {
    let ws = TestWorkspace::new();
    for text in NASTY {
        assert_exact(&ws, &everywhere(text));
    }
}

#[test]
fn a_key_that_resembles_a_known_one_comes_back() {
    assert_exact(
        &TestWorkspace::new(),
        &json!({"goal": "g", "goal:x": 1, "goal ": "y", " state": 2, "#c": 3}),
    );
}

#[test]
fn numbers_come_back_exactly() {
    let numbers = r"[0, -0.0, 1, -1, 0.1, 1.0, 1e21, 1.5e-7, 1e308, 5e-324, 9007199254740993, 18446744073709551615,
        -9223372036854775808, 100000000000000000000.0, 123456789.123456789]";
    let numbers: Value = serde_json::from_str(numbers).unwrap();
    assert_exact(
        &TestWorkspace::new(),
        &json!({"goal": "g", "variables": {"n": numbers}, "count": 1.0}),
    );
}

#[test]
fn whatever_depth_is_saved_is_loaded() {
    let ws = TestWorkspace::new();
    for depth in [10, 60, 100, 120, 124, 126] {
        let nested = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        let state = format!(r#"{{"goal": "g", "variables": {{"deep": {nested}}}}}"#);
        let saved = ws.program().args(["save", "--no-diff", "--json"]).stdin(&state).run();
        if saved.code == 0 {
            let loaded = load(&ws, &saved.json()["snapshot_id"]);
            assert_eq!(loaded["variables"]["deep"].to_string(), nested, "{depth}");
        } else {
            assert_eq!(saved.json()["error"]["kind"], "invalid_input", "{depth}: {saved:?}");
        }
    }
}

#[test]
fn a_large_state_comes_back_exactly() {
    let rules: Vec<String> =
        (0..2_000).map(|i| format!("rule {i} 规则 {}", "x".repeat(200))).collect();
    assert_exact(&TestWorkspace::new(), &json!({"goal": "g".repeat(5_000), "constraints": rules}));
}

#[test]
fn what_load_answers_can_be_saved_again() {
    let ws = TestWorkspace::new();
    let first = load(&ws, &save(&ws, &rich())["snapshot_id"]);
    let second = load(&ws, &save(&ws, &first)["snapshot_id"]);
    assert_ne!(first["snapshot_id"], second["snapshot_id"]);
    assert_eq!(given_part(&second, &rich()), given_part(&first, &rich()));
}

#[test]
fn a_state_is_read_from_standard_input_or_a_file() {
    let ws = TestWorkspace::new();
    let file = ws.root().join("state.json");
    std::fs::write(&file, format!("\u{feff}{}", rich())).unwrap();
    let run = |arguments: &[&str]| ws.program().args(["save", "--no-diff"]).args(arguments);
    let answers = [
        run(&["--state", "-"]).stdin(rich().to_string()).json(),
        run(&["--state", "state.json"]).json(),
        run(&["--state", file.to_str().unwrap()]).json(),
    ];
    for answer in answers {
        assert_eq!(given_part(&load(&ws, &answer["snapshot_id"]), &rich()), rich());
    }
}

#[test]
fn options_make_a_state() {
    let ws = TestWorkspace::new();
    let saved = ws
        .program()
        .args([
            "save",
            "--no-diff",
            "--topic",
            "Mein Thema",
            "--goal",
            "g",
            "--next",
            "n",
            "--summary",
            "s",
        ])
        .args([
            "--phase",
            "executing",
            "--status",
            "blocked",
            "--blocker",
            "b",
            "--file",
            "a.rs",
            "--file",
            "b.rs",
        ])
        .args([
            "--constraint",
            "c",
            "--decision",
            "d",
            "--excluded",
            "e",
            "--variable",
            "k=v=w",
            "--done",
            "x",
        ])
        .json();
    assert_eq!(saved["snapshot_id"], "Mein_Thema_2026-05-10");
    let given = json!({
        "goal": "g", "next_action": "n", "state": "s", "phase": "executing", "status": "blocked", "blocker": "b",
        "active_files": ["a.rs", "b.rs"], "constraints": ["c"], "decisions": ["d"], "excluded_paths": ["e"],
        "variables": {"k": "v=w"}, "completed_steps": ["x"],
    });
    assert_eq!(given_part(&load(&ws, &saved["snapshot_id"]), &given), given);
}

#[test]
fn options_override_a_state() {
    let ws = TestWorkspace::new();
    let saved = ws
        .program()
        .args(["save", "--no-diff", "--state", "-", "--next", "other", "--status", "completed"])
        .stdin(rich().to_string())
        .json();
    let mut wanted = rich();
    wanted["next_action"] = json!("other");
    wanted["status"] = json!("completed");
    assert_eq!(given_part(&load(&ws, &saved["snapshot_id"]), &wanted), wanted);
}

#[test]
fn bad_input_names_the_field_and_writes_nothing() {
    let ws = TestWorkspace::new();
    for (state, word) in [
        ("", "state"),
        ("{", "JSON"),
        ("[]", "object"),
        (r#"{"next_action": "x"}"#, "`goal`"),
        (r#"{"goal": 3}"#, "`goal`"),
        (r#"{"goal": "x", "active_files": "a"}"#, "`active_files`"),
        (r#"{"goal": "x", "constraints": [1]}"#, "`constraints[0]`"),
        (r#"{"goal": "x", "decisions": [{}]}"#, "`decisions[0].choice`"),
        (r#"{"goal": "x", "progress": {"done": 1}}"#, "`progress.done`"),
        (r#"{"goal": "x", "variables": 1}"#, "`variables`"),
        (
            r#"{"goal": "x", "execution_dag": {"steps": [{"id": "a", "name": "a", "depends_on": ["a"]}]}}"#,
            "cycle",
        ),
    ] {
        let error = ws.program().args(["save", "--state", "-"]).stdin(state).fails("invalid_input");
        assert!(error["message"].as_str().unwrap().contains(word), "{state}: {error}");
    }
    assert_eq!(ws.everything(), [""; 0]);
}

#[test]
fn an_error_in_the_json_says_line_and_column() {
    let ws = TestWorkspace::new();
    let error = ws
        .program()
        .args(["save", "--state", "-"])
        .stdin("{\n  \"goal\": }")
        .fails("invalid_input");
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(11)));
}

#[test]
fn a_save_without_a_state_is_refused() {
    let ws = TestWorkspace::new();
    ws.program().args(["save"]).fails("invalid_input");
    ws.program().args(["save", "--state", "missing.json"]).fails("not_found");
    ws.program()
        .args(["save", "--state", "-"])
        .stdin(b"{\"goal\": \"\xff\"}")
        .fails("invalid_input");
    ws.program().args(["save", "--goal", "g", "--variable", "novalue"]).fails("invalid_input");
    assert!(EXIT_CODES.iter().any(|(kind, code)| *kind == "invalid_input" && *code == 2));
}

#[test]
fn odd_topics_and_goals_give_safe_names() {
    let ws = TestWorkspace::new();
    let long = "x".repeat(300);
    for (topic, id) in [
        ("../../evil", "evil"),
        ("/", "snapshot"),
        ("CON", "CON"),
        ("a\nb", "a_b"),
        (long.as_str(), &long[..20]),
        (
            "修复登录页面的各种问题以及其他的一切一切一切",
            "修复登录页面的各种问题以及其他的一切一切",
        ),
    ] {
        let saved = ws.program().args(["save", "--goal", "g", "--topic", topic]).json();
        assert_eq!(saved["snapshot_id"], format!("{id}_2026-05-10"), "{topic:?}");
    }
    let outside = |name: &String| !name.starts_with("project/.mindsave/");
    assert_eq!(ws.everything().into_iter().filter(outside).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn numbers_are_never_used_again() {
    let ws = TestWorkspace::new();
    let id = || save(&ws, &minimal("a"))["snapshot_id"].as_str().unwrap().to_owned();
    assert_eq!([id(), id(), id()], ["a_2026-05-10", "a_2026-05-10-2", "a_2026-05-10-3"]);
    ws.program().args(["snapshots", "delete", "a_2026-05-10-3", "a_2026-05-10"]).json();
    assert_eq!(id(), "a_2026-05-10-4");
    ws.program().args(["snapshots", "delete", "a_2026-05-10-4"]).json();
    std::fs::remove_file(ws.path("index.json")).unwrap();
    assert_eq!(id(), "a_2026-05-10-5");
}

#[test]
fn a_delete_that_finds_nothing_uses_up_no_number() {
    let ws = TestWorkspace::new();
    save(&ws, &minimal("a"));
    ws.program().args(["snapshots", "delete", "a_2026-05-10-99"]).fails("not_found");
    assert_eq!(save(&ws, &minimal("a"))["snapshot_id"], "a_2026-05-10-2");
}

#[test]
fn the_highest_number_there_is_does_not_stop_a_save() {
    let ws = TestWorkspace::new();
    ws.write(&format!("snapshots/a_2026-05-10-{}.md", u32::MAX), "---\ngoal: by hand\n---\n");
    let answer = ws.program().args(["save", "--goal", "a", "--json"]).run();
    assert!([0, 6].contains(&answer.code), "{answer:?}");
}

#[test]
fn the_last_five_tool_calls_are_kept() {
    let ws = TestWorkspace::new();
    let calls: Vec<String> = (1..=8).map(|i| format!("call {i}")).collect();
    let saved = save(&ws, &json!({"goal": "g", "tool_calls": calls}));
    assert_eq!(load(&ws, &saved["snapshot_id"])["tool_calls"], json!(calls[3..]));
}

/// Runs git in the workspace; false when there is none here.
fn git(ws: &TestWorkspace, arguments: &[&str]) -> bool {
    let identity =
        ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
    let mut command = std::process::Command::new("git");
    command.args(identity).args(arguments).current_dir(ws.root()).env("HOME", ws.home());
    command.output().is_ok_and(|output| output.status.success())
}

#[test]
fn what_git_says_of_changed_files_is_archived() {
    let ws = TestWorkspace::new();
    std::fs::write(ws.root().join("登录.rs"), "one\n").unwrap();
    if !(git(&ws, &["init", "-q"]) && git(&ws, &["add", "."]) && git(&ws, &["commit", "-qm", "x"]))
    {
        return eprintln!("skipped: there is no git here");
    }
    std::fs::write(ws.root().join("登录.rs"), "one\ntwo\n").unwrap();
    let saved = ws.program().args(["save"]).stdin(r#"{"goal": "g"}"#).json();
    let changes = load(&ws, &saved["snapshot_id"])["file_changes"].clone();
    assert!(changes.as_str().unwrap().contains("登录.rs | 1 +"), "{changes}");
    let own = ws.program().args(["save"]).stdin(r#"{"goal": "g", "file_changes": "mine"}"#).json();
    assert_eq!(load(&ws, &own["snapshot_id"])["file_changes"], "mine");
    let without = ws.program().args(["save", "--no-diff"]).stdin(r#"{"goal": "g"}"#).json();
    assert_eq!(load(&ws, &without["snapshot_id"]).get("file_changes"), None);
}

/// Returns the front matter of a snapshot, fences and all.
fn front_matter(ws: &TestWorkspace, id: &str) -> String {
    let text = ws.read(&format!("snapshots/{id}.md"));
    let (front, _) = text.split_once("\n---\n").unwrap();
    format!("{front}\n---\n")
}

#[test]
fn an_auto_snapshot_keeps_layer_one_in_at_most_three_hundred_tokens() {
    let ws = TestWorkspace::new();
    let files: Vec<String> = (0..300).map(|i| format!("src/模块_{i}/file.rs")).collect();
    let state = json!({"goal": "修复".repeat(500), "next_action": "next ".repeat(500), "active_files": files,
        "constraints": ["a rule that is no part of it"], "state": "状态".repeat(300)});
    let saved = ws.program().args(["auto-snapshot"]).stdin(state.to_string()).json();
    let id = saved["snapshot_id"].as_str().unwrap();
    assert_eq!(id, format!("OVF_{}_2026-05-10T143000", "修复".repeat(10)));
    let front = front_matter(&ws, id);
    assert!(count(&front) <= 300, "{} tokens: {front}", count(&front));
    assert!(!front.contains("a rule"), "{front}");
    let archive = ws.program().args(["recall", "--id", id]).json()["text"].to_string();
    assert!(archive.contains("src/模块_299/file.rs"), "what was cut can be recalled");
}

#[test]
fn an_auto_snapshot_without_a_state_takes_the_task_last_saved() {
    let ws = TestWorkspace::new();
    ws.program().args(["auto-snapshot"]).fails("not_found");
    save(&ws, &json!({"goal": "登录 login", "next_action": "go", "constraints": ["a rule"]}));
    let answer = ws.program().args(["auto-snapshot"]).ok();
    insta::assert_snapshot!(ws.neutral(&answer.stdout), @r"
    ⚠️ Context overflow imminent. MindSave auto-saved (Layer 1 only). Start a new conversation with /load to continue.
    id           OVF_登录_login_2026-05-10T143000
    file         [DIR]/project/.mindsave/snapshots/OVF_登录_login_2026-05-10T143000.md
    ");
    let loaded = load(&ws, &json!("OVF_登录_login_2026-05-10T143000"));
    assert_eq!((&loaded["goal"], &loaded["layers"]), (&json!("登录 login"), &json!(["L1"])));
    let again = ws.program().args(["auto-snapshot"]).json();
    assert_eq!(again["snapshot_id"], "OVF_登录_login_2026-05-10T143000-2");
}
