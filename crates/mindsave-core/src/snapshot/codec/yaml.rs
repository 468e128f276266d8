//! Writes YAML scalars and flow values so that any string survives exactly.

use std::fmt::Write as _;

use serde_json::Value;

use crate::plain::is_printable;

/// Writes a string in double quotes, with every character escaped that YAML would not give back.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_quoted(text, &mut out);
    out
}

/// As [`quote`], behind what is written already.
pub(super) fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c| matches!(c, '"' | '\\') || !is_printable(c)) {
        let (plain, behind) = rest.split_at(at);
        out.push_str(plain);
        let mut chars = behind.chars();
        match chars.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(c) => escape(c, out),
            None => {}
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out.push('"');
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
