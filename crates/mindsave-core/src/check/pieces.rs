//! Cuts a text into pieces: parts of words, numbers, ideographs, ends of clauses.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::calls::{self, Mark, Spelled};
use super::vocabulary::stem_of;
use crate::text::is_ideograph;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A part of a word of a script with blanks: `local` and `storage` of `localStorage`.
    Word,
    /// A number.
    Number,
    /// One ideograph.
    Han,
    /// The end of a clause.
    Break,
    /// A mark that turns what stands before it: `= false`, `=0`.
    Off,
    /// An arrow: `→`, or `->` between blanks.
    Arrow,
}

/// One piece.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about a word")]
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// In lower case.
    pub(super) form: String,
    /// What forms of the same word share; of other pieces the form.
    pub(super) stem: String,
    /// Parts of one word share its number.
    pub(super) chunk: usize,
    /// Whether the word is written like a name of code: `work_mem`, `localStorage`, `API`.
    pub(super) name: bool,
    /// Whether it begins with a capital inside a sentence.
    pub(super) capital: bool,
    /// Whether the word has `-`, `.` or `/` inside.
    pub(super) joined: bool,
    /// Whether it is an option of a command: `--force`, `-n`.
    pub(super) option: bool,
    /// Where it stands in the text as it was cut, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A text in pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// The text after normalisation of width and of compatibility forms, with calls spelled out.
    pub(super) text: String,
    /// What its calls say, with where that stands.
    pub(super) marks: Vec<(usize, Mark)>,
    pub(super) list: Vec<Piece>,
}

impl Pieces {
    /// Cuts a text.
    pub(super) fn of(text: &str) -> Self {
        let text: String = text.nfkc().filter(|c| !matches!(c, '\'' | '’')).collect();
        let Spelled { text, marks } = calls::spelled(text);
        let list = Vec::with_capacity(text.len() / 4);
        let mut out = Self { text: String::new(), marks, list };
        let mut chars = text.char_indices().peekable();
        let chinese = text.chars().any(is_ideograph);
        let mut word: Option<usize> = None;
        let mut before = ' ';
        while let Some((at, c)) = chars.next() {
            let after = chars.peek().map_or(' ', |&(_, c)| c);
            let letter = |c: char| c.is_alphanumeric() && !is_ideograph(c) || c == '_';
            let colon = opens_reason(c, before, after, chinese);
            let joins = inside(c) && !colon && letter(before) && letter(after);
            if letter(c) || word.is_some() && joins {
                word.get_or_insert(at);
            } else {
                if let Some(start) = word.take() {
                    out.word(&text, start, at);
                }
                if colon {
                    out.push(Kind::Break, String::new(), at..at + 1);
                } else {
                    out.mark(&text, c, at, before, after);
                }
            }
            before = c;
        }
        if let Some(start) = word {
            out.word(&text, start, text.len());
        }
        out.text = text;
        out
    }

    fn mark(&mut self, text: &str, c: char, at: usize, before: char, after: char) {
        let end = at + c.len_utf8();
        if is_ideograph(c) {
            self.push(Kind::Han, c.to_string(), at..end);
        } else if is_arrow(text, c, at, after) {
            self.push(Kind::Arrow, String::new(), at..end);
        } else if ends_clause(c, before, after) {
            self.push(Kind::Break, String::new(), at..end);
        } else if matches!(c, '=' | ':') && turns_off(&text[end..]) {
            self.push(Kind::Off, String::new(), at..end);
        }
    }

    /// Adds a piece that belongs to no other.
    fn push(&mut self, kind: Kind, form: String, place: Range<usize>) {
        self.push_of(self.list.len(), kind, form.clone(), form, place);
    }

    /// Adds a piece of the word that begins with piece number `chunk`.
    fn push_of(
        &mut self,
        chunk: usize,
        kind: Kind,
        form: String,
        stem: String,
        place: Range<usize>,
    ) {
        let Range { start, end } = place;
        let (name, capital, joined, option) = (false, false, false, false);
        self.list.push(Piece {
            kind,
            form,
            stem,
            chunk,
            name,
            capital,
            joined,
            option,
            start,
            end,
        });
    }

