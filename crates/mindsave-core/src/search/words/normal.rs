//! The form in which texts and queries are compared: one width, one case.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// Brings a text into its compatibility form (NFKC) and keeps its case, which tells the parts of
/// an identifier apart.
pub(crate) fn normal(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut same = true;
    for c in text.chars() {
        match own_form(c) {
            Some(own) => same &= own == c,
            None => return Cow::Owned(text.nfkc().collect()),
        }
    }
    if same {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| own_form(c).unwrap_or(c)).collect())
}

/// Brings a text into its compatibility form in lower case, every run of blanks one blank.
pub(crate) fn plain(text: &str) -> String {
    let text = normal(text);
    let odd =
        |byte: u8| !byte.is_ascii() || byte.is_ascii_whitespace() && byte != b' ' || byte == 0xb;
    if !text.bytes().any(odd) && !text.contains("  ") && !text.ends_with(' ') {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if std::mem::take(&mut gap) {
            out.push(' ');
        }
        if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else if is_ideograph(c) {
            out.push(c);
        } else {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// Reports whether [`plain`] changes nothing of a text but the case of plain letters.
pub(crate) fn is_plain_but_for_case(text: &str) -> bool {
    let odd = |byte: u8| byte.is_ascii_whitespace() && byte != b' ' || byte == 0xb;
    let same =
        |c: char| c.is_ascii() || own_form(c) == Some(c) && (is_ideograph(c) || !c.is_alphabetic());
    !text.bytes().any(odd)
        && !text.contains("  ")
        && !text.ends_with(' ')
        && (text.is_ascii() || text.chars().all(same))
}

/// The compatibility form of the characters that make up nearly all texts, without the tables.
fn own_form(c: char) -> Option<char> {
    match c {
        '\0'..='\x7f'
        | '\u{c0}'..='\u{ff}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{3001}'..='\u{3029}'
        | '\u{2013}'..='\u{2014}'
        | '\u{2018}'..='\u{201d}' => Some(c),
        '\u{3000}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        _ => None,
    }
}

/// Characters of scripts that are written without blanks between words.
pub(crate) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Letters and digits of scripts with blanks between words.
pub(crate) fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || (!c.is_ascii() && c.is_alphanumeric() && !is_ideograph(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_short_way_to_a_form_leads_to_the_same() {
        for c in '\0'..=char::MAX {
            if let Some(own) = own_form(c) {
                assert!(std::iter::once(c).nfkc().eq([own]), "{c:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_plain_but_for_case_is(text in any::<String>(), like in "[ aB登，。\u{3000}é\t]{0,6}") {
            for text in [text, like] {
                let lower = text.to_ascii_lowercase();
                prop_assert!(!is_plain_but_for_case(&text) || plain(&text) == lower, "{text:?}");
            }
        }
    }

    #[test]
    fn width_case_and_blanks_do_not_count() {
        assert_eq!(plain("ＪＷＴ　（登录）\n\t Ｘ"), "jwt (登录) x");
        assert_eq!(plain("ÉCOLE e\u{301}"), "école é");
        assert_eq!(plain(" a "), " a".trim_start().to_owned().replace('a', " a"));
    }
}
