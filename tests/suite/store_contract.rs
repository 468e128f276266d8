//! The contract of a store: one suite of cases, run on every backend.

use std::time::Duration;

use mindsave_core::ErrorKind;
use mindsave_store::{Durability, Entry, Expect, FileStore, Key, MemoryStore, Store, Version};

/// Runs every case on one backend; `$make` gives a store and what must live as long as it.
macro_rules! contract {
    ($backend:ident, $make:expr, [$($case:ident),+ $(,)?]) => {
        mod $backend {
            $(#[test]
            fn $case() {
                let (store, _kept) = $make;
                super::$case(&store);
            })+
        }
    };
}

/// Every backend is named here once.
macro_rules! every_backend {
    ($cases:tt) => {
        contract!(file_store, super::in_a_folder(), $cases);
        contract!(memory_store, (super::MemoryStore::default(), ()), $cases);
    };
}

every_backend!([
    a_missing_value_is_nothing,
    what_is_written_is_read,
    absent_is_expected_and_kept_to,
    a_version_is_expected_and_kept_to,
    what_is_deleted_is_gone,
    lines_are_appended_in_order,
    the_end_of_a_value_is_read_alone,
    the_end_of_a_value_is_written_over,
    a_value_is_read_and_rewritten,
    a_list_is_sorted_and_leaves_out_what_is_hidden,
    a_folder_lists_its_own_values_only,
    the_revision_of_a_folder_changes_with_its_values,
    the_stamp_of_a_value_changes_with_it,
    the_extent_of_a_value_tells_what_was_appended_from_what_was_replaced,
    the_lock_excludes_and_gives_up_in_time,
    the_lock_is_free_again_after_use,
    any_bytes_are_kept,
    a_large_value_is_kept,
    names_of_any_script_are_kept,
    compare_and_swap_loses_no_increment,
    concurrent_appends_never_mix,
    readers_see_whole_values_only,
    what_is_settled_is_as_it_was_written,
]);

fn in_a_folder() -> (FileStore, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (FileStore::new(folder.path().join("store")), folder)
}

fn key(text: &str) -> Key {
    Key::parse(text).unwrap()
}

fn put(store: &dyn Store, name: &str, bytes: &[u8]) {
    store.write(&key(name), bytes, Expect::Any, Durability::Durable).unwrap();
}

fn get(store: &dyn Store, name: &str) -> Option<Vec<u8>> {
    store.read(&key(name)).unwrap()
}

fn names(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.key.name()).collect()
}

fn a_missing_value_is_nothing(store: &dyn Store) {
    assert_eq!(get(store, "a/b"), None);
    assert!(!store.delete(&key("a/b"), Expect::Any).unwrap());
    assert_eq!(store.list(&key("a")).unwrap(), []);
    assert_eq!(store.revision(&key("a")).unwrap(), "");
    assert_eq!(store.stamp(&key("a/b")).unwrap(), "");
}

fn what_is_written_is_read(store: &dyn Store) {
    for durability in [Durability::Durable, Durability::Content, Durability::Cached] {
        for bytes in [&b"one"[..], b"", b"another, longer one"] {
            store.write(&key("a/b"), bytes, Expect::Any, durability).unwrap();
            assert_eq!(get(store, "a/b").as_deref(), Some(bytes));
        }
    }
}

