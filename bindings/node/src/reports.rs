//! Failures as JavaScript tells of them.

use mindsave::failure::{Failure, Relation, Writer, codec};
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
    let told = |key: &str| map.contains_key(key);
    let counted = told("repeat_count") || told("counts");
    let mut read = codec::from_fields(&map)
        .map_err(|error| Error::invalid(format!("`{at}`: {}", error.message())))?;
    if !counted {
        let seen = Failure::new(read.name.as_str(), Clock::from_env()?.now(), &Writer::unknown())?;
        read.counts = seen.counts;
        read.first_seen = read.first_seen.or(seen.first_seen);
        read.last_seen = read.last_seen.or(seen.last_seen);
    }
    Ok(read)
}

/// Reads how two failures are linked.
pub(crate) fn relation(word: &str) -> Result<Relation> {
    let known = Relation::ALL.into_iter().find(|relation| relation.word() == word);
    known.ok_or_else(|| {
        let words = Relation::ALL.map(Relation::word).join("`, `");
        Error::invalid(format!("`relation` must be one of `{words}`, got `{word}`"))
    })
}
