//! What the user's words say: rules, corrections, values, a goal, what is taken back.

use super::blockers::{is_given, is_released};
use super::called_off::{CalledOff, called_off};
use super::correction::{Correction, corrections, without_lead_in};
use super::{done, found, goals, rules, values, withdrawal};
use crate::extract::{Extracted, Kind, extract};
use crate::snapshot::State;
use crate::work::Happened;

/// What is less sure than this is no rule.
const SURE: f64 = 0.6;

/// Returns what follows from a user's sentence.
pub(super) fn read(text: &str, known: &State) -> Vec<Happened> {
    let off = called_off(text, known);
    let goal = goal(text, off.as_ref(), known);
    let mut follows: Vec<Happened> =
        goal.iter().map(|text| Happened::Goal { text: text.clone() }).collect();
    let released = is_released(text, known) || is_given(text, known);
    if released {
        follows.push(Happened::Blocker { text: None });
    }
    let gone = withdrawal::withdrawn(text, known);
    let takes_back = !gone.is_empty();
    follows.extend(
        gone.into_iter().map(|text| Happened::Closed {
            text,
            reason: Some("withdrawn by the user".to_owned()),
        }),
    );
    let exchanged = values::exchanged(text, known);
    let corrects_value = !exchanged.is_empty();
    let corrected = set_right(text, goal.as_deref(), corrects_value, known);
    follows.extend(turned_down(text, &corrected, known));
    let done = done::by_user(text, known);
    follows.extend(done.into_iter().map(|text| Happened::Result { text }));
    follows.extend(off.as_ref().map(CalledOff::happened));
    let read = corrected.iter().map(|one| one.sentence).chain(off.as_ref().map(|off| off.sentence));
    let read: Vec<&str> = read.collect();
    let mut found = extract(text);
    found.retain(|one| !read.iter().any(|sentence| rules::says(sentence, &one.span)));
    // A rule beside a request is read as that.
    let asked = |span: &str| goal.as_deref().is_some_and(|goal| rules::overlaps(goal, span));
    found.retain(|one| !matches!(one.kind, Kind::Correction | Kind::Failure) || !asked(&one.span));
    let standing = rules::of(text, &found, goal.as_deref(), &read);
    let standing = standing.into_iter().filter(|rule| !(takes_back && only_takes_back(rule)));
    let standing: Vec<Happened> = standing.collect();
    found.retain(|one| !(takes_back && withdrawal::speaks_of_withdrawal(&one.span)));
    let kept = found.into_iter().filter(|found| !(released && found.kind == Kind::Blocker));
    let kept = kept.filter_map(|found| of(found, corrects_value, known));
    // A correction that is told as a rule as well is that rule.
    follows.extend(kept.filter(|one| !standing.iter().any(|rule| tells(rule, one))));
    follows.extend(standing);
    follows.extend(corrected.into_iter().flat_map(put_in_place));
    follows.extend(exchanged);
    follows.extend(values::given(text, known));
    follows
}

/// What a prompt sets right, beside its goal; what only sets a value right is kept as the value.
fn set_right<'t>(
    text: &'t str,
    goal: Option<&str>,
    corrects_value: bool,
    known: &State,
) -> Vec<Correction<'t>> {
    let mut found = corrections(text, known);
    found.retain(|one| {
        let alone = one.rules.is_empty() && one.choices.is_empty();
        let asked = goal.is_some_and(|goal| rules::overlaps(goal, &one.rule));
        !(asked || corrects_value && alone)
    });
    found
}

/// The choices a prompt turns down.
fn turned_down(text: &str, corrected: &[Correction<'_>], known: &State) -> Vec<Happened> {
    let mut choices: Vec<String> = corrected.iter().flat_map(|one| one.choices.clone()).collect();
    choices.extend(withdrawal::turned_down(text, known));
    choices.sort();
    choices.dedup();
    let closed = |text| {
        let reason = Some("corrected by the user".to_owned());
        Happened::Closed { text, reason }
    };
    choices.into_iter().map(closed).collect()
}

/// The rule of a correction, and that it takes the place of others.
fn put_in_place(corrected: Correction<'_>) -> Vec<Happened> {
    let text = corrected.rule;
    let by = text.clone();
    let scope = rules::scope(&text).map(str::to_owned);
    let mut follows = vec![Happened::Constraint { text, scope }];
    let gone = corrected.rules.into_iter();
    follows.extend(gone.map(|text| Happened::Superseded { text, by: by.clone() }));
    follows
}

/// Reports whether a rule says what another says as well, without its reason or its lead.
fn tells(rule: &Happened, other: &Happened) -> bool {
    match (rule, other) {
        (
            Happened::Constraint { text, .. } | Happened::Note { text, .. },
            Happened::Constraint { text: other, .. },
        ) => rules::overlaps(text, other),
        _ => false,
    }
}

/// The goal a prompt sets: another one, or the first. What sets a rule right asks for nothing.
fn goal(text: &str, off: Option<&CalledOff<'_>>, known: &State) -> Option<String> {
    // Who puts a step aside by name does not put the task aside.
    let parks = off.is_none_or(|off| !off.names_it);
    let parked = || goals::behind_a_parking(text).filter(|_| parks);
    if let Some(another) = goals::named(text).or_else(parked) {
        return Some(another);
    }
    if !known.task.goal.trim().is_empty() {
        return None;
    }
    let corrected = corrections(text, known);
    let of_a_rule = |goal: &String| {
        let mut met = corrected.iter().filter(|one| !one.rules.is_empty());
        met.any(|one| one.sentence.contains(goal.as_str()))
    };
    goals::first(text).filter(|goal| !of_a_rule(goal))
}

fn only_takes_back(rule: &Happened) -> bool {
    match rule {
        Happened::Constraint { text, .. } | Happened::Note { text, .. } => {
            withdrawal::speaks_of_withdrawal(text)
        }
        _ => false,
    }
}

fn of(found: Extracted, corrects_value: bool, known: &State) -> Option<Happened> {
    let sure = found.confidence.value() >= SURE;
    match found.kind {
        // What only sets a value right is kept as the value.
        Kind::Correction if !corrects_value => {
            let text = without_lead_in(&found.span).to_owned();
            Some(Happened::Constraint { text, scope: None })
        }
        Kind::Decision if sure => Some(found::decision(found, known)),
        // A user who names another way in the same breath sets a rule.
        Kind::Failure if found.span.contains(['，', ',']) => {
            Some(Happened::Constraint { text: found.span, scope: None })
        }
        Kind::Failure => Some(found::failure(found, "user")),
        Kind::Blocker => Some(found::blocker(&found)),
        Kind::NoSave => Some(Happened::SavingRefused { refused: true }),
        Kind::SaveAgain => Some(Happened::SavingRefused { refused: false }),
        _ => None,
    }
}
