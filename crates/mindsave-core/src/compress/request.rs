//! What is compressed.

use serde_json::Value;

use crate::snapshot::{read_decisions, read_texts};
use crate::{Decision, Error, Result};

/// How many constraints are kept as written unless told otherwise. Source: seed 000.
pub const MAX_CONSTRAINTS: usize = 20;

/// What is compressed: rules, decisions and failed approaches.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Rules of the user or the code base.
    pub constraints: Vec<String>,
    /// Choices taken; they pass through.
    pub decisions: Vec<Decision>,
    /// Approaches that failed.
    pub excluded_paths: Vec<String>,
    /// The most rules kept as written, at least 1; others go to `overflow`.
    pub max_constraints: usize,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            constraints: Vec::new(),
            decisions: Vec::new(),
            excluded_paths: Vec::new(),
            max_constraints: MAX_CONSTRAINTS,
        }
    }
}

impl Request {
    /// Asks for the rules of Layer 2, all of them; decisions and failures have lists of their own.
    pub fn of(rules: &[String]) -> Self {
        Self { constraints: rules.to_vec(), max_constraints: usize::MAX, ..Self::default() }
    }

    /// Reads a request from JSON text.
    ///
    /// # Errors
    /// `invalid_input` that names the field, or the line and column.
    pub fn from_json(text: &str) -> Result<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let value: Value = serde_json::from_str(text).map_err(|cause: serde_json::Error| {
            let reason = cause.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default().to_owned();
            let error = Error::invalid(format!("the request is not JSON: {reason}"));
            error.at(cause.line(), cause.column()).caused_by(cause)
        })?;
        Self::from_value(value)
    }

    /// Reads a request from a JSON value; like [`Request::from_json`].
    ///
    /// # Errors
    /// `invalid_input` that names the field.
    pub fn from_value(value: Value) -> Result<Self> {
        let Value::Object(mut map) = value else {
            return Err(Error::invalid("the request must be a JSON object"));
        };
        let max_constraints = match map.shift_remove("max_constraints") {
            None | Some(Value::Null) => MAX_CONSTRAINTS,
            Some(value) => at_least_one(&value)?,
        };
        let request = Self {
            constraints: read_texts(&mut map, "constraints")?,
            decisions: read_decisions(&mut map, "decisions")?,
            excluded_paths: read_texts(&mut map, "excluded_paths")?,
            max_constraints,
        };
        match map.keys().next() {
            Some(key) => Err(Error::invalid(format!("`{key}` is no field of a request"))),
            None => Ok(request),
        }
    }
}

fn at_least_one(value: &Value) -> Result<usize> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number.filter(|&number| number > 0).ok_or_else(|| {
        Error::invalid(format!(
            "`max_constraints` must be a whole number of at least 1, got {value}"
        ))
    })
}
