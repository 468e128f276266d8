//! The index that a search keeps on disk: a cache, made again when it is stale, torn or gone.

use std::fs;

use mindsave_tests::TestWorkspace;
use mindsave_tests::workspace::save;
use serde_json::{Value, json};

use crate::cli_recall::{ids, search};

/// So many snapshots that are never cleaned, each with a word of its own.
fn many(count: usize) -> TestWorkspace {
    let ws = TestWorkspace::new();
    many_more(&ws, count);
    ws
}

fn many_more(ws: &TestWorkspace, count: usize) {
    let mind = ws.mind();
    for i in 0..count {
        let given = json!({"goal": "g", "status": "in_progress", "completed_steps": [format!("word{i} 第{i}步 and all")]});
        save(&mind, given);
    }
}

#[test]
fn an_index_is_kept_from_twenty_snapshots_on() {
    for (count, kept) in [(19, false), (20, true)] {
        let ws = many(count);
        assert_eq!(ids(&search(&ws, &["word7"])), ["g_2026-05-10-8"]);
        assert_eq!(ws.path("l3_index.json").exists(), kept);
        assert_eq!(ws.path("cache/search.bin").exists(), kept);
        if kept {
            let sources: Value = serde_json::from_str(&ws.read("l3_index.json")).unwrap();
            assert_eq!(sources["snapshots"].as_object().unwrap().len(), count);
        }
    }
}

#[test]
fn an_index_is_kept_of_a_few_snapshots_with_thousands_of_entries() {
    let ws = TestWorkspace::new();
    let steps: Vec<String> = (0..2_000).map(|i| format!("step {i} 第{i}步")).collect();
    ws.save(json!({"goal": "g", "completed_steps": steps}));
    assert_eq!(
        search(&ws, &["第1234步"])["snapshots"][0]["matches"][0]["text"],
        "step 1234 第1234步"
    );
    assert!(ws.path("cache/search.bin").exists());
}

#[test]
fn the_index_on_disk_finds_what_one_in_memory_finds() {
    let ws = many(21);
    for word in ["and", "word1", "ord2", "第1", "步", "\"步 and\"", "word3 第3步", "nothing"] {
        let first = search(&ws, &[word]);
        fs::remove_dir_all(ws.path("cache")).unwrap();
        assert_eq!(search(&ws, &[word]), first, "{word}");
    }
}

#[test]
fn a_stale_or_torn_index_is_made_again() {
    let ws = many(20);
    search(&ws, &["word7"]);
    let (old_sources, old) =
        (ws.read("l3_index.json"), fs::read(ws.path("cache/search.bin")).unwrap());
    ws.save(json!({"goal": "new", "status": "blocked", "completed_steps": ["fresh words 新词"]}));
    assert_eq!(ids(&search(&ws, &["新词"])), ["new_2026-05-10"]);
    ws.write(
        "snapshots/new_2026-05-10.md",
        "---\ngoal: new\n---\n\n### Completed Steps\n1. edited by hand\n",
    );
    assert_eq!(ids(&search(&ws, &["edited"])), ["new_2026-05-10"]);
    assert_eq!(ids(&search(&ws, &["新词"])), [""; 0]);
    let new = fs::read(ws.path("cache/search.bin")).unwrap();
    let mut flipped = new.clone();
    flipped[new.len() / 2] ^= 1;
    for index in [&old[..], &new[..new.len() / 2], &flipped, b"", b"[]"] {
        ws.write("cache/search.bin", index);
        assert_eq!(ids(&search(&ws, &["edited"])), ["new_2026-05-10"]);
        assert_eq!(fs::read(ws.path("cache/search.bin")).unwrap(), new, "it was made again");
    }
    for sources in [old_sources.as_str(), "{", "", "[]"] {
        ws.write("l3_index.json", sources);
        ws.write("cache/search.bin", &old);
        assert_eq!(ids(&search(&ws, &["edited"])), ["new_2026-05-10"], "{sources}");
    }
    fs::remove_file(ws.path("snapshots/new_2026-05-10.md")).unwrap();
    assert_eq!(ids(&search(&ws, &["edited"])), [""; 0]);
}

