//! What Layer 2 of a snapshot says of failures.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::node::Failure;

/// Failures by name, as Layer 2 of a snapshot holds them.
pub type FailureNotes = IndexMap<String, FailureNote>;

/// What Layer 2 says of one failure: the fields of seed 000's `failure_graph`, as given.
///
/// Every field is optional, and what was not given is not written back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FailureNote {
    fields: Map<String, Value>,
}

impl FailureNote {
    /// Wraps fields that were checked by the reader.
    pub(crate) fn from_fields(fields: Map<String, Value>) -> Self {
        Self { fields }
    }

    /// Says of a failure what Layer 2 shows of it.
    pub fn of(failure: &Failure) -> Self {
        let mut fields = Map::new();
        let texts = [("rejected_by", &failure.rejected_by), ("reason", &failure.reason)];
        for (key, text) in texts.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
            fields.insert(key.to_owned(), Value::from(text.as_str()));
        }
        fields.insert("repeat_count".to_owned(), Value::from(failure.repeat_count()));
        if !failure.alternatives.is_empty() {
            fields.insert("alternatives".to_owned(), Value::from(failure.alternatives.clone()));
        }
        Self { fields }
    }

    /// Returns the fields as given.
    pub fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// Returns why it failed.
    pub fn reason(&self) -> Option<&str> {
        self.text("reason")
    }

    /// Returns who rejected it: `user` or `system`.
    pub fn rejected_by(&self) -> Option<&str> {
        self.text("rejected_by")
    }

    /// Returns how often it was tried; 1 when nothing was said.
    pub fn repeat_count(&self) -> u64 {
        self.fields.get("repeat_count").and_then(Value::as_u64).unwrap_or(1)
    }

    /// Returns what to do instead.
    pub fn alternatives(&self) -> impl Iterator<Item = &str> {
        let list = self.fields.get("alternatives").and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str)
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    }
}
