//! Takes rules in: reads each once, and each beside the others.

use std::hash::BuildHasher;

use smallvec::SmallVec;

use hashbrown::{DefaultHashBuilder, HashMap, HashSet, HashTable};

use super::Duplicate;
use super::categories::{Categories, Category};
use super::entry::{Source, SourceKind};
use super::request::Request;
use crate::text::{PackRef, Parser, Statement, fold_words, parse_approach};

/// A rule on its way through the engine.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) source: Source,
    /// The spelling that is read, where repetitions differ in case: it must not matter which of
    /// them comes first.
    reading: Option<Box<str>>,
    /// [`Source::letters`], counted while the text is at hand.
    pub(super) letters: u32,
    pub(super) statement: Statement,
}

impl Rule {
    /// The text the statement was read from.
    pub(super) fn text(&self) -> &str {
        self.reading.as_deref().unwrap_or(&self.source.text)
    }
}

/// The rules, once each.
#[derive(Default)]
pub(super) struct Intake {
    pub(super) rules: Vec<Rule>,
    pub(super) duplicates: Vec<Duplicate>,
    pub(super) dropped: Vec<Source>,
}

impl Intake {
    /// Reads the rules of a request.
    pub(super) fn of(request: &Request, categories: &Categories) -> Self {
        let mut intake = Self::default();
        let mut parser = Parser::new(categories.lexicons());
        intake.rules.reserve_exact(request.constraints.len() + request.excluded_paths.len());
        let mut tally = Tally::new(categories);
        for (texts, kind) in [
            (&request.constraints, SourceKind::Constraint),
            (&request.excluded_paths, SourceKind::ExcludedPath),
        ] {
            intake.take(texts, kind, &mut parser, &mut tally);
        }
        intake.trust(&mut parser, &mut tally);
        intake.settle(tally);
        intake
    }

    /// Takes the sentences of one list; blank ones are counted, repetitions remembered.
    fn take(&mut self, texts: &[String], kind: SourceKind, parser: &mut Parser, tally: &mut Tally) {
        let mut seen = Seen::default();
        seen.places.reserve(texts.len(), |(hash, _)| *hash);
        for (index, text) in texts.iter().enumerate() {
            let source = Source { kind, index, text: text.clone() };
            if text.chars().all(char::is_whitespace) {
                self.dropped.push(source);
            } else if let Some(at) = seen.find_or_add(text, &self.rules) {
                self.repeat(at, source, parser, tally);
            } else {
                let statement = read(text, kind, parser, &[]);
                tally.add(self.rules.len(), &statement);
                let letters = u32::try_from(source.letters()).unwrap_or(u32::MAX);
                self.rules.push(Rule { source, reading: None, letters, statement });
            }
        }
    }

    fn repeat(&mut self, at: usize, source: Source, parser: &mut Parser, tally: &mut Tally) {
        let rule = &mut self.rules[at];
        // Small letters come last in the order of characters: nothing is shouted.
        if source.text.trim() > rule.text().trim() {
            tally.remove(&rule.statement);
            rule.statement = read(&source.text, source.kind, parser, &[]);
            tally.add(at, &rule.statement);
            rule.reading = Some(source.text.as_str().into());
        }
        self.duplicates.push(Duplicate { source, of: rule.source.index });
    }

    /// Reads rules again whose words have a second meaning, where other rules speak of the category
    /// in which they are names.
    fn trust(&mut self, parser: &mut Parser, tally: &mut Tally) {
        let known = tally.packs();
        for at in std::mem::take(&mut tally.doubtful) {
            let rule = &mut self.rules[at];
            if rule.statement.doubts.iter().any(|doubt| known.contains(doubt)) {
                tally.remove(&rule.statement);
                rule.statement = read(rule.text(), rule.source.kind, parser, &known);
                tally.add(at, &rule.statement);
            }
        }
    }

