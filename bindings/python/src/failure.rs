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

    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read(fields.py(), &read::fields(fields, "fields")?)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name.as_str()
    }

    #[getter]
    fn reason(&self) -> &str {
        &self.0.reason
    }

    #[getter]
    fn symptom(&self) -> &str {
        &self.0.symptom
    }

    #[getter]
    fn task(&self) -> &str {
        &self.0.task
    }

    #[getter]
    fn rejected_by(&self) -> &str {
        &self.0.rejected_by
    }

    #[getter]
    fn repeat_count(&self) -> u64 {
        self.0.repeat_count()
    }

    #[getter]
    fn confidence(&self, py: Python<'_>) -> PyResult<&'static str> {
        let now = work::at_once(py, Clock::from_env())?.now();
        Ok(self.0.confidence(now).word())
    }

    #[getter]
    fn scope(&self) -> &'static str {
        self.0.scope.word()
    }

    #[getter]
    fn alternatives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.alternatives)
    }

    #[getter]
    fn related<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.related)
    }

    #[getter]
    fn first_seen(&self) -> Option<String> {
        self.0.first_seen.map(|at| at.to_string())
    }

    #[getter]
    fn last_seen(&self) -> Option<String> {
        self.0.last_seen.map(|at| at.to_string())
    }

    #[getter]
    fn is_active(&self) -> bool {
        self.0.is_active()
    }

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
