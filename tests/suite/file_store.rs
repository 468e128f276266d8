//! What only the store in a folder can get wrong: permissions, links, torn lines, a full disk.

use std::fs;
use std::io::{Error as IoError, ErrorKind as Io};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use mindsave_core::{ErrorKind, Result};
use mindsave_store::{Durability, Expect, FileStore, Key, Step, Store, Version};
use mindsave_tests::TestWorkspace;
use mindsave_tests::states::minimal;
use mindsave_tests::workspace::plain;

fn key(text: &str) -> Key {
    Key::parse(text).unwrap()
}

fn write(store: &FileStore, name: &str, bytes: &[u8]) -> Result<()> {
    store.write(&key(name), bytes, Expect::Any, Durability::Durable)
}

/// Lists the files and links in a folder, hidden ones too.
fn all_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_torn_last_line_does_not_swallow_the_next_one() {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    fs::write(dir.path().join("log"), "one\ntor").unwrap();
    store.append(&key("log"), b"two", Durability::Durable).unwrap();
    store.append(&key("log"), b"three", Durability::Durable).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join("log")).unwrap(), "one\ntor\ntwo\nthree\n");
}

#[test]
fn temporary_files_are_never_listed_and_old_ones_are_swept() {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    write(&store, "f/a", b"1").unwrap();
    for name in [".tmp-old", ".tmp-new"] {
        fs::write(dir.path().join("f").join(name), "part").unwrap();
    }
    let old = fs::File::options().write(true).open(dir.path().join("f/.tmp-old")).unwrap();
    old.set_modified(std::time::SystemTime::now() - Duration::from_secs(7_300)).unwrap();
    assert_eq!(store.list(&key("f")).unwrap().len(), 1);
    assert_eq!(store.sweep(&key("f")).unwrap(), 1);
    assert_eq!(all_names(&dir.path().join("f")), [".tmp-new", "a"]);
}

#[test]
fn a_file_or_folder_in_the_way_is_unavailable_and_stays() {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    fs::create_dir_all(dir.path().join("folder/x")).unwrap();
    fs::write(dir.path().join("file"), "1").unwrap();
    for name in ["folder", "file/a"] {
        assert_eq!(write(&store, name, b"2").unwrap_err().kind(), ErrorKind::Unavailable, "{name}");
    }
    assert_eq!(store.read(&key("file/a")).unwrap(), None);
    assert_eq!(fs::read_to_string(dir.path().join("file")).unwrap(), "1");
    assert_eq!(all_names(dir.path()), ["file", "folder"]);
}

/// A store whose disk is full from a step on.
fn full_at(folder: &Path, at: Step) -> FileStore {
    let refuse = move |step| {
        if step == at { Err(IoError::from(Io::StorageFull)) } else { Ok(()) }
    };
    FileStore::new(folder).with_probe(Arc::new(refuse))
}

#[test]
fn a_full_disk_leaves_the_old_value_and_no_part_of_a_new_one() {
    for step in [Step::Create, Step::Write, Step::Sync, Step::Rename] {
        let dir = tempfile::tempdir().unwrap();
        write(&FileStore::new(dir.path()), "f/a", b"old").unwrap();
        let full = full_at(dir.path(), step);
        for (name, expect) in [
            ("f/a", Expect::Any),
            ("f/a", Expect::Version(Version::of(b"old"))),
            ("f/b", Expect::Absent),
        ] {
            let error = full.write(&key(name), b"new", expect, Durability::Durable).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unavailable, "{step:?}");
            assert!(error.to_string().contains(name), "{error}");
        }
        assert_eq!(full.read(&key("f/a")).unwrap().as_deref(), Some(&b"old"[..]), "{step:?}");
        assert_eq!(all_names(&dir.path().join("f")), ["a"], "{step:?}");
    }
}

#[test]
fn a_durable_line_forces_the_name_of_a_file_that_was_begun_without() {
    let dir = tempfile::tempdir().unwrap();
    FileStore::new(dir.path()).append(&key("log"), b"one", Durability::Cached).unwrap();
    let full = full_at(dir.path(), Step::SyncFolder);
    let refused = full.append(&key("log"), b"two", Durability::Durable);
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::Unavailable);
}

#[test]
fn a_refused_append_or_delete_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    write(&FileStore::new(dir.path()), "a", b"old\n").unwrap();
    let error = full_at(dir.path(), Step::Append).append(&key("a"), b"x", Durability::Durable);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Unavailable);
    let error = full_at(dir.path(), Step::Delete).delete(&key("a"), Expect::Any);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Unavailable);
    assert_eq!(fs::read_to_string(dir.path().join("a")).unwrap(), "old\n");
}

/// A folder that cannot be forced to the medium: the value is whole, old or new.
#[test]
fn an_unforced_folder_is_an_error_and_the_value_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    write(&FileStore::new(dir.path()), "a", b"old").unwrap();
    assert!(write(&full_at(dir.path(), Step::SyncFolder), "a", b"new").is_err());
    let now = fs::read(dir.path().join("a")).unwrap();
    assert!(now == b"old" || now == b"new");
}

