//! Folds text for comparison: width, compatibility forms and case.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

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
