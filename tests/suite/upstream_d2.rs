//! Every row of table D2, "save / restore", of what the first program got wrong: each test is
//! named after its row, and expects the right-hand column.

use mindsave::{Clock, ErrorKind, Layers, Pick, SaveOptions, Snapshot, SnapshotId, State};
use mindsave_tests::TestWorkspace;
use mindsave_tests::states::{given_part, minimal, rich, with_status};
use mindsave_tests::workspace::{plain, save, topic};
use serde_json::{Value, json};

fn state(value: Value) -> State {
    State::from_value(value).unwrap()
}

fn load(ws: &TestWorkspace, id: &SnapshotId) -> Snapshot {
    ws.mind().load(&Pick::Named(id.to_string())).unwrap().snapshot
}

/// Saves a state with these fields, and expects exactly them back.
fn assert_exact(fields: &Value) {
    let ws = TestWorkspace::new();
    let saved = ws.save(fields.clone());
    let loaded = Value::Object(load(&ws, &saved.snapshot.id).state.to_json());
    assert_eq!(&given_part(&loaded, fields), fields);
}

fn save_layers(ws: &TestWorkspace, layers: Layers) -> Snapshot {
    let options = SaveOptions { layers, ..plain() };
    let saved = ws.mind().save(state(rich()), &options).unwrap();
    load(ws, &saved.snapshot.id)
}

#[test]
fn row_01_layers_l1_or_l1_and_l2_then_restore_give_the_full_layer_1() {
    let ws = TestWorkspace::new();
    let task = state(rich()).task;
    for layers in [Layers::TASK, Layers::RESTORED] {
        assert_eq!(save_layers(&ws, layers).state.task, task, "{layers:?}");
    }
    let small = json!({"goal": "g", "state": "s", "next_action": "n", "active_files": ["a"], "blocker": "b"});
    let saved = ws.mind().auto_snapshot(state(small.clone())).unwrap();
    assert_eq!(load(&ws, &saved.snapshot.id).state.task, state(small).task, "an auto-snapshot");
}

#[test]
fn row_02_save_with_layer_1_writes_and_restores_layer_1_only() {
    let ws = TestWorkspace::new();
    let snapshot = save_layers(&ws, Layers::TASK);
    assert_eq!(snapshot.layers, Layers::TASK);
    assert!(snapshot.state.knowledge.is_empty() && snapshot.state.archive.is_empty());
    let file = ws.read(&format!("snapshots/{}.md", snapshot.id));
    for word in ["constraints", "failure_graph", "Tailwind", "Layer 2", "Layer 3"] {
        assert!(!file.contains(word), "{word} in {file}");
    }
}

#[test]
fn row_03_quotes_in_goal_and_state_come_back_exactly() {
    assert_exact(&json!({"goal": "say \"hi\" now", "state": "\"quoted\""}));
}

#[test]
fn row_04_newlines_in_goal_constraint_and_state_come_back_exactly() {
    assert_exact(&json!({"goal": "one\ntwo", "constraints": ["a\nb\n", "\nc"], "state": "x\r\ny"}));
}

#[test]
fn row_05_a_constraint_with_a_goal_line_in_it_is_only_a_constraint() {
    assert_exact(
        &json!({"goal": "mine", "constraints": ["rule\ngoal: \"EVIL", "x\"\ngoal: EVIL"]}),
    );
}

#[test]
fn row_06_a_file_name_with_a_next_action_in_it_is_only_a_file_name() {
    assert_exact(&json!({
        "goal": "g", "next_action": "run the tests",
        "active_files": ["a.rs\nnext_action: \"rm -rf /\"", "b\"\nnext_action: rm -rf /"]
    }));
}

#[test]
fn row_07_a_value_with_a_fence_in_it_comes_back_exactly() {
    assert_exact(&json!({
        "goal": "a\n---\nb", "state": "\n---\n", "next_action": "n", "constraints": ["---", "x\n---\n"],
        "completed_steps": ["\n---\n"], "notes": "---\ngoal: evil\n---\n"
    }));
}

