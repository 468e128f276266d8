//! Round trips of everything, and every dialect there is.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{decode, encode};
use crate::archive::ToolCall;
use crate::snapshot::{FORMAT_VERSION, FileStamp, Layers, Snapshot, State};
use crate::{ErrorKind, SnapshotId, Timestamp};

fn now() -> Timestamp {
    Timestamp::parse("2026-05-10T14:30:00+08:00").unwrap()
}

fn id() -> SnapshotId {
    SnapshotId::parse("login_2026-05-09").unwrap()
}

pub(super) fn of(state: State) -> Snapshot {
    let version = FORMAT_VERSION.to_owned();
    Snapshot {
        id: id(),
        created_at: now(),
        version,
        layers: Layers::ALL,
        state,
        file_stamps: vec![],
        short: crate::snapshot::ShortForm::default(),
        cut_off: false,
    }
}

fn read(text: &str) -> Snapshot {
    decode(&id(), text, now()).unwrap()
}

fn full() -> State {
    State::from_value(json!({
        "goal": "Fix \"login\"", "phase": "执行", "state": "a: b", "progress": {"done": ["---"], "next": []},
        "next_action": "run\nthe tests", "active_files": ["src/登录.ts"], "blocker": "none",
        "variables": {"port": 8080, "url": "https://x", "no": "no", "nested": {"a": [1, null, "x"]}},
        "status": "in_progress", "constraints": ["no tailwind", "010"],
        "decisions": ["REST first", {"choice": "c", "options": ["c", "d"], "reasoning": "r: s", "owner": "Li"}],
        "failure_graph": {"Tailwind": {"schema_version": "1.0", "rejected_by": "user", "reason": "clash",
            "repeat_count": 3, "confidence": "high", "scope": "project", "related": ["Bootstrap"],
            "alternatives": ["CSS Modules"]}, "C++": {}},
        "excluded_paths": ["websocket: flaky"], "completed_steps": ["one", "two\n  indented\n\nlast"],
        "file_changes": " src/a.rs | 2 +-\n 1 file changed", "tool_calls": ["edit a", {"tool": "Bash", "ok": true}],
        "notes": "free\n## text", "auto_trigger": {"reason": "tool-threshold", "tool_calls_since_last": 12},
        "custom": {"deep": ["x", 1.5]}
    }))
    .unwrap()
}

#[test]
fn a_file_reads_like_this() {
    let mut snapshot = of(full());
    let stamp = FileStamp {
        path: "src/登录.ts".into(),
        size: Some(3),
        modified: Some(now()),
        sha256: None,
    };
    snapshot.file_stamps = vec![stamp];
    let text = encode(&snapshot).unwrap();
    insta::assert_snapshot!(text);
    assert_eq!(read(&text), snapshot);
    assert_eq!(encode(&read(&text)).unwrap(), text, "a rewrite changes nothing");
}

#[test]
fn fields_with_names_of_other_dialects_come_back_as_they_are() {
    let given = json!({"goal": "g", "next_action": "n", "next_steps": ["a", "b"], "task_goal": "x",
        "_compressed": 1, "other_fields": {"y": 1}});
    let snapshot = of(State::from_value(given).unwrap());
    assert_eq!(read(&encode(&snapshot).unwrap()), snapshot);
}

#[test]
fn layers_that_are_not_held_are_not_written() {
    let mut snapshot = of(full());
    snapshot.layers = Layers::TASK;
    let back = read(&encode(&snapshot).unwrap());
    assert_eq!(back.layers, Layers::TASK);
    assert_eq!(back.state.task, snapshot.state.task);
    assert!(back.state.knowledge.is_empty() && back.state.archive.is_empty());
}

