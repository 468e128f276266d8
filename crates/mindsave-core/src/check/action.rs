//! What an agent is about to do.

use std::collections::BTreeSet;

use super::command;
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

/// A part of what an action says.
pub(super) struct Part {
    pub(super) text: String,
    pub(super) role: PartRole,
}

/// What a part is of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartRole {
    /// What is done.
    Done,
    /// Where: it says less than what is done there.
    Place,
    /// What is taken away.
    Away,
}

impl Action<'_> {
    /// Returns what the action says, in parts.
    pub(super) fn parts(&self) -> Vec<Part> {
        let part = |text: String, role| Part { text, role };
        match self {
            Self::Sentence(text) => vec![part((*text).to_owned(), PartRole::Done)],
            Self::Command(text) => vec![part(command::doing(text), PartRole::Done)],
            Self::Edit { path, before, after } => vec![
                part(lines_only_in(after, before), PartRole::Done),
                part((*path).to_owned(), PartRole::Place),
                part(lines_only_in(before, after), PartRole::Away),
            ],
        }
    }

    /// Reports whether it is code, which names what it uses and not what for.
    pub(super) fn is_code(&self) -> bool {
        !matches!(self, Self::Sentence(_))
    }

    /// Returns the programs of a command that only looks or tests: it repeats only what failed with
    /// one of them.
    pub(super) fn harmless(&self) -> Option<Vec<&str>> {
        match self {
            Self::Command(text) => command::harmless(text),
            _ => None,
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
