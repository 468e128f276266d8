//! What a rule says in its own words, without the small ones: two rules that say the same word for
//! word are one, whatever they are called by ("never amend old notes", "do not amend any old note").

use super::canonical::{Canonical, Kind};
use super::lexicon::word_hash;
use super::role::Role;
use super::scan::{Span, What};

/// The fewest words with weight that can say anything.
const FEWEST: usize = 2;

/// Visits the words of a rule in order, but for those that change nothing; words that refuse and
/// say nothing else are one. Returns how many words nothing else is known of, or a thing.
fn visit<'t>(text: &'t Canonical, spans: &[Span], mut take: impl FnMut(&'t [u8])) -> usize {
    let mut words = 0;
    for span in spans {
        if span.what == What::Break || span.roles.has(Role::Weightless) {
            continue;
        }
        let cue = matches!(span.what, What::Cue(_));
        let symbol = text.tokens[span.first].kind == Kind::Symbol;
        words += usize::from(!cue && !symbol);
        let own = || &text.text.as_bytes()[text.place_of(span)];
        take(if span.roles.has(Role::Refusal) { b"-" } else { stem(own()) });
    }
    words
}

/// A number that rules with the same sense share, and hardly any others; 0 for one that says too
/// little.
pub(super) fn number(text: &Canonical, spans: &[Span]) -> u64 {
    let mut hash = 1;
    let words = visit(text, spans, |word| hash = (hash ^ word_hash(word)).rotate_left(9));
    if words < FEWEST { 0 } else { hash }
}

/// The sense itself.
pub(super) fn of(text: &Canonical, spans: &[Span]) -> String {
    let mut sense = String::new();
    visit(text, spans, |word| sense.extend([std::str::from_utf8(word).unwrap_or_default(), "\0"]));
    sense
}

/// A word without the ending of the plural.
fn stem(word: &[u8]) -> &[u8] {
    match word {
        [_, _, .., b's' | b'u' | b'i', b's'] => word,
        [_, _, _, .., b's'] => &word[..word.len() - 1],
        _ => word,
    }
}
