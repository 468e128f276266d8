//! Cookies: `Cookie: session=X`, `Set-Cookie: …`, `document.cookie = "…"`.

use std::ops::Range;

use super::chars::{byte, is_ident, run, skip_spaces, starts_word};
use super::shape::{Ask, Demand};
use super::{Finding, filler, shape};

/// What a cookie is called that says who somebody is; parts of names, in lower case.
static SESSIONS: &[&str] = &[
    "sess", "sid", "token", "auth", "csrf", "xsrf", "jwt", "remember", "login", "ticket", "secret",
    "identity",
];

/// What is said of a cookie, and is none itself.
static ATTRIBUTES: &[&str] = &[
    "path",
    "domain",
    "expires",
    "max-age",
    "samesite",
    "secure",
    "httponly",
    "priority",
    "partitioned",
];

/// The most cookies of one header, and the longest of them in bytes.
const MOST: usize = 24;
const LONGEST: usize = 4096;

/// Judges `cookie`: the first telling value behind it.
pub(super) fn check(text: &str, hit: &Range<usize>) -> Option<Finding> {
    if !starts_word(text, hit.start) {
        return None;
    }
    let mut at = first_pair(text, hit)?;
    for _ in 0..MOST {
        let end = run(text, at, 64, |b| is_ident(b) || b == b'.');
        let name = &text[at..end];
        let mut value = end..end;
        if byte(text, end) == Some(b'=') {
            value = end + 1..run(text, end + 1, LONGEST, is_cookie);
            if is_telling(name, &text[value.clone()]) {
                return Some(Finding { range: value, kind: "cookie" });
            }
        }
        if name.is_empty() || byte(text, value.end) != Some(b';') {
            return None;
        }
        at = skip_spaces(text, value.end + 1);
    }
    None
}

/// Where the pairs begin: behind a sign, or behind the option of a program.
fn first_pair(text: &str, hit: &Range<usize>) -> Option<usize> {
    let marks = |b: u8| matches!(b, b'"' | b'\'' | b'\\' | b']' | b'*' | b'`');
    let option = text[..hit.start].ends_with("--");
    let closed = skip_spaces(text, run(text, hit.end, 5, |b| marks(b) || b == b's'));
    let sign = text[closed..].chars().next().filter(|c| matches!(c, ':' | '=' | '：' | '＝'));
    if sign.is_none() && !option {
        return None;
    }
    let at = skip_spaces(text, closed + sign.map_or(0, char::len_utf8));
    Some(run(text, at, 6, |b| marks(b) || b == b'b' && byte(text, at + 1) == Some(b'"')))
}

/// The bytes of a cookie's value.
fn is_cookie(b: u8) -> bool {
    b.is_ascii_graphic() && !matches!(b, b'"' | b'\'' | b'`' | b',' | b';' | b'\\' | b'<' | b'>')
}

fn is_telling(name: &str, value: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let quoted = Ask { demand: Demand::Any, quoted: true, password: true };
    if ATTRIBUTES.contains(&name.as_str())
        || value.len() < 4
        || filler::is_filler(value)
        || filler::is_lookup(value, quoted)
        || filler::is_name(value)
    {
        return false;
    }
    let session = SESSIONS.iter().any(|part| name.contains(part));
    let long = value.len() >= 16;
    let demand = if session { Demand::Mixed } else { Demand::Firm };
    (session && long) || shape::accepts(value, Ask { demand, ..quoted })
}
