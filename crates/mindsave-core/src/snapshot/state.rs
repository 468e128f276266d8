//! What is saved: the three layers as the caller gives them and gets them back.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::fields::{Fields, typed};
use crate::archive::{Archive, ToolCall};
use crate::dag::ExecutionDag;
use crate::decision::{Decision, Texts};
use crate::failure::{FailureNote, FailureNotes};
use crate::task::{Phase, Progress, Status, Task};
use crate::{Error, Result, nesting};

/// Everything a caller can save, in the three layers of seed 000.
///
/// ```
/// use mindsave_core::snapshot::State;
///
/// let state = State::from_json(r#"{"goal": "修复登录", "next_action": "run the tests"}"#)?;
/// assert_eq!(state.task.goal, "修复登录");
/// let error = State::from_json(r#"{"goal": "x", "active_files": "a.rs"}"#).unwrap_err();
/// assert_eq!(error.message(), "`active_files` must be a list, got a string");
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Layer 1: what is being done.
    pub task: Task,
    /// Layer 2: what must not be reasoned out again.
    pub knowledge: Knowledge,
    /// Layer 3: what happened.
    pub archive: Archive,
    /// Why it was saved without being asked for.
    pub auto_trigger: Option<AutoTrigger>,
    /// Keys this version does not know, kept as they are.
    pub extra: Map<String, Value>,
}

/// Layer 2: the cognitive cache.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knowledge {
    /// Standing rules of the user or the code base, verbatim.
    pub constraints: Vec<String>,
    /// Choices taken.
    pub decisions: Vec<Decision>,
    /// What failed, by name.
    pub failure_graph: FailureNotes,
    /// What failed, in the older flat form.
    pub excluded_paths: Vec<String>,
}

impl Knowledge {
    /// Reports whether there is nothing in Layer 2.
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
            && self.decisions.is_empty()
            && self.failure_graph.is_empty()
            && self.excluded_paths.is_empty()
    }
}

/// Why a snapshot was made by itself. Source: seed 000, template.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AutoTrigger {
    /// The rule that fired, such as `tool-threshold`.
    pub reason: String,
    /// Tool calls since the save before.
    #[serde(default)]
    pub tool_calls_since_last: u64,
    /// Keys this version does not know, kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl State {
    /// Reads a state from JSON text.
    ///
    /// # Errors
    /// `invalid_input` when the text is no JSON (with line and column), a key stands twice in an
    /// object, a whole number has more than 64 bits, a field has the wrong type (the field is
    /// named), or the goal is missing or blank.
    pub fn from_json(text: &str) -> Result<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let value = serde_json::from_str(text).map_err(|cause: serde_json::Error| {
            let text = cause.to_string();
            let reason = text.split(" at line ").next().unwrap_or(&text);
            let error = Error::invalid(format!("the state is not JSON: {reason}"));
            error.at(cause.line(), cause.column()).caused_by(cause)
        })?;
        super::strict::check(text)?;
        Self::from_value(value)
    }

    /// Reads a state from a JSON value; like [`State::from_json`].
    ///
    /// # Errors
    /// `invalid_input` as for [`State::from_json`].
    pub fn from_value(value: Value) -> Result<Self> {
        if nesting::is_too_deep(&value) {
            let max = nesting::GIVEN_MAX;
            let message = format!("the state is nested more than {max} levels deep");
            return Err(Error::invalid(message));
        }
        let mut fields = Fields::new(value, "")?;
        // What `load` adds is no part of the state, so that its answer can be saved again. In any
        // other state these names are the caller's own.
        if ["snapshot_id", "created_at"].iter().all(|key| fields.peek(key).is_some()) {
            for key in ADDED_BY_LOAD {
                drop(fields.value(key));
            }
        }
        let state = Self {
            task: read_task(&mut fields)?,
            knowledge: read_knowledge(&mut fields)?,
            archive: read_archive(&mut fields)?,
            auto_trigger: read_auto_trigger(&mut fields)?,
            extra: fields.rest(),
        };
        if state.task.goal.trim().is_empty() {
            return Err(Error::invalid("`goal` is required and must not be blank"));
        }
        Ok(state)
    }

    /// Writes the state as a JSON object: exactly the fields that were given.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut out = Map::new();
        write_task(&self.task, &mut out);
        write_knowledge(&self.knowledge, &mut out);
        write_archive(&self.archive, &mut out);
        if let Some(trigger) = &self.auto_trigger {
            out.insert("auto_trigger".into(), json!(trigger));
        }
        for (key, value) in &self.extra {
            out.entry(key.clone()).or_insert_with(|| value.clone());
        }
        out
    }

    /// Lists what a person should know about a state that is accepted all the same.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some(phase) = self.task.phase.as_ref().filter(|p| p.kind().is_none()) {
            let known = "planning, executing, debugging, reviewing";
            warnings.push(format!("phase {:?} is none of {known}; kept as text", phase.as_str()));
        }
        warnings.extend(self.task.status.as_ref().and_then(status_warning));
        let unknown =
            self.extra.keys().map(|key| format!("unknown field {key:?} is kept as it is"));
        warnings.extend(unknown);
        warnings
    }
}

