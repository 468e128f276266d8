//! From rules to entries.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;

use super::conflict::{self, Clash, Conflict};
use super::entry::{Entry, Source, SourceKind};
use super::explain::{Explanation, explain};
use super::merge::{self, Merge};
use super::request::Request;
use super::{Compression, Duplicate, Stats};
use crate::resume::one_line;
use crate::text::lexicon::{ConceptId, PackId};
use crate::text::{ConceptRef, Lexicon, Modality, Statement, Subject};
use crate::tokens::Estimator;
use crate::{Error, Result};

/// The most words nothing is known of in a rule that is merged; they become its note.
pub(super) const RESIDUE: usize = 6;
/// The most rules of one entry that are said in more than names.
const NOTES: usize = 20;
/// Categories of seed 000: an entry is made of a single rule already.
const ALWAYS: [&str; 7] = [
    "theme_system",
    "ui_framework",
    "auth_strategy",
    "session_management",
    "db_access",
    "db_type",
    "api_style",
];

/// Compresses constraints by what its lexicons know.
#[derive(Clone, Debug)]
pub struct Compressor<'a> {
    lexicons: Vec<&'a Lexicon>,
}

/// A rule on its way through the engine.
pub(super) struct Rule {
    pub(super) source: Source,
    /// The spelling that is read, where repetitions differ in case: it must not matter which of
    /// them comes first.
    reading: Option<String>,
    pub(super) statement: Statement,
}

impl Rule {
    fn text(&self) -> &str {
        self.reading.as_deref().unwrap_or(&self.source.text)
    }
}

/// A category of one of the lexicons; in a field of many practices, one of them.
type Category = (u16, PackId, Option<ConceptId>);

impl Compressor<'static> {
    /// Uses the packs that come with the program.
    pub fn builtin() -> Self {
        Self { lexicons: vec![Lexicon::builtin()] }
    }
}

impl<'a> Compressor<'a> {
    /// Adds a lexicon of the user's; where both know a word, the user's counts.
    #[must_use]
    pub fn with(mut self, lexicon: &'a Lexicon) -> Self {
        self.lexicons.push(lexicon);
        self
    }

    /// Compresses.
    ///
    /// # Errors
    /// `invalid_input` when `max_constraints` is 0.
    pub fn compress(&self, request: &Request) -> Result<Compression> {
        if request.max_constraints == 0 {
            return Err(Error::invalid("`max_constraints` must be at least 1, got 0"));
        }
        let work = self.read(request);
        let clashes = conflict::find(&work.rules, &self.lexicons);
        let groups = self.group(&work.rules, &clashes);
        Ok(self.build(request, work, &clashes, &groups))
    }

    /// Finds the contradictions alone.
    ///
    /// # Errors
    /// As for [`Compressor::compress`].
    pub fn detect_conflicts(&self, request: &Request) -> Result<Vec<Conflict>> {
        Ok(self.compress(request)?.conflicts)
    }

    /// Says of every rule what was understood of it and what became of it.
    ///
    /// # Errors
    /// As for [`Compressor::compress`].
    pub fn explain(&self, request: &Request) -> Result<Vec<Explanation>> {
        let compressed = self.compress(request)?;
        let work = self.read(request);
        let explained = work.rules.iter().map(|rule| {
            let holds = |(_, entry): &(&String, &Entry)| entry.sources.contains(&rule.source);
            let entries =
                compressed.symbolic.iter().filter(holds).map(|(name, _)| name.clone()).collect();
            let clash =
                compressed.conflicts.iter().any(|c| c.a == rule.source || c.b == rule.source);
            explain(rule, entries, clash, &self.lexicons)
        });
        Ok(explained.collect())
    }

    /// Reads the rules, each beside the others.
    fn read(&self, request: &Request) -> Work {
        let mut work = Work::default();
        work.take(&request.constraints, SourceKind::Constraint, &self.lexicons);
        work.take(&request.excluded_paths, SourceKind::ExcludedPath, &self.lexicons);
        self.trust(&mut work.rules);
        self.settle(&mut work.rules);
        work
    }

    /// Says whether a rule can become part of an entry at all.
    fn can_merge(statement: &Statement) -> bool {
        let plain = matches!(statement.modality, Modality::Must | Modality::Prefer);
        plain && !statement.conditional && !statement.numeric && statement.residue <= RESIDUE
    }

