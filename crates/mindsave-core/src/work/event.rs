//! One thing that happened.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::kind::LinkKind;
use crate::Timestamp;

/// One thing that happened in a session: one line of its journal.
///
/// ```
/// use mindsave_core::Timestamp;
/// use mindsave_core::work::{Event, Happened};
///
/// let at = Timestamp::parse("2026-05-10T14:30:00Z")?;
/// let event = Event::new(at, Happened::Goal { text: "修复登录".to_owned() });
/// let line = serde_json::to_string(&event).unwrap();
/// assert_eq!(line, r#"{"at":"2026-05-10T14:30:00Z","type":"goal","text":"修复登录"}"#);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When it happened.
    pub at: Timestamp,
    /// The subagent it happened in; absent in the main thread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub happened: Happened,
}

impl Event {
    /// Makes an event of the main thread.
    pub fn new(at: Timestamp, happened: Happened) -> Self {
        Self { at, agent: None, happened }
    }
}

/// What happened. The word under `type` in the journal is the variant's name in snake case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Happened {
    /// The session began or went on.
    SessionStart {
        /// `startup`, `resume`, `clear`, `compact`, `fork`, or the host's own word.
        source: String,
    },
    /// The session takes up what was known before it.
    Continued {
        /// The session whose work it takes up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<String>,
        /// The snapshot it takes up, where that is newer than any session.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        snapshot: Option<String>,
        /// Whether the other session seemed to be at work still: its task is taken up only until
        /// this one has its own.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        live: bool,
    },
    /// The session ended.
    SessionEnd {
        /// The host's word for why.
        reason: String,
    },
    /// A call is about to be made.
    CallBegun(ToolCall),
    /// A call was made.
    ToolCall(ToolCall),
    /// The user said something: begins a turn.
    Prompt {
        /// The words.
        text: String,
    },
    /// The agent ended its turn.
    Reply {
        /// Its last message.
        text: String,
    },
    /// The user corrected the agent.
    Correction {
        /// The words.
        text: String,
    },
    /// A choice was taken.
    Decision {
        /// The choice.
        text: String,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// What was considered beside it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
        /// The choice it replaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supersedes: Option<String>,
    },
    /// A standing rule was given.
    Constraint {
        /// The rule.
        text: String,
        /// The folder, file or part of the code it holds for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
    },
    /// An approach failed or was rejected.
    Failure {
        /// The approach.
        text: String,
        /// Why it failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// What was done instead.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alternatives: Vec<String>,
        /// `user` or `system`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rejected_by: Option<String>,
    },
    /// A step or sub-task was finished.
    Result {
        /// What was finished.
        text: String,
    },
    /// Something worth remembering that has no type of its own.
    Note {
        /// `learning`, `problem`, `experience`, `assumption`, `fact`, `context`, `working`,
        /// `skill`, `error`, `handoff`, or another word.
        kind: String,
        /// The words.
        text: String,
        /// The folder, file or part of the code it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
    },
    /// The objective was set.
    Goal {
        /// The objective.
        text: String,
    },
    /// The stage of the work was set.
    Phase {
        /// `planning`, `executing`, `debugging`, `reviewing`, or another word.
        text: String,
    },
    /// The next step was set.
    NextAction {
        /// The step.
        text: String,
    },
    /// The work is stopped, or no longer.
    Blocker {
        /// What stops it; nothing when it is gone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// A value to remember was set, changed or withdrawn.
    Variable {
        /// Its name.
        name: String,
        /// Its value; `null` withdraws it.
        value: Value,
    },
    /// A file was changed by other means than a tool call.
    File {
        /// Its path, relative to the workspace where it lies in it.
        path: String,
    },
    /// An entry was closed: a goal reached, a rule withdrawn.
    Closed {
        /// The words of the entry, or its name ([`super::NodeId`]).
        text: String,
        /// Why, if said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// An entry was used, which raises its weight.
    Touched {
        /// The words of the entry, or its name.
        text: String,
    },
    /// An entry took the place of another.
    Superseded {
        /// The words of the entry that holds no longer.
        text: String,
        /// The words of the one that holds now.
        by: String,
    },
    /// An entry belongs to a task, or to a part of the code.
    Assigned {
        /// The words of the entry.
        text: String,
        /// The name of the task.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<String>,
        /// The folder, file or part of the code.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
    },
    /// Two entries have to do with each other.
    Linked {
        /// The words of the entry the link begins at.
        from: String,
        /// What it says.
        link: LinkKind,
        /// The words of the entry it leads to.
        to: String,
    },
    /// Room was made: what was compressed and what was evicted, by name.
    Consolidated {
        /// Entries that are shown by their summaries from here on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        compressed: Vec<String>,
        /// Entries that are shown no longer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        evicted: Vec<String>,
    },
    /// How full the context is.
    Context {
        /// The share used, from 0 to 1.
        ratio: f64,
    },
    /// The state was saved.
    Save {
        /// The snapshot's name.
        snapshot: String,
        /// The rule that fired; absent when it was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trigger: Option<String>,
    },
    /// The user asked that nothing be saved, or lifted that.
    SavingRefused {
        /// Whether saving is refused from here on.
        refused: bool,
    },
    /// The context is about to be compacted (or was).
    Compaction {
        /// `manual` or `auto`.
        trigger: String,
    },
    /// A text was put before the agent.
    Delivered {
        /// The hook's event that carried it.
        via: String,
        /// `resume` or `warning`.
        what: String,
        /// A mark of the text, so that repeats are known.
        revision: String,
        /// What it costs at most, in tokens.
        tokens: u32,
    },
    /// Anything this version does not know, kept as it is.
    #[serde(untagged)]
    Unknown(Map<String, Value>),
}

impl Happened {
    /// Reports whether it says what is done or known, and not only how the session goes.
    pub(super) fn is_of_the_work(&self) -> bool {
        match self {
            Self::SessionStart { .. }
            | Self::Continued { .. }
            | Self::SessionEnd { .. }
            | Self::CallBegun(_)
            | Self::Prompt { .. }
            | Self::Reply { .. }
            | Self::Context { .. }
            | Self::SavingRefused { .. }
            | Self::Compaction { .. }
            | Self::Delivered { .. }
            | Self::Unknown(_) => false,
            // Nobody asked for it: it holds what was known before.
            Self::Save { trigger, .. } => trigger.is_none(),
            _ => true,
        }
    }
}

/// A call of a tool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolCall {
    /// The tool's name as the host has it, such as `Bash`.
    pub tool: String,
    /// The host's name of the call, by which its reports are known as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The file it reads or changes, relative to the workspace where it lies in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The command line it runs, if it runs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Whether it changes files rather than reads them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub edits: bool,
    /// How it ended; absent while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What it answered when it failed: the first lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// The mark of call and error ([`crate::failure::Fingerprint`]), as `call:error`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It did what it was to do.
    Ok,
    /// It failed.
    Failed,
    /// The user stopped it, or forbade it: says nothing about the approach.
    Interrupted,
}
