//! Tokens of prose: words in small letters, single Chinese characters, and the marks between them.

use super::grammar::{Shape, Tables, WordId, is_han};

/// A mark between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The end of a sentence.
    Stop,
    /// The end of a question.
    Question,
    /// `,` and its kin.
    Comma,
    /// `;`.
    Semicolon,
    /// `:`.
    Colon,
    /// A dash between blanks.
    Dash,
    /// A bracket.
    Bracket,
}

/// One token of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// The word, if the grammar knows it.
    pub(super) word: WordId,
    /// The mark, if it is one.
    pub(super) mark: Option<Mark>,
    shapes: u8,
    /// Where it stands in the text, in bytes.
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether it stands between quotation marks: somebody else's words, or a name.
    pub(super) quoted: bool,
}

impl Token {
    pub(super) fn new(
        word: &str,
        written: &str,
        grammar: &Tables,
        (from, to): (usize, usize),
    ) -> Self {
        let shapes = shapes(word, written);
        Self { word: grammar.number(word), mark: None, shapes, from, to, quoted: false }
    }

    pub(super) fn mark(mark: Mark, from: usize, to: usize) -> Self {
        Self { word: 0, mark: Some(mark), shapes: 0, from, to, quoted: false }
    }

    /// Reports whether the word has a shape.
    pub(super) fn has(&self, shape: Shape) -> bool {
        self.shaped(shape as u16)
    }

    /// Reports whether the word has the shape of a number.
    pub(super) fn shaped(&self, number: u16) -> bool {
        self.shapes >> number & 1 == 1
    }
}

fn shapes(word: &str, written: &str) -> u8 {
    let latin = word.starts_with(|c: char| c.is_alphanumeric() && !is_han(c));
    let plain = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    let ends = |end: &str, least: usize| plain && word.len() >= least && word.ends_with(end);
    let set = [
        (Shape::Past, ends("ed", 4) && !word.ends_with("eed")),
        (Shape::Ing, ends("ing", 5)),
        (
            Shape::S,
            ends("s", 3) && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is"),
        ),
        (Shape::Number, word.starts_with(|c: char| c.is_ascii_digit())),
        (Shape::Latin, latin),
        (Shape::Capital, written.starts_with(char::is_uppercase)),
    ];
    set.iter().filter(|(_, has)| *has).fold(0, |all, (shape, _)| all | 1 << *shape as u8)
}
