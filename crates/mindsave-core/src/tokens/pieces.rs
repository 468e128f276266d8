//! Cuts a text into the pieces that the tokenizer encodes one by one.
//!
//! This follows `o200k_base`'s splitting expression alternative by alternative:
//! two for words, one each for numbers and punctuation, three for white space.

use super::classes::{Class, class_at};

/// The end of the piece that starts at byte `start`.
///
/// It is greater than `start` unless `start` is the end of the text.
pub(super) fn piece_end(text: &str, start: usize) -> usize {
    if let Some(end) = plain_word(text.as_bytes(), start) {
        return end;
    }
    let Some((class, width)) = class_at(text, start) else {
        return text.len();
    };
    let after = start + width;
    let end = match class {
        Class::Upper | Class::Lower | Class::Caseless => word(text, start),
        Class::Mark => cased_word(text, after).or_else(|| cased_word(text, start)),
        Class::Number => Some(number(text, start)),
        Class::Newline => None,
        Class::Other | Class::Space => word(text, after),
    };
    match end {
        Some(end) if class == Class::Number => end,
        Some(end) => contraction(text, end),
        None => punctuation(text, start).unwrap_or_else(|| white_space(text, start)),
    }
}

/// The end of the commonest piece, found without a look at classes: small letters of ASCII, with or
/// without a mark or blank and a capital before them, and ASCII other than an apostrophe behind them.
fn plain_word(text: &[u8], start: usize) -> Option<usize> {
    let leads = |byte: &u8| {
        byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'\n' | b'\r')
    };
    let from = start + usize::from(text.get(start).is_some_and(leads));
    let small = from + usize::from(text.get(from).is_some_and(u8::is_ascii_uppercase));
    let end = small_end(text, small);
    let ends = text.get(end).is_none_or(|&byte| byte.is_ascii() && byte != b'\'');
    (end > small && ends).then_some(end)
}

/// The end of the small letters of ASCII from `at` on, eight bytes at a time.
fn small_end(text: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::MAX / 255;
    while let Some(bytes) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let bytes = u64::from_le_bytes(*bytes);
        // The top bit of a byte says that it is at least a, above z, or no ASCII.
        let low = bytes & (0x7f * ONES);
        let (from_a, above_z) = (low + (0x80 - 0x61) * ONES, low + (0x80 - 0x7b) * ONES);
        let other = (!from_a | above_z | bytes) & (0x80 * ONES);
        if other != 0 {
            return at + (other.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_lowercase()).count()
}

/// The end of the run of characters, from `at`, whose class `belongs`.
fn run(text: &str, mut at: usize, belongs: impl Fn(Class) -> bool) -> usize {
    while let Some((class, width)) = class_at(text, at)
        && belongs(class)
    {
        at += width;
    }
    at
}

/// A word without its optional leading character and contraction.
fn word(text: &str, at: usize) -> Option<usize> {
    cased_word(text, at).or_else(|| {
        // `cased_word` failed, so this run can hold upper-case letters only.
        let end = run(text, at, |class| class == Class::Upper);
        (end > at).then_some(end)
    })
}

/// The first alternative: capitals, then at least one character that is not a
/// capital. Letters without case and marks count as either.
fn cased_word(text: &str, start: usize) -> Option<usize> {
    let (mut at, mut last_either) = (start, None);
    while let Some((class, width)) = class_at(text, at) {
        match class {
            Class::Upper => at += width,
            Class::Caseless | Class::Mark => {
                at += width;
                last_either = Some(at);
            }
            Class::Lower => return Some(run(text, at, is_small)),
            _ => break,
        }
    }
    // No small letter follows: the expression backs off to the last character
    // which may stand for one.
    last_either
}

fn is_small(class: Class) -> bool {
    matches!(class, Class::Lower | Class::Caseless | Class::Mark)
}

/// Adds `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` or `'d`, of any case.
fn contraction(text: &str, end: usize) -> usize {
    let at = |i: usize| text.as_bytes().get(end + i).map_or(0, u8::to_ascii_lowercase);
    if at(0) != b'\'' {
        return end;
    }
    match (at(1), at(2)) {
        (b's' | b't' | b'm' | b'd', _) => end + 2,
        // The long s is an s when case is ignored.
        (0xc5, 0xbf) | (b'r' | b'v', b'e') | (b'l', b'l') => end + 3,
        _ => end,
    }
}

/// At most three digits.
fn number(text: &str, start: usize) -> usize {
    let mut end = start;
    for _ in 0..3 {
        match class_at(text, end) {
            Some((Class::Number, width)) => end += width,
            _ => break,
        }
    }
    end
}

/// An optional space, punctuation, then line ends and slashes.
fn punctuation(text: &str, start: usize) -> Option<usize> {
    let from = start + usize::from(text.as_bytes().get(start) == Some(&b' '));
    let end = run(text, from, |class| matches!(class, Class::Other | Class::Mark));
    let tail = text.as_bytes().get(end..).unwrap_or_default().iter();
    let tail = tail.take_while(|b| matches!(b, b'\r' | b'\n' | b'/')).count();
    (end > from).then_some(end + tail)
}

/// White space: up to its last line end if it has one; else all of it but the
/// last character, which goes with what follows.
fn white_space(text: &str, start: usize) -> usize {
    let (mut at, mut line_end, mut before_last) = (start, None, start);
    while let Some((class @ (Class::Space | Class::Newline), width)) = class_at(text, at) {
        before_last = at;
        at += width;
        if class == Class::Newline {
            line_end = Some(at);
        }
    }
    match line_end {
        Some(end) => end,
        None if at < text.len() && before_last > start => before_last,
        None => at,
    }
}

#[cfg(test)]
mod tests {
    use super::{piece_end, small_end};
    use proptest::prelude::*;
    use std::sync::LazyLock;

    /// The splitting expression of `o200k_base`.
    const EXPRESSION: [&str; 7] = [
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ];

    static REAL: LazyLock<fancy_regex::Regex> =
        LazyLock::new(|| fancy_regex::Regex::new(&EXPRESSION.join("|")).unwrap());

    /// Characters of every class, and those which the rules name.
    const CHARS: &str = "aAsStTmdrevlLſK一ʰ\u{301}\u{903}é\u{e9}ǅΣ1²٣Ⅷ.,/-'’_😀\u{200d}\u{0} \t\n\r\u{b}\u{85}\u{a0}\u{3000}\u{2028}";

    fn ends(text: &str) -> Vec<usize> {
        let mut ends = vec![0];
        while ends.last() != Some(&text.len()) {
            ends.push(piece_end(text, ends[ends.len() - 1]));
        }
        ends.split_off(1)
    }

    #[test]
    fn small_letters_end_at_every_other_byte() {
        for (byte, at) in (0..=u8::MAX).flat_map(|byte| (0..20).map(move |at| (byte, at))) {
            let mut text = [b'm'; 20];
            text[at] = byte;
            let end = if byte.is_ascii_lowercase() { 20 } else { at };
            assert_eq!(small_end(&text, 0), end, "{byte} at {at}");
            assert_eq!(small_end(&text, 1.min(at)), end, "{byte} at {at}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn cuts_where_the_expression_does(
            chars in prop::collection::vec(prop::sample::select(CHARS.chars().collect::<Vec<_>>()), 0..12),
        ) {
            let text = String::from_iter(chars);
            let real: Vec<usize> = REAL.find_iter(&text).map(|m| m.unwrap().end()).collect();
            prop_assert_eq!(ends(&text), real);
        }
    }
}
