//! Parts of a state that callers hold by themselves, as JSON.

use serde_json::{Map, Value};

use super::state::{State, read_decision, write_task};
use crate::decision::Decision;
use crate::task::Task;
use crate::{Error, Result};

impl Task {
    /// Reads a task from a JSON object that holds its fields and no others.
    ///
    /// # Errors
    /// `invalid_input` that names the field.
    pub fn from_value(value: Value) -> Result<Self> {
        let state = State::from_value(value)?;
        let only = State { task: state.task.clone(), ..State::default() };
        if state == only {
            return Ok(state.task);
        }
        let known = state.task.to_json();
        let other = state.to_json().into_iter().find(|(key, value)| {
            !known.contains_key(key) && only.to_json().get(key) != Some(value)
        });
        let name = other.map(|(key, _)| key).unwrap_or_default();
        Err(Error::invalid(format!("`{name}` is no field of a task")))
    }

    /// Writes the task as a JSON object: exactly the fields that were given.
    ///
    /// ```
    /// use mindsave_core::task::Task;
    ///
    /// let task = Task { goal: "修复登录".to_owned(), ..Task::default() };
    /// assert_eq!(Task::from_value(task.to_json().into())?, task);
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn to_json(&self) -> Map<String, Value> {
        let mut out = Map::new();
        write_task(self, &mut out);
        out
    }
}

impl Decision {
    /// Reads a decision from a string, or from a JSON object with a `choice`.
    ///
    /// ```
    /// use mindsave_core::Decision;
    ///
    /// assert_eq!(Decision::from_value("用轮询".into())?, Decision::bare("用轮询"));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid_input` that names the field.
    pub fn from_value(value: Value) -> Result<Self> {
        read_decision("decision", value)
    }
}
