//! A name means one thing, and never the opposite of it.

use std::collections::BTreeSet;

use super::{Lexicon, nothing_wrong, packs};
use crate::text::canonical::Canonical;
use crate::text::lexicon::compile::turned_round;
use crate::text::lexicon::{HitKind, Pack, WordNumbers};

#[test]
fn no_name_is_claimed_by_two_concepts() {
    let lexicon = Lexicon::builtin();
    let mut wrong = BTreeSet::new();
    for pack in packs() {
        for concept in &pack.concepts {
            for name in std::iter::once(&concept.name).chain(concept.aliases()) {
                let owners = owners(lexicon, name);
                if owners.len() > 1 {
                    let canonical = Canonical::of(name).text;
                    wrong.insert(format!("{canonical:?}: {}", owners.join(", ")));
                }
            }
        }
    }
    nothing_wrong(&wrong.into_iter().collect::<Vec<_>>());
}

/// The concepts the whole of a text is a name of, as `pack/concept`.
fn owners(lexicon: &Lexicon, name: &str) -> Vec<String> {
    let text = Canonical::of(name);
    let mut hits = Vec::new();
    if !text.tokens.is_empty() {
        let mut numbers = WordNumbers::default();
        lexicon.number_words(&text, &mut numbers);
        lexicon.hits_at(&text, &numbers, 0, (&mut hits, &mut Vec::new()));
    }
    let whole = hits.iter().filter(|hit| hit.last == text.tokens.len());
    let owner = whole.filter_map(|hit| match hit.kind {
        HitKind::Concept { id, .. } => {
            Some(format!("{}/{}", lexicon.pack_id(lexicon.pack_of(id)), lexicon.id(id)))
        }
        _ => None,
    });
    owner.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn no_alias_is_the_refusal_of_its_concept() {
    let wrong: Vec<String> = packs().iter().flat_map(refusals).collect();
    nothing_wrong(&wrong);
}

/// The aliases that refuse their concept: those the tables leave out, and those that put "zero",
/// 不, 零 or 没有 before another name of it. "Non", 无 and 非 make another kind of a thing and do not refuse it.
fn refusals(pack: &Pack) -> Vec<String> {
    const BEFORE: [&str; 4] = ["zero ", "不", "零", "没有"];
    let mut wrong = Vec::new();
    for concept in &pack.concepts {
        let names: BTreeSet<String> = std::iter::once(&concept.name)
            .chain(concept.aliases())
            .map(|name| Canonical::of(name).text)
            .collect();
        let of_another = |name: &String| {
            BEFORE.iter().any(|no| name.strip_prefix(no).is_some_and(|rest| names.contains(rest)))
        };
        let refused = concept.aliases().filter(|alias| turned_round(concept, alias));
        let all = refused.map(|alias| Canonical::of(alias).text);
        for alias in all.chain(names.iter().filter(|name| of_another(name)).cloned()) {
            wrong.push(format!("{}: `{}` has the alias {alias:?}", pack.id, concept.id));
        }
    }
    wrong
}
