//! The rules of one category, said together.

use std::borrow::Cow;

use indexmap::{IndexMap, IndexSet};

use super::entry::{Entry, SourceKind};
use super::intake::Rule;
use super::render::{self, Sayings};
use super::strategy;
use crate::resume::one_line;
use crate::text::{
    Canonical, ConceptRef, Form, Lexicon, Modality, Part, Polarity, Subject, telegraph,
};

/// Collects rules into an entry and its line.
pub(super) struct Merge<'a> {
    lexicons: &'a [&'a Lexicon],
    /// Which of the things a rule names are of this category.
    is_own: &'a dyn Fn(&Subject) -> bool,
    entry: Entry,
    named: [IndexSet<ConceptRef>; 2],
    /// How the first rule that names a thing writes it, by the way in which it names it.
    names: IndexMap<(Way, ConceptRef), String>,
    /// Other pieces, and the thing each is about, if it is one alone and no place is named.
    phrases: IndexMap<(Way, String), Option<ConceptRef>>,
    reasons: IndexSet<String>,
    notes: IndexSet<String>,
    strict: bool,
    preferred: bool,
}

/// What is said of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Way {
    Use,
    Prefer,
    Refuse,
    /// A statement of its own.
    Whole,
}

impl<'a> Merge<'a> {
    pub(super) fn new(lexicons: &'a [&'a Lexicon], is_own: &'a dyn Fn(&Subject) -> bool) -> Self {
        Self {
            lexicons,
            is_own,
            entry: Entry::default(),
            named: Default::default(),
            names: IndexMap::new(),
            phrases: IndexMap::new(),
            reasons: IndexSet::new(),
            notes: IndexSet::new(),
            strict: false,
            preferred: true,
        }
    }

    /// Adds a rule.
    pub(super) fn add(&mut self, rule: &Rule) {
        let statement = &rule.statement;
        self.entry.sources.push(rule.source.clone());
        self.notes.extend(statement.notes(rule.text()).map(Cow::into_owned));
        self.strict |= statement.exclusive;
        for subject in self.own(rule) {
            self.preferred &=
                subject.polarity == Polarity::Reject || statement.modality == Modality::Prefer;
            self.named[usize::from(subject.polarity == Polarity::Reject)].insert(subject.concept);
        }
        let own = self.own(rule);
        if own.len() < statement.subjects.len() {
            // The rest of the rule is said in the entry of its other category.
            for subject in own {
                self.name(
                    way(rule, subject.polarity),
                    subject.concept,
                    &subject.words(rule.text()),
                );
            }
            return;
        }
        match usable(rule) {
            Some(parts) => self.parts(rule, parts),
            None => self.phrase(Way::Whole, &telegraph(rule.text()), None),
        }
    }

    fn own<'r>(&self, rule: &'r Rule) -> Vec<&'r Subject> {
        rule.statement.subjects.iter().filter(|subject| (self.is_own)(subject)).collect()
    }

    fn parts(&mut self, rule: &Rule, parts: &[Part]) {
        self.reasons.extend(rule.statement.reason(rule.text()).map(str::to_owned));
        let own = &rule.text()[..rule.statement.size];
        let text = Canonical::of(own);
        for part in parts {
            self.part(rule, part, &part.say(own, &text));
        }
    }

    fn part(&mut self, rule: &Rule, part: &Part, words: &str) {
        let way = way(rule, part.polarity);
        match part.form {
            Form::Name(concept) => self.name(way, concept, words),
            Form::Only(concept) => {
                self.names.insert((way, concept), one_line(words));
            }
            Form::Phrase(of) => {
                self.phrase(way, words, of.filter(|_| rule.statement.gist.scope().is_empty()));
            }
            Form::Clause => self.phrase(Way::Whole, words, None),
        }
    }

    fn phrase(&mut self, way: Way, words: &str, of: Option<ConceptRef>) {
        self.phrases.insert((way, one_line(words)), of);
    }

    fn name(&mut self, way: Way, concept: ConceptRef, words: &str) {
        self.names.entry((way, concept)).or_insert_with(|| one_line(words));
    }

    /// Returns the entry with its line.
    pub(super) fn finish(mut self) -> Entry {
        let names = |side: &IndexSet<ConceptRef>| -> Vec<String> {
            let name = |c: &ConceptRef| self.lexicons[usize::from(c.lexicon)].name(c.id).to_owned();
            side.iter().map(name).collect()
        };
        let [chosen, rejected] = [names(&self.named[0]), names(&self.named[1])];
        let strict = self.strict || !rejected.is_empty();
        self.entry.strategy = strategy::name(&chosen, &rejected, strict, self.preferred);
        (self.entry.chosen, self.entry.rejected) = (chosen, rejected);
        self.entry.reason = self.reasons.iter().cloned().collect::<Vec<_>>().join("; ");
        self.entry.notes = self.notes.iter().cloned().collect();
        self.entry.line = render::line(&self.entry, &self.sayings());
        self.entry
    }

    fn sayings(&self) -> Sayings<'_> {
        // Where a thing is refused altogether, a case of it need not be.
        let implied = |way: Way, of: &Option<ConceptRef>| {
            way == Way::Refuse && of.is_some_and(|c| self.names.contains_key(&(Way::Refuse, c)))
        };
        let said = |way: Way| {
            let names = self.names.iter().filter(move |((own, _), _)| *own == way);
            let phrases =
                self.phrases.iter().filter(|((own, _), of)| *own == way && !implied(way, of));
            let names = names.map(|(_, words)| words.as_str());
            names.chain(phrases.map(|((_, words), _)| words.as_str())).collect()
        };
        Sayings {
            uses: said(Way::Use),
            prefers: said(Way::Prefer),
            refuses: said(Way::Refuse),
            whole: said(Way::Whole),
        }
    }
}

fn way(rule: &Rule, polarity: Polarity) -> Way {
    match (polarity, rule.statement.modality) {
        (Polarity::Reject, _) => Way::Refuse,
        (Polarity::Choose, Modality::Prefer) => Way::Prefer,
        (Polarity::Choose, _) => Way::Use,
    }
}

/// The pieces of a rule, unless they would say more than it does: what is only liked less than
/// something else is not refused.
fn usable(rule: &Rule) -> Option<&[Part]> {
    let parts = rule.statement.parts.as_deref()?;
    let weak = rule.statement.modality == Modality::Prefer
        && rule.source.kind != SourceKind::ExcludedPath
        && parts.iter().any(|part| part.polarity == Polarity::Reject);
    (!weak && !parts.is_empty()).then_some(parts)
}

/// Reports whether a rule is said by nothing but names, which are few.
pub(super) fn is_names(rule: &Rule) -> bool {
    usable(rule).is_some_and(|parts| {
        parts.iter().all(|part| matches!(part.form, Form::Name(_) | Form::Only(_)))
    })
}
