//! What stops the work, and when it no longer does.

use super::labels::{asks, bare, opened, parted};
use super::likeness::{Topic, ideographs_in};
use super::words::{
    ARRIVALS, AWAITING, DENYING_ARRIVAL, HANDOVERS, LAPSES, NOWS, RELEASES, STATES, THINGS,
};
use crate::snapshot::State;
use crate::text::{folded, has_han, mentions, sentences};

/// How much of what is handed over must be what was waited for.
const ALIKE: f64 = 0.5;

/// Reports whether a text says that the work is no longer stopped by what is known to stop it.
pub(super) fn is_released(text: &str, known: &State) -> bool {
    let Some(blocker) = known.task.real_blocker() else { return false };
    if mentions(&folded(text), RELEASES) {
        return true;
    }
    let stopped_by = Topic::of(blocker);
    text.lines().flat_map(sentences).any(|sentence| {
        let clauses = sentence.split([',', '，', ';', '；']);
        mentions(&folded(sentence), ARRIVALS)
            && clauses.clone().any(has_come)
            && (Topic::of(sentence).shared(&stopped_by) > 0
                || same_signs(sentence, blocker)
                || same_things(sentence, blocker))
    })
}

/// Reports whether the user gives what is known to stop the work, or says that it is there now: "Here
/// is the API key", "the key is in the vault now", 密钥放进去了.
pub(super) fn is_given(text: &str, known: &State) -> bool {
    let Some(blocker) = known.task.real_blocker() else { return false };
    let awaited = without_waiting(blocker);
    let clauses = text.lines().flat_map(sentences).filter(|sentence| !asks(sentence));
    let mut clauses = clauses.flat_map(|one| one.split([',', '，', ';', '；', ':', '：']));
    clauses.any(|clause| {
        let words = folded(clause);
        !is_denied(&words)
            && !mentions(&words, LAPSES)
            && (hands_over(clause, &awaited) || is_there(clause, &words, &awaited))
    })
}

/// Reports whether a clause hands over what is awaited.
fn hands_over(clause: &str, awaited: &str) -> bool {
    let Some(given) = opened(bare(clause), HANDOVERS) else { return false };
    let about = Topic::of(given);
    let alike =
        about.covered_by(&Topic::of(awaited)) >= ALIKE || ideographs_in(awaited, given) >= ALIKE;
    alike || same_things(given, awaited)
}

/// Reports whether a clause says of what is awaited that it is there now.
fn is_there(clause: &str, words: &str, awaited: &str) -> bool {
    if has_han(clause) {
        let done = bare(clause).ends_with(['了', '啦']);
        let same = Topic::of(clause).shared(&Topic::of(awaited)) > 0;
        return done && (same || same_things(clause, awaited));
    }
    let subject = parted(clause, STATES).map(|(subject, _)| subject);
    let subject = subject.filter(|_| mentions(words, NOWS));
    subject.is_some_and(|subject| {
        Topic::of(subject).covered_by(&Topic::of(awaited)) >= 1.0 || is_same_thing(subject, awaited)
    })
}

/// What is waited for, without the words that only say so.
fn without_waiting(blocker: &str) -> String {
    let mut rest = bare(blocker);
    while let Some(behind) = opened(rest, AWAITING) {
        rest = behind;
    }
    rest.to_owned()
}

/// Reports whether both name the same of the things that work often waits for, in whatever language.
fn same_things(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    THINGS.iter().any(|names| {
        let names: Vec<&str> = names.split('/').collect();
        mentions(&one, &names) && mentions(&other, &names)
    })
}

/// Reports whether a few words are nothing but the name of what is awaited.
fn is_same_thing(subject: &str, awaited: &str) -> bool {
    Topic::of(subject).len() <= 1 && same_things(subject, awaited)
}

/// Reports whether a clause says that something came, and does not deny or ask it.
fn has_come(clause: &str) -> bool {
    let words = folded(clause);
    mentions(&words, ARRIVALS) && !is_denied(&words) && !asks(clause)
}

fn is_denied(words: &str) -> bool {
    mentions(words, DENYING_ARRIVAL)
}

fn same_signs(sentence: &str, blocker: &str) -> bool {
    ideographs_in(sentence, blocker) >= 0.5
}
