//! Writes a snapshot file.

use std::borrow::Cow;

use serde_json::Value;

use super::body;
use super::yaml::{flow, flow_list, quote, write_quoted};
use crate::Result;
use crate::decision::{Decision, Texts};
use crate::plain::is_reserved;
use crate::snapshot::{FileStamp, Knowledge, ShortForm, Snapshot, State};
use crate::task::{Phase, Status, Task};

/// What a snapshot file has in bytes as a rule, so that its text need not be moved while it grows.
const USUAL_SIZE: usize = 4096;

/// Writes a snapshot as the text of its file.
///
/// Only the layers the snapshot holds are written. Reading the text back gives the same snapshot,
/// but for the execution graph, which the store keeps in a file of its own.
///
/// # Errors
/// `internal` if a value cannot be serialised, which does not happen for values read from JSON.
pub fn encode(snapshot: &Snapshot) -> Result<String> {
    let mut out = Lines(String::with_capacity(USUAL_SIZE));
    out.line("---");
    out.text("snapshot_id", snapshot.id.as_str());
    out.text("created_at", &snapshot.created_at.to_string());
    out.text("version", &snapshot.version);
    let state = &snapshot.state;
    write_task(&mut out, &state.task);
    if snapshot.layers.knowledge {
        write_knowledge(&mut out, &state.knowledge);
        write_short(&mut out, &snapshot.short);
    }
    write_trailer(&mut out, state, &snapshot.file_stamps);
    if snapshot.layers.archive {
        out.line(body::PROMISE);
    }
    out.line("---");
    if snapshot.layers.archive {
        out.line("");
        out.0.push_str(&body::archive_text(&state.archive));
        out.line("");
        out.line(body::END);
    }
    Ok(out.0)
}

fn write_task(out: &mut Lines, task: &Task) {
    out.line("# Layer 1: Execution Register (always restored)");
    out.text("goal", &task.goal);
    out.maybe("phase", task.phase.as_ref().map(Phase::as_str));
    out.maybe("state", task.state.as_deref());
    if let Some(progress) = &task.progress {
        out.line("progress:");
        out.list("  ", "done", &progress.done);
        out.list("  ", "next", &progress.next);
    }
    out.maybe("next_action", task.next_action.as_deref());
    out.list("", "active_files", &task.active_files);
    out.maybe("blocker", task.blocker.as_deref());
    if !task.variables.is_empty() {
        out.line("variables:");
        for (name, value) in &task.variables {
            out.pair("  ", name, &flow(value));
        }
    }
    out.maybe("status", task.status.as_ref().map(Status::as_str));
}

fn write_knowledge(out: &mut Lines, knowledge: &Knowledge) {
    out.line("# Layer 2: Cognitive Cache (restored on demand)");
    out.list("", "constraints", &knowledge.constraints);
    if knowledge.decisions.is_empty() {
        out.line("decisions: []");
    } else {
        out.line("decisions:");
        knowledge.decisions.iter().for_each(|decision| write_decision(out, decision));
    }
    if knowledge.failure_graph.is_empty() {
        out.line("failure_graph: {}");
    } else {
        out.line("failure_graph:");
        for (name, note) in &knowledge.failure_graph {
            write_map(out, "  ", name, note.fields());
        }
    }
    if !knowledge.excluded_paths.is_empty() {
        out.list("", "excluded_paths", &knowledge.excluded_paths);
    }
}

/// Writes what the rules come to.
fn write_short(out: &mut Lines, short: &ShortForm) {
    if short.of.is_empty() {
        return;
    }
    out.line("# The constraints in short; the sentences above count");
    out.line("in_short:");
    out.quoted(&["  of: "], &short.of);
    out.list("  ", "lines", &short.lines);
}

/// Writes a decision: a bare one as a string, another as a map with its choice first.
fn write_decision(out: &mut Lines, decision: &Decision) {
    if decision.bare {
        return out.quoted(&["  - "], &decision.choice);
    }
    out.quoted(&["  - choice: "], &decision.choice);
    let texts = |texts: &Texts| match texts {
        Texts::One(text) => quote(text),
        Texts::Many(list) => flow_list(list.iter().map(|text| quote(text))),
    };
    let fields = [
        ("options", decision.options.as_ref().map(texts)),
        ("reasoning", decision.reasoning.as_deref().map(quote)),
        ("risks", decision.risks.as_ref().map(texts)),
        ("rollback", decision.rollback.as_deref().map(quote)),
        ("context", decision.context.as_deref().map(quote)),
        ("at", decision.at.as_deref().map(quote)),
        ("supersedes", decision.supersedes.as_deref().map(quote)),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            out.parts(&["    ", key, ": ", &value]);
        }
    }
    for (key, value) in &decision.extra {
        out.pair("    ", key, &flow(value));
    }
}

