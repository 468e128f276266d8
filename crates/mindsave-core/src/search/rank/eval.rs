//! Carries out a query: which documents it is about.

use super::bits::Bits;
use super::phrase::Needle;
use super::score::Scorer;
use crate::search::Index;
use crate::search::query::{Node, Phrase, Term, TermKind};
use crate::search::words::is_letter;

/// Finds the documents a part of the query is about, and lets them score.
pub(super) fn eval(node: &Node, scorer: &mut Scorer<'_>, index: &Index) -> Bits {
    wanted(node, scorer, index, true)
}

fn wanted(node: &Node, scorer: &mut Scorer<'_>, index: &Index, ranks: bool) -> Bits {
    match node {
        Node::Words(terms) => words(terms, scorer, index.len(), ranks),
        Node::Phrase(text) => phrase(text, scorer, index, ranks),
        Node::Not(inside) => {
            let mut found = wanted(inside, scorer, index, false);
            found.turn();
            found
        }
        Node::Any(nodes) => {
            let mut found = Bits::none(index.len());
            for node in nodes {
                found.join(&wanted(node, scorer, index, ranks));
            }
            found
        }
        Node::All(nodes, terms) => {
            let mut found = Bits::all(index.len());
            for node in nodes {
                found.keep(&wanted(node, scorer, index, ranks));
            }
            words(terms, scorer, index.len(), ranks);
            found
        }
    }
}

/// Finds the documents with any of the words. Faint ones are a reason only where all of the
/// ideographs are faint, and together: every part of a Chinese text finds it.
fn words(terms: &[Term], scorer: &mut Scorer<'_>, len: usize, ranks: bool) -> Bits {
    let mut found = Bits::none(len);
    let mut faint: Option<Bits> = None;
    let mut strong_ideographs = false;
    for term in terms {
        let with = scorer.term(term, ranks);
        if term.faint {
            match &mut faint {
                Some(faint) => faint.keep(&with),
                None => faint = Some(with),
            }
        } else {
            strong_ideographs |= term.kind == TermKind::Exact && !term.text.chars().any(is_letter);
            found.join(&with);
        }
    }
    if let Some(faint) = faint.filter(|_| !strong_ideographs) {
        found.join(&faint);
    }
    found
}

/// Finds the documents that hold a phrase: first those with its words, then those with its text.
fn phrase(phrase: &Phrase, scorer: &mut Scorer<'_>, index: &Index, ranks: bool) -> Bits {
    let mut likely = Bits::all(index.len());
    for term in &phrase.terms {
        if ranks {
            scorer.term(term, true);
        }
        likely.keep(&scorer.exact(&term.text));
    }
    likely.join(&whole(phrase, scorer, index.len()));
    let mut found = Bits::none(index.len());
    let needle = Needle::new(&phrase.text);
    for document in likely.iter() {
        if needle.is_in(index, document) {
            found.add(document);
            if ranks && phrase.terms.is_empty() {
                scorer.scores[document] += 1.0;
            }
        }
    }
    found
}

/// Finds the documents in which an identifier of the phrase is written in one word or another case.
fn whole(phrase: &Phrase, scorer: &Scorer<'_>, len: usize) -> Bits {
    let mut likely = Bits::all(len);
    let mut any = false;
    let mut text = phrase.text.as_str();
    while let Some(start) = text.find(is_letter) {
        let rest = &text[start..];
        let end = rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
        likely.keep(&scorer.exact(&rest[..end]));
        (any, text) = (true, &rest[end..]);
    }
    if any { likely } else { Bits::none(len) }
}
