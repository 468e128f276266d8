//! Errors become exceptions: one class a kind, all in `mindsave._errors`.

use mindsave::{Error, answer};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

/// Turns an error into the exception of its kind.
pub(crate) fn raise(py: Python<'_>, error: &Error) -> PyErr {
    exception(py, error).unwrap_or_else(|failed| failed)
}

/// Makes the exception for something the caller gave.
pub(crate) fn invalid(py: Python<'_>, message: impl Into<String>) -> PyErr {
    raise(py, &Error::invalid(message))
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let place = error.position();
    let details = PyDict::new(py);
    details.set_item("file", error.file())?;
    details.set_item("line", place.map(|place| place.line))?;
    details.set_item("column", place.map(|place| place.column))?;
    details.set_item("hint", answer::hint(error.kind()))?;
    let class = class(py, error.kind().word())?;
    Ok(PyErr::from_value(class.call((error.message(),), Some(&details))?))
}

/// Returns the class of a kind; a kind that has none is a defect, and told as one.
fn class<'py>(py: Python<'py>, word: &str) -> PyResult<Bound<'py, PyAny>> {
    static OF: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let base = OF.import(py, "mindsave._errors", "MindSaveError")?;
    base.call_method1("of_kind", (word,))
}
