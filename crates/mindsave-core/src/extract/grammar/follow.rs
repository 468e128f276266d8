//! How a pattern is matched: along all ways at once, through a set of places, so that its cost is
//! bounded by the length of clause and pattern, whatever the text.

use super::code::{
    ANY, ARGUMENT, CLASS, END, GAP, GROUP, KIND, MARK, NOT, OPTIONAL, PLACE, SHAPE, START,
};
use super::role::Form;
use crate::extract::token::Token;

/// A set of places in a clause, one bit each: before its first token, its second, and so on.
pub(in crate::extract) type Places = u128;

/// The most tokens of a clause: one place more fits into [`Places`].
pub(in crate::extract) const LONGEST: usize = 120;

/// The most words a gap passes over.
const GAP_WORDS: usize = 6;

/// What a pattern is matched against.
pub(super) struct Field<'a> {
    pub(super) tokens: &'a [Token],
    /// The places where a clause opens: its start, and those behind words that only lead in.
    pub(super) opening: Places,
    /// The places where it ends: behind its last token, and before words that only lead out.
    pub(super) closing: Places,
    pub(super) code: &'static [u16],
    pub(super) classes: &'static [(u16, u16)],
}

impl Field<'_> {
    /// Follows the pattern of a form from a set of places; the places it ends at.
    pub(super) fn follow(&self, form: &Form, from: Places) -> Places {
        self.row(&self.code[usize::from(form.from)..usize::from(form.to)], from)
    }

    fn row(&self, mut code: &[u16], mut places: Places) -> Places {
        while places != 0 && !code.is_empty() {
            let size = size(code);
            places = self.piece(&code[..size], places);
            code = &code[size..];
        }
        places
    }

    fn piece(&self, code: &[u16], places: Places) -> Places {
        let (first, rest) = (code[0], &code[1..]);
        if first < MARK {
            return self.over(places, |token| token.word == first && !token.quoted);
        }
        let argument = first & ARGUMENT;
        match (first & !MARK) >> KIND {
            SHAPE => self.over(places, |token| token.shaped(argument) && !token.quoted),
            PLACE => self.place(argument, places),
            NOT => bits(places)
                .filter(|at| self.piece(rest, 1 << at) == 0)
                .fold(0, |all, at| all | 1 << at),
            OPTIONAL => places | self.piece(rest, places),
            CLASS => {
                let (from, to) = self.classes[usize::from(argument)];
                self.any_of(&self.code[usize::from(from)..usize::from(to)], places)
            }
            _ => self.any_of(rest, places),
        }
    }

    fn place(&self, argument: u16, places: Places) -> Places {
        match argument {
            ANY => self.over(places, |_| true),
            GAP => (0..GAP_WORDS).fold(places, |all, _| all | self.over(all, |_| true)),
            START => places & self.opening,
            END => places & self.closing,
            _ => 0,
        }
    }

    fn any_of(&self, mut rows: &[u16], places: Places) -> Places {
        let mut ends = 0;
        while let Some((length, rest)) = rows.split_first() {
            let (row, behind) = rest.split_at(usize::from(*length));
            ends |= self.row(row, places);
            rows = behind;
        }
        ends
    }

    /// Passes over one token where it is of the kind asked for.
    fn over(&self, places: Places, fits: impl Fn(&Token) -> bool) -> Places {
        let passed = bits(places).filter(|&at| self.tokens.get(at).is_some_and(&fits));
        passed.fold(0, |all, at| all | 1 << (at + 1))
    }
}

/// How many numbers the first piece of a row takes.
fn size(code: &[u16]) -> usize {
    let first = code[0];
    match (first & !MARK) >> KIND {
        _ if first < MARK => 1,
        GROUP => 1 + usize::from(first & ARGUMENT),
        NOT | OPTIONAL => 1 + size(&code[1..]),
        _ => 1,
    }
}

/// The numbers of the bits that are set.
pub(in crate::extract) fn bits(mut places: Places) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = places.trailing_zeros() as usize;
        (places != 0).then(|| {
            places &= places - 1;
            at
        })
    })
}