/// Strings that have broken one program or another.
const NASTY: [&str; 30] = [
    "",
    " ",
    "\n",
    "a\n",
    "\na",
    "say \"hi\" now",
    "\"quoted\"",
    "'",
    "a\\nb",
    "C:\\new",
    "---",
    "\n---\n",
    "x\n---\nnext_action: evil",
    "key: value",
    "# no comment",
    "- item",
    "no",
    "yes",
    "null",
    "~",
    "010",
    "1_000",
    "1e3",
    "2026-05-10",
    "\u{0}\u{1}\u{7f}\u{85}\u{2028}\u{feff}",
    "\t tab \r\n",
    "修复登录",
    "👩‍👩‍👧🇨🇳",
    "```\nx\n```",
    "!json \"x\"",
];

#[test]
fn every_nasty_string_survives_in_every_place() {
    let long = ["键".repeat(700), "k".repeat(1025), "\u{1}".repeat(300)];
    for text in NASTY.into_iter().chain(long.iter().map(String::as_str)) {
        let goal = if text.trim().is_empty() { format!("g{text}") } else { text.to_owned() };
        let given = json!({
            "goal": goal, "phase": text, "state": text, "next_action": text, "blocker": text, "status": text,
            "progress": {"done": [text], "next": [text, text]}, "active_files": [text], "variables": {text: text},
            "constraints": [text, "x"], "decisions": [text, {"choice": "c", "reasoning": text, "risks": [text], text: text}],
            "failure_graph": {format!("f{text}"): {"reason": text, "related": [text], format!("k{text}"): text}},
            "excluded_paths": [text], "completed_steps": [text, "x", text], "file_changes": text,
            "tool_calls": [text, {"t": text, text: 1}], "notes": text,
            "auto_trigger": {"reason": text, "tool_calls_since_last": 0, format!("k{text}"): text},
            format!("x{text}"): text,
        });
        let snapshot = of(State::from_value(given.clone()).unwrap());
        let written = encode(&snapshot).unwrap();
        let back =
            decode(&id(), &written, now()).unwrap_or_else(|e| panic!("{text:?}: {e}\n{written}"));
        assert_eq!(Value::Object(back.state.to_json()), given, "{text:?}\n{written}");
    }
}

pub(super) fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "\"",
        "'",
        "\\",
        "\n",
        "\r",
        "---",
        ": ",
        "- ",
        "#",
        "`",
        "```",
        "{",
        "[",
        "]",
        "}",
        "!json ",
        "|",
        ">",
        "&a",
        "*a",
        "%",
        "@",
        "\t",
        " ",
        "   ",
        "1. ",
        "## ",
        "### Notes",
        "no",
        "010",
        "é",
        "修",
        "👩‍👧",
        "\u{0}",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "\u{fffe}",
        "\u{7f}",
        "\u{10ffff}",
    ];
    let joined =
        prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..8).prop_map(|p| p.concat());
    prop_oneof![joined, any::<String>()]
}

proptest! {
    #[test]
    fn encode_then_decode_is_identity(a in piece(), b in piece(), c in piece(), d in piece()) {
        let given = json!({
            "goal": format!("g{a}"), "state": b, "active_files": [c, d], "variables": {a.clone(): d, c.clone(): [b, {d.clone(): a}]},
            "constraints": [a, b], "decisions": [c, {"choice": format!("c{d}"), "context": a}],
            "failure_graph": {format!("f{b}"): {"reason": c}}, "completed_steps": [a, b, c, d],
            "file_changes": c, "tool_calls": [d, {a.clone(): b}, c], "notes": d, "blocker": a,
        });
        let snapshot = of(State::from_value(given).unwrap());
        let text = encode(&snapshot).unwrap();
        prop_assert_eq!(&decode(&id(), &text, now()).unwrap(), &snapshot, "{}", text);
        cuts_are_told(&snapshot, 37);
    }

    #[test]
    fn any_text_is_read_or_refused_without_panic(front in piece(), body in any::<String>()) {
        for text in [format!("---\ngoal: {front}\n---\n{body}"), body, format!("---\n{front}")] {
            if let Ok(snapshot) = decode(&id(), &text, now()) {
                prop_assert!(encode(&snapshot).is_ok());
            }
        }
    }
}

