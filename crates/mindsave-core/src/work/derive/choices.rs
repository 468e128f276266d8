//! Which earlier choice a new one replaces.

use super::likeness::{Topic, ideographs_in};
use super::words::REPLACEMENTS;
use crate::snapshot::State;
use crate::text::{folded, mentions};

/// How much a new choice must share with the one it replaces, as a share of the smaller one.
const ALIKE: f64 = 0.3;
/// What a shared character weighs beside a shared word.
const CHARACTERS: f64 = 0.6;

/// Returns the earlier choice that a new one replaces: one that it names as left behind, or, where
/// it says that something changes, the one that speaks of the same.
pub(super) fn replaced(choice: &str, options: &[String], known: &State) -> Option<String> {
    let earlier = known.knowledge.decisions.iter().rev().map(|decision| decision.choice.as_str());
    let changes = mentions(&folded(choice), REPLACEMENTS);
    let topic = Topic::of(choice);
    let left: Vec<Topic> = options.iter().map(|option| Topic::of(option)).collect();
    earlier
        .filter(|old| *old != choice)
        .filter_map(|old| {
            let about = Topic::of(old);
            let named = left.iter().any(|option| {
                !option.is_empty() && option.shared(&about) > 0 && option.overlap(&about) >= 0.5
            });
            // Two Chinese tellings share characters more often than words.
            let characters = ideographs_in(old, choice) * CHARACTERS;
            let overlap = topic.overlap(&about).max(characters);
            let likely = named || changes && overlap >= ALIKE;
            likely.then_some((old, overlap))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(old, _)| old.to_owned())
}
