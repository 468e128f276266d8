//! Which sentences of prose are rules: those that order or refuse; explanations are none.

use super::refusal::{begins_with_ban, is_verb};
use super::signs::longest;
use super::words::{CLAUSES, FINITE, NO_ORDERS, NORMS, ORDERS, PLACES, POLITE, TEAM, TOLD};
use crate::text::{Lexicon, Modality, Statement, folded, has_han, mentions, sentences};

/// Returns the sentences of a paragraph that are rules.
pub(super) fn rules(text: &str) -> Vec<&str> {
    sentences(text).into_iter().filter(|sentence| is_rule(sentence)).collect()
}

fn is_rule(sentence: &str) -> bool {
    if sentence.ends_with(['?', '？']) {
        return false;
    }
    let words = folded(sentence);
    let candidate = orders(sentence) || !mentions(&words, TOLD) && mentions(&main(&words), NORMS);
    let team = longest(&words, TEAM).is_some();
    if !candidate && !team {
        return false;
    }
    let statement = Statement::parse(sentence, &[Lexicon::builtin()]);
    let meant = matches!(statement.modality, Modality::Must | Modality::Prefer)
        || orders(sentence) && statement.modality == Modality::Unclear;
    meant && (candidate || !statement.subjects().is_empty())
}

/// The words of the main clause: those before one that explains.
fn main(words: &str) -> String {
    let clause = |word: &&str| !CLAUSES.contains(word) || PLACES.contains(word);
    words.split(' ').take_while(clause).collect::<Vec<_>>().join(" ")
}

/// Reports whether a sentence, or what follows its first comma or label, begins with an order.
fn orders(sentence: &str) -> bool {
    let behind = sentence.split_once([',', '，', ':', '：']).map(|(_, rest)| rest);
    begins_order(sentence) || behind.is_some_and(begins_order)
}

fn begins_order(text: &str) -> bool {
    let words = folded(text);
    let mut words = words.as_str();
    while let Some(word) = longest(words, POLITE) {
        words = words[word.len()..].trim_start();
    }
    if has_han(words) {
        let order = longest(words, ORDERS).is_some() || begins_with_ban(words);
        return order && longest(words, NO_ORDERS).is_none();
    }
    let main = main(words);
    let mut list = main.split(' ');
    let verb = is_verb(list.next().unwrap_or_default());
    longest(words, ORDERS).is_some() || verb && !list.any(|word| FINITE.contains(&word))
}