    /// Reads rules again whose words have a second meaning, where other rules speak of the category
    /// in which they are names.
    fn trust(&self, rules: &mut [Rule]) {
        let packs = |rule: &Rule| {
            self.named(&rule.statement).into_iter().map(|(lexicon, pack, _)| (lexicon, pack))
        };
        let mut known: Vec<(u16, PackId)> = rules.iter().flat_map(packs).collect();
        known.sort_unstable();
        known.dedup();
        let trusted = |rule: &&mut Rule| {
            rule.statement.doubts.iter().any(|doubt| known.binary_search(doubt).is_ok())
        };
        for rule in rules.iter_mut().filter(trusted) {
            rule.statement = read(rule.text(), rule.source.kind, &self.lexicons, &known);
        }
    }

    /// Decides what a rule is about, where it names things of several categories: about the one
    /// that most other rules are about as well. The words for the others become notes.
    fn settle(&self, rules: &mut [Rule]) {
        let mut support: HashMap<Category, usize> = HashMap::new();
        for rule in rules.iter() {
            for category in self.named(&rule.statement) {
                *support.entry(category).or_default() += 1;
            }
        }
        for rule in rules {
            let named = self.named(&rule.statement);
            let original = |category: &Category| ALWAYS.contains(&self.symbol(*category));
            if named.len() < 2 || (rule.statement.residue == 0 && named.iter().all(original)) {
                continue;
            }
            let first = |category: &Category| {
                named.len() - named.iter().position(|c| c == category).unwrap_or(0)
            };
            let Some(main) = named.iter().max_by_key(|c| (support[*c], first(c))).copied() else {
                continue;
            };
            let (own, others): (Vec<_>, Vec<_>) = std::mem::take(&mut rule.statement.subjects)
                .into_iter()
                .partition(|s| self.category(s.concept) == main);
            rule.statement.subjects = own;
            rule.statement.demote(others);
        }
    }

    /// The categories of the things a rule names, in order.
    fn named(&self, statement: &Statement) -> Vec<Category> {
        let mut named: Vec<Category> = Vec::new();
        for subject in &statement.subjects {
            let category = self.category(subject.concept);
            if !named.contains(&category) {
                named.push(category);
            }
        }
        named
    }

    /// The categories a rule can become part of; none when it must stay as it is.
    fn categories(&self, rule: &Rule) -> Vec<Category> {
        if Self::can_merge(&rule.statement) { self.named(&rule.statement) } else { Vec::new() }
    }

    fn category(&self, concept: ConceptRef) -> Category {
        let lexicon = self.lexicons[usize::from(concept.lexicon)];
        (concept.lexicon, lexicon.pack_of(concept.id), lexicon.topmost(concept.id))
    }

    /// The name of the entry: that of the category, or in a field that of the practice.
    fn symbol(&self, (lexicon, pack, topmost): Category) -> &str {
        let lexicon = self.lexicons[usize::from(lexicon)];
        topmost.map_or_else(|| lexicon.symbol(pack), |concept| lexicon.id(concept))
    }

    /// Assigns rules to entries; both sides of a contradiction stay as they are.
    fn group(&self, rules: &[Rule], clashes: &[Clash]) -> IndexMap<String, Vec<usize>> {
        let mut groups: IndexMap<String, Vec<usize>> = IndexMap::new();
        let mut barred = vec![false; rules.len()];
        for clash in clashes {
            barred[clash.a] = true;
            barred[clash.b] = true;
        }
        for (i, rule) in rules.iter().enumerate().filter(|(i, _)| !barred[*i]) {
            for category in self.categories(rule) {
                let symbol = self.symbol(category);
                match groups.get_mut(symbol) {
                    Some(members) => members.push(i),
                    None => drop(groups.insert(symbol.to_owned(), vec![i])),
                }
            }
        }
        self.prune(rules, &mut groups);
        groups
    }

