//! A workspace in a temporary folder, with a home folder and a folder for temporary files beside it.

use std::fs;
use std::path::{Path, PathBuf};

use mindsave::{
    Clock, FileStore, MindSave, SaveOptions, Saved, Settings, State, Timestamp, Workspace,
};
use serde_json::Value;
use tempfile::TempDir;

use crate::{NOW, Program};

/// A workspace under version control that is gone when this is dropped.
#[derive(Debug)]
pub struct TestWorkspace {
    dir: TempDir,
}

impl Default for TestWorkspace {
    fn default() -> Self {
        Self::new()
    }
}

impl TestWorkspace {
    /// Makes one; `.git` is an empty folder, which is enough to be found.
    pub fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for name in ["project/.git", "home", "tmp"] {
            fs::create_dir_all(dir.path().join(name)).expect("a folder");
        }
        Self { dir }
    }

    /// Returns the folder in which everything lies that a test may touch.
    pub fn around(&self) -> &Path {
        self.dir.path()
    }

    /// Returns the root of the workspace.
    pub fn root(&self) -> PathBuf {
        self.dir.path().join("project")
    }

    /// Returns the home folder of the programs run here.
    pub fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    /// Returns the folder for temporary files of the programs run here.
    pub fn tmp(&self) -> PathBuf {
        self.dir.path().join("tmp")
    }

    /// Returns the path of a file below `.mindsave`; that folder itself for no name.
    pub fn path(&self, name: &str) -> PathBuf {
        let folder = self.root().join(".mindsave");
        if name.is_empty() { folder } else { folder.join(name) }
    }

    /// Writes a file below `.mindsave`.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
    }

    /// Reads a file below `.mindsave`.
    pub fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Lists the names in a folder below `.mindsave`; nothing when it is not there.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.path(folder)) else {
            return Vec::new();
        };
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    /// Lists every file and link around the workspace, relative to [`TestWorkspace::around`].
    pub fn everything(&self) -> Vec<String> {
        let mut found = Vec::new();
        walk(self.around(), &mut |path| {
            let inside = path.strip_prefix(self.around()).expect("a path inside");
            found.push(inside.to_string_lossy().into_owned());
        });
        found.sort();
        found
    }

    /// Opens it with the clock standing still at [`NOW`].
    pub fn mind(&self) -> MindSave {
        self.mind_at(NOW)
    }

    /// Opens it with the clock standing still at another time.
    pub fn mind_at(&self, time: &str) -> MindSave {
        let time = Timestamp::parse(time).expect("a time");
        self.open(Clock::Fixed(time), |store| store)
    }

    /// Opens it with a store that was changed, for example by a probe.
    ///
    /// The settings are the defaults, so that those of the person who runs the tests do not count.
    pub fn open(&self, clock: Clock, change: impl FnOnce(FileStore) -> FileStore) -> MindSave {
        let workspace = Workspace::find(Some(&self.root())).expect("a workspace");
        let store = change(FileStore::new(workspace.folder()));
        let mind = MindSave::open_with(workspace, store, clock).expect("an open workspace");
        mind.with_settings(Settings::default())
    }

    /// Saves a state as it is, and returns what the save says.
    pub fn save(&self, state: Value) -> Saved {
        save(&self.mind(), state)
    }

    /// Returns the program, to be run in this workspace.
    pub fn program(&self) -> Program {
        Program::new(&self.root(), self.around()).env("MINDSAVE_NOW", NOW)
    }

    /// Replaces the paths of this workspace in a text, so that it can be compared.
    pub fn neutral(&self, text: &str) -> String {
        text.replace(&self.around().display().to_string(), "[DIR]")
    }
}

/// Saves a state without asking git.
pub fn save(mind: &MindSave, state: Value) -> Saved {
    let state = State::from_value(state).expect("a state");
    mind.save(state, &plain()).unwrap_or_else(|error| panic!("save: {error}"))
}

/// The options of a save that does not ask git.
pub fn plain() -> SaveOptions {
    SaveOptions { collect: false, ..SaveOptions::default() }
}

/// The options of a save under a topic, which does not ask git.
pub fn topic(topic: &str) -> SaveOptions {
    SaveOptions { topic: Some(topic.to_owned()), ..plain() }
}

/// Calls `see` with every file and link below a folder.
pub fn walk(folder: &Path, see: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let kind = fs::symlink_metadata(&path).expect("metadata").file_type();
        if kind.is_dir() {
            walk(&path, see);
        } else {
            see(&path);
        }
    }
}
