//! The second half of a pair of keys, which has no prefix of its own: the secret behind an access key id.

use std::ops::Range;

use super::Finding;
use super::chars::{Classes, run};
use super::provider::is_random;

/// `ID / SECRET`, `ID:SECRET`, `"ID", "SECRET"`, `ID`, end of line, `SECRET`: no more stands between.
const MOST_BETWEEN: usize = 4;
/// AWS writes forty characters; people shorten and lengthen them.
const LENGTH: Range<usize> = 28..65;

/// The secret right behind an access key id, the first half of its pair.
pub(super) fn check(text: &str, id: &Finding) -> Option<Finding> {
    if id.kind != "aws-access-key-id" {
        return None;
    }
    let start = behind_separator(text, id.range.end);
    let end = run(text, start, LENGTH.end, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')
    });
    let value = &text[start..end];
    let classes = Classes::of(value);
    let of_all_kinds = classes.upper > 0 && classes.lower > 0 && classes.digit > 0;
    let fits = start > id.range.end && LENGTH.contains(&value.len());
    (fits && of_all_kinds && is_random(value))
        .then_some(Finding { range: start..end, kind: "aws-secret-key" })
}

/// Where what stands between the halves ends. A slash is part of the secret unless a blank follows.
fn behind_separator(text: &str, from: usize) -> usize {
    let between = |b: u8| b.is_ascii_whitespace() || b",:;|=\"'`".contains(&b);
    let end = run(text, from, MOST_BETWEEN, between);
    if text[end..].starts_with("/ ") { end + 2 } else { end }
}
