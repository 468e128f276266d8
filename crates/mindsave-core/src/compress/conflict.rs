//! Contradictions: found by what rules say of a thing, never by how alike their words are.

mod figures;

use hashbrown::{HashMap, HashSet};
use serde::Serialize;

use super::entry::Source;
use super::intake::Rule;
use super::like::overlap;
use super::output::keep_shortest;
use crate::text::{ConceptRef, Lexicon, Modality, Polarity, Stretch};

/// The most pairs reported for one thing.
const PER_SUBJECT: usize = 4;
/// The most rules a word may stand in to tell that two of them are about the same.
const COMMON: usize = 32;

/// Two sources that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The one given first.
    pub a: Source,
    /// The other.
    pub b: Source,
    /// What it is about.
    pub subject: String,
    /// In which way.
    pub kind: ConflictKind,
}

/// The ways in which two rules contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConflictKind {
    /// One asks for what the other refuses.
    Opposite,
    /// They give different numbers for the same thing.
    Number,
    /// They choose two things that exclude each other.
    Exclusive,
}

/// A contradiction between two rules, by their positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clash {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) subject: String,
    pub(super) kind: ConflictKind,
}

/// Finds every contradiction among the rules.
pub(super) fn find(rules: &[Rule], lexicons: &[&Lexicon]) -> Vec<Clash> {
    let (mut clashes, mut figures) = (Vec::new(), Vec::new());
    by_concept(rules, lexicons, &mut clashes, &mut figures);
    by_words(rules, &mut clashes);
    // What two things exclude says more than their figures.
    let known: HashSet<(usize, usize)> = clashes.iter().map(|clash| (clash.a, clash.b)).collect();
    clashes.extend(figures.into_iter().filter(|clash| !known.contains(&(clash.a, clash.b))));
    clashes.sort_by_key(|clash| (clash.a, clash.b, clash.kind));
    clashes.dedup_by_key(|clash| (clash.a, clash.b));
    clashes
}

/// The rules that speak for and against one concept.
#[derive(Default)]
struct Camps {
    choose: Vec<usize>,
    reject: Vec<usize>,
}

fn by_concept(
    rules: &[Rule],
    lexicons: &[&Lexicon],
    clashes: &mut Vec<Clash>,
    figures: &mut Vec<Clash>,
) {
    let mut camps: HashMap<ConceptRef, Camps> = HashMap::new();
    for (i, rule) in rules.iter().enumerate().filter(|(_, rule)| speaks(rule)) {
        for subject in rule.statement.subjects.iter().filter(|subject| !subject.placed) {
            let camp = camps.entry(subject.concept).or_default();
            let side = match (rule.statement.modality, subject.polarity) {
                (Modality::Waive, _) | (_, Polarity::Reject) => &mut camp.reject,
                (_, Polarity::Choose) => &mut camp.choose,
            };
            if side.last() != Some(&i) {
                side.push(i);
            }
        }
    }
    let mut concepts: Vec<&ConceptRef> = camps.keys().collect();
    concepts.sort_unstable();
    for concept in concepts {
        let camp = &camps[concept];
        let name = lexicons[usize::from(concept.lexicon)].name(concept.id);
        let meets = |a: &Rule, b: &Rule| {
            meet(a, b)
                && !other_version(a, b, *concept)
                && [a, b].iter().all(|rule| !refuses_a_deed(rule, *concept))
        };
        let sides = (camp.choose.as_slice(), camp.reject.as_slice());
        pairs(rules, sides, meets, (name, ConflictKind::Opposite), clashes);
        for side in [&camp.choose, &camp.reject] {
            figures::differing(rules, side, name, figures);
        }
        let lexicon = lexicons[usize::from(concept.lexicon)];
        for rival in lexicon.rivals(concept.id) {
            let rival = ConceptRef { id: rival, ..*concept };
            if rival > *concept
                && let Some(other) = camps.get(&rival)
            {
                exclusive(rules, &camp.choose, &other.choose, name, clashes);
            }
        }
    }
}

/// Reports whether a rule takes a side at all.
fn speaks(rule: &Rule) -> bool {
    matches!(rule.statement.modality, Modality::Must | Modality::Prefer | Modality::Waive)
}

fn pairs(
    rules: &[Rule],
    (left, right): (&[usize], &[usize]),
    meets: impl Fn(&Rule, &Rule) -> bool,
    (subject, kind): (&str, ConflictKind),
    clashes: &mut Vec<Clash>,
) {
    if left.is_empty() || right.is_empty() {
        return;
    }
    // Which are reported of too many does not depend on their order.
    let many = left.len() * right.len() > PER_SUBJECT;
    let first = |side: &[usize]| if many { shortest(rules, side) } else { side.to_vec() };
    let mut found = 0;
    let right = first(right);
    for a in first(left) {
        for &b in &right {
            if a != b && found < PER_SUBJECT && meets(&rules[a], &rules[b]) {
                found += 1;
                clashes.push(Clash { a: a.min(b), b: a.max(b), subject: subject.to_owned(), kind });
            }
        }
    }
}

/// The rules that are looked at where there are many.
fn shortest(rules: &[Rule], side: &[usize]) -> Vec<usize> {
    let mut side = side.to_vec();
    keep_shortest(&mut side, 64, |i| (rules[i].letters as usize, &rules[i].source));
    side
}

