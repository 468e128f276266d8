//! Which of the steps that are known an agent's words say to be finished.

use super::labels::bare;
use super::likeness::{Topic, ideographs_in};
use super::words::ORDER_VERBS;
use crate::extract::{Extracted, Kind};
use crate::search::words::stem;
use crate::snapshot::State;
use crate::text::{folded, has_han};

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
