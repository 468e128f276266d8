//! The answers of use cases as JSON: one shape for the program's `--json` and for every language.
//!
//! ```
//! use mindsave::{Clock, MemoryStore, MindSave, SaveOptions, State, Timestamp, answer};
//!
//! let clock = Clock::Fixed(Timestamp::parse("2026-05-10T14:30:00+08:00")?);
//! let mind = MindSave::with_store(MemoryStore::default(), clock);
//! let saved = mind.save(State::from_json(r#"{"goal": "修复登录"}"#)?, &SaveOptions::default())?;
//! assert_eq!(answer::saved(&saved)["snapshot_id"], "修复登录_2026-05-10");
//! # Ok::<(), mindsave::Error>(())
//! ```

mod live;

use mindsave_core::check::{explain, explain_gotcha};
use mindsave_core::compress::Request;
use mindsave_core::failure::{Failure, codec};
use mindsave_core::memory::Gotcha;
use mindsave_core::search::{Answer, Hit};
use mindsave_core::snapshot::{Removal, superseded};
use mindsave_core::work::Handoff;
use serde_json::{Map, Value, json};

use crate::{
    Bridged, Caution, Checked, Cleaned, Consolidated, Drift, Error, ErrorKind, Found, Gotchas,
    IndexEntry, Loaded, MindSave, NodeView, Nodes, Recalled, Recorded, Result, Resume, Saved,
    Snapshot, StatusReport, Timestamp, Warning,
};

pub use live::{fatigue, observed, pressure, restored, sessions, watched};

/// Writes the answer to a save.
pub fn saved(saved: &Saved) -> Value {
    let (task, knowledge) = saved.tokens();
    json!({
        "snapshot_id": saved.snapshot.id,
        "path": saved.path,
        "layers": saved.snapshot.layers.names(),
        "tokens": { "l1": task, "l2": knowledge },
        "removed": saved.removed,
        "warnings": saved.warnings,
    })
}

/// Writes every stored field of a snapshot under its own key, with its name and time.
pub fn snapshot(snapshot: &Snapshot) -> Map<String, Value> {
    let Snapshot { id, created_at, version, layers, state, .. } = snapshot;
    let mut map = state.to_json();
    map.insert("snapshot_id".into(), json!(id));
    map.insert("created_at".into(), json!(created_at));
    // A caller's own field of the same name counts.
    map.entry("version").or_insert_with(|| json!(version));
    map.entry("layers").or_insert_with(|| json!(layers.names()));
    map
}

/// Writes the answer to a load: the snapshot, what its rules come to, what was put aside on the
/// way, and how its files are now where that was asked for.
///
/// # Errors
/// As for [`mindsave_core::compress::Compressor::symbolic`].
pub fn loaded(mind: &MindSave, loaded: &Loaded, drift: Option<&[Drift]>) -> Result<Value> {
    let rules = Request::of(&loaded.snapshot.state.knowledge.constraints);
    let symbolic = json!(mind.rules().symbolic(&rules)?);
    let mut map = snapshot(&loaded.snapshot);
    map.entry("symbolic").or_insert(symbolic);
    if !loaded.warnings.is_empty() {
        map.insert("warnings".into(), json!(loaded.warnings));
    }
    if let Some(from) = &loaded.knowledge_from {
        map.entry("knowledge_from").or_insert_with(|| json!(from));
    }
    if let Some(drift) = drift {
        map.insert("verify".into(), json!(drift));
    }
    Ok(Value::Object(map))
}

/// Writes one checkpoint of a list; `number` counts from 1.
pub fn entry(number: usize, entry: &IndexEntry) -> Value {
    json!({
        "number": number,
        "snapshot_id": entry.id,
        "created_at": entry.created_at,
        "goal": entry.goal,
        "status": entry.status,
        "blocker": entry.blocker,
        "protected": entry.is_protected(),
        "layers": entry.layers,
        "auto_trigger": entry.auto_trigger,
        "size": entry.size,
        "path": entry.path,
    })
}

/// Writes a list of checkpoints, numbered from 1.
pub fn entries(entries: &[IndexEntry]) -> Value {
    let old = superseded(entries);
    let value = |(i, own): (usize, &IndexEntry)| {
        let mut value = entry(i + 1, own);
        if old.contains(&own.id) {
            value["protected"] = false.into();
        }
        value
    };
    entries.iter().enumerate().map(value).collect()
}

/// Writes the answer to a resume.
pub fn resumed(loaded: &Loaded, resume: &Resume) -> Value {
    json!({
        "snapshot_id": loaded.snapshot.id,
        "text": resume.text,
        "tokens": { "l1": resume.task_tokens, "l2": resume.knowledge_tokens, "total": resume.tokens },
        "left_out": resume.left_out,
        "warnings": loaded.warnings,
    })
}