/// Two choices that exclude each other clash if each is an order, and what else they say is the same.
fn exclusive(
    rules: &[Rule],
    left: &[usize],
    right: &[usize],
    subject: &str,
    clashes: &mut Vec<Clash>,
) {
    let plain = |list: &[usize]| -> Vec<usize> {
        let order = |i: &&usize| {
            let statement = &rules[**i].statement;
            statement.modality == Modality::Must && !statement.conditional
        };
        list.iter().filter(order).copied().collect()
    };
    let (left, right) = (plain(left), plain(right));
    if left.iter().all(|i| !right.contains(i)) {
        let meets = |a: &Rule, b: &Rule| {
            let bare = a.statement.residue + b.statement.residue == 0;
            (bare || a.statement.gist.bytes().eq(b.statement.gist.bytes())) && meet(a, b)
        };
        pairs(rules, (&left, &right), meets, (subject, ConflictKind::Exclusive), clashes);
    }
}

/// Reports whether a rule refuses something to be done with a thing, and not the thing: "don't
/// ignore Vitest failures" does not contradict "use Vitest".
fn refuses_a_deed(rule: &Rule, concept: ConceptRef) -> bool {
    let statement = &rule.statement;
    let mut own = statement.subjects.iter().filter(|s| s.concept == concept);
    own.any(|subject| {
        let (from, to) = (subject.decided.to(), subject.words.from());
        let between = |note: &Stretch| note.from() >= from && note.from() < to;
        subject.polarity == Polarity::Reject && to > from && statement.notes.iter().any(between)
    })
}

/// Reports whether two rules speak of different versions of a thing: "use Java 21" and "no Java 8"
/// agree.
fn other_version(a: &Rule, b: &Rule, concept: ConceptRef) -> bool {
    let version = |rule: &Rule| {
        let subject = rule.statement.subjects.iter().find(|s| s.concept == concept)?;
        subject.version(rule.text()).map(str::to_owned)
    };
    matches!((version(a), version(b)), (Some(a), Some(b)) if a != b)
}

/// Reports whether two rules speak of the same case: an exception is no contradiction.
fn meet(a: &Rule, b: &Rule) -> bool {
    let (left, right) = (&a.statement, &b.statement);
    if left.excepts || right.excepts {
        return false;
    }
    let told = |scope: &str, other: &Rule| {
        let text = || crate::text::fold(&other.source.text);
        scope.is_empty() || {
            let text = text();
            scope.split(' ').all(|word| text.contains(word))
        }
    };
    let (scope, other_scope) = (left.gist.scope(), right.gist.scope());
    scope == other_scope
        || left.universal
        || right.universal
        || (told(scope, b) && told(other_scope, a))
}

/// Finds rules without a known thing that say the opposite, or another number, of the same.
fn by_words(rules: &[Rule], clashes: &mut Vec<Clash>) {
    let mut numbers: HashMap<&[u8], usize> = HashMap::new();
    let mut holders: Vec<Vec<usize>> = Vec::new();
    // The words of all rules by their numbers, one rule after the other, and where each rule ends.
    let mut words: Vec<u32> = Vec::new();
    let mut ends: Vec<usize> = Vec::with_capacity(rules.len());
    for (i, rule) in rules.iter().enumerate() {
        for word in rule.statement.gist.bytes() {
            let number = *numbers.entry(word).or_insert(holders.len());
            if number == holders.len() {
                holders.push(Vec::new());
            }
            // One more than the limit shows that a word is over it.
            if holders[number].len() <= COMMON {
                holders[number].push(i);
            }
            words.push(u32::try_from(number).unwrap_or(u32::MAX));
        }
        ends.push(words.len());
    }
    drop(numbers);
    let mut seen: Vec<usize> = Vec::new();
    let mut start = 0;
    for (b, (rule, end)) in rules.iter().zip(ends).enumerate() {
        seen.clear();
        for &number in &words[start..end] {
            let known = &holders[number as usize];
            if known.len() <= COMMON {
                seen.extend(known.iter().filter(|&&a| a < b));
            }
        }
        start = end;
        seen.sort_unstable();
        seen.dedup();
        for &a in &seen {
            if let Some(kind) = clash_of_words(&rules[a], rule) {
                let shared =
                    rules[a].statement.gist.words().filter(|word| rule.statement.gist.holds(word));
                let subject = shared.collect::<Vec<_>>().join(" ");
                clashes.push(Clash { a, b, subject, kind });
            }
        }
    }
}

fn clash_of_words(a: &Rule, b: &Rule) -> Option<ConflictKind> {
    let (left, right) = (&a.statement, &b.statement);
    // What both say of a thing that is known counts more than how they say it.
    let agree = || {
        left.subjects.iter().any(|own| {
            right.subjects.iter().any(|s| (s.concept, s.polarity) == (own.concept, own.polarity))
        })
    };
    let sides = left.stands_against(right) && !agree();
    let plain = |s: &crate::text::Statement| speaks_plainly(s.modality);
    let numbers = !left.numbers.is_empty()
        && left.numbers.len() == right.numbers.len()
        && left.numbers != right.numbers;
    let numbers = numbers && left.refuses == right.refuses && plain(left) && plain(right);
    let numbers = numbers && ![a, b].iter().any(|rule| figures::numbers_itself(rule.text()));
    // What costs most is asked last.
    if !sides && !numbers {
        return None;
    }
    let (left, right) = (left.words(), right.words());
    let likeness = overlap(&left, &right);
    if sides && likeness >= 0.6 && meet(a, b) {
        return Some(ConflictKind::Opposite);
    }
    (numbers && likeness >= 0.99 && left.len() >= 2).then_some(ConflictKind::Number)
}

fn speaks_plainly(modality: Modality) -> bool {
    matches!(modality, Modality::Must | Modality::Prefer)
}