#[test]
fn the_template_of_the_seed_is_read() {
    let text = r#"---
snapshot_id: "x_2026-05-09"
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
  - Don't use Tailwind: causes style conflict
  - no
decisions:
  - "polling"
failure_graph:
  "Tailwind":
    rejected_by: "user"
    reason: "clash"
    repeat_count: 3
    state: inner
    related: ["Bootstrap"]

auto_trigger:
  reason: "tool-threshold"
  tool_calls_since_last: 12
mood: fine
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
    for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        let snapshot = read(&text);
        assert_eq!(snapshot.created_at.to_string(), "2026-05-09T14:25:00+08:00");
        let state = &snapshot.state;
        assert_eq!(state.task.state.as_deref(), Some("half"));
        assert_eq!(
            state.knowledge.constraints,
            ["Don't use Tailwind: causes style conflict", "no"]
        );
        assert_eq!(state.knowledge.failure_graph["Tailwind"].repeat_count(), 3);
        assert_eq!(state.archive.completed_steps, ["First", "Second"]);
        assert_eq!(state.archive.file_changes.as_deref(), Some("a | 1 +"));
        assert_eq!(state.archive.tool_calls, [ToolCall::Text("edit a".into())]);
        assert_eq!(state.auto_trigger.as_ref().unwrap().tool_calls_since_last, 12);
        assert_eq!(state.extra["mood"], json!("fine"));
        let again = read(&encode(&snapshot).unwrap());
        assert_eq!(again, snapshot, "a rewrite loses nothing");
    }
}

#[test]
fn the_first_programs_files_are_read() {
    let text = r#"---
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
   "rejected": ["No Tailwind", "no bootstrap"], "reason": "Auto-compressed from constraints"}}}
constraints:
  - "Use tabs"
decisions: []
excluded_paths: []
# theme_system: css_variables_only
failure_graph: |
  {"Tailwind": {"rejected_by": "user", "reason": "clash", "repeat_count": 2, "related": []}}
auto_trigger:
  reason: "x"
  tool_calls_since_last: 3
