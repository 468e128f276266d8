//! `Snapshot`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use mindsave::{Clock, Loaded, MindSave, Result, SnapshotId, answer, snapshot};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};
use serde_json::{Map, Value};

use crate::decision::Decision;
use crate::task::Task;
use crate::{read, work, write};

/// How a snapshot is made again: a function, its name, the text of its file, its fields.
type Pickled<'py> = (Bound<'py, PyAny>, (String, String, Bound<'py, PyAny>));

/// A checkpoint that was loaded.
#[pyclass(frozen, module = "mindsave")]
pub(crate) struct Snapshot {
    inner: snapshot::Snapshot,
    /// What `mindsave load --json` prints of it.
    fields: Map<String, Value>,
}

impl Snapshot {
    /// Takes what was loaded.
    pub(crate) fn of(mind: &MindSave, loaded: Loaded) -> Result<Self> {
        let fields = match answer::loaded(mind, &loaded, None)? {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        Ok(Self { inner: loaded.snapshot, fields })
    }

    /// Returns every field.
    pub(crate) fn json(&self) -> Map<String, Value> {
        self.fields.clone()
    }

    /// Returns the snapshot itself.
    pub(crate) fn inner(&self) -> &snapshot::Snapshot {
        &self.inner
    }

    /// Returns the name.
    pub(crate) fn id(&self) -> String {
        self.inner.id.as_str().to_owned()
    }

    /// Makes a snapshot again of its file, and of what the file does not hold.
    fn again(id: &str, text: &str, fields: Map<String, Value>) -> Result<Self> {
        let now = Clock::from_env()?.now();
        let mut inner = snapshot::decode(&SnapshotId::parse(id)?, text, now)?;
        if fields.contains_key("execution_dag") {
            let state = mindsave::State::from_value(Value::Object(fields.clone()))?;
            inner.state.archive.execution_dag = state.archive.execution_dag;
        }
        Ok(Self { inner, fields })
    }
}

#[pymethods]
impl Snapshot {
    /// The name.
    #[getter]
    fn snapshot_id(&self) -> &str {
        self.inner.id.as_str()
    }

    /// When it was made (RFC 3339).
    #[getter]
    fn created_at(&self) -> String {
        self.inner.created_at.to_string()
    }

    /// The layers it holds: `L1`, `L2`, `L3`.
    #[getter]
    fn layers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.layers.names())
    }

    /// Layer 1.
    #[getter]
    fn task(&self) -> Task {
        Task(self.inner.state.task.clone())
    }

    /// The goal of the task.
    #[getter]
    fn goal(&self) -> &str {
        &self.inner.state.task.goal
    }

    /// The exact next step.
    #[getter]
    fn next_action(&self) -> Option<&str> {
        self.inner.state.task.next_action.as_deref()
    }

    /// Standing rules, as they were written.
    #[getter]
    fn constraints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.inner.state.knowledge.constraints)
    }

    /// Choices taken.
    #[getter]
    fn decisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let decisions = self.inner.state.knowledge.decisions.iter().cloned().map(Decision);
        PyTuple::new(py, decisions.collect::<Vec<_>>())
    }

    /// Approaches that failed, in the flat form.
    #[getter]
    fn excluded_paths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.inner.state.knowledge.excluded_paths)
    }

    /// What failed, by name.
    #[getter]
    fn failure_graph<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &self.fields.get("failure_graph"))
    }

    /// What its rules come to, by category.
    #[getter]
    fn symbolic<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &self.fields.get("symbolic"))
    }

    #[pyo3(signature = (key, default = None))]
    fn get<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        match (self.fields.get(&read::text(key, "key")?), default) {
            (Some(value), _) => write::object(py, value),
            (None, Some(default)) => Ok(default),
            (None, None) => Ok(py.None().into_bound(py)),
        }
    }

    /// Return the names of its fields.
    fn keys(&self) -> Vec<&str> {
        self.fields.keys().map(String::as_str).collect()
    }

    /// Return every field, as `mindsave load --json` prints them.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &self.fields)
    }

    /// Return the text of its file.
    fn to_markdown(&self, py: Python<'_>) -> PyResult<String> {
        work::detached(py, || snapshot::encode(&self.inner))
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let name = read::text(key, "key")?;
        match self.fields.get(&name) {
            Some(value) => write::object(key.py(), value),
            None => Err(PyKeyError::new_err(name)),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.keys().into_pyobject(py)?.try_iter()
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.fields.contains_key(&read::text(key, "key")?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.id.as_str().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let of = |name: &'static str| (name, self.fields.get(name).cloned().unwrap_or_default());
        let fields = ["snapshot_id", "created_at", "goal", "next_action", "status"].map(of);
        write::repr(py, "Snapshot", &fields)
    }

    #[staticmethod]
    fn _again(
        id: &Bound<'_, PyAny>,
        text: &Bound<'_, PyAny>,
        fields: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let py = id.py();
        let (id, text) = (read::text(id, "id")?, read::text(text, "text")?);
        let fields = read::fields(fields, "fields")?;
        work::detached(py, || Self::again(&id, &text, fields))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let make = slf.get_type().getattr("_again")?;
        Ok((make, (own.id(), own.to_markdown(py)?, own.to_dict(py)?)))
    }
}
