//! Values the user gives and exchanges: ports, addresses, numbers of things.

mod name;
mod token;

use super::labels::asks;
use serde_json::Value;

use self::token::{Shape, Token, build, shape, tokens, words};
use super::words::CHANGES;
use crate::snapshot::State;
use crate::text::{folded, mentions, sentences};
use crate::work::Happened;

/// Returns the values a prompt gives by name.
pub(super) fn given(text: &str, known: &State) -> Vec<Happened> {
    let replaced = exchanges(text, known);
    let fresh = tokens(text).into_iter().filter(|token| {
        let done = replaced.iter().any(|(old, new)| token.text() == old || token.text() == new);
        !token.is_denied() && !token.is_supposed() && !done
    });
    fresh
        .filter_map(|token| {
            let value = Value::String(token.text().to_owned());
            Some(Happened::Variable { name: token.name()?, value })
        })
        .collect()
}

/// Returns what is known anew where a prompt puts one value in the place of another.
pub(super) fn exchanged(text: &str, known: &State) -> Vec<Happened> {
    let mut follows = Vec::new();
    for (old, new) in exchanges(text, known) {
        for (name, value) in &known.task.variables {
            let shown = shown(value);
            if holds(&shown, &old) {
                let value = Value::String(put(&shown, &old, &new));
                follows.push(Happened::Variable { name: name.clone(), value });
            }
        }
        if let Some(step) = known.task.next_action.as_deref().filter(|step| holds(step, &old)) {
            follows.push(Happened::NextAction { text: put(step, &old, &new) });
        }
    }
    follows
}

/// Pairs of an old value that is known and the new one in its place.
fn exchanges(text: &str, known: &State) -> Vec<(String, String)> {
    let tokens = tokens(text);
    let values: Vec<(String, String)> =
        known.task.variables.iter().map(|(name, value)| (name.clone(), shown(value))).collect();
    let known_value =
        |token: &Token<'_>| values.iter().any(|(_, value)| holds(value, token.text()));
    let mut pairs = renamed(text, &values);
    for new in tokens
        .iter()
        .filter(|token| !token.is_denied() && !token.is_supposed() && !known_value(token))
    {
        let alike = |token: &&Token<'_>| token.shape == new.shape && known_value(token);
        let denied = tokens.iter().filter(|token| token.is_denied()).find(alike);
        let changes = mentions(&folded(new.sentence), CHANGES);
        let old = match denied {
            Some(old) => Some(old.text().to_owned()),
            None if changes => of_name(new, &values)
                .or_else(|| only_schedule(new, &values))
                .or_else(|| tokens.iter().find(alike).map(|token| token.text().to_owned()))
                .or_else(|| of_build(new, &values)),
            None => None,
        };
        pairs.extend(old.map(|old| (old, new.text().to_owned())));
    }
    pairs
}

/// The value known under the name that a new value is given.
fn of_name(new: &Token<'_>, values: &[(String, String)]) -> Option<String> {
    let name = folded(&new.name()?);
    let same = |known: &str| {
        let known = folded(known);
        known == name || !known.is_empty() && (name.ends_with(&known) || known.ends_with(&name))
    };
    let (_, value) =
        values.iter().find(|(known, value)| same(known) && shape(value) == Some(new.shape))?;
    Some(value.clone())
}

/// The one time table that is known, where a new value is one.
fn only_schedule(new: &Token<'_>, values: &[(String, String)]) -> Option<String> {
    let is_schedule = |value: &&(String, String)| shape(&value.1) == Some(Shape::Schedule);
    let mut known = values.iter().filter(|_| new.shape == Shape::Schedule).filter(is_schedule);
    let (_, first) = known.next()?;
    known.all(|(_, value)| value == first).then(|| first.clone())
}

/// Plain words that are known as values and denied: "it is called `lookup`, not `oq`".
fn renamed(text: &str, values: &[(String, String)]) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for sentence in text.lines().flat_map(sentences).filter(|one| !asks(one)) {
        let words = words(sentence);
        for (_, value) in values.iter().filter(|(_, value)| is_plain(value)) {
            let Some(at) = words.iter().position(|word| word.text == value) else { continue };
            if !words[at].is_denied(sentence) {
                continue;
            }
            let others = || words.iter().enumerate().filter(|(other, _)| *other != at);
            let like = others().find(|(_, word)| is_variant(word.text, value));
            let quoted = || others().find(|(_, word)| word.quoted && words[at].quoted);
            let new = like.or_else(quoted).map(|(_, word)| word.text.to_owned());
            pairs.extend(new.filter(|new| new != value).map(|new| (value.clone(), new)));
        }
    }
    pairs
}

/// Reports whether two words are built alike: but for their digits, or for their ends.
fn is_variant(one: &str, other: &str) -> bool {
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    build(one) == build(other) || common >= 3 && common * 2 > one.len().max(other.len())
}

/// Reports whether a value is one short word of plain letters and digits.
fn is_plain(value: &str) -> bool {
    (2..=24).contains(&value.len())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        && !value.chars().all(|c| c.is_ascii_digit())
}

/// The value known that differs from a new one in its digits alone.
fn of_build(new: &Token<'_>, values: &[(String, String)]) -> Option<String> {
    let mut alike = values.iter().filter(|(_, value)| {
        shape(value) == Some(Shape::Mark)
            && new.shape == Shape::Mark
            && build(value) == build(new.text())
    });
    let (_, first) = alike.next()?;
    alike.all(|(_, value)| value == first).then(|| first.clone())
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Reports whether a text holds a value as a whole.
fn holds(text: &str, value: &str) -> bool {
    places(text, value).next().is_some()
}

fn put(text: &str, old: &str, new: &str) -> String {
    let mut out = String::new();
    let mut from = 0;
    for at in places(text, old) {
        out.push_str(&text[from..at]);
        out.push_str(new);
        from = at + old.len();
    }
    out.push_str(&text[from..]);
    out
}

fn places<'t>(text: &'t str, value: &'t str) -> impl Iterator<Item = usize> + 't {
    let part = |c: char| c.is_ascii_alphanumeric();
    text.match_indices(value).map(|(at, _)| at).filter(move |at| {
        let before = text[..*at].chars().next_back();
        let behind = text[at + value.len()..].chars().next();
        !before.is_some_and(part) && !behind.is_some_and(part)
    })
}
