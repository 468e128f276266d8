//! Which things of a text are taken away and which are brought in: "move the token out of
//! localStorage into a cookie", 把 moment 换成 dayjs.

use super::away::{Reader, is_product};
use super::units::{Item, Unit};
use super::vocabulary::Role;

/// What an arrow between two names says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrows {
    /// Nothing: it is a mark of code.
    Code,
    /// One thing takes the place of another, where both are the names of products.
    Products,
    /// The same where both are things of any kind.
    Things,
}

/// Returns for every unit whether it is taken away, left out or refused.
pub(super) fn taken_away(items: &[Item], arrows: Arrows) -> Vec<bool> {
    let mut reader = Reader::of(items, arrows);
    for at in 0..items.len() {
        reader.step(at);
    }
    reader.away
}

/// Returns for every unit whether it is only studied, or told of: "investigate why the upgrade
/// failed", 排查升级失败的原因.
pub(super) fn studied(items: &[Item]) -> Vec<bool> {
    let mut out = vec![false; items.len()];
    let mut from = 0;
    for clause in items.split_inclusive(|item| item.unit == Unit::Break) {
        let until = from + clause.len();
        let tells = clause.iter().position(|item| item.is(Role::Reports));
        let ended = |item: &Item| item.cues.contains(&Role::Outcome);
        if clause.iter().any(|item| item.is(Role::Why))
            || tells.is_some_and(|at| clause[at..].iter().any(ended))
        {
            out[from..until].fill(true);
        } else if let Some(at) = clause.iter().position(|item| item.is(Role::Studies)) {
            let rest = &clause[at..];
            let next = (1..rest.len()).find(|&next| goes_on(rest, next)).unwrap_or(rest.len());
            out[from + at..from + at + next].fill(true);
        }
        from = until;
    }
    out
}

/// Reports whether a text asks whether something shall be done, not only looked into or written down.
pub(super) fn proposes(items: &[Item]) -> bool {
    if items.iter().any(|item| item.is(Role::Reports) || item.is(Role::Studies)) {
        return false;
    }
    items
        .iter()
        .any(|item| item.is(Role::Proposes) || item.unit == Unit::Break && item.shown == "?")
}

/// Leaves out the questions that ask only for a fact: "how much memory does it take?".
pub(super) fn without_questions(items: Vec<Item>) -> Vec<Item> {
    let ends = |item: &Item| {
        item.unit == Unit::Break
            && matches!(item.shown.as_str(), "?" | "!" | "." | "。" | "\n" | ";")
    };
    let asks = |sentence: &[Item]| {
        let any = |cue| sentence.iter().any(|item| item.is(cue));
        let marked = sentence.last().is_some_and(|item| item.shown == "?");
        let at_edge = sentence.first().is_some_and(|item| item.is(Role::Asks))
            || sentence.last().is_some_and(|item| item.is(Role::Asks));
        any(Role::Asks) && !any(Role::Proposes) && (marked || at_edge)
    };
    if !items.iter().any(|item| item.is(Role::Asks)) {
        return items;
    }
    let sentences = items.split_inclusive(ends).filter(|sentence| !asks(sentence));
    sentences.flatten().cloned().collect()
}

/// Whether something else is done from here on: with what it is studied, what is done then.
fn goes_on(items: &[Item], at: usize) -> bool {
    const THEN: [&str; 12] =
        ["then", "with", "using", "use", "via", "by", "然后", "再", "用", "使用", "采用", "通过"];
    let key = items[at].key.as_str();
    let acts =
        |item: &Item| item.roles.iter().any(|role| matches!(role, Role::Act(_) | Role::Move(_)));
    THEN.contains(&key) || matches!(key, "and" | "并") && items.get(at + 1).is_some_and(acts)
}

/// Whether an arrow puts the thing behind it in the place of the one before it.
pub(super) fn is_exchange(items: &[Item], at: usize, arrows: Arrows) -> bool {
    let named = |at: usize| {
        items.get(at).is_some_and(|item| match arrows {
            Arrows::Code => false,
            Arrows::Products => is_product(item) && !is_deed(item),
            Arrows::Things => item.unit == Unit::Word && !is_deed(item),
        })
    };
    at > 0 && named(at - 1) && named(at + 1)
}

fn is_deed(item: &Item) -> bool {
    let deed = |role: &Role| matches!(role, Role::Act(_) | Role::Move(_) | Role::End(..));
    item.past || item.going_on || item.cues.contains(&Role::Outcome) || item.roles.iter().any(deed)
}
