//! Passwords in the addresses of servers: `scheme://user:PASS@host`.

use std::ops::Range;

use super::chars::{run, run_back};
use super::{Finding, filler, provider_kind};

/// Judges `://`.
pub(super) fn check(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let is_scheme = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    if run_back(text, hit.start, 1, is_scheme) == hit.start {
        return None;
    }
    let end = run(text, hit.end, 1024, |b| {
        b.is_ascii_graphic() && !matches!(b, b'/' | b'"' | b'\'' | b'`')
    });
    let authority = &text[hit.end..end];
    // A raw `@` in a password is common, one in a host impossible: the last one divides them.
    let (login, _host) = authority.rsplit_once('@')?;
    let (user, password) = login.split_once(':')?;
    let start = hit.end + user.len() + 1;
    if password.is_empty() || is_port_and_query(password) || filler::is_filler(password) {
        return None;
    }
    let kind = provider_kind(text, start).unwrap_or("url-password");
    Some(Finding { range: start..start + password.len(), kind })
}

/// `http://host:80?mail=a@b` has an `@` but no login.
fn is_port_and_query(password: &str) -> bool {
    let rest = password.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < password.len() && rest.starts_with(['?', '#'])
}
