//! How a sentence takes a rule back: by its name, by waiving it, by allowing what it refused.

use super::labels::asks;
use super::rivals::is_ban;
use super::words::{
    BARE_WITHDRAWALS, PERMITS, PERMITS_NOW, POINTING, RESERVATIONS, RULE_ENDERS, RULE_NOUNS,
    WAIVERS, WAIVES_NOW, WITHDRAWALS,
};
use crate::text::{folded, mentions};

/// How many words a rule is named with at most, between "forget the" and "rule".
const RULE_NAME: usize = 6;
/// What stands before a permission in Chinese and takes it back: 不可以用.
const NOT_BEFORE: [char; 4] = ['不', '没', '未', '别'];
/// What stands behind one in English and takes it back: "you may not".
const NOT_BEHIND: [&str; 5] = ["not", "no", "never", "neither", "dont"];
/// What stands behind a sign for a place, where it is one: 测试里可以, but not 中间件.
const BEHIND_PLACE: [char; 9] = ['可', '能', '用', '允', '也', '就', '都', '是', ' '];

/// How a sentence takes a rule back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It speaks of the rule as one: "forget the rule about X".
    ByName,
    /// It waives what was asked for or refused: "you need not X any more".
    Waives,
    /// It ends what was asked for, in words that refuse as well: 单元测试不用补了.
    Ends,
    /// It allows what was refused: "X is fine now".
    Allows,
}

impl Way {
    /// Reads the way of a sentence; nothing where it takes nothing back.
    pub(super) fn of(sentence: &str) -> Option<Self> {
        if asks(sentence) {
            return None;
        }
        let words = folded(sentence);
        if is_by_name(sentence, &words) {
            return Some(Self::ByName);
        }
        let way = if mentions(&words, WAIVERS) {
            Self::Waives
        } else if holds_now(&words, WAIVES_NOW) {
            Self::Ends
        } else if permits(&words) && !is_ban(sentence) {
            Self::Allows
        } else {
            return None;
        };
        (!is_reserved(&words)).then_some(way)
    }
}

/// Whether words speak of a rule as one: by a phrase that does, or by a verb and what it ends.
fn is_by_name(sentence: &str, words: &str) -> bool {
    let other = |list: &[&str], cue: &str| list.contains(&cue);
    let phrases = WITHDRAWALS.iter().filter(|cue| !other(PERMITS, cue));
    let (bare, clear): (Vec<&str>, Vec<&str>) =
        phrases.copied().partition(|cue| other(BARE_WITHDRAWALS, cue));
    let mut clauses = sentence.split([',', '，', ';', '；']).map(folded);
    let ends = |clause: &str, verb: &&str| clause.trim_end_matches('了').ends_with(*verb);
    let mut ended = || clauses.any(|clause| bare.iter().any(|verb| ends(&clause, verb)));
    mentions(words, &clear)
        || ends_a_rule(words)
        || mentions(words, &bare) && (mentions(words, POINTING) || ended())
}

/// Whether words say that a rule ends, with what it is about between: "forget the JWT rule".
fn ends_a_rule(words: &str) -> bool {
    let spaced = format!(" {words} ");
    RULE_ENDERS.iter().any(|ender| {
        let behind = spaced.split_once(&format!(" {ender} ")).map(|(_, behind)| behind);
        let mut near = behind.into_iter().flat_map(|b| b.split_whitespace().take(RULE_NAME));
        near.any(|word| RULE_NOUNS.contains(&word))
    })
}

/// Whether a cue holds since now: 了 ends the words, and nothing before the cue takes it back.
fn holds_now(words: &str, cues: &[&str]) -> bool {
    let told = |cue: &&str| words.match_indices(*cue).any(|(at, _)| !is_refused(&words[..at]));
    words.ends_with('了') && cues.iter().any(told)
}

/// Whether words end with what takes back a permission in Chinese that stands behind them.
fn is_refused(before: &str) -> bool {
    before.chars().next_back().is_some_and(|sign| NOT_BEFORE.contains(&sign))
}

/// Whether words allow something, and do not refuse it by the same phrase.
fn permits(words: &str) -> bool {
    let spaced = format!(" {words} ");
    holds_now(words, PERMITS_NOW)
        || PERMITS.iter().any(|cue| {
            let phrase = if cue.is_ascii() { format!(" {cue} ") } else { (*cue).to_owned() };
            spaced.match_indices(&phrase).any(|(at, _)| {
                let behind = spaced[at + phrase.len()..].split_whitespace().next();
                let refused = if cue.is_ascii() {
                    behind.is_some_and(|word| NOT_BEHIND.contains(&word))
                } else {
                    is_refused(&spaced[..at])
                };
                !refused
            })
        })
}

/// Whether words keep the rule beside what they allow: in one place, on a condition.
fn is_reserved(words: &str) -> bool {
    let (signs, phrases): (Vec<&str>, Vec<&str>) =
        RESERVATIONS.iter().partition(|cue| !cue.is_ascii() && cue.chars().count() == 1);
    let place = |sign: &&str| {
        words.match_indices(*sign).any(|(at, _)| {
            let behind = words[at + sign.len()..].chars().next();
            behind.is_none_or(|sign| BEHIND_PLACE.contains(&sign))
        })
    };
    mentions(words, &phrases) || signs.iter().any(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permission_that_is_refused_is_none() {
        for (sentence, way) in [
            ("You may use JWT now.", Some(Way::Allows)),
            ("You may not use JWT.", None),
            ("You can not use JWT", None),
            ("No JWT after all.", None),
            ("不可以用 JWT", None),
            ("不允许用 JWT", None),
            ("可以用 JWT 了", Some(Way::Allows)),
            ("可以推送了", Some(Way::Allows)),
            ("不可以推送了", None),
            ("不用写单元测试了", Some(Way::Waives)),
            ("单元测试不用补了", Some(Way::Ends)),
            ("不用 JWT 了", Some(Way::Ends)),
            ("不用 JWT", None),
            ("JWT 中间件可以用了", Some(Way::Allows)),
            ("测试里可以用 JWT", None),
            ("给取消订单加审计日志。", None),
            ("栈上限取消", Some(Way::ByName)),
            ("取消 JWT 的限制", Some(Way::ByName)),
            ("Lodash is no longer needed.", Some(Way::ByName)),
        ] {
            assert_eq!(Way::of(sentence), way, "{sentence}");
        }
    }
}
