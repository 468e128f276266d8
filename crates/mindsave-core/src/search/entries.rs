//! What of a snapshot can be found: each of its entries is a document.

use serde_json::Value;

use super::Document;
use crate::archive::{Archive, ToolCall};
use crate::decision::{Decision, Texts};
use crate::failure::Failure;
use crate::snapshot::{Knowledge, Snapshot};
use crate::task::Task;

/// What entries of snapshots are, in the order of the layers.
pub const KINDS: [&str; 14] = [
    "goal",
    "state",
    "next_action",
    "progress",
    "blocker",
    "variable",
    "constraint",
    "decision",
    "failure",
    "step",
    "change",
    "call",
    "note",
    "other",
];

/// The kinds of the archive, whose entries are read in their order.
const ARCHIVED: [&str; 4] = ["step", "change", "call", "note"];

/// Reports whether a kind is of the archive.
pub(super) fn is_archived(kind: &str) -> bool {
    ARCHIVED.contains(&kind)
}

/// Stands between the parts of one entry.
const BETWEEN: &str = " — ";

/// Lists the entries of a snapshot, all three layers of it.
///
/// ```
/// use mindsave_core::search::entries;
/// use mindsave_core::snapshot::{FORMAT_VERSION, Layers, Snapshot, State};
/// use mindsave_core::{SnapshotId, Timestamp};
///
/// let state = State::from_json(r#"{"goal": "修复登录", "decisions": [{"choice": "sessions", "reasoning": "JWT 太大"}]}"#)?;
/// let (id, created_at) = (SnapshotId::parse("a")?, Timestamp::parse("2026-05-10")?);
/// let (version, layers) = (FORMAT_VERSION.to_owned(), Layers::ALL);
/// let (file_stamps, short, cut_off) = Default::default();
/// let found = entries(&Snapshot { id, created_at, version, layers, state, file_stamps, short, cut_off });
/// let texts: Vec<&str> = found.iter().map(|entry| entry.text.as_str()).collect();
/// assert_eq!(texts, ["修复登录", "sessions — JWT 太大"]);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn entries(snapshot: &Snapshot) -> Vec<Document> {
    let state = &snapshot.state;
    let mut list = List { snapshot, found: Vec::new() };
    task(&state.task, &mut list);
    knowledge(&state.knowledge, &mut list);
    archive(&state.archive, &mut list);
    for (name, value) in &state.extra {
        list.add("other", join([name.clone(), words(value)]));
    }
    list.found
}

/// Makes a document of a failure that has a file of its own; `source` says which.
///
/// ```
/// use mindsave_core::failure::{Failure, Writer};
/// use mindsave_core::search::failure_entry;
/// use mindsave_core::Timestamp;
///
/// let now = Timestamp::parse("2026-05-10")?;
/// let mut failure = Failure::new("mock 数据库", now, &Writer::parse("session-1")?)?;
/// failure.reason = "the mock hid a broken migration".into();
/// let entry = failure_entry(&failure, "failure_graph/project/mock.yaml");
/// assert_eq!(entry.text, "mock 数据库 — the mock hid a broken migration");
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn failure_entry(failure: &Failure, source: &str) -> Document {
    let Failure { name, reason, symptom, task, alternatives, retired, .. } = failure;
    let instead = alternatives.join(", ");
    let known = [name.as_str(), reason, symptom, task, &instead].map(str::to_owned);
    let retired = retired.iter().map(|retired| format!("retired: {}", retired.reason));
    Document {
        source: source.to_owned(),
        kind: "failure".to_owned(),
        text: join(known.into_iter().chain(retired)),
        at: failure.last_seen.or(failure.first_seen),
        ..Document::default()
    }
}

struct List<'a> {
    snapshot: &'a Snapshot,
    found: Vec<Document>,
}

impl List<'_> {
    fn add(&mut self, kind: &str, text: impl Into<String>) {
        let text = text.into();
        if text.trim().is_empty() {
            return;
        }
        let Snapshot { id, created_at, state, .. } = self.snapshot;
        let named = state.extra.get("session_id").and_then(Value::as_str);
        self.found.push(Document {
            source: id.as_str().to_owned(),
            kind: kind.to_owned(),
            text,
            author: String::new(),
            session: named.unwrap_or_default().to_owned(),
            at: Some(*created_at),
            files: state.task.active_files.clone(),
            turn: false,
        });
    }

    fn add_all<'t>(&mut self, kind: &str, texts: impl IntoIterator<Item = &'t String>) {
        texts.into_iter().for_each(|text| self.add(kind, text));
    }
}

fn task(task: &Task, list: &mut List<'_>) {
    list.add("goal", &task.goal);
    list.add_all("state", &task.state);
    list.add_all("next_action", &task.next_action);
    if let Some(progress) = &task.progress {
        list.add_all("progress", progress.done.iter().chain(&progress.next));
    }
    list.add("blocker", task.real_blocker().unwrap_or_default());
    for (name, value) in &task.variables {
        list.add("variable", format!("{name} = {}", words(value)));
    }
}

fn knowledge(knowledge: &Knowledge, list: &mut List<'_>) {
    list.add_all("constraint", &knowledge.constraints);
    for taken in &knowledge.decisions {
        list.add("decision", decision(taken));
    }
    for (name, note) in &knowledge.failure_graph {
        let told = |value: &&Value| value.is_string() || value.is_array() || value.is_object();
        let fields = note.fields().values().filter(told).map(words);
        list.add("failure", join(std::iter::once(name.clone()).chain(fields)));
    }
    list.add_all("failure", &knowledge.excluded_paths);
}

fn decision(decision: &Decision) -> String {
    let several = |texts: &Option<Texts>| {
        texts.as_ref().map(|texts| texts.as_slice().join(", ")).unwrap_or_default()
    };
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let Decision { choice, options, reasoning, risks, rollback, context, supersedes, .. } =
        decision;
    let known = [
        choice.clone(),
        text(reasoning),
        several(options),
        several(risks),
        text(rollback),
        text(context),
        text(supersedes),
    ];
    join(known.into_iter().chain(decision.extra.values().map(words)))
}

fn archive(archive: &Archive, list: &mut List<'_>) {
    list.add_all("step", &archive.completed_steps);
    list.add_all("change", &archive.file_changes);
    for call in &archive.tool_calls {
        list.add(
            "call",
            match call {
                ToolCall::Text(text) => text.clone(),
                ToolCall::Record(map) => Value::Object(map.clone()).to_string(),
            },
        );
    }
    let steps = archive.execution_dag.iter().flat_map(crate::dag::ExecutionDag::steps);
    list.add_all("step", steps.map(|step| &step.name));
    let notes = archive.notes.as_deref().unwrap_or_default();
    notes.split("\n\n").for_each(|note| list.add("note", note.trim()));
}

/// Writes a value without the marks of JSON around texts.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(map) => {
            let entry = |(name, value): (&String, &Value)| format!("{name}: {}", words(value));
            map.iter().map(entry).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn join(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.trim().is_empty()).collect();
    parts.join(BETWEEN)
}
