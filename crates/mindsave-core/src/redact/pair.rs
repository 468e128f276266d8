//! The second half of a pair of keys, which has no prefix of its own: the secret behind an access key id.

use std::ops::Range;

use super::Finding;
use super::chars::{Classes, run};
use super::provider::is_random;

/// The replacement of the half that can be told by its shape.
const ID: &str = "[redacted:aws-access-key-id]";
/// `ID / SECRET`, `ID:SECRET`, `ID`, end of line, `SECRET`: no more than this stands between.
const MOST_BETWEEN: usize = 4;
/// AWS writes forty characters; people shorten and lengthen them.
const LENGTH: Range<usize> = 28..65;

/// The secret right behind the replacement at `marker`.
pub(super) fn check(text: &str, marker: &Range<usize>) -> Option<Finding> {
    if &text[marker.clone()] != ID {
        return None;
    }
    let between =
        |b: u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'/' | b',' | b':' | b';' | b'|');
    let start = run(text, marker.end, MOST_BETWEEN, between);
    let end = run(text, start, LENGTH.end, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')
    });
    let value = &text[start..end];
    let classes = Classes::of(value);
    let of_all_kinds = classes.upper > 0 && classes.lower > 0 && classes.digit > 0;
    let fits = start > marker.end && LENGTH.contains(&value.len());
    (fits && of_all_kinds && is_random(value))
        .then_some(Finding { range: start..end, kind: "aws-secret-access-key" })
}
