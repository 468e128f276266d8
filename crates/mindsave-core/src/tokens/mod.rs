//! Estimates how many `o200k_base` tokens a text has, and never too few.
//!
//! A text that must fit a token budget has to be measured before it is handed
//! over, but loading the real vocabulary of 200,000 tokens takes far longer
//! than the rest of a short-lived program. This module carries a small part of
//! the vocabulary, as plain arrays inside the program, and returns an *upper
//! bound*: for any text whatever, [`estimate`] is at least the number of
//! tokens that the real tokenizer makes of it. On plain English and Chinese it
//! is about a tenth above.
//!
//! # Method
//!
//! **Splitting.** The real tokenizer first cuts a text into pieces (words,
//! groups of digits, punctuation, white space) with a regular expression, then
//! encodes each piece by itself. The same cuts are made here, by hand.
//!
//! **Merging.** Within a piece, the real tokenizer starts from single bytes and
//! again and again joins the two neighbours whose concatenation has the lowest
//! rank in the vocabulary, until no two neighbours make a token. A run of this
//! that knows the lowest ranks only is *exactly* the beginning of the real run,
//! and the real run can but go on joining. So the number of tokens it stops at
//! is an upper bound.
//!
//! **Chinese and Japanese.** Here the list of known tokens goes further up in
//! rank. That is just as exact where the piece has no other characters which
//! could take part in unknown merges; the code checks for this.
//!
//! **Savings.** For many rarer tokens the two parts are known which they are
//! made of. Where such parts stand side by side when the known merges are
//! done, the real run does not stop, so one more merge is counted off; a merge
//! covers two tokens, and is counted for all the pairs that either is part of.
//!
//! **Long pieces** are encoded in windows of fixed size. Two windows are joined
//! only at a seam where both agree, which is proof that the result is the
//! encoding of the whole.
//!
//! All work is done on the stack, in time proportional to the text.

mod bound;
mod classes;
mod count;
mod known;
mod merge;
mod pieces;
mod tables;
mod truncate;

pub use count::TokenCount;
pub(crate) use known::Estimator;
pub use truncate::truncate_to;

use crate::text::known::Known;
use merge::Stretch;

/// The most tokens that `text` can have, in `o200k_base` tokens.
///
/// Never below the real count, whatever the text. Special tokens such as
/// `<|endoftext|>` are counted as the plain text they are.
///
/// # Examples
///
/// ```
/// # use mindsave_core::tokens;
/// use tokens::{TokenCount, estimate};
///
/// assert_eq!(estimate(""), TokenCount::new(0));
/// assert_eq!(estimate("the cat sat"), TokenCount::new(3));
/// assert!(estimate("不要使用 npm") <= TokenCount::new(8));
/// ```
#[must_use]
pub fn estimate(text: &str) -> TokenCount {
    Pieces::new(text, &mut Stretch::new(), None).map(|(_, count)| count).sum()
}

/// The pieces of a text: where each one ends, and the bound for it.
struct Pieces<'a> {
    text: &'a str,
    at: usize,
    work: &'a mut Stretch,
    known: Option<&'a mut Known>,
}

impl<'a> Pieces<'a> {
    fn new(text: &'a str, work: &'a mut Stretch, known: Option<&'a mut Known>) -> Self {
        Self { text, at: 0, work, known }
    }
}

impl Iterator for Pieces<'_> {
    type Item = (usize, TokenCount);

    fn next(&mut self) -> Option<Self::Item> {
        let end = pieces::piece_end(self.text, self.at);
        let piece = self.text.as_bytes().get(self.at..end)?;
        if piece.is_empty() {
            return None;
        }
        self.at = end;
        let count = match &mut self.known {
            Some(known) => known.number(piece, || bound::piece_bound(piece, self.work)),
            None => bound::piece_bound(piece, self.work),
        };
        Some((end, TokenCount::new(count)))
    }
}
