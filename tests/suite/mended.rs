//! Small defects that were found by use: each stays mended.

use std::fs;

use mindsave_tests::TestWorkspace;
use serde_json::json;

#[test]
fn a_failure_is_recorded_where_the_ignore_file_cannot_be_written() {
    let ws = TestWorkspace::new();
    ws.write(".gitignore/x", "a folder in its place");
    fs::remove_dir_all(ws.path(".gitignore")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/nowhere/else", ws.path(".gitignore")).unwrap();
    let answer = ws.program().args(["failures", "add", "用 MyISAM 建表"]).ok();
    assert!(answer.stderr.contains("version control"), "{}", answer.stderr);
    assert_eq!(ws.names("failure_graph/project").len(), 1);
}

#[test]
fn a_rule_pack_that_is_too_large_is_left_out_and_told_in_short() {
    let ws = TestWorkspace::new();
    ws.write("rules/large.yaml", "#".repeat(2 << 20));
    ws.write("rules/wrong.yaml", format!("id: {}", "x".repeat(100_000)));
    let answer = ws.program().args(["check", "anything"]).ok();
    assert!(answer.stderr.contains("more than 1 MiB"), "{}", answer.stderr);
    assert!(answer.stderr.len() < 2000, "{}", answer.stderr.len());
}

#[test]
fn a_state_file_that_is_not_there_and_a_session_that_is_not_there_are_named() {
    let ws = TestWorkspace::new();
    let error = ws.program().args(["save", "--state", "nope"]).fails("not_found");
    assert!(error["hint"].as_str().unwrap().contains("standard input"), "{error}");
    ws.save(json!({"goal": "修复登录", "decisions": ["用会话"]}));
    let error = ws.program().args(["recall", "会话", "--session", "nope"]).fails("not_found");
    assert!(error["message"].as_str().unwrap().contains("nope"), "{error}");
}

#[test]
fn secrets_in_a_snapshot_by_hand_reach_no_index_and_no_output() {
    let ws = TestWorkspace::new();
    let text = "---\ngoal: \"token_gh~p_16C7e42F292c6912E7710c838347Ae178B4a\"\nnext_action: \"密码是 Rf9kQz77\"\n---\n";
    ws.write("snapshots/hand_2026-05-10.md", text.replace('~', ""));
    let mut seen = String::new();
    for words in [
        &["load", "--latest"][..],
        &["resume"],
        &["snapshots", "list"],
        &["snapshots", "show", "hand_2026-05-10"],
        &["recall", "token"],
        &["recall", "密码"],
    ] {
        seen += &ws.program().args(words).ok().stdout;
        seen += &ws.program().args(words).json().to_string();
    }
    seen += &ws.read("index.json");
    assert!(!seen.contains("16C7e42F") && !seen.contains("Rf9kQz77"), "{seen}");
    assert!(
        seen.contains("[redacted:github-token]") || seen.contains("redacted:github-token"),
        "{seen}"
    );
}

#[cfg(unix)]
#[test]
fn the_check_up_names_what_lies_in_the_place_of_a_file() {
    let ws = TestWorkspace::new();
    ws.save(json!({"goal": "修复登录"}));
    ws.program().args(["failures", "add", "用 MyISAM 建表"]).ok();
    std::os::unix::fs::symlink("/nowhere", ws.path("snapshots/link_2026-05-10.md")).unwrap();
    fs::create_dir(ws.path("failure_graph/project/folder.yaml")).unwrap();
    let found = ws.program().args(["doctor"]).run().stdout;
    assert!(found.contains("link_2026-05-10.md is a link"), "{found}");
    assert!(found.contains("folder.yaml is a folder"), "{found}");
}
