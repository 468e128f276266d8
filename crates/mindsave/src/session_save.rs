//! What a save takes from the session it is made in, and what it leaves there.

use mindsave_core::archive::{self, TOOL_CALLS_KEPT};
use mindsave_core::work::{Event, Happened, Outcome, SessionId, ToolCall, execution_dag, tool_log};
use mindsave_store::{Durability, Expect, Key};

use crate::{MindSave, Result, SaveOptions, Snapshot, State};

/// How many of the last events a save looks at.
const LOOKED_AT: usize = 2_000;
/// The folder of the logs of tool calls.
const TOOL_LOGS: &str = "tool_logs";

impl MindSave {
    /// Returns the session a save belongs to: the one that was named, else the one this call belongs
    /// to; none where no session was ever observed.
    pub(crate) fn saving_session(&self, options: &SaveOptions) -> Option<SessionId> {
        options.session.clone().or_else(|| {
            let any = self.sessions().is_ok_and(|sessions| !sessions.is_empty());
            any.then(|| self.own_session().ok()).flatten()
        })
    }

    /// Adds to a state what the session knows and the caller did not say: the steps, the last calls.
    /// The log of the session's calls is written beside it.
    pub(crate) fn collect_calls(&self, session: &SessionId, state: &mut State) -> Result<()> {
        let events = self.last_events(session, LOOKED_AT)?;
        let dag = execution_dag(&events);
        let archive = &mut state.archive;
        if archive.execution_dag.is_none() && !dag.steps().is_empty() {
            archive.execution_dag = Some(dag);
        }
        if archive.tool_calls.is_empty() {
            archive.tool_calls = last_calls(&events);
        }
        let log = tool_log(&events);
        if log.is_empty() {
            return Ok(());
        }
        let key = Key::parse(&format!("{TOOL_LOGS}/{session}.jsonl"))?;
        self.store.write(&key, log.as_bytes(), Expect::Any, Durability::Cached)
    }

    /// Returns the log of all tool calls of a session, one JSON object a line.
    ///
    /// # Errors
    /// `unavailable` when the journal cannot be read.
    pub fn tool_log(&self, session: &SessionId) -> Result<String> {
        Ok(tool_log(&self.journal(session)?.events))
    }

    /// Notes in the session that it was saved: what the agent saves itself replaces its register.
    pub(crate) fn note_saved(&self, session: &SessionId, snapshot: &Snapshot) -> Result<()> {
        let trigger = snapshot.state.auto_trigger.as_ref().map(|trigger| trigger.reason.clone());
        let happened = Happened::Save { snapshot: snapshot.id.to_string(), trigger };
        self.append(session, &[Event::new(snapshot.created_at, happened)])
    }
}

/// The last calls of a session, oldest first, a line each.
fn last_calls(events: &[Event]) -> Vec<archive::ToolCall> {
    let calls = events.iter().rev().filter_map(|event| match &event.happened {
        Happened::ToolCall(call) => Some(archive::ToolCall::Text(call_line(call))),
        _ => None,
    });
    let mut last: Vec<archive::ToolCall> = calls.take(TOOL_CALLS_KEPT).collect();
    last.reverse();
    last
}

fn call_line(call: &ToolCall) -> String {
    let what = call.command.as_ref().or(call.path.as_ref()).map_or("", String::as_str);
    let end = match call.outcome {
        Some(Outcome::Failed) => " (failed)",
        Some(Outcome::Interrupted) => " (interrupted)",
        None | Some(Outcome::Ok) => "",
    };
    format!("{} {what}", call.tool).trim().to_owned() + end
}
