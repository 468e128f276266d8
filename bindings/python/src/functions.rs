//! The functions of the package.

use std::ffi::OsString;

use mindsave::check::Action;
use mindsave::compress::{Compressor, Request};
use mindsave::{Clock, Rules, answer};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Map, Value};

use crate::{read, work, write};

/// Reads a request of arguments; those that are absent have their defaults.
pub(crate) fn request(
    py: Python<'_>,
    arguments: &[(&str, Option<&Bound<'_, PyAny>>)],
) -> PyResult<Request> {
    let mut map = Map::new();
    for (name, given) in arguments {
        if let Some(given) = given {
            map.insert((*name).to_owned(), read::value(given, name)?);
        }
    }
    work::at_once(py, Request::from_value(Value::Object(map)))
}

/// Compresses by the packs that come with the program.
pub(crate) fn compressed<'py>(py: Python<'py>, request: &Request) -> PyResult<Bound<'py, PyAny>> {
    compressed_of(py, request, &[])
}

/// The same, where the constraints are at hand as they were given.
fn compressed_of<'py>(
    py: Python<'py>,
    request: &Request,
    given: &[Bound<'py, PyString>],
) -> PyResult<Bound<'py, PyAny>> {
    let made = work::detached(py, || Compressor::builtin().compress(request))?;
    write::compression(py, made, given)
}

/// Compress rules, decisions and failed approaches in one call.
#[pyfunction]
#[pyo3(
    signature = (constraints, decisions = None, excluded_paths = None, max_constraints = None),
    text_signature = "(constraints, decisions=None, excluded_paths=None, max_constraints=20)"
)]
pub(crate) fn compress_layer2<'py>(
    constraints: &Bound<'py, PyAny>,
    decisions: Option<&Bound<'py, PyAny>>,
    excluded_paths: Option<&Bound<'py, PyAny>>,
    max_constraints: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = constraints.py();
    if decisions.is_none()
        && max_constraints.is_none()
        && let Some((constraints, given)) = read::plain_texts(constraints)?
        && let Some((excluded_paths, _)) =
            excluded_paths.map_or(Ok(Some(Default::default())), read::plain_texts)?
    {
        let request = Request { constraints, excluded_paths, ..Request::default() };
        return compressed_of(py, &request, &given);
    }
    let arguments = [
        ("constraints", Some(constraints)),
        ("decisions", decisions),
        ("excluded_paths", excluded_paths),
        ("max_constraints", max_constraints),
    ];
    compressed(py, &request(py, &arguments)?)
}

/// Give back what was compressed, every sentence in its place.
#[pyfunction]
pub(crate) fn decompress<'py>(compressed: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = compressed.py();
    let given = Value::Object(read::fields(compressed, "compressed")?);
    let request = work::detached(py, || mindsave::compress::decompress_json(given))?;
    let Request { constraints, decisions, excluded_paths, max_constraints: _ } = request;
    write::object(
        py,
        &serde_json::json!({
            "constraints": constraints,
            "decisions": decisions,
            "excluded_paths": excluded_paths,
        }),
    )
}

/// Which share of words makes two rules alike, unless told otherwise.
const ALIKE: f64 = 0.6;

/// Find pairs of rules that share words: two places and the share, most alike first.
#[pyfunction]
#[pyo3(signature = (constraints, threshold = None), text_signature = "(constraints, threshold=0.6)")]
pub(crate) fn find_similar_constraints<'py>(
    constraints: &Bound<'py, PyAny>,
    threshold: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<(usize, usize, f64)>> {
    let py = constraints.py();
    let threshold = threshold.map_or(Ok(ALIKE), |given| read::number(given, "threshold"))?;
    let rules = read::texts(constraints, "constraints")?;
    let find = || Ok(mindsave::compress::find_similar_constraints(&rules, threshold));
    work::detached(py, find)
}

/// Say which of some failed approaches an action repeats; needs no workspace.
#[pyfunction]
#[pyo3(signature = (action, tried, *, command = None), text_signature = "(action, tried, *, command=False)")]
pub(crate) fn check<'py>(
    action: &Bound<'py, PyAny>,
    tried: &Bound<'py, PyAny>,
    command: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, command) = (action.py(), read::flag(command, "command", false)?);
    let (text, tried) = (read::text(action, "action")?, read::texts(tried, "tried")?);
    let checked = work::detached(py, || {
        let now = Clock::from_env()?.now();
        let checked = Rules::default().check(&tried, &action_of(&text, command), now)?;
        Ok(answer::checked(&checked, &text, now))
    })?;
    write::object(py, &checked)
}

/// Find decisions, rules, failures and other things worth keeping in prose.
#[pyfunction]
pub(crate) fn extract<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, text) = (text.py(), read::text(text, "text")?);
    write::object(py, &work::detached(py, || Ok(mindsave::extract::extract(&text)))?)
}

/// What an action is: a sentence, or a command line.
pub(crate) fn action_of(text: &str, command: bool) -> Action<'_> {
    if command { Action::Command(text) } else { Action::Sentence(text) }
}

/// Run the program `mindsave` in this process and return its exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    work::detached(py, || Ok(mindsave_cli::run(arguments)))
}
