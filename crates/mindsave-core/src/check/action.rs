//! What an agent is about to do.

use std::collections::BTreeSet;

use crate::failure::Fingerprint;

/// What an agent is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action<'a> {
    /// A plan in a sentence, in any language.
    Sentence(&'a str),
    /// A command line.
    Command(&'a str),
    /// A change of a file: what stands there now (empty for a new file), and what shall.
    Edit {
        /// The path of the file.
        path: &'a str,
        /// The text that is replaced.
        before: &'a str,
        /// The text that replaces it.
        after: &'a str,
    },
}

impl Action<'_> {
    /// Returns what the action says, in parts; of each whether it is taken away.
    pub(super) fn parts(&self) -> Vec<(String, bool)> {
        match self {
            Self::Sentence(text) | Self::Command(text) => vec![((*text).to_owned(), false)],
            Self::Edit { path, before, after } => {
                let added = lines_only_in(after, before);
                let removed = lines_only_in(before, after);
                vec![(format!("{path}\n{added}"), false), (removed, true)]
            }
        }
    }

    /// Returns the mark of the call, by which outcomes are remembered; a sentence has none.
    pub(super) fn call(&self) -> Option<String> {
        match self {
            Self::Sentence(_) => None,
            Self::Command(command) => Some(Fingerprint::call_mark(command)),
            Self::Edit { path, after, .. } => {
                Some(Fingerprint::call_mark(&format!("{path}\n{after}")))
            }
        }
    }
}

fn lines_only_in(text: &str, other: &str) -> String {
    let known: BTreeSet<&str> = other.lines().map(str::trim).collect();
    let own = text.lines().filter(|line| !known.contains(line.trim()));
    own.collect::<Vec<_>>().join("\n")
}
