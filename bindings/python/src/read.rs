//! Python objects become JSON values, with errors that name the argument.

use std::fmt;

use mindsave::{Error, Pick};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PySequence, PyString,
    PyTuple,
};
use serde_json::{Map, Number, Value};

use crate::decision::Decision;
use crate::error::{invalid, raise};
use crate::failure::Failure;
use crate::snapshot::Snapshot;
use crate::task::Task;

/// How deep lists and dictionaries may stand in one another: what JSON readers take.
const DEEPEST: usize = 100;
/// After how many items it is asked whether somebody pressed Ctrl-C.
const ASK_EVERY: usize = 4096;

/// Where a value stands, for errors: `decisions[2].options`.
#[derive(Clone, Copy)]
enum Path<'a> {
    Root(&'a str),
    /// An object whose fields are arguments themselves.
    Fields(&'a str),
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    fn depth(&self) -> usize {
        match self {
            Self::Root(_) | Self::Fields(_) => 0,
            Self::Key(above, _) | Self::Index(above, _) => above.depth() + 1,
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root(name) | Self::Fields(name) => f.write_str(name),
            Self::Key(Self::Fields(_), key) => f.write_str(key),
            Self::Key(above, key) => write!(f, "{above}.{key}"),
            Self::Index(above, index) => write!(f, "{above}[{index}]"),
        }
    }
}

/// Reads any value; `name` is that of the argument.
pub(crate) fn value(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Value> {
    read(given, &Path::Root(name))
}

/// Reads an object whose fields are arguments themselves: `goal`, `constraints`.
pub(crate) fn fields(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Map<String, Value>> {
    match read(given, &Path::Fields(name))? {
        Value::Object(map) => Ok(map),
        _ => Err(wrong(given, name, "a dictionary")),
    }
}

/// Reads a string.
pub(crate) fn text(given: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    match value(given, name)? {
        Value::String(text) => Ok(text),
        _ => Err(wrong(given, name, "a string")),
    }
}

/// Reads a list of strings.
pub(crate) fn texts(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<String>> {
    let Value::Array(items) = value(given, name)? else {
        return Err(wrong(given, name, "a list"));
    };
    let text = |(i, item)| match item {
        Value::String(text) => Ok(text),
        other => {
            let error = Error::wrong_type(&format!("{name}[{i}]"), "a string", &other);
            Err(raise(given.py(), &error))
        }
    };
    items.into_iter().enumerate().map(text).collect()
}

/// Strings, and the objects they came as.
type Texts<'py> = (Vec<String>, Vec<Bound<'py, PyString>>);

/// Reads a list of strings where it is one and nothing is wrong with it, without a JSON value for
/// each: long lists are given that way. What is anything else is left to [`value`].
pub(crate) fn plain_texts<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Texts<'py>>> {
    let Ok(list) = given.cast::<PyList>() else { return Ok(None) };
    let mut texts = Vec::with_capacity(list.len());
    let mut objects = Vec::with_capacity(list.len());
    for (i, item) in list.iter().enumerate() {
        ask(item.py(), i)?;
        let Ok(object) = item.cast_into_exact::<PyString>() else { return Ok(None) };
        let Ok(text) = object.to_str().map(str::to_owned) else { return Ok(None) };
        texts.push(text);
        objects.push(object);
    }
    Ok(Some((texts, objects)))
}

/// Asks from time to time whether somebody pressed Ctrl-C.
fn ask(py: Python<'_>, item: usize) -> PyResult<()> {
    if item % ASK_EVERY == ASK_EVERY - 1 { py.check_signals() } else { Ok(()) }
}

/// Reads a whole number that is not negative.
pub(crate) fn count(given: &Bound<'_, PyAny>, name: &str) -> PyResult<u32> {
    let number = value(given, name)?.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| wrong(given, name, "a whole number"))
}

/// Reads a number.
pub(crate) fn number(given: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    value(given, name)?.as_f64().ok_or_else(|| wrong(given, name, "a number"))
}

/// Reads yes or no.
pub(crate) fn flag(given: Option<&Bound<'_, PyAny>>, name: &str, usual: bool) -> PyResult<bool> {
    let Some(given) = given else { return Ok(usual) };
    value(given, name)?.as_bool().ok_or_else(|| wrong(given, name, "true or false"))
}

/// Reads which snapshot is meant: its name, its number in the list, or nothing for the newest.
pub(crate) fn pick(given: Option<&Bound<'_, PyAny>>) -> PyResult<Pick> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(Pick::Latest) };
    if let Ok(snapshot) = given.cast::<Snapshot>() {
        return Ok(Pick::Named(snapshot.get().id()));
    }
    match value(given, "id")? {
        Value::String(name) => Ok(Pick::Named(name)),
        Value::Number(number) if number.is_u64() => Ok(Pick::Named(number.to_string())),
        _ => Err(wrong(given, "id", "a string or a number of the list")),
    }
}

fn read(given: &Bound<'_, PyAny>, path: &Path<'_>) -> PyResult<Value> {
    if let Ok(text) = given.cast::<PyString>() {
        return string(text, path).map(Value::String);
    }
    if given.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(truth) = given.cast::<PyBool>() {
        return Ok(Value::Bool(truth.is_true()));
    }
    if path.depth() > DEEPEST {
        let message = format!("`{path}` is nested more than {DEEPEST} levels deep");
        return Err(invalid(given.py(), message));
    }
    if let Ok(list) = given.cast::<PyList>() {
        return items(list.iter(), path);
    }
    if let Ok(tuple) = given.cast::<PyTuple>() {
        return items(tuple.iter(), path);
    }
    if let Ok(dict) = given.cast::<PyDict>() {
        // A copy: code of the caller's that runs meanwhile may change it.
        return object(&dict.items(), path);
    }
    figure(given, path).or_else(|| ours(given)).unwrap_or_else(|| other(given, path))
}

/// Reads what is a mapping or a sequence without being a dictionary or a list, or a path.
fn other(given: &Bound<'_, PyAny>, path: &Path<'_>) -> PyResult<Value> {
    if given.hasattr("__fspath__")? {
        return path_like(given, path);
    }
    if is_a(given, "Mapping")? {
        return object(&given.cast::<PyMapping>()?.items()?, path);
    }
    let bytes = given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyByteArray>();
    if !bytes && is_a(given, "Sequence")? {
        return items(given.cast::<PySequence>()?.to_list()?.iter(), path);
    }
    let message = format!("`{path}` cannot be kept: it is {}", kind(given));
    Err(invalid(given.py(), message))
}

/// Asks the abstract classes of Python; what an object's own code throws then is passed on.
fn is_a(given: &Bound<'_, PyAny>, class: &str) -> PyResult<bool> {
    given.is_instance(&given.py().import("collections.abc")?.getattr(class)?)
}

/// Reads a string; one that is no Unicode text is refused.
fn string(text: &Bound<'_, PyString>, path: &Path<'_>) -> PyResult<String> {
    // The only strings that are not UTF-8 hold halves of characters.
    let refused = |_| invalid(text.py(), format!("`{path}` holds a lone surrogate: it is no text"));
    Ok(text.to_str().map_err(refused)?.to_owned())
}

fn items<'py>(given: impl Iterator<Item = Bound<'py, PyAny>>, path: &Path<'_>) -> PyResult<Value> {
    let mut items = Vec::with_capacity(given.size_hint().0);
    for (i, item) in given.enumerate() {
        ask(item.py(), i)?;
        items.push(read(&item, &Path::Index(path, i))?);
    }
    Ok(Value::Array(items))
}