/// Writes the archive of one checkpoint.
pub fn recalled(recalled: &Recalled) -> Value {
    let archive = &recalled.archive;
    json!({
        "snapshot_id": recalled.snapshot_id,
        "completed_steps": archive.completed_steps,
        "file_changes": archive.file_changes,
        "tool_calls": archive.tool_calls,
        "execution_dag": archive.execution_dag,
        "notes": archive.notes,
        "text": recalled.text,
    })
}

/// Writes what a search found: `keyword`, `total`, `next`, `tokens`, `snapshots` with their
/// `matches`, `failures`, `warnings`.
///
/// # Errors
/// As for [`MindSave::list`].
pub fn searched(mind: &MindSave, keyword: &str, found: &Found) -> Result<Value> {
    let answer = &found.answer;
    Ok(json!({
        "keyword": keyword,
        "total": answer.total,
        "next": answer.next,
        "tokens": answer.tokens,
        "snapshots": by_snapshot(answer, mind)?,
        "failures": of_failures(answer),
        "warnings": found.warnings,
    }))
}

/// The hits, those of one checkpoint together; the checkpoint with the best hit first.
fn by_snapshot(answer: &Answer, mind: &MindSave) -> Result<Vec<Value>> {
    let (list, _) = mind.list()?;
    let mut order: Vec<&str> = Vec::new();
    for hit in &answer.hits {
        if !is_file(hit) && !order.contains(&hit.document.source.as_str()) {
            order.push(&hit.document.source);
        }
    }
    let snapshot = |id: &&str| {
        let entry = list.iter().find(|entry| entry.id.as_str() == *id);
        let hits = answer.hits.iter().filter(|hit| hit.document.source == *id);
        json!({
            "snapshot_id": id,
            "created_at": entry.map(|entry| entry.created_at),
            "goal": entry.map(|entry| entry.goal.as_str()),
            "matches": hits.map(hit_json).collect::<Vec<_>>(),
        })
    };
    Ok(order.iter().map(snapshot).collect())
}

/// The hits in failures that have files of their own.
fn of_failures(answer: &Answer) -> Vec<Value> {
    let failure = |hit: &Hit| {
        let mut value = hit_json(hit);
        value["file"] = hit.document.source.as_str().into();
        value
    };
    answer.hits.iter().filter(|hit| is_file(hit)).map(failure).collect()
}

/// Whether a hit is from a file of the failure graph; no id of a snapshot is a path.
fn is_file(hit: &Hit) -> bool {
    hit.document.source.contains('/')
}

fn hit_json(hit: &Hit) -> Value {
    let lines = [&hit.before, &hit.snippet, &hit.after];
    let lines: Vec<&String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    json!({
        "rank": hit.rank,
        "score": (f64::from(hit.score) * 1000.0).round() / 1000.0,
        "kind": hit.document.kind,
        "text": hit.snippet,
        "lines": lines,
        "times": hit.times,
        "also_in": hit.also_in,
    })
}

/// Writes what a check found; `action` is what is about to be done.
pub fn checked(checked: &Checked, action: &str, now: Timestamp) -> Value {
    let matches: Vec<Value> =
        checked.matches.iter().map(|found| warning(found, action, now)).collect();
    let gotchas: Vec<Value> = checked.cautions.iter().map(|found| caution(found, action)).collect();
    json!({ "matches": matches, "gotchas": gotchas })
}

fn caution(caution: &Caution, action: &str) -> Value {
    let Caution { found, gotcha: known } = caution;
    json!({
        "severity": found.severity,
        "score": found.score,
        "gotcha": gotcha(known),
        "why": explain_gotcha(found, known, action),
        "shared": found.shared,
    })
}

/// Writes a gotcha.
pub fn gotcha(known: &Gotcha) -> Value {
    json!({ "title": known.title, "workaround": known.workaround, "scope": known.scope.word() })
}

/// Writes the gotchas that hold in a workspace.
pub fn gotchas(found: &Gotchas) -> Value {
    let list: Vec<Value> = found.gotchas.iter().map(gotcha).collect();
    json!({ "gotchas": list, "warnings": found.warnings })
}

fn warning(warning: &Warning, action: &str, now: Timestamp) -> Value {
    let Warning { found, failure } = warning;
    json!({
        "severity": found.severity,
        "score": found.score,
        "failure": codec::fields(failure, now),
        "why": explain(found, failure, action),
        "shared": found.shared,
        "same_call": found.same_call,
    })
}

