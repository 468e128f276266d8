//! Makes the data file of the `tokens` module, `tables.bin`, from the real vocabulary.
//!
//! What it makes depends on nothing but the versions of the tokenizer and of the regular expressions.

use std::collections::HashMap;

/// Every token with a rank below this is in the table, so a merge run that
/// stops at this rank is exactly what the real tokenizer does up to there.
const COMMON_RANKS: u32 = 6_000;
/// Below this rank the table also has every token that can occur in Chinese,
/// Japanese kana and their punctuation.
const CJK_RANKS: u32 = 30_000;
/// Below this rank, ASCII tokens made of two tabled ones are listed as pairs.
const ASCII_PAIR_RANKS: u32 = 80_000;

type Vocabulary = HashMap<Vec<u8>, u32>;
/// A token that is not in the table, with the two parts it is made of.
type Late<'a> = (u32, &'a [u8], Vec<Vec<u8>>);

struct Tables {
    limit: u32,
    merges: Vec<(u16, u16, u16)>,
    pairs: Vec<(u16, u16)>,
    ids: u32,
    cross: Vec<u8>,
}

/// Builds the data file: lengths first, then the sections in the same order.
pub fn build() -> Vec<u8> {
    let ranks = vocabulary();
    let tables = tables(&ranks);
    let classes = classes();
    let sections = [
        offsets(tables.ids, tables.merges.iter().map(|m| m.0)),
        words(tables.merges.iter().map(|m| m.1)),
        words(tables.merges.iter().map(|m| m.2)),
        offsets(tables.ids, tables.pairs.iter().map(|p| p.0)),
        words(tables.pairs.iter().map(|p| p.1)),
        classes,
        tables.cross,
    ];
    let mut out = tables.limit.to_le_bytes().to_vec();
    for section in &sections {
        out.extend(u32::try_from(section.len()).expect("a short section").to_le_bytes());
    }
    out.extend(sections.concat());
    out
}

fn vocabulary() -> Vocabulary {
    let bpe = &crate::tokens::REAL;
    let ranks: Vocabulary =
        (0..199_998).map(|rank| (bpe.decode_bytes(&[rank]).expect("a token"), rank)).collect();
    assert_eq!(ranks.len(), 199_998);
    for number in 0..1000 {
        for width in 1..=3 {
            // `estimate` counts every group of digits as one token.
            let digits = format!("{number:0width$}");
            assert!(ranks.contains_key(digits.as_bytes()));
        }
    }
    ranks
}

/// Byte pair encoding with the ranks below `limit` only.
fn encode(ranks: &Vocabulary, bytes: &[u8], limit: u32) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = bytes.iter().map(|&b| vec![b]).collect();
    loop {
        let best = (1..parts.len())
            .filter_map(|i| {
                let joined = parts[i - 1..=i].concat();
                let rank = *ranks.get(&joined)?;
                (rank < limit).then_some((rank, i, joined))
            })
            .min();
        let Some((_, i, joined)) = best else {
            return parts;
        };
        parts.splice(i - 1..=i, [joined]);
    }
}

/// Could this token occur in a piece of ASCII and Chinese or Japanese?
fn is_cjk(token: &[u8]) -> bool {
    let allowed = |b: &u8| matches!(b, 0..=0xbf | 0xe2..=0xe9 | 0xef);
    !token.is_ascii() && token.iter().all(allowed)
}

