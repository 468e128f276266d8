//! What the agent's closing message of a turn says: choices, failures, what stops it, what is next.

use super::blockers::is_released;
use super::choices::{reasoned, replaced};
use super::done;
use super::found;
use super::labels::{asks, opened};
use super::next::next_action;
use super::rules;
use super::words::{FINISHED, TELLING, USER_SAYS};
use crate::extract::{Extracted, Kind, extract};
use crate::snapshot::State;
use crate::text::{folded, mentions, sentences};
use crate::work::Happened;

/// What is less sure than this is left out.
const SURE: f64 = 0.4;
/// What is less sure than this is no rule of the user.
const RULE: f64 = 0.6;

/// Returns what follows from an agent's message.
pub(super) fn read(text: &str, known: &State) -> Vec<Happened> {
    let mut follows = Vec::new();
    if is_released(text, known) {
        follows.push(Happened::Blocker { text: None });
    }
    let mut found = extract(text);
    found.retain(|found| found.confidence.value() >= SURE);
    let more = with_reasons(&mut found, reasoned(text));
    let next = next_action(text);
    let done = done::steps(&found, known).into_iter();
    // What is named as next again is not finished.
    let done = done.filter(|step| next.as_ref().is_none_or(|next| !alike(next, step)));
    follows.extend(done.map(|text| Happened::Result { text }));
    // What is only intended is the next step and no choice.
    let intended =
        |span: &str| next.as_ref().is_some_and(|next| next.contains(span) || span.contains(next));
    found.retain(|one| one.kind != Kind::Decision || !intended(&one.span));
    follows.extend(found.into_iter().filter_map(|found| of(found, known)));
    follows.extend(told_again(text));
    follows.extend(more.into_iter().map(|(choice, reason)| decision(choice, Some(reason), known)));
    match next {
        Some(text) => follows.push(Happened::NextAction { text }),
        None if mentions(&folded(text), FINISHED) => {
            follows.push(Happened::NextAction { text: String::new() });
        }
        None => {}
    }
    follows
}

/// The rules of the user that the agent tells again: "The user said to never …", 用户说不要….
fn told_again(text: &str) -> Vec<Happened> {
    let told = text.lines().flat_map(sentences).filter(|sentence| !asks(sentence));
    let told = told.filter_map(|sentence| opened(sentence, USER_SAYS));
    let told = told.map(|rule| opened(rule, TELLING).unwrap_or(rule));
    let rules = told.filter(|rule| {
        let found = extract(rule);
        let says = |one: &Extracted| one.kind == Kind::Constraint && one.confidence.value() >= RULE;
        found.iter().any(says) || !rules::standing(rule).is_empty()
    });
    rules.map(|text| Happened::Constraint { text: text.to_owned(), scope: None }).collect()
}

fn alike(one: &str, other: &str) -> bool {
    one.contains(other) || other.contains(one)
}

/// Gives decisions that were found the reasons said beside them; returns the other choices.
fn with_reasons(found: &mut [Extracted], reasoned: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut more = Vec::new();
    for (choice, reason) in reasoned {
        let told = |one: &&mut Extracted| choice.contains(&one.span) || one.span.contains(&choice);
        match found.iter_mut().find(told) {
            Some(one) if one.kind == Kind::Decision => {
                one.reason.get_or_insert(reason);
            }
            Some(one) if matches!(one.kind, Kind::Failure | Kind::Blocker) => {}
            _ => more.push((choice, reason)),
        }
    }
    more
}

fn decision(text: String, reason: Option<String>, known: &State) -> Happened {
    let supersedes = replaced(&text, &[], known);
    Happened::Decision { text, reason, options: Vec::new(), supersedes }
}

/// The agent's rules are its own talk, and its finished steps too vague to count: both stay out.
fn of(found: Extracted, known: &State) -> Option<Happened> {
    match found.kind {
        Kind::Decision => Some(found::decision(found, known)),
        Kind::Failure => Some(found::failure(found, "system")),
        Kind::Blocker => Some(found::blocker(&found)),
        Kind::Learning => {
            Some(Happened::Note { kind: "learning".to_owned(), text: found.span, scope: None })
        }
        _ => None,
    }
}
