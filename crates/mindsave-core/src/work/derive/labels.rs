//! Labels and openings of sentences: "Next: …", 下一步：…, "Next I will …".

use crate::text::folded;

/// The longest label, in characters: what is longer before a colon is a sentence.
const LABEL_MAX: usize = 40;

/// Returns what stands behind a label, if the sentence begins with one of them and a colon.
pub(super) fn labelled<'t>(sentence: &'t str, labels: &[&str]) -> Option<&'t str> {
    let (label, rest) = sentence.split_once([':', '：'])?;
    if label.chars().count() > LABEL_MAX || rest.starts_with("//") {
        return None;
    }
    let label = folded(label);
    labels.contains(&label.as_str()).then(|| bare(rest)).filter(|rest| !rest.is_empty())
}

/// Returns what stands behind an opening, if the sentence begins with one of them.
pub(super) fn opened<'t>(sentence: &'t str, openings: &[&str]) -> Option<&'t str> {
    let found = openings.iter().filter_map(|opening| behind(sentence, opening));
    found.min_by_key(|rest| rest.len()).map(bare).filter(|rest| !rest.is_empty())
}

/// What follows a phrase that a sentence begins with, whatever its case and apostrophes.
fn behind<'t>(sentence: &'t str, phrase: &str) -> Option<&'t str> {
    let mut wanted = phrase.chars().peekable();
    for (at, c) in sentence.char_indices() {
        let Some(next) = wanted.peek() else {
            let whole = !phrase.is_ascii() || !c.is_alphanumeric();
            return whole.then(|| &sentence[at..]);
        };
        if matches!(c, '\'' | '’') {
            continue;
        }
        if !c.to_lowercase().eq([*next]) {
            return None;
        }
        wanted.next();
    }
    None
}

/// Parts a sentence at the first of some words, which stand apart: what is before, what is behind.
pub(super) fn parted<'t>(sentence: &'t str, words: &[&str]) -> Option<(&'t str, &'t str)> {
    let lower = sentence.to_ascii_lowercase();
    let places = words.iter().filter_map(|word| {
        let apart = |at: &usize| !word.is_ascii() || stands_apart(&lower, *at, word.len());
        lower.match_indices(word).map(|(at, _)| at).find(apart).map(|at| (at, word.len()))
    });
    let (at, length) = places.min_by_key(|(at, length)| (*at, std::cmp::Reverse(*length)))?;
    Some((bare(&sentence[..at]), bare(&sentence[at + length..])))
}

fn stands_apart(text: &str, at: usize, length: usize) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric();
    let before = text[..at].chars().next_back();
    let behind = text[at + length..].chars().next();
    !before.is_some_and(part) && !behind.is_some_and(part)
}

/// Returns what stands before a closing word of either list, and whether that is one of the first.
pub(super) fn shut<'t>(text: &'t str, first: &[&str], second: &[&str]) -> Option<(&'t str, bool)> {
    let lower = text.to_ascii_lowercase();
    let before = |words: &[&str]| {
        let ends = words.iter().filter(|word| {
            let at = lower.len().checked_sub(word.len());
            lower.ends_with(**word)
                && (!word.is_ascii() || at.is_some_and(|at| stands_apart(&lower, at, word.len())))
        });
        let longest = ends.map(|word| word.len()).max()?;
        Some(bare(&text[..text.len() - longest])).filter(|rest| !rest.is_empty())
    };
    before(first).map(|rest| (rest, true)).or_else(|| Some((before(second)?, false)))
}

/// The first clause of a text, bare.
pub(super) fn first_clause(text: &str) -> &str {
    bare(text.split([',', '，', '.', '。', ';', '；']).next().unwrap_or(text))
}

/// Reports whether a sentence asks: by its mark, or by the word a Chinese question ends with.
pub(super) fn asks(sentence: &str) -> bool {
    let end = sentence.trim_end();
    end.ends_with(['?', '？']) || end.trim_end_matches(['。', '.']).ends_with(['吗', '呢', '么'])
}

/// A sentence without blanks around it, its opening comma and its final stop.
pub(super) fn bare(text: &str) -> &str {
    let text = text.trim().trim_start_matches([',', '，', ':', '：', ' ']);
    text.trim_end_matches(['.', '。', '!', '！', ';', '；', ',', '，', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_openings_are_read_in_both_languages() {
        let labels = ["next", "下一步"];
        assert_eq!(labelled("Next: add the flag.", &labels), Some("add the flag"));
        assert_eq!(labelled("下一步：加进度条。", &labels), Some("加进度条"));
        assert_eq!(labelled("Next to it: a flag", &labels), None);
        assert_eq!(opened("Next I'll add it.", &["next ill"]), Some("add it"));
        assert_eq!(opened("接下来要联调。", &["接下来要"]), Some("联调"));
        assert_eq!(opened("Nextup is a word", &["next"]), None);
    }
}
