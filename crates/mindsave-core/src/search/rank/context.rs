//! What speaks for a document besides its own words: who said it, and what stands beside it.

use std::collections::BTreeMap;

use super::bits::Bits;
use super::phrase::Needle;
use crate::search::query::{Node, TermKind};
use crate::search::words::{Role, Scanner, plain};
use crate::search::{Index, Query};

/// What it adds to a document's score that the query names its author.
const AUTHOR: f32 = 0.3;
/// What it adds that the document holds the whole query as it stands.
const VERBATIM: f32 = 0.5;
/// How many of the best documents are looked at for that.
const LOOKED_AT: usize = 64;
/// The share of the turn before in a turn's score.
const BEFORE: f32 = 0.15;
/// What is added to that share when the turn before asks something: this one may be the answer.
const ASKED: f32 = 0.35;
/// The share of the turn after.
const AFTER: f32 = 0.2;

/// Raises the scores of what was said by somebody the query names.
///
/// Who says something seldom says his own name. Where the query names all authors it asks for no one.
pub(super) fn author(index: &Index, query: &Query, scores: &mut [f32]) {
    if !index.has_authors() {
        return;
    }
    let mut words = Vec::new();
    query.node().wanted(&mut |term| words.push(term.text.as_str()));
    let mut named: BTreeMap<u32, bool> = BTreeMap::new();
    let mut last = None;
    for document in 0..index.len() {
        let author = index.author(document);
        if last != Some(author) {
            named.entry(author).or_insert_with(|| is_named(index.string(author), &words));
            last = Some(author);
        }
    }
    if named.values().all(|&is| is) || !named.values().any(|&is| is) {
        return;
    }
    for (document, score) in scores.iter_mut().enumerate().filter(|(_, score)| **score > 0.0) {
        if named.get(&index.author(document)) == Some(&true) {
            *score *= 1.0 + AUTHOR;
        }
    }
}

fn is_named(author: &str, words: &[&str]) -> bool {
    let mut found = false;
    Scanner::default().scan(author, &mut |role, piece| {
        found |= role != Role::Single && words.contains(&piece);
    });
    found
}

/// Raises the scores of the best documents that hold the query word for word.
pub(super) fn verbatim(index: &Index, query: &Query, found: &Bits, scores: &mut [f32]) {
    let Node::Words(terms) = query.node() else { return };
    let text = plain(query.text());
    let one_word = matches!(terms.as_slice(), [term] if term.text == text);
    if one_word || terms.iter().any(|term| term.kind == TermKind::Prefix) {
        return;
    }
    let mut best: Vec<usize> = found.iter().collect();
    let by_score = |a: &usize, b: &usize| scores[*b].total_cmp(&scores[*a]).then(b.cmp(a));
    if best.len() > LOOKED_AT {
        best.select_nth_unstable_by(LOOKED_AT, by_score);
        best.truncate(LOOKED_AT);
    }
    let needle = Needle::new(&text);
    for document in best {
        if needle.is_in(index, document) {
            scores[document] *= 1.0 + VERBATIM;
        }
    }
}

/// Gives turns of a conversation a share of what their neighbours score.
///
/// What a turn is about is often said in the one before: a question has the words, its answer the
/// fact. Only a query of plain words finds turns by that; one that demands something demands it.
pub(super) fn neighbours(index: &Index, query: &Query, scores: &mut [f32], found: &mut Bits) {
    if !index.has_turns() {
        return;
    }
    let finds = matches!(query.node(), Node::Words(_));
    let turns = found.iter().filter(|&at| index.is_turn(at));
    let own: Vec<(usize, f32)> = turns.map(|at| (at, scores[at])).collect();
    for (document, score) in own {
        let Some(row) = index.row(document) else { continue };
        let mut share = |other: usize, part: f32| {
            let beside = index.row(other).is_some_and(|o| o.turn && o.session == row.session);
            if beside && (finds || found.has(other)) {
                scores[other] += score * part;
                found.add(other);
            }
        };
        let asks = index.text(document).contains(['?', '？']);
        share(document + 1, if asks { BEFORE + ASKED } else { BEFORE });
        if let Some(before) = document.checked_sub(1) {
            share(before, AFTER);
        }
    }
}
