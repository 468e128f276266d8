//! The cold archive: Layer 3 of a snapshot. Unlimited, never restored by itself.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::dag::ExecutionDag;

/// How many tool calls an archive keeps: the last five. Source: seed 000, `/save`.
pub const TOOL_CALLS_KEPT: usize = 5;

/// What happened, for debugging and tracing only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    /// Finished steps, oldest first.
    pub completed_steps: Vec<String>,
    /// What changed on disk: the output of `git diff --stat`, or what the caller said.
    pub file_changes: Option<String>,
    /// The last tool calls, oldest first.
    pub tool_calls: Vec<ToolCall>,
    /// The steps of the work and what each depends on.
    pub execution_dag: Option<ExecutionDag>,
    /// Text of other origin: the key context of old snapshots, or what a person wrote.
    pub notes: Option<String>,
}

impl Archive {
    /// Reports whether nothing is archived.
    pub fn is_empty(&self) -> bool {
        self.completed_steps.is_empty()
            && self.file_changes.is_none()
            && self.tool_calls.is_empty()
            && self.execution_dag.is_none()
            && self.notes.is_none()
    }

    /// Drops all tool calls but the last five.
    pub fn keep_last_calls(&mut self) {
        let surplus = self.tool_calls.len().saturating_sub(TOOL_CALLS_KEPT);
        self.tool_calls.drain(..surplus);
    }
}

/// One tool call: a line of text, or a record with the caller's own keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ToolCall {
    /// A line such as `edit src/auth.ts`.
    Text(String),
    /// A record such as `{"tool": "edit", "target": "src/auth.ts"}`.
    Record(Map<String, Value>),
}