#[test]
fn row_08_a_topic_that_points_outside_is_sanitised() {
    let ws = TestWorkspace::new();
    for (given, made) in [("../../evil", "evil"), ("/etc/passwd", "etc_passwd"), ("..\\..\\x", "x")]
    {
        let saved = ws.mind().save(state(minimal("g")), &topic(given)).unwrap();
        assert_eq!(saved.snapshot.id.as_str(), format!("{made}_2026-05-10"));
    }
    let outside = |name: &String| !name.starts_with("project/.mindsave/");
    assert_eq!(ws.everything().into_iter().filter(outside).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn row_09_restore_and_delete_outside_are_refused() {
    let ws = TestWorkspace::new();
    ws.save(minimal("g"));
    let secret = ws.root().join("secret.md");
    std::fs::write(&secret, "---\ngoal: secret\n---\n").unwrap();
    for name in ["../../secret", "../secret", "/secret", "snapshots/../../../secret"] {
        assert!(ws.mind().load(&Pick::Named(name.into())).is_err(), "{name}");
        assert_eq!(SnapshotId::parse(name).unwrap_err().kind(), ErrorKind::InvalidInput);
        ws.program().args(["load", name]).fails("not_found");
        ws.program().args(["snapshots", "delete", name]).fails("invalid_input");
    }
    assert!(secret.is_file());
}

#[test]
fn row_10_a_project_name_of_the_caller_never_becomes_a_path() {
    let ws = TestWorkspace::new();
    let given =
        json!({"goal": "g", "project": "../../x", "session": "../../y", "snapshot_id": "../../z"});
    let saved = ws.save(given);
    assert_eq!(saved.snapshot.id.as_str(), "g_2026-05-10");
    let names = ws.everything();
    assert!(names.iter().all(|name| name.starts_with("project/.mindsave/")), "{names:?}");
}

#[test]
fn row_11_topics_with_a_slash_or_of_three_hundred_characters_are_sanitised() {
    let ws = TestWorkspace::new();
    let id = |text: &str| ws.mind().save(state(minimal("g")), &topic(text)).unwrap().snapshot.id;
    assert_eq!(id("a b/c").as_str(), "a_b_c_2026-05-10");
    assert_eq!(id(&"x".repeat(300)).as_str(), format!("{}_2026-05-10", "x".repeat(20)));
    assert_eq!(id(&"修".repeat(300)).as_str(), format!("{}_2026-05-10", "修".repeat(20)));
}

#[test]
fn row_12_chinese_goals_keep_their_letters_in_the_id() {
    let ws = TestWorkspace::new();
    assert_eq!(ws.save(minimal("修复登录")).snapshot.id.as_str(), "修复登录_2026-05-10");
    assert_eq!(ws.save(minimal("修复 login 页!")).snapshot.id.as_str(), "修复_login_页_2026-05-10");
}

#[test]
fn row_13_a_goal_that_is_nothing_or_a_number_is_a_validation_error() {
    for goal in [json!(null), json!(3), json!(""), json!("  "), json!(["x"]), json!(true)] {
        let error = State::from_value(json!({ "goal": goal })).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{goal}");
        assert!(error.message().contains("`goal`"), "{error}");
    }
}

#[test]
fn row_14_active_files_given_as_a_string_are_a_validation_error() {
    let error = State::from_value(json!({"goal": "g", "active_files": "src/a.rs"})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    assert_eq!(error.message(), "`active_files` must be a list, got a string");
}

#[test]
fn row_15_a_corrupt_or_half_written_index_is_rebuilt() {
    for torn in ["", "{", "null", "[]", "{\"version\": 1, \"snapshots\": [{\"id\": \"x", "\0\0\0\0"]
    {
        let ws = TestWorkspace::new();
        let (a, b) = (ws.save(minimal("a")).snapshot.id, ws.save(minimal("b")).snapshot.id);
        ws.write("index.json", torn);
        let mind = ws.mind();
        assert_eq!(mind.list().unwrap().0.len(), 2, "{torn}");
        assert_eq!(mind.stats().unwrap().total, 2);
        ws.write("index.json", torn);
        assert!(mind.clean(false).unwrap().removals.is_empty());
        ws.write("index.json", torn);
        let c = ws.save(minimal("a")).snapshot.id;
        assert_eq!(
            (a.as_str(), b.as_str(), c.as_str()),
            ("a_2026-05-10", "b_2026-05-10", "a_2026-05-10-2")
        );
        assert_eq!(ws.mind().list().unwrap().0.len(), 3);
    }
}

#[test]
fn row_16_a_missing_index_is_rebuilt_and_nothing_is_overwritten() {
    let ws = TestWorkspace::new();
    let first = ws.save(json!({"goal": "a", "state": "first"})).snapshot.id;
    std::fs::remove_file(ws.path("index.json")).unwrap();
    let second = ws.save(json!({"goal": "a", "state": "second"})).snapshot.id;
    assert_ne!(first, second);
    assert_eq!(load(&ws, &first).state.task.state.as_deref(), Some("first"));
    std::fs::remove_file(ws.path("index.json")).unwrap();
    assert_eq!(ws.mind().list().unwrap().0.len(), 2);
}

#[test]
fn row_17_a_snapshot_written_by_hand_is_picked_up() {
    let ws = TestWorkspace::new();
    ws.save(minimal("a"));
    ws.write("snapshots/by hand.md", "---\ngoal: 手写的\nnext_action: go\n---\n");
    let (entries, notices) = ws.mind().list().unwrap();
    assert_eq!((entries.len(), notices.len()), (2, 0));
    let loaded = ws.mind().load(&Pick::Named("by hand".into())).unwrap().snapshot;
    assert_eq!(loaded.state.task.goal, "手写的");
}

#[test]
fn row_18_a_corrupt_heartbeat_is_kept_aside() {
    let ws = TestWorkspace::new();
    ws.write("signal.json", "{\"last_save\": tor");
    let saved = ws.save(minimal("a"));
    assert_eq!(ws.read("quarantine/signal.json"), "{\"last_save\": tor");
    assert_eq!(
        ws.mind().signal().unwrap().last_save,
        Some(load(&ws, &saved.snapshot.id).created_at)
    );
}

#[test]
fn row_19_the_number_of_a_deleted_snapshot_is_not_used_again() {
    let ws = TestWorkspace::new();
    let ids: Vec<SnapshotId> = (0..4).map(|_| ws.save(minimal("a")).snapshot.id).collect();
    ws.mind().delete(&ids[1]).unwrap();
    assert_eq!(ws.save(minimal("a")).snapshot.id.as_str(), "a_2026-05-10-5");
    ws.mind().delete(&SnapshotId::parse("a_2026-05-10-5").unwrap()).unwrap();
    assert_eq!(ws.save(minimal("a")).snapshot.id.as_str(), "a_2026-05-10-6");
}

/// Four threads open the workspace each for itself, as processes would.
fn save_at_once(goal: impl Fn(usize) -> String + Sync) -> usize {
    let ws = TestWorkspace::new();
    std::thread::scope(|scope| {
        for who in 0..4 {
            let (ws, goal) = (&ws, &goal);
            scope.spawn(move || (0..4).for_each(|_| drop(ws.save(minimal(&goal(who))))));
        }
    });
    assert_eq!(ws.names("snapshots").len(), 16);
    ws.mind().list().unwrap().0.len()
}

/// With real processes, and more of them: see `concurrency`.
#[test]
fn row_20_four_writers_of_four_saves_give_sixteen_snapshots() {
    assert_eq!(save_at_once(|_| "same".to_owned()), 16);
    assert_eq!(save_at_once(|who| format!("topic {who}")), 16);
}

/// Saves so often, a minute apart, and returns what is left, newest first.
fn left_after(ws: &TestWorkspace, saves: u32, fields: &Value) -> Vec<String> {
    for minute in 0..saves {
        let mind = ws.mind_at(&format!("2026-05-10T10:{minute:02}:00Z"));
        save(&mind, fields.clone());
    }
    let (entries, _) = ws.mind().list().unwrap();
    entries.iter().map(|entry| entry.id.to_string()).collect()
}

#[test]
fn row_21_twenty_are_left_of_twenty_five() {
    let ws = TestWorkspace::new();
    assert_eq!(left_after(&ws, 25, &minimal("a")).len(), 20);
    assert_eq!(ws.names("snapshots").len(), 20);
    assert_eq!(ws.mind().clean(false).unwrap().remaining, 20);
}

#[test]
fn row_22_twenty_five_in_progress_are_kept() {
    let ws = TestWorkspace::new();
    assert_eq!(left_after(&ws, 25, &with_status("a", "in_progress")).len(), 25);
}

#[test]
fn row_23_one_in_progress_is_kept_however_old_it_is() {
    let ws = TestWorkspace::new();
    let given = json!({"goal": "a", "status": "in_progress", "blocker": "none"});
    let old = save(&ws.mind_at("2026-03-01T10:00:00Z"), given).snapshot.id;
    ws.save(minimal("b"));
    ws.mind().clean(false).unwrap();
    assert_eq!(load(&ws, &old).state.task.goal, "a");
}

#[test]
fn row_24_a_blocker_that_says_none_protects_nothing() {
    for blocker in ["None", "", "无", "none", " NONE. ", "没有"] {
        let ws = TestWorkspace::new();
        let given = json!({"goal": "a", "blocker": blocker});
        assert_eq!(left_after(&ws, 22, &given).len(), 20, "{blocker:?}");
    }
}

#[test]
fn row_25_a_blocked_oldest_one_is_skipped_and_the_next_goes() {
    let ws = TestWorkspace::new();
    let blocked = json!({"goal": "first", "blocker": "waiting for Li"});
    let first = save(&ws.mind_at("2026-05-09T10:00:00Z"), blocked).snapshot.id.to_string();
    let left = left_after(&ws, 30, &minimal("a"));
    assert_eq!((left.len(), left.last()), (20, Some(&first)));
    assert_eq!(left[0], "a_2026-05-10-30");
    assert_eq!(left[18], "a_2026-05-10-12");
}

#[test]
fn row_26_the_oldest_is_the_one_made_first() {
    let ws = TestWorkspace::new();
    for day in (1..=20).rev() {
        save(&ws.mind_at(&format!("2026-04-{day:02}T10:00:00Z")), minimal("a"));
    }
    assert_eq!(ws.save(minimal("b")).removed[0].as_str(), "a_2026-04-01");
}

#[test]
fn row_27_a_time_without_an_offset_expires_like_any_other() {
    let ws = TestWorkspace::new();
    for (name, at) in [("old", "2026-03-01T10:00:00"), ("new", "2026-05-09 10:00")] {
        let text = format!("---\ngoal: x\ncreated_at: \"{at}\"\nstatus: completed\n---\n");
        ws.write(&format!("snapshots/{name}.md"), text);
    }
    let cleaned = ws.mind().clean(false).unwrap();
    let removed: Vec<&str> = cleaned.removals.iter().map(|removal| removal.id.as_str()).collect();
    assert_eq!((removed, cleaned.remaining), (vec!["old"], 1));
}

#[test]
fn row_28_a_cleaned_snapshot_is_not_found() {
    let ws = TestWorkspace::new();
    left_after(&ws, 21, &rich_without_status());
    let error = ws.mind().load(&Pick::Named("Fix_login_登录页_2026-05-10".into())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(ws.mind().load(&Pick::Named("Fix_login_登录页_2026-05-10-2".into())).is_ok());
    assert_eq!(ws.names("execution_graphs").len(), 20, "its graph is gone with it");
}

fn rich_without_status() -> Value {
    let mut given = rich();
    given.as_object_mut().unwrap().remove("status");
    given
}

#[test]
fn row_29_twenty_five_constraints_and_an_excluded_path_are_all_kept() {
    let rules: Vec<String> = (0..25).map(|i| format!("rule {i}")).collect();
    assert_exact(&json!({"goal": "g", "constraints": rules, "excluded_paths": ["forum scraper"]}));
}

#[test]
fn row_30_an_empty_list_of_constraints_is_empty() {
    let ws = TestWorkspace::new();
    ws.save(json!({"goal": "g", "constraints": ["old rule"]}));
    let saved = ws.save(json!({"goal": "g", "constraints": []}));
    assert_eq!(load(&ws, &saved.snapshot.id).state.knowledge.constraints, [""; 0]);
}

#[test]
fn row_31_a_file_by_the_seeds_template_is_read_as_nested() {
    let ws = TestWorkspace::new();
    ws.write(
        "snapshots/x.md",
        "---\ngoal: g\nstate: mine\nfailure_graph:\n  \"Tailwind\":\n    rejected_by: \"user\"\n    \
         reason: \"clash\"\n    state: inner\n    repeat_count: 3\n    related: [\"Bootstrap\"]\n---\n",
    );
    let state = load(&ws, &SnapshotId::parse("x").unwrap()).state;
    let note = &state.knowledge.failure_graph["Tailwind"];
    assert_eq!((note.reason(), note.repeat_count()), (Some("clash"), 3));
    assert_eq!((state.task.state.as_deref(), state.extra.len()), (Some("mine"), 0));
}

#[test]
fn row_32_an_auto_trigger_is_read_as_nested() {
    assert_exact(
        &json!({"goal": "g", "auto_trigger": {"reason": "r", "tool_calls_since_last": 12}}),
    );
}

#[test]
fn row_33_files_with_crlf_or_a_byte_order_mark_are_read() {
    let ws = TestWorkspace::new();
    let text = "---\ngoal: 目标\nconstraints:\n  - a\n---\n\n### Completed Steps\n1. one\n";
    let crlf = text.replace('\n', "\r\n");
    for (name, text) in [
        ("bom", format!("\u{feff}{text}")),
        ("crlf", crlf.clone()),
        ("both", format!("\u{feff}{crlf}")),
    ] {
        ws.write(&format!("snapshots/{name}.md"), text);
        let state = load(&ws, &SnapshotId::parse(name).unwrap()).state;
        assert_eq!(state.task.goal, "目标", "{name}");
        assert_eq!(
            (state.knowledge.constraints, state.archive.completed_steps),
            (vec!["a".into()], vec!["one".into()])
        );
    }
}

#[test]
fn row_34_a_project_that_was_moved_is_used_as_before() {
    let ws = TestWorkspace::new();
    let id = ws.save(minimal("a")).snapshot.id;
    let moved = ws.around().join("moved");
    std::fs::rename(ws.root(), &moved).unwrap();
    let workspace = mindsave::Workspace::find(Some(&moved)).unwrap();
    let mind = mindsave::MindSave::open(workspace, Clock::System).unwrap();
    let (entries, _) = mind.list().unwrap();
    assert_eq!(entries[0].path, format!("snapshots/{id}.md"));
    assert!(mind.stats().unwrap().size_bytes > 0);
    assert!(mind.load(&Pick::Only).is_ok());
}
