//! Rules the user takes back.

use super::labels::{asks, bare, first_clause, opened, parted};
use super::likeness::{Topic, ideographs_in};
use super::words::{
    DENIED_BY, PERMITS, POINTING, REFUSALS_BEFORE, REFUSALS_BEHIND, RESERVATIONS, WITHDRAWALS,
};
use crate::extract::{Kind, extract};
use crate::snapshot::State;
use crate::text::{folded, mentions, sentences};

/// How far back a correction reaches.
const RECENT: usize = 3;
/// How much of the smaller of rule and withdrawal both must speak of.
const ALIKE: f64 = 0.5;
/// How much less another telling of the same rule may share.
const NEARLY: f64 = 0.15;

/// Returns the rules known that a prompt takes back.
///
/// "Forget the rule about X" names it; "X is fine now" must speak of all the rule speaks of, without
/// reservation: what is allowed in one place, or of two things, is said beside the rule.
pub(super) fn withdrawn(text: &str, known: &State) -> Vec<String> {
    let mut gone: Vec<String> = Vec::new();
    for sentence in text.lines().flat_map(sentences) {
        let words = folded(sentence);
        if !mentions(&words, WITHDRAWALS) && !mentions(&words, PERMITS) || asks(sentence) {
            continue;
        }
        let by_name: Vec<&str> =
            WITHDRAWALS.iter().filter(|cue| !PERMITS.contains(cue)).copied().collect();
        let permits = !mentions(&words, &by_name);
        if permits && mentions(&words, RESERVATIONS) {
            continue;
        }
        gone.extend(spoken_of(sentence, permits, known));
    }
    gone.sort();
    gone.dedup();
    gone
}

/// The rules a sentence speaks of.
fn spoken_of(sentence: &str, wholly: bool, known: &State) -> Vec<String> {
    let taken_back = Topic::of(&without_cues(sentence));
    let rules = known.knowledge.constraints.iter().filter_map(|rule| {
        let about = Topic::of(rule);
        let overlap = about.overlap(&taken_back);
        let all = !wholly || about.covered_by(&taken_back) > ALIKE;
        (overlap >= ALIKE && all).then_some((rule, overlap))
    });
    let alike: Vec<(&String, f64)> = rules.collect();
    // One rule may have been told in two ways.
    let most = alike.iter().map(|(_, overlap)| *overlap).fold(0.0, f64::max);
    let same = alike.into_iter().filter(|(_, overlap)| *overlap >= most - NEARLY);
    same.map(|(rule, _)| rule.clone()).collect()
}

/// A sentence without the words that only say that something is taken back.
fn without_cues(sentence: &str) -> String {
    let mut words = folded(sentence);
    let mut cues: Vec<&&str> = WITHDRAWALS.iter().chain(PERMITS).collect();
    cues.sort_by_key(|cue| std::cmp::Reverse(cue.len()));
    for cue in cues {
        words = words.replace(*cue, " ");
    }
    // What only points at a rule speaks of nothing in it.
    for pointing in POINTING {
        words = words.replace(pointing, " ");
    }
    words
}

/// Returns the choice, among the last ones, that a correction of the user turns down: what stands
/// behind "not" in "by date, not by rows".
pub(super) fn turned_down(text: &str, known: &State) -> Option<String> {
    if let Some(choice) = refused(text, known) {
        return Some(choice);
    }
    let corrected = extract(text).into_iter().find(|found| found.kind == Kind::Correction)?;
    let denied = denied_part(&corrected.span)?;
    let about = Topic::of(denied);
    let recent = known.knowledge.decisions.iter().rev().take(RECENT);
    recent
        .map(|decision| decision.choice.as_str())
        .find(|choice| {
            about.overlap(&Topic::of(choice)) >= ALIKE || ideographs_in(denied, choice) >= 0.6
        })
        .map(str::to_owned)
}

/// Returns the choice, among the last ones, that a sentence refuses by name: "Not Kafka.", X 不行。
fn refused(text: &str, known: &State) -> Option<String> {
    let clauses = text.lines().flat_map(sentences).filter(|one| !asks(one));
    let clauses = clauses.flat_map(|one| one.split([',', '，', ';', '；', '。']));
    let refused: Vec<Topic> = clauses.filter_map(refused_part).map(Topic::of).collect();
    let recent = known.knowledge.decisions.iter().rev().take(RECENT);
    recent.map(|decision| decision.choice.as_str()).find_map(|choice| {
        let about = Topic::of(choice);
        let all = |topic: &Topic| !topic.is_empty() && topic.shared(&about) == topic.len();
        refused.iter().any(all).then(|| choice.to_owned())
    })
}

/// The few words a clause refuses.
fn refused_part(clause: &str) -> Option<&str> {
    let clause = bare(clause);
    let behind = REFUSALS_BEHIND.iter().filter_map(|refusal| Some(clause.split_once(refusal)?.0));
    let part = opened(clause, REFUSALS_BEFORE).or_else(|| behind.min_by_key(|part| part.len()))?;
    let short = part.split_whitespace().count() <= 3 && part.chars().count() <= 24;
    (short && !part.is_empty()).then_some(part)
}

/// What a correction says is wrong.
fn denied_part(correction: &str) -> Option<&str> {
    let (_, denied) = parted(correction, DENIED_BY)?;
    Some(first_clause(denied)).filter(|denied| !denied.is_empty())
}

/// Reports whether a piece of a prompt only takes something back: it is no new rule.
pub(super) fn speaks_of_withdrawal(span: &str) -> bool {
    mentions(&folded(span), WITHDRAWALS)
}
