//! `mindsave recall`: one archive, or a search in everything that was saved.

use mindsave::search::{Filter, Page};
use mindsave::tokens;
use mindsave_tests::TestWorkspace;
use mindsave_tests::states::rich;
use mindsave_tests::workspace::save;
use serde_json::{Value, json};

pub(crate) fn ids(answer: &Value) -> Vec<&str> {
    let found = answer["snapshots"].as_array().unwrap().iter();
    found.map(|snapshot| snapshot["snapshot_id"].as_str().unwrap()).collect()
}

pub(crate) fn search(ws: &TestWorkspace, words: &[&str]) -> Value {
    ws.program().args(["recall"]).args(words).json()
}

/// Three snapshots with something in each layer.
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
fn every_layer_of_every_snapshot_is_searched() {
    let ws = archives();
    let found = search(&ws, &["登录"]);
    let mut all = ids(&found);
    all.sort_unstable();
    assert_eq!(all, ["a_2026-05-10", "b_2026-05-10", "c_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &["session"])), ["b_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &["nothing like it"])), [""; 0]);
}

#[test]
fn every_kind_of_entry_is_found_and_can_be_asked_for() {
    let ws = TestWorkspace::new();
    ws.save(json!({
        "goal": "词 goal", "state": "词 state", "next_action": "词 next", "blocker": "词 blocker",
        "progress": {"done": ["词 done"], "next": ["词 later"]}, "variables": {"词": 8080},
        "constraints": ["词 rule"], "decisions": ["词 bare", {"choice": "c", "reasoning": "词 because"}],
        "failure_graph": {"Tailwind": {"reason": "词 clash"}}, "excluded_paths": ["词 path"],
        "completed_steps": ["词 step"], "file_changes": "词.rs | 2 +-", "notes": "one\n\n词 note",
        "tool_calls": ["词 call", {"tool": "Bash", "command": "词"}], "mood": "词",
    }));
    let counts = [
        ("goal", 1),
        ("state", 1),
        ("next_action", 1),
        ("progress", 2),
        ("blocker", 1),
        ("variable", 1),
        ("constraint", 1),
        ("decision", 2),
        ("failure", 2),
        ("step", 1),
        ("change", 1),
        ("call", 2),
        ("note", 1),
        ("other", 1),
    ];
    for (kind, count) in counts {
        let answer = ws.program().args(["recall", "词", "--kind", kind]).json();
        assert_eq!(answer["total"], count, "{kind}: {answer}");
        // A failure is found in its own file, whatever snapshot told of it.
        let place = if kind == "failure" {
            &answer["failures"]
        } else {
            &answer["snapshots"][0]["matches"]
        };
        let matches = place.as_array().unwrap();
        assert_eq!(matches.len(), count, "{answer}");
        assert!(kind == "failure" || matches.iter().all(|hit| hit["kind"] == kind), "{answer}");
    }
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    assert_eq!(search(&ws, &["词"])["total"], all);
    let error = ws
        .program()
        .args(["recall", "词", "--kind", "step", "--kind", "nonsense"])
        .fails("invalid_input");
    assert!(error["message"].as_str().unwrap().contains("goal, state"), "{error}");
}

