//! How deep data may be nested: YAML readers take time in proportion to the square of the depth.

use serde_json::Value;

/// The most levels of lists and maps within each other in what callers give.
pub(crate) const GIVEN_MAX: usize = 100;
/// The most levels of flow lists and maps in a file; what is saved has some more than what is given.
pub(crate) const READ_MAX: usize = 128;

/// Reports whether a value has more than [`GIVEN_MAX`] levels.
pub(crate) fn is_too_deep(value: &Value) -> bool {
    let mut level: Vec<&Value> = vec![value];
    for _ in 0..=GIVEN_MAX {
        level = level.into_iter().flat_map(children).collect();
        if level.is_empty() {
            return false;
        }
    }
    true
}

fn children(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(map) => Box::new(map.values()),
        _ => Box::new(std::iter::empty()),
    }
}

/// Finds where YAML is nested deeper than [`READ_MAX`] in flow lists and maps: line and column, from 1.
///
/// Looks at each byte once, and only at what a reader would take for a bracket: not within quotes,
/// comments and words.
pub(crate) fn too_deep_at(yaml: &str) -> Option<(usize, usize)> {
    let mut state = Scan::default();
    for (number, line) in yaml.lines().enumerate() {
        // A key at the margin ends whatever was open, as a reader would find.
        if line.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            state = Scan::default();
        }
        if let Some(at) = state.line(line) {
            return Some((number + 1, line[..at].chars().count() + 1));
        }
    }
    None
}

#[derive(Default)]
struct Scan {
    depth: usize,
    quote: Option<char>,
    escaped: bool,
}

impl Scan {
    /// Walks a line; returns the place of the bracket that is one too many.
    fn line(&mut self, line: &str) -> Option<usize> {
        let mut last = None;
        for (at, c) in line.char_indices() {
            let begins = last.is_none_or(|(mark_at, mark)| match mark {
                '[' | '{' | ',' => self.depth > 0,
                // In a block a blank makes the mark one: `a:[` is a word.
                ':' | '-' | '?' => self.depth > 0 || at > mark_at + 1,
                _ => false,
            });
            match (self.quote, c) {
                (Some(_), _) => self.quoted(c),
                (None, '#') if line[..at].ends_with([' ', '\t']) || at == 0 => return None,
                (None, '"' | '\'') if begins => self.quote = Some(c),
                (None, '[' | '{') if begins || self.depth > 0 => {
                    self.depth += 1;
                    if self.depth > READ_MAX {
                        return Some(at);
                    }
                }
                (None, ']' | '}') => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if !c.is_whitespace() {
                last = Some((at, c));
            }
        }
        self.escaped = false;
        None
    }

    fn quoted(&mut self, c: char) {
        let closes = Some(c) == self.quote && !self.escaped;
        self.escaped = c == '\\' && self.quote == Some('"') && !self.escaped;
        if closes {
            self.quote = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_that_open_count() {
        let many = "[{".repeat(100);
        for flat in [
            format!("goal: \"{many}\"\nnext: '{many}'"),
            format!("goal: see {many}\nlist:\n  - a {many}"),
            format!("# {many}\na: b # {many}"),
            format!("a: \"\\\"{many}\""),
            "a: [1, {b: [2]}]\n".repeat(1000),
            format!("键: {}1{}", "[".repeat(READ_MAX), "]".repeat(READ_MAX)),
        ] {
            assert_eq!(too_deep_at(&flat), None, "{flat}");
        }
        assert_eq!(too_deep_at(&format!("goal: g\n键: {many}")), Some((2, 4 + READ_MAX)));
        assert_eq!(too_deep_at(&"[\n".repeat(READ_MAX + 1)), Some((READ_MAX + 1, 1)));
        assert_eq!(too_deep_at(&format!("- {many}")), Some((1, 3 + READ_MAX)));
    }

    #[test]
    fn levels_of_values_are_counted() {
        let nested = |levels| (0..levels).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
        assert!(!is_too_deep(&nested(GIVEN_MAX)) && is_too_deep(&nested(GIVEN_MAX + 1)));
    }
}
