//! Folds text for comparison: width, compatibility forms and case.

use std::borrow::Cow;
use std::cmp::Ordering;

use unicode_normalization::UnicodeNormalization;

use super::canonical::own_form;

/// Folds text so that spellings of the same words compare equal: NFKC, then lower case.
///
/// ```
/// use mindsave_core::text::fold;
///
/// assert_eq!(fold("ＴＡＩＬＷＩＮＤ"), "tailwind");
/// assert_eq!(fold("修复 JWT"), "修复 jwt");
/// ```
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        let upper = text.bytes().any(|b| b.is_ascii_uppercase());
        return if upper { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) };
    }
    Cow::Owned(text.nfkc().collect::<String>().to_lowercase())
}

/// How many characters a text has when it is folded.
pub(crate) fn folded_size(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else if text.chars().all(|c| own_form(c).is_some()) {
        text.chars().count()
    } else {
        fold(text).chars().count()
    }
}

/// Compares two texts as they are when they are folded.
pub(crate) fn cmp_folded(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() {
        let [a, b] = [a, b].map(|text| text.bytes().map(|byte| byte.to_ascii_lowercase()));
        return a.cmp(b);
    }
    fold(a).cmp(&fold(b))
}

/// Folds the words of a text, with one blank between them, behind what `out` holds.
pub(crate) fn fold_words(text: &str, out: &mut String) {
    let start = out.len();
    if text.is_ascii() {
        let text = text.trim();
        if has_odd_blank(text.as_bytes()) {
            let blank = |c: char| matches!(c, ' ' | '\t'..='\r');
            for word in text.split(blank).filter(|word| !word.is_empty()) {
                if out.len() > start {
                    out.push(' ');
                }
                out.push_str(word);
            }
        } else {
            out.push_str(text);
        }
        return out[start..].make_ascii_lowercase();
    }
    for word in text.split_whitespace() {
        if out.len() > start {
            out.push(' ');
        }
        for c in word.chars() {
            match own_form(c) {
                Some(c) => out.extend(c.to_lowercase()),
                None => return fold_all(text, start, out),
            }
        }
    }
}

/// Reports whether ASCII that begins and ends with something to see holds two blanks side by side,
/// or other white space: what is white in Unicode, a vertical tab included.
fn has_odd_blank(text: &[u8]) -> bool {
    let odd = |(&byte, &next): (&u8, &u8)| {
        (byte == b' ' && next == b' ') | (byte.wrapping_sub(b'\t') <= b'\r' - b'\t')
    };
    // All of it is looked at, many bytes at a time: to stop at the first takes longer.
    text.iter().zip(text.iter().skip(1)).fold(false, |any, pair| any | odd(pair))
}

/// The same where the forms of characters have to be looked up.
fn fold_all(text: &str, start: usize, out: &mut String) {
    out.truncate(start);
    for word in fold(text).split_whitespace() {
        if out.len() > start {
            out.push(' ');
        }
        out.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::{cmp_folded, fold, fold_words, folded_size};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_are_folded_as_the_whole_text_is(text in "([a-zA-Z \\u{b}\\u{1c}\\t]|[ＡＢ１，。用不要 ]|.){0,30}") {
            let mut words = String::new();
            fold_words(&text, &mut words);
            let whole = fold(&text).split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(words, whole);
            prop_assert_eq!(folded_size(&text), fold(&text).chars().count());
        }

        #[test]
        fn texts_are_compared_as_folded_ones(a in "[aAbＡ用]{0,4}", b in "[aAbＡ用]{0,4}") {
            prop_assert_eq!(cmp_folded(&a, &b), fold(&a).cmp(&fold(&b)));
        }
    }
}
