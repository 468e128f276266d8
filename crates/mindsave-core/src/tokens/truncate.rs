//! Cuts a text to a token budget.

use unicode_segmentation::GraphemeCursor;

use super::merge::Stretch;
use super::{Pieces, TokenCount, estimate};

/// The longest beginning of `text` found whose [`estimate`] is within `budget`
/// tokens.
///
/// Cuts between graphemes only, that is, never within what a reader sees as
/// one character. The result may be a few tokens short of the budget.
///
/// # Examples
///
/// ```
/// # use mindsave_core::tokens;
/// use tokens::{TokenCount, estimate, truncate_to};
///
/// let budget = TokenCount::new(3);
/// let short = truncate_to("keep it short and simple", budget);
/// assert!(short.starts_with("keep it"));
/// assert!(estimate(short) <= budget);
/// ```
#[must_use]
pub fn truncate_to(text: &str, budget: TokenCount) -> &str {
    let mut cut = last_fit(text, budget);
    // The end of a text can change how the characters before it are split, so
    // the cut has to be tried; going back ever further bounds the trials.
    let mut step = 1;
    while estimate(head(text, cut)) > budget {
        cut = grapheme_floor(text, cut.saturating_sub(step));
        step *= 2;
    }
    head(text, cut)
}

fn head(text: &str, end: usize) -> &str {
    text.get(..end).unwrap_or_default()
}

/// The byte where the budget is used up if the cut itself changes nothing.
fn last_fit(text: &str, budget: TokenCount) -> usize {
    let (mut fit, mut used) = (0, TokenCount::default());
    for (end, count) in Pieces::new(text, &mut Stretch::new(), None) {
        if used + count > budget {
            return fit_within(text, fit, end, budget.saturating_sub(used));
        }
        used += count;
        fit = end;
    }
    fit
}

/// Looks for a cut within the piece between `start` and `end`, of which `left`
/// tokens may be taken.
fn fit_within(text: &str, start: usize, end: usize, left: TokenCount) -> usize {
    let fits = |at| {
        let part = text.get(start..grapheme_floor(text, at));
        estimate(part.unwrap_or_default()) <= left
    };
    // Doubling first keeps the work in proportion to the result, however long
    // the piece is.
    let (mut low, mut high) = (start, end);
    let mut step = 16;
    while step < high - low {
        if fits(start + step) {
            low = start + step;
        } else {
            high = start + step;
        }
        step *= 2;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    grapheme_floor(text, low)
}

/// The last grapheme boundary at or before byte `at`.
fn grapheme_floor(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(true) => at,
        // With the whole text at hand there is always an answer.
        _ => cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0),
    }
}
