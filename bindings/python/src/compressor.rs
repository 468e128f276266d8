//! `ConstraintCompressor`.

use std::sync::{Arc, Mutex, PoisonError};

use mindsave::compress::{Compressor, Request};
use pyo3::prelude::*;
use serde_json::json;

use crate::{functions, read, work, write};

/// Collects rules, decisions and failed approaches, and compresses them.
///
/// What is collected is shared and copied when it changes, so that threads do not wait for each
/// other's work.
#[pyclass(frozen, module = "mindsave")]
pub(crate) struct ConstraintCompressor {
    request: Mutex<Arc<Request>>,
}

impl ConstraintCompressor {
    fn request(&self) -> Arc<Request> {
        Arc::clone(&self.request.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn change(&self, change: impl FnOnce(&mut Request)) {
        let mut request = self.request.lock().unwrap_or_else(PoisonError::into_inner);
        change(Arc::make_mut(&mut request));
    }
}

#[pymethods]
impl ConstraintCompressor {
    #[new]
    #[pyo3(signature = (max_constraints = None), text_signature = "(max_constraints=20)")]
    fn new(py: Python<'_>, max_constraints: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let request = functions::request(py, &[("max_constraints", max_constraints)])?;
        Ok(Self { request: Mutex::new(Arc::new(request)) })
    }

    /// Add a rule.
    fn add_constraint(&self, text: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = read::text(text, "text")?;
        self.change(|request| request.constraints.push(text));
        Ok(())
    }

    /// Add a decision; it passes through.
    fn add_decision(&self, decision: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = read::value(decision, "decision")?;
        let read = mindsave::decision::Decision::from_value(given);
        let decision = work::at_once(decision.py(), read)?;
        self.change(|request| request.decisions.push(decision));
        Ok(())
    }

    /// Add an approach that failed.
    fn add_excluded_path(&self, text: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = read::text(text, "text")?;
        self.change(|request| request.excluded_paths.push(text));
        Ok(())
    }

    /// Compress what was added; see :func:`compress_layer2`.
    fn compress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        functions::compressed(py, &self.request())
    }

    /// Give back what was compressed; of this object's own result when none is given.
    #[pyo3(signature = (compressed = None))]
    fn decompress<'py>(
        &self,
        py: Python<'py>,
        compressed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match compressed {
            Some(compressed) => functions::decompress(compressed),
            None => functions::decompress(&self.compress(py)?),
        }
    }

    /// Find the contradictions in what was added.
    fn detect_conflicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let request = self.request();
        let found = work::detached(py, || Compressor::builtin().detect_conflicts(&request))?;
        write::object(py, &found)
    }

    /// The most rules that are kept as they were written.
    #[getter]
    fn max_constraints(&self) -> usize {
        self.request().max_constraints
    }

    /// Add a rule.
    #[pyo3(name = "addConstraint")]
    fn add_constraint_camel(&self, text: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add_constraint(text)
    }

    /// Add a decision.
    #[pyo3(name = "addDecision")]
    fn add_decision_camel(&self, decision: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add_decision(decision)
    }

    /// Add an approach that failed.
    #[pyo3(name = "addExcludedPath")]
    fn add_excluded_path_camel(&self, text: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add_excluded_path(text)
    }

    /// Find the contradictions in what was added.
    #[pyo3(name = "detectConflicts")]
    fn detect_conflicts_camel<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.detect_conflicts(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let request = self.request();
        let fields = [
            ("max_constraints", json!(request.max_constraints)),
            ("constraints", json!(request.constraints.len())),
            ("decisions", json!(request.decisions.len())),
            ("excluded_paths", json!(request.excluded_paths.len())),
        ];
        write::repr(py, "ConstraintCompressor", &fields)
    }
}
