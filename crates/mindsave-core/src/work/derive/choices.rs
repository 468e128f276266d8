//! Which earlier choice a new one replaces.

use super::labels::{asks, bare, labelled, parted};
use super::likeness::{Topic, ideographs_in};
use super::words::{
    EXCHANGE_REASONS, EXCHANGES_TOLD, REASON_JOINTS, REASON_LABELS, REASONS_BEHIND, REPLACEMENTS,
};
use crate::snapshot::State;
use crate::text::{folded, mentions, sentences};

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

/// The choices an agent's message gives a reason for, whatever words the choice itself is in: "X, the
/// point being that Y", or "X. My reasoning: Y."
pub(super) fn reasoned(text: &str) -> Vec<(String, String)> {
    let sentences: Vec<&str> = text.lines().flat_map(sentences).collect();
    let mut found = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        if let Some(reason) = labelled(sentence, REASON_LABELS) {
            let before = at.checked_sub(1).and_then(|before| sentences.get(before));
            found.extend(before.map(|choice| (bare(choice).to_owned(), reason.to_owned())));
        } else if let Some((choice, reason)) =
            split_at_joint(sentence).or_else(|| exchanged_for(sentence))
        {
            found.push((choice.to_owned(), reason.to_owned()));
        }
    }
    found
}

/// What stands before and behind the words that lead to a reason.
fn split_at_joint(sentence: &str) -> Option<(&str, &str)> {
    let lower = sentence.to_ascii_lowercase();
    let joints = REASON_JOINTS.iter().filter_map(|joint| Some((lower.find(joint)?, joint.len())));
    let (at, length) = joints.min_by_key(|(at, length)| (*at, std::cmp::Reverse(*length)))?;
    let edge = sentence[..at].chars().next_back().is_none_or(|c| !c.is_ascii_alphanumeric());
    let (choice, reason) = (bare(&sentence[..at]), bare(&sentence[at + length..]));
    (edge && choice.chars().count() >= 4 && !reason.is_empty()).then_some((choice, reason))
}

/// What took the place of something, and why: "A replaces B, since …", A 取代 B，这样….
fn exchanged_for(sentence: &str) -> Option<(&str, &str)> {
    if asks(sentence) {
        return None;
    }
    let clauses: Vec<&str> = sentence.split([',', '，']).map(bare).collect();
    let at = clauses.iter().position(|clause| mentions(&folded(clause), EXCHANGES_TOLD))?;
    let choice = clauses[at];
    let reason = clauses[at + 1..].iter().find_map(|clause| {
        if REASONS_BEHIND.iter().any(|end| clause.ends_with(end)) {
            return Some(*clause);
        }
        parted(clause, EXCHANGE_REASONS).map(|(_, reason)| reason)
    })?;
    (choice.chars().count() >= 4 && !reason.is_empty()).then_some((choice, reason))
}

#[cfg(test)]
mod tests {
    use super::reasoned;

    #[test]
    fn a_reason_is_found_behind_what_leads_to_it() {
        for (text, choice, reason) in [
            (
                "Search runs on a trigram index; it won because Postgres is there.",
                "Search runs on a trigram index",
                "Postgres is there",
            ),
            (
                "OAC replaces OAI, which we need anyway since the objects are encrypted.",
                "OAC replaces OAI",
                "the objects are encrypted",
            ),
            ("按时间切已取代随机切，这样和线上一致。", "按时间切已取代随机切", "和线上一致"),
            (
                "好，存档改为二进制文件，平台审核要求如此。",
                "存档改为二进制文件",
                "平台审核要求如此",
            ),
            ("小组件只读快照，这么选是因为要绕开文件锁。", "小组件只读快照", "要绕开文件锁"),
        ] {
            assert_eq!(reasoned(text), [(choice.to_owned(), reason.to_owned())], "{text}");
        }
        for text in [
            "The test failed because the port was taken.",
            "改为周五发布。",
            "A 取代 B 吗，因为快？",
        ] {
            assert_eq!(reasoned(text), [], "{text}");
        }
    }
}
