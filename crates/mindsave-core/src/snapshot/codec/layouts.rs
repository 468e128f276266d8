//! Two readers of front matter mean the same: that of our own layout, and that of any YAML.

use super::front_matter::FrontMatter;
use super::tests::{of, piece};
use crate::plain::as_json;
use crate::snapshot::{State, encode};
use proptest::prelude::*;
use serde_json::json;

/// The front matter of a snapshot with every kind of field.
fn front(a: &str, b: &str, c: &str) -> String {
    let given = json!({
        "goal": format!("g{a}"), "state": b, "active_files": [c], "constraints": [a, b],
        "variables": {a: c, "port": 8080, "on": true, c: [b, {b: a}, null, -3]},
        "progress": {"done": [a], "next": []}, "excluded_paths": [c], "team": [b], "apart": {a: c},
        "decisions": [c, {"choice": format!("c{b}"), "options": [a, c], "risks": b, "more": {a: 1}}],
        "failure_graph": {format!("f{b}"): {"reason": c, "repeat_count": 2}, "g": {}},
        "auto_trigger": {"reason": "key-decision", "tool_calls_since_last": 3},
    });
    let mut snapshot = of(State::from_value(given).unwrap());
    let stamp =
        r#"{"path": "src/a.rs", "size": 7, "modified": "2026-05-10T14:30:00Z", "sha256": "0f"}"#;
    snapshot.file_stamps = vec![serde_json::from_str(stamp).unwrap()];
    let text = encode(&snapshot).unwrap();
    text.split("---\n").nth(1).unwrap().to_owned()
}

fn both(yaml: &str) -> (Option<String>, Option<String>) {
    let shown = |front: FrontMatter| format!("{front:?}");
    let own = FrontMatter::from_own_layout(yaml).map(shown);
    (own, FrontMatter::from_any_layout(yaml, 2).ok().map(shown))
}

#[test]
fn what_we_write_is_read_here_and_as_the_yaml_reader_does() {
    let yaml = front("修复\u{85}\"a\\b\": x", "- b # c\n---", "\u{1f600}\u{0}");
    let (own, any) = both(&yaml);
    assert!(own.is_some(), "{yaml}");
    assert_eq!(own, any, "{yaml}");
}

#[test]
fn what_others_write_is_left_to_the_yaml_reader() {
    for yaml in [
        "goal: fix the login",
        "goal: 'x'",
        "goal: \"x\" # why",
        "goal: \"a\\x+4b\"",
        "goal: \"a\\u+041b\"",
        "goal: \"x\", port: 1",
        "goal: [\"x\"], [1]",
        "goal:  \"x\"",
        "goal: \"x\"\nport: 010",
        "goal: \"x\"\nport: 0x1F",
        "goal: \"x\"\nratio: 1.30",
        "goal: \"x\"\nn: 1",
        "goal: \"x\"\n\"n\": {a:1}",
        "goal: \"a\u{85}b\"",
        "goal: \"a\\/b\"",
        "goal: \"x\"\nconstraints:\n- \"a\"",
        "goal: \"x\"\nconstraints:\n    - \"a\"",
        "goal: \"x\"\nconstraints:",
        "goal: |\n  x",
        "? \"goal\"\n: \"x\"",
        "goal: \"x\"\n...",
    ] {
        assert_eq!(
            as_json(yaml).filter(|json| serde_json::from_str::<serde_json::Value>(json).is_ok()),
            None,
            "{yaml}"
        );
    }
}

#[test]
fn a_list_in_the_place_of_a_map_is_refused_by_both() {
    for field in [
        "progress: [\"a\", \"b\"]",
        "progress: []",
        "progress:\n  - \"a\"\n  - \"b\"",
        "in_short: [\"a\"]",
        "auto_trigger: [\"a\", 1]",
        "file_stamps: [[\"a\"]]",
        "file_stamps:\n  - {path: \"a\"}\n  - [\"a\"]",
        "file_stamps: [{path: \"a\"}, [\"a\"]]",
    ] {
        let (own, any) = both(&format!("goal: \"x\"\n{field}"));
        assert_eq!((own, any), (None, None), "{field}");
    }
    assert_eq!(both("- \"x\""), (None, None));
}

proptest! {
    #[test]
    fn a_text_that_is_changed_somewhere_means_the_same_to_both(
        a in piece(), b in piece(), c in piece(), at in any::<prop::sample::Index>(),
        put in prop::sample::select(vec!["", " ", ":", "\"", "-", "\n", "#", "0", "{", "]", ",", "\\", "x", "- ", "  ", ": ", "\u{85}"]),
        drop in 0usize..3,
    ) {
        let yaml = front(&a, &b, &c);
        let place = at.index(yaml.chars().count());
        let (before, after): (Vec<_>, Vec<_>) = yaml.chars().enumerate().partition(|(i, _)| *i < place);
        let text = |chars: Vec<(usize, char)>, skip: usize| chars.into_iter().skip(skip).map(|(_, c)| c).collect::<String>();
        let changed = format!("{}{put}{}", text(before, 0), text(after, drop));
        prop_assert!(both(&yaml).0.is_some() || yaml.contains("? "), "{}", yaml);
        for yaml in [yaml, changed] {
            if let (Some(own), any) = both(&yaml) {
                prop_assert_eq!(Some(own), any, "{}", yaml);
            }
        }
    }
}