#[test]
fn a_save_on_a_full_disk_is_unavailable_and_leaves_no_snapshot() {
    for step in [Step::Create, Step::Write, Step::Sync, Step::Rename] {
        let ws = TestWorkspace::new();
        let mind = ws.open(mindsave::Clock::System, |store| full_at(store.root(), step));
        let state = mindsave::State::from_value(minimal("x")).unwrap();
        let error = mind.save(state, &plain()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unavailable, "{step:?}");
        assert_eq!(ws.names("snapshots"), [""; 0], "{step:?}");
        let whole = ws.mind().list().unwrap();
        assert_eq!((whole.0.len(), whole.1.len()), (0, 0), "{step:?}");
        ws.save(minimal("x"));
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn files_are_private_and_so_are_their_folders() {
        let ws = TestWorkspace::new();
        ws.mind().init().unwrap();
        ws.save(mindsave_tests::states::rich());
        let store = FileStore::new(ws.path(""));
        store.append(&key("sessions/a.jsonl"), b"{}", Durability::Durable).unwrap();
        assert_eq!(mode(&ws.path("")), 0o700);
        for folder in ["snapshots", "execution_graphs", "sessions"] {
            assert_eq!(mode(&ws.path(folder)), 0o700, "{folder}");
        }
        for file in ws.everything() {
            assert_eq!(mode(&ws.around().join(&file)), 0o600, "{file}");
        }
    }

    /// A store in a folder, with another folder outside it and links that lead there.
    fn with_links() -> (tempfile::TempDir, FileStore) {
        let dir = tempfile::tempdir().unwrap();
        let (inside, outside) = (dir.path().join("store"), dir.path().join("outside"));
        for folder in [&inside, &outside] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(outside.join("victim.md"), "secret").unwrap();
        symlink(&outside, inside.join("folder")).unwrap();
        symlink(outside.join("victim.md"), inside.join("file.md")).unwrap();
        symlink(outside.join("new.md"), inside.join("dangling.md")).unwrap();
        let store = FileStore::new(&inside);
        (dir, store)
    }

    fn refused<T: std::fmt::Debug>(result: Result<T>) {
        assert_eq!(result.unwrap_err().kind(), ErrorKind::InvalidInput);
    }

    #[test]
    fn a_link_out_of_the_store_is_never_followed() {
        let (dir, store) = with_links();
        for name in ["folder/victim.md", "folder/new.md", "file.md", "dangling.md"] {
            refused(store.read(&key(name)));
            refused(write(&store, name, b"evil"));
            refused(store.append(&key(name), b"evil", Durability::Durable));
            refused(store.rewrite(&key(name), &mut |_| Some(b"evil".to_vec())));
            refused(store.write_end(&key(name), 0, b"evil"));
            refused(store.delete(&key(name), Expect::Any));
            refused(store.stamp(&key(name)));
        }
        refused(store.list(&key("folder")));
        refused(store.revision(&key("folder")));
        refused(store.settle(&key("folder")));
        refused(store.sweep(&key("folder")));
        assert_eq!(all_names(&dir.path().join("outside")), ["victim.md"]);
        assert_eq!(fs::read_to_string(dir.path().join("outside/victim.md")).unwrap(), "secret");
    }

    #[test]
    fn a_link_in_a_folder_is_not_listed() {
        let (dir, store) = with_links();
        fs::create_dir(dir.path().join("store/f")).unwrap();
        symlink(dir.path().join("outside/victim.md"), dir.path().join("store/f/a.md")).unwrap();
        write(&store, "f/b.md", b"1").unwrap();
        assert_eq!(store.list(&key("f")).unwrap().len(), 1);
    }

    #[test]
    fn a_lock_that_is_a_link_out_is_refused() {
        let (dir, store) = with_links();
        symlink(dir.path().join("outside/lock"), dir.path().join("store/.lock")).unwrap();
        assert!(store.lock(Duration::ZERO).is_err());
        assert_eq!(all_names(&dir.path().join("outside")), ["victim.md"]);
    }

    #[test]
    fn a_whole_store_that_is_a_link_out_is_refused() {
        let ws = TestWorkspace::new();
        let outside = ws.around().join("outside");
        fs::create_dir(&outside).unwrap();
        symlink(&outside, ws.path("")).unwrap();
        let state = mindsave::State::from_value(minimal("x")).unwrap();
        let error = mindsave::MindSave::open(
            mindsave::Workspace::find(Some(&ws.root())).unwrap(),
            mindsave::Clock::System,
        )
        .and_then(|mind| mind.save(state, &plain()))
        .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        assert!(FileStore::new(ws.path("")).lock(Duration::ZERO).is_err());
        assert_eq!(all_names(&outside), [""; 0], "nothing is written, no lock either");
    }

    #[test]
    fn a_store_that_links_to_a_place_in_its_workspace_is_used() {
        let ws = TestWorkspace::new();
        fs::create_dir(ws.root().join("kept")).unwrap();
        symlink("kept", ws.path("")).unwrap();
        let saved = ws.save(minimal("x"));
        assert!(
            ws.root().join("kept/snapshots").join(format!("{}.md", saved.snapshot.id)).is_file()
        );
    }
}

/// Runs something that must not wait for anybody.
#[cfg(unix)]
fn at_once<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || drop(send.send(work())));
    receive.recv_timeout(Duration::from_secs(10)).expect("it waits for ever")
}

