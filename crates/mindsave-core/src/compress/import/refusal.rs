//! How a refusal is written into a rule that has none of its own.

use super::marks::Sign;
use super::words::{
    AUXILIARIES, CLAUSES, DENIALS, FIRST, HAN_DENIALS, HAN_FIRST, HAN_NAMES, OPTIONS, VERBS,
    WAIVERS,
};
use crate::text::has_han;

/// Reports whether a rule refuses something in its own words already.
pub(super) fn refuses(text: &str) -> bool {
    if has_han(text) && refuses_in_chinese(text) {
        return true;
    }
    let text = text.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .collect();
    let first = words.first().copied().unwrap_or_default();
    FIRST.contains(&first) || !is_verb(first) && denies(&words)
}

/// Reports whether the main clause has a denial: "tests must not …", "npm is forbidden".
fn denies(words: &[&str]) -> bool {
    let main = words.iter().position(|word| CLAUSES.contains(word)).unwrap_or(words.len());
    let words = &words[..main];
    let auxiliary = |pair: &[&str]| AUXILIARIES.contains(&pair[0]) && pair[1] == "not";
    let negated = words.windows(2).any(auxiliary);
    negated || words.iter().any(|word| DENIALS.contains(word))
}

/// Reports whether a Chinese text begins with a ban.
pub(super) fn begins_with_ban(text: &str) -> bool {
    let begins = |list: &[&str]| list.iter().any(|word| text.starts_with(word));
    begins(HAN_FIRST) && !begins(HAN_NAMES)
}

fn refuses_in_chinese(text: &str) -> bool {
    if HAN_NAMES.iter().any(|name| text.starts_with(name)) {
        return false;
    }
    if begins_with_ban(text) {
        return true;
    }
    // What stands before 的 only describes: 不能编译的代码 is a thing, not a ban.
    HAN_DENIALS
        .iter()
        .filter_map(|word| text.find(word).map(|at| &text[at + word.len()..]))
        .any(|rest| !rest.contains('的'))
}

/// Writes a refusal into a rule: before a verb "don't", before a thing "no", in Chinese 不要.
pub(super) fn refuse(text: &str) -> String {
    let mut chars = text.chars();
    let lowered = match chars.next() {
        Some(first) if chars.as_str().starts_with(char::is_lowercase) => {
            first.to_lowercase().collect::<String>() + chars.as_str()
        }
        _ => text.to_owned(),
    };
    let word = lowered.split_whitespace().next().unwrap_or_default();
    if has_han(text) {
        format!("不要{text}")
    } else if is_verb(word) {
        format!("don't {lowered}")
    } else {
        format!("no {text}")
    }
}

/// Reports whether an order often begins with the word.
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.contains(&word)
}

/// Writes into a rule that it is none: "not required: X", 可选：X.
pub(super) fn released(text: &str, sign: Sign) -> String {
    let (english, chinese) = match sign {
        Sign::Waive => ("not required: ", "不需要："),
        Sign::Optional => ("optional: ", "可选："),
        Sign::May => ("acceptable: ", "允许："),
        Sign::Do | Sign::Dont => ("", ""),
    };
    let said = refuses(text) || WAIVERS.iter().chain(OPTIONS).any(|word| text.starts_with(word));
    let before = if has_han(text) { chinese } else { english };
    if said { text.to_owned() } else { format!("{before}{text}") }
}
