//! The words of a finding: cut from the text, trimmed, short forms written out.

use super::grammar::{LONGEST, Role, Tables, is_han};
use super::token::Token;

/// Marks that open or belong in front of a word, and those behind one.
const BEFORE: &str = "<\"“‘「『《`$#@./~";
const BEHIND: &str = ">%\"”’」』》`/+#℃";

/// Returns the text from one token to before another, in one line, without emphasis.
pub(super) fn text(source: &str, tokens: &[Token], from: usize, to: usize) -> String {
    let Some(last) = tokens[from..to].iter().rposition(|token| token.mark.is_none()) else {
        return String::new();
    };
    let (mut start, mut end) = (tokens[from].from, tokens[from + last].to);
    // What stands right before or behind a word without a blank belongs to it.
    let before = source[..start].chars().rev().take_while(|c| BEFORE.contains(*c));
    start -= before.map(char::len_utf8).sum::<usize>();
    let behind = source[end..].chars().take_while(|c| BEHIND.contains(*c));
    end += behind.map(char::len_utf8).sum::<usize>();
    let end_of_call = source[end..].starts_with("()");
    let slice = &source[start..if end_of_call { end + 2 } else { end }];
    let plain = balanced(slice.trim_matches(['.', ' ', '\n'])).replace("**", "").replace('\n', " ");
    written_out(plain.trim())
}

/// Takes half a pair of quotation marks away.
fn balanced(text: &str) -> &str {
    let mut text = text;
    for mark in ['"', '`'] {
        if text.matches(mark).count() % 2 == 1 {
            text = text.strip_prefix(mark).or_else(|| text.strip_suffix(mark)).unwrap_or(text);
        }
    }
    for (open, close) in [('“', '”'), ('「', '」'), ('《', '》'), ('‘', '’'), ('<', '>')]
    {
        match text.matches(open).count().cmp(&text.matches(close).count()) {
            std::cmp::Ordering::Greater => text = text.strip_prefix(open).unwrap_or(text),
            std::cmp::Ordering::Less => text = text.strip_suffix(close).unwrap_or(text),
            std::cmp::Ordering::Equal => {}
        }
    }
    text
}

/// Writes negations out, so that whoever reads on need not know the short forms; names stay.
fn written_out(text: &str) -> String {
    let words: Vec<String> = text.replace("n’t", "n't").split(' ').map(word_written_out).collect();
    words.join(" ")
}

fn word_written_out(word: &str) -> String {
    let (short, rest) = word.split_at(word.trim_end_matches(|c: char| !c.is_alphanumeric()).len());
    let Some(stem) = short.strip_suffix("n't") else { return word.to_owned() };
    let stem = match stem {
        "wo" => "will",
        "Wo" => "Will",
        "ca" => "can",
        "Ca" => "Can",
        "sha" => "shall",
        "Sha" => "Shall",
        other => other,
    };
    format!("{stem} not{rest}")
}

/// Says what is meant and what is not.
pub(super) fn contrasted(meant: &str, not: &str) -> String {
    if meant.chars().any(is_han) {
        format!("{meant}，不是 {not}")
    } else {
        format!("{meant}, not {not}")
    }
}

/// Finds what stands behind "instead of" and its kin.
pub(super) fn alternatives(
    grammar: &'static Tables,
    source: &str,
    tokens: &[Token],
    from: usize,
    to: usize,
) -> Vec<String> {
    let to = to.min(from + LONGEST);
    let clause = &tokens[from..to];
    let hits = grammar.hits(clause, 1);
    let over = hits.iter().filter(|hit| hit.form.role == Role::Over && hit.start > 0);
    let behind = over.min_by_key(|hit| hit.start).map(|hit| from + hit.end).filter(|at| *at < to);
    let Some(start) = behind else { return Vec::new() };
    let stop = |token: &Token| token.mark.is_some();
    let end = tokens[start..to].iter().position(stop).map_or(to, |at| start + at);
    let text = text(source, tokens, start, end);
    if text.is_empty() { Vec::new() } else { vec![text] }
}
