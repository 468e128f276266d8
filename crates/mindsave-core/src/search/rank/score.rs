//! What a term is worth to a document: BM25.

use crate::search::Index;
use crate::search::query::{Term, TermKind};
use crate::search::words::{root, stem};

use super::bits::Bits;

/// How soon more of the same word stops to count. Lower than the usual 1.2: entries are short.
const SATURATION: f32 = 1.0;
/// How much the length of an entry counts. Lower than the usual 0.75, for the same reason.
const LENGTH: f32 = 0.4;
/// What a word that says little is worth.
const FAINT: f32 = 0.15;
/// What a word is worth that only begins or holds what was asked for.
const PART: f32 = 0.7;
/// From how many characters on a word nobody wrote is looked for as the beginning or a part of one.
const PARTIAL_FROM: usize = 2;

/// Adds up what terms are worth to documents.
pub(super) struct Scorer<'a> {
    index: &'a Index,
    pub(super) scores: Vec<f32>,
    /// How many words a document has on the average.
    mean: f32,
    /// How often a word in all its forms stands in each document; zero between two terms.
    times: Vec<u16>,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(index: &'a Index) -> Self {
        let len = index.len();
        let mean = (float(index.words()) / float(len.max(1) as u64)).max(1.0);
        Self { index, scores: vec![0.0; len], mean, times: Vec::new() }
    }

    /// Finds the documents with a term; with `ranks` set they score for it.
    pub(super) fn term(&mut self, term: &Term, ranks: bool) -> Bits {
        let (forms, worth) = self.forms(term);
        let worth = if term.faint { worth * FAINT } else { worth };
        let mut found = Bits::none(self.index.len());
        let with = self.with(&forms);
        let rarity = self.rarity(with.len()) * worth * (SATURATION + 1.0);
        for (document, times) in with {
            if ranks {
                let length = float(self.index.length(document).into());
                let norm = SATURATION * (1.0 - LENGTH + LENGTH * length / self.mean);
                let times = f32::from(times);
                self.scores[document] += rarity * times / (times + norm);
            }
            found.add(document);
        }
        found
    }

    /// Lists the documents with any of the forms of a word, and how often it stands in them.
    fn with(&mut self, forms: &[usize]) -> Vec<(usize, u16)> {
        let mut found = Vec::new();
        let small = |count: u32| u16::try_from(count).unwrap_or(u16::MAX);
        if let &[form] = forms {
            self.index.each(form, |document, count| found.push((document, small(count))));
            return found;
        }
        self.times.resize(self.index.len(), 0);
        for &form in forms {
            let times = &mut self.times;
            self.index.each(form, |document, count| {
                if let Some(own) = times.get_mut(document) {
                    if *own == 0 {
                        found.push((document, 0));
                    }
                    *own = own.saturating_add(small(count));
                }
            });
        }
        for (document, times) in &mut found {
            *times = std::mem::take(&mut self.times[*document]);
        }
        found
    }

    /// Finds the documents that hold a piece exactly as it stands in the query.
    pub(super) fn exact(&self, term: &str) -> Bits {
        let mut found = Bits::none(self.index.len());
        if let Some(term) = self.index.find(term) {
            self.index.each(term, |document, _| found.add(document));
        }
        found
    }

    fn rarity(&self, with: usize) -> f32 {
        let (all, with) = (float(self.index.len() as u64), float(with as u64));
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    /// Returns the terms of the index that a term of the query stands for, and what they are worth.
    ///
    /// A word nobody wrote is taken for the beginning of one, or else for a part of one.
    fn forms(&self, term: &Term) -> (Vec<usize>, f32) {
        let text = term.text.as_str();
        let forms = match term.kind {
            TermKind::Prefix => self.index.beginning(text).collect(),
            TermKind::Exact => self.index.find(text).into_iter().collect(),
            TermKind::Word => self.inflected(text),
        };
        if !forms.is_empty() || !term.partial || text.chars().nth(PARTIAL_FROM - 1).is_none() {
            return (forms, 1.0);
        }
        let begun: Vec<usize> = self.index.beginning(text).collect();
        (if begun.is_empty() { self.index.containing(text) } else { begun }, PART)
    }

    /// Finds the words of one stem: they stand near each other.
    fn inflected(&self, word: &str) -> Vec<usize> {
        let wanted = stem(word);
        let near = self.index.beginning(root(&wanted));
        near.filter(|&at| stem(self.index.term(at)) == wanted).collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a score needs no more than six digits")]
fn float(number: u64) -> f32 {
    number as f32
}
