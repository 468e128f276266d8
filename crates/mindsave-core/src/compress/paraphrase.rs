//! Rules that say the same without naming anything that is known.

use hashbrown::HashMap;

use super::intake::Rule;
use super::output::keep_shortest;
use crate::text::Parser;

/// Finds rules that say what a shorter one says: (the rule, the one it repeats). Of `rules`, those
/// that stay as they were written and contradict nothing are `free`.
pub(super) fn find(
    rules: &[Rule],
    free: impl Fn(usize) -> bool,
    parser: &mut Parser,
) -> Vec<(usize, usize)> {
    let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut first: HashMap<u64, usize> = HashMap::new();
    for (i, rule) in rules.iter().enumerate() {
        if rule.statement.sense == 0 || !free(i) {
            continue;
        }
        match first.entry(rule.statement.sense) {
            hashbrown::hash_map::Entry::Vacant(entry) => {
                entry.insert(i);
            }
            hashbrown::hash_map::Entry::Occupied(entry) => {
                known.entry(rule.statement.sense).or_insert_with(|| vec![*entry.get()]).push(i);
            }
        }
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    for mut alike in known.into_values() {
        keep_shortest(&mut alike, usize::MAX, |i| &rules[i].source);
        pair(&alike, rules, parser, &mut found);
    }
    found.sort_unstable();
    found
}

/// Pairs each of some rules with the first that says the same.
fn pair(alike: &[usize], rules: &[Rule], parser: &mut Parser, found: &mut Vec<(usize, usize)>) {
    let senses: Vec<String> = alike.iter().map(|&i| sense(&rules[i], parser)).collect();
    for (at, &i) in alike.iter().enumerate() {
        let same =
            |&other: &usize| senses[other] == senses[at] && agree(&rules[alike[other]], &rules[i]);
        if let Some(other) = (0..at).find(same) {
            found.push((i, alike[other]));
        }
    }
}

fn sense(rule: &Rule, parser: &mut Parser) -> String {
    parser.sense(&rule.text()[..rule.statement.size])
}

/// Reports whether two rules agree in everything that their words do not show.
fn agree(a: &Rule, b: &Rule) -> bool {
    let (left, right) = (&a.statement, &b.statement);
    a.source.kind == b.source.kind
        && (left.modality, left.refuses, left.exclusive)
            == (right.modality, right.refuses, right.exclusive)
        && left.numbers == right.numbers
        // Where a thing is refused, "any" adds nothing.
        && (left.refuses || left.universal == right.universal)
        && left.gist.scope() == right.gist.scope()
        && left.reason(a.text()) == right.reason(b.text())
}
