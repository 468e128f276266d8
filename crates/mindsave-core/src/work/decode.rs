//! Reads the line of an event quickly: a session's journal is read whole before its work is known.
//!
//! The reader that serde derives for tagged variants keeps every line in between as a tree. Here all
//! fields are read in one pass; a line that is not plainly an event of this version goes the long way.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use super::event::{Event, Happened, Outcome, ToolCall};
use super::kind::LinkKind;
use crate::Timestamp;

/// Reads a line; nothing when it is no event.
pub(super) fn event(line: &[u8]) -> Option<Event> {
    let quick = serde_json::from_slice::<Line<'_>>(line).ok();
    let quick = quick.and_then(|line| {
        let (at, agent) = (line.at, line.agent.clone());
        line.happened().map(|happened| Event { at, agent, happened })
    });
    quick.or_else(|| serde_json::from_slice(line).ok())
}

/// Every field an event can have.
#[derive(Deserialize)]
struct Line<'l> {
    at: Timestamp,
    #[serde(default)]
    agent: Option<String>,
    #[serde(rename = "type", borrow)]
    happened: Cow<'l, str>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    reason: Option<String>,
    #[serde(default)]
    scope: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    value: Option<Value>,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    alternatives: Vec<String>,
    #[serde(default)]
    supersedes: Option<String>,
    #[serde(default)]
    rejected_by: Option<String>,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    by: Option<String>,
    #[serde(default)]
    task: Option<String>,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    link: Option<LinkKind>,
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    compressed: Vec<String>,
    #[serde(default)]
    evicted: Vec<String>,
    #[serde(default)]
    snapshot: Option<String>,
    #[serde(default)]
    trigger: Option<String>,
    #[serde(default)]
    ratio: Option<f64>,
    #[serde(default)]
    refused: Option<bool>,
    #[serde(default)]
    via: Option<String>,
    #[serde(default)]
    what: Option<String>,
    #[serde(default)]
    revision: Option<String>,
    #[serde(default)]
    tokens: Option<u32>,
    #[serde(default)]
    tool: String,
    #[serde(default)]
    call: Option<String>,
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    edits: bool,
    #[serde(default)]
    outcome: Option<Outcome>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    duration_ms: Option<u64>,
    #[serde(default)]
    fingerprint: Option<String>,
}

impl Line<'_> {
    /// What happened; nothing where a field is missing, or where this version knows no such word.
    fn happened(self) -> Option<Happened> {
        Some(match &*self.happened {
            "session_start" => Happened::SessionStart { source: self.source? },
            "session_end" => Happened::SessionEnd { reason: self.reason? },
            "call_begun" => Happened::CallBegun(self.tool_call()),
            "tool_call" => Happened::ToolCall(self.tool_call()),
            "prompt" => Happened::Prompt { text: self.text? },
            "reply" => Happened::Reply { text: self.text? },
            "correction" => Happened::Correction { text: self.text? },
            "result" => Happened::Result { text: self.text? },
            "goal" => Happened::Goal { text: self.text? },
            "phase" => Happened::Phase { text: self.text? },
            "next_action" => Happened::NextAction { text: self.text? },
            "blocker" => Happened::Blocker { text: self.text },
            "file" => Happened::File { path: self.path? },
            "touched" => Happened::Touched { text: self.text? },
            "context" => Happened::Context { ratio: self.ratio? },
            "saving_refused" => Happened::SavingRefused { refused: self.refused? },
            "compaction" => Happened::Compaction { trigger: self.trigger? },
            "save" => Happened::Save { snapshot: self.snapshot?, trigger: self.trigger },
            _ => return self.known(),
        })
    }

    /// What was said about what is known.
    fn known(self) -> Option<Happened> {
        Some(match &*self.happened {
            "decision" => Happened::Decision {
                text: self.text?,
                reason: self.reason,
                options: self.options,
                supersedes: self.supersedes,
            },
            "constraint" => Happened::Constraint { text: self.text?, scope: self.scope },
            "failure" => Happened::Failure {
                text: self.text?,
                reason: self.reason,
                alternatives: self.alternatives,
                rejected_by: self.rejected_by,
            },
            "note" => Happened::Note { kind: self.kind?, text: self.text?, scope: self.scope },
            "variable" => Happened::Variable { name: self.name?, value: self.value? },
            "closed" => Happened::Closed { text: self.text?, reason: self.reason },
            "superseded" => Happened::Superseded { text: self.text?, by: self.by? },
            "assigned" => {
                Happened::Assigned { text: self.text?, task: self.task, scope: self.scope }
            }
            "linked" => Happened::Linked { from: self.from?, link: self.link?, to: self.to? },
            "consolidated" => {
                Happened::Consolidated { compressed: self.compressed, evicted: self.evicted }
            }
            "delivered" => Happened::Delivered {
                via: self.via?,
                what: self.what?,
                revision: self.revision?,
                tokens: self.tokens?,
            },
            _ => return None,
        })
    }

    fn tool_call(self) -> ToolCall {
        ToolCall {
            tool: self.tool,
            call: self.call,
            path: self.path,
            command: self.command,
            edits: self.edits,
            outcome: self.outcome,
            error: self.error,
            duration_ms: self.duration_ms,
            fingerprint: self.fingerprint,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::event;
    use crate::work::Event;

    /// Both ways of reading a line give the same.
    fn same(line: &str) {
        let long: Option<Event> = serde_json::from_str(line).ok();
        assert_eq!(event(line.as_bytes()), long, "{line}");
    }

    #[test]
    fn the_quick_way_reads_what_the_long_way_reads() {
        let at = r#""at":"2026-05-10T14:30:00Z","agent":"a""#;
        for rest in [
            r#""type":"goal","text":"修复","reason":"x""#,
            r#""type":"goal""#,
            r#""type":"goal","text":null"#,
            r#""type":"goal","text":3"#,
            r#""type":"blocker""#,
            r#""type":"variable","name":"a","value":null"#,
            r#""type":"variable","name":"a","value":{"b":[1]}"#,
            r#""type":"variable","name":"a""#,
            r#""type":"tool_call","tool":"Bash","outcome":"exploded""#,
            r#""type":"tool_call","tool":null"#,
            r#""type":"call_begun","command":"ls","edits":true"#,
            r#""type":"moon_phase","full":true"#,
            r#""type":"moon_phase","text":"x""#,
            r#""kind":"x""#,
            r#""type":"linked","from":"a","link":"depends_on","to":"b""#,
            r#""type":"linked","from":"a","link":"loves","to":"b""#,
            r#""type":"delivered","via":"a","what":"b","revision":"c","tokens":-1"#,
            r#""type":"consolidated""#,
        ] {
            same(&format!("{{{at},{rest}}}"));
        }
        same(r#"{"type":"goal","text":"no time"}"#);
        same(r#"{"at":"yesterday","type":"goal","text":"x"}"#);
        same("{");
    }
}
