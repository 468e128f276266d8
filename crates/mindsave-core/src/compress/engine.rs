//! From rules to entries.

use indexmap::IndexMap;

use super::categories::{Categories, Category, is_original};
use super::conflict::{self, Conflict};
use super::counts::Counts;
use super::entry::{Entry, Source};
use super::explain::{Became, Explanation, explain};
use super::grouped::Grouped;
use super::intake::{Intake, Rule};
use super::merge::{self, Merge};
use super::output::{self, keep_shortest};
use super::paraphrase;
use super::request::Request;
use super::{Compression, Duplicate};
use crate::text::{Lexicon, Parser, Statement, Subject};
use crate::{Error, Result};

/// The most rules of one entry that are said in more than names.
const NOTES: usize = 20;

/// Compresses constraints by what its lexicons know.
#[derive(Clone, Debug)]
pub struct Compressor<'a> {
    categories: Categories<'a>,
}

impl Compressor<'static> {
    /// Uses the packs that come with the program.
    pub fn builtin() -> Self {
        Self { categories: Categories::of_lexicon(Lexicon::builtin()) }
    }
}

impl<'a> Compressor<'a> {
    /// Uses one lexicon in the place of the packs that come with the program.
    ///
    /// ```
    /// use mindsave_core::compress::{Compressor, Request};
    /// use mindsave_core::text::Lexicon;
    ///
    /// let lexicon = Lexicon::builtin().without(&["package_manager"]);
    /// let rules = ["use pnpm", "no npm"].map(String::from).to_vec();
    /// let request = Request { constraints: rules, ..Request::default() };
    /// assert!(Compressor::of(&lexicon).compress(&request)?.symbolic.is_empty());
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn of(lexicon: &'a Lexicon) -> Self {
        Self { categories: Categories::of_lexicon(lexicon) }
    }

    /// Adds a lexicon of the user's; where both know a word, the user's counts.
    #[must_use]
    pub fn with(mut self, lexicon: &'a Lexicon) -> Self {
        self.categories.add(lexicon);
        self
    }

    /// Compresses.
    ///
    /// # Errors
    /// `invalid_input` when `max_constraints` is 0.
    pub fn compress(&self, request: &Request) -> Result<Compression> {
        let grouped = self.grouped(request)?;
        let entries = self.entries(&grouped);
        let mut counts = Counts::new(request.constraints.len());
        let stats = output::figures(&grouped, &mut counts);
        let said = |line: &str, source: Option<&Source>| counts.add(line, source);
        let mut compression = output::build(request, grouped, entries, said);
        compression.stats = output::completed(stats, &compression, counts);
        Ok(compression)
    }

