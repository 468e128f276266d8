//! When two texts are the same entry.

use crate::text::{fold_words, is_ideograph};

/// Marks that end a sentence and do not change what it says; a question mark does.
const CLOSING: [char; 8] = ['.', '。', '!', ';', ',', '、', '…', ':'];

/// Folds a text so that the same entry compares equal: case, width, blanks and closing marks are
/// nothing. A blank beside a Chinese character is none.
pub(super) fn key(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    write_key(text, &mut out);
    out
}

/// As [`key`], into a buffer that is used again and again.
pub(super) fn write_key(text: &str, out: &mut String) {
    out.clear();
    fold_words(text, out);
    let bare = out.trim_end_matches(|c: char| CLOSING.contains(&c) || c.is_whitespace()).len();
    if bare > 0 {
        out.truncate(bare);
        drop_loose_blanks(out);
    }
}

fn drop_loose_blanks(text: &mut String) {
    if text.is_ascii() || !text.contains(' ') {
        return;
    }
    let whole = std::mem::take(text);
    let mut rest = whole.chars().peekable();
    let mut before_han = false;
    while let Some(c) = rest.next() {
        let loose = c == ' ' && (before_han || rest.peek().copied().is_some_and(is_ideograph));
        if !loose {
            before_han = is_ideograph(c);
            text.push(c);
        }
    }
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
