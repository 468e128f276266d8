//! The upper bound for one piece.

use super::merge::{Savings, Stretch, WINDOW};
use super::tables::{COMMON, NONE, may_cross};

/// How many tokens at the end of a window are left to the next one at first:
/// what follows the window may change them.
const MARGIN: usize = 8;

/// Up to which merges the known tokens are complete for a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Only the lowest ranks are complete.
    Common,
    /// Chinese or Japanese, where no two ASCII characters are neighbours.
    Cjk,
    /// Chinese or Japanese with longer stretches of ASCII.
    Mixed,
}

/// At least as many tokens as the real tokenizer makes of this piece.
pub(super) fn piece_bound(piece: &[u8], work: &mut Stretch) -> u32 {
    if piece.len() == 1 || (piece.len() <= 3 && piece.iter().all(u8::is_ascii_digit)) {
        return 1;
    }
    let kind = kind_of(piece);
    if piece.len() > WINDOW {
        return long_bound(piece, kind, work);
    }
    work.load(piece);
    work.merge(limit_of(kind));
    if kind == Kind::Mixed && is_separable(piece) {
        work.merge(NONE);
    }
    count(work.tokens().len()) - Savings::new().among(work.tokens())
}

fn count(tokens: usize) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

fn limit_of(kind: Kind) -> u16 {
    match kind {
        Kind::Common | Kind::Mixed => COMMON,
        Kind::Cjk => NONE,
    }
}

fn kind_of(piece: &[u8]) -> Kind {
    if piece.is_ascii() {
        return Kind::Common;
    }
    // Lead bytes of general punctuation, kana, Chinese and full-width forms.
    let cjk = |b: &u8| matches!(b, 0..=0xbf | 0xe2..=0xe9 | 0xef);
    if !piece.iter().all(cjk) {
        Kind::Common
    } else if piece.windows(2).any(<[u8]>::is_ascii) {
        Kind::Mixed
    } else {
        Kind::Cjk
    }
}

/// Whether no unknown merge can reach from a stretch of two or more ASCII
/// characters into the text beside it. (A single one has nothing to merge with
/// but that text, and such merges are all known.)
fn is_separable(piece: &[u8]) -> bool {
    piece.windows(2).enumerate().all(|(i, pair)| {
        let ascii_before = i > 0 && piece[i - 1].is_ascii();
        let ascii_after = piece.get(i + 2).is_some_and(u8::is_ascii);
        match (pair[0].is_ascii(), pair[1].is_ascii()) {
            (true, false) => !(ascii_before && may_cross(pair[0], pair[1])),
            (false, true) => !(ascii_after && may_cross(pair[0], pair[1])),
            _ => true,
        }
    })
}

/// The bound for a piece of more than one window.
fn long_bound(piece: &[u8], kind: Kind, work: &mut Stretch) -> u32 {
    let (mut total, mut savings) = (0u32, Savings::new());
    let sound = encode_long(piece, limit_of(kind), work, |tokens| {
        total = total.saturating_add(count(tokens.len()) - savings.among(tokens));
    });
    // Without seams, at worst every byte is a token of its own.
    if sound { total } else { count(piece.len()) }
}

/// Encodes window by window, giving the tokens to `take`; false if that failed.
///
/// Two encodings may be joined where the tokens on both sides of the seam are
/// neighbours in a correct encoding. So a window's tokens are taken up to a
/// seam after which the next window begins with the token that follows here.
fn encode_long(piece: &[u8], limit: u16, work: &mut Stretch, mut take: impl FnMut(&[u16])) -> bool {
    let (mut rest, mut next) = (piece, Stretch::new());
    work.load(rest);
    work.merge(limit);
    while rest.len() > WINDOW {
        let Some((kept, bytes)) = seam(rest, limit, work, &mut next) else {
            return false;
        };
        take(work.tokens().get(..kept).unwrap_or_default());
        rest = rest.get(bytes..).unwrap_or_default();
        std::mem::swap(work, &mut next);
    }
    take(work.tokens());
    true
}

/// How many tokens of this window to take and how many bytes they are; leaves
/// the encoding of what follows in `next`.
fn seam(rest: &[u8], limit: u16, work: &Stretch, next: &mut Stretch) -> Option<(usize, usize)> {
    let tokens = work.tokens().len();
    let mut kept = tokens - MARGIN.min(tokens / 2);
    loop {
        let bytes = work.bytes_of(kept);
        next.load(rest.get(bytes..)?);
        next.merge(limit);
        if next.tokens().first() == work.tokens().get(kept) {
            return Some((kept, bytes));
        }
        kept = kept.checked_sub(1).filter(|&kept| kept > 0)?;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::merged;
    use super::*;
    use proptest::prelude::*;

    /// Encodes a piece of any length at once.
    fn reference(piece: &[u8], limit: u16) -> Vec<u16> {
        let mut tokens: Vec<u16> = piece.iter().map(|&b| u16::from(b)).collect();
        loop {
            let merges = tokens.windows(2).map(|pair| merged(pair[0], pair[1]));
            match merges.zip(0..).min() {
                Some((id, at)) if id < limit => drop(tokens.splice(at..at + 2, [id])),
                _ => return tokens,
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn windows_join_to_the_encoding_of_the_whole(
            piece in "[a-z]{200,700}|[a-c]{250,900}|[!-/=-]{250,800}|-{250,900}|={250,900}| {250,900}|[一-龥]{80,300}|[的一是不了人我在有他这中大来上国]{80,300}|[国家中]{80,300}|─{80,400}",
        ) {
            let limit = limit_of(kind_of(piece.as_bytes()));
            let mut tokens: Vec<u16> = Vec::new();
            let sound = encode_long(piece.as_bytes(), limit, &mut Stretch::new(), |taken| tokens.extend(taken));
            prop_assert!(sound);
            prop_assert_eq!(tokens, reference(piece.as_bytes(), limit));
        }
    }
}
