//! Failures as JavaScript tells of them.

use mindsave::failure::{Failure, codec};
use mindsave::{Clock, Error, FailureReport, Result};
use serde_json::{Map, Value};

use crate::arguments::Arguments;

/// Reads a report: the argument `name`, and an object of `details`.
pub(crate) fn report(arguments: &Arguments) -> Result<FailureReport> {
    let mut map = match arguments.value("details")? {
        None => Map::new(),
        Some(Value::Object(map)) => map,
        Some(other) => return Err(Error::wrong_type("details", "an object", &other)),
    };
    map.insert("name".to_owned(), arguments.required_text("name")?.into());
    FailureReport::from_value(Value::Object(map))
}

/// Reads a failure with the fields of its file; without a count it was seen once, now.
pub(crate) fn failure(at: &str, value: Value) -> Result<Failure> {
    let map = match value {
        Value::Object(map) => map,
        other => return Err(Error::wrong_type(at, "an object", &other)),
    };
    let told = codec::from_told(&map, Clock::from_env()?.now());
    told.map_err(|error| Error::invalid(format!("`{at}`: {}", error.message())))
}
