//! When two texts are the same entry.

use crate::text::{fold_words, is_ideograph};

/// Marks that end a sentence and do not change what it says; a question mark does.
const CLOSING: [char; 8] = ['.', '。', '!', ';', ',', '、', '…', ':'];

/// Folds a text so that the same entry compares equal: case, width, blanks and closing marks are
/// nothing. A blank beside a Chinese character is none.
pub(super) fn key(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_words(text, &mut folded);
    let bare = folded.trim_end_matches(|c: char| CLOSING.contains(&c) || c.is_whitespace());
    if bare.is_empty() {
        return folded;
    }
    if bare.is_ascii() {
        folded.truncate(bare.len());
        return folded;
    }
    without_loose_blanks(bare)
}

fn without_loose_blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut before_han = false;
    while let Some(c) = rest.next() {
        let loose = c == ' ' && (before_han || rest.peek().copied().is_some_and(is_ideograph));
        if !loose {
            before_han = is_ideograph(c);
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn case_blanks_and_closing_marks_are_nothing() {
        for (a, b) in [
            ("Use  pnpm.", "use pnpm"),
            ("使用 pnpm！", "使用pnpm"),
            ("不要用 ＪＷＴ。", "不要用JWT"),
            ("  fix\nit ", "Fix it!"),
        ] {
            assert_eq!(key(a), key(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn what_says_something_else_is_another_entry() {
        for (a, b) in
            [("use pnpm?", "use pnpm"), ("now here", "nowhere"), ("用A", "用B"), ("a.b", "ab")]
        {
            assert_ne!(key(a), key(b), "{a:?} {b:?}");
        }
        assert_eq!(key("..."), "...");
    }
}