    /// Drops groups that gain nothing: one rule alone, unless it is of an original category and
    /// every word of it is accounted for.
    fn prune(&self, rules: &[Rule], groups: &mut IndexMap<String, Vec<usize>>) {
        groups.retain(|symbol, members| {
            let alone = members.len() < 2;
            let whole = members.iter().all(|&i| rules[i].statement.residue == 0);
            !alone || (ALWAYS.contains(&symbol.as_str()) && whole)
        });
        // A rule about two categories goes only where both are entries.
        let mut homes = vec![0_usize; rules.len()];
        for i in groups.values().flatten() {
            homes[*i] += 1;
        }
        groups.retain(|_, members| {
            members.retain(|&i| homes[i] == self.categories(&rules[i]).len());
            !members.is_empty()
        });
        groups.sort_keys();
    }

    fn build(
        &self,
        request: &Request,
        work: Work,
        clashes: &[Clash],
        groups: &IndexMap<String, Vec<usize>>,
    ) -> Compression {
        let mut symbolic = IndexMap::new();
        let mut lines = Vec::new();
        let mut merged = vec![false; work.rules.len()];
        for (symbol, members) in groups {
            let members = limit_notes(members, &work.rules);
            for &i in &members {
                merged[i] = true;
            }
            let entry = self.entry(symbol, &members, &work.rules);
            lines.push(entry.line.clone());
            symbolic.insert(symbol.clone(), entry);
        }
        let conflicts: Vec<Conflict> =
            clashes.iter().map(|clash| report(clash, &work.rules)).collect();
        let mut stats = figures(&work, &merged);
        let kept = work.rules.into_iter().zip(&merged).filter(|(_, merged)| !**merged);
        let (constraints, excluded): (Vec<Source>, Vec<Source>) =
            kept.map(|(rule, _)| rule.source).partition(|own| own.kind == SourceKind::Constraint);
        let (constraints, overflow) = budget(constraints, request.max_constraints);
        let apart: HashSet<Place> =
            conflicts.iter().flat_map(|c| [place(&c.a), place(&c.b)]).collect();
        let alone = |source: &&Source| !apart.contains(&place(source));
        let alone = constraints.iter().chain(&excluded).filter(alone).map(said);
        let rendered = joined(lines.into_iter().chain(alone).chain(conflict_lines(&conflicts)));
        let texts = |sources: Vec<Source>| {
            sources.into_iter().map(|source| source.text).collect::<Vec<_>>()
        };
        stats.kept = constraints.len() + excluded.len();
        stats.tokens_out = Estimator::new().estimate(&rendered);
        Compression {
            constraints: texts(constraints),
            decisions: request.decisions.clone(),
            excluded_paths: texts(excluded),
            symbolic,
            conflicts,
            overflow,
            duplicates: work.duplicates,
            dropped: work.dropped,
            rendered,
            stats,
        }
    }

    /// Makes the entry of a group.
    fn entry(&self, symbol: &str, members: &[usize], rules: &[Rule]) -> Entry {
        let is_own = |subject: &Subject| self.symbol(self.category(subject.concept)) == symbol;
        let mut merge = Merge::new(&self.lexicons, &is_own);
        for &i in members {
            merge.add(&rules[i]);
        }
        merge.finish()
    }
}

/// The rules, once each.
#[derive(Default)]
struct Work {
    rules: Vec<Rule>,
    duplicates: Vec<Duplicate>,
    dropped: Vec<Source>,
}

impl Work {
    /// Takes the sentences of one list; blank ones are counted, repetitions remembered.
    fn take(&mut self, texts: &[String], kind: SourceKind, lexicons: &[&Lexicon]) {
        let mut known: HashMap<Box<str>, usize> = HashMap::new();
        let mut folded = String::new();
        for (index, text) in texts.iter().enumerate() {
            if text.trim().is_empty() {
                self.dropped.push(Source { kind, index, text: text.clone() });
                continue;
            }
            let source = Source { kind, index, text: text.clone() };
            folded.clear();
            for word in crate::text::fold(text.trim()).split_whitespace() {
                folded.extend([if folded.is_empty() { "" } else { " " }, word]);
            }
            if let Some(&at) = known.get(folded.as_str()) {
                let rule = &mut self.rules[at];
                // Small letters come last in the order of characters: nothing is shouted.
                if text.trim() > rule.text().trim() {
                    rule.statement = read(text, kind, lexicons, &[]);
                    rule.reading = Some(text.clone());
                }
                self.duplicates.push(Duplicate { source, of: rule.source.index });
                continue;
            }
            known.insert(folded.as_str().into(), self.rules.len());
            let statement = read(text, kind, lexicons, &[]);
            self.rules.push(Rule { source, reading: None, statement });
        }
    }
}