/// Says how a status is read that is not one of the three words.
fn status_warning(status: &Status) -> Option<String> {
    const KNOWN: &str = "in_progress, blocked, completed";
    let word = status.as_str();
    match status.kind() {
        Some(kind) if kind.word() == word => None,
        Some(kind) => {
            Some(format!("status {word:?} is read as {} (the words are {KNOWN})", kind.word()))
        }
        None => Some(format!("status {word:?} is none of {KNOWN}; it protects nothing")),
    }
}

/// Keys of a loaded snapshot that describe the snapshot and not the state.
const ADDED_BY_LOAD: [&str; 8] = [
    "snapshot_id",
    "created_at",
    "version",
    "layers",
    "symbolic",
    "verify",
    "warnings",
    "knowledge_from",
];

fn read_task(fields: &mut Fields) -> Result<Task> {
    Ok(Task {
        goal: fields.text("goal")?.unwrap_or_default(),
        phase: fields.text("phase")?.map(Phase::new),
        state: fields.text("state")?,
        progress: fields.value("progress").map(read_progress).transpose()?,
        next_action: fields.text("next_action")?,
        active_files: fields.texts("active_files")?.unwrap_or_default(),
        blocker: fields.text("blocker")?,
        variables: fields.object("variables")?.unwrap_or_default().into_iter().collect(),
        status: fields.text("status")?.map(Status::new),
    })
}

fn read_progress(value: Value) -> Result<Progress> {
    let mut fields = Fields::new(value, "progress")?;
    let done = fields.texts("done")?.unwrap_or_default();
    let next = fields.texts("next")?.unwrap_or_default();
    match fields.rest().keys().next() {
        None => Ok(Progress { done, next }),
        Some(key) => {
            Err(Error::invalid(format!("`progress.{key}` is unknown: it has `done` and `next`")))
        }
    }
}

/// Takes a list of strings out of a JSON object.
pub(crate) fn read_texts(map: &mut Map<String, Value>, key: &str) -> Result<Vec<String>> {
    let mut fields = Fields::new(Value::Object(std::mem::take(map)), "")?;
    let texts = fields.texts(key)?;
    *map = fields.rest();
    Ok(texts.unwrap_or_default())
}

/// Takes a list of decisions out of a JSON object.
pub(crate) fn read_decisions(map: &mut Map<String, Value>, key: &str) -> Result<Vec<Decision>> {
    let mut fields = Fields::new(Value::Object(std::mem::take(map)), "")?;
    let decisions = fields.list(key)?.unwrap_or_default();
    *map = fields.rest();
    decisions.into_iter().map(|(at, decision)| read_decision(&at, decision)).collect()
}

