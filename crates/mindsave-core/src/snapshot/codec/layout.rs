//! The layout our own writer gives the front matter, read as JSON.
//!
//! A session begins with reading a snapshot, and a whole YAML reader costs more than all the rest
//! of that. What [`super::encode`] writes is a small part of YAML: one key or item a line, indented
//! by two, strings in double quotes, other values on one line. Such a text is turned into JSON here,
//! with the same meaning; anything else is left to the YAML reader.

use std::iter::Peekable;
use std::str::Lines;

use super::yaml::{is_printable, is_reserved};

/// Turns front matter in our own layout into JSON; nothing for any other text.
///
/// What it returns may still be no JSON: what is wrong with it is for the YAML reader to say.
pub(super) fn as_json(yaml: &str) -> Option<String> {
    let mut reader = Reader {
        lines: yaml.lines().peekable(),
        json: String::with_capacity(yaml.len() + yaml.len() / 8),
    };
    reader.block(0)?;
    reader.peek().is_none().then_some(reader.json)
}

struct Reader<'y> {
    lines: Peekable<Lines<'y>>,
    json: String,
}

impl<'y> Reader<'y> {
    /// The indentation of the next line and what stands behind it; comments are passed over.
    fn peek(&mut self) -> Option<(usize, &'y str)> {
        // A comment ends at whatever a reader takes for a line end.
        let comment = |line: &&str| line.starts_with('#') && line.chars().all(is_printable);
        while self.lines.next_if(comment).is_some() {}
        let line = self.lines.peek()?;
        let text = line.trim_start_matches(' ');
        Some((line.len() - text.len(), text))
    }

    /// Writes the map or the list whose lines are indented so far.
    fn block(&mut self, indent: usize) -> Option<()> {
        let (at, first) = self.peek()?;
        if at != indent {
            return None;
        }
        let is_list = first.starts_with("- ");
        self.json.push(if is_list { '[' } else { '{' });
        let mut between = "";
        while let Some((at, text)) = self.peek().filter(|(at, _)| *at >= indent) {
            if at != indent || text.starts_with("- ") != is_list {
                return None;
            }
            self.lines.next();
            self.json.push_str(between);
            between = ",";
            match text.strip_prefix("- ") {
                Some(item) => self.item(item, indent + 2)?,
                None => self.pair(text, indent)?,
            }
        }
        self.json.push(if is_list { ']' } else { '}' });
        Some(())
    }

    /// Writes an item of a list: a value, or a map whose further pairs stand below the first.
    fn item(&mut self, text: &str, indent: usize) -> Option<()> {
        if plain_key(text).is_none() {
            return self.value(text);
        }
        self.json.push('{');
        self.pair(text, indent)?;
        while let Some((_, text)) = self.peek().filter(|(at, _)| *at == indent) {
            self.lines.next();
            self.json.push(',');
            self.pair(text, indent)?;
        }
        self.json.push('}');
        Some(())
    }

    /// Writes a key and its value, on the line or in the lines below it.
    fn pair(&mut self, text: &str, indent: usize) -> Option<()> {
        let rest = match plain_key(text) {
            Some((key, rest)) => {
                self.quoted(key);
                rest
            }
            None => self.string(text.strip_prefix('"')?)?,
        };
        self.json.push(':');
        match rest.strip_prefix(':')? {
            "" => self.block(indent + 2),
            value => self.value(value.strip_prefix(' ')?),
        }
    }

    /// Writes a value that stands on one line: a string, a word, or what is within brackets. Whether
    /// brackets match is seen by who reads the JSON.
    fn value(&mut self, text: &str) -> Option<()> {
        let (mut rest, mut depth) = (text, 0_usize);
        loop {
            let first = rest.chars().next()?;
            rest = match first {
                '"' => self.string(&rest[1..])?,
                '[' | '{' | ']' | '}' => {
                    let opens = matches!(first, '[' | '{');
                    depth = if opens { depth + 1 } else { depth.checked_sub(1)? };
                    self.json.push(first);
                    &rest[1..]
                }
                ',' | ':' | ' ' if depth > 0 => {
                    self.json.push(first);
                    &rest[1..]
                }
                _ => self.word(rest, depth > 0)?,
            };
            if depth == 0 {
                // Nothing of ours stands behind a value.
                return rest.is_empty().then_some(());
            }
        }
    }

    /// Writes a word of a value: a key within braces, a number, `true`, `false` or `null`.
    fn word<'t>(&mut self, text: &'t str, may_be_key: bool) -> Option<&'t str> {
        let end = text.find(|c: char| !is_of_word(c)).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        if may_be_key && rest.starts_with(": ") && is_key(word) {
            self.quoted(word);
        } else if matches!(word, "true" | "false" | "null") || is_whole_number(word) {
            self.json.push_str(word);
        } else {
            return None;
        }
        Some(rest)
    }

    fn quoted(&mut self, key: &str) {
        self.json.push('"');
        self.json.push_str(key);
        self.json.push('"');
    }

    /// Writes a string whose opening quote was read; returns what stands behind the closing one.
    fn string<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        self.json.push('"');
        let mut rest = text;
        loop {
            let end = rest.find(|c: char| matches!(c, '"' | '\\') || !is_printable(c))?;
            self.json.push_str(&rest[..end]);
            rest = match rest[end..].strip_prefix('\\') {
                Some(escape) => self.escape(escape)?,
                None => {
                    self.json.push('"');
                    return rest[end..].strip_prefix('"');
                }
            };
        }
    }

    /// Writes an escape whose backslash was read.
    fn escape<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let digits = match text.as_bytes().first()? {
            b'"' | b'\\' | b'n' | b'r' | b't' => {
                self.json.push('\\');
                self.json.push_str(&text[..1]);
                return Some(&text[1..]);
            }
            b'x' => text.get(1..3)?,
            b'u' => text.get(1..5)?,
            b'U' => text.get(1..9)?,
            _ => return None,
        };
        let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        // JSON wants the characters below the blank escaped, and takes all others as they are.
        match u32::from(c) {
            code @ ..0x20 => self.json.push_str(&format!("\\u{code:04x}")),
            _ if matches!(c, '"' | '\\') => return None,
            _ => self.json.push(c),
        }
        Some(&text[1 + digits.len()..])
    }
}

