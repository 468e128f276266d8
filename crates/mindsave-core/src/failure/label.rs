//! Labels of drawn graphs: no text can leave its quotes.

use std::fmt::Write as _;

/// A label inside Mermaid's quotes: entities instead of marks, one line.
pub(crate) fn entities(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' | '#' | '<' | '>' | '`' | '&' | '\\' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A label inside Graphviz's quotes.
pub(crate) fn quoted(text: &str) -> String {
    let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    one_line.replace('\\', "\\\\").replace('"', "\\\"")
}