#[test]
fn an_index_that_was_deleted_is_made_again() {
    let ws = many(20);
    search(&ws, &["word7"]);
    for gone in ["l3_index.json", "cache/search.bin"] {
        fs::remove_file(ws.path(gone)).unwrap();
        assert_eq!(ids(&search(&ws, &["word7"])), ["g_2026-05-10-8"], "{gone}");
        assert!(ws.path("cache/search.bin").exists(), "{gone}");
    }
}

/// Whatever stands where the index should be: what was saved is found, and what is outside of the
/// workspace stays as it is.
#[cfg(unix)]
#[test]
fn nothing_in_the_place_of_the_index_stops_a_search() {
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("target");
    fs::write(&target, "not ours").unwrap();
    let folder = |path: &std::path::Path| {
        fs::create_dir(path).unwrap();
        fs::write(path.join("inside"), "text").unwrap();
    };
    let link = |path: &std::path::Path| std::os::unix::fs::symlink(&target, path).unwrap();
    let pipe = |path: &std::path::Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let garbage = |path: &std::path::Path| fs::write(path, [0xff; 5_000]).unwrap();
    let places: [&dyn Fn(&std::path::Path); 4] = [&folder, &link, &pipe, &garbage];
    for name in ["l3_index.json", "cache/search.bin"] {
        for (number, place) in places.iter().enumerate() {
            let ws = many(20);
            search(&ws, &["word7"]);
            fs::remove_file(ws.path(name)).unwrap();
            place(&ws.path(name));
            for _ in 0..2 {
                assert_eq!(ids(&search(&ws, &["word7"])), ["g_2026-05-10-8"], "{name} {number}");
            }
            assert_eq!(fs::read_to_string(&target).unwrap(), "not ours", "{name} {number}");
        }
    }
}

/// The folder of the index as well.
#[cfg(unix)]
#[test]
fn a_folder_of_the_index_that_leads_outside_is_not_used() {
    let outside = tempfile::tempdir().unwrap();
    let ws = many(20);
    drop(fs::remove_dir_all(ws.path("cache")));
    std::os::unix::fs::symlink(outside.path(), ws.path("cache")).unwrap();
    assert_eq!(ids(&search(&ws, &["word7"])), ["g_2026-05-10-8"]);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    fs::remove_file(ws.path("cache")).unwrap();
    ws.write("cache", "a file");
    assert_eq!(ids(&search(&ws, &["word7"])), ["g_2026-05-10-8"]);
}

#[test]
fn failures_with_files_of_their_own_are_found_until_they_change() {
    let ws = TestWorkspace::new();
    ws.save(json!({"goal": "g"}));
    let add = |name: &str, reason: &str| {
        ws.program().args(["failures", "add", name, "--reason", reason]).ok();
    };
    add("mocking the database", "the mock hid a broken migration");
    add("轮询网关", "网关会限流");
    for (query, file) in [("migration", "mocking"), ("限流", "轮询")] {
        let answer = search(&ws, &[query, "--kind", "failure"]);
        let found = answer["failures"].as_array().unwrap();
        assert_eq!((found.len(), ids(&answer).len()), (1, 0), "{answer}");
        assert!(found[0]["file"].as_str().unwrap().contains(file), "{answer}");
        assert_eq!(found[0]["kind"], "failure");
    }
    many_more(&ws, 20);
    assert_eq!(search(&ws, &["migration"])["failures"].as_array().unwrap().len(), 1);
    assert!(ws.path("cache/search.bin").exists());
    ws.program().args(["failures", "retire", "轮询网关", "--reason", "换了新网关"]).ok();
    assert_eq!(search(&ws, &["\"换了新网关\""])["failures"].as_array().unwrap().len(), 1);
    for name in ws.names("failure_graph/project") {
        fs::remove_file(ws.path(&format!("failure_graph/project/{name}"))).unwrap();
    }
    assert_eq!(search(&ws, &["限流"])["total"], 0);
}