    /// Decides what a rule is about, where it names things of several categories: about the one
    /// that most other rules are about as well. The words for the others become notes.
    fn settle(&mut self, tally: Tally) {
        let Tally { categories, support, mixed, mut named, .. } = tally;
        for at in mixed {
            let rule = &mut self.rules[at];
            categories.named(&rule.statement, &mut named);
            let original = || named.iter().all(|category| categories.is_original(*category));
            if named.len() < 2 || (rule.statement.residue == 0 && original()) {
                continue;
            }
            let main = named.iter().rev().max_by_key(|category| support[*category]);
            if let Some(&main) = main {
                keep_subjects(rule, |concept| categories.of(concept) == main);
            }
        }
    }
}

/// What is asked of all rules together, counted while each of them is at hand: a long list does not
/// fit into the memory that is near.
struct Tally<'c, 'l> {
    categories: &'c Categories<'l>,
    /// How many rules name things of a category.
    support: HashMap<Category, usize>,
    /// Rules with words that could be names, and rules that name things of several categories; more
    /// than once where they were read again.
    doubtful: Vec<usize>,
    mixed: Vec<usize>,
    /// The categories of one rule, kept for its memory.
    named: Vec<Category>,
}

impl<'c, 'l> Tally<'c, 'l> {
    fn new(categories: &'c Categories<'l>) -> Self {
        let (doubtful, mixed, named) = Default::default();
        Self { categories, support: HashMap::new(), doubtful, mixed, named }
    }

    /// Counts a rule, by its place.
    fn add(&mut self, at: usize, statement: &Statement) {
        if !statement.doubts.is_empty() {
            self.doubtful.push(at);
        }
        self.categories.named(statement, &mut self.named);
        for category in &self.named {
            *self.support.entry(*category).or_default() += 1;
        }
        if self.named.len() > 1 {
            self.mixed.push(at);
        }
    }

    /// Takes a rule back that is read again.
    fn remove(&mut self, statement: &Statement) {
        self.categories.named(statement, &mut self.named);
        for category in &self.named {
            self.support.entry(*category).and_modify(|count| *count -= 1);
        }
    }

    /// The packs that rules name things of.
    fn packs(&self) -> Vec<PackRef> {
        let named = self.support.iter().filter(|(_, count)| **count > 0);
        let packs: HashSet<PackRef> =
            named.map(|((lexicon, pack, _), _)| (*lexicon, *pack)).collect();
        packs.into_iter().collect()
    }
}

/// Keeps the things a rule is about; the words for the others become notes.
fn keep_subjects(rule: &mut Rule, is_main: impl Fn(crate::text::ConceptRef) -> bool) {
    let subjects = std::mem::take(&mut rule.statement.subjects);
    let (own, others): (SmallVec<[_; 2]>, SmallVec<[_; 2]>) =
        subjects.into_iter().partition(|subject| is_main(subject.concept));
    rule.statement.subjects = own;
    let text = rule.reading.as_deref().unwrap_or(&rule.source.text);
    rule.statement.demote(&others, text);
}

/// Reads a sentence as what its list makes of it.
fn read(text: &str, kind: SourceKind, parser: &mut Parser, known: &[PackRef]) -> Statement {
    match kind {
        SourceKind::ExcludedPath => parse_approach(parser, text, known),
        SourceKind::Constraint | SourceKind::Decision => parser.parse(text, known),
    }
}

/// The sentences of one list so far, by what is left of them without case, width and blanks.
#[derive(Default)]
struct Seen {
    /// Positions of rules, by the hash of that.
    places: HashTable<(u64, usize)>,
    hasher: DefaultHashBuilder,
    own: String,
    other: String,
}

impl Seen {
    /// Finds the rule that a sentence repeats; if there is none, its place is that of the next rule.
    fn find_or_add(&mut self, text: &str, rules: &[Rule]) -> Option<usize> {
        self.own.clear();
        fold_words(text, &mut self.own);
        let hash = self.hasher.hash_one(&self.own);
        let same = |&(other_hash, at): &(u64, usize)| {
            other_hash == hash && {
                self.other.clear();
                fold_words(&rules[at].source.text, &mut self.other);
                self.own == self.other
            }
        };
        if let Some(&(_, at)) = self.places.find(hash, same) {
            return Some(at);
        }
        self.places.insert_unique(hash, (hash, rules.len()), |(hash, _)| *hash);
        None
    }
}