    /// Makes the entries alone.
    ///
    /// ```
    /// use mindsave_core::compress::{Compressor, Request};
    ///
    /// let rules = ["use pnpm", "no npm"].map(String::from).to_vec();
    /// let request = Request { constraints: rules, ..Request::default() };
    /// let entries = Compressor::builtin().symbolic(&request)?;
    /// assert_eq!(entries["package_manager"].line, "pnpm; no npm");
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Compressor::compress`].
    pub fn symbolic(&self, request: &Request) -> Result<IndexMap<String, Entry>> {
        Ok(self.entries(&self.grouped(request)?))
    }

    /// Writes the lines put before the model, with a line break between them.
    ///
    /// ```
    /// use mindsave_core::compress::{Compressor, Request};
    ///
    /// let rules = ["用 pnpm", "不要用 npm"].map(String::from).to_vec();
    /// let request = Request { constraints: rules, ..Request::default() };
    /// assert_eq!(Compressor::builtin().rendered(&request)?, "pnpm；不要 npm");
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Compressor::compress`].
    pub fn rendered(&self, request: &Request) -> Result<String> {
        let grouped = self.grouped(request)?;
        let entries = self.entries(&grouped);
        Ok(output::build(request, grouped, entries, |_, _| {}).rendered)
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
        Ok(self.explained(&self.grouped(request)?))
    }

    /// Reads the rules and says which go together.
    fn grouped(&self, request: &Request) -> Result<Grouped> {
        if request.max_constraints == 0 {
            return Err(Error::invalid(
                "`max_constraints` must be a whole number of at least 1, got 0",
            ));
        }
        let mut intake = Intake::of(request, &self.categories);
        let clashes = conflict::find(&intake.rules, self.categories.lexicons());
        let mut free = vec![true; intake.rules.len()];
        for clash in &clashes {
            free[clash.a] = false;
            free[clash.b] = false;
        }
        let groups = self.group(&intake.rules, &free);
        for &i in groups.values().flatten() {
            free[i] = false;
        }
        let mut parser = Parser::new(self.categories.lexicons());
        let repeats = paraphrase::find(&intake.rules, |i| free[i], &mut parser);
        for &(i, of) in &repeats {
            let (source, of) = (intake.rules[i].source.clone(), intake.rules[of].source.index);
            intake.duplicates.push(Duplicate { source, of });
        }
        Ok(Grouped { intake, clashes, groups, repeats })
    }

    fn entries(&self, grouped: &Grouped) -> IndexMap<String, Entry> {
        let entry = |(symbol, members): (&String, &Vec<usize>)| {
            (symbol.clone(), self.entry(symbol, members, &grouped.intake.rules))
        };
        grouped.groups.iter().map(entry).collect()
    }

    fn explained(&self, work: &Grouped) -> Vec<Explanation> {
        let mut homes: Vec<Vec<String>> = vec![Vec::new(); work.intake.rules.len()];
        for (symbol, members) in &work.groups {
            for &i in members {
                homes[i].push(symbol.clone());
            }
        }
        let rules = work.intake.rules.iter().zip(homes).enumerate();
        let explained = rules.map(|(i, (rule, entries))| {
            let clash = work.clashes.iter().any(|clash| clash.a == i || clash.b == i);
            let repeats = work.repeats.iter().find(|(own, _)| *own == i);
            let became = Became {
                entries,
                clash,
                repeats: repeats.map(|&(_, of)| work.intake.rules[of].source.text.as_str()),
            };
            explain(rule, became, self.categories.lexicons())
        });
        explained.collect()
    }

    /// Says whether a rule can become part of an entry at all.
    fn can_merge(statement: &Statement) -> bool {
        statement.can_merge() && !statement.subjects.iter().any(|subject| subject.placed)
    }

    /// Assigns rules to entries; both sides of a contradiction stay as they are.
    fn group(&self, rules: &[Rule], free: &[bool]) -> IndexMap<String, Vec<usize>> {
        let mut by_category: IndexMap<Category, Vec<usize>> = IndexMap::new();
        let mut named = Vec::new();
        let can = |(i, rule): &(usize, &Rule)| free[*i] && Self::can_merge(&rule.statement);
        for (i, rule) in rules.iter().enumerate().filter(can) {
            self.categories.named(&rule.statement, &mut named);
            for category in &named {
                by_category.entry(*category).or_default().push(i);
            }
        }
        let mut groups: IndexMap<String, Vec<usize>> = IndexMap::new();
        for (category, members) in by_category {
            groups.entry(self.categories.symbol(category).to_owned()).or_default().extend(members);
        }
        self.prune(rules, &mut groups);
        for members in groups.values_mut() {
            limit_notes(members, rules);
        }
        groups
    }

    /// Drops groups that gain nothing: one rule alone, unless it is of an original category and
    /// every word of it is accounted for.
    fn prune(&self, rules: &[Rule], groups: &mut IndexMap<String, Vec<usize>>) {
        groups.retain(|symbol, members| {
            members.sort_unstable();
            let alone = members.len() < 2;
            let whole = || members.iter().all(|&i| rules[i].statement.residue == 0);
            !alone || (is_original(symbol) && whole())
        });
        // A rule about two categories goes only where both are entries.
        let mut homes = vec![0_usize; rules.len()];
        for i in groups.values().flatten() {
            homes[*i] += 1;
        }
        let mut named = Vec::new();
        groups.retain(|_, members| {
            members.retain(|&i| {
                self.categories.named(&rules[i].statement, &mut named);
                homes[i] == named.len()
            });
            !members.is_empty()
        });
        groups.sort_keys();
    }

    /// Makes the entry of a group.
    fn entry(&self, symbol: &str, members: &[usize], rules: &[Rule]) -> Entry {
        let is_own = |subject: &Subject| {
            self.categories.symbol(self.categories.of(subject.concept)) == symbol
        };
        let mut merge = Merge::new(self.categories.lexicons(), &is_own);
        for &i in members {
            merge.add(&rules[i]);
        }
        merge.finish()
    }
}

/// Keeps the rules of a group up to the limit of those that are said in more than names: the same
/// ones in any order.
fn limit_notes(members: &mut Vec<usize>, rules: &[Rule]) {
    let says_more = |i: &usize| !merge::is_names(&rules[*i]);
    let mut longer: Vec<usize> = members.iter().copied().filter(says_more).collect();
    if longer.len() > NOTES {
        keep_shortest(&mut longer, NOTES, |i| (rules[i].letters as usize, &rules[i].source));
        members.retain(|i| !says_more(i) || longer.contains(i));
    }
}
