//! The objective, as the user says it.

use super::labels::{asks, bare, labelled, opened};
use super::words::{
    ASKS, GOAL_LABELS, GREETINGS, HELLOS, MUSINGS, NEW_TASK_LABELS, NO_PASTS, ORDER_VERBS,
    PARKINGS, POINTING_BACK, POLITE_ASKS, SHORT_TASKS, TASK_RESULTS, WISHES,
};
use super::{riders, rules};
use crate::extract::{Kind, extract};
use crate::text::{folded, mentions, sentences};

/// How many requests of a prompt may be its goal.
const REQUESTS: usize = 3;
/// The most characters of a goal taken from a prompt.
const GOAL_MAX: usize = 200;

/// Returns another objective the prompt sets in so many words: "New task: …".
pub(super) fn named(text: &str) -> Option<String> {
    all_sentences(text).find_map(|one| labelled(one, NEW_TASK_LABELS).map(short))
}

/// Returns what is asked for behind a sentence that puts the task aside: "Leave it for now. Fix the mails."
pub(super) fn behind_a_parking(text: &str) -> Option<String> {
    let mut sentences = all_sentences(text).skip_while(|one| !is_parking(one));
    let parking = sentences.next()?;
    let labelled = parking.rsplit_once([':', '：']).map(|(_, rest)| bare(rest));
    let clauses = || parking.split([',', '，', ';', '；']).filter(|clause| !is_parking(clause));
    let own = labelled
        .filter(|rest| is_request(rest))
        .or_else(|| clauses().map(bare).find(|clause| is_request(clause) && wants(clause)));
    own.or_else(|| sentences.map(asked_for).find(|one| is_request(one)).map(bare)).map(short)
}

/// Reports whether a sentence puts something aside; a question does not.
pub(super) fn is_parking(sentence: &str) -> bool {
    mentions(&folded(sentence), PARKINGS) && !asks(sentence)
}

/// Returns the objective of a first prompt: a labelled one, else its first request.
pub(super) fn first(text: &str) -> Option<String> {
    if let Some(goal) = all_sentences(text).find_map(|one| labelled(one, GOAL_LABELS)) {
        return Some(short(goal));
    }
    let told: Vec<&str> = all_sentences(text).map(asked_for).collect();
    let candidates: Vec<(usize, &str)> = told
        .iter()
        .enumerate()
        .filter_map(|(at, sentence)| Some((at, request_in(sentence)?)))
        .take(REQUESTS)
        .collect();
    let wanted = candidates.iter().find(|(_, one)| wants(one)).or_else(|| candidates.first());
    if let Some(&(at, request)) = wanted {
        // "Find out why": of what, the sentence before says.
        let before = at.checked_sub(1).and_then(|before| told.get(before));
        let before = before.filter(|_| mentions(&folded(request), POINTING_BACK));
        return Some(short(&before.map_or_else(
            || bare(request).to_owned(),
            |before| format!("{}; {}", bare(before), bare(request)),
        )));
    }
    // "It should be available as PDF" asks for something, though a rule might be said so; and a
    // session may be about a question.
    let only = told.iter().find(|one| may_ask(one)).or_else(|| {
        told.iter().find(|one| asks(one) && !mentions(&folded(one), MUSINGS) && says(one))
    });
    only.map(|one| short(bare(one)))
}

/// Reports whether a prompt asks for something to be done, in the words of an order or a wish.
pub(super) fn asks_for_a_task(text: &str) -> bool {
    let mut told = all_sentences(text).map(asked_for);
    told.any(|one| request_in(one).is_some_and(|one| wants(one) || begins_task(one)))
}

/// What a sentence asks for: all of it, or its first clause where rules stand behind that.
fn request_in(sentence: &str) -> Option<&str> {
    if is_request(sentence) {
        return Some(riders::task(sentence));
    }
    let clause = sentence.split(['，', '；', ';']).next()?;
    let clause = riders::parted(clause).map_or(clause, |(task, _)| task);
    (clause.len() < sentence.len() && is_request(clause) && wants(clause)).then_some(clause)
}