fn read_knowledge(fields: &mut Fields) -> Result<Knowledge> {
    let decisions = fields.list("decisions")?.unwrap_or_default();
    Ok(Knowledge {
        constraints: fields.texts("constraints")?.unwrap_or_default(),
        decisions: decisions
            .into_iter()
            .map(|(at, d)| read_decision(&at, d))
            .collect::<Result<_>>()?,
        failure_graph: read_failures(fields.object("failure_graph")?.unwrap_or_default())?,
        excluded_paths: fields.texts("excluded_paths")?.unwrap_or_default(),
    })
}

pub(super) fn read_decision(path: &str, value: Value) -> Result<Decision> {
    if let Value::String(choice) = value {
        return Ok(Decision::bare(choice));
    }
    if !value.is_object() {
        return Err(Error::wrong_type(path, "a string or an object with a `choice`", &value));
    }
    let mut fields = Fields::new(value, path)?;
    let choice = fields.text("choice")?.filter(|choice| !choice.trim().is_empty());
    Ok(Decision {
        choice: choice.ok_or_else(|| Error::invalid(format!("`{path}.choice` is required")))?,
        options: read_one_or_many(&mut fields, "options")?,
        reasoning: fields.text("reasoning")?,
        risks: read_one_or_many(&mut fields, "risks")?,
        rollback: fields.text("rollback")?,
        context: fields.text("context")?,
        at: fields.text("at")?,
        supersedes: fields.text("supersedes")?,
        extra: fields.rest(),
        bare: false,
    })
}

/// Takes a string or a list of strings.
fn read_one_or_many(fields: &mut Fields, key: &str) -> Result<Option<Texts>> {
    if fields.peek(key).is_some_and(Value::is_string) {
        return Ok(fields.text(key)?.map(Texts::One));
    }
    Ok(fields.texts(key)?.map(Texts::Many))
}

pub(super) fn read_failures(map: Map<String, Value>) -> Result<FailureNotes> {
    let read = |(name, value): (String, Value)| {
        let path = format!("failure_graph.{name}");
        if name.trim().is_empty() {
            return Err(Error::invalid("`failure_graph` has a failure with a blank name"));
        }
        let mut fields = Fields::new(value.clone(), &path)?;
        for key in ["reason", "rejected_by", "confidence", "scope", "schema_version"] {
            fields.text(key)?;
        }
        for key in ["related", "alternatives"] {
            fields.texts(key)?;
        }
        if let Some(count) = fields.value("repeat_count").filter(|count| count.as_u64().is_none()) {
            return Err(Error::wrong_type(
                &format!("{path}.repeat_count"),
                "a whole number",
                &count,
            ));
        }
        let Value::Object(map) = value else {
            return Err(Error::wrong_type(&path, "an object", &value));
        };
        Ok((name, FailureNote::from_fields(map)))
    };
    map.into_iter().map(read).collect()
}

fn read_archive(fields: &mut Fields) -> Result<Archive> {
    let calls = fields.list("tool_calls")?.unwrap_or_default();
    let dag = fields.value("execution_dag");
    Ok(Archive {
        completed_steps: fields.texts("completed_steps")?.unwrap_or_default(),
        file_changes: fields.text("file_changes")?,
        tool_calls: calls.into_iter().map(read_call).collect::<Result<_>>()?,
        execution_dag: dag.map(|dag| typed::<ExecutionDag>("execution_dag", dag)).transpose()?,
        notes: fields.text("notes")?,
    })
}

fn read_call((path, value): (String, Value)) -> Result<ToolCall> {
    match value {
        Value::String(text) => Ok(ToolCall::Text(text)),
        Value::Object(map) => Ok(ToolCall::Record(map)),
        other => Err(Error::wrong_type(&path, "a string or an object", &other)),
    }
}

fn read_auto_trigger(fields: &mut Fields) -> Result<Option<AutoTrigger>> {
    fields.value("auto_trigger").map(|value| typed("auto_trigger", value)).transpose()
}

