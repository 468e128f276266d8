//! `mindsave recall`: one archive, or a keyword in all of them.

use mindsave_tests::TestWorkspace;
use mindsave_tests::states::rich;
use mindsave_tests::workspace::save;
use serde_json::{Value, json};

fn ids(answer: &Value) -> Vec<&str> {
    let found = answer["snapshots"].as_array().unwrap().iter();
    found.map(|snapshot| snapshot["snapshot_id"].as_str().unwrap()).collect()
}

fn search(ws: &TestWorkspace, words: &[&str]) -> Value {
    ws.program().args(["recall"]).args(words).json()
}

/// Two snapshots with an archive and one without.
fn archives() -> TestWorkspace {
    let ws = TestWorkspace::new();
    ws.save(json!({"goal": "a", "completed_steps": ["before", "修复登录页样式 in CSS", "after"], "notes": "Fix JWT refresh"}));
    ws.save(json!({"goal": "b", "tool_calls": [{"tool": "Bash", "command": "cargo test session_store"}], "state": "登录 only in layer one"}));
    ws.save(json!({"goal": "c", "constraints": ["登录 only in layer two"]}));
    ws
}

#[test]
fn without_a_keyword_the_archive_of_the_newest_is_shown() {
    let ws = TestWorkspace::new();
    ws.save(rich());
    let answer = ws.program().args(["recall"]).ok();
    // A blank line of an item is indented, which nobody can see here.
    insta::assert_snapshot!(answer.stdout.replace("   \n", "\n"), @r#"
    Fix_login_登录页_2026-05-10
    ## Layer 3: Cold Archive (debug only)

    ### Completed Steps
    1. one
    2. 两步
         indented

       last

    ### File Changes
    ```text
     src/a.rs | 2 +-
     1 file changed
    ```

    ### Recent Tool Calls
    1. edit a
    2. {"tool":"Bash","ok":true}

    ### Execution DAG
    ```mermaid
    flowchart TD
      s1["read"]:::done
      s2["修"]:::running
      s1 --> s2

    ```

    ### Notes
    ```text
    free
    ## text
    ```
    "#);
}

#[test]
fn one_archive_as_json_has_every_part() {
    let ws = TestWorkspace::new();
    let id = ws.save(rich()).snapshot.id.to_string();
    let answer = ws.program().args(["recall", "--id", &id]).json();
    for key in ["completed_steps", "file_changes", "tool_calls", "execution_dag", "notes"] {
        assert_eq!(answer[key], rich()[key], "{key}");
    }
    assert_eq!(answer["snapshot_id"], id);
    assert!(answer["text"].as_str().unwrap().contains("s1 --> s2"), "{answer}");
}

#[test]
fn an_empty_archive_says_so() {
    let ws = archives();
    let text = ws.program().args(["recall", "--id", "c_2026-05-10"]).ok().stdout;
    assert_eq!(text, "c_2026-05-10\nNothing was archived with this snapshot.\n");
}

#[test]
fn a_keyword_is_found_in_every_archive_and_in_nothing_else() {
    let ws = archives();
    assert_eq!(ids(&search(&ws, &["登录"])), ["a_2026-05-10"], "layers one and two are no archive");
    assert_eq!(ids(&search(&ws, &["session"])), ["b_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &["nothing like it"])), [""; 0]);
}

#[test]
fn chinese_words_of_any_length_match() {
    let ws = archives();
    for word in ["登", "登录", "录页", "登录页样", "修复登录页样式"] {
        assert_eq!(ids(&search(&ws, &[word])), ["a_2026-05-10"], "{word}");
    }
    assert_eq!(ids(&search(&ws, &["页登"])), [""; 0]);
}

#[test]
fn case_width_parts_phrases_and_several_words_match_as_people_expect() {
    let ws = archives();
    for words in [
        &["jwt"][..],
        &["ＪＷＴ"],
        &["refr"],
        &["Fix JWT"],
        &["\"fix jwt\""],
        &["jwt", "css"],
        &["css jwt"],
    ] {
        assert_eq!(ids(&search(&ws, words)), ["a_2026-05-10"], "{words:?}");
    }
    for words in [&["\"jwt fix\""][..], &["jwt", "cargo"], &["j.*t"]] {
        assert_eq!(ids(&search(&ws, words)), [""; 0], "{words:?}");
    }
}

#[test]
fn matches_come_with_the_lines_around_them() {
    let ws = archives();
    let answer = search(&ws, &["样式"]);
    let matched = &answer["snapshots"][0]["matches"][0];
    assert_eq!(matched["lines"], json!(["1. before", "2. 修复登录页样式 in CSS", "3. after"]));
    assert!(matched["line"].is_u64() && answer["snapshots"][0]["goal"] == "a", "{answer}");
    let text = ws.program().args(["recall", "样式"]).ok().stdout;
    insta::assert_snapshot!(text, @r"
    a_2026-05-10  2026-05-10 14:30
      1. before
      2. 修复登录页样式 in CSS
      3. after
      --
    ");
    assert_eq!(
        ws.program().args(["recall", "没有的"]).ok().stdout,
        "No archive holds \"没有的\".\n"
    );
}

#[test]
fn an_empty_keyword_is_refused() {
    let ws = archives();
    for word in ["", " ", "\"\"", "\" \""] {
        ws.program().args(["recall", word]).fails("invalid_input");
    }
}

/// So many snapshots that are never cleaned, each with a word of its own.
fn many(count: usize) -> TestWorkspace {
    let ws = TestWorkspace::new();
    let mind = ws.mind();
    for i in 0..count {
        let given = json!({"goal": "g", "status": "in_progress", "completed_steps": [format!("word{i} 第{i}步 and all")]});
        save(&mind, given);
    }
    ws
}

#[test]
fn a_keyword_index_is_kept_from_twenty_snapshots_on() {
    let ws = many(19);
    assert_eq!(ids(&search(&ws, &["word7"])), ["g_2026-05-10-8"]);
    assert!(!ws.path("l3_index.json").exists());
    let ws = many(20);
    assert_eq!(ids(&search(&ws, &["word7"])), ["g_2026-05-10-8"]);
    assert!(ws.path("l3_index.json").exists());
}

#[test]
fn the_index_finds_what_a_search_without_it_finds() {
    let ws = many(21);
    for word in ["and", "word1", "ord2", "第1", "步", "\"步 and\"", "word3 第3步", "nothing"] {
        let with_index = search(&ws, &[word]);
        let plain: Vec<String> =
            (0..21)
                .rev()
                .filter(|i| {
                    let text = format!("word{i} 第{i}步 and all");
                    mindsave::search::Query::parse(word).unwrap().matches(&text)
                })
                .map(|i| {
                    if i == 0 {
                        "g_2026-05-10".to_owned()
                    } else {
                        format!("g_2026-05-10-{}", i + 1)
                    }
                })
                .collect();
        assert_eq!(ids(&with_index), plain, "{word}");
    }
}

#[test]
fn a_stale_or_torn_keyword_index_is_made_again() {
    let ws = many(20);
    search(&ws, &["word7"]);
    let old = ws.read("l3_index.json");
    ws.save(json!({"goal": "new", "status": "blocked", "completed_steps": ["fresh words 新词"]}));
    assert_eq!(ids(&search(&ws, &["新词"])), ["new_2026-05-10"]);
    ws.write(
        "snapshots/new_2026-05-10.md",
        "---\ngoal: new\n---\n\n### Completed Steps\n1. edited by hand\n",
    );
    assert_eq!(ids(&search(&ws, &["edited"])), ["new_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &["新词"])), [""; 0]);
    for index in [old.as_str(), "{", "", "[]", "{\"version\": 99}"] {
        ws.write("l3_index.json", index);
        assert_eq!(ids(&search(&ws, &["edited"])), ["new_2026-05-10"], "{index}");
    }
}

#[test]
fn recall_changes_no_snapshot() {
    let ws = archives();
    let before: Vec<String> =
        ws.names("snapshots").iter().map(|name| ws.read(&format!("snapshots/{name}"))).collect();
    search(&ws, &["登录"]);
    ws.program().args(["recall"]).ok();
    let after: Vec<String> =
        ws.names("snapshots").iter().map(|name| ws.read(&format!("snapshots/{name}"))).collect();
    assert_eq!(before, after);
}

#[test]
fn the_headings_of_an_archive_are_not_searched() {
    let ws = TestWorkspace::new();
    ws.program().args(["save", "--goal", "g", "--done", "读代码"]).json();
    for (keyword, found) in [("cold", 0), ("Completed", 0), ("读", 1)] {
        let answer = ws.program().args(["recall", keyword]).json();
        assert_eq!(answer["snapshots"].as_array().unwrap().len(), found, "{keyword}");
    }
}

/// What a command said of a file that cannot be read: with text on standard error, in JSON below
/// `warnings`.
fn told_of_bad_file(arguments: &[&str], good: bool) {
    let workspace = || {
        let ws = TestWorkspace::new();
        if good {
            ws.save(json!({"goal": "g", "completed_steps": ["登录 step"]}));
        }
        ws.write("snapshots/bad.md", "junk");
        ws
    };
    let ws = workspace();
    let told = ws.program().args(arguments).run().stderr;
    assert_eq!(told.matches("moved to quarantine/bad.md").count(), 1, "{arguments:?}: {told}");
    assert_eq!(ws.names("quarantine"), ["bad.md", "bad.md.why.txt"], "{arguments:?}");
    let ws = workspace();
    let answer = ws.program().args(arguments).args(["--json"]).run().json();
    let warnings = answer["warnings"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let said = warnings.iter().filter(|w| w.as_str().unwrap().contains("quarantine/bad.md"));
    assert_eq!(said.count(), 1, "{arguments:?}: {answer}");
}

#[test]
fn a_file_that_is_put_aside_is_told_by_every_command() {
    for arguments in [
        &["recall", "登录"][..],
        &["recall"],
        &["load"],
        &["resume"],
        &["status"],
        &["snapshots", "list"],
        &["snapshots", "show"],
        &["snapshots", "stats"],
        &["snapshots", "clean"],
        &["auto-snapshot"],
        &["save", "--goal", "new"],
    ] {
        told_of_bad_file(arguments, true);
    }
    // Also where nothing is left and the command fails.
    for arguments in [&["recall"][..], &["load"], &["resume"], &["auto-snapshot"]] {
        told_of_bad_file(arguments, false);
    }
}

#[test]
fn a_graph_that_is_put_aside_is_told() {
    let ws = TestWorkspace::new();
    ws.save(json!({"goal": "g", "completed_steps": ["step"]}));
    ws.write("execution_graphs/g_2026-05-10.json", "{torn");
    let told = ws.program().args(["load", "g_2026-05-10"]).ok().stderr;
    assert!(told.contains("moved to quarantine/g_2026-05-10.json"), "{told}");
}

#[test]
fn a_keyword_and_an_id_at_once_are_refused() {
    let ws = archives();
    for arguments in [["recall", "登录", "--id", "1"], ["recall", "--id", "1", "登录"]] {
        ws.program().args(arguments).fails("invalid_input");
    }
}
