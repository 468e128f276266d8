//! What headings, lead-in lines and marks say of the rules below them.

use super::marks::{Sign, sign_of_mark, without_marks};
use super::words::{
    BETWEEN, DUTIES, FILLERS, HEADING_PLACES, LABELS, OPTIONS, PERMITS, PLACES, REFUSALS, REQUESTS,
    USES, WAIVERS,
};
use crate::text::{folded, has_han, mentions};

/// Between a label and its rule.
const LOOSE: [char; 3] = [' ', ':', '：'];

/// What a heading or a lead-in says of the rules below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lead {
    pub(super) sign: Option<Sign>,
    /// Where the rules below it hold, in its own words.
    pub(super) scope: Option<String>,
}

/// What ends a place or a case in Chinese.
const PLACE_ENDS: [char; 5] = ['中', '里', '内', '时', '下'];

/// What the words of a heading say: "Don't", "❌ Avoid in tests", "In tests", 禁止, 在测试中.
pub(super) fn heading(title: &str) -> Lead {
    lead(title, HEADING_PLACES)
}

/// What a line that ends with a colon says.
pub(super) fn lead_in(text: &str) -> Lead {
    lead(text.trim_end_matches([':', '：', ' ']), PLACES)
}

fn lead(text: &str, places: &[&str]) -> Lead {
    if let Some(sign) = whole_sign(text) {
        return Lead { sign: Some(sign), scope: None };
    }
    if let Some((sign, scope)) = sign_and_scope(text) {
        return Lead { sign: Some(sign), scope: Some(scope) };
    }
    let words = folded(text);
    if names_place(text, places) {
        return Lead { sign: None, scope: Some(without_marks(text).to_owned()) };
    }
    // A request turns nothing round: one among other words is enough.
    let asked = !mentions(&words, REFUSALS)
        && (mentions(&words, REQUESTS) || mentions(&words, DUTIES))
        && sign_of_mark(text) != Some(Sign::Dont);
    let sign = match sign_of_mark(text) {
        // A mark before words that refuse something themselves says how they are meant.
        Some(mark) if !mentions(&words, REFUSALS) => Some(mark),
        _ => asked.then_some(Sign::Do),
    };
    Lead { sign, scope: None }
}

/// Reports whether a lead-in is a sign and says nothing of its own.
pub(super) fn is_sign(text: &str) -> bool {
    whole_sign(text.trim_end_matches([':', '：', ' '])).is_some()
}

/// Reports whether the words of a lead-in refuse something.
pub(super) fn mentions_refusal(text: &str) -> bool {
    mentions(&folded(text), REFUSALS)
}

/// Reports whether a bullet names a place and nothing else: "In tests", 在测试中.
pub(super) fn is_place(text: &str) -> bool {
    let short = text.split_whitespace().count() <= 3 && text.chars().count() <= 30;
    let han = has_han(text) && text.starts_with('在') && text.ends_with(PLACE_ENDS);
    short && (han || !has_han(text) && names_place(text, PLACES))
}

/// The sign of a label and the rule behind it: "Bad: Redux", "DO: use dayjs", 反例：Redux.
///
/// A label that the rule reads well with, like "Prefer:", stays part of it.
pub(super) fn labelled(text: &str) -> Option<(Sign, &str)> {
    let (label, rest) = text.split_once(['：', ':'])?;
    let rest = rest.trim_start_matches(LOOSE);
    let alone = !rest.is_empty() && !rest.contains('：') && !rest.contains(": ");
    let spaced = text[label.len()..].starts_with(['：', '\u{fe0f}']) || text.contains(": ");
    let sign = whole_sign(label).filter(|_| alone && spaced)?;
    let kept = sign == Sign::Do && !LABELS.contains(&folded(label).as_str());
    (!kept).then_some((sign, rest))
}

/// The sign of words that are a sign and nothing more: all their parts agree.
pub(super) fn whole_sign(text: &str) -> Option<Sign> {
    let mark = sign_of_mark(text);
    let mut found = mark;
    for part in text.split(['/', '&', '|', ',', '、', '，', '+']) {
        for part in split_between(&folded(part)) {
            let sign = part_sign(&part).ok()?;
            if sign.is_some() && found.is_some() && sign != found {
                return None;
            }
            found = found.or(sign);
        }
    }
    found
}

