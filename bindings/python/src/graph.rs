//! `FailureGraph`.

use std::sync::{Arc, Mutex, PoisonError};

use mindsave::failure::{self, Relation};
use mindsave::{Clock, Error, Result};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use serde_json::json;

use crate::failure::Failure;
use crate::{error, read, work, write};

/// Failures and what links them.
#[pyclass(frozen, module = "mindsave")]
pub(crate) struct FailureGraph {
    graph: Mutex<Arc<failure::FailureGraph>>,
}

impl FailureGraph {
    /// Holds a graph.
    pub(crate) fn of(graph: failure::FailureGraph) -> Self {
        Self { graph: Mutex::new(Arc::new(graph)) }
    }

    fn graph(&self) -> Arc<failure::FailureGraph> {
        Arc::clone(&self.graph.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn change<T>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut failure::FailureGraph) -> Result<T>,
    ) -> PyResult<T> {
        // An exception is made by Python code, which may let another thread run: not while it waits here.
        let done = {
            let mut graph = self.graph.lock().unwrap_or_else(PoisonError::into_inner);
            change(Arc::make_mut(&mut graph))
        };
        work::at_once(py, done)
    }
}

#[pymethods]
impl FailureGraph {
    #[new]
    #[pyo3(signature = (failures = None))]
    fn new(py: Python<'_>, failures: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut given = Vec::new();
        if let Some(failures) = failures.filter(|failures| !failures.is_none()) {
            for failure in failures.try_iter().map_err(|thrown| refused(py, thrown))? {
                given.push(one(&failure?)?);
            }
        }
        work::at_once(py, failure::FailureGraph::new(given).map(Self::of))
    }

    /// Add a failure, seen now unless it has a count, or merge it with the copy that is here.
    fn record(&self, failure: &Bound<'_, PyAny>) -> PyResult<Failure> {
        let given = one(failure)?;
        self.change(failure.py(), |graph| Ok(Failure(graph.add(given)?.clone())))
    }

    /// Return a failure by name.
    fn get(&self, name: &Bound<'_, PyAny>) -> PyResult<Option<Failure>> {
        let name = read::text(name, "name")?;
        Ok(self.graph().get(&name).cloned().map(Failure))
    }

    /// Link two failures: `related`, `alternative_to`, `caused_by`, `supersedes`.
    fn relate(
        &self,
        name: &Bound<'_, PyAny>,
        relation: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Failure>> {
        let py = name.py();
        let known = work::at_once(py, Relation::parse(&read::text(relation, "relation")?))?;
        let (name, to) = (read::text(name, "name")?, read::text(to, "to")?);
        self.change(py, |graph| {
            graph.relate(&name, known, &to)?;
            Ok(graph.get(&name).cloned().map(Failure))
        })
    }

    /// Withdraw a failure.
    fn retire(&self, name: &Bound<'_, PyAny>, reason: &Bound<'_, PyAny>) -> PyResult<Failure> {
        let py = name.py();
        let (name, reason) = (read::text(name, "name")?, read::text(reason, "reason")?);
        self.change(py, |graph| {
            let now = Clock::from_env()?.now();
            Ok(Failure(graph.retire(&name, &reason, now)?.clone()))
        })
    }

    /// Copy a project's failure to those that hold everywhere.
    fn promote(&self, name: &Bound<'_, PyAny>) -> PyResult<Failure> {
        let (py, name) = (name.py(), read::text(name, "name")?);
        self.change(py, |graph| Ok(Failure(graph.promote(&name)?.clone())))
    }

    /// Return what to do instead of a failure.
    fn alternatives(&self, name: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let name = read::text(name, "name")?;
        Ok(self.graph().alternatives(&name).map(str::to_owned).collect())
    }

    /// Return what a failure led to, nearest first.
    fn led_to(&self, name: &Bound<'_, PyAny>) -> PyResult<Vec<Failure>> {
        let name = read::text(name, "name")?;
        Ok(self.graph().led_to(&name).cloned().map(Failure).collect())
    }

    /// Return the failures next to one.
    fn neighbours<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, name) = (name.py(), read::text(name, "name")?);
        let graph = self.graph();
        let next = graph.neighbours(&name).map(|next| {
            json!({
                "relation": next.relation.word(),
                "incoming": next.incoming,
                "name": next.failure.name.as_str(),
            })
        });
        write::object(py, &next.collect::<Vec<_>>())
    }

    /// Return `nodes` and `edges`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let graph = self.graph();
        let made = work::detached(py, || Ok(graph.to_json(Clock::from_env()?.now())))?;
        write::object(py, &made)
    }

    /// Return the graph in Mermaid's flowchart language.
    fn to_mermaid(&self) -> String {
        self.graph().to_mermaid()
    }

    /// Return the graph in the language of Graphviz.
    fn to_dot(&self) -> String {
        self.graph().to_dot()
    }

    fn __len__(&self) -> usize {
        self.graph().len()
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.get(name)?.is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let failures: Vec<Failure> = self.graph().iter().cloned().map(Failure).collect();
        failures.into_pyobject(py)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("FailureGraph({} failures)", self.graph().len())
    }
}

/// What is no list is refused; what its own code threw is passed on.
fn refused(py: Python<'_>, thrown: PyErr) -> PyErr {
    if thrown.is_instance_of::<PyTypeError>(py) {
        return error::invalid(py, "`failures` must be a list of failures");
    }
    thrown
}

/// Reads a failure: an object of the class, or its fields.
fn one(given: &Bound<'_, PyAny>) -> PyResult<failure::Failure> {
    if let Ok(failure) = given.cast::<Failure>() {
        return Ok(failure.get().0.clone());
    }
    let fields = read::fields(given, "failure")?;
    let made = Clock::from_env().and_then(|clock| failure::codec::from_told(&fields, clock.now()));
    work::at_once(given.py(), made.map_err(|why| Error::invalid(format!("`failure`: {why}"))))
}
