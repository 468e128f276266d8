//! `Decision`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use mindsave::decision::{self, Texts};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value, json};

use crate::task::{Pickled, pickled};
use crate::{read, work, write};

/// A choice that was taken, with its reasons.
#[pyclass(frozen, eq, module = "mindsave")]
#[derive(PartialEq)]
pub(crate) struct Decision(pub(crate) decision::Decision);

impl Decision {
    /// Returns the decision as it was given: a string, or an object.
    pub(crate) fn json(&self) -> Value {
        json!(self.0)
    }

    fn read(py: Python<'_>, given: Value) -> PyResult<Self> {
        work::at_once(py, decision::Decision::from_value(given)).map(Self)
    }

    fn fields(&self) -> Map<String, Value> {
        match self.json() {
            Value::Object(map) => map,
            choice => Map::from_iter([("choice".to_owned(), choice)]),
        }
    }
}

#[pymethods]
impl Decision {
    #[new]
    #[pyo3(signature = (choice, **fields))]
    fn new(choice: &Bound<'_, PyAny>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let choice_read = read::value(choice, "choice")?;
        let more = fields.map(|fields| read::fields(fields, "fields")).transpose()?;
        let given = match more.filter(|more| !more.is_empty()) {
            None if choice_read.is_string() => choice_read,
            more => {
                let mut map = Map::from_iter([("choice".to_owned(), choice_read)]);
                map.extend(more.unwrap_or_default());
                Value::Object(map)
            }
        };
        Self::read(choice.py(), given)
    }

    /// Make a decision of its dictionary.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read(fields.py(), read::value(fields, "decision")?)
    }

    /// What was chosen.
    #[getter]
    fn choice(&self) -> &str {
        &self.0.choice
    }

    /// What was considered.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.options.as_ref().map_or(&[][..], Texts::as_slice))
    }

    /// Why this option won.
    #[getter]
    fn reasoning(&self) -> Option<&str> {
        self.0.reasoning.as_deref()
    }

    /// What could go wrong.
    #[getter]
    fn risks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.risks.as_ref().map_or(&[][..], Texts::as_slice))
    }

    /// How to go back.
    #[getter]
    fn rollback(&self) -> Option<&str> {
        self.0.rollback.as_deref()
    }

    /// The task and phase it was taken in.
    #[getter]
    fn context(&self) -> Option<&str> {
        self.0.context.as_deref()
    }

    /// When it was taken, as given.
    #[getter]
    fn at(&self) -> Option<&str> {
        self.0.at.as_deref()
    }

    /// The choice it replaces.
    #[getter]
    fn supersedes(&self) -> Option<&str> {
        self.0.supersedes.as_deref()
    }

    /// Return exactly the fields that were given.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &self.fields())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let map = self.fields();
        let fields: Vec<(&str, Value)> =
            map.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        write::repr(py, "Decision", &fields)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.choice.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        if slf.get().0.bare {
            let choice = write::object(slf.py(), &slf.get().json())?;
            return Ok((slf.get_type().into_any(), (choice,)));
        }
        pickled(slf.as_any())
    }
}