#[cfg(unix)]
fn make_pipe(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

#[cfg(unix)]
#[test]
fn a_file_out_of_use_is_written_again() {
    use std::os::unix::fs::MetadataExt;
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    let save = |name: &str, text: &[u8]| {
        store.write(&key(name), text, Expect::Absent, Durability::Content).unwrap();
        fs::metadata(dir.path().join(name)).unwrap().ino()
    };
    let first = save("s/a", b"a long first text");
    store.recycle(&key("s/a")).unwrap();
    assert_eq!(save("s/b", b"short"), first, "the spare is taken");
    assert_eq!(fs::read(dir.path().join("s/b")).unwrap(), b"short");
    assert_eq!(all_names(&dir.path().join("cache")), [""; 0]);
}

/// Puts something in the place of the spare file (the first path); the second is somebody's file.
#[cfg(unix)]
type Place = fn(&Path, &Path, &dyn Fn(&Path, u32));

#[cfg(unix)]
#[test]
fn what_lies_in_the_place_of_the_spare_file_is_never_written_to() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let own = |path: &Path, mode| {
        fs::write(path, "theirs").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let places: [(&str, Place); 6] = [
        ("a hard link", |spare, theirs, _| fs::hard_link(theirs, spare).unwrap()),
        ("a link out", |spare, theirs, _| symlink(theirs, spare).unwrap()),
        ("a link to nothing", |spare, _, _| symlink("/nothing/there", spare).unwrap()),
        ("open rights", |spare, _, own| own(spare, 0o666)),
        ("a pipe", |spare, _, _| make_pipe(spare)),
        ("a folder", |spare, _, _| fs::create_dir(spare).unwrap()),
    ];
    for (what, place) in places {
        let dir = tempfile::tempdir().unwrap();
        let (root, theirs) = (dir.path().join("store"), dir.path().join("theirs"));
        fs::create_dir_all(root.join("cache")).unwrap();
        own(&theirs, 0o600);
        place(&root.join("cache/.tmp-spare"), &theirs, &own);
        let store = FileStore::new(&root);
        let saved = at_once(move || {
            store.write(&key("s/a"), b"mine", Expect::Absent, Durability::Content)?;
            store.write(&key("s/b"), b"mine", Expect::Absent, Durability::Content)?;
            store.recycle(&key("s/b"))
        });
        saved.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(fs::read(root.join("s/a")).unwrap(), b"mine", "{what}");
        assert_eq!(fs::read(&theirs).unwrap(), b"theirs", "{what}");
        let meta = fs::symlink_metadata(root.join("s/a")).unwrap();
        assert!(meta.is_file() && meta.permissions().mode() & 0o777 == 0o600, "{what}");
        assert_eq!(all_names(&root.join("s")), ["a"], "{what}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_file_makes_nobody_wait() {
    let dir = tempfile::tempdir().unwrap();
    make_pipe(&dir.path().join("pipe"));
    make_pipe(&dir.path().join(".lock"));
    let store = FileStore::new(dir.path());
    let errors = at_once(move || {
        let pipe = key("pipe");
        [
            store.read(&pipe).map(drop),
            store.write(&pipe, b"x", Expect::Any, Durability::Cached),
            store.append(&pipe, b"x", Durability::Cached).map(drop),
            store.lock(Duration::ZERO).map(drop),
        ]
    });
    for (i, error) in errors.into_iter().enumerate() {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Unavailable, "{i}");
    }
}

#[test]
fn a_file_with_a_second_name_is_replaced_and_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    let cached = |text: &[u8]| store.write(&key("i"), text, Expect::Any, Durability::Cached);
    cached(b"old").unwrap();
    fs::hard_link(dir.path().join("i"), dir.path().join("copy")).unwrap();
    cached(b"new").unwrap();
    let text = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!((text("i").as_str(), text("copy").as_str()), ("new", "old"));
}

#[test]
fn who_saves_while_the_bytes_are_forced_to_the_disk_is_not_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    fs::write(&path, "1").unwrap();
    let other = path.clone();
    let store = FileStore::new(dir.path()).with_probe(Arc::new(move |step| {
        if step == Step::Sync { fs::write(&other, "by hand") } else { Ok(()) }
    }));
    let expect = Expect::Version(Version::of(b"1"));
    let refused = store.write(&key("file"), b"2", expect, Durability::Durable).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    assert_eq!(all_names(dir.path()), [".compare.lock", "file"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "by hand");
}
