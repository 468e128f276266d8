//! What a rule says: of which things, for or against, how strictly, and in which case.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::gist::Gist;
use super::lexicon::Lexicon;
use super::parser::Parser;
use super::scan::{ConceptRef, PackRef};
use super::stretch::{Stretch, holds_half, unquoted};
use super::wording::{Form, Part, Parts};

/// The most words nothing is known of in a rule that is merged; they become its note.
pub(crate) const RESIDUE: usize = 6;

/// Whether a thing is asked for or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Polarity {
    /// It is asked for.
    Choose,
    /// It is refused.
    Reject,
}

/// How strictly a rule is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Modality {
    /// It is an order.
    Must,
    /// It is a preference.
    Prefer,
    /// It allows something, without asking for it.
    May,
    /// It waives a duty: neither an order nor a ban.
    Waive,
    /// Its sense is hard to tell: a double negation, a question.
    Unclear,
}

/// One thing a rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The thing.
    pub concept: ConceptRef,
    /// For or against.
    pub polarity: Polarity,
    /// Whether it only says where something else is refused, or may be what is done in its place:
    /// then nothing is asked of it.
    pub(crate) placed: bool,
    /// The first token that names it.
    pub(crate) first: u16,
    /// Where the words stand that name it.
    pub(crate) words: Stretch,
    /// Where the words stand that decide whether it is asked for; none of them when nothing does.
    pub(crate) decided: Stretch,
}

/// The things a rule is about; few rules are about more than two.
pub(crate) type Subjects = SmallVec<[Subject; 2]>;

impl Subject {
    /// The first token that names it.
    pub(crate) fn at(&self) -> usize {
        usize::from(self.first)
    }

    /// The version that stands in or behind the words that name it: "21" of "Java 21".
    pub(crate) fn version<'r>(&self, rule: &'r str) -> Option<&'r str> {
        let digit = |c: char| c.is_ascii_digit();
        let words = self.words.of(rule);
        let own = words.trim_start_matches(|c: char| !digit(c));
        if !own.is_empty() && own.chars().all(|c| digit(c) || c == '.') {
            return Some(own);
        }
        let behind = rule.get(self.words.to()..)?.trim_start().trim_start_matches(['v', 'V']);
        let end = behind.find(|c: char| !digit(c) && c != '.').unwrap_or(behind.len());
        let version = behind[..end].trim_end_matches('.');
        version.starts_with(digit).then_some(version)
    }

    /// The words that name it, as they stand in the rule.
    pub(crate) fn words<'r>(&self, rule: &'r str) -> Cow<'r, str> {
        unquoted(self.words.of(rule))
    }
}

/// A rule, understood as far as words go. Long lists keep one for each rule, so that lists that are
/// empty nearly always take as little room as they can.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about a sentence")]
pub struct Statement {
    /// The things it is about, in order.
    pub(crate) subjects: Subjects,
    /// How strictly it is meant.
    pub modality: Modality,
    /// Whether it holds in some case only.
    pub conditional: bool,
    /// Whether it limits a number or depends on one.
    pub numeric: bool,
    /// Where words stand nothing is known of, in runs.
    pub(crate) notes: SmallVec<[Stretch; 4]>,
    /// How many words those are.
    pub residue: usize,
    /// The words with weight of their own and the case it is said for, in canonical form.
    pub(crate) gist: Gist,
    /// The numbers in it.
    pub(crate) numbers: Box<[String]>,
    /// The sense of the sentence as a whole, where no concept carries it.
    pub(crate) refuses: bool,
    /// Whether it says "only".
    pub(crate) exclusive: bool,
    /// Categories of words that could be theirs but were not trusted.
    pub(crate) doubts: Box<[PackRef]>,
    /// The pieces it can be said in; none when it has to be said as it is written, or is never
    /// said with others.
    pub(crate) parts: Option<Parts>,
    /// Where it says why.
    pub(crate) reason: Option<Stretch>,
    /// Whether it is said for every case.
    pub(crate) universal: bool,
    /// Whether it names an exception.
    pub(crate) excepts: bool,
    /// A number that rules with the same words share; 0 for one of few words.
    pub(crate) sense: u64,
    /// How many bytes of the text are the rule itself; behind them stands its reason.
    pub(crate) size: usize,
}