/// Inserts a field unless there is nothing to say.
fn put<T: Serialize>(out: &mut Map<String, Value>, key: &str, value: Option<T>) {
    if let Some(value) = value {
        out.insert(key.to_owned(), json!(value));
    }
}

pub(super) fn write_task(task: &Task, out: &mut Map<String, Value>) {
    put(out, "goal", Some(&task.goal));
    put(out, "phase", task.phase.as_ref().map(Phase::as_str));
    put(out, "state", task.state.as_ref());
    let progress = task.progress.as_ref();
    put(out, "progress", progress.map(|p| json!({"done": p.done, "next": p.next})));
    put(out, "next_action", task.next_action.as_ref());
    put(out, "active_files", Some(&task.active_files));
    put(out, "blocker", task.blocker.as_ref());
    put(out, "variables", Some(&task.variables));
    put(out, "status", task.status.as_ref().map(Status::as_str));
}

fn write_knowledge(knowledge: &Knowledge, out: &mut Map<String, Value>) {
    put(out, "constraints", Some(&knowledge.constraints));
    put(out, "decisions", Some(&knowledge.decisions));
    let failures = knowledge.failure_graph.iter();
    let failures: Map<String, Value> =
        failures.map(|(name, note)| (name.clone(), Value::Object(note.fields().clone()))).collect();
    put(out, "failure_graph", Some(failures));
    put(out, "excluded_paths", Some(&knowledge.excluded_paths));
}

