//! The arguments of `MindSave`, as Python gives them.

use std::path::PathBuf;

use mindsave::failure::Scope;
use mindsave::{Error, Layers};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

use crate::error::invalid;
use crate::{read, work};

/// Where a gotcha holds, as it is told: in the project unless said otherwise.
pub(crate) fn scope(scope: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    scope.map_or_else(|| Ok(Scope::Project.word().to_owned()), |word| read::text(word, "scope"))
}

/// Reads a path.
pub(crate) fn path(given: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    given.extract().map_err(|thrown: PyErr| {
        // What the object's own code threw is passed on.
        if thrown.is_instance_of::<PyTypeError>(given.py()) {
            return invalid(given.py(), "`root` must be a path: a string or an os.PathLike");
        }
        thrown
    })
}

/// Puts a state and single fields together; a field that is given by itself counts.
pub(crate) fn state_of(
    py: Python<'_>,
    state: Option<&Bound<'_, PyAny>>,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Value> {
    let mut map = match state.filter(|state| !state.is_none()) {
        Some(state) => read::fields(state, "state")?,
        None if fields.is_none() => {
            return Err(invalid(py, "`state` is missing: there is nothing to save"));
        }
        None => Map::new(),
    };
    if let Some(fields) = fields {
        map.extend(read::fields(fields, "fields")?);
    }
    Ok(Value::Object(map))
}

/// Reads the layers that are kept; all when nothing is said.
pub(crate) fn layers_of(given: Option<&Bound<'_, PyAny>>) -> PyResult<Layers> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(Layers::ALL) };
    let names = read::texts(given, "layers")?;
    let known = Layers::ALL.names();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => {
            let message = format!("`layers` holds {name:?}: there are L1, L2 and L3");
            work::at_once(given.py(), Err(Error::invalid(message)))
        }
        None => Ok(Layers::from_names(names.iter().map(String::as_str))),
    }
}