fn split_between(words: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut rest = words;
    while let Some(next) = rest.chars().next() {
        if let Some(word) = longest(rest, BETWEEN).filter(|_| ends_word(parts.last(), rest)) {
            parts.push(String::new());
            rest = &rest[word.len()..];
            continue;
        }
        if let Some(part) = parts.last_mut() {
            part.push(next);
        }
        rest = &rest[next.len_utf8()..];
    }
    parts
}

/// Reports whether a word may begin here: after a space, or in Chinese anywhere.
fn ends_word(before: Option<&String>, rest: &str) -> bool {
    let ascii = rest.starts_with(|c: char| c.is_ascii());
    !ascii || before.is_none_or(|part| part.is_empty() || part.ends_with(' '))
}

/// A part of a heading says something of its own.
struct OwnWords;

/// The sign of a part that says nothing of its own, if it has one.
fn part_sign(words: &str) -> Result<Option<Sign>, OwnWords> {
    let mut sign = None;
    let mut duty = false;
    let mut rest = words.trim_start();
    while !rest.is_empty() {
        let found = SENSES.iter().filter_map(|(list, says)| Some((longest(rest, list)?, *says)));
        let (word, says) = found.max_by_key(|(word, _)| word.len()).ok_or(OwnWords)?;
        match (sign, says) {
            (_, Sense::Filler) => {}
            (None | Some(Sign::Do), Sense::Duty) => duty = true,
            (None, Sense::Sign(said)) => sign = Some(said),
            (Some(own), Sense::Sign(said)) if own == said => {}
            // What a ban, a waiver or a permission names asks for nothing: "do not use".
            (Some(own), _) if own != Sign::Do && USES.contains(&word) => {}
            _ => return Err(OwnWords),
        }
        rest = rest[word.len()..].trim_start();
    }
    Ok(sign.or(duty.then_some(Sign::Do)))
}

/// What a word of a heading says.
#[derive(Clone, Copy)]
enum Sense {
    Sign(Sign),
    Duty,
    Filler,
}

/// The lists of words; of one that stands in two the last holds.
const SENSES: [(&[&str], Sense); 7] = [
    (FILLERS, Sense::Filler),
    (DUTIES, Sense::Duty),
    (OPTIONS, Sense::Sign(Sign::Optional)),
    (PERMITS, Sense::Sign(Sign::May)),
    (WAIVERS, Sense::Sign(Sign::Waive)),
    (REQUESTS, Sense::Sign(Sign::Do)),
    (REFUSALS, Sense::Sign(Sign::Dont)),
];

/// The longest phrase of a list that the text begins with, at the end of a word.
pub(super) fn longest(text: &str, list: &[&'static str]) -> Option<&'static str> {
    let whole = |word: &str| {
        let next = text[word.len()..].chars().next();
        !word.is_ascii() || next.is_none_or(|c| !c.is_ascii_alphanumeric())
    };
    let found = list.iter().copied().filter(|word| text.starts_with(word) && whole(word));
    found.max_by_key(|word| word.len())
}

/// A sign with a place: "Avoid in tests", "In tests, never use", 测试中禁止.
fn sign_and_scope(text: &str) -> Option<(Sign, String)> {
    let text = without_marks(text);
    let clean = |part: &str| part.trim_matches([' ', ',', '，', '(', ')', '（', '）']).to_owned();
    let cut = |at: usize, scope_first: bool| {
        let (left, right) = text.split_at(at);
        let (scope, sign) = if scope_first { (left, right) } else { (right, left) };
        Some((whole_sign(&clean(sign))?, capitalised(&clean(scope))))
    };
    if names_place(text, PLACES) {
        return text.find(',').and_then(|at| cut(at, true));
    }
    if let Some(at) = text.find(['(', '（']).filter(|at| *at > 0) {
        return cut(at, false);
    }
    if has_han(text) {
        let mut ends = text.char_indices().filter(|(_, c)| PLACE_ENDS.contains(c));
        return ends.find_map(|(at, c)| cut(at + c.len_utf8(), true));
    }
    let lower = text.to_ascii_lowercase();
    let starts = PLACES.iter().filter_map(|word| lower.find(&format!(" {word} ")));
    starts.min().and_then(|at| cut(at, false))
}

fn names_place(text: &str, places: &[&str]) -> bool {
    let text = without_marks(text);
    if has_han(text) {
        return text.ends_with(['中', '里', '内', '时']) && text.chars().count() > 1;
    }
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    words.next().is_some() && places.contains(&first.as_str())
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + chars.as_str()
}
