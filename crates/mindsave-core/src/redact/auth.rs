//! The `Authorization` header, with and without its name.

use std::ops::Range;

use super::chars::{byte, has_word_at, run, skip_spaces, starts_word};
use super::shape::{Ask, Demand};
use super::{Finding, provider_kind, shape};

/// `Bearer X`.
pub(super) fn bearer(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let value = credentials(text, hit)?;
    let found = &text[value.clone()];
    let kind = provider_kind(text, value.start);
    // Without the header's name before it, `bearer` is also a word of prose.
    let long_enough = found.len() >= 12 || follows_header(text, hit.start);
    let demand = Ask { demand: Demand::Mixed, quoted: true, password: false };
    let fits = kind.is_some() || (long_enough && shape::accepts(found, demand));
    fits.then_some(Finding { range: value, kind: kind.unwrap_or("bearer-token") })
}

/// `Basic X`, where X is an encoded `user:password`.
pub(super) fn basic(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let value = credentials(text, hit)?;
    let found = &text[value.clone()];
    let demand = Ask { demand: Demand::Mixed, quoted: true, password: false };
    let named = follows_header(text, hit.start) && shape::accepts(found, demand);
    (named || is_encoded_login(found)).then_some(Finding { range: value, kind: "basic-auth" })
}

/// `Authorization: X` with another scheme or none.
pub(super) fn header(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let at = skip_marks(text, hit.end);
    if !text[hit.end..at].contains([':', '=', ',', '：']) {
        return None;
    }
    let word = run(text, at, 16, |b| b.is_ascii_alphabetic());
    let scheme = text[at..word].to_ascii_lowercase();
    if matches!(scheme.as_str(), "bearer" | "basic") {
        return None;
    }
    let start = if matches!(scheme.as_str(), "token" | "apikey" | "digest" | "negotiate" | "key") {
        skip_spaces(text, word)
    } else {
        at
    };
    let value = token68(text, start)?;
    let kind = provider_kind(text, start);
    let demand = Ask { demand: Demand::Mixed, quoted: false, password: false };
    let fits = value.len() >= 8 && (kind.is_some() || shape::accepts(&text[value.clone()], demand));
    fits.then_some(Finding { range: value, kind: kind.unwrap_or("authorization") })
}

/// What stands behind the name of a scheme.
fn credentials(text: &str, hit: &Range<usize>) -> Option<Range<usize>> {
    let at = skip_spaces(text, hit.end);
    if at == hit.end || !starts_word(text, hit.start) {
        return None;
    }
    token68(text, at).filter(|value| value.len() >= 6)
}

/// The characters that credentials may have, without the full stop of a sentence.
fn token68(text: &str, at: usize) -> Option<Range<usize>> {
    let allowed = |b: u8| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=')
    };
    let end = run(text, at, 16 * 1024, allowed);
    let end = at + text[at..end].trim_end_matches('.').len();
    // `Bearer your(token)` and `Bearer f{x}` are code.
    let code = matches!(byte(text, end), Some(b'(' | b'{' | b'<' | b'$'));
    (end > at && !code).then_some(at..end)
}

fn skip_marks(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    text.len()
        - rest.trim_start_matches([' ', '"', '\'', '\\', ':', '=', ',', '：', ']', '`', '>']).len()
}

fn follows_header(text: &str, at: usize) -> bool {
    let before = text[..at]
        .trim_end_matches([' ', '"', '\'', '\\', ':', '=', ',', '：', ']', '`', '>', '(']);
    let from = before.len().saturating_sub("authorization".len());
    has_word_at(text, from, "authorization")
}

/// Whether the value is base64 of printable text with a `:` in it.
fn is_encoded_login(value: &str) -> bool {
    let digits = value.trim_end_matches('=');
    let mut decoded = Vec::with_capacity(digits.len());
    let (mut bits, mut held) = (0_u32, 0_u32);
    for b in digits.bytes() {
        let Some(six) = sextet(b) else { return false };
        bits = (bits << 6 | six) & 0xFFFF;
        held += 6;
        if held >= 8 {
            held -= 8;
            decoded.push((bits >> held & 0xFF) as u8);
        }
    }
    let printable = decoded.iter().all(|b| b.is_ascii_graphic() || *b == b' ');
    printable && decoded.len() >= 4 && decoded.contains(&b':')
}

fn sextet(b: u8) -> Option<u32> {
    let it = match b {
        b'A'..=b'Z' => b - b'A',
        b'a'..=b'z' => b - b'a' + 26,
        b'0'..=b'9' => b - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(it))
}