/// Splits a key without quotes, as our writer has it, from its colon and what follows.
fn plain_key(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !is_of_word(c))?;
    let (key, rest) = text.split_at(end);
    let ends = rest == ":" || rest.starts_with(": ");
    (ends && is_key(key)).then_some((key, rest))
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Reports whether a key without quotes means its letters in every reader.
fn is_key(word: &str) -> bool {
    let letters = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    letters && word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') && !is_reserved(word)
}

/// Reports whether both readers take a word for the same whole number.
fn is_whole_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let canonical = digits == "0" && digits.len() == word.len()
        || !digits.starts_with('0') && (1..=18).contains(&digits.len());
    canonical && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::front_matter::FrontMatter;
    use super::super::tests::{of, piece};
    use super::*;
    use crate::snapshot::{State, encode};
    use proptest::prelude::*;
    use serde_json::json;

    /// The front matter of a snapshot with every kind of field.
    fn front(a: &str, b: &str, c: &str) -> String {
        let given = json!({
            "goal": format!("g{a}"), "state": b, "active_files": [c], "constraints": [a, b],
            "variables": {a: c, "port": 8080, "on": true, c: [b, {b: a}, null, -3]},
            "progress": {"done": [a], "next": []}, "excluded_paths": [c], "team": [b], "apart": {a: c},
            "decisions": [c, {"choice": format!("c{b}"), "options": [a, c], "risks": b, "more": {a: 1}}],
            "failure_graph": {format!("f{b}"): {"reason": c, "repeat_count": 2}, "g": {}},
            "auto_trigger": {"reason": "key-decision", "tool_calls_since_last": 3},
        });
        let mut snapshot = of(State::from_value(given).unwrap());
        let stamp = r#"{"path": "src/a.rs", "size": 7, "modified": "2026-05-10T14:30:00Z", "sha256": "0f"}"#;
        snapshot.file_stamps = vec![serde_json::from_str(stamp).unwrap()];
        let text = encode(&snapshot).unwrap();
        text.split("---\n").nth(1).unwrap().to_owned()
    }

    fn both(yaml: &str) -> (Option<String>, Option<String>) {
        let shown = |front: FrontMatter| format!("{front:?}");
        let own = FrontMatter::from_own_layout(yaml).map(shown);
        (own, FrontMatter::from_any_layout(yaml, 2).ok().map(shown))
    }

    #[test]
    fn what_we_write_is_read_here_and_as_the_yaml_reader_does() {
        let yaml = front("修复\u{85}\"a\\b\": x", "- b # c\n---", "\u{1f600}\u{0}");
        let (own, any) = both(&yaml);
        assert!(own.is_some(), "{yaml}");
        assert_eq!(own, any, "{yaml}");
    }

    #[test]
    fn what_others_write_is_left_to_the_yaml_reader() {
        for yaml in [
            "goal: fix the login",
            "goal: 'x'",
            "goal: \"x\" # why",
            "goal: \"x\", port: 1",
            "goal: [\"x\"], [1]",
            "goal:  \"x\"",
            "goal: \"x\"\nport: 010",
            "goal: \"x\"\nport: 0x1F",
            "goal: \"x\"\nratio: 1.30",
            "goal: \"x\"\nn: 1",
            "goal: \"x\"\n\"n\": {a:1}",
            "goal: \"a\u{85}b\"",
            "goal: \"a\\/b\"",
            "goal: \"x\"\nconstraints:\n- \"a\"",
            "goal: \"x\"\nconstraints:\n    - \"a\"",
            "goal: \"x\"\nconstraints:",
            "goal: |\n  x",
            "? \"goal\"\n: \"x\"",
            "goal: \"x\"\n...",
        ] {
            assert_eq!(
                as_json(yaml)
                    .filter(|json| serde_json::from_str::<serde_json::Value>(json).is_ok()),
                None,
                "{yaml}"
            );
        }
    }

    proptest! {
        #[test]
        fn a_text_that_is_changed_somewhere_means_the_same_to_both(
            a in piece(), b in piece(), c in piece(), at in any::<prop::sample::Index>(),
            put in prop::sample::select(vec!["", " ", ":", "\"", "-", "\n", "#", "0", "{", "]", ",", "\\", "x", "- ", "  ", ": ", "\u{85}"]),
            drop in 0usize..3,
        ) {
            let yaml = front(&a, &b, &c);
            let place = at.index(yaml.chars().count());
            let (before, after): (Vec<_>, Vec<_>) = yaml.chars().enumerate().partition(|(i, _)| *i < place);
            let text = |chars: Vec<(usize, char)>, skip: usize| chars.into_iter().skip(skip).map(|(_, c)| c).collect::<String>();
            let changed = format!("{}{put}{}", text(before, 0), text(after, drop));
            prop_assert!(both(&yaml).0.is_some() || yaml.contains("? "), "{}", yaml);
            for yaml in [yaml, changed] {
                if let (Some(own), any) = both(&yaml) {
                    prop_assert_eq!(Some(own), any, "{}", yaml);
                }
            }
        }
    }
}
