//! Decides on words with a second meaning.

use smallvec::SmallVec;

use super::canonical::{Canonical, Kind, Token};
use super::cue::Cue;
use super::lexicon::Lexicon;
use super::scan::{ConceptRef, PackRef, Scan, Span, What, is_cue};
use super::scattered::Scattered;

/// What decides on them.
pub(super) struct Trust<'a> {
    pub(super) rule: &'a str,
    pub(super) text: &'a Canonical,
    pub(super) lexicons: &'a [&'a Lexicon],
    /// The categories that other rules speak of.
    pub(super) known: &'a [PackRef],
}

impl Trust<'_> {
    /// Decides: words with a second meaning count beside another sign of their category, or where
    /// they can hardly be anything but the object of the rule. Returns the categories of those that
    /// do not count.
    pub(super) fn settle(&self, scan: &mut Scan) -> Vec<PackRef> {
        let ambiguous = |span: &Span| matches!(span.what, What::Concept { ambiguous: true, .. });
        let mut doubts = Vec::new();
        if scan.spans.iter().any(ambiguous) {
            let doubted = |i: &usize| self.is_doubted(scan, *i);
            let doubted: SmallVec<[usize; 8]> = (0..scan.spans.len()).filter(doubted).collect();
            for i in doubted {
                // What other rules say can only count for words that look like names.
                if let What::Concept { concept, .. } = scan.spans[i].what
                    && self.looks_like_a_name(&scan.spans[i])
                {
                    doubts.push(self.category(concept));
                }
                scan.spans[i] = scan.spans[i].doubted();
            }
        }
        self.drop_foreign_topics(scan);
        doubts
    }

    fn category(&self, concept: ConceptRef) -> PackRef {
        (concept.lexicon, self.lexicons[usize::from(concept.lexicon)].pack_of(concept.id))
    }

    fn is_doubted(&self, scan: &Scan, i: usize) -> bool {
        let What::Concept { concept, ambiguous: true } = scan.spans[i].what else { return false };
        let own = self.category(concept);
        if scan.spans[i].cue.is_verb() {
            // "fetch data with axios": a verb is a name only where it can be no verb.
            return !is_object(&scan.spans, i, self.text);
        }
        // A word of a longer saying is no name by itself: "concatenate" of "concatenate SQL".
        is_part(scan, scan.spans[i].first, concept)
            || !(scan.spans.iter().any(|span| self.sign(span) == Some(own))
                || (self.known.contains(&own) && self.looks_like_a_name(&scan.spans[i]))
                || is_object(&scan.spans, i, self.text))
    }

    /// The category a piece is a sign of.
    fn sign(&self, span: &Span) -> Option<PackRef> {
        match span.what {
            What::Concept { concept, ambiguous: false } => Some(self.category(concept)),
            What::Topic { lexicon, pack, .. } => Some((lexicon, pack)),
            _ => None,
        }
    }

    /// Takes topics of categories the rule names nothing of for plain words: they say where or when.
    fn drop_foreign_topics(&self, scan: &mut Scan) {
        let in_place = scan.spans.iter().filter_map(|span| match span.what {
            What::Concept { concept, .. } => Some(concept),
            _ => None,
        });
        let scattered = scan.scattered.iter().map(|found| found.concept);
        let named: SmallVec<[PackRef; 4]> =
            in_place.chain(scattered).map(|concept| self.category(concept)).collect();
        for span in &mut scan.spans {
            if let What::Topic { lexicon, pack, .. } = span.what
                && !named.contains(&(lexicon, pack))
            {
                span.what = What::Free;
            }
        }
    }

    /// Reports whether a word is written like a name: quoted, or with a capital inside a sentence.
    fn looks_like_a_name(&self, span: &Span) -> bool {
        let token: &Token = &self.text.tokens[span.first];
        token.code || (token.from > 0 && self.rule[token.from..].starts_with(char::is_uppercase))
    }
}

/// Reports whether a word is part of another thing, said in scattered words.
fn is_part(scan: &Scan, token: usize, concept: ConceptRef) -> bool {
    let other = |found: &Scattered| found.concept != concept && found.tokens.contains(&token);
    scan.scattered.iter().any(other)
}

/// Reports whether a word stands as the object of an order: "use X", "no X", "X is banned", "X only".
fn is_object(spans: &[Span], i: usize, text: &Canonical) -> bool {
    const ORDERS: [Cue; 6] =
        [Cue::Negate, Cue::Require, Cue::Prefer, Cue::InsteadOf, Cue::InFavorOf, Cue::Assert];
    let free =
        |span: &Span| span.what == What::Free && text.tokens[span.first].kind != Kind::Symbol;
    let filler = |span: &&Span| is_cue(span, &[Cue::Filler]) && !is_cue(span, &ORDERS);
    let before = spans[..i]
        .iter()
        .rev()
        .find(|span| !filler(span))
        .is_some_and(|span| is_cue(span, &ORDERS));
    let last =
        spans.get(i + 1).is_none_or(|span| span.what == What::Break || is_cue(span, &ORDERS));
    let after = spans.get(i + 1).is_some_and(|span| is_cue(span, &[Cue::NegateAfter]));
    let begins = i == 0 || spans[i - 1].what == What::Break;
    let contrasted = begins && spans.get(i + 1).is_some_and(|span| is_cue(span, &[Cue::InsteadOf]));
    let sole = i == 0
        && spans.get(1).is_some_and(|span| is_cue(span, &[Cue::Assert, Cue::Require]))
        && spans.get(2).is_none_or(|span| span.what == What::Break);
    after || contrasted || sole || (before && (last || !spans.iter().any(free)))
}
