//! Reads fields of JSON that may be there, under one of several names.

use serde_json::Value;

/// The first text under one of these names that is not blank.
pub(crate) fn text<'v>(value: &'v Value, names: &[&str]) -> Option<&'v str> {
    let mut found = names.iter().filter_map(|name| value.get(name)?.as_str());
    found.find(|text| !text.trim().is_empty())
}

/// The same, owned; nothing becomes an empty text.
pub(crate) fn owned(value: &Value, names: &[&str]) -> String {
    text(value, names).unwrap_or_default().to_owned()
}

/// The first value under one of these names that is not null.
pub(crate) fn any<'v>(value: &'v Value, names: &[&str]) -> &'v Value {
    let mut found = names.iter().filter_map(|name| value.get(name));
    found.find(|value| !value.is_null()).unwrap_or(&Value::Null)
}

/// The first number under one of these names, as whole milliseconds or the like.
pub(crate) fn whole(value: &Value, names: &[&str]) -> Option<u64> {
    names.iter().find_map(|name| {
        let number = value.get(name)?;
        number.as_u64().or_else(|| number.as_str()?.parse().ok())
    })
}

/// Whether a field of one of these names is true.
pub(crate) fn yes(value: &Value, names: &[&str]) -> bool {
    names.iter().any(|name| value.get(name).and_then(Value::as_bool) == Some(true))
}

/// The beginning of a text, at most so many bytes, cut between characters.
pub(crate) fn beginning(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}
