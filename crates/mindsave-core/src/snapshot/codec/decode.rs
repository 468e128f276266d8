//! Reads a snapshot file of any dialect.

use serde_json::Value;

use super::body;
use super::front_matter::FrontMatter;
use super::lenient::{Item, Text};
use crate::archive::Archive;
use crate::decision::Decision;
use crate::snapshot::state::{read_decision, read_failures};
use crate::snapshot::{FORMAT_VERSION, Knowledge, Layers, Snapshot, State};
use crate::task::{Phase, Progress, Status, Task};
use crate::{Error, Result, SnapshotId, Timestamp};

/// Reads the text of a snapshot file.
///
/// `id` is the file's name: it counts, whatever the file says of itself. `fallback` is the time
/// the snapshot gets if neither the file nor its name tells one (the store gives the time of the
/// file).
///
/// Of a file that was cut off in its archive the other layers are whole: it is read, and
/// [`Snapshot::cut_off`] says so.
///
/// # Errors
/// `corrupt`, with line and column, when the front matter is missing, is no YAML, has a field of
/// the wrong type or has no goal.
pub fn decode(id: &SnapshotId, text: &str, fallback: Timestamp) -> Result<Snapshot> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let unix;
    // A file with CRLF has it on its first line; in any other a lone CR is content.
    let text = if text.split_inclusive('\n').next().is_some_and(|line| line.ends_with("\r\n")) {
        unix = text.replace("\r\n", "\n");
        unix.as_str()
    } else {
        text
    };
    let (yaml, body) = split(text)?;
    let front = FrontMatter::parse(yaml, FIRST_LINE)?;
    let promised = yaml.lines().any(|line| line.trim_end() == body::PROMISE);
    let (body, whole) = body::unmark(body, promised);
    let mut snapshot = build(id, front, &body, fallback).map_err(|fault| fault.locate(yaml))?;
    snapshot.layers.archive |= promised;
    snapshot.cut_off = !whole;
    Ok(snapshot)
}

/// The line of the file on which the front matter begins, below its opening fence.
const FIRST_LINE: usize = 2;

/// What is wrong with a field that was read but makes no sense.
struct Fault {
    key: &'static str,
    message: String,
}

impl Fault {
    /// Makes the error, at the line of the field (or the first one where the field is missing).
    fn locate(self, yaml: &str) -> Error {
        let own =
            |line: &str| line.strip_prefix(self.key).is_some_and(|rest| rest.starts_with(':'));
        let line = yaml.lines().position(own).map_or(1, |at| at + FIRST_LINE);
        Error::corrupt(self.message).at(line, 1)
    }
}

/// Names the field an error is about.
fn fault(key: &'static str) -> impl Fn(Error) -> Fault {
    move |error| Fault { key, message: error.message().to_owned() }
}

