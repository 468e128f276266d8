//! What the user's words say: rules, corrections, values, a goal, what is taken back.

use super::blockers::is_released;
use super::{found, goals, rules, values, withdrawal};
use crate::extract::{Extracted, Kind, extract};
use crate::snapshot::State;
use crate::work::Happened;

/// What is less sure than this is no rule.
const SURE: f64 = 0.6;

/// Returns what follows from a user's sentence.
pub(super) fn read(text: &str, known: &State) -> Vec<Happened> {
    let goal = goal(text, known);
    let mut follows: Vec<Happened> =
        goal.iter().map(|text| Happened::Goal { text: text.clone() }).collect();
    let released = is_released(text, known);
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
    if let Some(text) = withdrawal::turned_down(text, known) {
        let reason = Some("corrected by the user".to_owned());
        follows.push(Happened::Closed { text, reason });
    }
    let exchanged = values::exchanged(text, known);
    let found = extract(text);
    let standing = rules::of(text, &found, goal.as_deref());
    let standing = standing.into_iter().filter(|rule| !(takes_back && only_takes_back(rule)));
    let kept = found.into_iter().filter(|found| !(released && found.kind == Kind::Blocker));
    let corrects_value = !exchanged.is_empty();
    follows.extend(kept.filter_map(|found| of(found, corrects_value, known)));
    follows.extend(standing);
    follows.extend(exchanged);
    follows.extend(values::given(text, known));
    follows
}

/// The goal a prompt sets: another one, or the first.
fn goal(text: &str, known: &State) -> Option<String> {
    goals::another(text)
        .or_else(|| known.task.goal.trim().is_empty().then(|| goals::first(text)).flatten())
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
            Some(Happened::Constraint { text: found.span, scope: None })
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
