//! Reads the report of a failure from JSON, for the languages that have objects instead of types.

use mindsave_core::failure::{Relation, Scope};
use serde_json::{Map, Value};

use crate::{Error, FailureReport, Result};

impl FailureReport {
    /// Reads a report: `name`, and if known `reason`, `symptom`, `task`, `rejected_by`, `scope`
    /// (`project` or `global`), the lists `alternatives`, `related`, `alternative_to`, `caused_by`,
    /// `supersedes`, and `call` with `error`: the command that failed and what it said.
    ///
    /// ```
    /// use mindsave::FailureReport;
    /// use serde_json::json;
    ///
    /// let report = FailureReport::from_value(json!({"name": "全局锁", "alternatives": ["分片锁"]}))?;
    /// assert_eq!(report.alternatives, ["分片锁"]);
    /// let error = FailureReport::from_value(json!({"name": "x", "reason": 1})).unwrap_err();
    /// assert_eq!(error.message(), "`reason` must be a string");
    /// # Ok::<(), mindsave::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid_input` that names the field.
    pub fn from_value(value: Value) -> Result<Self> {
        let Value::Object(mut map) = value else {
            return Err(Error::invalid("the report of a failure must be a JSON object"));
        };
        let mut links = Vec::new();
        for relation in Relation::ALL {
            let names = texts(&mut map, relation.word())?;
            links.extend(names.into_iter().map(|name| (relation, name)));
        }
        let scope = text(&mut map, "scope")?;
        let report = Self {
            name: text(&mut map, "name")?.unwrap_or_default(),
            rejected_by: text(&mut map, "rejected_by")?.unwrap_or_default(),
            reason: text(&mut map, "reason")?.unwrap_or_default(),
            symptom: text(&mut map, "symptom")?.unwrap_or_default(),
            task: text(&mut map, "task")?.unwrap_or_default(),
            alternatives: texts(&mut map, "alternatives")?,
            links,
            scope: scope.map_or(Ok(Scope::default()), |scope| Scope::parse(&scope))?,
            call: call(&mut map)?,
        };
        match map.keys().next() {
            Some(key) => Err(Error::invalid(format!("`{key}` is no field of a failure"))),
            None => Ok(report),
        }
    }
}

fn call(map: &mut Map<String, Value>) -> Result<Option<(String, String)>> {
    match (text(map, "call")?, text(map, "error")?) {
        (None, None) => Ok(None),
        (Some(call), Some(error)) => Ok(Some((call, error))),
        _ => Err(Error::invalid("`call` and `error` go together: a command and what it said")),
    }
}

fn text(map: &mut Map<String, Value>, key: &str) -> Result<Option<String>> {
    match map.shift_remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Error::invalid(format!("`{key}` must be a string"))),
    }
}

fn texts(map: &mut Map<String, Value>, key: &str) -> Result<Vec<String>> {
    let items = match map.shift_remove(key) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(_) => return Err(Error::invalid(format!("`{key}` must be a list of strings"))),
    };
    let text = |(i, item)| match item {
        Value::String(text) => Ok(text),
        _ => Err(Error::invalid(format!("`{key}[{i}]` must be a string"))),
    };
    items.into_iter().enumerate().map(text).collect()
}