fn absent_is_expected_and_kept_to(store: &dyn Store) {
    store.write(&key("a"), b"1", Expect::Absent, Durability::Durable).unwrap();
    let again = store.write(&key("a"), b"2", Expect::Absent, Durability::Durable);
    assert_eq!(again.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(get(store, "a").as_deref(), Some(&b"1"[..]));
    assert_eq!(store.delete(&key("a"), Expect::Absent).is_ok(), get(store, "a").is_none());
}

fn a_version_is_expected_and_kept_to(store: &dyn Store) {
    let expect = |bytes: &[u8]| Expect::Version(Version::of(bytes));
    let write =
        |new: &[u8], old: &[u8]| store.write(&key("a"), new, expect(old), Durability::Cached);
    assert_eq!(write(b"2", b"1").unwrap_err().kind(), ErrorKind::Conflict, "none is another one");
    put(store, "a", b"1");
    assert_eq!(write(b"2", b"0").unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(get(store, "a").as_deref(), Some(&b"1"[..]));
    write(b"2", b"1").unwrap();
    let delete = |old: &[u8]| store.delete(&key("a"), expect(old));
    assert_eq!(delete(b"1").unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(get(store, "a").as_deref(), Some(&b"2"[..]));
    assert!(delete(b"2").unwrap());
}

fn what_is_deleted_is_gone(store: &dyn Store) {
    put(store, "a/b", b"1");
    assert!(store.delete(&key("a/b"), Expect::Any).unwrap());
    assert_eq!((get(store, "a/b"), store.list(&key("a")).unwrap().len()), (None, 0));
    assert!(!store.delete(&key("a/b"), Expect::Any).unwrap());
}

fn lines_are_appended_in_order(store: &dyn Store) {
    let mut size = 0;
    for line in [&b"one"[..], b"", "第三行".as_bytes()] {
        size += line.len() as u64 + 1;
        let behind = store.append(&key("log/a"), line, Durability::Durable).unwrap();
        assert_eq!(behind, size);
    }
    assert_eq!(get(store, "log/a").unwrap(), "one\n\n第三行\n".as_bytes());
}

fn the_end_of_a_value_is_written_over(store: &dyn Store) {
    let log = key("cache/list");
    let over = |from: u64, text: &str| store.write_end(&log, from, text.as_bytes()).unwrap();
    let now = || String::from_utf8(store.read(&log).unwrap().unwrap()).unwrap();
    assert!(!over(0, "new"), "there is no value yet");
    store.write(&log, "修复登录页".as_bytes(), Expect::Any, Durability::Cached).unwrap();
    let stamp = store.stamp(&log).unwrap();
    assert!(over(12, "功能，再加测试"));
    assert_eq!(now(), "修复登录功能，再加测试");
    assert_ne!(store.stamp(&log).unwrap(), stamp);
    assert!(over(6, "。"));
    assert_eq!(now(), "修复。");
    assert!(!over(10, "x"), "it is not that long");
    assert_eq!(now(), "修复。");
}

fn a_value_is_read_and_rewritten(store: &dyn Store) {
    let beat = key("cache/beat");
    let rewrite = |new: Option<&str>| {
        let mut seen = Vec::new();
        let change = &mut |old: Option<&[u8]>| {
            seen.push(old.map(|old| String::from_utf8(old.to_vec()).unwrap()));
            new.map(|new| new.as_bytes().to_vec())
        };
        store.rewrite(&beat, change).unwrap();
        let [seen] = seen.try_into().expect("it is asked once");
        seen
    };
    let said = |text: &str| Some(text.to_owned());
    assert_eq!(rewrite(None), None);
    assert_eq!(get(store, "cache/beat"), None, "nothing is made where nothing is written");
    assert_eq!(rewrite(Some("三次调用，两次保存")), None);
    assert_eq!(rewrite(None), said("三次调用，两次保存"));
    assert_eq!(rewrite(Some("四次")), said("三次调用，两次保存"));
    assert_eq!(get(store, "cache/beat").as_deref(), Some("四次".as_bytes()));
}

fn the_end_of_a_value_is_read_alone(store: &dyn Store) {
    let end = |from| store.read_from(&key("log/a"), from).unwrap();
    assert_eq!(end(0), None);
    store.append(&key("log/a"), b"one", Durability::Cached).unwrap();
    store.append(&key("log/a"), "二".as_bytes(), Durability::Cached).unwrap();
    assert_eq!(end(0).as_deref(), Some("one\n二\n".as_bytes()));
    assert_eq!(end(4).as_deref(), Some("二\n".as_bytes()));
    assert_eq!(end(8).as_deref(), Some(&b""[..]));
    assert_eq!((end(9), end(u64::MAX)), (None, None));
}

fn a_list_is_sorted_and_leaves_out_what_is_hidden(store: &dyn Store) {
    for name in ["f/b", "f/.hidden", "f/a", "f/sub/c", "f/a-2", "f/A"] {
        put(store, name, name.as_bytes());
    }
    let entries = store.list(&key("f")).unwrap();
    assert_eq!(names(&entries), ["A", "a", "a-2", "b"]);
    assert!(entries.iter().all(|entry| entry.size == entry.key.as_str().len() as u64));
    assert_eq!(get(store, "f/.hidden").as_deref(), Some(&b"f/.hidden"[..]));
}

fn a_folder_lists_its_own_values_only(store: &dyn Store) {
    for name in ["f/a", "f2/b", "f/f/c", "top"] {
        put(store, name, b"");
    }
    assert_eq!(names(&store.list(&key("f")).unwrap()), ["a"]);
    assert_eq!(names(&store.list(&key("f/f")).unwrap()), ["c"]);
}

/// Waits until the clock of a file system has moved on, however coarse it is.
fn tick() {
    std::thread::sleep(Duration::from_millis(30));
}

fn the_revision_of_a_folder_changes_with_its_values(store: &dyn Store) {
    let mut seen = vec![store.revision(&key("f")).unwrap()];
    let mut changed = |what: &str| {
        let revision = store.revision(&key("f")).unwrap();
        assert_eq!(revision, store.revision(&key("f")).unwrap(), "{what}");
        assert!(!seen.contains(&revision), "{what}");
        seen.push(revision);
        tick();
    };
    put(store, "f/a", b"1");
    changed("a first value");
    put(store, "f/b", b"1");
    changed("a second value");
    store.delete(&key("f/a"), Expect::Any).unwrap();
    changed("one gone");
}

fn the_stamp_of_a_value_changes_with_it(store: &dyn Store) {
    put(store, "f/a", b"1");
    let first = store.stamp(&key("f/a")).unwrap();
    assert_eq!(store.list(&key("f")).unwrap()[0].stamp, first, "the list says the same");
    tick();
    put(store, "f/b", b"1");
    assert_eq!(store.stamp(&key("f/a")).unwrap(), first, "it is the value's own");
    put(store, "f/a", b"2");
    assert_ne!(store.stamp(&key("f/a")).unwrap(), first);
}

fn the_extent_of_a_value_tells_what_was_appended_from_what_was_replaced(store: &dyn Store) {
    let extent = || store.extent(&key("log/a")).unwrap();
    assert_eq!(extent(), None);
    store.append(&key("log/a"), b"one", Durability::Cached).unwrap();
    let first = extent().unwrap();
    assert_eq!((first.size, &first.stamp), (4, &store.stamp(&key("log/a")).unwrap()));
    store.append(&key("log/a"), "二".as_bytes(), Durability::Cached).unwrap();
    let second = extent().unwrap();
    assert_eq!((second.size, second.file), (8, first.file));
    assert_ne!(second.stamp, first.stamp);
    put(store, "log/a", "one\n二\n".as_bytes());
    let third = extent().unwrap();
    assert_eq!(third.size, 8);
    assert_ne!(third.file, second.file);
}

fn the_lock_excludes_and_gives_up_in_time(store: &dyn Store) {
    put(store, "a", b"1");
    let guard = store.lock(Duration::ZERO).unwrap();
    for patience in [Duration::ZERO, Duration::from_millis(20)] {
        let error = std::thread::scope(|scope| {
            scope.spawn(|| store.lock(patience).map(drop).unwrap_err()).join().unwrap()
        });
        assert_eq!(error.kind(), ErrorKind::Unavailable);
    }
    drop(guard);
}

fn the_lock_is_free_again_after_use(store: &dyn Store) {
    for _ in 0..3 {
        drop(store.lock(Duration::ZERO).unwrap());
    }
    let guard = store.lock(Duration::ZERO).unwrap();
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| store.lock(Duration::from_secs(61)).map(drop));
        tick();
        drop(guard);
        waiting.join().unwrap().unwrap();
    });
}

