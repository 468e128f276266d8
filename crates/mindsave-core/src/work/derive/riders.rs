//! Rules that are said within a request: "fix it without touching the tests", 修复登录，不要用 JWT.

use super::labels::{bare, opened};
use super::rules::{standing, without_lead};
use super::words::{RIDER_LEADS, RIDERS, WHATEVER, WITHOUTS};
use crate::text::{folded, has_han, sentences};

/// Parts a request and the rule that is said with it; nothing where there is none.
pub(super) fn parted(sentence: &str) -> Option<(&str, &str)> {
    let ends = sentence.char_indices().filter(|(_, c)| matches!(c, ' ' | ',' | ';'));
    ends.map(|(at, c)| at + c.len_utf8()).find_map(|at| {
        let rest = &sentence[at..];
        let rule = opened(rest, RIDERS).is_some() && is_rule(rest);
        let task = bare(&sentence[..at]);
        (rule && !task.is_empty()).then(|| (task, bare(rest)))
    })
}

/// A request without the order that is said with it; "without …" says how, and stays.
pub(super) fn task(sentence: &str) -> &str {
    let parts = parted(sentence).filter(|(_, rule)| opened(rule, WITHOUTS).is_none());
    parts.map_or(sentence, |(task, _)| task)
}

/// The rules that are said within the request a prompt sets as its goal.
pub(super) fn of(text: &str, goal: &str) -> Vec<String> {
    let goal = goal.trim_end_matches('…');
    let sentence = text.lines().flat_map(sentences).find(|sentence| sentence.contains(goal));
    let Some(sentence) = sentence else { return Vec::new() };
    if has_han(sentence) {
        let clauses = sentence.split(['，', ',', '；', ';']).map(bare).skip(1);
        let rules = clauses.filter(|clause| !goal.contains(clause));
        return rules.flat_map(standing).collect();
    }
    let rule = parted(sentence).map(|(_, rule)| opened(rule, RIDER_LEADS).unwrap_or(rule));
    rule.map(without_lead).map(str::to_owned).into_iter().collect()
}

/// Reports whether "without …" says what must not be done or used, and not how things are.
fn is_rule(rest: &str) -> bool {
    let Some(what) = opened(rest, WITHOUTS) else { return true };
    let first = what.split(' ').next().unwrap_or_default();
    let named = first.chars().any(|c| c.is_ascii_uppercase());
    let lower = folded(first);
    named || lower.len() > 4 && lower.ends_with("ing") || WHATEVER.contains(&&*lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_parted_from_the_rule_that_is_said_with_it() {
        for (text, goal, rule) in [
            (
                "Fix the login bug without touching the session table.",
                "Fix the login bug without touching the session table",
                "without touching the session table",
            ),
            (
                "Fix the login bug, but don't touch the session table.",
                "Fix the login bug",
                "don't touch the session table",
            ),
            (
                "Build the report page and never log the customer's name.",
                "Build the report page",
                "never log the customer's name",
            ),
            ("Build the report page without jQuery.", "Build the report page", "without jQuery"),
            ("修复登录，不要用 JWT。", "修复登录", "不要用 JWT"),
            ("给网关加限流，必须用令牌桶。", "给网关加限流", "必须用令牌桶"),
        ] {
            assert_eq!(of(text, goal), [rule], "{text}");
        }
        for text in [
            "Fix the crash without internet.",
            "Add a button and a form.",
            "修复登录，顺便看看样式。",
        ] {
            assert_eq!(of(text, bare(text)), [""; 0], "{text}");
        }
    }
}
