//! Patterns of words: what the grammar's data is written in. Used by the build script and by tests.
//!
//! A pattern is a row of words; `a|b` are choices, `(a b|c)` groups them, `?` behind a piece makes
//! it optional, `<name>` is a class of words, `*` up to six words of any kind, `_` one of them, `^`
//! the opening of a clause, `$` its end, `!` in front of a piece forbids it there. Chinese needs no
//! blanks: every character is a word.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use super::code::Shape;
use super::words::{is_han, is_letter, parts};

/// One piece of a pattern; words and classes by their number.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Word(u16),
    Shape(Shape),
    Any,
    Gap,
    Start,
    End,
    Not(Box<Piece>),
    Group(Vec<Vec<Piece>>),
    Optional(Box<Piece>),
    Class(usize),
}

/// Words with the numbers they are given in the order they are met, from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub(crate) numbers: BTreeMap<String, u16>,
}

impl Words {
    fn number(&mut self, word: &str) -> Result<u16, String> {
        let next = u16::try_from(self.numbers.len()).map_err(|error| error.to_string())?;
        Ok(*self.numbers.entry(word.to_owned()).or_insert(next))
    }
}

/// Reads patterns; words it meets are given numbers, classes are known by name.
pub(crate) struct Reader<'a> {
    pub(crate) words: &'a mut Words,
    pub(crate) class: &'a dyn Fn(&str) -> Option<usize>,
}

impl Reader<'_> {
    /// Reads a whole pattern.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn read(&mut self, text: &str) -> Result<Vec<Piece>, String> {
        let mut rest = text.trim();
        let rows = self.rows(&mut rest)?;
        match rows.len() {
            _ if !rest.is_empty() => Err(format!("`{text}` has a bracket too many")),
            1 => Ok(rows.into_iter().next().unwrap_or_default()),
            _ => Ok(vec![Piece::Group(rows)]),
        }
    }

    fn rows(&mut self, rest: &mut &str) -> Result<Vec<Vec<Piece>>, String> {
        let mut rows = vec![Vec::new()];
        while let Some(c) = rest.chars().next().filter(|&c| c != ')') {
            if c == '|' || c.is_whitespace() {
                *rest = &rest[c.len_utf8()..];
                if c == '|' {
                    rows.push(Vec::new());
                }
                continue;
            }
            let pieces = self.piece(rest)?;
            if let Some(row) = rows.last_mut() {
                row.extend(pieces);
            }
        }
        Ok(rows)
    }

    /// Reads one piece; a word may be several tokens, of which a mark behind it means the last.
    fn piece(&mut self, rest: &mut &str) -> Result<Vec<Piece>, String> {
        let first = rest.chars().next().unwrap_or(' ');
        let mut pieces = match first {
            '!' => {
                *rest = &rest[1..];
                let inner = self.piece(rest)?;
                return Ok(vec![Piece::Not(Box::new(Piece::Group(vec![inner])))]);
            }
            '(' => vec![self.group(rest)?],
            '<' => vec![self.class_of(rest)?],
            '*' | '_' | '^' | '$' => {
                *rest = &rest[1..];
                vec![match first {
                    '*' => Piece::Gap,
                    '_' => Piece::Any,
                    '^' => Piece::Start,
                    _ => Piece::End,
                }]
            }
            _ => self.word(rest)?,
        };
        if let Some(behind) = rest.strip_prefix('?') {
            *rest = behind;
            if let Some(last) = pieces.pop() {
                pieces.push(Piece::Optional(Box::new(last)));
            }
        }
        Ok(pieces)
    }

    fn group(&mut self, rest: &mut &str) -> Result<Piece, String> {
        *rest = &rest[1..];
        let rows = self.rows(rest)?;
        *rest = rest.strip_prefix(')').ok_or("a bracket is not closed")?;
        Ok(Piece::Group(rows))
    }

    fn class_of(&mut self, rest: &mut &str) -> Result<Piece, String> {
        let end = rest.find('>').ok_or("a class has no end")?;
        let name = &rest[1..end];
        *rest = &rest[end + 1..];
        if let Some(shape) = shape(name) {
            return Ok(Piece::Shape(shape));
        }
        (self.class)(name).map(Piece::Class).ok_or_else(|| format!("no class is called <{name}>"))
    }

    fn word(&mut self, rest: &mut &str) -> Result<Vec<Piece>, String> {
        let ends = |c: char| c.is_whitespace() || "()|<>*_^$!?".contains(c);
        let end = rest.find(ends).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        *rest = behind;
        let found = words_of(word);
        if found.is_empty() {
            return Err(format!("`{word}` is no word"));
        }
        found.iter().map(|word| Ok(Piece::Word(self.words.number(word)?))).collect()
    }
}

/// Returns the words of a text in small letters; short forms are written out ("don't": do, not).
pub(crate) fn words_of(text: &str) -> Vec<String> {
    let folded = text.nfkc().collect::<String>().to_lowercase();
    let mut words = Vec::new();
    let mut word = String::new();
    for c in folded.chars() {
        if is_letter(c) || (!word.is_empty() && "-./'’".contains(c)) {
            word.push(if c == '’' { '\'' } else { c });
            continue;
        }
        write_out(&std::mem::take(&mut word), &mut words);
        if is_han(c) {
            words.push(c.to_string());
        }
    }
    write_out(&word, &mut words);
    words
}

fn write_out(word: &str, words: &mut Vec<String>) {
    if !word.is_empty() {
        let (first, second) = parts(word);
        words.push(first.into_owned());
        words.extend(second.map(str::to_owned));
    }
}

/// Returns the shape a pattern calls by this name.
fn shape(name: &str) -> Option<Shape> {
    Some(match name {
        "ed" => Shape::Past,
        "ing" => Shape::Ing,
        "s" => Shape::S,
        "number" => Shape::Number,
        "latin" => Shape::Latin,
        "capital" => Shape::Capital,
        _ => return None,
    })
}