fn any_bytes_are_kept(store: &dyn Store) {
    let bytes: Vec<u8> = (0..=255).chain([0, 10, 13, 255]).collect();
    put(store, "bin", &bytes);
    assert_eq!(get(store, "bin"), Some(bytes));
}

fn a_large_value_is_kept(store: &dyn Store) {
    let bytes: Vec<u8> = (0..1_048_576_u32).map(|i| (i % 251) as u8).collect();
    put(store, "large", &bytes);
    assert_eq!(get(store, "large"), Some(bytes));
}

fn names_of_any_script_are_kept(store: &dyn Store) {
    let given = ["f/naïve.md", "f/修复登录_2026-05-10.md", "f/👩‍👧", "f/a b'c\"d"];
    for name in given {
        put(store, name, name.as_bytes());
    }
    let entries = store.list(&key("f")).unwrap();
    let mut listed: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    let mut wanted = given.to_vec();
    listed.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(listed, wanted);
    assert!(given.iter().all(|name| get(store, name).as_deref() == Some(name.as_bytes())));
}

/// Adds one to the number in `n`, as often as it takes.
fn increment(store: &dyn Store) {
    loop {
        let bytes = get(store, "n").unwrap();
        let number: u32 = String::from_utf8(bytes.clone()).unwrap().parse().unwrap();
        let (next, expect) = ((number + 1).to_string(), Expect::Version(Version::of(&bytes)));
        match store.write(&key("n"), next.as_bytes(), expect, Durability::Cached) {
            Ok(()) => return,
            Err(error) => assert_eq!(error.kind(), ErrorKind::Conflict, "{error}"),
        }
    }
}

