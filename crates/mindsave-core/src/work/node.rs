//! One entry of the working graph.

use std::fmt;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::kind::{NodeKind, NodeStatus, Policy};
use crate::failure::FailureNote;
use crate::{Decision, Timestamp};

/// The name of a node: made of its kind and words, so that every fold gives it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u64);

impl NodeId {
    /// Makes the name of a node from its kind and the folded form of its words.
    pub(super) fn of(kind: NodeKind, key: &str) -> Self {
        let mut digest = Sha256::new();
        digest.update(kind.word());
        digest.update([0]);
        digest.update(key);
        let bytes = digest.finalize();
        Self(bytes.iter().take(8).fold(0, |sum, byte| (sum << 8) | u64::from(*byte)))
    }

    /// Makes the name of the node these words would be.
    pub(crate) fn of_text(kind: NodeKind, text: &str) -> Self {
        Self::of(kind, &super::same::key(text))
    }

    /// Returns the number that caches keep in place of the name.
    pub(super) fn number(self) -> u64 {
        self.0
    }

    /// Makes a name of its [`NodeId::number`].
    pub(super) fn of_number(number: u64) -> Self {
        Self(number)
    }

    /// Reads a name as it is shown; nothing for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let shown = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        shown.then(|| u64::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for NodeId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a node has beside its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// The reasons of a decision.
    Decision(Box<Decision>),
    /// The reason of a failure, who rejected it, what to do instead.
    Failure(Box<FailureNote>),
}

/// One entry of the working graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its name, the same in every fold.
    pub id: NodeId,
    /// What it is.
    pub kind: NodeKind,
    /// The word it was given under where that is another than the kind's, such as `learning`.
    pub word: Option<String>,
    /// Its words, whole.
    pub text: String,
    /// The summary it is shown by while it is compressed.
    pub summary: Option<String>,
    /// How it stands.
    pub status: NodeStatus,
    /// Why it was closed, if said.
    pub closed_because: Option<String>,
    /// When it was first seen.
    pub first: Timestamp,
    /// When it was last seen.
    pub last: Timestamp,
    /// How often it was seen; at least 1.
    pub uses: u32,
    /// The folders, files or parts of the code it holds for.
    pub scope: Vec<String>,
    /// The task it belongs to, if said.
    pub task: Option<String>,
    /// The subagent that brought it.
    pub agent: Option<String>,
    /// What there is beside its words.
    pub detail: Detail,
}

/// The longest summary in characters, and from where on it may end at a word. Source: seed 003.
const SUMMARY: (usize, usize) = (200, 150);

impl Node {
    /// Returns what may become of it: what its kind allows, and never eviction for a failure the
    /// user rejected.
    pub fn policy(&self) -> Policy {
        match &self.detail {
            Detail::Failure(known) if known.rejected_by() == Some("user") => Policy::Never,
            _ => self.kind.policy(),
        }
    }

    /// Returns what is shown of it: its summary while it is compressed, else its words.
    pub fn shown(&self) -> &str {
        match (&self.summary, self.status) {
            (Some(summary), NodeStatus::Compressed) => summary,
            _ => &self.text,
        }
    }

    /// Returns the word it is listed under.
    pub fn shown_kind(&self) -> &str {
        self.word.as_deref().unwrap_or(self.kind.word())
    }

    /// Compresses it: it is shown by the first 200 characters, up to a word's end behind the 150th.
    pub(super) fn compress(&mut self) {
        if self.status == NodeStatus::Active {
            self.status = NodeStatus::Compressed;
            self.summary = Some(summary(&self.text));
        }
    }
}

fn summary(text: &str) -> String {
    let (most, least) = SUMMARY;
    let text = text.trim();
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let floor = text.char_indices().nth(least).map_or(end, |(at, _)| at);
    let cut = text[floor..end].rfind(char::is_whitespace).map_or(end, |at| floor + at);
    format!("{}…", text[..cut].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_ends_at_a_word_behind_150_characters() {
        assert_eq!(summary(" short "), "short");
        let words = "word ".repeat(60);
        let cut = summary(&words);
        assert!(cut.ends_with("word…") && (150..=201).contains(&cut.chars().count()), "{cut}");
        assert_eq!(summary(&"测".repeat(300)).chars().count(), 201);
    }

    #[test]
    fn a_name_is_read_back() {
        let id = NodeId::of(NodeKind::Goal, "fix");
        assert_eq!(NodeId::parse(&id.to_string()), Some(id));
        assert_ne!(id, NodeId::of(NodeKind::Result, "fix"));
        assert_eq!(NodeId::parse("fix the login"), None);
    }
}