/// Reads the pairs of keys and values of an object.
fn object(given: &Bound<'_, PyList>, path: &Path<'_>) -> PyResult<Value> {
    let mut map = Map::with_capacity(given.len());
    for pair in given {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        let Ok(key) = key.cast::<PyString>() else {
            let message = format!("`{path}` has a key that is no string: {}", kind(&key));
            return Err(invalid(given.py(), message));
        };
        let key = string(key, path)?;
        let value = read(&value, &Path::Key(path, &key))?;
        map.insert(key, value);
    }
    Ok(Value::Object(map))
}

/// Reads a number; whole ones that would not come back exactly are refused, as in JSON.
fn figure(given: &Bound<'_, PyAny>, path: &Path<'_>) -> Option<PyResult<Value>> {
    let whole = given.cast::<PyInt>().is_ok();
    if !whole && given.cast::<PyFloat>().is_err() {
        return None;
    }
    if whole && let Ok(number) = given.extract::<i64>() {
        return Some(Ok(number.into()));
    }
    if whole && let Ok(number) = given.extract::<u64>() {
        return Some(Ok(number.into()));
    }
    if whole {
        let why = "which would not come back exactly: give it as a string";
        let message = format!("`{path}` is a whole number beyond 64 bits, {why}");
        return Some(Err(invalid(given.py(), message)));
    }
    let float = given.extract::<f64>().ok().and_then(Number::from_f64);
    let refused = || invalid(given.py(), format!("`{path}` is no number that JSON can hold"));
    Some(float.map(Value::Number).ok_or_else(refused))
}

/// Reads an object of a class of this module.
fn ours(given: &Bound<'_, PyAny>) -> Option<PyResult<Value>> {
    let map = if let Ok(task) = given.cast::<Task>() {
        task.get().json()
    } else if let Ok(decision) = given.cast::<Decision>() {
        return Some(Ok(decision.get().json()));
    } else if let Ok(snapshot) = given.cast::<Snapshot>() {
        snapshot.get().json()
    } else if let Ok(failure) = given.cast::<Failure>() {
        match failure.get().json() {
            Ok(map) => map,
            Err(error) => return Some(Err(raise(given.py(), &error))),
        }
    } else {
        return None;
    };
    Some(Ok(Value::Object(map)))
}

/// Reads a path as its text.
fn path_like(given: &Bound<'_, PyAny>, path: &Path<'_>) -> PyResult<Value> {
    let py = given.py();
    match given.call_method0("__fspath__")?.cast::<PyString>() {
        Ok(text) => string(text, path).map(Value::String),
        Err(_) => Err(invalid(py, format!("`{path}` is a path that is no text"))),
    }
}

fn wrong(given: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    let message = format!("`{name}` must be {expected}, got {}", kind(given));
    raise(given.py(), &Error::invalid(message))
}

/// Names the type of an object in the words the other languages use.
fn kind(given: &Bound<'_, PyAny>) -> String {
    let word = match () {
        () if given.is_none() => "null",
        () if given.is_instance_of::<PyBool>() => "a boolean",
        () if given.is_instance_of::<PyInt>() || given.is_instance_of::<PyFloat>() => "a number",
        () if given.is_instance_of::<PyString>() => "a string",
        () if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() => "a list",
        () if given.is_instance_of::<PyDict>() => "an object",
        () => {
            let name = given.get_type().name().map(|name| name.to_string());
            return format!("of type {}", name.unwrap_or_default());
        }
    };
    word.to_owned()
}
