//! Counts of many texts that are made of the same words.

use super::merge::Stretch;
use super::pieces::piece_end;
use super::{Pieces, TokenCount};
use crate::text::known::Known;

/// Places for the pieces of one text, and for those of any number; powers of two.
const PLACES: (usize, usize) = (32, 2048);

/// Counts as [`super::estimate`] does, and remembers what short pieces came to.
///
/// Rules of one list are made of the same words over and over, and a word always comes to the same
/// number. Two words that share a place turn each other out, which costs time and nothing else.
pub(crate) struct Estimator {
    work: Stretch,
    known: Known,
}

impl Estimator {
    /// Prepares to count so many texts: for few it is not worth the memory to remember much.
    pub(crate) fn new(texts: usize) -> Self {
        let places = texts.saturating_mul(PLACES.0).clamp(PLACES.0, PLACES.1).next_power_of_two();
        Self { work: Stretch::new(), known: Known::new(places) }
    }

    /// The most tokens that `text` can have.
    pub(crate) fn estimate(&mut self, text: &str) -> TokenCount {
        Pieces::new(text, &mut self.work, Some(&mut self.known)).map(|(_, count)| count).sum()
    }

    /// Estimates an item of a list, `- ` before it and a line break behind it, and the same line
    /// without its mark: nothing where that has to be counted by itself.
    pub(crate) fn estimate_item(&mut self, item: &str) -> (TokenCount, Option<TokenCount>) {
        let Some(line) = item.strip_prefix("- ").filter(|line| line.starts_with(is_letter)) else {
            return (self.estimate(item), None);
        };
        // The first word takes its blank along; nothing else changes.
        let end = 2 + piece_end(line, 0);
        let rest = self.estimate(&item[end..]);
        (self.estimate(&item[..end]) + rest, Some(self.estimate(&item[2..end]) + rest))
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::super::estimate;
    use super::Estimator;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_remembered_changes_no_count(texts in prop::collection::vec("[ab é的了\0]{0,12}|.{0,40}", 1..30)) {
            let mut estimator = Estimator::new(texts.len());
            for text in texts.iter().chain(&texts) {
                prop_assert_eq!(estimator.estimate(text), estimate(text));
            }
        }

        #[test]
        fn an_item_alone_is_its_line(text in "[aAsS'/é的 .\u{301}]{0,6}|.{0,20}") {
            let mut estimator = Estimator::new(1);
            let item = format!("- {text}\n");
            let (all, alone) = estimator.estimate_item(&item);
            prop_assert_eq!(all, estimate(&item));
            if let Some(alone) = alone {
                prop_assert_eq!(alone, estimate(&item[2..]));
            }
        }
    }
}