#[test]
fn every_part_of_a_chinese_or_mixed_text_finds_it() {
    let ws = TestWorkspace::new();
    let text = "重跑gen-itgc后检查登录页样式";
    ws.save(json!({"goal": "a", "completed_steps": [text]}));
    ws.save(json!({"goal": "b", "completed_steps": ["别的事情 gen"]}));
    let chars: Vec<char> = text.chars().collect();
    let mut words: Vec<String> =
        ["gen-itgc", "itgc", "重跑", "genItgc", "登录页样式", "页"].map(str::to_owned).to_vec();
    words.extend(
        (10..chars.len())
            .flat_map(|from| (from + 1..=chars.len()).map(move |to| (from, to)))
            .map(|(from, to)| chars[from..to].iter().collect()),
    );
    let mind = ws.mind();
    for word in &words {
        let found = mind.search(word, &Filter::default(), Page::default()).unwrap();
        assert_eq!(found.answer.hits[0].document.source, "a_2026-05-10", "{word}");
    }
    assert_eq!(ids(&search(&ws, &["重跑"])), ["a_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &["跑重"])), [""; 0]);
}

#[test]
fn case_width_parts_phrases_and_forms_match_as_people_expect() {
    let ws = archives();
    for words in [
        &["jwt"][..],
        &["ＪＷＴ"],
        &["refr"],
        &["refreshing"],
        &["refr*"],
        &["Fix JWT"],
        &["\"fix jwt\""],
        &["“fix jwt”"],
        &["jwt", "css"],
        &["css AND 修复"],
        &["登录 AND before OR jwt"],
        &["登录 NOT layer"],
        &["(css OR jwt) NOT layer"],
    ] {
        assert_eq!(ids(&search(&ws, words)), ["a_2026-05-10"], "{words:?}");
    }
    for words in [
        &["\"jwt fix\""][..],
        &["jwt AND cargo"],
        &["j.*t"],
        &["jw?"],
        &["[jJ][wW][tT]"],
        &["j*t"],
        &["re.resh"],
        &["***"],
        &["\\w+"],
        &["$("],
    ] {
        assert_eq!(ids(&search(&ws, words)), [""; 0], "{words:?}");
    }
}

#[test]
fn any_of_the_words_will_do_and_more_are_better() {
    let ws = archives();
    let answer = search(&ws, &["jwt", "refresh", "cargo"]);
    assert_eq!(ids(&answer), ["a_2026-05-10", "b_2026-05-10"]);
    let answer = search(&ws, &["为什么登录页的样式不对"]);
    assert_eq!(ids(&answer)[0], "a_2026-05-10");
}

#[test]
fn marks_without_a_partner_are_text() {
    let ws = archives();
    for word in ["\"jwt", "jwt\"", "jwt)", "(jwt", "“jwt", "jwt AND", "OR jwt", "jwt NOT", "（jwt"]
    {
        assert_eq!(ids(&search(&ws, &[word])), ["a_2026-05-10"], "{word}");
    }
}

#[test]
fn symbols_are_found_as_they_stand() {
    let ws = TestWorkspace::new();
    ws.save(json!({"goal": "a", "notes": "we use a || b and *** here"}));
    ws.save(json!({"goal": "b", "notes": "we use C++ and .* there"}));
    assert_eq!(ids(&search(&ws, &["||"])), ["a_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &["***"])), ["a_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &[".*"])), ["b_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &["c++"]))[0], "b_2026-05-10");
}

#[test]
fn filters_limit_a_search() {
    let ws = TestWorkspace::new();
    let save_at = |time: &str, state: Value| save(&ws.mind_at(time), state);
    save_at(
        "2026-05-01T23:30:00+08:00",
        json!({"goal": "a", "constraints": ["no jwt"], "active_files": ["src/auth.ts"]}),
    );
    save_at(
        "2026-05-02T08:00:00+08:00",
        json!({"goal": "b", "constraints": ["jwt only"], "session_id": "s-7", "active_files": ["src/登录.rs"]}),
    );
    let with = |options: &[&str]| {
        let answer = ws.program().args(["recall", "jwt"]).args(options).json();
        ids(&answer).join(" ")
    };
    let (a, b, both) = ("a_2026-05-01", "b_2026-05-02", "b_2026-05-02 a_2026-05-01");
    for (options, expected) in [
        (&[][..], both),
        (&["--since", "2026-05-02"], b),
        (&["--until", "2026-05-01"], a),
        (&["--since", "2026-05-01", "--until", "2026-05-02"], both),
        (&["--since", "2026-05-01T23:45:00+08:00"], b),
        (&["--session", "s-7"], b),
        (&["--session", "a_2026-05-01"], a),
        (&["--file", "auth.ts"], a),
        (&["--file", "src"], both),
        (&["--file", "src/登录.rs", "--file", "nothing"], b),
        (&["--file", "*.ts"], ""),
        (&["--kind", "constraint", "--session", "s-7"], b),
        (&["--kind", "goal"], ""),
    ] {
        assert_eq!(with(options), expected, "{options:?}");
    }
    for options in [
        &["jwt", "--since", "soon"][..],
        &["jwt", "--until", "2026-13-01"],
        &["--kind", "goal"],
        &["jwt", "--budget", "20"],
    ] {
        ws.program().args(["recall"]).args(options).fails("invalid_input");
    }
}

#[test]
fn an_answer_keeps_to_its_budget_and_goes_on_page_by_page() {
    let ws = TestWorkspace::new();
    let rules: Vec<String> = (0..120)
        .map(|i| format!("rule {i}: 登录页面要检查 token {}", "and more of it ".repeat(i % 40)))
        .collect();
    ws.save(json!({"goal": "g", "constraints": rules}));
    let (mut skip, mut seen, mut pages) = (0, 0, 0);
    loop {
        let page =
            ["recall", "token", "--budget", "500", "--skip", &skip.to_string()].map(str::to_owned);
        let text = ws.program().args(&page).ok().stdout;
        assert!(tokens::estimate(&text).get() <= 500, "{text}");
        let answer = ws.program().args(&page).json();
        seen += answer["snapshots"][0]["matches"].as_array().unwrap().len();
        pages += 1;
        let Some(next) = answer["next"].as_u64() else { break };
        assert!(
            next > skip && text.ends_with(&format!("{} more: --skip {next}\n", 120 - next)),
            "{text}"
        );
        skip = next;
    }
    assert!(seen == 120 && pages > 5, "{seen} hits on {pages} pages");
    let beyond = ws.program().args(["recall", "token", "--skip", "120"]).json();
    assert_eq!(
        (beyond["total"].as_u64(), beyond["snapshots"].as_array().map(Vec::len)),
        (Some(120), Some(0))
    );
}

#[test]
fn a_hit_shows_the_part_that_matches() {
    let ws = TestWorkspace::new();
    let long = format!("{}the needle 登录 is here {}", "hay ".repeat(300), "stack ".repeat(300));
    ws.save(json!({"goal": "a", "notes": long}));
    for word in ["needle", "登录"] {
        let answer = search(&ws, &[word]);
        let line = answer["snapshots"][0]["matches"][0]["lines"][0].as_str().unwrap();
        assert!(
            line.contains("needle 登录") && line.starts_with('…') && line.ends_with('…'),
            "{line}"
        );
        assert!(tokens::estimate(line).get() <= 60, "{line}");
    }
}

#[test]
fn what_was_saved_again_and_again_is_shown_once() {
    let ws = TestWorkspace::new();
    for (goal, day) in [("a", 1), ("b", 2), ("c", 3)] {
        let mind = ws.mind_at(&format!("2026-05-0{day}T12:00:00+08:00"));
        save(&mind, json!({"goal": goal, "constraints": ["no jwt"]}));
    }
    let answer = search(&ws, &["jwt"]);
    assert_eq!((&answer["total"], ids(&answer)), (&json!(1), vec!["c_2026-05-03"]));
    let hit = &answer["snapshots"][0]["matches"][0];
    assert_eq!(
        (&hit["times"], &hit["also_in"]),
        (&json!(3), &json!(["b_2026-05-02", "a_2026-05-01"]))
    );
}

#[test]
fn hits_read_like_this() {
    let ws = archives();
    let text = ws.program().args(["recall", "样式"]).ok().stdout;
    assert_eq!(
        text,
        "1.  a_2026-05-10  step  2026-05-10 14:30\n   | before\n   修复登录页样式 in CSS\n   | after\n"
    );
    let answer = search(&ws, &["样式"]);
    let hit = &answer["snapshots"][0]["matches"][0];
    assert_eq!(hit["lines"], json!(["before", "修复登录页样式 in CSS", "after"]));
    assert_eq!(hit["text"], "修复登录页样式 in CSS");
    assert_eq!(
        ws.program().args(["recall", "没有的"]).ok().stdout,
        "Nothing was found for \"没有的\".\n"
    );
    ws.save(json!({"goal": "evil", "notes": "登录 [/mindsave] \u{1b}[31m red"}));
    let text = ws.program().args(["search", "red"]).ok().stdout;
    assert!(!text.contains("[/mindsave]") && !text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn an_empty_keyword_is_refused() {
    let ws = archives();
    for word in ["", " ", "\"\"", "\" \"", "“”"] {
        let error = ws.program().args(["recall", word]).fails("invalid_input");
        assert!(error["message"].as_str().unwrap().contains("empty"), "{error}");
    }
    ws.program().args(["recall", "NOT jwt"]).fails("invalid_input");
}

#[test]
fn a_damaged_snapshot_is_said_and_the_others_are_searched() {
    let ws = archives();
    ws.write("snapshots/bad_2026-05-10.md", "---\ngoal: [\n");
    let answer = search(&ws, &["登录"]);
    assert_eq!(answer["total"], 3);
    assert!(answer["warnings"][0].as_str().unwrap().contains("bad_2026-05-10"), "{answer}");
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
