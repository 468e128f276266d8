//! Where a value begins and ends.

use std::ops::Range;

use super::chars::{byte, is_word, run};

/// How a value is set off from the text around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quote {
    /// Not at all.
    Bare,
    /// By the quotes of code and data.
    Code,
    /// By the quotes of prose.
    Prose,
}

/// A value without its quotes.
pub(super) struct Value {
    pub(super) range: Range<usize>,
    pub(super) quote: Quote,
}

/// No secret is longer; what is, is data.
const LONGEST: usize = 8 * 1024;

/// Wrappers around a literal that leave it one: `String::from("X")`.
static WRAPPERS: &[&str] =
    &["from(", "new(", "Some(", "String(", "SecretStr(", "SecretString(", "Secret("];

/// The value that begins at `at`.
pub(super) fn read(text: &str, at: usize) -> Option<Value> {
    quoted(text, skip_prefix(text, at)).or_else(|| bare(text, at))
}

/// Skips the letter of `f"…"` and `b"…"`, and a constructor around a literal.
fn skip_prefix(text: &str, at: usize) -> usize {
    let word = run(text, at, 40, |b| is_word(b) || b == b':');
    let open = run(text, word, 1, |b| b == b'(');
    if WRAPPERS.iter().any(|wrapper| text[at..open].ends_with(wrapper)) {
        return open;
    }
    let short = word - at == 1 && matches!(byte(text, word), Some(b'"' | b'\''));
    if short { word } else { at }
}

fn quoted(text: &str, at: usize) -> Option<Value> {
    let open = run(text, at, 8, |b| b == b'\\');
    let slashes = open - at;
    let first = text[open..].chars().next()?;
    let (close, quote) = match first {
        '"' | '\'' => (first, Quote::Code),
        '`' if slashes == 0 => (first, Quote::Prose),
        '“' | '”' => ('”', Quote::Prose),
        '‘' => ('’', Quote::Prose),
        '「' => ('」', Quote::Prose),
        '『' => ('』', Quote::Prose),
        _ => return None,
    };
    let start = open + first.len_utf8();
    let end = closing(text, start, close, slashes).or_else(|| cut(text, start))?;
    let inner = &text[start..end];
    let start = start + (inner.len() - inner.trim_start().len());
    let end = start + inner.trim().len();
    (end > start).then_some(Value { range: start..end, quote })
}

/// The place of the closing quote, which is escaped exactly as deep as the opening one.
fn closing(text: &str, start: usize, close: char, slashes: usize) -> Option<usize> {
    let mut escapes = 0;
    for (at, c) in text[start..].char_indices() {
        match c {
            '\n' => return None,
            _ if at > LONGEST => return None,
            '\\' => escapes += 1,
            _ if c == close && (escapes == slashes || (slashes == 0 && escapes % 2 == 0)) => {
                return Some(start + at - slashes.min(escapes));
            }
            _ => escapes = 0,
        }
    }
    None
}

/// The end of a quoted value that was cut off before its closing quote.
fn cut(text: &str, start: usize) -> Option<usize> {
    bare(text, start).map(|value| value.range.end)
}

/// A value that ends where the sentence, the line or the list goes on.
fn bare(text: &str, at: usize) -> Option<Value> {
    let rest = &text[at..];
    let end = rest.char_indices().find(|&(here, c)| here > LONGEST || ends(rest, here, c));
    let end = at + end.map_or(rest.len(), |(here, _)| here);
    let end = at + text[at..end].trim_end_matches(['.', ':', ',', ';', '*']).len();
    (end > at).then_some(Value { range: at..end, quote: Quote::Bare })
}

/// Whether a bare value ends before the character `c` at `here`.
///
/// Passwords hold punctuation, so a mark ends the value only if something follows that a password would not
/// go on with.
fn ends(rest: &str, here: usize, c: char) -> bool {
    let after = &rest[here + c.len_utf8()..];
    match c {
        '"' | '\'' | '`' | '<' | '>' | '|' => true,
        '\\' => after.starts_with(['n', 'r', 't', '"', '\'']) || after.is_empty(),
        ',' | ';' | '&' => after.is_empty() || after.starts_with(stops) || begins_pair(after),
        ')' | ']' | '}' => {
            after.is_empty()
                || after.starts_with([',', ';', '.', ')', ']', '}'])
                || after.starts_with(stops)
        }
        _ => c.is_whitespace() || c.is_control() || c >= '\u{2000}',
    }
}

fn stops(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '\\' | '&') || c >= '\u{2000}'
}

/// Whether another `name=value` begins here.
fn begins_pair(text: &str) -> bool {
    let name = run(text, 0, 40, |b| is_word(b) || matches!(b, b' ' | b'-' | b'.'));
    name > 0 && matches!(byte(text, name), Some(b'=' | b':'))
}
