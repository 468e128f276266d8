//! YAML in the plain layout of our own writers, read as JSON.
//!
//! A session begins with reading a snapshot and the failures, and a whole YAML reader costs more
//! than all the rest of that. What is written here is a small part of YAML: one key or item a line,
//! indented by two, strings in double quotes, other values on one line. Such a text is turned into
//! JSON, with the same meaning; anything else is left to the YAML reader.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Lines;

/// The longest key within brackets, in bytes: YAML readers stop looking for a colon.
const LONGEST_KEY: usize = 1000;

/// Turns YAML in our own layout into JSON; nothing for any other text.
///
/// What it returns may still be no JSON: what is wrong with it is for the YAML reader to say.
pub(crate) fn as_json(yaml: &str) -> Option<String> {
    let mut reader = Reader {
        lines: yaml.lines().peekable(),
        json: String::with_capacity(yaml.len() + yaml.len() / 8),
    };
    reader.block(0)?;
    reader.peek().is_none().then_some(reader.json)
}

/// Reports whether a list stands in the place of a map, for one of these keys or for the whole. JSON
/// readers take a list for the fields of a map in their order, which YAML readers do not.
pub(crate) fn has_list_for_map(json: &str, maps: &[&str]) -> bool {
    // A quote within a text is escaped: this is never the text of a string.
    let instead = |key: &&str| json.contains(&format!("\"{key}\":["));
    !json.starts_with('{') || maps.iter().any(instead)
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
            // A list within a list may stand for a map, see `has_list_for_map`.
            return if text.starts_with('[') { None } else { self.value(text) };
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
                '"' => {
                    let behind = self.string(&rest[1..])?;
                    if behind.starts_with(':') && rest.len() - behind.len() > LONGEST_KEY {
                        return None;
                    }
                    behind
                }
                '[' if depth > 0 && self.json.trim_end().ends_with(['[', ',']) => return None,
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
            let Some(escape) = rest[end..].strip_prefix('\\') else {
                self.json.push('"');
                return rest[end..].strip_prefix('"');
            };
            rest = self.escape(escape)?;
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
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        // JSON wants the characters below the blank escaped, and takes all others as they are.
        match u32::from(c) {
            code @ ..0x20 => write!(self.json, "\\u{code:04x}").ok()?,
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

/// YAML's printable characters, less those a reader may take for a line end or a mark.
pub(crate) fn is_printable(c: char) -> bool {
    !matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}'
        | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Reports whether some readers take a word without quotes for something else than its letters.
pub(crate) fn is_reserved(word: &str) -> bool {
    matches!(word, "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n")
}
