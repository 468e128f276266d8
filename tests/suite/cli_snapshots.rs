//! `mindsave snapshots list|show|clean|stats|delete`, and the rules of clean-up.

use mindsave::{Limits, Settings};
use mindsave_tests::TestWorkspace;
use mindsave_tests::states::{minimal, rich, with_status};
use mindsave_tests::workspace::save;
use serde_json::{Value, json};

fn run(ws: &TestWorkspace, arguments: &[&str]) -> Value {
    ws.program().args(["snapshots"]).args(arguments).json()
}

/// Saves on a day of 2026, without any clean-up.
fn save_on(ws: &TestWorkspace, day: &str, state: Value) -> String {
    let mind = ws.mind_at(&format!("2026-{day}T12:00:00+08:00"));
    let limits = Limits { max_snapshots: 500, max_age_days: 10_000 };
    let mind = mind.with_settings(Settings { limits, ..Settings::default() });
    save(&mind, state).snapshot.id.to_string()
}

fn texts<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|item| item[key].as_str().unwrap()).collect()
}

#[test]
fn a_graph_that_cannot_be_removed_stops_no_deletion() {
    let ws = TestWorkspace::new();
    let ids = ["a", "b"].map(|goal| ws.save(json!({"goal": goal})).snapshot.id.to_string());
    ws.write(&format!("execution_graphs/{}.json/in_the_way", ids[0]), "");
    let deleted = ws.program().args(["snapshots", "delete", &ids[0], &ids[1]]).json();
    assert!(deleted["warnings"].to_string().contains("its graph is still there"), "{deleted}");
    assert!(ws.names("snapshots").iter().all(|name| !name.contains(".md")));
    let listed = ws.program().args(["snapshots", "list"]).json();
    assert_eq!(listed["snapshots"], json!([]), "{listed}");
}

