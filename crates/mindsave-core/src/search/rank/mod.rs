//! Which documents answer a query, best first.

mod admit;
mod bits;
mod context;
mod eval;
mod phrase;
mod score;

use std::cmp::Ordering;

use super::{Filter, Index, Query};
use score::Scorer;

/// A document that answers a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The number of the document.
    pub document: usize,
    /// How well it answers; to be compared within one search only.
    pub score: f32,
}

impl Index {
    /// Finds the documents that answer a query, best first; of equals the later one comes first.
    ///
    /// One configuration serves every kind of text: BM25, where the word's author is the one that
    /// was asked about a bonus, and for turns of a conversation a share of what the neighbours score.
    ///
    /// ```
    /// use mindsave_core::search::{Builder, Document, Filter, Query};
    ///
    /// let mut builder = Builder::default();
    /// for text in ["修复登录页", "use sessions, no JWT", "重跑gen-itgc后"] {
    ///     builder.add(&Document { text: text.into(), ..Document::default() });
    /// }
    /// let index = builder.finish([0; 32])?;
    /// for (query, expected) in [("登录", 0), ("session", 1), ("itgc", 2), ("重跑", 2)] {
    ///     let found = index.search(&Query::parse(query)?, &Filter::default());
    ///     assert_eq!(found[0].document, expected);
    /// }
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn search(&self, query: &Query, filter: &Filter) -> Vec<Scored> {
        let mut found = self.score(query, filter);
        found.sort_unstable_by(Scored::better);
        found
    }

    /// Finds the documents that answer a query, in the order of the index.
    pub(super) fn score(&self, query: &Query, filter: &Filter) -> Vec<Scored> {
        let mut scorer = Scorer::new(self);
        let mut found = eval::eval(query.node(), &mut scorer, self);
        let admitted = admit::admitted(self, filter);
        context::author(self, query, &mut scorer.scores);
        context::verbatim(self, query, &found, &mut scorer.scores);
        context::neighbours(self, query, &mut scorer.scores, &mut found);
        if let Some(admitted) = admitted {
            found.keep(&admitted);
        }
        let hit = |document| Scored { document, score: scorer.scores[document] };
        found.iter().map(hit).collect()
    }
}

impl Scored {
    /// The order of hits: by score, of equals the later document first.
    pub(super) fn better(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(other.document.cmp(&self.document))
    }
}

#[cfg(test)]
mod tests;
