//! Which of the steps that are known an agent's words say to be finished.

use super::labels::{asks, bare, opened};
use super::likeness::{Topic, ideographs_in};
use super::words::{ALREADY, ORDER_VERBS, STEP_POINTERS};
use crate::extract::{Extracted, Kind};
use crate::search::words::stem;
use crate::snapshot::State;
use crate::text::{folded, has_han, phrases_cut, sentences};

/// How much of a step its report must speak of.
const ALIKE: f64 = 0.75;

/// Returns the steps, the next one and those behind it, that the findings report as finished.
pub(super) fn steps(found: &[Extracted], known: &State) -> Vec<String> {
    let reports = found.iter().filter(|one| one.kind == Kind::Progress);
    let reports: Vec<&str> = reports.map(|one| one.span.as_str()).collect();
    reported(&reports, known)
}

/// Returns the steps that some reports tell of.
pub(super) fn reported(reports: &[&str], known: &State) -> Vec<String> {
    let behind = known.task.progress.iter().flat_map(|progress| &progress.next);
    let open = known.task.next_action.iter().chain(behind);
    let done = open.filter(|step| reports.iter().any(|report| tells_of(report, step)));
    done.cloned().collect()
}

/// Returns the steps that the user has done: "I already ran the migration", 我已经部署了.
pub(super) fn by_user(text: &str, known: &State) -> Vec<String> {
    let told = text.lines().flat_map(sentences).filter(|sentence| !asks(sentence));
    let reports: Vec<&str> = told.filter_map(|sentence| opened(sentence, ALREADY)).collect();
    let mut steps = reported(&reports, known);
    let next = known.task.next_action.as_ref();
    let only_points = |step: &&String| reports.iter().any(|report| names_the_deed(report, step));
    steps.extend(next.filter(|step| !steps.contains(step)).filter(only_points).cloned());
    steps
}

/// Reports whether a report says of a step what is done in it, and nothing else: "deployed it".
fn names_the_deed(report: &str, step: &str) -> bool {
    let told = phrases_cut(&folded(report), &[STEP_POINTERS]);
    let told = told.trim().trim_end_matches(['了', '过', '好', '完']);
    let step = folded(bare(step));
    if has_han(told) {
        return told.chars().count() >= 2 && step.starts_with(told);
    }
    step.split(' ').next().is_some_and(|first| !told.is_empty() && is_form(told, first))
}

/// Reports whether a report tells of a step: of all it is about, and of no other deed.
fn tells_of(report: &str, step: &str) -> bool {
    let (about, told) = (Topic::of(&without_verb(step)), Topic::of(report));
    let words = about.is_empty() || about.covered_by(&told) >= ALIKE;
    if has_han(step) {
        let latin = Topic::of(&latin(step));
        return ideographs_in(step, report) >= ALIKE
            && latin.covered_by(&told) >= latin_share(&latin);
    }
    !about.is_empty() && words && same_deed(report, step)
}

/// An empty topic is covered by nothing.
fn latin_share(latin: &Topic) -> f64 {
    if latin.is_empty() { 0.0 } else { ALIKE }
}

fn latin(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect()
}

/// Reports whether the deed a report names, if it names one, is that of the step.
fn same_deed(report: &str, step: &str) -> bool {
    let verb = |word: &&str| ORDER_VERBS.iter().any(|verb| is_form(word, verb));
    let (told, own) = (folded(report), folded(step));
    let (first, about) = own.split_once(' ').unwrap_or((own.as_str(), ""));
    // What the step is about may be named by a word that is a verb elsewhere.
    let named = |word: &&str| about.split(' ').any(|own| is_form(word, own));
    let deeds: Vec<&str> = told.split(' ').filter(verb).filter(|word| !named(word)).collect();
    deeds.is_empty() || !verb(&first) || deeds.iter().any(|deed| is_form(deed, first))
}

fn is_form(word: &str, verb: &str) -> bool {
    word == verb || stem(word) == stem(verb)
}

fn without_verb(step: &str) -> String {
    let step = bare(step);
    match step.split_once(' ') {
        Some((first, rest)) if ORDER_VERBS.contains(&folded(first).as_str()) => rest.to_owned(),
        _ => step.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_user_has_done_is_done() {
        for (step, text, done) in [
            ("deploy to staging", "I already deployed it.", true),
            ("deploy to staging", "Already deployed to staging, go on.", true),
            ("run the migration on staging", "I've just run the migration on staging.", true),
            ("deploy to staging", "I already told you about the tests.", false),
            ("deploy to staging", "Have I already deployed it?", false),
            ("deploy to staging", "I already wrote the deploy script.", false),
            ("部署到预发", "我已经部署了。", true),
            ("部署到预发", "已经部署到预发了。", true),
            ("部署到预发", "我已经说过了。", false),
            ("部署到预发", "我已经部署了吗？", false),
        ] {
            let known = json!({"goal": "g", "next_action": step}).to_string();
            let known = State::from_json(&known).unwrap();
            assert_eq!(!by_user(text, &known).is_empty(), done, "{text}");
        }
    }
}
