//! What a host tells, in one form for all hosts.

use std::path::{Path, PathBuf};

use mindsave::{Intent, Timestamp};
use mindsave_core::work::{Event, Happened, SessionId};
use serde_json::Value;

use crate::field;
use crate::host::Host;
use crate::path::Place;

/// What a host tells at one of its events.
#[derive(Clone, Debug)]
pub struct Input {
    /// The host that really speaks.
    pub host: Host,
    /// The host's word for the event, which its answer repeats.
    pub event: String,
    /// What kind of moment it is.
    pub moment: Moment,
    /// The session.
    pub session: SessionId,
    /// The subagent it happened in; nothing in the main thread.
    pub agent: Option<String>,
    /// The host's name of the call or prompt, by which a second report is known.
    pub id: Option<String>,
    /// Where the host keeps the transcript, if it says so.
    pub transcript: Option<PathBuf>,
    /// What happened.
    pub happened: Vec<Happened>,
    /// What somebody is about to do.
    pub intents: Vec<Intent>,
}

/// The kinds of moments at which a host calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A session begins, goes on, or was compacted.
    SessionStart,
    /// The user said something.
    Prompt,
    /// A tool is about to be called.
    CallBegun,
    /// A tool was called.
    CallEnded,
    /// Several tools were called, and the model is asked next.
    BatchEnded,
    /// The model is asked: what is put before it now is gone after it.
    Request,
    /// The agent ended its turn.
    TurnEnded,
    /// The context is about to be compacted.
    Compacting,
    /// A subagent begins.
    SubagentStart,
    /// The session ends.
    SessionEnd,
    /// Anything else: at most something to note.
    Other,
}

impl Input {
    /// Begins an input with what most hosts tell at every event.
    pub(crate) fn new(host: Host, value: &Value, event: &str, moment: Moment) -> Self {
        let session = field::text(value, SESSION).unwrap_or("unnamed");
        let agent = field::text(value, &["agent_id", "agentId", "subagent_id"]);
        let id = field::text(value, &["tool_use_id", "toolUseId", "prompt_id"]);
        let transcript = field::text(value, &["transcript_path", "transcriptPath"]);
        Self {
            host,
            event: event.to_owned(),
            moment,
            session: SessionId::of(session),
            agent: agent.map(str::to_owned),
            id: id.map(str::to_owned),
            transcript: transcript.map(PathBuf::from),
            happened: Vec::new(),
            intents: Vec::new(),
        }
    }

    /// Adds something that happened.
    pub(crate) fn with(mut self, happened: impl IntoIterator<Item = Happened>) -> Self {
        self.happened.extend(happened);
        self
    }

    /// Returns what happened as events of a time.
    pub fn events(&self, now: Timestamp) -> Vec<Event> {
        let event = |happened: &Happened| Event {
            agent: self.agent.clone(),
            ..Event::new(now, happened.clone())
        };
        self.happened.iter().map(event).collect()
    }

    /// Reports whether something happened that a workspace is made for.
    pub fn is_worth_keeping(&self) -> bool {
        let kept = |happened: &Happened| {
            !matches!(
                happened,
                Happened::SessionStart { .. }
                    | Happened::SessionEnd { .. }
                    | Happened::CallBegun(_)
                    | Happened::Context { .. }
            )
        };
        self.happened.iter().any(kept)
    }
}

/// The names under which hosts give a session.
const SESSION: &[&str] =
    &["session_id", "sessionId", "conversation_id", "taskId", "trajectory_id", "thread-id"];

/// The names under which hosts give a folder.
const FOLDERS: &[&str] = &["worktree", "directory", "cwd"];

/// Returns the folders a host names, the surest first.
pub(crate) fn folders(value: &Value) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let roots = ["workspace_roots", "workspaceRoots"].map(|name| value.get(name));
    for root in roots.into_iter().flatten().filter_map(|roots| roots.get(0)?.as_str()) {
        found.push(root.into());
    }
    for name in FOLDERS {
        found.extend(field::text(value, &[name]).map(PathBuf::from));
    }
    found.extend(deep(value, &["event", "properties", "info", "directory"]).map(PathBuf::from));
    found.extend(deep(value, &["tool_info", "cwd"]).map(PathBuf::from));
    found.retain(|path| path.is_absolute());
    found
}

fn deep<'v>(value: &'v Value, names: &[&str]) -> Option<&'v str> {
    names.iter().try_fold(value, |value, name| value.get(name))?.as_str()
}

/// Where the paths of an input are seen from.
pub(crate) fn place(value: &Value, root: &Path) -> Place {
    let cwd = field::text(value, &["cwd", "directory"]).map(Path::new);
    Place::new(root, cwd)
}