/// Writes a failure as its file has it, with its confidence now.
pub fn failure(failure: &Failure, now: Timestamp) -> Value {
    Value::Object(codec::fields(failure, now))
}

/// Writes what a clean-up removed, or would remove.
pub fn cleaned(cleaned: &Cleaned, dry_run: bool) -> Value {
    let removal = |own: &Removal| json!({ "snapshot_id": own.id, "reason": own.reason.word() });
    json!({
        "removed": cleaned.removals.iter().map(removal).collect::<Vec<_>>(),
        "remaining": cleaned.remaining,
        "protected": cleaned.protected,
        "dry_run": dry_run,
        "warnings": cleaned.warnings,
    })
}

/// Writes where things stand.
pub fn status(status: &StatusReport) -> Value {
    json!({
        "root": status.root,
        "found_by": status.found_by,
        "store": status.store,
        "snapshots": status.snapshots,
        "newest": status.newest.as_ref().map(|newest| entry(1, newest)),
        "signal": status.signal,
        "session": status.live.as_ref().map(|live| live.session.as_str()),
        "pressure": status.live.as_ref().map(|live| live::pressure_of(&live.found)),
        "fatigue": status.live.as_ref().map(|live| live::fatigue_of(&live.found)),
        "warnings": status.warnings,
    })
}

/// Writes one node: what is known of it, its policy, and `activation` with its parts.
pub fn node(view: &NodeView) -> Value {
    let mut value = view.node.to_json(view.active);
    let part = |part: f64| json!((part * 1000.0).round() / 1000.0);
    value["parts"] = json!({
        "recency": part(view.active.recency),
        "frequency": part(view.active.frequency),
        "centrality": part(view.active.centrality),
    });
    value
}

/// Writes a list of nodes.
pub fn nodes(nodes: &Nodes) -> Value {
    json!({ "nodes": nodes.nodes.iter().map(node).collect::<Vec<_>>(), "warnings": nodes.warnings })
}

/// Writes entries that were used or closed, as they now stand.
pub fn changed(nodes: &[NodeView]) -> Value {
    json!({ "nodes": nodes.iter().map(node).collect::<Vec<_>>() })
}

/// Writes what was recorded: the session, and the entry as it now stands.
pub fn recorded(recorded: &Recorded) -> Value {
    json!({ "session": recorded.session.as_str(), "node": recorded.node.as_ref().map(node) })
}

/// Writes what a consolidation did.
pub fn consolidated(done: &Consolidated) -> Value {
    let list = |nodes: &[NodeView]| nodes.iter().map(node).collect::<Vec<_>>();
    json!({ "compressed": list(&done.compressed), "evicted": list(&done.evicted) })
}

/// Writes what the bridge from iCPG did.
pub fn bridged(done: &Bridged) -> Value {
    let Bridged { reasons, goals, constraints, closed } = *done;
    json!({ "reasons": reasons, "goals": goals, "constraints": constraints, "closed": closed })
}

/// Writes a handoff.
pub fn handoff(handoff: &Handoff) -> Value {
    json!({ "text": handoff.text, "tokens": handoff.tokens, "left_out": handoff.left_out })
}

/// Writes an error: `kind`, `message`, `hint`, and `file`, `line`, `column` where they are known.
pub fn error(error: &Error, hint: &str) -> Value {
    let mut body = json!({
        "kind": error.kind().word(),
        "message": error.message(),
        "hint": hint,
    });
    if let Some(file) = error.file() {
        body["file"] = json!(file);
    }
    if let Some(position) = error.position() {
        body["line"] = json!(position.line);
        body["column"] = json!(position.column);
    }
    body
}

/// Returns what to do about an error where nothing better is known.
///
/// ```
/// use mindsave::{ErrorKind, answer};
///
/// assert_eq!(answer::hint(ErrorKind::Conflict), "load again and repeat the change");
/// ```
pub fn hint(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::InvalidInput => {
            "correct the input and call again; `mindsave --help` lists what is taken"
        }
        ErrorKind::NotFound => "see `mindsave snapshots list`",
        ErrorKind::AlreadyExists => "choose another name",
        ErrorKind::Corrupt => {
            "mend the file named (in .mindsave/quarantine, if it was moved there) or delete it"
        }
        ErrorKind::Conflict => "load again and repeat the change",
        ErrorKind::Unavailable => {
            "free space, check permissions, or try again; `mindsave doctor` looks closer"
        }
        ErrorKind::Unsupported => "see `mindsave --help`",
        _ => "please report this as a defect",
    }
}
