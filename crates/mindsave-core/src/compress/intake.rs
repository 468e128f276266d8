//! Takes rules in: reads each once, and each beside the others.

use std::hash::BuildHasher;

use smallvec::SmallVec;

use hashbrown::{DefaultHashBuilder, HashMap, HashSet, HashTable};

use super::Duplicate;
use super::categories::{Categories, Category};
use super::entry::{Source, SourceKind};
use super::request::Request;
use crate::text::{Parser, Statement, fold_words, parse_approach};

/// A rule on its way through the engine.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) source: Source,
    /// The spelling that is read, where repetitions differ in case: it must not matter which of
    /// them comes first.
    reading: Option<Box<str>>,
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
        intake.take(&request.constraints, SourceKind::Constraint, &mut parser);
        intake.take(&request.excluded_paths, SourceKind::ExcludedPath, &mut parser);
        intake.trust(categories, &mut parser);
        intake.settle(categories);
        intake
    }

    /// Takes the sentences of one list; blank ones are counted, repetitions remembered.
    fn take(&mut self, texts: &[String], kind: SourceKind, parser: &mut Parser) {
        let mut seen = Seen::default();
        seen.places.reserve(texts.len(), |(hash, _)| *hash);
        for (index, text) in texts.iter().enumerate() {
            let source = Source { kind, index, text: text.clone() };
            if text.chars().all(char::is_whitespace) {
                self.dropped.push(source);
            } else if let Some(at) = seen.find_or_add(text, &self.rules) {
                self.repeat(at, source, parser);
            } else {
                let statement = read(text, kind, parser, &[]);
                self.rules.push(Rule { source, reading: None, statement });
            }
        }
    }

    fn repeat(&mut self, at: usize, source: Source, parser: &mut Parser) {
        let rule = &mut self.rules[at];
        // Small letters come last in the order of characters: nothing is shouted.
        if source.text.trim() > rule.text().trim() {
            rule.statement = read(&source.text, source.kind, parser, &[]);
            rule.reading = Some(source.text.as_str().into());
        }
        self.duplicates.push(Duplicate { source, of: rule.source.index });
    }

    /// Reads rules again whose words have a second meaning, where other rules speak of the category
    /// in which they are names.
    fn trust(&mut self, categories: &Categories, parser: &mut Parser) {
        if self.rules.iter().all(|rule| rule.statement.doubts.is_empty()) {
            return;
        }
        let subjects = self.rules.iter().flat_map(|rule| &rule.statement.subjects);
        let known: HashSet<_> = subjects.map(|s| categories.pack(s.concept)).collect();
        let known: Vec<_> = known.into_iter().collect();
        let trusted =
            |rule: &&mut Rule| rule.statement.doubts.iter().any(|doubt| known.contains(doubt));
        for rule in self.rules.iter_mut().filter(trusted) {
            rule.statement = read(rule.text(), rule.source.kind, parser, &known);
        }
    }

    /// Decides what a rule is about, where it names things of several categories: about the one
    /// that most other rules are about as well. The words for the others become notes.
    fn settle(&mut self, categories: &Categories) {
        let mut named = Vec::new();
        let mut support: HashMap<Category, usize> = HashMap::new();
        for rule in &self.rules {
            categories.named(&rule.statement, &mut named);
            for category in &named {
                *support.entry(*category).or_default() += 1;
            }
        }
        for rule in &mut self.rules {
            if rule.statement.subjects.len() < 2 {
                continue;
            }
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
fn read(
    text: &str,
    kind: SourceKind,
    parser: &mut Parser,
    known: &[crate::text::PackRef],
) -> Statement {
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
