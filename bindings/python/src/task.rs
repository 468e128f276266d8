//! `Task`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use mindsave::task;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value};

use crate::{read, work, write};

/// What is being done now: Layer 1.
#[pyclass(frozen, eq, module = "mindsave")]
#[derive(PartialEq)]
pub(crate) struct Task(pub(crate) task::Task);

impl Task {
    /// Returns the fields that were given.
    pub(crate) fn json(&self) -> Map<String, Value> {
        self.0.to_json()
    }

    fn read(py: Python<'_>, fields: Map<String, Value>) -> PyResult<Self> {
        work::at_once(py, task::Task::from_value(Value::Object(fields))).map(Self)
    }
}

#[pymethods]
impl Task {
    #[new]
    #[pyo3(signature = (goal, **fields))]
    fn new(goal: &Bound<'_, PyAny>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut map = Map::new();
        map.insert("goal".to_owned(), read::value(goal, "goal")?);
        if let Some(fields) = fields {
            map.extend(read::fields(fields, "fields")?);
        }
        Self::read(goal.py(), map)
    }

    /// Make a task of its dictionary.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read(fields.py(), read::fields(fields, "fields")?)
    }

    /// The objective, one sentence.
    #[getter]
    fn goal(&self) -> &str {
        &self.0.goal
    }

    /// The stage of the work: planning, executing, debugging, reviewing.
    #[getter]
    fn phase(&self) -> Option<&str> {
        self.0.phase.as_ref().map(task::Phase::as_str)
    }

    /// How things stand, one sentence.
    #[getter]
    fn state(&self) -> Option<&str> {
        self.0.state.as_deref()
    }

    /// What is `done` and what comes `next`.
    #[getter]
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &self.json().shift_remove("progress"))
    }

    /// The exact next step.
    #[getter]
    fn next_action(&self) -> Option<&str> {
        self.0.next_action.as_deref()
    }

    /// Files being worked on.
    #[getter]
    fn active_files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.active_files)
    }

    /// What stops the work.
    #[getter]
    fn blocker(&self) -> Option<&str> {
        self.0.blocker.as_deref()
    }

    /// Values to remember.
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &self.0.variables)
    }

    /// `in_progress`, `blocked` or `completed`, or another word as given.
    #[getter]
    fn status(&self) -> Option<&str> {
        self.0.status.as_ref().map(task::Status::as_str)
    }

    /// Return exactly the fields that were given.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &self.json())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let map = self.json();
        let fields: Vec<(&str, Value)> =
            map.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        write::repr(py, "Task", &fields)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.goal.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        pickled(slf.as_any())
    }
}

/// How an object is made again: a function and its arguments.
pub(crate) type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>,));

/// Pickles an object by its dictionary.
pub(crate) fn pickled<'py>(object: &Bound<'py, PyAny>) -> PyResult<Pickled<'py>> {
    let make = object.get_type().getattr("from_dict")?;
    Ok((make, (object.call_method0("to_dict")?,)))
}
