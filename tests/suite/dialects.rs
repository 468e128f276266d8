//! Files that other programs and people wrote, and an index that is wrong in every way.

use mindsave::Pick;
use mindsave_tests::TestWorkspace;
use mindsave_tests::states::minimal;
use serde_json::{Value, json};

/// Puts a file among the snapshots and loads it with the program.
fn load(name: &str, text: &str) -> Value {
    let ws = TestWorkspace::new();
    ws.write(&format!("snapshots/{name}.md"), text);
    ws.program().args(["load", name]).json()
}

const TEMPLATE: &str = r#"---
snapshot_id: "login_2026-05-09"
created_at: "2026-05-09T14:25:00+08:00"
version: "3.0"

# Layer 1: Execution Register (always restored)
goal: "Ship it"
state: "half"
next_action: "test"
active_files:
  - "src/a.ts"
blocker: "none"

# Layer 2: Cognitive Cache (restored on demand)
constraints:
  - "no Tailwind"
decisions:
  - "polling"
failure_graph:
  "Tailwind":
    rejected_by: "user"
    reason: "clash"
    repeat_count: 3
    confidence: "high"
    scope: "project"
    related: ["Bootstrap", "Bulma"]
    alternatives: ["CSS Modules"]

# Auto-trigger metadata (optional)
auto_trigger:
  reason: "tool-threshold"
  tool_calls_since_last: 12
---

## Layer 3: Cold Archive (debug only)

### Completed Steps
1. First
2. Second

### File Changes
 a | 1 +

### Recent Tool Calls
1. edit a
"#;

fn template_state() -> Value {
    json!({
        "goal": "Ship it", "state": "half", "next_action": "test", "active_files": ["src/a.ts"],
        "blocker": "none", "variables": {}, "constraints": ["no Tailwind"], "decisions": ["polling"],
        "failure_graph": {"Tailwind": {"rejected_by": "user", "reason": "clash", "repeat_count": 3,
            "confidence": "high", "scope": "project", "related": ["Bootstrap", "Bulma"],
            "alternatives": ["CSS Modules"]}},
        "excluded_paths": [], "completed_steps": ["First", "Second"], "file_changes": "a | 1 +",
        "tool_calls": ["edit a"], "auto_trigger": {"reason": "tool-threshold", "tool_calls_since_last": 12},
        "snapshot_id": "login_2026-05-09", "created_at": "2026-05-09T14:25:00+08:00", "version": "3.0",
        "layers": ["L1", "L2", "L3"], "symbolic": {"theme_system": {
            "strategy": "avoid_tailwind", "chosen": [], "rejected": ["Tailwind"], "reason": "", "notes": [],
            "line": "no Tailwind",
            "sources": [{"kind": "constraint", "index": 0, "text": "no Tailwind"}],
        }},
    })
}

#[test]
fn the_template_of_the_seed_is_read_with_any_line_end_or_mark() {
    let crlf = TEMPLATE.replace('\n', "\r\n");
    for text in [
        TEMPLATE.to_owned(),
        crlf.clone(),
        format!("\u{feff}{TEMPLATE}"),
        format!("\u{feff}{crlf}"),
    ] {
        assert_eq!(load("login_2026-05-09", &text), template_state());
    }
}

#[test]
fn the_file_name_counts_and_not_what_the_file_says_of_itself() {
    assert_eq!(load("renamed", TEMPLATE)["snapshot_id"], "renamed");
}

