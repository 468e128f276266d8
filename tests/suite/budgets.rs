//! No text put before an agent is over its budget, counted with the real tokenizer.

use mindsave::snapshot::decode;
use mindsave::{Budget, Clock, Layers, MindSave, Resume, Snapshot, SnapshotId, State, Timestamp};
use mindsave_tests::tokens::count;
use mindsave_tests::{NOW, states};
use proptest::prelude::*;
use serde_json::{Value, json};
use unicode_segmentation::UnicodeSegmentation;

/// The most characters of a resume.
const CHARS: usize = 6_000;

fn snapshot(state: Value) -> Snapshot {
    let id = SnapshotId::parse("修复登录_2026-05-10").unwrap();
    let created_at = Timestamp::parse(NOW).unwrap();
    Snapshot {
        id,
        created_at,
        version: "3.0".to_owned(),
        layers: Layers::ALL,
        state: State::from_value(state).unwrap(),
        file_stamps: Vec::new(),
        short: mindsave_core::snapshot::ShortForm::default(),
        cut_off: false,
    }
}

/// English, Chinese, mixed, runs of one character, identifiers, and anything.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]{1,9}( [a-z]{1,9}){0,40}",
        3 => "[修复登录页面在浏览器上的跳转循环，。不要使用]{1,150}",
        3 => "([a-zA-Z./_-]{1,12}|[的一是不了人我在有他这中大来上国]{1,6}| ){1,40}",
        1 => "( {1,500}|-{1,500}|={1,500}|─{1,300}|A{1,400}|\n{1,50}){1,4}x",
        1 => "(👩\u{200d}👩\u{200d}👧|🇩🇪|👍🏽|e\u{301}|각|ก็|\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}){1,60}",
        1 => "\\PC{1,120}",
        1 => any::<String>(),
        1 => "[a-z]{1,10}",
    ]
}

fn texts(most: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(text(), 0..most)
}

prop_compose! {
    fn state()(
        goal in text(), next in text(), stated in text(), blocker in text(), status in text(),
        lists in (texts(20), texts(20), texts(20)), rules in texts(40), decisions in texts(20), excluded in texts(20),
        reasons in texts(8),
    ) -> Value {
        let (files, done, later) = lists;
        let failures: serde_json::Map<String, Value> = reasons.iter().enumerate()
            .map(|(i, reason)| (format!("f{i} {reason}"), json!({"reason": reason, "repeat_count": i, "alternatives": [reason]})))
            .collect();
        let variables: serde_json::Map<String, Value> =
            reasons.iter().enumerate().map(|(i, reason)| (format!("v{i}"), json!(reason))).collect();
        json!({
            "goal": format!("{goal}."), "next_action": next, "state": stated, "blocker": blocker, "status": status,
            "phase": status, "active_files": files, "progress": {"done": done, "next": later}, "variables": variables,
            "constraints": rules, "decisions": decisions.iter().filter(|d| !d.trim().is_empty()).collect::<Vec<_>>(),
            "failure_graph": failures, "excluded_paths": excluded,
        })
    }
}

/// The blocks of Layer 1 and Layer 2 in a resume of the default budget.
fn blocks(snapshot: &Snapshot) -> (String, String) {
    let whole = Resume::of(snapshot, Budget::default()).text;
    let mut alone = snapshot.clone();
    alone.layers = Layers::TASK;
    let alone = Resume::of(&alone, Budget::default()).text;
    let inner = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .skip(1)
            .filter(|line| *line != "[/mindsave]" && !line.contains("mindsave load --full"));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let (whole, first) = (inner(&whole).concat(), inner(&alone).concat());
    let second = whole
        .strip_prefix(&first)
        .expect("layer 1 is the same with and without layer 2")
        .to_owned();
    (first, second)
}

