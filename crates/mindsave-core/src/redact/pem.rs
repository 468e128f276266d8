//! Private keys in PEM armour.

use std::ops::Range;

use super::Finding;
use super::chars::run;

/// A key with its armour is shorter than this; looking further for the end would join two blocks.
const LONGEST: usize = 32 * 1024;

/// A line of encoded key has at least so many characters in a row; prose about keys has not.
const ENCODED: usize = 20;

/// Judges `-----BEGIN `: the whole block of a private key, or what is left of one that was cut off.
pub(super) fn check(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let label =
        run(text, hit.end, 40, |b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
    if !text[hit.end..label].contains("PRIVATE KEY") || !text[label..].starts_with("-----") {
        return None;
    }
    let body = label + 5;
    let end = armoured_end(text, body).unwrap_or_else(|| cut_end(text, body));
    has_encoded(&text[body..end]).then_some(Finding { range: hit.start..end, kind: "private-key" })
}

/// The end of the closing line, if there is one before the next block.
fn armoured_end(text: &str, body: usize) -> Option<usize> {
    let mut limit = text.len().min(body + LONGEST);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let window = &text[body..limit];
    let window = &window[..window.find("-----BEGIN ").unwrap_or(window.len())];
    let close = body + window.find("-----END ")?;
    let label = run(text, close + 9, 40, |b| b != b'-' && b.is_ascii_graphic() || b == b' ');
    Some(run(text, label, 5, |b| b == b'-'))
}

/// The end of the encoded lines of a block whose closing line is missing.
fn cut_end(text: &str, body: usize) -> usize {
    let mut end = body;
    for line in text[body..].split_inclusive(['\n', '\\']) {
        let bare = line.trim().trim_end_matches('\\');
        // Behind a `\` that stood for a line break comes its letter: `\nMIIE…`.
        let encoded =
            bare.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
        let heading = bare.starts_with("Proc-Type:") || bare.starts_with("DEK-Info:");
        if !(encoded || heading) {
            // The last line may run into what cut it off.
            end = run(text, end, LONGEST, |b| {
                b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')
            });
            break;
        }
        if bare.len() >= ENCODED || heading || bare.len() <= 1 {
            end += line.len();
        } else {
            end += line.trim_end().len();
            break;
        }
    }
    body + text[body..end].trim_end().len()
}

fn has_encoded(body: &str) -> bool {
    let pieces = body.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')));
    pieces.map(str::len).max().unwrap_or(0) >= ENCODED
}
