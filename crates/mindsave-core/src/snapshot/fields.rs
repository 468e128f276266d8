//! Takes typed fields out of a JSON object, with errors that name the field.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::type_name;
use crate::{Error, Result};

/// A JSON object whose fields are taken out one by one; what is left over is unknown.
pub(super) struct Fields {
    map: Map<String, Value>,
    /// The path of the object, empty at the top: `progress`, `decisions[2]`.
    path: String,
}

impl Fields {
    /// Wraps an object, or refuses another type.
    pub(super) fn new(value: Value, path: &str) -> Result<Self> {
        match value {
            Value::Object(map) => Ok(Self { map, path: path.to_owned() }),
            other if path.is_empty() => Err(Error::invalid(format!(
                "the state must be a JSON object, got {}",
                type_name(&other)
            ))),
            other => Err(Error::wrong_type(path, "an object", &other)),
        }
    }

    /// Takes any value; null counts as absent.
    pub(super) fn value(&mut self, key: &str) -> Option<Value> {
        self.map.shift_remove(key).filter(|value| !value.is_null())
    }

    /// Looks at a value without taking it.
    pub(super) fn peek(&self, key: &str) -> Option<&Value> {
        self.map.get(key)
    }

    /// Takes a string.
    pub(super) fn text(&mut self, key: &str) -> Result<Option<String>> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(Error::wrong_type(&self.at(key), "a string", &other)),
        }
    }

    /// Takes a list of strings.
    pub(super) fn texts(&mut self, key: &str) -> Result<Option<Vec<String>>> {
        let path = self.at(key);
        let text = |(i, item)| match item {
            Value::String(text) => Ok(text),
            other => text_at(&format!("{path}[{i}]"), other),
        };
        match self.value(key) {
            None => Ok(None),
            Some(Value::Array(items)) => {
                items.into_iter().enumerate().map(text).collect::<Result<_>>().map(Some)
            }
            Some(other) => Err(Error::wrong_type(&path, "a list", &other)),
        }
    }

    /// Takes a list; each item comes with its path.
    pub(super) fn list(&mut self, key: &str) -> Result<Option<Vec<(String, Value)>>> {
        let path = self.at(key);
        match self.value(key) {
            None => Ok(None),
            Some(Value::Array(items)) => {
                let named = |(i, item)| (format!("{path}[{i}]"), item);
                Ok(Some(items.into_iter().enumerate().map(named).collect()))
            }
            Some(other) => Err(Error::wrong_type(&path, "a list", &other)),
        }
    }

    /// Takes an object.
    pub(super) fn object(&mut self, key: &str) -> Result<Option<Map<String, Value>>> {
        let path = self.at(key);
        match self.value(key) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(map)),
            Some(other) => Err(Error::wrong_type(&path, "an object", &other)),
        }
    }

    /// Returns what is left: the keys nobody asked for.
    pub(super) fn rest(self) -> Map<String, Value> {
        self.map
    }

    fn at(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }
}

/// Reads a value into a type of ours, naming the field in the error.
pub(super) fn typed<T: DeserializeOwned>(path: &str, value: Value) -> Result<T> {
    serde_json::from_value(value)
        .map_err(|cause| Error::invalid(format!("`{path}`: {cause}")).caused_by(cause))
}

/// Checks that a value is a string.
pub(super) fn text_at(path: &str, value: Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(Error::wrong_type(path, "a string", &other)),
    }
}
