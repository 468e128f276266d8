//! The words of a text as a command line has them.

use crate::text::is_ideograph;

/// A word, with what stands between it and the word before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    /// Where it begins, in bytes.
    pub(super) start: usize,
    /// Whether a clause or a call ended before it.
    pub(super) broken: bool,
    /// Whether Chinese stands before it.
    pub(super) han: bool,
}

impl Word<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Reports whether it is a flag.
    pub(super) fn is_flag(&self) -> bool {
        let name = self.text.trim_start_matches('-');
        let dashes = self.text.len() - name.len();
        (1..=2).contains(&dashes) && name.starts_with(|c: char| c.is_ascii_alphanumeric())
    }
}

/// Cuts a text into words.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut out: Vec<Word<'_>> = Vec::new();
    let (mut broken, mut han, mut open) = (false, false, None);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let apart = c.is_whitespace() || is_ideograph(c) || is_mark(c);
        if !apart {
            open.get_or_insert(at);
            continue;
        }
        if let Some(start) = open.take() {
            let word = &text[start..at];
            let bare = word.trim_end_matches(['.', ':', '!', '?']);
            let ends = !bare.is_empty() && bare.len() < word.len();
            out.push(Word { text: if ends { bare } else { word }, start, broken, han });
            (broken, han) = (ends, false);
        }
        broken |= is_break(c);
        han |= is_ideograph(c);
    }
    out
}

fn is_mark(c: char) -> bool {
    is_break(c) || matches!(c, '"' | '`' | '“' | '”' | '「' | '」')
}

fn is_break(c: char) -> bool {
    matches!(c, ',' | ';' | '。' | '、' | '\n' | '(' | ')' | '|' | '&' | '…' | '—' | '→' | '⇒')
}
