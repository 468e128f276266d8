//! `mindsave doctor`: it fails where a save would, and says what to do.

use std::fs;

use mindsave_tests::TestWorkspace;
use mindsave_tests::states::minimal;
use serde_json::Value;

#[test]
fn doctor_finds_all_well_in_a_good_workspace() {
    let ws = TestWorkspace::new();
    ws.save(minimal("g"));
    let answer = ws.program().args(["doctor"]).json();
    assert_eq!(answer["health"], "good", "{answer}");
    let names: Vec<&str> = answer["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| check["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "workspace",
            "writing",
            "lock",
            "caches",
            "snapshots",
            "failures",
            "quarantine",
            "leftovers",
            "settings",
            "rules"
        ]
    );
    let text = ws.program().args(["doctor"]).ok().stdout;
    assert!(text.lines().all(|line| line.starts_with("✓ ")), "{text}");
}

#[test]
fn doctor_says_what_is_wrong_and_what_to_do() {
    let ws = TestWorkspace::new();
    ws.save(minimal("g"));
    ws.write("snapshots/bad.md", "bad");
    ws.write("config.toml", "max_snapshot = 3\n");
    ws.write("rules/own.yaml", "id: [broken\n");
    let answer = ws.program().args(["doctor"]).json();
    assert_eq!(answer["health"], "warning", "{answer}");
    let poor = |check: &&Value| check["health"] != "good";
    let poor: Vec<&Value> = answer["checks"].as_array().unwrap().iter().filter(poor).collect();
    let names: Vec<&str> = poor.iter().map(|check| check["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["snapshots", "quarantine", "settings", "rules"]);
    assert!(poor.iter().all(|check| check["remedy"].is_string()), "{answer}");
}

#[test]
fn doctor_sweeps_leftovers_everywhere_and_leaves_the_spare_file() {
    let ws = TestWorkspace::new();
    ws.save(minimal("g"));
    let names = [".tmp-a", "snapshots/.tmp-b", "memory/deep/.tmp-c", "cache/.tmp-spare"];
    for name in names {
        ws.write(name, "part");
        let file = fs::File::options().write(true).open(ws.path(name)).unwrap();
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7_300);
        file.set_modified(old).unwrap();
    }
    ws.write(".tmp-new", "part");
    let answer = ws.program().args(["doctor"]).json();
    assert!(answer.to_string().contains("removed 3 temporary files"), "{answer}");
    let left: Vec<bool> = names.iter().map(|name| ws.path(name).exists()).collect();
    assert_eq!(left, [false, false, false, true]);
    assert!(ws.path(".tmp-new").exists());
}

#[test]
fn doctor_fails_where_nothing_can_be_written() {
    let ws = TestWorkspace::new();
    fs::write(ws.path(""), "a file in the way").unwrap();
    let answer = ws.program().args(["doctor", "--json"]).run();
    assert_eq!(answer.code, 8, "{answer:?}");
    let bad =
        answer.json()["checks"].as_array().unwrap().iter().any(|check| check["health"] == "bad");
    assert!(bad && answer.json()["error"]["kind"] == "unavailable", "{answer:?}");
    let answer = ws.program().args(["doctor"]).run();
    assert!(answer.code == 8 && answer.stdout.contains("✗ writing"), "{answer:?}");
}

#[test]
fn doctor_fails_where_settings_cannot_be_used() {
    let ws = TestWorkspace::new();
    ws.write("config.toml", "]]bad");
    let answer = ws.program().args(["doctor", "--json"]).run();
    assert_eq!(answer.code, 8, "{answer:?}");
    let checks = answer.json()["checks"].clone();
    let settings = checks.as_array().unwrap().iter().find(|check| check["name"] == "settings");
    let detail = settings.unwrap()["detail"].as_str().unwrap();
    assert!(detail.contains("config.toml:1:"), "{detail}");
}

#[test]
fn doctor_fails_where_the_lock_is_not_given_back() {
    let ws = TestWorkspace::new();
    ws.save(minimal("g"));
    ws.write("config.toml", "lock_timeout_ms = 50");
    let held = fs::File::open(ws.path(".lock")).unwrap();
    held.lock().unwrap();
    let answer = ws.program().args(["doctor"]).run();
    assert!(answer.code == 8 && answer.stdout.contains("✗ lock"), "{answer:?}");
}

/// What can lie where a file or folder of ours should be.
#[cfg(unix)]
fn put_in_the_way(ws: &TestWorkspace, name: &str, kind: &str) {
    let path = ws.path(name);
    if path.is_dir() {
        fs::remove_dir_all(&path).unwrap();
    } else if path.exists() {
        fs::remove_file(&path).unwrap();
    }
    match kind {
        "folder" => fs::create_dir(&path).unwrap(),
        "link" => std::os::unix::fs::symlink(std::env::temp_dir(), &path).unwrap(),
        "pipe" => assert!(
            std::process::Command::new("mkfifo").arg(&path).status().unwrap().success(),
            "{name}"
        ),
        _ => ws.write(name, "\u{1}{garbage"),
    }
}

#[cfg(unix)]
#[test]
fn doctor_fails_exactly_where_a_save_does() {
    let names = [
        "index.json",
        "signal.json",
        "retired.txt",
        "l3_index.json",
        ".gitignore",
        "cache",
        "snapshots",
        "quarantine",
        "execution_graphs",
        ".lock",
        "rules",
        "config.toml",
    ];
    for name in names {
        for kind in ["folder", "link", "pipe", "garbage"] {
            let ws = TestWorkspace::new();
            ws.save(minimal("g"));
            put_in_the_way(&ws, name, kind);
            let checkup = ws.program().args(["doctor"]).run();
            let save = ws.program().args(["save", "--goal", "h"]).run();
            assert_eq!(checkup.code == 0, save.code == 0, "{name} {kind}: {checkup:?} {save:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_machines_write_stops_no_save_and_no_deletion() {
    for name in ["index.json", "signal.json", "l3_index.json", ".gitignore", "cache", "quarantine"]
    {
        for kind in ["folder", "link", "pipe", "garbage"] {
            let ws = TestWorkspace::new();
            let id = ws.save(minimal("g")).snapshot.id.to_string();
            put_in_the_way(&ws, name, kind);
            ws.program().args(["save", "--goal", "h"]).ok();
            ws.program().args(["snapshots", "delete", &id]).ok();
            assert!(!ws.path(&format!("snapshots/{id}.md")).exists(), "{name} {kind}");
        }
    }
}
