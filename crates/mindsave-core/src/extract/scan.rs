//! From running text to tokens: words, marks, and which of them stand in quotation marks.

use super::grammar::{Tables, is_han, is_letter, parts};
use super::token::{Mark, Token};
use crate::text::fold;

/// Quotation marks, opening and closing.
const QUOTES: [(char, char); 8] = [
    ('"', '"'),
    ('“', '”'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('`', '`'),
    ('‘', '’'),
    ('\'', '\''),
];

/// Short forms with a full stop that ends no sentence.
const ABBREVIATIONS: [&str; 8] = ["e.g", "i.e", "etc", "vs", "cf", "approx", "dr", "mr"];

/// Cuts a text into tokens.
pub(super) fn tokens(text: &str, grammar: &Tables) -> Vec<Token> {
    let quotes = quotations(text);
    let mut scanner = Scanner { text, grammar, out: Vec::new() };
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        at = if is_letter(c) { scanner.word(at) } else { scanner.other(c, at) };
    }
    let mut found = scanner.out;
    let mut quotes = quotes.into_iter().peekable();
    for token in &mut found {
        while quotes.next_if(|(_, end)| *end <= token.from).is_some() {}
        token.quoted =
            quotes.peek().is_some_and(|(start, end)| (start..end).contains(&&token.from));
    }
    found
}

struct Scanner<'a> {
    text: &'a str,
    grammar: &'a Tables,
    out: Vec<Token>,
}

impl Scanner<'_> {
    /// Takes a word; marks between its letters belong to it.
    fn word(&mut self, from: usize) -> usize {
        let mut to = from;
        let mut chars = self.text[from..].char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|&(_, next)| next);
            let joins = "-./:='’@+#".contains(c)
                && next.is_some_and(|n| is_letter(n) && (c != ':' || n.is_ascii_digit()));
            if !is_letter(c) && !joins {
                break;
            }
            to = from + at + c.len_utf8();
        }
        let written = &self.text[from..to];
        let word = fold(written).replace('’', "'");
        let word = word.trim_matches('_');
        let (first, second) = parts(word);
        self.out.push(Token::new(&first, written, self.grammar, (from, to)));
        if let Some(second) = second {
            self.out.push(Token::new(second, second, self.grammar, (from, to)));
        }
        to
    }

    /// Takes a character that is no letter of a word.
    fn other(&mut self, c: char, from: usize) -> usize {
        let to = from + c.len_utf8();
        if is_han(c) {
            let written = &self.text[from..to];
            self.out.push(Token::new(&fold(written), written, self.grammar, (from, to)));
        } else if let Some(mark) = self.mark(c, from, to) {
            self.out.push(Token::mark(mark, from, to));
        }
        to
    }

    fn mark(&self, c: char, from: usize, to: usize) -> Option<Mark> {
        let next = self.text[to..].chars().next();
        let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let ends = || next.is_none_or(|c| !is_letter(c));
        Some(match c {
            '。' | '！' | '\n' | '…' => Mark::Stop,
            '!' if ends() => Mark::Stop,
            '.' if ends() && !self.abbreviated(from) => Mark::Stop,
            '?' if ends() => Mark::Question,
            '？' => Mark::Question,
            ',' | '，' | '、' => Mark::Comma,
            ';' | '；' => Mark::Semicolon,
            ':' | '：' => Mark::Colon,
            '—' | '–' | '→' | '⇒' => Mark::Dash,
            '-' if blank(next) && self.text[..from].ends_with(char::is_whitespace) => Mark::Dash,
            // "--force" is an option, not a dash.
            '-' if next == Some('-') && self.text[..from].ends_with(char::is_whitespace) => {
                let behind = self.text[to..].chars().nth(1);
                if behind.is_some_and(|c| c.is_ascii_alphanumeric()) {
                    return None;
                }
                Mark::Dash
            }
            '(' | ')' | '（' | '）' | '[' | ']' | '【' | '】' => Mark::Bracket,
            _ => return None,
        })
    }

    fn abbreviated(&self, at: usize) -> bool {
        let Some(last) = self.out.last().filter(|token| token.to == at && token.mark.is_none())
        else {
            return false;
        };
        let word = fold(&self.text[last.from..last.to]);
        // "etc." may end a sentence: then a capital or nothing follows.
        let goes_on = self.text[at + 1..].trim_start().starts_with(|c: char| !c.is_uppercase());
        ABBREVIATIONS.contains(&word.as_ref()) && goes_on
    }
}

/// Finds what stands between quotation marks. A mark that nothing closes opens nothing.
fn quotations(text: &str) -> Vec<(usize, usize)> {
    let last = QUOTES.map(|(_, close)| text.rfind(close).unwrap_or(0));
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        let opens =
            QUOTES.iter().position(|(open, _)| *open == c).filter(|&kind| last[kind] > start);
        // An apostrophe stands inside a word or behind it, a quotation mark before one.
        let apostrophe = c == '\'' && before.is_some_and(|c: char| !c.is_whitespace() && c != '(');
        if let Some(kind) = opens.filter(|_| !apostrophe)
            && let Some(end) = closing(text, at, QUOTES[kind].1)
        {
            found.push((start, end));
            at = end;
        }
        before = Some(c);
    }
    found
}

/// The most bytes of a quotation: what is longer was never closed.
const LONGEST: usize = 1000;

/// Finds where a quotation ends; an apostrophe in front of a letter ends none.
fn closing(text: &str, from: usize, close: char) -> Option<usize> {
    let mut chars = text[from..].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let inside = chars.peek().is_some_and(|&(_, next)| is_letter(next));
        if at > LONGEST || c == '\n' {
            return None;
        }
        if c == close && !(matches!(c, '\'' | '’') && inside) {
            return Some(from + at + c.len_utf8());
        }
    }
    None
}