fn compare_and_swap_loses_no_increment(store: &dyn Store) {
    put(store, "n", b"0");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..50).for_each(|_| increment(store)));
        }
    });
    assert_eq!(get(store, "n").as_deref(), Some(&b"400"[..]));
}

fn concurrent_appends_never_mix(store: &dyn Store) {
    std::thread::scope(|scope| {
        for who in 0..8_u8 {
            let line = vec![b'a' + who; 300];
            scope.spawn(move || {
                for _ in 0..20 {
                    store.append(&key("log"), &line, Durability::Cached).unwrap();
                }
            });
        }
    });
    let text = String::from_utf8(get(store, "log").unwrap()).unwrap();
    assert_eq!(text.lines().count(), 160);
    for line in text.lines() {
        assert!(line.len() == 300 && line.bytes().all(|b| b == line.as_bytes()[0]), "{line}");
    }
}

fn readers_see_whole_values_only(store: &dyn Store) {
    let value = |i: usize| vec![b"abcdefghijklmnopqrstuvwxyz"[i % 26]; 5_000 + 700 * (i % 7)];
    let write = |i: usize, durability| {
        store.write(&key("f/a"), &value(i), Expect::Any, durability).unwrap();
    };
    write(0, Durability::Durable);
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            for i in 0..60 {
                let durable = i % 2 == 0;
                write(i, if durable { Durability::Durable } else { Durability::Content });
            }
        });
        while !writer.is_finished() {
            let seen = get(store, "f/a").unwrap();
            assert!((0..182).any(|i| seen == value(i)), "{} bytes", seen.len());
        }
    });
}

fn what_is_settled_is_as_it_was_written(store: &dyn Store) {
    for name in ["f/a", "f/b"] {
        let written = store.write(&key(name), b"1", Expect::Absent, Durability::Content);
        written.unwrap();
    }
    store.delete(&key("f/a"), Expect::Any).unwrap();
    store.settle(&key("f")).unwrap();
    assert_eq!(names(&store.list(&key("f")).unwrap()), ["b"]);
}

#[test]
fn a_name_that_could_leave_the_store_is_no_key() {
    for text in [
        "",
        "/",
        "/etc/passwd",
        "..",
        "../x",
        "a/../../x",
        "a//b",
        "./a",
        "a\\..\\b",
        "C:/x",
        "a\0b",
        "a/",
    ] {
        assert_eq!(Key::parse(text).unwrap_err().kind(), ErrorKind::InvalidInput, "{text:?}");
    }
    assert!(key("a").join("../b").is_err());
}