fn write_archive(archive: &Archive, out: &mut Map<String, Value>) {
    put(out, "completed_steps", Some(&archive.completed_steps));
    put(out, "file_changes", archive.file_changes.as_ref());
    put(out, "tool_calls", Some(&archive.tool_calls));
    put(out, "execution_dag", archive.execution_dag.as_ref());
    put(out, "notes", archive.notes.as_ref());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let error = State::from_json(text).unwrap_err();
        assert_eq!(error.kind(), crate::ErrorKind::InvalidInput, "{text}");
        error.to_string()
    }

    #[test]
    fn wrong_types_name_the_field() {
        insta::assert_snapshot!([
            refused("[]"),
            refused(r#"{"goal": 3}"#),
            refused(r#"{"goal": " "}"#),
            refused(r#"{"next_action": "x"}"#),
            refused(r#"{"goal": "x", "active_files": "a.rs"}"#),
            refused(r#"{"goal": "x", "constraints": ["a", 1]}"#),
            refused(r#"{"goal": "x", "progress": {"done": "a"}}"#),
            refused(r#"{"goal": "x", "progress": {"todo": []}}"#),
            refused(r#"{"goal": "x", "variables": []}"#),
            refused(r#"{"goal": "x", "decisions": [{"reasoning": "y"}]}"#),
            refused(r#"{"goal": "x", "decisions": [{"choice": "y", "options": 1}]}"#),
            refused(r#"{"goal": "x", "failure_graph": {"a": "b"}}"#),
            refused(r#"{"goal": "x", "failure_graph": {"a": {"repeat_count": "3"}}}"#),
            refused(r#"{"goal": "x", "tool_calls": [1]}"#),
            refused(r#"{"goal": "x", "execution_dag": {"steps": [{"id": "a", "name": "a", "depends_on": ["a"]}]}}"#),
            refused("{\n  \"goal\": }"),
        ].join("\n"), @r#"
        the state must be a JSON object, got a list
        `goal` must be a string, got a number
        `goal` is required and must not be blank
        `goal` is required and must not be blank
        `active_files` must be a list, got a string
        `constraints[1]` must be a string, got a number
        `progress.done` must be a list, got a string
        `progress.todo` is unknown: it has `done` and `next`
        `variables` must be an object, got a list
        `decisions[0].choice` is required
        `decisions[0].options` must be a list, got a number
        `failure_graph.a` must be an object, got a string
        `failure_graph.a.repeat_count` must be a whole number, got a string
        `tool_calls[0]` must be a string or an object, got a number
        `execution_dag`: the steps form a cycle: a -> a
        line 2, column 11: the state is not JSON: expected value
        "#);
    }

    #[test]
    fn what_a_reader_would_change_in_silence_is_refused() {
        assert!(
            refused(r#"{"goal": "g", "variables": {"id": 99999999999999999999}}"#)
                .contains("`variables.id` is a whole number beyond 64 bits")
        );
        assert!(refused(r#"{"goal": "g", "goal": "h"}"#).contains("`goal` is given twice"));
    }

    #[test]
    fn a_status_in_other_words_is_told_with_the_words_there_are() {
        let told = |status: &str| {
            let state = serde_json::json!({"goal": "g", "status": status});
            State::from_value(state).unwrap().warnings().concat()
        };
        for word in ["in_progress", "blocked", "completed"] {
            assert_eq!(told(word), "");
            for (other, read) in [
                ("done", "completed"),
                ("已完成", "completed"),
                ("等待", "blocked"),
                ("banana", "none of"),
                ("", "none of"),
            ] {
                assert!(told(other).contains(word) && told(other).contains(read), "{other}");
            }
        }
    }

    #[test]
    fn errors_do_not_repeat_secrets() {
        let key = ["sk_li", "ve_4eC39HqLyjWDarjtT1zdp7dc"].concat();
        for text in [
            format!(
                r#"{{"goal": "g", "auto_trigger": {{"reason": "r", "tool_calls_since_last": "{key}"}}}}"#
            ),
            format!(r#"{{"goal": "g", "auto_trigger": "{key}"}}"#),
            format!(
                r#"{{"goal": "g", "execution_dag": {{"steps": [{{"id": "a", "name": "b", "status": "{key}"}}]}}}}"#
            ),
            format!(r#"{{"goal": "g", "failure_graph": {{"{key}": 3}}}}"#),
            format!(r#"{{"goal": "g", "variables": {{"{key}": 1, "{key}": 2}}}}"#),
        ] {
            let error = State::from_json(&text).unwrap_err();
            let said = format!("{error} {error:?} {}", error.message());
            assert!(!said.contains("4eC39"), "{said}");
            assert!(refused(&text).contains("[redacted:stripe-key]"), "{text}");
        }
    }

    #[test]
    fn what_is_given_comes_back() {
        let text = r#"{"goal":"g","phase":"执行","state":"s","progress":{"done":["a"],"next":[]},
            "next_action":"n","active_files":["a.rs"],"blocker":"none","variables":{"port":8080,"url":"u"},
            "status":"in_progress","constraints":["no tailwind"],"decisions":["用会话,不用 JWT",{"choice":"c"},{"choice":"x","options":["x","y"],"reasoning":"r",
            "risks":"z","rollback":"b","context":"c","at":"2026-05-10","supersedes":"w"},{"choice":"x","risks":["a"],"owner":{"n":1}}],
            "failure_graph":{"Tailwind":{"reason":"clash","repeat_count":3}},"excluded_paths":["p"],
            "completed_steps":["1"],"file_changes":"f","tool_calls":["t",{"tool":"edit"}],"mood":"good"}"#;
        let given: Value = serde_json::from_str(text).unwrap();
        let state = State::from_value(given.clone()).unwrap();
        assert_eq!(Value::Object(state.to_json()), given);
        assert_eq!(state.warnings(), ["unknown field \"mood\" is kept as it is"]);
    }

    #[test]
    fn names_of_what_load_adds_are_the_callers_own_in_any_other_state() {
        let given = serde_json::json!({"goal": "g", "version": "2", "layers": 3, "warnings": ["w"], "symbolic": {}});
        let kept = State::from_value(given).unwrap().to_json();
        assert_eq!(
            (&kept["version"], &kept["layers"]),
            (&serde_json::json!("2"), &serde_json::json!(3))
        );
        let loaded = serde_json::json!({"goal": "g", "snapshot_id": "a", "created_at": "2026-05-10", "version": "3.0"});
        assert!(State::from_value(loaded).unwrap().extra.is_empty());
    }
}
