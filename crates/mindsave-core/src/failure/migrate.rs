//! Failures from old snapshots: sentences in `excluded_paths`, and a nested `failure_graph`.
//!
//! What is made of one snapshot is the same however often it is made, and counts as written by one
//! writer of its own: migrating twice changes nothing.

use serde_json::Value;

use super::count::Writer;
use super::name::{FailureName, NAME_MAX};
use super::node::{Failure, Scope};
use super::note::{FailureNote, FailureNotes};
use crate::{Result, Timestamp};

/// Marks behind which a sentence says why.
const MARKS: [&str; 9] =
    [" - ", " — ", " – ", "——", "：", ": ", " because ", "，因为", ", because "];

/// Makes failures of the sentences of `excluded_paths`; `at` is when the snapshot was made.
///
/// What cannot be a name (a blank sentence) is left out; a sentence that is too long is cut, and
/// stands whole in the reason.
///
/// ```
/// use mindsave_core::failure::{FailureGraph, migrate};
/// use mindsave_core::Timestamp;
///
/// let at = Timestamp::parse("2026-05-10")?;
/// let old = ["Don't use Tailwind — causes style conflict", "WebSocket 断线重连：代理后面连不上"];
/// let mut graph = FailureGraph::new(migrate::excluded_paths(old, at))?;
/// let again = FailureGraph::new(migrate::excluded_paths(old, at))?;
/// for failure in again.iter() {
///     graph.record(failure.clone());
/// }
/// assert_eq!(graph, again);
/// assert_eq!(graph.get("Don't use Tailwind").unwrap().reason, "causes style conflict");
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn excluded_paths<'a>(
    sentences: impl IntoIterator<Item = &'a str>,
    at: Timestamp,
) -> Vec<Failure> {
    sentences.into_iter().filter_map(|sentence| of_sentence(sentence, at)).collect()
}

fn of_sentence(sentence: &str, at: Timestamp) -> Option<Failure> {
    let (name, reason) = split(sentence.trim());
    let short = cut(name);
    let mut failure = Failure::blank(FailureName::parse(short).ok()?);
    let reason = if short.len() < name.len() { sentence.trim() } else { reason };
    reason.clone_into(&mut failure.reason);
    seen(&mut failure, 1, at);
    Some(failure)
}

/// Splits a sentence into what was tried and why it failed.
fn split(sentence: &str) -> (&str, &str) {
    let found = MARKS.iter().filter_map(|mark| Some((sentence.find(mark)?, mark.len()))).min();
    match found.filter(|(at, _)| *at > 0) {
        Some((at, size)) => (sentence[..at].trim_end(), sentence[at + size..].trim()),
        None => (sentence, ""),
    }
}

fn cut(name: &str) -> &str {
    let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = ends.take_while(|end| *end <= NAME_MAX).last().unwrap_or(0);
    &name[..end]
}

/// Makes failures of the `failure_graph` of a snapshot.
///
/// # Errors
/// `invalid_input` when a name cannot be used or a scope is neither `project` nor `global`. A
/// failure of scope `global` becomes one of the project: promotion is explicit.
pub fn failure_graph(notes: &FailureNotes, at: Timestamp) -> Result<Vec<Failure>> {
    notes.iter().map(|(name, note)| failure_note(name, note, at)).collect()
}

/// Makes a failure of one note of a snapshot.
///
/// # Errors
/// As for [`failure_graph`].
pub fn failure_note(name: &str, note: &FailureNote, at: Timestamp) -> Result<Failure> {
    let fields = note.fields();
    let mut failure = Failure::blank(FailureName::parse(cut(name))?);
    let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    let list = |key: &str| -> Vec<String> {
        let list = fields.get(key).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    if let Some(who) = text("rejected_by") {
        failure.rejected_by = who;
    }
    failure.reason = text("reason").unwrap_or_default();
    failure.symptom = text("symptom").unwrap_or_default();
    failure.task = text("task").unwrap_or_default();
    failure.related = list("related");
    failure.alternatives = list("alternatives");
    text("scope").map(|scope| Scope::parse(&scope)).transpose()?;
    let count = fields.get("repeat_count").and_then(Value::as_u64).unwrap_or(1);
    seen(&mut failure, count, at);
    let time = |key: &str| text(key).and_then(|at| Timestamp::parse(&at).ok());
    failure.first_seen = time("first_seen").or(failure.first_seen);
    failure.last_seen = time("last_seen").or(failure.last_seen);
    Ok(failure)
}

fn seen(failure: &mut Failure, count: u64, at: Timestamp) {
    failure.counts.raise(&Writer::unknown(), count.max(1));
    failure.first_seen = Some(at);
    failure.last_seen = Some(at);
}
