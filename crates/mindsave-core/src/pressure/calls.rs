//! The calls of tools, each counted once however often it is reported.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::mark::{Marks, mark};
use super::model::Growth;
use crate::Timestamp;
use crate::work::{Outcome, ToolCall};

/// How many calls are looked at for fatigue. Source: research, the constants of the original.
pub(super) const WINDOW: usize = 30;
/// How many calls are known again by their ids.
const KNOWN: usize = 256;
/// How many files are known to have been read.
const READ: usize = 256;
/// How many calls in the span of growth are counted at most.
const TIMES: usize = 100;
/// How many files can be in work.
const FILES: usize = 64;
/// For how many calls a file stays in work after it was last changed.
const IN_WORK: u64 = 50;

/// Tools that look for something in a folder: their path is no file that is read.
const SEARCHES: [&str; 8] = ["grep", "glob", "find", "search", "list", "ls", "tree", "dir"];

/// What is kept of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note {
    /// The mark of the call.
    id: u32,
    /// The mark of the folder its file lies in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) folder: Option<u32>,
    /// Of a read, whether the file had been read before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) again: Option<bool>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<Outcome>,
}

/// A file in work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Active {
    file: u32,
    /// The number of the call that last changed it.
    at: u64,
}

/// What is known of the calls of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Calls {
    /// How many there were.
    pub(super) total: u64,
    /// How many of them changed files or ran a command.
    pub(super) effective: u64,
    known: Marks,
    ended: Marks,
    /// Calls without an id that began and have not ended.
    open: Marks,
    window: VecDeque<Note>,
    read: Marks,
    active: VecDeque<Active>,
    /// When the last ones of the main thread were, in milliseconds.
    times: VecDeque<i64>,
}

/// What a report of a call says that no report before it said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// The call is new.
    pub(super) new: bool,
    /// It has ended, in this way.
    pub(super) ended: Option<Outcome>,
}

impl Calls {
    /// Takes in a report of a call; `begins` when it is about to be made, `main` when it is one of
    /// the main thread.
    pub(super) fn report(
        &mut self,
        at: Timestamp,
        call: &ToolCall,
        begins: bool,
        main: bool,
    ) -> Told {
        let (id, new) = self.identify(call, begins);
        if new {
            self.count(at, call, id, main);
        }
        let ended = call.outcome.filter(|_| call.call.is_none() || self.ended.insert(id, KNOWN));
        if let Some(outcome) = ended {
            let open = |note: &&mut Note| note.id == id && note.outcome.is_none();
            if let Some(note) = self.window.iter_mut().rev().find(open) {
                note.outcome = Some(outcome);
            }
        }
        Told { new, ended }
    }

    /// Returns the mark of the call, and whether it is new. A call without an id is known again at
    /// its end by what it does; two reports of such an end are two calls.
    fn identify(&mut self, call: &ToolCall, begins: bool) -> (u32, bool) {
        if let Some(id) = &call.call {
            let id = mark(id);
            return (id, self.known.insert(id, KNOWN));
        }
        let what = [Some(&call.tool), call.path.as_ref(), call.command.as_ref()];
        let what: Vec<&str> = what.into_iter().flatten().map(String::as_str).collect();
        let id = mark(&what.join("\n"));
        if begins {
            self.open.push(id, WINDOW);
            return (id, true);
        }
        (id, !self.open.remove(id))
    }

    fn count(&mut self, at: Timestamp, call: &ToolCall, id: u32, main: bool) {
        self.total += 1;
        self.effective += u64::from(call.edits || call.command.is_some());
        let path = call.path.as_deref().map(normal).filter(|path| !path.is_empty());
        let file = path.as_deref().map(mark);
        if let Some(file) = file.filter(|_| call.edits) {
            self.changed(file);
        }
        if !main {
            return;
        }
        push(&mut self.times, at.as_millis(), TIMES);
        let again = file.filter(|_| reads(call)).map(|file| !self.read.insert(file, READ));
        let folder = path.as_deref().map(|path| mark(folder(path)));
        push(&mut self.window, Note { id, folder, again, outcome: None }, WINDOW);
    }

    /// Notes that a file was changed: it is in work, and worth reading again.
    pub(super) fn file_changed(&mut self, path: &str) {
        self.changed(mark(&normal(path)));
    }

    fn changed(&mut self, file: u32) {
        self.read.remove(file);
        self.active.retain(|active| active.file != file);
        push(&mut self.active, Active { file, at: self.total }, FILES);
    }

    /// Forgets what the old context held: what is read now is read for the first time.
    pub(super) fn new_context(&mut self) {
        self.window.clear();
        self.read.clear();
    }

    pub(super) fn window(&self) -> impl Iterator<Item = &Note> + Clone {
        self.window.iter()
    }

    /// Counts the files in work.
    pub(super) fn active_files(&self) -> u64 {
        let in_work = |active: &&Active| self.total.saturating_sub(active.at) < IN_WORK;
        self.active.iter().filter(in_work).count() as u64
    }

    /// Counts the calls of the last 5 minutes. Times may run backwards: what lies as far in the
    /// future is as near.
    pub(super) fn recent(&self, now: Timestamp) -> u64 {
        let span = Growth::SPAN * 1000;
        let near = |at: &&i64| now.as_millis().abs_diff(**at) < span.unsigned_abs();
        self.times.iter().filter(near).count() as u64
    }
}

/// Adds to a list of at most so many; the oldest goes.
fn push<T>(list: &mut VecDeque<T>, item: T, most: usize) {
    while list.len() >= most {
        list.pop_front();
    }
    list.push_back(item);
}

/// Reports whether a call reads one file.
fn reads(call: &ToolCall) -> bool {
    let mut words = call.tool.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    !call.edits && call.command.is_none() && !words.any(|word| SEARCHES.contains(&word.as_str()))
}

/// One spelling of a path: `a\b`, `./a/b`, `a//b` and `a/c/../b` are `a/b`.
fn normal(path: &str) -> String {
    let path = path.trim().replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// The folder a file lies in; the workspace itself is the empty text.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| if folder.is_empty() { "/" } else { folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_one_spelling() {
        for path in ["src/a.rs", "./src/a.rs", "src//a.rs", "src\\a.rs", "src/b/../a.rs"] {
            assert_eq!(normal(path), "src/a.rs", "{path}");
        }
        assert_eq!(normal("../a/../../b.rs"), "../../b.rs");
        assert_eq!(normal("/home/x/a.rs"), "/home/x/a.rs");
        let folders = ["a.rs", "src/a.rs", "/a.rs", "/home/x/a.rs"].map(folder);
        assert_eq!(folders, ["", "src", "/", "/home/x"]);
    }

    #[test]
    fn a_search_in_a_folder_is_no_read() {
        let call = |tool: &str| ToolCall {
            tool: tool.into(),
            path: Some("src".into()),
            ..ToolCall::default()
        };
        for tool in ["Grep", "Glob", "LS", "list_directory", "search-files", "mcp__fs__list"] {
            assert!(!reads(&call(tool)), "{tool}");
        }
        for tool in ["Read", "read_file", "view", "NotebookRead"] {
            assert!(reads(&call(tool)), "{tool}");
        }
    }
}
