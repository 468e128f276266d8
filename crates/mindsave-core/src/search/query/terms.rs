//! The terms of a query: what the index is asked for.

use crate::search::words::{Role, Scanner, is_letter, is_stop_part, is_stop_word, plain};

/// The most terms of one bag of words; what comes behind counts for nothing.
const MOST: usize = 200;

/// Characters of patterns. There are no patterns: a word among them is a word, and not the beginning
/// of one, or `jw?` would find what the pattern does.
const PATTERN: [char; 14] = ['.', '*', '?', '[', ']', '+', '^', '$', '|', '\\', '{', '}', '(', ')'];

/// One thing the index is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) text: String,
    pub(crate) kind: TermKind,
    /// Whether it says little, so that it is no reason to find anything.
    pub(crate) faint: bool,
    /// Whether it may be taken for a part of a word, where nobody wrote it as a whole one.
    pub(crate) partial: bool,
}

/// How a term is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TermKind {
    /// In all forms of the word.
    Word,
    /// As it stands: identifiers as a whole, ideographs.
    Exact,
    /// As the beginning of words.
    Prefix,
}

/// Words that must stand as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// The text that has to be there, folded.
    pub(crate) text: String,
    /// What every text with it holds, as far as the index can tell.
    pub(crate) terms: Vec<Term>,
}

impl Phrase {
    /// Reads a phrase; nothing when it is blank.
    pub(super) fn of(text: &str) -> Option<Self> {
        let plain = plain(text.trim());
        if plain.is_empty() {
            return None;
        }
        let mut terms = Vec::new();
        Scanner::default().scan(text, &mut |role, piece| {
            // A whole can be the part of a longer one, and its parts say as much.
            if role != Role::Whole {
                let kind = if role == Role::Word { TermKind::Word } else { TermKind::Exact };
                add(&mut terms, Term { text: piece.into(), kind, faint: false, partial: false });
            }
        });
        Some(Self { text: plain, terms })
    }
}

/// Reads `auth*`: one word with a star behind it.
pub(super) fn prefix(text: &str) -> Option<Term> {
    let word = text.strip_suffix('*')?;
    let mut pieces = Vec::new();
    Scanner::default().scan(word, &mut |role, piece| {
        if role != Role::Single {
            pieces.push(piece.to_owned());
        }
    });
    let ends_in_word = word.chars().next_back().is_some_and(char::is_alphanumeric);
    // Of `gen-it*` the whole is the beginning of a word.
    let text = pieces.pop().filter(|_| ends_in_word && !word.contains(['*', '?', '[']))?;
    let (kind, faint, partial) = (TermKind::Prefix, false, false);
    (pieces.is_empty() || pieces.concat() == text).then_some(Term { text, kind, faint, partial })
}

/// Reads words side by side. Words that say little are left out where there are others.
pub(super) fn bag(texts: &[&str]) -> Vec<Term> {
    let mut terms = Vec::new();
    for text in texts {
        words_of(text, &mut terms);
    }
    if terms.iter().all(|term| term.faint) {
        for term in &mut terms {
            term.faint = false;
        }
    } else {
        terms.retain(|term| !(term.faint && term.kind == TermKind::Word));
    }
    terms
}

fn words_of(text: &str, terms: &mut Vec<Term>) {
    // Of a run of ideographs the pairs are asked for, and single ones only where they stand alone.
    let mut singles: Vec<String> = Vec::new();
    let partial = !text.trim_end_matches('.').contains(PATTERN);
    let mut put = |text: &str, kind, faint| {
        let partial = partial && !is_ideographs(text);
        add(terms, Term { text: text.to_owned(), kind, faint, partial });
    };
    Scanner::default().scan(text, &mut |role, piece| match role {
        Role::Single => singles.push(piece.to_owned()),
        Role::Pair => {
            singles.pop();
            if singles.last().is_some_and(|first| piece.starts_with(first.as_str())) {
                singles.pop();
            }
            put(piece, TermKind::Exact, says_little(piece));
        }
        Role::Word => put(piece, TermKind::Word, is_stop_word(piece)),
        Role::Whole => put(piece, TermKind::Exact, false),
    });
    for alone in singles {
        put(&alone, TermKind::Exact, is_stop_part(&alone));
    }
}

fn is_ideographs(text: &str) -> bool {
    !text.chars().any(is_letter)
}

/// Whether a pair is part of a word that says little, or made of two that do.
fn says_little(pair: &str) -> bool {
    let second = pair.char_indices().nth(1).map_or(pair.len(), |(at, _)| at);
    is_stop_part(pair) || (is_stop_part(&pair[..second]) && is_stop_part(&pair[second..]))
}

fn add(terms: &mut Vec<Term>, term: Term) {
    let known = terms.iter().any(|known| known.text == term.text && known.kind == term.kind);
    if !known && terms.len() < MOST {
        terms.push(term);
    }
}
