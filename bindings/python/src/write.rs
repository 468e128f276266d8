//! Answers become dictionaries, lists, strings and numbers.

use mindsave::compress::{Compression, Source, SourceKind};
use mindsave::{Error, ErrorKind};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde::Serialize;

use crate::error;

/// Makes a Python object with the same shape as the JSON of a value.
pub(crate) fn object<'py, T: Serialize + ?Sized>(
    py: Python<'py>,
    value: &T,
) -> PyResult<Bound<'py, PyAny>> {
    pythonize::pythonize(py, value).map_err(|cause| {
        let message = format!("an answer cannot be given to Python: {cause}");
        error::raise(py, &Error::new(ErrorKind::Internal, message))
    })
}

/// Makes a dictionary of a compression. Of a long list nearly all goes beside the limit: the words
/// that each of those sentences bears are made once, and its text is the one that was `given` as a
/// constraint, where that is at hand.
pub(crate) fn compression<'py>(
    py: Python<'py>,
    mut made: Compression,
    given: &[Bound<'py, PyString>],
) -> PyResult<Bound<'py, PyAny>> {
    let beside = sources(py, &std::mem::take(&mut made.overflow), given)?;
    let dictionary = object(py, &made)?;
    dictionary.set_item(intern!(py, "overflow"), beside)?;
    Ok(dictionary)
}

fn sources<'py>(
    py: Python<'py>,
    sources: &[Source],
    given: &[Bound<'py, PyString>],
) -> PyResult<Bound<'py, PyList>> {
    let mut kinds: Vec<(SourceKind, Bound<'py, PyAny>)> = Vec::new();
    let list = PyList::empty(py);
    for Source { kind, index, text } in sources {
        if !kinds.iter().any(|(known, _)| known == kind) {
            kinds.push((*kind, object(py, kind)?));
        }
        let word = kinds.iter().find(|(known, _)| known == kind).map(|(_, word)| word);
        let source = PyDict::new(py);
        source.set_item(intern!(py, "kind"), word)?;
        source.set_item(intern!(py, "index"), index)?;
        let own = given.get(*index).filter(|_| *kind == SourceKind::Constraint);
        let text = own.map_or_else(|| PyString::new(py, text), Bound::clone);
        source.set_item(intern!(py, "text"), text)?;
        list.append(source)?;
    }
    Ok(list)
}

/// Writes a value as Python would show it: `'text'`, `None`, `['a']`.
pub(crate) fn shown<T: Serialize + ?Sized>(py: Python<'_>, value: &T) -> PyResult<String> {
    object(py, value)?.repr().map(|text| text.to_string())
}

/// Writes a class with some of its fields: `Task(goal='x', status='blocked')`; those that are
/// absent or empty are left out.
pub(crate) fn repr(
    py: Python<'_>,
    class: &str,
    fields: &[(&str, serde_json::Value)],
) -> PyResult<String> {
    let mut parts = Vec::new();
    for (name, value) in fields.iter().filter(|(_, value)| !is_empty(value)) {
        parts.push(format!("{name}={}", shown(py, value)?));
    }
    Ok(format!("{class}({})", parts.join(", ")))
}

fn is_empty(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Null => true,
        serde_json::Value::Array(items) => items.is_empty(),
        serde_json::Value::Object(map) => map.is_empty(),
        _ => false,
    }
}
