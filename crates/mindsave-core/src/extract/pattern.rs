//! Patterns of words: what the grammar's data is written in, and how it is matched.
//!
//! A pattern is a row of words; `a|b` are choices, `(a b|c)` groups them, `?` behind a piece makes
//! it optional, `<name>` is a class of words, `*` up to six words of any kind, `_` one of them, `^`
//! the opening of a clause, `$` its end, `!` in front of a piece forbids it there. Chinese needs no
//! blanks: every character is a word. Matching follows all ways at once through a set of places, so
//! its cost is bounded by the length of clause and pattern, whatever the text.

use super::token::{Shape, Token, WordId, Words, words_of};

/// A set of places in a clause, one bit each: before its first token, its second, and so on.
pub(super) type Places = u128;

/// The most tokens of a clause: one place more fits into [`Places`].
pub(super) const LONGEST: usize = 120;

/// The most words a gap passes over.
const GAP: usize = 6;

/// One piece of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Word(WordId),
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

/// Classes of words by number.
pub(super) type Classes = Vec<Vec<Vec<Piece>>>;

/// What a pattern is matched against.
pub(super) struct Field<'a> {
    pub(super) tokens: &'a [Token],
    /// The places where a clause opens: its start, and those behind words that only lead in.
    pub(super) opening: Places,
    /// The places where it ends: behind its last token, and before words that only lead out.
    pub(super) closing: Places,
    pub(super) classes: &'a Classes,
}

impl Field<'_> {
    /// Follows a row of pieces from a set of places; the places it ends at.
    pub(super) fn follow(&self, pieces: &[Piece], from: Places) -> Places {
        pieces
            .iter()
            .fold(from, |places, piece| if places == 0 { 0 } else { self.step(piece, places) })
    }

    fn step(&self, piece: &Piece, places: Places) -> Places {
        match piece {
            Piece::Word(id) => self.over(places, |token| token.word == *id && !token.quoted),
            Piece::Shape(shape) => self.over(places, |token| token.has(*shape) && !token.quoted),
            Piece::Any => self.over(places, |_| true),
            Piece::Gap => (0..GAP).fold(places, |all, _| all | self.over(all, |_| true)),
            Piece::Start => places & self.opening,
            Piece::End => places & self.closing,
            Piece::Not(inner) => bits(places)
                .filter(|at| self.step(inner, 1 << at) == 0)
                .fold(0, |all, at| all | 1 << at),
            Piece::Group(rows) => self.any_of(rows, places),
            Piece::Class(number) => self.any_of(&self.classes[*number], places),
            Piece::Optional(inner) => places | self.step(inner, places),
        }
    }

    fn any_of(&self, rows: &[Vec<Piece>], places: Places) -> Places {
        rows.iter().fold(0, |all, row| all | self.follow(row, places))
    }

    /// Passes over one token where it is of the kind asked for.
    fn over(&self, places: Places, fits: impl Fn(&Token) -> bool) -> Places {
        let passed = bits(places).filter(|&at| self.tokens.get(at).is_some_and(&fits));
        passed.fold(0, |all, at| all | 1 << (at + 1))
    }
}

/// The numbers of the bits that are set.
pub(super) fn bits(mut places: Places) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = places.trailing_zeros() as usize;
        (places != 0).then(|| {
            places &= places - 1;
            at
        })
    })
}

/// Reads patterns; words it meets are given numbers, classes are known by name.
pub(super) struct Reader<'a> {
    pub(super) words: &'a mut Words,
    pub(super) class: &'a dyn Fn(&str) -> Option<usize>,
}

impl Reader<'_> {
    /// Reads a whole pattern.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn read(&mut self, text: &str) -> Result<Vec<Piece>, String> {
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
        if let Some(shape) = Shape::of_name(name) {
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
        Ok(found.iter().map(|word| Piece::Word(self.words.number(word))).collect())
    }
}
