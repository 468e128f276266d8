//! Symbolic entries and the sources they stand for.

use serde::{Deserialize, Serialize};

use crate::text::folded_size;

/// A merged category.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// What was said in one word: `css_variables_only`.
    pub strategy: String,
    /// What is asked for.
    pub chosen: Vec<String>,
    /// What is refused.
    pub rejected: Vec<String>,
    /// Why, in the words of the sources; empty when they give no reason.
    pub reason: String,
    /// Scopes and other words that must stay readable.
    pub notes: Vec<String>,
    /// The line that says it to a model.
    pub line: String,
    /// The sentences themselves.
    pub sources: Vec<Source>,
}

/// A sentence that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Which list it was given in.
    pub kind: SourceKind,
    /// Its place in that list, from 0.
    pub index: usize,
    /// Its words.
    pub text: String,
}

impl Source {
    /// How many characters it has without the blanks around it, when it is folded.
    pub(super) fn letters(&self) -> usize {
        folded_size(self.text.trim())
    }
}

/// The lists a sentence can be given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// A rule.
    Constraint,
    /// A choice.
    Decision,
    /// A failed approach.
    ExcludedPath,
}
