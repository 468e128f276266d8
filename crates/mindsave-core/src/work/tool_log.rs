//! The tool calls of a session as a log of their own. Source: seed 000 (`tool_logs`).

use serde::Serialize;

use super::event::{Event, Happened, ToolCall};
use crate::Timestamp;

#[derive(Serialize)]
struct Line<'e> {
    at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'e str>,
    #[serde(flatten)]
    call: &'e ToolCall,
}

/// Writes the tool calls among some events, one JSON object a line: `at`, `agent` and the fields of
/// [`ToolCall`]. A call that has begun and not ended has no `outcome`.
pub fn tool_log(events: &[Event]) -> String {
    let ended: hashbrown::HashSet<&str> = events
        .iter()
        .filter_map(|event| match &event.happened {
            Happened::ToolCall(call) => call.call.as_deref(),
            _ => None,
        })
        .collect();
    let mut out = String::new();
    for event in events {
        let call = match &event.happened {
            Happened::ToolCall(call) => call,
            Happened::CallBegun(call)
                if call.call.as_deref().is_some_and(|id| !ended.contains(id)) =>
            {
                call
            }
            _ => continue,
        };
        let line = Line { at: event.at, agent: event.agent.as_deref(), call };
        out.push_str(&serde_json::to_string(&line).unwrap_or_default());
        out.push('\n');
    }
    out
}
