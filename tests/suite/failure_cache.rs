//! The cache of failures that a check reads: it says what the files say, whatever happens to either.

use std::fs;

use mindsave_hosts::Host;
use mindsave_tests::TestWorkspace;
use mindsave_tests::hosts::{hook, sample};
use serde_json::Value;

const CACHE: &str = "cache/failures.bin";

/// Writes so many failures by hand, as files of other programs come.
fn write_failures(ws: &TestWorkspace, count: usize) {
    for number in 0..count {
        write_failure(ws, number, &format!("use {}", word(number)));
    }
}

/// A word that is like no other of them: `bababa`, `cababa`.
fn word(number: usize) -> String {
    let letter = |at: usize| char::from(b"bcdfghjklmnpqrstvwxz"[at % 20]);
    format!("{}a{}obar", letter(number), letter(number / 20))
}

fn write_failure(ws: &TestWorkspace, number: usize, name: &str) {
    let text = format!("name: \"{name}\"\nreason: \"reason {number}\"\nmine: {number}\n");
    ws.write(&format!("failure_graph/project/f{number}.yaml"), text);
}

fn use_of(number: usize) -> String {
    format!("use {}", word(number))
}

fn check(ws: &TestWorkspace, action: &str) -> Vec<Value> {
    let answer = ws.program().args(["check", action]).json();
    answer["matches"].as_array().unwrap().clone()
}

fn bytes(ws: &TestWorkspace) -> Vec<u8> {
    fs::read(ws.path(CACHE)).unwrap()
}

#[test]
fn what_a_check_needs_is_kept_and_says_what_the_files_say() {
    let ws = TestWorkspace::new();
    write_failures(&ws, 40);
    let first = check(&ws, &use_of(7));
    assert_eq!((first.len(), &first[0]["failure"]["mine"]), (1, &7.into()));
    let kept = bytes(&ws);
    assert_eq!(check(&ws, &use_of(7)), first);
    assert_eq!(bytes(&ws), kept, "a check that finds the cache current writes none");
    // By hand: another text in the same file, a new file, one less.
    write_failure(&ws, 7, "用 Excel 画图");
    write_failure(&ws, 99, "把日志写到内存盘");
    fs::remove_file(ws.path("failure_graph/project/f8.yaml")).unwrap();
    for _ in 0..2 {
        assert!(check(&ws, &use_of(7)).is_empty());
        assert!(check(&ws, &use_of(8)).is_empty());
        assert_eq!(check(&ws, "用 Excel 画图")[0]["failure"]["name"], "用 Excel 画图");
        assert_eq!(check(&ws, "把日志写到内存盘").len(), 1);
        assert_eq!(check(&ws, &use_of(9)).len(), 1);
    }
    // By the program: withdrawn, and counted once more.
    ws.program().args(["failures", "retire", "用 Excel 画图", "--reason", "换了"]).ok();
    for _ in 0..2 {
        ws.program().args(["failures", "add", "把日志写到内存盘"]).ok();
    }
    assert!(check(&ws, "用 Excel 画图").is_empty());
    assert_eq!(check(&ws, "把日志写到内存盘")[0]["failure"]["repeat_count"], 2);
}

#[test]
fn a_cache_of_failures_that_is_torn_or_in_the_way_is_made_again() {
    let ws = TestWorkspace::new();
    write_failures(&ws, 40);
    let found = check(&ws, &use_of(7));
    let whole = bytes(&ws);
    for cut in [0, 1, 20, 60, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        ws.write(CACHE, &whole[..cut]);
        assert_eq!(check(&ws, &use_of(7)), found, "{cut}");
        assert_eq!(bytes(&ws), whole, "{cut}");
    }
    for at in [0, 25, 100, whole.len() / 2, whole.len() - 9] {
        let mut wrong = whole.clone();
        wrong[at] ^= 1;
        ws.write(CACHE, &wrong);
        assert_eq!(check(&ws, &use_of(7)), found, "{at}");
    }
    fs::remove_file(ws.path(CACHE)).unwrap();
    ws.write(&format!("{CACHE}/x"), "a folder in its place");
    assert_eq!(check(&ws, &use_of(7)), found);
}

#[test]
fn a_damaged_failure_is_told_once_and_the_cache_holds_the_others() {
    let ws = TestWorkspace::new();
    write_failures(&ws, 40);
    check(&ws, &use_of(7));
    ws.write("failure_graph/project/f3.yaml", "name: [");
    let warn = |ws: &TestWorkspace| {
        let answer = ws.program().args(["check", &use_of(7)]).ok();
        assert!(answer.stdout.contains(&word(7)), "{}", answer.stdout);
        answer.stderr.contains("quarantine")
    };
    assert_eq!((warn(&ws), warn(&ws)), (true, false));
}

#[test]
fn the_cache_of_failures_sees_global_ones_and_rule_packs() {
    let (ws, home) = (TestWorkspace::new(), TestWorkspace::new());
    let of = |ws: &TestWorkspace| ws.program().env("HOME", home.home());
    let matches =
        |action: &str| of(&ws).args(["check", action]).json()["matches"].as_array().unwrap().len();
    write_failures(&ws, 40);
    write_failure(&ws, 40, "用土拨鼠处理发票");
    assert_eq!(
        (matches("use Redux for the forms"), matches("process the invoices with marmot")),
        (0, 0)
    );
    let add = ["failures", "add", "Redux for forms", "--global"];
    of(&TestWorkspace::new()).args(add).json();
    for _ in 0..3 {
        assert_eq!(matches("use Redux for the forms"), 1);
    }
    let pack = "id: stack\nsymbol: stack\nname: {en: Stack, zh: 技术栈}\nconcepts:\n  - {id: marmot, name: Marmot, en: [marmot], zh: [土拨鼠]}\n";
    ws.write("rules/a.yaml", pack);
    assert_eq!(matches("process the invoices with marmot"), 1, "another pack, another reading");
    fs::remove_file(ws.path("rules/a.yaml")).unwrap();
    assert_eq!(matches("process the invoices with marmot"), 0);
}

#[test]
fn a_withdrawn_failure_stays_silent_though_the_newest_checkpoint_tells_of_it() {
    let ws = TestWorkspace::new();
    ws.save(serde_json::json!({"goal": "g", "excluded_paths": ["用 Excel 画图"]}));
    assert_eq!(check(&ws, "用 Excel 画图").len(), 1);
    ws.program().args(["failures", "retire", "用 Excel 画图", "--reason", "换了"]).ok();
    assert!(check(&ws, "用 Excel 画图").is_empty());
}

#[test]
fn a_hook_at_which_nobody_waits_prepares_the_checks() {
    let ws = TestWorkspace::new();
    write_failures(&ws, 40);
    let play = |name: &str| {
        let text = sample(Host::ClaudeCode, name).text_in(&ws.root());
        hook(&ws, Host::ClaudeCode, "").stdin(text).ok();
    };
    for (at, name) in ["Stop", "PreCompact.auto", "SessionEnd.other"].into_iter().enumerate() {
        play(name);
        let made = bytes(&ws);
        assert_eq!(check(&ws, &use_of(7)).len(), 1);
        assert_eq!(bytes(&ws), made, "{name}");
        // The next one finds it stale: another text in the same file, a new file.
        write_failure(&ws, 8, name);
        write_failure(&ws, 40 + at, &format!("{name} once more"));
    }
}
