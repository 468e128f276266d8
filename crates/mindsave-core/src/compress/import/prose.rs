//! Which sentences of prose are rules: those that order or refuse; explanations are none.

use super::refusal::{begins_with_ban, is_verb};
use super::signs::{folded, longest, mentions};
use super::words::{CLAUSES, FINITE, NO_ORDERS, NORMS, ORDERS, PLACES, POLITE, TEAM, TOLD};
use crate::text::{Lexicon, Modality, Statement, has_han};

/// Marks that end a sentence in Chinese.
const STOPS: [char; 4] = ['。', '！', '？', '；'];

/// Returns the sentences of a paragraph that are rules.
pub(super) fn rules(text: &str) -> Vec<&str> {
    sentences(text).into_iter().filter(|sentence| is_rule(sentence)).collect()
}

/// Cuts a paragraph into sentences; stops within code end none.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut code) = (0, false);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        code ^= c == '`';
        let blank = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        let stop = STOPS.contains(&c) || matches!(c, '.' | '!' | '?') && blank;
        if stop && !code && !is_short_form(&text[start..at]) {
            found.push(text[start..at + c.len_utf8()].trim());
            start = at + c.len_utf8();
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Reports whether a text ends with a short form, whose stop ends no sentence.
fn is_short_form(text: &str) -> bool {
    ["e.g", "i.e", "etc", "vs", "cf"].iter().any(|short| text.ends_with(short))
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