fn tables(ranks: &Vocabulary) -> Tables {
    let mut tokens: Vec<(u32, &[u8])> = ranks.iter().map(|(t, &r)| (r, t.as_slice())).collect();
    tokens.sort_unstable();
    let mut ids: HashMap<Vec<u8>, u16> = (0..=255u8).map(|b| (vec![b], u16::from(b))).collect();
    let (mut merges, mut late, mut limit) = (Vec::new(), Vec::new(), 256);
    for &(rank, token) in tokens.iter().filter(|(_, t)| t.len() > 1) {
        let parts = encode(ranks, token, rank);
        // The whole method rests on this: one way only to make each token.
        assert_eq!(parts.len(), 2, "{token:?}");
        if rank >= COMMON_RANKS && !(is_cjk(token) && rank < CJK_RANKS) {
            late.push((rank, token, parts));
            continue;
        }
        let (Some(&left), Some(&right)) = (ids.get(&parts[0]), ids.get(&parts[1])) else {
            // Only a mixed token whose ASCII part is too rare may be missed.
            assert!(parts.iter().any(|p| p.is_ascii() && p.len() > 1));
            continue;
        };
        let id = u16::try_from(ids.len()).expect("few tokens");
        ids.insert(token.to_vec(), id);
        merges.push((left, right, id));
        if rank < COMMON_RANKS {
            limit = u32::from(id) + 1;
        }
    }
    merges.sort_unstable();
    let pairs = pairs(&ids, &late);
    let cross = cross(&tokens);
    let ids = u32::try_from(ids.len()).expect("few tokens");
    Tables { limit, merges, pairs, ids, cross }
}

fn pairs(ids: &HashMap<Vec<u8>, u16>, late: &[Late]) -> Vec<(u16, u16)> {
    let mut pairs: Vec<(u16, u16)> = late
        .iter()
        .filter(|(rank, token, _)| is_cjk(token) || (token.is_ascii() && *rank < ASCII_PAIR_RANKS))
        .filter_map(|(_, _, parts)| Some((*ids.get(&parts[0])?, *ids.get(&parts[1])?)))
        .collect();
    pairs.sort_unstable();
    pairs
}

/// For each ASCII byte, which other bytes a late mixed token has beside it:
/// 4 bytes of bits for the lead byte after it, 8 for the last byte before it.
fn cross(tokens: &[(u32, &[u8])]) -> Vec<u8> {
    let mut after = [0u32; 128];
    let mut before = [0u64; 128];
    let late = tokens.iter().filter(|(r, t)| *r >= COMMON_RANKS && is_cjk(t));
    for pair in late.flat_map(|(_, token)| token.windows(2)) {
        match (pair[0], pair[1]) {
            (a @ ..128, b @ 128..) => after[usize::from(a)] |= 1 << (b & 31),
            (a @ 128.., b @ ..128) => before[usize::from(b)] |= 1 << (a & 63),
            _ => {}
        }
    }
    let after = after.iter().flat_map(|bits| bits.to_le_bytes());
    after.chain(before.iter().flat_map(|bits| bits.to_le_bytes())).collect()
}

fn offsets(ids: u32, lefts: impl Iterator<Item = u16>) -> Vec<u8> {
    let mut starts = vec![0u16; ids as usize + 1];
    for left in lefts {
        starts[usize::from(left) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    words(starts.into_iter())
}

fn words(values: impl Iterator<Item = u16>) -> Vec<u8> {
    values.flat_map(u16::to_le_bytes).collect()
}

/// Ranges of characters of one class: 21 bits of start, 3 bits of class.
fn classes() -> Vec<u8> {
    let tests =
        ["[\\r\\n]", "\\s", "\\p{N}", "[\\p{Lu}\\p{Lt}]", "\\p{Ll}", "[\\p{Lm}\\p{Lo}]", "\\p{M}"];
    let numbers = [7u32, 6, 5, 1, 2, 3, 4];
    let tests = tests.map(|t| regex::Regex::new(&format!("^{t}$")).expect("an expression"));
    let mut out = Vec::new();
    let mut last = u32::MAX;
    for c in '\0'..=char::MAX {
        let mut buffer = [0; 4];
        let s: &str = c.encode_utf8(&mut buffer);
        let found = tests.iter().position(|t| t.is_match(s));
        let class = found.map_or(0, |i| numbers[i]);
        if class != last {
            out.extend(&((c as u32) << 3 | class).to_le_bytes()[..3]);
            last = class;
        }
    }
    out
}
