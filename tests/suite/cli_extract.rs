//! `mindsave extract`: the contract of its JSON, what people read, errors, both languages.

use mindsave_tests::TestWorkspace;
use serde_json::{Value, json};

const ENGLISH: &str = "We chose Redis over Memcached because we need sorted sets.\n\n\
    The importer crashes on empty files.\nFrom now on, never force-push to main.\n";
const CHINESE: &str =
    "我们决定采用 Redis，因为需要有序集合。\n导入空文件会崩溃。\n以后禁止强推主干。\n";

#[track_caller]
fn found(text: &str) -> Vec<Value> {
    let answer = TestWorkspace::new().program().args(["extract"]).stdin(text).json();
    answer.as_array().unwrap().clone()
}

#[test]
fn the_json_is_a_list_with_the_fields_of_the_contract() {
    let first = json!({
        "type": "decision",
        "span": "Redis over Memcached",
        "reason": "we need sorted sets",
        "alternatives": ["Memcached"],
        "confidence": 0.8,
        "line": 1
    });
    let answer = found(ENGLISH);
    assert_eq!(answer[0], first);
    let kinds: Vec<(&Value, &Value)> =
        answer.iter().map(|one| (&one["type"], &one["line"])).collect();
    let expected = [
        (json!("decision"), json!(1)),
        (json!("problem"), json!(3)),
        (json!("constraint"), json!(4)),
    ];
    assert_eq!(kinds, expected.iter().map(|(kind, line)| (kind, line)).collect::<Vec<_>>());
    assert_eq!(found(""), Vec::<Value>::new());
}

#[test]
fn chinese_is_read_the_same_way() {
    let answer = found(CHINESE);
    let told: Vec<(&str, &str)> = answer
        .iter()
        .map(|one| (one["type"].as_str().unwrap(), one["span"].as_str().unwrap()))
        .collect();
    let expected = [
        ("decision", "我们决定采用 Redis"),
        ("problem", "导入空文件会崩溃"),
        ("constraint", "以后禁止强推主干"),
    ];
    assert_eq!(told, expected);
    assert_eq!(answer[0]["reason"], "需要有序集合");
    assert_eq!(answer[2]["line"], 3);
}

#[test]
fn people_read_what_was_found_and_why() {
    let read =
        |text: &str| TestWorkspace::new().program().args(["extract"]).stdin(text).ok().stdout;
    insta::assert_snapshot!(read(ENGLISH), @r"
    decision (line 1, high)
      Redis over Memcached
      because we need sorted sets
      not Memcached
    problem (line 3, medium)
      The importer crashes on empty files
    constraint (line 4, medium)
      From now on, never force-push to main
    ");
    insta::assert_snapshot!(read(CHINESE), @r"
    decision (line 1, high)
      我们决定采用 Redis
      because 需要有序集合
    problem (line 2, medium)
      导入空文件会崩溃
    constraint (line 3, medium)
      以后禁止强推主干
    ");
    assert_eq!(read("Should we use Redis? 要不要用 Redis？"), "nothing to keep\n");
}

#[test]
fn prose_comes_from_arguments_or_a_file_as_well() {
    let ws = TestWorkspace::new();
    let file = ws.root().join("notes.md");
    std::fs::write(&file, ENGLISH).unwrap();
    let file = file.to_str().unwrap();
    let answer = ws.program().args(["extract", "--from", file, "--type", "problem"]).json();
    assert_eq!(answer.as_array().unwrap().len(), 1);
    assert_eq!(answer[0]["type"], "problem");
    let answer = ws.program().args(["extract", "就用 SQLite 吧。"]).json();
    assert_eq!(answer[0]["type"], "decision");
}

#[test]
fn what_cannot_be_read_is_invalid_input_with_a_remedy() {
    let ws = TestWorkspace::new();
    let bytes = ws.root().join("latin1.txt");
    std::fs::write(&bytes, b"caf\xe9").unwrap();
    let bytes = bytes.to_str().unwrap();
    for args in [
        vec!["extract", "--from", bytes],
        vec!["extract", "--type", "opinion", "x"],
        vec!["extract", "--nonsense"],
    ] {
        let answer = ws.program().args(&args).args(["--json"]).run();
        assert_eq!(answer.code, 2, "{args:?}");
        let error: Value = serde_json::from_str(&answer.stdout).unwrap();
        assert_eq!(error["error"]["kind"], "invalid_input", "{args:?}");
        assert!(!error["error"]["hint"].as_str().unwrap().is_empty(), "{args:?}");
    }
    let answer = ws.program().args(["extract", "--from", "missing.txt", "--json"]).run();
    assert_eq!(answer.code, 3);
}
