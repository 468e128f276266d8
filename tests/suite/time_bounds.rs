//! What takes time in proportion to its size, so that no text of an attacker or an accident stops an agent.

use std::time::{Duration, Instant};

use mindsave::snapshot::decode;
use mindsave::{Clock, MemoryStore, MindSave, SnapshotId, State, Timestamp};
use mindsave_tests::NOW;
use serde_json::json;

/// The least time of three runs: what other processes take is not in it.
fn least(run: &impl Fn()) -> Duration {
    let timed = |_| {
        let started = Instant::now();
        run();
        started.elapsed()
    };
    (0..3).map(timed).min().unwrap_or_default()
}

/// Fails if eight times the input takes much more than eight times as long; a square takes 64 times.
fn in_proportion(what: &str, run: impl Fn(usize)) {
    let (few, many) = (least(&|| run(1)), least(&|| run(8)));
    let most = few * 30 + Duration::from_millis(100);
    assert!(many < most, "{what:?}: {few:?}, and {many:?} for eight times as much");
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
        // Larger than the longest value that is looked at.
        let text = |times: usize| piece.repeat(times * 16_000 / piece.len());
        in_proportion(piece, |times| drop(mindsave_core::redact::find(&text(times))));
    }
}

#[test]
fn a_file_of_nothing_but_brackets_is_corrupt_at_once() {
    let (id, now) = (SnapshotId::parse("x").unwrap(), Timestamp::parse(NOW).unwrap());
    for piece in ["[", "{a: ", "[\n ", "键: ["] {
        let deep = |times: usize| piece.repeat(times * 2_000);
        in_proportion(piece, |times| {
            let text = format!("---\ngoal: g\nx: {}\n---\n", deep(times));
            assert!(decode(&id, &text, now).is_err());
        });
        in_proportion(piece, |times| {
            let failure = format!("name: x\nmine: {}\n", deep(times));
            assert!(mindsave_core::failure::codec::decode(&failure).is_err());
        });
    }
}

#[test]
fn an_auto_snapshot_of_long_texts_is_made() {
    for piece in ["a", "跳转循环", " x"] {
        in_proportion(piece, |times| {
            let clock = Clock::Fixed(Timestamp::parse(NOW).unwrap());
            let mind = MindSave::with_store(MemoryStore::default(), clock);
            let long = piece.repeat(times * 100_000 / piece.chars().count());
            let files = vec!["src/a.rs"; times * 2_000];
            let given = json!({"goal": long, "next_action": long, "state": long, "variables": {"big": long},
                "active_files": files});
            drop(mind.auto_snapshot(State::from_value(given).unwrap()).unwrap());
        });
    }
}