#[test]
fn a_list_is_newest_first_and_reads_like_this() {
    let ws = TestWorkspace::new();
    assert_eq!(
        ws.program().args(["snapshots", "list"]).ok().stdout,
        "There is no snapshot yet. `mindsave save` makes one.\n"
    );
    save_on(&ws, "05-08", with_status("first\nline two", "completed"));
    save_on(&ws, "05-09", json!({"goal": "修复登录页", "status": "in_progress"}));
    let text = ws.program().args(["snapshots", "list"]).ok().stdout;
    insta::assert_snapshot!(text, @r"
    #  id                         made              status       goal
    1  修复登录页_2026-05-09      2026-05-09 12:00  in_progress  修复登录页
    2  first_line_two_2026-05-08  2026-05-08 12:00  completed    first ⏎ line two
    ");
}

#[test]
fn a_list_as_json_says_everything_of_each() {
    let ws = TestWorkspace::new();
    ws.save(rich());
    let list = run(&ws, &["list"]);
    let size =
        std::fs::metadata(ws.path("snapshots/Fix_login_登录页_2026-05-10.md")).unwrap().len();
    assert_eq!(
        list,
        json!({"warnings": [], "snapshots": [{
            "number": 1, "snapshot_id": "Fix_login_登录页_2026-05-10", "created_at": "2026-05-10T14:30:00+08:00",
            "goal": "Fix \"login\" 登录页", "status": "in_progress", "blocker": "none", "protected": true,
            "layers": ["L1", "L2", "L3"], "auto_trigger": "tool-threshold", "size": size,
            "path": "snapshots/Fix_login_登录页_2026-05-10.md",
        }]})
    );
}

#[test]
fn show_prints_the_file_itself() {
    let ws = TestWorkspace::new();
    save_on(&ws, "05-08", minimal("old"));
    ws.save(rich());
    let file = ws.read("snapshots/Fix_login_登录页_2026-05-10.md");
    assert_eq!(ws.program().args(["snapshots", "show"]).ok().stdout, file);
    assert_eq!(run(&ws, &["show", "1"])["text"], file);
    assert_eq!(
        run(&ws, &["show", "old_2026-05-08"])["text"],
        ws.read("snapshots/old_2026-05-08.md")
    );
    ws.program().args(["snapshots", "show", "nothing"]).fails("not_found");
}

#[test]
fn stats_count_snapshots_bytes_and_tokens() {
    let ws = TestWorkspace::new();
    save_on(&ws, "05-08", with_status("a", "completed"));
    ws.save(rich());
    let stats = run(&ws, &["stats"]);
    assert_eq!((&stats["total"], &stats["protected"]), (&json!(2), &json!(1)));
    assert_eq!(stats["layers"], json!({"L1": 2, "L2": 2, "L3": 2}));
    assert_eq!(stats["by_status"], json!({"completed": 1, "in_progress": 1}));
    assert_eq!(stats["oldest"], json!(["a_2026-05-08", "2026-05-08T12:00:00+08:00"]));
    let bytes: usize =
        ws.names("snapshots").iter().map(|name| ws.read(&format!("snapshots/{name}")).len()).sum();
    assert_eq!(stats["size_bytes"], bytes);
    assert!(
        ["L1", "L2", "L3"].iter().all(|layer| stats["tokens"][layer].as_u64().unwrap() > 0),
        "{stats}"
    );
    assert_eq!(run(&TestWorkspace::new(), &["stats"])["total"], 0);
}

#[test]
fn delete_takes_names_whatever_the_status_and_checks_them_all_first() {
    let ws = TestWorkspace::new();
    ws.save(rich());
    ws.save(minimal("b"));
    let wrong = ws
        .program()
        .args(["snapshots", "delete", "b_2026-05-10", "../../x"])
        .fails("invalid_input");
    assert!(wrong["message"].as_str().unwrap().contains("../../x"), "{wrong}");
    assert_eq!(ws.names("snapshots").len(), 2, "nothing went");
    let deleted = run(&ws, &["delete", "Fix_login_登录页_2026-05-10", "b_2026-05-10"]);
    assert_eq!(deleted["deleted"], json!(["Fix_login_登录页_2026-05-10", "b_2026-05-10"]));
    assert_eq!((ws.names("snapshots").len(), ws.names("execution_graphs").len()), (0, 0));
    ws.program().args(["snapshots", "delete", "b_2026-05-10"]).fails("not_found");
    ws.program().args(["snapshots", "delete"]).fails("invalid_input");
}

/// Fills a workspace: one completed long ago, one blocked longer ago, one open, and others.
fn full() -> TestWorkspace {
    let ws = TestWorkspace::new();
    save_on(&ws, "01-01", json!({"goal": "blocked", "blocker": "等待审批"}));
    save_on(&ws, "01-02", with_status("open", "in_progress"));
    save_on(&ws, "03-01", with_status("done", "completed"));
    save_on(&ws, "03-02", minimal("plain"));
    save_on(&ws, "05-01", with_status("recent", "completed"));
    ws
}

#[test]
fn clean_takes_completed_ones_over_thirty_days_and_says_why() {
    let ws = full();
    ws.write("config.toml", "");
    let dry = run(&ws, &["clean", "--dry-run"]);
    assert_eq!(
        dry,
        json!({"removed": [{"snapshot_id": "done_2026-03-01", "reason": "age"}], "remaining": 4,
        "protected": 2, "dry_run": true, "warnings": []})
    );
    assert_eq!(ws.names("snapshots").len(), 5, "a dry run removes nothing");
    let cleaned = ws.program().args(["snapshots", "clean"]).ok().stdout;
    insta::assert_snapshot!(cleaned, @r"
    Removed done_2026-03-01 (age)
    4 left, 2 of them in progress or blocked and never removed.
    ");
    assert_eq!(run(&ws, &["clean"])["removed"], json!([]));
}

#[test]
fn clean_keeps_the_limit_of_the_settings_and_never_touches_protected_ones() {
    let ws = full();
    ws.write("config.toml", "max_snapshots = 1\n");
    let cleaned = run(&ws, &["clean"]);
    assert_eq!(
        texts(&cleaned["removed"], "snapshot_id"),
        ["done_2026-03-01", "plain_2026-03-02", "recent_2026-05-01"]
    );
    assert_eq!((&cleaned["remaining"], &cleaned["protected"]), (&json!(2), &json!(2)));
}

#[test]
fn every_save_cleans_up_and_names_what_went() {
    let ws = full();
    ws.write("config.toml", "max_snapshots = 4\n");
    let saved = ws.program().args(["save", "--goal", "new"]).json();
    assert_eq!(saved["removed"], json!(["done_2026-03-01", "plain_2026-03-02"]));
    let text = ws.program().args(["save", "--goal", "new"]).ok().stdout;
    assert!(text.ends_with("cleaned up   recent_2026-05-01\n"), "{text}");
}

#[test]
fn a_status_in_either_language_protects_and_none_does_not() {
    for (status, blocker, kept) in [
        ("进行中", "none", true),
        ("blocked", "none", true),
        ("In Progress", "无", true),
        ("completed", "Li", true),
        ("completed", "none", false),
        ("已完成", "无", false),
        ("whatever", "", false),
        ("whatever", "N/A", false),
    ] {
        let ws = TestWorkspace::new();
        ws.write("config.toml", "max_snapshots = 1\n");
        save_on(&ws, "05-01", json!({"goal": "a", "status": status, "blocker": blocker}));
        ws.program().args(["save", "--goal", "b"]).json();
        let left = ws.names("snapshots").contains(&"a_2026-05-01.md".to_owned());
        assert_eq!(left, kept, "{status:?} {blocker:?}");
    }
}

#[test]
fn one_edited_by_hand_to_be_in_progress_is_not_cleaned() {
    let ws = TestWorkspace::new();
    ws.write("config.toml", "max_snapshots = 1\n");
    let id = save_on(&ws, "05-01", minimal("a"));
    let name = format!("snapshots/{id}.md");
    ws.write(&name, ws.read(&name).replace("goal: \"a\"", "goal: \"a\"\nstatus: in_progress"));
    ws.program().args(["save", "--goal", "b"]).json();
    assert_eq!(ws.names("snapshots").len(), 2);
}

#[test]
fn the_one_just_saved_stays_even_when_the_clock_went_back() {
    let ws = TestWorkspace::new();
    ws.write("config.toml", "max_snapshots = 1\n");
    save_on(&ws, "05-20", minimal("later"));
    let saved = ws.program().args(["save", "--goal", "now"]).json();
    assert_eq!(saved["removed"], json!(["later_2026-05-20"]));
    assert_eq!(ws.names("snapshots"), ["now_2026-05-10.md"]);
}

#[test]
fn settings_of_the_home_folder_count_below_those_of_the_workspace() {
    let ws = full();
    ws.write("config.toml", "");
    std::fs::create_dir_all(ws.home().join(".mindsave")).unwrap();
    std::fs::write(
        ws.home().join(".mindsave/config.toml"),
        "max_snapshots = 1\nmax_age_days = 10000\n",
    )
    .unwrap();
    assert_eq!(run(&ws, &["clean", "--dry-run"])["removed"].as_array().unwrap().len(), 3);
    ws.write("config.toml", "max_snapshots = 3\n");
    assert_eq!(run(&ws, &["clean", "--dry-run"])["removed"].as_array().unwrap().len(), 2);
}

#[test]
fn of_several_to_delete_all_go_or_none() {
    let ws = TestWorkspace::new();
    ws.program().args(["save", "--goal", "a"]).json();
    ws.program().args(["snapshots", "delete", "a_2026-05-10", "missing"]).fails("not_found");
    assert_eq!(
        ws.program().args(["snapshots", "list"]).json()["snapshots"].as_array().unwrap().len(),
        1
    );
}