impl Statement {
    /// Reads a rule.
    ///
    /// ```
    /// use mindsave_core::text::{Lexicon, Polarity, Statement};
    ///
    /// let lexicon = Lexicon::builtin();
    /// let rule = Statement::parse("用 pnpm，不要用 npm", &[lexicon]);
    /// let said: Vec<_> = rule.subjects().iter().map(|s| (lexicon.name(s.concept.id), s.polarity)).collect();
    /// assert_eq!(said, [("pnpm", Polarity::Choose), ("npm", Polarity::Reject)]);
    /// ```
    pub fn parse(rule: &str, lexicons: &[&Lexicon]) -> Self {
        Parser::new(lexicons).parse(rule, &[])
    }

    /// The things it is about, in order.
    pub fn subjects(&self) -> &[Subject] {
        &self.subjects
    }

    /// The words of a rule nothing is known of, in runs; `rule` is the text it was read from.
    ///
    /// ```
    /// use mindsave_core::text::{Lexicon, Statement};
    ///
    /// let rule = "never use Redux in the old checkout";
    /// let statement = Statement::parse(rule, &[Lexicon::builtin()]);
    /// assert_eq!(statement.notes(rule).collect::<Vec<_>>(), ["in the old checkout"]);
    /// ```
    pub fn notes<'r>(&self, rule: &'r str) -> impl Iterator<Item = Cow<'r, str>> {
        self.notes.iter().map(move |note| unquoted(note.of(rule)))
    }

    /// Why, in the rule's own words; `rule` is the text it was read from.
    ///
    /// ```
    /// use mindsave_core::text::{Lexicon, Statement};
    ///
    /// let rule = "不要用 Redux，因为太重";
    /// let statement = Statement::parse(rule, &[Lexicon::builtin()]);
    /// assert_eq!(statement.reason(rule), Some("太重"));
    /// ```
    pub fn reason<'r>(&self, rule: &'r str) -> Option<&'r str> {
        self.reason.map(|reason| reason.of(rule))
    }

    /// Makes things the rule names in passing words of its notes.
    pub(crate) fn demote(&mut self, others: &[Subject], rule: &str) {
        let lone = |part: &Part| {
            matches!(part.form, Form::Name(_) | Form::Only(_))
                && others.iter().any(|subject| part.tokens.contains(subject.at()))
        };
        if self.parts.iter().flatten().any(lone) {
            self.parts = None;
        }
        for subject in others {
            let words = subject.words(rule);
            let said = self.subjects.iter().any(|own| holds(&own.words(rule), &words));
            if !said && !self.notes.iter().any(|note| note_holds(note.of(rule), &words)) {
                self.residue += 1;
                self.notes.push(subject.words);
            }
        }
    }

    /// Reports whether it can be said together with others, as far as that depends on what it says
    /// and not on which things it names.
    pub(crate) fn can_merge(&self) -> bool {
        matches!(self.modality, Modality::Must | Modality::Prefer)
            && !self.conditional
            && !self.numeric
            && self.residue <= RESIDUE
    }

    /// The words the rule is about: names of things and words with weight, sorted.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.gist.words().map(str::to_owned).collect();
        words.extend(
            self.subjects.iter().map(|s| format!("#{}.{:?}", s.concept.lexicon, s.concept.id)),
        );
        words.retain(|word| !self.numbers.contains(word));
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Reports whether the two take opposite sides as wholes: an order and a ban or a waiver.
    pub(crate) fn stands_against(&self, other: &Self) -> bool {
        let side = |s: &Self| match s.modality {
            Modality::Must | Modality::Prefer => Some(s.refuses),
            Modality::Waive => Some(true),
            Modality::May | Modality::Unclear => None,
        };
        matches!((side(self), side(other)), (Some(a), Some(b)) if a != b)
    }
}

/// Reports whether a note holds some words; the half of a quotation in it is none.
fn note_holds(note: &str, words: &str) -> bool {
    if !holds_half(note) {
        return holds(note, words);
    }
    let tick = |byte: &&u8| **byte != b'`';
    let places = 0..=note.len();
    places.into_iter().any(|at| {
        let mut behind = note.as_bytes()[at..].iter().filter(tick);
        words.bytes().all(|byte| behind.next() == Some(&byte))
    })
}

/// Reports whether a text holds another; both are short, so that what prepares a search takes longer
/// than the search itself.
fn holds(text: &str, other: &str) -> bool {
    let Some((first, rest)) = other.as_bytes().split_first() else { return true };
    let behind = |at: usize| text.as_bytes()[at + 1..].starts_with(rest);
    text.bytes().enumerate().any(|(at, byte)| byte == *first && behind(at))
}