/// Reports whether a sentence says that something is to be done, and not only what it is about.
fn wants(sentence: &str) -> bool {
    let words = folded(sentence);
    let verb = words.split(' ').next().is_some_and(|first| ORDER_VERBS.contains(&first));
    verb || mentions(&words, WISHES) || opened(sentence, POLITE_ASKS).is_some()
}

/// What a sentence asks for, without a hello before it and words that only say that it asks.
fn asked_for(sentence: &str) -> &str {
    let mut rest = sentence;
    while let Some(behind) = opened(rest, HELLOS) {
        rest = behind.trim_start_matches(['!', '！', '~', '～', ' ']);
    }
    match rest.split_once([':', '：']) {
        Some((lead, behind)) if mentions(&folded(lead), ASKS) && !bare(behind).is_empty() => {
            bare(behind)
        }
        _ => rest,
    }
}

fn all_sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(sentences)
}

/// Reports whether a sentence may be an objective and says no rule.
fn is_request(sentence: &str) -> bool {
    may_ask(sentence) && !is_rule(sentence)
}

/// Reports whether a sentence may be an objective: no question, no greeting, no standing rule.
fn may_ask(sentence: &str) -> bool {
    let words = folded(sentence);
    let greets = GREETINGS.iter().any(|greeting| {
        let rest = words.strip_prefix(greeting);
        rest.is_some_and(|rest| !greeting.is_ascii() || rest.is_empty() || rest.starts_with(' '))
    });
    let asked = asks(sentence) && opened(sentence, POLITE_ASKS).is_none();
    let other = mentions(&words, MUSINGS) || !rules::standing(sentence).is_empty();
    !greets && !asked && says(sentence) && !other
}

/// Reports whether a sentence is more than a word or two; a task may be that short.
fn says(sentence: &str) -> bool {
    let words = folded(sentence);
    let (count, han) = (words.chars().count(), crate::text::has_han(&words));
    words.split(' ').count() >= 3 || han && count >= 4 || begins_task(sentence)
}

/// Reports whether words begin as a task does that may be told in two of them, and do not tell how
/// something went: "Fix login", 部署, but not "Deploy failed", 修好了.
pub(super) fn begins_task(sentence: &str) -> bool {
    let words = folded(sentence);
    let begins = |verb: &str| match words.strip_prefix(verb) {
        Some(rest) if verb.is_ascii() => rest.starts_with(' '),
        Some(_) => words.chars().count() > 1,
        None => false,
    };
    let short = crate::text::has_han(&words) || words.split(' ').count() < 3;
    let last = words.rsplit(' ').next().unwrap_or_default();
    let tells = |end: &&str| words.ends_with(*end) && !NO_PASTS.contains(&last);
    let went = short && TASK_RESULTS.iter().any(tells);
    SHORT_TASKS.iter().any(|verb| begins(verb)) && !went
}

fn is_rule(sentence: &str) -> bool {
    extract(sentence).iter().any(|found| {
        matches!(found.kind, Kind::Constraint | Kind::Correction | Kind::NoSave | Kind::SessionEnd)
            && found.confidence.value() >= 0.6
    })
}

/// A goal of at most [`GOAL_MAX`] characters, cut at a word where there are blanks.
fn short(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(GOAL_MAX) else { return text.to_owned() };
    let cut = text[..end].rfind(' ').filter(|at| *at > end / 2).unwrap_or(end);
    format!("{}…", text[..cut].trim_end())
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn a_task_may_be_two_words_and_a_remark_may_not() {
        for (text, goal) in [
            ("Fix login.", Some("Fix login")),
            ("Fix embed.", Some("Fix embed")),
            ("部署", Some("部署")),
            ("修登录", Some("修登录")),
            ("Thanks!", None),
            ("Looks good.", None),
            ("好的", None),
            ("Build failed.", None),
            ("Deploy failed.", None),
            ("Release notes.", None),
            ("修好了", None),
            ("做得好", None),
        ] {
            assert_eq!(first(text).as_deref(), goal, "{text}");
        }
    }
}