---"#;
    let state = read(text).state;
    assert_eq!(state.task.goal, r#"say "hi" to C:\new"#);
    assert_eq!(state.task.state.as_deref(), Some("\"quoted\""));
    assert_eq!(state.task.active_files, [r#"src/"a".ts"#]);
    assert_eq!(state.knowledge.constraints, ["Use tabs", "No Tailwind", "no bootstrap"]);
    assert_eq!(state.knowledge.failure_graph["Tailwind"].repeat_count(), 2);
}

#[test]
fn version_two_files_are_read() {
    let text = "---\nsnapshot_id: a\ncreated_at: 2026-01-02\ntask_goal: 旧目标\nstatus: blocked\nactive_files: [a.py]\n\
        next_steps:\n  - 先做这个\n  - 再做那个\n---\n\n## Completed Steps\n- one\n- two\n\n## Key Context\nuses Flask\n\n\
        ## File Change Summary\n```\na.py | 3\n```\n\n## Recent Tool Calls\n- read a.py\n";
    let snapshot = read(text);
    let task = &snapshot.state.task;
    assert_eq!((task.goal.as_str(), task.next_action.as_deref()), ("旧目标", Some("先做这个")));
    assert_eq!(task.progress.as_ref().unwrap().next, ["再做那个"]);
    let archive = &snapshot.state.archive;
    assert_eq!(archive.completed_steps, ["one", "two"]);
    assert_eq!(archive.notes.as_deref(), Some("uses Flask"));
    assert_eq!(archive.file_changes.as_deref(), Some("a.py | 3"));
    assert_eq!(snapshot.created_at.date(), "2026-01-02");
}

#[test]
fn a_hand_written_file_needs_a_goal_and_nothing_else() {
    let snapshot = read("---\ngoal: 修复登录\nblocker:\nactive_files: src/a.ts\n---\nfree text\n");
    assert_eq!(snapshot.created_at.date(), "2026-05-09", "the day comes from the name");
    assert_eq!(snapshot.state.task.active_files, ["src/a.ts"]);
    assert_eq!(snapshot.state.archive.notes.as_deref(), Some("free text"));
}

#[test]
fn numbers_written_by_hand_keep_every_digit() {
    let text = "---\ngoal: g\nvariables: {id: 99999999999999999999, neg: -99999999999999999999, n: .nan, small: 7}\n\
        constraints: [99999999999999999999]\nmine: [99999999999999999999]\n---\n";
    let snapshot = read(text);
    let json = snapshot.state.to_json();
    let digits = json!("99999999999999999999");
    assert_eq!(json["variables"]["id"], digits);
    assert_eq!(json["variables"]["neg"], json!("-99999999999999999999"));
    assert_eq!((&json["variables"]["n"], &json["variables"]["small"]), (&json!("NaN"), &json!(7)));
    assert_eq!((&json["constraints"][0], &json["mine"][0]), (&digits, &digits));
    assert_eq!(read(&encode(&snapshot).unwrap()), snapshot);
}

#[test]
fn nesting_has_a_limit_that_is_told() {
    for deep in ["[".repeat(100_000), "{a: ".repeat(50_000), "[\n ".repeat(40_000)] {
        let error = decode(&id(), &format!("---\ngoal: g\nx: {deep}\n---\n"), now()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt);
        assert!(error.message().contains("levels deep"), "{error}");
    }
    // What may be given comes back, in every place that holds any value.
    let mut value = json!("深");
    for _ in 0..97 {
        value = json!([value]);
    }
    let given = json!({"goal": "g", "variables": {"v": value}, "mine": value, "next_steps": value, "tool_calls": [{"v": value[0]}]});
    let snapshot = of(State::from_value(given).unwrap());
    assert_eq!(read(&encode(&snapshot).unwrap()), snapshot);
    let given = json!({"goal": "g", "mine": [[[[value]]]]});
    assert!(State::from_value(given).unwrap_err().message().contains("100 levels deep"));
}

#[test]
fn a_key_twice_is_corrupt_wherever_it_stands() {
    for twice in [
        "goal: h",
        "variables: {端口: 1, 端口: 2}",
        "mine: 1\nmine: 2",
        "mine: {a: [{b: 1, b: 1}]}",
        "decisions: [{choice: a, x: 1, x: 2}]",
    ] {
        let error = decode(&id(), &format!("---\ngoal: g\n{twice}\n---\n"), now()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{twice}: {error}");
    }
}

#[test]
fn what_cannot_be_read_is_corrupt_with_its_place() {
    let error = |text: &str| {
        let error = decode(&id(), text, now()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{text:?}");
        error.to_string()
    };
    insta::assert_snapshot!(
        [
            error(""),
            error("hello"),
            error("---\ngoal: x\nnext"),
            error("---\ngoal: [x\nstate: y\n---\n"),
            error("---\ngoal: x\n\tbad: tab\n---\n"),
            error("---\nstate: y\n---\n"),
            error("---\ngoal: x\ngoal: y\n---\n"),
            error("---\ngoal: x\nprogress: 3\n---\n"),
            error("---\ngoal: x\nfailure_graph: {a: 3}\n---\n"),
            error("---\ngoal: x\nfailure_graph: not json\n---\n"),
            error("---\ngoal: x\ncreated_at: yesterday\n---\n"),
        ]
        .join("\n")
    );
}

/// Cuts the text at every so many characters; each rest is refused, or read with a warning, or the same.
fn cuts_are_told(snapshot: &Snapshot, step: usize) {
    let text = encode(snapshot).unwrap();
    assert_eq!(&read(&text), snapshot);
    for (at, _) in text.char_indices().step_by(step) {
        match decode(&id(), &text[..at], now()) {
            Err(error) => assert_eq!(error.kind(), ErrorKind::Corrupt, "cut at {at} of {text}"),
            Ok(rest) if rest.cut_off => {
                assert_eq!(rest.state.task, snapshot.state.task, "cut at {at} of {text}");
            }
            Ok(rest) => assert_eq!(&rest, snapshot, "cut at {at} of {text}"),
        }
    }
}

#[test]
fn a_cut_at_any_place_is_told() {
    cuts_are_told(&of(full()), 1);
    let end = super::body::END;
    for notes in [end, "", "```", "x\n---\n", "!json \"x\"", "a\n\n<!-- end of Layer 3 -->\nb"] {
        let given = json!({"goal": "修复登录", "completed_steps": [end, "一\n二", format!("a\n{end}\nb")],
            "tool_calls": [{"cmd": end}, end], "file_changes": end, "notes": notes});
        cuts_are_told(&of(State::from_value(given).unwrap()), 1);
    }
    let mut alone =
        of(State::from_value(json!({"goal": "g", "constraints": ["不要 JWT"]})).unwrap());
    cuts_are_told(&alone, 1);
    alone.layers = Layers::RESTORED;
    cuts_are_told(&alone, 1);
}

#[test]
fn a_file_by_hand_is_cut_off_only_where_a_fence_stays_open() {
    let torn = "---\ngoal: g\n---\n### Notes\n```\nhalf of";
    assert!(read(torn).warning().is_some_and(|text| text.contains("login_2026-05-09 is cut off")));
    for whole in [
        "---\ngoal: g\n---",
        "---\ngoal: g\n---\n### Notes\n```\nall\n```",
        "---\ngoal: g\n---\n手写的笔记",
    ] {
        assert_eq!(read(whole).warning(), None, "{whole}");
    }
    // What somebody adds behind the mark is kept.
    let more = encode(&of(full())).unwrap() + "\n## 补充\nlater\n";
    let snapshot = read(&more);
    assert!(!snapshot.cut_off && snapshot.state.archive.notes.unwrap().ends_with("## 补充\nlater"));
}

#[test]
fn text_under_any_heading_of_the_archive_is_kept_as_a_note() {
    let body = "## Layer 3: Cold Archive\nseen by hand 手写\n\n### Execution DAG\nbefore\n```mermaid\ngraph TD\na --> b\n```\nafter 之后\n\n### Completed Steps\n1. one\n";
    let text = format!("---\ngoal: g\n---\n\n{body}");
    let id = SnapshotId::parse("x").unwrap();
    let read = decode(&id, &text, Timestamp::from_millis(0)).unwrap();
    let archive = &read.state.archive;
    assert_eq!(archive.completed_steps, ["one"]);
    assert_eq!(archive.notes.as_deref(), Some("seen by hand 手写\n\nbefore\nafter 之后"));
    let again = decode(&id, &encode(&read).unwrap(), Timestamp::from_millis(0)).unwrap();
    assert_eq!(again.state, read.state);
}

#[test]
fn blanks_behind_the_dashes_are_no_matter() {
    let id = SnapshotId::parse("x").unwrap();
    for first in ["--- ", "---\t", "---   \r", "---\r"] {
        for last in ["---", "--- "] {
            let end = if first.ends_with('\r') { "\r\n" } else { "\n" };
            let text = format!("{first}\ngoal: 目标{end}{last}{end}{end}body{end}");
            let read = decode(&id, &text, Timestamp::from_millis(0));
            let read = read.unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(read.state.task.goal, "目标", "{text:?}");
        }
    }
    for other in ["---x\ngoal: g\n---\n", " ---\ngoal: g\n---\n", "----\ngoal: g\n---\n"] {
        assert!(decode(&id, other, Timestamp::from_millis(0)).is_err(), "{other:?}");
    }
}
