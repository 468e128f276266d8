//! `Failure`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use mindsave::failure::{self, codec};
use mindsave::{Clock, Result};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value};

use crate::task::{Pickled, pickled};
use crate::{read, work, write};

/// An approach that was rejected or did not work.
#[pyclass(frozen, eq, module = "mindsave")]
#[derive(PartialEq)]
pub(crate) struct Failure(pub(crate) failure::Failure);

impl Failure {
    /// Returns the fields as files have them.
    pub(crate) fn json(&self) -> Result<Map<String, Value>> {
        Ok(codec::fields(&self.0, Clock::from_env()?.now()))
    }

    fn read(py: Python<'_>, fields: &Map<String, Value>) -> PyResult<Self> {
        work::at_once(py, codec::from_fields(fields)).map(Self)
    }
}

#[pymethods]
impl Failure {
    #[new]
    #[pyo3(signature = (name, **fields))]
    fn new(name: &Bound<'_, PyAny>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut map = Map::new();
        map.insert("name".to_owned(), Value::String(read::text(name, "name")?));
        if let Some(fields) = fields {
            map.extend(read::fields(fields, "fields")?);
        }
        Self::read(name.py(), &map)
    }

    /// Make a failure of its dictionary.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read(fields.py(), &read::fields(fields, "fields")?)
    }

    /// What was tried.
    #[getter]
    fn name(&self) -> &str {
        self.0.name.as_str()
    }

    /// Why it failed: the root cause.
    #[getter]
    fn reason(&self) -> &str {
        &self.0.reason
    }

    /// What was seen: the error, the wrong result.
    #[getter]
    fn symptom(&self) -> &str {
        &self.0.symptom
    }

    /// The task it was tried for.
    #[getter]
    fn task(&self) -> &str {
        &self.0.task
    }

    /// Who rejected it: `user`, `system`, or another word.
    #[getter]
    fn rejected_by(&self) -> &str {
        &self.0.rejected_by
    }

    /// How often it was tried.
    #[getter]
    fn repeat_count(&self) -> u64 {
        self.0.repeat_count()
    }

    /// How sure it is that it fails: `low`, `medium` or `high`.
    #[getter]
    fn confidence(&self, py: Python<'_>) -> PyResult<&'static str> {
        let now = work::at_once(py, Clock::from_env())?.now();
        Ok(self.0.confidence(now).word())
    }

    /// Where it holds: `project` or `global`.
    #[getter]
    fn scope(&self) -> &'static str {
        self.0.scope.word()
    }

    /// What to do instead.
    #[getter]
    fn alternatives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.alternatives)
    }

    /// What it has to do with, by name.
    #[getter]
    fn related<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.related)
    }

    /// When it was seen first (RFC 3339).
    #[getter]
    fn first_seen(&self) -> Option<String> {
        self.0.first_seen.map(|at| at.to_string())
    }

    /// When it was seen last (RFC 3339).
    #[getter]
    fn last_seen(&self) -> Option<String> {
        self.0.last_seen.map(|at| at.to_string())
    }

    /// Whether it warns: not when it was withdrawn.
    #[getter]
    fn is_active(&self) -> bool {
        self.0.is_active()
    }

    /// Return the fields as its file has them.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &work::at_once(py, self.json())?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (name, reason) = (self.name().into(), self.reason().into());
        let count = self.repeat_count().into();
        let fields = [("name", name), ("reason", reason), ("repeat_count", count)];
        write::repr(py, "Failure", &fields)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.name.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        pickled(slf.as_any())
    }
}
