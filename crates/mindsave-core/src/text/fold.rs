//! Folds text for comparison: width, compatibility forms and case.

use std::borrow::Cow;

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

/// Folds the words of a text, with one blank between them, behind what `out` holds.
pub(crate) fn fold_words(text: &str, out: &mut String) {
    let start = out.len();
    if text.is_ascii() {
        // White space of ASCII is what is white in Unicode, a vertical tab included.
        let other_blank = |byte: u8| matches!(byte, b'\t'..=b'\r');
        let text = text.trim();
        if text.contains("  ") || text.bytes().any(other_blank) {
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
    use super::{fold, fold_words, folded_size};
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
    }
}