fn write_map(out: &mut Lines, indent: &str, name: &str, fields: &serde_json::Map<String, Value>) {
    if fields.is_empty() || is_long(name) {
        return out.pair(indent, name, &flow(&Value::Object(fields.clone())));
    }
    out.parts(&[indent, &quote(name), ":"]);
    let inner = format!("{indent}  ");
    for (key, value) in fields {
        out.pair(&inner, key, &flow(value));
    }
}

fn write_trailer(out: &mut Lines, state: &State, stamps: &[FileStamp]) {
    if let Some(trigger) = &state.auto_trigger {
        out.line("# Auto-trigger metadata");
        out.line("auto_trigger:");
        out.line(&format!("  reason: {}", quote(&trigger.reason)));
        out.line(&format!("  tool_calls_since_last: {}", trigger.tool_calls_since_last));
        for (key, value) in &trigger.extra {
            out.pair("  ", key, &flow(value));
        }
    }
    if !stamps.is_empty() {
        out.line("# How the active files looked, for `load --verify`");
        out.line("file_stamps:");
        for stamp in stamps {
            out.line(&format!("  - {}", stamp_line(stamp)));
        }
    }
    // Names that mean something in another dialect stand apart, so that they are not read as that.
    let (apart, plain): (Vec<_>, Vec<_>) =
        state.extra.iter().partition(|(key, _)| super::front_matter::is_known(key));
    if !apart.is_empty() {
        let map = apart.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        out.pair("", super::front_matter::APART, &flow(&Value::Object(map)));
    }
    for (key, value) in plain {
        out.pair("", key, &flow(value));
    }
}

fn stamp_line(stamp: &FileStamp) -> String {
    let mut parts = vec![format!("path: {}", quote(&stamp.path))];
    parts.extend(stamp.size.map(|size| format!("size: {size}")));
    parts.extend(stamp.modified.map(|at| format!("modified: {}", quote(&at.to_string()))));
    parts.extend(stamp.sha256.as_deref().map(|hash| format!("sha256: {}", quote(hash))));
    format!("{{{}}}", parts.join(", "))
}

/// Longer keys are written in YAML's explicit form: readers stop looking for a colon.
const LONGEST_KEY: usize = 500;

/// Reports whether a key is too long for the short form, however it is escaped.
pub(super) fn is_long(key: &str) -> bool {
    // No byte becomes more than ten.
    key.len() > LONGEST_KEY / 10 && quote(key).len() > LONGEST_KEY
}

/// Writes a key without quotes where that is safe in every reader.
fn plain_key(key: &str) -> Cow<'_, str> {
    let word = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    if word && !is_reserved(key) { key.into() } else { quote(key).into() }
}

struct Lines(String);

impl Lines {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// Writes a line of several parts.
    fn parts(&mut self, parts: &[&str]) {
        self.0.extend(parts.iter().copied());
        self.0.push('\n');
    }

    /// Writes a key of the caller's and its value.
    fn pair(&mut self, indent: &str, key: &str, value: &str) {
        if is_long(key) {
            self.parts(&[indent, "? ", &quote(key), "\n", indent, ": ", value]);
        } else {
            self.parts(&[indent, &plain_key(key), ": ", value]);
        }
    }

    fn text(&mut self, key: &str, value: &str) {
        self.quoted(&[key, ": "], value);
    }

    /// Writes a line that ends with a text in quotes.
    fn quoted(&mut self, before: &[&str], value: &str) {
        self.0.extend(before.iter().copied());
        write_quoted(value, &mut self.0);
        self.0.push('\n');
    }

    fn maybe(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(key, value);
        }
    }

    fn list(&mut self, indent: &str, key: &str, items: &[String]) {
        if items.is_empty() {
            return self.parts(&[indent, key, ": []"]);
        }
        self.parts(&[indent, key, ":"]);
        for item in items {
            self.quoted(&[indent, "  - "], item);
        }
    }
}
