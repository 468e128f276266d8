//! Writes YAML scalars and flow values so that any string survives exactly.

use std::fmt::Write as _;

use serde_json::Value;

use crate::plain::is_printable;

/// Writes a string in double quotes, with every character escaped that YAML would not give back.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_printable(c) => out.push(c),
            c => escape(c, &mut out),
        }
    }
    out.push('"');
    out
}

/// Writes any value on one line; JSON is YAML, but for the characters YAML forbids.
pub(super) fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Array(items) => flow_list(items.iter().map(flow)),
        Value::Object(map) => {
            let pair = |(key, value): (&String, &Value)| {
                let mark = if super::encode::is_long(key) { "? " } else { "" };
                format!("{mark}{}: {}", quote(key), flow(value))
            };
            let pairs = map.iter().map(pair);
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Writes items as a flow list.
pub(super) fn flow_list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn escape(c: char, out: &mut String) {
    let code = u32::from(c);
    let _ = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}
