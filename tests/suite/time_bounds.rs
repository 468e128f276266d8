//! What takes time in proportion to its size, so that no text of an attacker or an accident stops an agent.

use std::time::{Duration, Instant};

use mindsave::snapshot::decode;
use mindsave::{Clock, MemoryStore, MindSave, SnapshotId, State, Timestamp};
use mindsave_tests::NOW;
use serde_json::json;

/// Fails if it takes longer: far more than it needs where tests share a machine, far less than a square.
fn within(seconds: u64, what: &str, run: impl FnOnce()) {
    let started = Instant::now();
    run();
    let took = started.elapsed();
    assert!(took < Duration::from_secs(seconds), "{what:?} took {took:?}");
}

fn head(text: &str) -> String {
    text.chars().take(6).collect()
}

#[test]
fn a_text_of_nothing_but_triggers_is_searched_for_secrets() {
    let repeated = [
        "curl ",
        "curl -u ",
        "curl \"",
        "mysql -p ",
        "docker login -p ",
        "cookie: a=",
        "Cookie: session=a1b2c3d4; ",
        "password:\n",
        "密码：\n",
        "password: \"",
        "STRIPE_KEY=",
        "pass\u{200b}word=hunter2 ",
        "\u{200b}",
        "ｐ",
        "sshpass -p 'x",
    ];
    for piece in repeated {
        let text = piece.repeat(200_000 / piece.len());
        within(8, piece, || drop(mindsave_core::redact::find(&text)));
    }
}

#[test]
fn a_file_of_nothing_but_brackets_is_corrupt_at_once() {
    let (id, now) = (SnapshotId::parse("x").unwrap(), Timestamp::parse(NOW).unwrap());
    for deep in
        ["[".repeat(100_000), "{a: ".repeat(50_000), "[\n ".repeat(40_000), "键: [".repeat(30_000)]
    {
        let text = format!("---\ngoal: g\nx: {deep}\n---\n");
        within(3, &head(&deep), || assert!(decode(&id, &text, now).is_err()));
        let failure = format!("name: x\nmine: {deep}\n");
        within(3, &head(&deep), || {
            assert!(mindsave_core::failure::codec::decode(&failure).is_err())
        });
    }
}

#[test]
fn an_auto_snapshot_of_a_million_characters_is_made() {
    for million in ["a".repeat(1_000_000), "跳转循环".repeat(250_000), " x".repeat(500_000)] {
        let mind = MindSave::with_store(
            MemoryStore::default(),
            Clock::Fixed(Timestamp::parse(NOW).unwrap()),
        );
        let given = json!({"goal": million, "next_action": million, "state": million, "variables": {"big": million},
            "active_files": vec!["src/a.rs"; 20_000]});
        let state = State::from_value(given).unwrap();
        within(12, &head(&million), || drop(mind.auto_snapshot(state).unwrap()));
    }
}