/// Reads a sentence as what its list makes of it.
fn read(text: &str, kind: SourceKind, lexicons: &[&Lexicon], known: &[(u16, PackId)]) -> Statement {
    match kind {
        SourceKind::ExcludedPath => Statement::parse_failure(text, lexicons, known),
        SourceKind::Constraint | SourceKind::Decision => {
            Statement::parse_beside(text, lexicons, known)
        }
    }
}

/// Counts what went in, and what is merged of it.
fn figures(work: &Work, merged: &[bool]) -> Stats {
    let mut estimator = Estimator::new();
    let mut line = String::new();
    let lines = work.rules.iter().map(|rule| {
        line.clear();
        line.extend(["- ", &rule.source.text, "\n"]);
        estimator.estimate(&line)
    });
    Stats {
        tokens_in: lines.sum(),
        merged: merged.iter().filter(|&&merged| merged).count(),
        blank: work.dropped.len(),
        ..Stats::default()
    }
}

/// Keeps the rules of a group up to the limit of those that are said in more than names: the same
/// ones in any order.
fn limit_notes(members: &[usize], rules: &[Rule]) -> Vec<usize> {
    let mut order = members.to_vec();
    let says_more = |i: usize| !merge::is_names(&rules[i]);
    if members.iter().filter(|&&i| says_more(i)).count() <= NOTES {
        return order;
    }
    order.sort_by_cached_key(|&i| shorter_first(&rules[i].source));
    let mut longer = 0;
    order.retain(|&i| {
        longer += usize::from(says_more(i));
        !says_more(i) || longer <= NOTES
    });
    order.sort_unstable();
    order
}

/// An order that does not depend on that of the input, nor on the case of repetitions.
pub(super) fn shorter_first(source: &Source) -> (usize, String) {
    let folded = crate::text::fold(source.text.trim()).into_owned();
    (folded.chars().count(), folded)
}

/// Splits what is kept from what is over the budget, by a rule that no order changes: the shortest
/// stay, since most of them fit.
fn budget(sources: Vec<Source>, max: usize) -> (Vec<Source>, Vec<Source>) {
    if sources.len() <= max {
        return (sources, Vec::new());
    }
    let mut order: Vec<&Source> = sources.iter().collect();
    order.sort_by_cached_key(|source| shorter_first(source));
    let kept: BTreeSet<usize> = order.iter().take(max).map(|source| source.index).collect();
    sources.into_iter().partition(|source| kept.contains(&source.index))
}

fn report(clash: &Clash, rules: &[Rule]) -> Conflict {
    Conflict {
        a: rules[clash.a].source.clone(),
        b: rules[clash.b].source.clone(),
        subject: clash.subject.clone(),
        kind: clash.kind,
    }
}

/// Where a source was given: no two share it.
type Place = (SourceKind, usize);

fn place(source: &Source) -> Place {
    (source.kind, source.index)
}

/// Puts lines one under the other, without holding all of them at once.
fn joined(lines: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (i, line) in lines.enumerate() {
        text.extend([if i > 0 { "\n" } else { "" }, &line]);
    }
    text
}

/// Writes a source as it stands among the rules.
fn said(source: &Source) -> String {
    let mark = if source.kind == SourceKind::ExcludedPath { "✗ " } else { "" };
    format!("{mark}{}", one_line(&source.text))
}

/// Puts rules that contradict each other side by side, each once.
fn conflict_lines(conflicts: &[Conflict]) -> Vec<String> {
    let mut groups: Vec<Vec<&Source>> = Vec::new();
    let mut group_of: HashMap<Place, usize> = HashMap::new();
    for Conflict { a, b, .. } in conflicts {
        let known = [a, b].into_iter().find_map(|source| group_of.get(&place(source)));
        let group = known.copied().unwrap_or(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        for source in [a, b] {
            group_of.entry(place(source)).or_insert_with(|| {
                groups[group].push(source);
                group
            });
        }
    }
    let line = |group: Vec<&Source>| {
        format!("conflict: {}", group.into_iter().map(said).collect::<Vec<_>>().join(" | "))
    };
    groups.into_iter().map(line).collect()
}
