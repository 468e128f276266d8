//! Kinds of nodes, and what may become of each. Source: seed 003; design, section 2.

use serde::{Deserialize, Serialize};

/// What a node is. The word in files and answers is the variant's name in snake case.
///
/// ```
/// use mindsave_core::work::{NodeKind, Policy};
///
/// assert_eq!(NodeKind::parse("code_ref"), Some(NodeKind::CodeRef));
/// assert_eq!(NodeKind::parse("learning"), Some(NodeKind::Fact));
/// assert_eq!(NodeKind::Constraint.policy(), Policy::Never);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// An objective.
    Goal,
    /// A standing rule.
    Constraint,
    /// A choice that was taken.
    Decision,
    /// An approach that failed or was rejected.
    Failure,
    /// Something learned.
    Fact,
    /// A file that was worked on.
    CodeRef,
    /// What was true or tried at the time.
    Context,
    /// What is being thought about: an assumption, a blocker.
    Working,
    /// A step or sub-task that was finished.
    Result,
    /// A learning that was seen three times.
    Skill,
    /// A problem, or a call that failed.
    Error,
    /// A snapshot that was saved.
    Checkpoint,
    /// A text for the next agent.
    Handoff,
}

/// What may become of a node when room is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// It stays whole until it is closed or superseded.
    Never,
    /// It is shown by its summary before it may go.
    CompressFirst,
    /// It may go when its activation is low.
    Evictable,
}

/// Words of [`super::Happened::Note`] that stand for a kind of another name.
const ALIASES: [(&str, NodeKind); 10] = [
    ("learning", NodeKind::Fact),
    ("problem", NodeKind::Error),
    ("experience", NodeKind::Context),
    ("note", NodeKind::Context),
    ("assumption", NodeKind::Working),
    ("blocker", NodeKind::Working),
    ("progress", NodeKind::Result),
    ("rejected", NodeKind::Failure),
    ("coderef", NodeKind::CodeRef),
    ("file", NodeKind::CodeRef),
];

impl NodeKind {
    /// All kinds.
    pub const ALL: [Self; 13] = [
        Self::Goal,
        Self::Constraint,
        Self::Decision,
        Self::Failure,
        Self::Fact,
        Self::CodeRef,
        Self::Context,
        Self::Working,
        Self::Result,
        Self::Skill,
        Self::Error,
        Self::Checkpoint,
        Self::Handoff,
    ];

    /// Returns the word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Constraint => "constraint",
            Self::Decision => "decision",
            Self::Failure => "failure",
            Self::Fact => "fact",
            Self::CodeRef => "code_ref",
            Self::Context => "context",
            Self::Working => "working",
            Self::Result => "result",
            Self::Skill => "skill",
            Self::Error => "error",
            Self::Checkpoint => "checkpoint",
            Self::Handoff => "handoff",
        }
    }

    /// Reads a word, whatever its case and with `-` for `_`; words such as `learning` stand for the
    /// kind they are kept under.
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.trim().to_lowercase().replace('-', "_");
        let own = Self::ALL.into_iter().find(|kind| kind.word() == word);
        own.or_else(|| ALIASES.iter().find(|(alias, _)| *alias == word).map(|(_, kind)| *kind))
    }

    /// Returns what may become of nodes of this kind. A failure the user rejected is kept for ever
    /// as well: see [`super::Node::policy`].
    pub fn policy(self) -> Policy {
        match self {
            Self::Goal | Self::Constraint | Self::Checkpoint | Self::Handoff => Policy::Never,
            Self::Decision
            | Self::Failure
            | Self::Fact
            | Self::Working
            | Self::Result
            | Self::Skill
            | Self::Error => Policy::CompressFirst,
            Self::Context | Self::CodeRef => Policy::Evictable,
        }
    }
}

impl Policy {
    /// Returns the word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::CompressFirst => "compress_first",
            Self::Evictable => "evictable",
        }
    }

    /// Reports whether a node of this status may be evicted.
    ///
    /// ```
    /// use mindsave_core::work::{NodeStatus, Policy};
    ///
    /// assert!(!Policy::CompressFirst.may_evict(NodeStatus::Active));
    /// assert!(Policy::CompressFirst.may_evict(NodeStatus::Compressed));
    /// assert!(!Policy::Never.may_evict(NodeStatus::Compressed));
    /// ```
    pub fn may_evict(self, status: NodeStatus) -> bool {
        match self {
            Self::Never => false,
            Self::CompressFirst => status == NodeStatus::Compressed,
            Self::Evictable => matches!(status, NodeStatus::Active | NodeStatus::Compressed),
        }
    }
}

/// How a node stands.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum NodeStatus {
    /// It holds.
    #[default]
    Active,
    /// It holds, and is shown by its summary.
    Compressed,
    /// Another took its place.
    Superseded,
    /// The problem is gone, the assumption is settled.
    Resolved,
    /// The goal is reached, the rule is withdrawn.
    Closed,
    /// It was evicted: its text is in the journal.
    Archived,
}

impl NodeStatus {
    /// Returns the word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Compressed => "compressed",
            Self::Superseded => "superseded",
            Self::Resolved => "resolved",
            Self::Closed => "closed",
            Self::Archived => "archived",
        }
    }

    /// Reports whether the node still holds.
    pub fn holds(self) -> bool {
        matches!(self, Self::Active | Self::Compressed)
    }
}

/// How one node is linked to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkKind {
    /// They have to do with each other.
    Related,
    /// It needs the other.
    DependsOn,
    /// The other led to it.
    CausedBy,
    /// It takes the place of the other.
    Supersedes,
    /// It was done instead of the other.
    AlternativeTo,
}

impl LinkKind {
    /// All kinds of links.
    pub const ALL: [Self; 5] =
        [Self::Related, Self::DependsOn, Self::CausedBy, Self::Supersedes, Self::AlternativeTo];

    /// Returns the word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Related => "related",
            Self::DependsOn => "depends_on",
            Self::CausedBy => "caused_by",
            Self::Supersedes => "supersedes",
            Self::AlternativeTo => "alternative_to",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_the_policy_of_seed_003() {
        let of = |policy: Policy| -> Vec<&str> {
            let kinds = NodeKind::ALL.into_iter().filter(|kind| kind.policy() == policy);
            kinds.map(NodeKind::word).collect()
        };
        assert_eq!(of(Policy::Never), ["goal", "constraint", "checkpoint", "handoff"]);
        let first = ["decision", "failure", "fact", "working", "result", "skill", "error"];
        assert_eq!(of(Policy::CompressFirst), first);
        assert_eq!(of(Policy::Evictable), ["code_ref", "context"]);
    }

    #[test]
    fn every_word_is_read_back() {
        for kind in NodeKind::ALL {
            assert_eq!(NodeKind::parse(kind.word()), Some(kind));
            assert_eq!(serde_json::json!(kind), kind.word());
        }
        for (alias, kind) in ALIASES {
            assert_eq!(NodeKind::parse(alias), Some(kind));
        }
        assert_eq!(NodeKind::parse("Code-Ref"), Some(NodeKind::CodeRef));
        assert_eq!(NodeKind::parse("banana"), None);
    }
}
