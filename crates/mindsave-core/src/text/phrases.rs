//! Phrases looked for in a rule as a whole: one pass over its bytes, whatever their number.

use super::canonical::Canonical;

/// Splits the reason off a rule: what stands behind "because", or behind a dash if it gives no orders.
pub(super) fn split_reason(rule: &str) -> (&str, Option<&str>) {
    const MARKS: [&str; 9] = [
        " because ",
        " since it ",
        " due to ",
        ", as it ",
        " - causes ",
        " — causes ",
        "，因为",
        "因为",
        "，会导致",
    ];
    let found = |(at, byte): (usize, &u8)| {
        // What marks begin with: a blank, a comma, 因 or ，
        if !matches!(byte, b' ' | b',' | 0xe5 | 0xef) {
            return None;
        }
        let rest = &rule.as_bytes()[at..];
        let stands = |mark: &&&str| {
            rest.get(..mark.len()).is_some_and(|own| own.eq_ignore_ascii_case(mark.as_bytes()))
        };
        Some((at, MARKS.iter().filter(stands).map(|mark| mark.len()).min()?))
    };
    match rule.as_bytes().iter().enumerate().find_map(found) {
        Some((at, size)) if at > 0 => {
            let (main, rest) = rule.split_at(at);
            let reason = rest[size..].trim();
            (main.trim_end(), (!reason.is_empty()).then_some(reason))
        }
        _ => (rule, None),
    }
}

/// Reports whether any of the words stands in the text as a whole.
pub(super) fn has_word(text: &Canonical, words: &[&str]) -> bool {
    let bytes = text.text.as_bytes();
    let mut inside = false;
    for (at, byte) in bytes.iter().enumerate() {
        let starts = !inside;
        inside = byte.is_ascii_alphanumeric();
        // Words begin at an edge, and ideographs with a byte of their own.
        if !(inside && starts || *byte >= 0xc0) {
            continue;
        }
        let stands = |word: &&str| {
            let ends = || bytes.get(at + word.len()).is_none_or(|b| !b.is_ascii_alphanumeric());
            word.as_bytes()[0] == *byte
                && bytes[at..].starts_with(word.as_bytes())
                && (!inside || ends())
        };
        if words.iter().any(stands) {
            return true;
        }
    }
    false
}