/// Fails if a shortened text was cut inside what a reader sees as one character.
fn assert_cut_between_graphemes(resume: &str, label: &str, given: &str) {
    let given = mindsave::resume::one_line(given);
    let Some(line) = resume.lines().find_map(|line| line.strip_prefix(label)) else { return };
    let Some(part) = line.strip_suffix('…').filter(|_| line != given) else { return };
    let rest = given.strip_prefix(part).unwrap_or_else(|| panic!("{part:?} begins {given:?}"));
    let ends = given.grapheme_indices(true).map(|(at, _)| at).chain([given.len()]);
    let mut ends = ends.filter_map(|at| at.checked_sub(part.len()));
    assert!(ends.any(|at| rest[..at].trim().is_empty()), "{part:?} is cut inside a character");
}

fn assert_said(resume: &Resume) {
    let said = [
        format!(
            "{} entries left out or shortened; all of it: mindsave load --full ",
            resume.left_out
        ),
        format!("因篇幅略去或缩短 {} 项；全文：mindsave load --full ", resume.left_out),
    ];
    let is_said = said.iter().any(|said| resume.text.contains(said));
    assert_eq!(is_said, resume.left_out > 0, "{}", resume.text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_resume_is_never_over_its_budgets(state in state()) {
        let snapshot = snapshot(state.clone());
        let resume = Resume::of(&snapshot, Budget::default());
        prop_assert!(count(&resume.text) <= 800, "{} tokens\n{}", count(&resume.text), resume.text);
        prop_assert!(count(&resume.text) <= resume.tokens.get());
        prop_assert!(resume.text.chars().count() <= CHARS, "{} characters", resume.text.chars().count());
        let (first, second) = blocks(&snapshot);
        prop_assert!(count(&first) <= 300, "{} tokens\n{first}", count(&first));
        prop_assert!(count(&second) <= 500, "{} tokens\n{second}", count(&second));
        assert_said(&resume);
        for (label, field) in [("Goal: ", "goal"), ("目标：", "goal"), ("Next action: ", "next_action"), ("下一步：", "next_action")] {
            assert_cut_between_graphemes(&resume.text, label, state[field].as_str().unwrap());
        }
    }

    #[test]
    fn a_resume_of_any_budget_is_never_over_it(state in state(), total in 120u32..2_000) {
        let resume = Resume::of(&snapshot(state), Budget::of_total(total).unwrap());
        prop_assert!(count(&resume.text) <= total, "{} of {total}\n{}", count(&resume.text), resume.text);
        prop_assert!(resume.text.chars().count() <= CHARS);
        assert_said(&resume);
    }

    #[test]
    fn goal_and_next_action_are_said_in_every_budget(
        state in state(), total in prop_oneof![Just(800u32), 120u32..900],
    ) {
        let next = state["next_action"].as_str().unwrap();
        prop_assume!(!mindsave::resume::one_line(next).trim().is_empty());
        let text = Resume::of(&snapshot(state.clone()), Budget::of_total(total).unwrap()).text;
        let has = |labels: [&str; 2]| text.lines().any(|line| labels.iter().any(|label| line.starts_with(label)));
        prop_assert!(has(["Goal: ", "目标："]), "budget {total}\n{text}");
        prop_assert!(has(["Next action: ", "下一步："]), "budget {total}\n{text}");
    }

    #[test]
    fn an_auto_snapshot_is_never_over_three_hundred_tokens(state in state()) {
        let store = mindsave::MemoryStore::default();
        let mind = MindSave::with_store(store, Clock::Fixed(Timestamp::parse(NOW).unwrap()));
        let saved = mind.auto_snapshot(State::from_value(state).unwrap()).unwrap();
        let text = mind.show(&mindsave::Pick::Latest).unwrap();
        let front = format!("{}\n---\n", text.split("\n---\n").next().unwrap());
        prop_assert!(count(&front) <= 300, "{} tokens\n{front}", count(&front));
        prop_assert!(decode(&saved.snapshot.id, &text, Timestamp::parse(NOW).unwrap()).is_ok());
    }
}

/// Short entries that can be told apart: each is there whole, or is counted as left out.
fn countable(entries: usize) -> (Value, Vec<String>) {
    let list = |kind: &str| -> Vec<String> {
        // Letters, since rules that differ in a number alone contradict each other.
        let letter = |i: usize| char::from(b'a' + u8::try_from(i % 26).unwrap());
        let name = |i: usize| format!("{}{}", letter(i / 26), letter(i));
        (0..entries).map(|i| format!("{kind} entry named x{} of the list;", name(i))).collect()
    };
    let (files, done, next, rules, decisions, excluded) = (
        list("file"),
        list("done"),
        list("next"),
        list("rule"),
        list("decision"),
        list("excluded"),
    );
    let single =
        ["the goal of it all;", "the next action;", "the blocker of it;", "the state it is in;"]
            .map(str::to_owned);
    let state = json!({
        "goal": single[0], "next_action": single[1], "blocker": single[2], "state": single[3], "active_files": files,
        "progress": {"done": done, "next": next}, "constraints": rules, "decisions": decisions, "excluded_paths": excluded,
    });
    let all = single
        .into_iter()
        .chain([files, done, next, rules, decisions, excluded].into_iter().flatten());
    (state, all.collect())
}

#[test]
fn every_entry_is_there_whole_or_counted_as_left_out() {
    for entries in [0, 1, 3, 10, 60] {
        let (state, all) = countable(entries);
        let snapshot = snapshot(state);
        for total in (120..=1_000).step_by(20) {
            let resume = Resume::of(&snapshot, Budget::of_total(total).unwrap());
            let missing = all.iter().filter(|entry| !resume.text.contains(entry.as_str())).count();
            assert_eq!(
                resume.left_out, missing,
                "budget {total}, {entries} entries\n{}",
                resume.text
            );
        }
    }
}

#[test]
fn a_resume_of_long_runs_stays_within_its_characters() {
    for run in [" ", "-", "=", "─", "*", "A", "。", "\u{3000}"] {
        let long = format!("a{}b", run.repeat(20_000));
        let resume = Resume::of(&snapshot(states::everywhere(&long)), Budget::default());
        let chars = resume.text.chars().count();
        assert!(chars <= CHARS && count(&resume.text) <= 800, "{run:?}: {chars} characters");
    }
}

#[test]
fn an_unlimited_resume_gives_everything() {
    let (state, all) = countable(100);
    let resume = Resume::of(&snapshot(state), Budget::unlimited());
    assert!(all.iter().all(|entry| resume.text.contains(entry.as_str())));
    assert_eq!(resume.left_out, 0);
}

#[test]
fn the_longest_name_of_a_snapshot_breaks_no_budget() {
    for name in ["龘".repeat(66), "é".repeat(100), "Zq".repeat(100)] {
        let mut snapshot = snapshot(states::rich());
        snapshot.id = SnapshotId::parse(&name).unwrap();
        for total in [120, 200, 400, 800] {
            let text = Resume::of(&snapshot, Budget::of_total(total).unwrap()).text;
            assert!(count(&text) <= total, "{} of {total}\n{text}", count(&text));
        }
    }
}

#[test]
fn a_next_action_that_is_a_little_too_long_is_shortened_and_never_dropped() {
    let words = "循修面使器循上浏循跳器复在录录用循转器上复面登上不循循录要面登用浏要浏录使修在跳页不要页环用不登";
    for length in 60..180 {
        let next: String = words.chars().cycle().take(length).collect();
        let state = json!({"goal": "x", "next_action": next, "blocker": "a"});
        let resume = Resume::of(&snapshot(state), Budget::default());
        assert!(resume.text.contains("\nNext action: 循修面"), "{length}: {}", resume.text);
        assert_eq!(resume.left_out, usize::from(!resume.text.contains(&next)), "{length}");
    }
}
