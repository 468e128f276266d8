//! Rules that say the same without naming anything that is known.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::entry::SourceKind;
use super::intake::Rule;
use super::output::keep_shortest;
use crate::text::{Modality, Parser};

/// Finds rules that say what a shorter one says: (the rule, the one it repeats). Of `rules`, those
/// that stay as they were written and contradict nothing are `free`.
pub(super) fn find(
    rules: &[Rule],
    free: impl Fn(usize) -> bool,
    parser: &mut Parser,
) -> Vec<(usize, usize)> {
    let mut by_sense = repeated(rules, free);
    by_sense.sort_unstable();
    let mut found = Vec::new();
    for alike in by_sense.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        let mut alike: Vec<usize> = alike.iter().map(|&(_, i)| i).collect();
        keep_shortest(&mut alike, usize::MAX, |i| (rules[i].letters as usize, &rules[i].source));
        pair(&alike, rules, parser, &mut found);
    }
    found.sort_unstable();
    found
}

/// Lists the free rules whose sense is hardly that of no other rule, with its number. In long lists
/// nearly all are dropped, with the help of a few bits, before anything is sorted.
fn repeated(rules: &[Rule], free: impl Fn(usize) -> bool) -> Vec<(u64, usize)> {
    let size = (rules.len() * 8).next_power_of_two();
    let (mut once, mut twice) = (vec![0_u64; size / 64 + 1], vec![0_u64; size / 64 + 1]);
    #[expect(clippy::cast_possible_truncation, reason = "the lower bits are what is asked for")]
    let place = |sense: u64| {
        let place = (sense ^ sense >> 32) as usize & (size - 1);
        (place / 64, 1 << (place % 64))
    };
    let told = |(i, rule): &(usize, &Rule)| rule.statement.sense != 0 && free(*i);
    let own = || rules.iter().enumerate().filter(told);
    for (_, rule) in own() {
        let (at, bit) = place(rule.statement.sense);
        twice[at] |= once[at] & bit;
        once[at] |= bit;
    }
    let again = |(_, rule): &(usize, &Rule)| {
        let (at, bit) = place(rule.statement.sense);
        twice[at] & bit != 0
    };
    own().filter(again).map(|(i, rule)| (rule.statement.sense, i)).collect()
}

/// Everything in which two rules agree when one repeats the other.
#[derive(PartialEq, Eq, Hash)]
struct Sense {
    words: String,
    kind: SourceKind,
    modality: Modality,
    refuses: bool,
    exclusive: bool,
    /// Where a thing is refused, "any" adds nothing.
    universal: bool,
    numbers: Box<[String]>,
    scope: String,
    reason: Option<String>,
}

/// Pairs each of some rules with the first that says the same.
fn pair(alike: &[usize], rules: &[Rule], parser: &mut Parser, found: &mut Vec<(usize, usize)>) {
    let mut first: HashMap<Sense, usize> = HashMap::new();
    for &i in alike {
        match first.entry(sense(&rules[i], parser)) {
            Entry::Occupied(known) => found.push((i, *known.get())),
            Entry::Vacant(place) => {
                place.insert(i);
            }
        }
    }
}

fn sense(rule: &Rule, parser: &mut Parser) -> Sense {
    let statement = &rule.statement;
    Sense {
        words: parser.sense(&rule.text()[..statement.size]),
        kind: rule.source.kind,
        modality: statement.modality,
        refuses: statement.refuses,
        exclusive: statement.exclusive,
        universal: statement.universal && !statement.refuses,
        numbers: statement.numbers.clone(),
        scope: statement.gist.scope().to_owned(),
        reason: statement.reason(rule.text()).map(str::to_owned),
    }
}