    /// Cuts a word at its marks, at capitals and before a number at its end.
    fn word(&mut self, text: &str, start: usize, end: usize) {
        let word = &text[start..end];
        let (chunk, first) = (self.list.len(), self.list.len());
        let mut from = 0;
        let mut before = '_';
        for (at, c) in word.char_indices() {
            let after = word[at + c.len_utf8()..].chars().next().unwrap_or('_');
            if inside(c) || c == '_' {
                // A version keeps its dots.
                let dots = c == '.' && before.is_ascii_digit() && after.is_ascii_digit();
                if !dots {
                    self.part(word, start, from, at, chunk);
                    from = at + c.len_utf8();
                }
            } else if hump(before, c, after) || c.is_ascii_digit() && before.is_alphabetic() {
                self.part(word, start, from, at, chunk);
                from = at;
            }
            before = c;
        }
        self.part(word, start, from, word.len(), chunk);
        let parts = self.list.len() - first;
        let humps = word
            .chars()
            .zip(word.chars().skip(1))
            .any(|(a, b)| a.is_alphabetic() && a != '_' && b.is_uppercase());
        let acronym = is_acronym(word);
        let name = (word.trim_matches('_').contains('_') || humps) && !acronym;
        let capital = word.starts_with(char::is_uppercase)
            && !acronym
            && first > 0
            && self.list[first - 1].kind != Kind::Break;
        let joined = parts > 1 && word.contains(inside);
        let bare = text[..start].trim_end_matches('-');
        let apart = |c: char| c.is_whitespace() || matches!(c, '`' | '"' | '(');
        let option = bare.len() < start && start - bare.len() <= 2 && bare.ends_with(apart);
        for piece in &mut self.list[first..] {
            (piece.name, piece.joined, piece.capital) = (name, joined, capital);
            piece.option = option;
        }
    }

    fn part(&mut self, word: &str, start: usize, from: usize, to: usize, chunk: usize) {
        if from >= to {
            return;
        }
        let form = word[from..to].to_lowercase();
        let number = form.starts_with(|c: char| c.is_ascii_digit());
        let kind = if number { Kind::Number } else { Kind::Word };
        let stem = if number { form.clone() } else { stem_of(&form).into_owned() };
        self.push_of(chunk, kind, form, stem, start + from..start + to);
    }
}

/// Marks that can stand inside a word.
fn inside(c: char) -> bool {
    matches!(c, '-' | '.' | '/' | '@' | ':' | '\\')
}

/// Whether a capital begins a new part: `localStorage`, `HTTPServer`.
fn hump(before: char, c: char, after: char) -> bool {
    c.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && after.is_lowercase())
}

fn is_acronym(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| c.is_uppercase() || c.is_ascii_digit())
}

/// Whether a colon without a blank ends the clause: Chinese writes none behind it, as in
/// 拖拽走 `IDragHandler:UI` 面板收不到事件.
fn opens_reason(c: char, before: char, after: char, chinese: bool) -> bool {
    c == ':' && (is_ideograph(before) || chinese && before != ':' && after.is_uppercase())
}

fn ends_clause(c: char, before: char, after: char) -> bool {
    match c {
        ',' | ';' | '。' | '、' | '\n' | '(' | ')' | '…' | '—' | '–' => true,
        '.' | ':' | '?' | '!' => after.is_whitespace() || is_ideograph(after),
        '-' | '&' | '|' => (before.is_whitespace() || before == c) && after.is_whitespace(),
        _ => false,
    }
}

/// Whether it is an arrow, or the head of one that is written in two marks.
fn is_arrow(text: &str, c: char, at: usize, after: char) -> bool {
    let drawn = || {
        let shaft = text[..at].trim_end_matches(['-', '=']);
        shaft.len() < at && shaft.ends_with(char::is_whitespace)
    };
    matches!(c, '→' | '⇒' | '➜' | '➔' | '⟶') || c == '>' && after.is_whitespace() && drawn()
}

/// Whether a setting is turned off by what stands behind its mark.
fn turns_off(rest: &str) -> bool {
    const WORDS: [&str; 6] = ["false", "off", "no", "none", "null", "0"];
    let rest = rest.trim_start_matches([' ', '"', '=']);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    WORDS.iter().any(|word| rest[..end].eq_ignore_ascii_case(word))
}
