//! The grammar of extraction: which words make a clause what it is.
//!
//! Its data is `rules/language/extraction.yaml`, compiled by the build script into tables that are
//! used where they lie: a program that extracts nothing pays nothing for them.

mod code;
#[cfg(test)]
mod compile;
mod follow;
#[cfg(test)]
mod pattern;
mod role;
mod words;

use super::kind;
use super::token::Token;

pub(super) use code::Shape;
pub(super) use follow::{LONGEST, Places, bits};
pub(super) use role::{Form, Refusal, Role, Sure, Take};
pub(super) use words::{is_han, is_letter, parts};

use follow::Field;

/// The tables, as the build script writes them, and the names that stand in them.
mod tables {
    use super::code::Shape::{Capital, Ing, Latin, Number, Past, S};
    use super::kind::Kind::{
        Blocker, Constraint, Correction, Decision, Failure, Learning, NoSave, Problem, Progress,
        SaveAgain, SessionEnd,
    };
    use super::role::Form;
    use super::role::Refusal::{Deed, Thing};
    use super::role::Role::{
        And, Because, But, Closer, Condition, Goodbye, Inert, Kind, Label, Nay, Not, OpenLabel,
        Opener, Others, Over, Pending, Pronoun, Question, Report, So, Suppose, Unreal, Until,
    };
    use super::role::Sure::{Clear, Explicit, Vague};
    use super::role::Take::{After, Before, Whole};
    use super::{Lists, Tables};

    include!(concat!(env!("OUT_DIR"), "/extraction.rs"));
}

impl Refusal {
    /// Returns the word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Thing => "no",
            Self::Deed => "not",
        }
    }
}

/// A form that was found in a clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) form: &'static Form,
    /// Its first token, and the one behind its last, counted in the clause.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The number of a word the grammar knows; 0 is every other word.
pub(super) type WordId = u16;

/// A grammar; every place in it is made and checked by the compiler of the tables.
pub(super) struct Tables {
    /// Every word of it in their order, with nothing between, and where each ends.
    words: &'static str,
    ends: &'static [u16],
    /// The patterns of the classes and of the forms.
    code: &'static [u16],
    classes: &'static [(u16, u16)],
    forms: &'static [Form],
    /// The forms that can begin with each word.
    by_word: Lists,
    /// The forms that can begin with a word of a shape.
    by_shape: &'static [(Shape, u16)],
    /// The forms that only lead in, and those that only lead out.
    leads: [Lists; 2],
}

/// Lists of numbers behind each other, and where each ends.
struct Lists {
    ends: &'static [u16],
    items: &'static [u16],
}

impl Lists {
    fn of(&self, number: WordId) -> &'static [u16] {
        let number = usize::from(number);
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[usize::from(start)..usize::from(self.ends[number])]
    }
}

/// The grammar that comes with the program.
pub(super) fn builtin() -> &'static Tables {
    &tables::TABLES
}

impl Tables {
    /// Returns the number of a word, 0 if the grammar does not know it.
    pub(super) fn number(&self, word: &str) -> WordId {
        let start = |at: usize| at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let text = |at: usize| &self.words[usize::from(start(at))..usize::from(self.ends[at])];
        let (mut from, mut to) = (0, self.ends.len());
        while from < to {
            let middle = from.midpoint(to);
            match text(middle).cmp(word) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
                std::cmp::Ordering::Equal => return WordId::try_from(middle + 1).unwrap_or(0),
            }
        }
        0
    }

    /// Finds every form in a clause; `opening` are the places where it opens.
    pub(super) fn hits(&'static self, tokens: &[Token], opening: Places) -> Vec<Hit> {
        let closing = self.closing(tokens);
        let field = Field { tokens, opening, closing, code: self.code, classes: self.classes };
        let mut hits = Vec::new();
        for (start, token) in tokens.iter().enumerate().filter(|(_, token)| !token.quoted) {
            let by_word = self.by_word.of(token.word).iter().copied();
            let by_shape = self.by_shape.iter().filter(|(shape, _)| token.has(*shape));
            for number in by_word.chain(by_shape.map(|(_, number)| *number)) {
                let form = &self.forms[usize::from(number)];
                let ends = field.follow(form, 1 << start);
                if ends != 0 {
                    let end = Places::BITS as usize - 1 - ends.leading_zeros() as usize;
                    hits.push(Hit { form, start, end });
                }
            }
        }
        whole(hits)
    }

    /// The places where a clause opens: its start, and behind the words that only lead in.
    pub(super) fn opening(&self, tokens: &[Token], from: Places) -> Places {
        let field =
            Field { tokens, opening: from, closing: 0, code: self.code, classes: self.classes };
        let (mut opening, mut new) = (from, from);
        while new != 0 {
            let found = self.lead(&field, 0, new);
            new = found & !opening;
            opening |= found;
        }
        opening
    }

    /// The places where a clause ends: behind its last token, and before words that only lead out.
    fn closing(&self, tokens: &[Token]) -> Places {
        let end: Places = 1 << tokens.len();
        let field =
            Field { tokens, opening: 0, closing: end, code: self.code, classes: self.classes };
        let near = tokens.len().saturating_sub(6)..tokens.len();
        let mut closing = end;
        for at in near.rev() {
            let ends = self.lead(&field, 1, 1 << at) & closing != 0;
            closing |= Places::from(ends) << at;
        }
        closing
    }

    /// Follows the forms that lead in or out from some places.
    fn lead(&self, field: &Field<'_>, way: usize, places: Places) -> Places {
        let word = |at: usize| field.tokens.get(at).map_or(0, |token| token.word);
        bits(places).fold(0, |all, at| {
            let forms = self.leads[way].of(word(at)).iter();
            forms.fold(all, |all, number| {
                all | field.follow(&self.forms[usize::from(*number)], 1 << at)
            })
        })
    }
}

/// Drops what is found inside a word that only holds its characters, and what a longer form says
/// otherwise.
fn whole(mut hits: Vec<Hit>) -> Vec<Hit> {
    let spans: Vec<(usize, usize, Role)> = hits
        .iter()
        .filter(|hit| matches!(hit.form.role, Role::Inert | Role::Kind(_)))
        .map(|hit| (hit.start, hit.end, hit.form.role))
        .collect();
    let inside = |hit: &Hit, &(start, end, role): &(usize, usize, Role)| {
        let within = start <= hit.start && hit.end <= end && hit.end - hit.start < end - start;
        let other = matches!(hit.form.role, Role::Kind(_)) && role != hit.form.role;
        within && (role == Role::Inert || other)
    };
    hits.retain(|hit| !spans.iter().any(|span| inside(hit, span)));
    hits
}

#[cfg(test)]
mod tests;
