//! The part of a text that shows why it was found.

use std::collections::BTreeSet;

use super::query::{Query, TermKind};
use super::words::{Scanner, stem};
use crate::tokens::{TokenCount, estimate, truncate_to};

/// How much of a text is looked at, in bytes.
const LOOKED_AT: usize = 64 * 1024;
/// About how long a piece is from which windows are made, in characters.
const PIECE: usize = 12;
/// Stands where text was left out.
const MORE: &str = "…";

/// What a snippet should show: words by stem, and beginnings.
#[derive(Debug)]
pub(super) struct Marks {
    words: BTreeSet<String>,
    prefixes: Vec<String>,
}

impl Marks {
    pub(super) fn of(query: &Query) -> Self {
        let (mut words, mut prefixes) = (BTreeSet::new(), Vec::new());
        query.node().wanted(&mut |term| {
            if term.kind == TermKind::Prefix {
                prefixes.push(term.text.clone());
            } else if !term.faint {
                words.insert(stem(&term.text).into_owned());
                // A word nobody wrote was taken for the beginning of one.
                if term.kind == TermKind::Word && term.text.len() > 2 {
                    prefixes.push(term.text.clone());
                }
            }
        });
        Self { words, prefixes }
    }

    /// Finds the marks that a text shows.
    fn shown(&self, text: &str, scanner: &mut Scanner) -> BTreeSet<String> {
        let mut shown = BTreeSet::new();
        scanner.scan(text, &mut |_, piece| {
            let stem = stem(piece);
            if self.words.contains(&*stem) {
                shown.insert(stem.into_owned());
            } else if let Some(prefix) = self.prefixes.iter().find(|p| piece.contains(p.as_str())) {
                shown.insert(prefix.clone());
            }
        });
        shown
    }
}

/// Cuts the part out of a text that shows the most, within a budget; the whole text where it fits.
pub(super) fn snippet(text: &str, marks: &Marks, budget: TokenCount) -> String {
    let text = crate::resume::one_line(&text[..text.floor_char_boundary(LOOKED_AT)]);
    if estimate(&text) <= budget {
        return text;
    }
    let room = budget.saturating_sub(TokenCount::new(2));
    let pieces = pieces(&text);
    let start = best_start(&text, &pieces, marks, room);
    let rest = &text[start..];
    let cut = truncate_to(rest, room).trim_end();
    let before = if start > 0 { MORE } else { "" };
    let after = if cut.len() < rest.len() { MORE } else { "" };
    let out = format!("{before}{cut}{after}");
    if estimate(&out) <= budget { out } else { truncate_to(&out, budget).to_owned() }
}

/// Finds where the window begins that shows the most.
fn best_start(text: &str, pieces: &[usize], marks: &Marks, room: TokenCount) -> usize {
    let mut scanner = Scanner::default();
    // About as many characters as fit; a token is rarely less than one and a half.
    let width = room.get() as usize * 3;
    let end_of = |start: usize| text.floor_char_boundary((start + width).min(text.len()));
    let mut best = (0, 0);
    for (i, &start) in pieces.iter().enumerate() {
        // Where the piece itself shows nothing the next one is as good a beginning.
        let next = pieces.get(i + 1).map_or(text.len(), |&next| text.ceil_char_boundary(next + 2));
        if i > 0 && marks.shown(&text[start..next.min(text.len())], &mut scanner).is_empty() {
            continue;
        }
        let shown = marks.shown(&text[start..end_of(start)], &mut scanner).len();
        if shown > best.0 {
            best = (shown, start);
        }
        if best.0 == marks.words.len() {
            break;
        }
    }
    // A few words before the first match, so that it can be understood.
    let at = pieces.partition_point(|&piece| piece < best.1);
    pieces.get(at.saturating_sub(1)).copied().unwrap_or(0)
}

/// Finds where pieces of about the same length begin: behind blanks, or at ideographs.
fn pieces(text: &str) -> Vec<usize> {
    let (mut found, mut length) = (vec![0], 0);
    let mut gap = false;
    for (at, c) in text.char_indices() {
        length += 1;
        let ideograph = c > '\u{2e80}';
        if length > PIECE && (gap || ideograph) {
            found.push(at);
            length = 0;
        }
        gap = c.is_whitespace();
    }
    found
}