#[test]
fn the_first_programs_json_blocks_and_quotes_are_read() {
    let loaded = load(
        "snapshot_20260509",
        r#"---
snapshot_id: "snapshot_20260509"
created_at: "2026-05-09T06:25:00+00:00"
version: "4.0.0"
# Layer 1
goal: "say "hi" to C:\new"
state: ""quoted""
next_action: "go"
active_files:
  - "src/"a".ts"
blocker: "none"
# Layer 2
_compressed: |
  {"constraints": ["Use tabs"], "decisions": [], "symbolic": {"theme_system": {"strategy": "css_variables_only",
   "rejected": ["No Tailwind"], "reason": "Auto-compressed from constraints"}}}
constraints:
  - "Use tabs"
decisions: []
excluded_paths: []
failure_graph: |
  {"Tailwind": {"rejected_by": "user", "reason": "clash", "repeat_count": 2, "related": []}}
auto_trigger:
  reason: "x"
  tool_calls_since_last: 3
---"#,
    );
    assert_eq!(loaded["goal"], r#"say "hi" to C:\new"#);
    assert_eq!(
        (&loaded["state"], &loaded["active_files"][0]),
        (&json!("\"quoted\""), &json!("src/\"a\".ts"))
    );
    assert_eq!(loaded["constraints"], json!(["Use tabs", "No Tailwind"]));
    assert_eq!(loaded["failure_graph"]["Tailwind"]["repeat_count"], 2);
    assert_eq!(loaded["auto_trigger"]["tool_calls_since_last"], 3);
}

#[test]
fn version_two_fields_are_read() {
    let loaded = load(
        "old",
        "---\nsnapshot_id: a\ncreated_at: 2026-01-02\ntask_goal: 旧目标\nstatus: blocked\nactive_files: [a.py]\n\
         next_steps:\n  - 先做这个\n  - 再做那个\n---\n\n## Completed Steps\n- one\n- two\n\n## Key Context\n\
         uses Flask\n\n## File Change Summary\n```\na.py | 3\n```\n\n## Recent Tool Calls\n- read a.py\n",
    );
    assert_eq!((&loaded["goal"], &loaded["next_action"]), (&json!("旧目标"), &json!("先做这个")));
    assert_eq!(loaded["progress"], json!({"done": [], "next": ["再做那个"]}));
    assert_eq!(loaded["completed_steps"], json!(["one", "two"]));
    assert_eq!(
        (&loaded["notes"], &loaded["file_changes"]),
        (&json!("uses Flask"), &json!("a.py | 3"))
    );
    assert_eq!(
        (&loaded["tool_calls"], &loaded["status"]),
        (&json!(["read a.py"]), &json!("blocked"))
    );
}

#[test]
fn plain_words_that_look_like_other_types_stay_text() {
    let loaded = load(
        "x",
        "---\ngoal: no\nstate: 010\nnext_action: 1.30\nblocker: ~x\nconstraints: [yes, 010, 2026-05-10, null]\n---\n",
    );
    assert_eq!(
        (&loaded["goal"], &loaded["state"], &loaded["next_action"]),
        (&json!("no"), &json!("010"), &json!("1.30"))
    );
    assert_eq!(
        loaded["constraints"].as_array().unwrap()[..3],
        [json!("yes"), json!("010"), json!("2026-05-10")]
    );
}

#[test]
fn a_file_by_hand_needs_a_goal_and_nothing_else() {
    let loaded = load(
        "登录_2026-05-09",
        "---\ngoal: 修复登录\nblocker:\nactive_files: src/a.ts\n---\nfree text\n",
    );
    assert_eq!(
        (&loaded["goal"], &loaded["active_files"]),
        (&json!("修复登录"), &json!(["src/a.ts"]))
    );
    assert_eq!(loaded["notes"], "free text");
    assert!(loaded["created_at"].as_str().unwrap().starts_with("2026-05-09"), "{loaded}");
}

#[test]
fn unknown_keys_survive_a_load_and_a_save() {
    let ws = TestWorkspace::new();
    ws.write(
        "snapshots/x.md",
        "---\ngoal: g\nmood: fine\n\"goal:x\": 1\nteam: {lead: 李, size: 3}\nprogress: {done: [a]}\n---\n",
    );
    let loaded = ws.program().args(["load", "x"]).json();
    let saved = ws.program().args(["save", "--no-diff"]).stdin(loaded.to_string()).json();
    let again = ws.program().args(["load", saved["snapshot_id"].as_str().unwrap()]).json();
    for key in ["mood", "goal:x", "team"] {
        assert!(loaded.get(key).is_some(), "{key} in {loaded}");
        assert_eq!(again[key], loaded[key], "{key}");
    }
}

#[test]
fn unknown_keys_survive_in_an_indented_front_matter() {
    let loaded = load("x", "---\n  goal: g\n  mood: fine\n---\n");
    assert_eq!((&loaded["goal"], &loaded["mood"]), (&json!("g"), &json!("fine")));
}

/// Three snapshots, two of them saved and one written by hand.
fn three() -> TestWorkspace {
    let ws = TestWorkspace::new();
    ws.save(minimal("a"));
    ws.save(minimal("b"));
    ws.write("snapshots/hand.md", "---\ngoal: c\n---\n");
    ws
}

fn goals(ws: &TestWorkspace) -> Vec<String> {
    let mut goals: Vec<String> =
        ws.mind().list().unwrap().0.into_iter().map(|entry| entry.goal).collect();
    goals.sort();
    goals
}

#[test]
fn an_index_that_is_deleted_torn_stale_or_of_another_version_is_made_again() {
    let ws = three();
    assert_eq!(goals(&ws), ["a", "b", "c"]);
    let whole = ws.read("index.json");
    let stale = whole
        .replace("\"goal\":\"a\"", "\"goal\":\"stale\"")
        .replace("\"stamp\":\"", "\"stamp\":\"0");
    for index in [
        &whole[..whole.len() / 2],
        "",
        &whole.replace("\"version\": 1", "\"version\": 99"),
        &stale,
        "{}",
    ] {
        ws.write("index.json", index);
        assert_eq!(goals(&ws), ["a", "b", "c"], "{index}");
        let kept: Value = serde_json::from_str(&ws.read("index.json")).unwrap();
        assert_eq!(kept["snapshots"].as_array().unwrap().len(), 3, "it was written again");
    }
    std::fs::remove_file(ws.path("index.json")).unwrap();
    assert_eq!(goals(&ws), ["a", "b", "c"]);
}

#[test]
fn a_file_edited_by_hand_is_listed_as_it_is_now() {
    let ws = three();
    goals(&ws);
    ws.write("snapshots/hand.md", "---\ngoal: changed by hand\n---\n");
    assert_eq!(goals(&ws), ["a", "b", "changed by hand"]);
    std::fs::remove_file(ws.path("snapshots/hand.md")).unwrap();
    assert_eq!(goals(&ws), ["a", "b"]);
}

#[test]
fn paths_in_the_index_are_relative() {
    let ws = three();
    ws.mind().list().unwrap();
    let index = ws.read("index.json");
    assert!(!index.contains(&ws.around().display().to_string()), "{index}");
}

#[test]
fn an_index_whose_entries_point_elsewhere_leads_nowhere() {
    let ws = three();
    goals(&ws);
    let index = ws.read("index.json").replace("snapshots/a_2026-05-10.md", "../../../etc/passwd");
    ws.write("index.json", index.replace("a_2026-05-10\"", "../../a\""));
    assert_eq!(goals(&ws), ["a", "b", "c"]);
}

#[test]
fn a_corrupt_snapshot_goes_to_quarantine_with_its_place_and_stops_nothing() {
    let ws = three();
    ws.write("snapshots/bad.md", "---\ngoal: x\nprogress: 3\n---\n");
    let (entries, notices) = ws.mind().list().unwrap();
    assert_eq!((entries.len(), notices.len()), (3, 1));
    assert!(notices[0].starts_with("snapshots/bad.md:3:"), "{}", notices[0]);
    assert!(notices[0].contains("quarantine/bad.md"), "{}", notices[0]);
    assert_eq!(ws.read("quarantine/bad.md"), "---\ngoal: x\nprogress: 3\n---\n");
    assert!(ws.read("quarantine/bad.md.why.txt").contains("snapshots/bad.md:3:"));
    assert_eq!(ws.mind().list().unwrap().1, [""; 0], "it is said once");
}

#[test]
fn loading_a_corrupt_snapshot_names_file_line_and_column() {
    let ws = three();
    ws.write("snapshots/bad.md", "---\ngoal: x\nstate: [a\n---\n");
    let error = ws.program().args(["load", "bad"]).fails("corrupt");
    assert_eq!(error["file"], "snapshots/bad.md");
    assert!(error["line"].as_u64().unwrap() >= 3 && error["column"].as_u64().is_some(), "{error}");
    ws.program().args(["load", "bad"]).fails("not_found");
    assert_eq!(ws.names("quarantine"), ["bad.md", "bad.md.why.txt"]);
}

#[test]
fn every_kind_of_damage_is_put_aside_and_the_next_save_works() {
    let ws = TestWorkspace::new();
    let damaged: [(&str, &[u8]); 6] = [
        ("empty", b""),
        ("torn", b"---\ngoal: x\nnext"),
        ("text", b"hello"),
        ("binary", b"---\ngoal: \xff\xfe\n---\n"),
        ("list", b"---\n- a\n---\n"),
        ("goalless", b"---\nstate: x\n---\n"),
    ];
    for (name, bytes) in damaged {
        ws.write(&format!("snapshots/{name}.md"), bytes);
    }
    let saved = ws.save(minimal("after"));
    assert_eq!(saved.warnings.len(), damaged.len(), "{:?}", saved.warnings);
    assert_eq!(ws.names("snapshots"), ["after_2026-05-10.md"]);
    for (name, bytes) in damaged {
        assert_eq!(std::fs::read(ws.path(&format!("quarantine/{name}.md"))).unwrap(), bytes);
    }
}

#[test]
fn two_bad_files_of_one_name_are_both_kept() {
    let ws = TestWorkspace::new();
    for text in ["one", "two"] {
        ws.write("snapshots/bad.md", text);
        ws.mind().list().unwrap();
    }
    assert_eq!(ws.read("quarantine/bad.md"), "one");
    assert_eq!(ws.read("quarantine/2-bad.md"), "two");
}

#[test]
fn a_bad_file_never_takes_a_good_one_of_a_similar_name_with_it() {
    let ws = TestWorkspace::new();
    ws.write("snapshots/x.md", "---\ngoal: good\n---\n");
    ws.write("snapshots/x.md.md", "bad");
    let (entries, notices) = ws.mind().list().unwrap();
    assert_eq!((entries.len(), notices.len()), (1, 1), "{notices:?}");
    assert_eq!(ws.names("snapshots"), ["x.md"]);
    assert_eq!(ws.read("quarantine/x.md.md"), "bad");
}

#[test]
fn files_that_are_no_snapshots_are_left_alone() {
    let ws = three();
    for name in ["notes.txt", ".hidden.md", "folder/x.md", "x.md~"] {
        ws.write(&format!("snapshots/{name}"), "whatever");
    }
    assert_eq!(goals(&ws), ["a", "b", "c"]);
    assert_eq!(ws.names("quarantine"), [""; 0]);
}

#[test]
fn a_torn_graph_is_put_aside_and_its_snapshot_is_read() {
    let ws = TestWorkspace::new();
    let saved = ws.save(mindsave_tests::states::rich());
    ws.write(&format!("execution_graphs/{}.json", saved.snapshot.id), "{\"steps\": [{");
    let loaded = ws.mind().load(&Pick::Latest).unwrap().snapshot;
    assert_eq!(loaded.state.archive.execution_dag, None);
    assert_eq!(ws.names("quarantine").len(), 2);
}

#[test]
fn a_stale_index_never_lets_a_new_graph_take_the_place_of_an_old_one() {
    let ws = TestWorkspace::new();
    let with_graph =
        |name: &str| json!({"goal": "a", "execution_dag": {"steps": [{"id": "x", "name": name}]}});
    let first = ws.save(with_graph("first")).snapshot.id;
    let mut index: Value = serde_json::from_str(&ws.read("index.json")).unwrap();
    index["snapshots"] = json!([]);
    ws.write("index.json", index.to_string());
    let second = ws.save(with_graph("second")).snapshot.id;
    assert_ne!(first, second);
    let loaded = ws.mind().load(&Pick::Named(first.to_string())).unwrap().snapshot;
    assert_eq!(loaded.state.archive.execution_dag.unwrap().steps()[0].name, "first");
}

#[test]
fn settings_that_cannot_be_read_are_refused_with_their_place() {
    let ws = three();
    ws.write("config.toml", "max_snapshots = 3\nmax_age_days = \"x\"\n");
    let error = ws.program().args(["status"]).fails("invalid_input");
    assert_eq!((&error["file"], &error["line"]), (&json!(".mindsave/config.toml"), &json!(2)));
}