/// Splits the front matter, between two lines of `---`, from the body.
fn split(text: &str) -> Result<(&str, &str)> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    // Blanks behind the dashes are not seen by who writes by hand.
    if first.trim_end() != "---" {
        return Err(Error::corrupt("the file does not begin with a line `---`").at(1, 1));
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Ok((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    let last = text.lines().count().max(1);
    Err(Error::corrupt("the front matter has no closing line `---`: the file is torn").at(last, 1))
}

fn build(
    id: &SnapshotId,
    mut front: FrontMatter,
    body: &str,
    fallback: Timestamp,
) -> Result<Snapshot, Fault> {
    let created_at = match front.created_at.take() {
        Some(Text(text)) if !text.trim().is_empty() => {
            Timestamp::parse(&text).map_err(fault("created_at"))?
        }
        _ => id.day().unwrap_or(fallback),
    };
    let version = front.version.take().map_or_else(|| FORMAT_VERSION.to_owned(), |Text(text)| text);
    let mut archive = body::decode(body);
    let has_archive = !body.trim().is_empty() || !front.completed_steps.0.is_empty();
    if archive.completed_steps.is_empty() {
        archive.completed_steps = std::mem::take(&mut front.completed_steps.0);
    }
    let layers = Layers { knowledge: has_knowledge(&front), archive: has_archive };
    let file_stamps = std::mem::take(&mut front.file_stamps.0);
    let short = std::mem::take(&mut front.in_short);
    let state = build_state(front, archive)?;
    let id = id.clone();
    Ok(Snapshot { id, created_at, version, layers, state, file_stamps, short, cut_off: false })
}

/// A file holds Layer 2 if any of its keys stands in it, even an empty one.
fn has_knowledge(front: &FrontMatter) -> bool {
    front.constraints.is_some()
        || front.decisions.is_some()
        || front.failure_graph.is_some()
        || front.excluded_paths.is_some()
        || front.compressed.is_some()
}

fn build_state(mut front: FrontMatter, archive: Archive) -> Result<State, Fault> {
    let auto_trigger = front.auto_trigger.take();
    let extra = std::mem::take(&mut front.unknown);
    let knowledge = build_knowledge(&mut front)?;
    let task = build_task(front)?;
    Ok(State { task, knowledge, archive, auto_trigger, extra })
}

fn build_task(front: FrontMatter) -> Result<Task, Fault> {
    let text = |field: Option<Text>| field.map(|Text(text)| text);
    let goal = text(front.goal).or_else(|| text(front.task_goal)).unwrap_or_default();
    if goal.trim().is_empty() {
        return Err(Fault { key: "goal", message: "`goal` is missing or blank".to_owned() });
    }
    let mut steps = front.next_steps.0.into_iter();
    let first = text(front.next_action).or_else(|| steps.next());
    let later: Vec<String> = steps.collect();
    let progress = front.progress.map(|p| Progress { done: p.done.0, next: p.next.0 });
    let progress =
        progress.or((!later.is_empty()).then_some(Progress { done: Vec::new(), next: later }));
    Ok(Task {
        goal,
        phase: text(front.phase).map(Phase::new),
        state: text(front.state),
        progress,
        next_action: first,
        active_files: front.active_files.0,
        blocker: text(front.blocker),
        variables: front.variables.0.into_iter().collect(),
        status: text(front.status).map(Status::new),
    })
}

fn build_knowledge(front: &mut FrontMatter) -> Result<Knowledge, Fault> {
    let decisions = front.decisions.take().unwrap_or_default().0;
    let failures = front.failure_graph.take().unwrap_or_default().0;
    let mut constraints = front.constraints.take().unwrap_or_default().0;
    for line in front.compressed.take().as_ref().map(uncompressed).unwrap_or_default() {
        if !constraints.contains(&line) {
            constraints.push(line);
        }
    }
    Ok(Knowledge {
        constraints,
        decisions: decisions
            .into_iter()
            .enumerate()
            .map(build_decision)
            .collect::<Result<_, _>>()?,
        failure_graph: read_failures(failures).map_err(fault("failure_graph"))?,
        excluded_paths: front.excluded_paths.take().unwrap_or_default().0,
    })
}

/// A map with a choice is a decision; another map is a sentence with a colon in it.
fn build_decision((i, item): (usize, Item)) -> Result<Decision, Fault> {
    match item {
        Item::Map(map) if map.contains_key("choice") => {
            read_decision(&format!("decisions[{i}]"), Value::Object(map))
                .map_err(fault("decisions"))
        }
        other => Ok(Decision::bare(other.into_text())),
    }
}

/// The sentences the first program hid in its compressed block: it kept them as "rejected",
/// whatever they said.
fn uncompressed(block: &super::lenient::Object) -> Vec<String> {
    let symbolic = block.0.get("symbolic").and_then(Value::as_object);
    let lists = symbolic.into_iter().flat_map(serde_json::Map::values);
    let lines = lists.filter_map(|entry| entry.get("rejected")?.as_array()).flatten();
    lines.filter_map(Value::as_str).map(str::to_owned).collect()
}
