//! Standing rules in the user's words, told from tasks.

use super::correction::without_turn;
use super::labels::{asks, bare, labelled, opened};
use super::words::{
    AND_ALSO, GENERAL, GOES_WITH, IDLE_REFUSALS, IDLE_RULES, LIMITS, MOMENTARY, MUSINGS,
    ORDER_VERBS, PERMITS, REFUSAL_OPENINGS, REMARK_LABELS, RULE_LABELS, RULE_MARKS, RULE_WORDS,
    SAYINGS, WITHDRAWALS,
};
use super::{bans, goals, riders, styles};
use crate::extract::{Extracted, Kind};
use crate::text::{folded, has_han, mentions, sentences};
use crate::work::Happened;

/// What is less sure than this is no rule.
const SURE: f64 = 0.6;
/// The longest sentence that is a rule, in characters: what is longer tells a story.
const LONGEST: usize = 160;

/// The rules of a prompt, in order: those that were extracted, orders that hold on, remarks.
///
/// `goal` is the request the prompt sets as its goal, if it sets one: that is no rule, and what
/// stands beside it holds for this task unless it says that it holds for all. The sentences of `read`
/// were read as something else.
pub(super) fn of(
    text: &str,
    found: &[Extracted],
    goal: Option<&str>,
    read: &[&str],
) -> Vec<Happened> {
    let mut rules: Vec<String> = Vec::new();
    let own = text.lines().flat_map(sentences).filter(|sentence| !read.contains(sentence));
    let all: Vec<&str> = own.map(without_number).collect();
    let rows = rows(&all);
    let in_row = |sentence: &str| rows.iter().flatten().any(|own| *own == sentence);
    let ordered = |one: &&str| !is_aside(one) && !is_of_saving(one, found) && !is_part(one, goal);
    let banning = all.iter().copied().filter(ordered).map(|one| (one, bans::of(one)));
    let banning: Vec<(&str, Vec<&str>)> = banning.filter(|(_, bans)| !bans.is_empty()).collect();
    rules.extend(banning.iter().flat_map(|(_, bans)| bans).map(|&ban| ban.to_owned()));
    for one in found.iter().filter(|one| one.confidence.value() >= SURE) {
        if banning.iter().any(|(sentence, _)| says(sentence, &one.span)) {
            continue;
        }
        if one.kind != Kind::Constraint || is_part(&one.span, goal) {
            continue;
        }
        let sentence = all.iter().find(|sentence| says(sentence, &one.span)).copied();
        // Those in a row behind a label are read below, each as its own.
        let in_rows = rows.iter().flatten().any(|own| overlaps(own, &one.span));
        if in_rows || sentence.is_some_and(is_aside) {
            continue;
        }
        // A sentence that says one thing is kept whole: no address, option or exception is lost.
        let alone = sentence.filter(|sentence| {
            found.iter().filter(|other| says(sentence, &other.span)).count() == 1
                && !is_part(sentence, goal)
                && sentence.chars().count() <= LONGEST
        });
        let text = alone.map_or(one.span.as_str(), |sentence| without_lead(bare(sentence)));
        if !rules.iter().any(|rule| rule == text) {
            rules.push(text.to_owned());
        }
    }
    let riders = goal.map(|goal| riders::of(text, goal)).unwrap_or_default();
    let of_row = |rule: &str| rows.iter().flatten().any(|own| overlaps(bare(own), rule));
    rules.extend(riders.into_iter().filter(|rule| !found_told(rule, found) && !of_row(rule)));
    rules.extend(rows.iter().flat_map(|row| rules_of(row)).filter(|rule| !is_part(rule, goal)));
    for &sentence in &all {
        if in_row(sentence) || is_part(sentence, goal) || is_of_saving(sentence, found) {
            continue;
        }
        let told = |part: &str| rules.iter().any(|rule| overlaps(part, rule) || says(part, rule));
        // Where one clause was read, the other may say a rule of its own.
        let parts = if told(sentence) { clauses(sentence) } else { vec![sentence] };
        let parts = parts.into_iter().filter(|part| !told(part));
        let more: Vec<String> = parts.flat_map(standing).collect();
        rules.extend(more);
    }
    let listed = listed(text, found).filter(|_| goal.is_some());
    for line in listed {
        if !is_part(line, goal) && !rules.iter().any(|rule| overlaps(line, rule)) {
            rules.push(line.to_owned());
        }
    }
    rules.into_iter().map(|text| rule(text, goal.is_some())).collect()
}

/// Reports whether a rule was found in other words already: short forms are written out there.
fn found_told(rule: &str, found: &[Extracted]) -> bool {
    let mut rules = found.iter().filter(|one| one.kind == Kind::Constraint);
    rules.any(|one| one.confidence.value() >= SURE && says(rule, &one.span))
}

/// The rules that stand in a row behind a label: the sentences of each row. In Chinese a semicolon
/// ends one.
fn rows<'t>(sentences: &[&'t str]) -> Vec<Vec<&'t str>> {
    let goes_on = |sentence: &&str| sentence.ends_with('；');
    let mut rows = Vec::new();
    let mut rest = sentences;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if behind_label(first).is_some_and(|rules| rules.contains(';') || goes_on(first)) {
            let more = if goes_on(first) { behind } else { &[] };
            let cut = more.iter().position(|one| !goes_on(one)).map_or(more.len(), |at| at + 1);
            rows.push([&[*first], &more[..cut]].concat());
            rest = &behind[cut..];
        }
    }
    rows
}

/// The rules of a row: what stands between its semicolons, without the label.
fn rules_of(row: &[&str]) -> Vec<String> {
    let unlabelled = |(at, one): (usize, &&str)| {
        let told = if at == 0 { behind_label(one).unwrap_or(one) } else { one };
        in_a_row(told)
    };
    row.iter().enumerate().flat_map(unlabelled).collect()
}

/// What stands between the semicolons of a text, which end nothing within code.
fn in_a_row(text: &str) -> Vec<String> {
    let mut code = false;
    let parts = text.split(|c: char| {
        code ^= c == '`';
        !code && matches!(c, ';' | '；')
    });
    let parts = parts.map(bare).filter(|part| !part.is_empty());
    parts.filter(|part| part.chars().count() <= LONGEST).map(str::to_owned).collect()
}

/// Reports whether a sentence speaks of what is kept of the session, or ends it.
fn is_of_saving(sentence: &str, found: &[Extracted]) -> bool {
    let of_it = |kind| matches!(kind, Kind::NoSave | Kind::SaveAgain | Kind::SessionEnd);
    found.iter().any(|one| of_it(one.kind) && says(sentence, &one.span))
}

/// The clauses of a sentence that can each say a rule.
fn clauses(sentence: &str) -> Vec<&str> {
    if has_han(sentence) {
        return sentence.split(['，', ',', ';', '；']).map(bare).collect();
    }
    sentence.split("; ").flat_map(|part| part.split(", and ")).map(bare).collect()
}

/// The lines of a short list beside a request: what is asked of it. Long lists are material.
fn listed<'t>(text: &'t str, found: &[Extracted]) -> impl Iterator<Item = &'t str> {
    const MOST: usize = 12;
    let items = text.lines().map(str::trim).filter(|line| without_number(line) != *line);
    let items: Vec<&str> = items.map(|line| bare(without_number(line))).collect();
    let usable = items.len() <= MOST;
    let other = |line: &str| {
        found.iter().any(|one| one.kind != Kind::Constraint && overlaps(line, &one.span))
    };
    let kept: Vec<&str> = items
        .into_iter()
        .filter(|line| usable && !line.is_empty() && line.chars().count() <= LONGEST)
        .filter(|line| !asks(line) && !other(line))
        .collect();
    kept.into_iter()
}

/// A rule as it is written down: for the workspace, or for the task where it was said with it.
fn rule(text: String, with_goal: bool) -> Happened {
    let scope = scope(&text).map(str::to_owned);
    if with_goal && !mentions(&folded(&text), GENERAL) {
        return Happened::Note { kind: "constraint".to_owned(), text, scope };
    }
    Happened::Constraint { text, scope }
}

/// The standing rules a sentence says: none, one, or those in a row behind a label.
pub(super) fn standing(sentence: &str) -> Vec<String> {
    if asks(sentence) || is_aside(sentence) {
        return Vec::new();
    }
    if let Some(remark) = behind_label(sentence) {
        // Rules in a row are each their own: one may be taken back.
        return in_a_row(remark);
    }
    if sentence.chars().count() > LONGEST {
        return Vec::new();
    }
    let words = without_lead(bare(sentence));
    let folded_words = folded(words);
    let order = begins_order(words) && mentions(&folded_words, RULE_MARKS)
        || mentions(&folded_words, LIMITS) && !has_han(words);
    let rule = order
        || refuses_a_deed(words)
        || styles::is_style(words)
        || has_han(words) && (mentions(words, RULE_WORDS) || goes_with(words));
    rule.then(|| words.to_owned()).into_iter().collect()
}

/// Reports whether an order not to do something holds on: "don't keep the password in plain text".
fn refuses_a_deed(words: &str) -> bool {
    let Some(deed) = opened(words, REFUSAL_OPENINGS) else { return false };
    let deed = folded(deed);
    let verb = deed.split(' ').next().unwrap_or_default();
    deed.split(' ').count() >= 3 && !IDLE_REFUSALS.contains(&verb) && !mentions(&deed, MOMENTARY)
}

/// What stands behind a label of remarks or rules.
fn behind_label(sentence: &str) -> Option<&str> {
    labelled(sentence, REMARK_LABELS).or_else(|| behind_rule_label(sentence))
}

/// What stands behind a label that speaks of rules: "Two things from the platform folks: …".
fn behind_rule_label(sentence: &str) -> Option<&str> {
    const LABEL_WORDS: usize = 7;
    let (label, rest) = sentence.split_once([':', '：'])?;
    let folded = folded(label);
    let short = folded.split(' ').count() <= LABEL_WORDS && label.chars().count() <= 40;
    let rest = bare(rest);
    (short && mentions(&folded, RULE_LABELS) && !rest.is_empty() && !rest.starts_with("//"))
        .then_some(rest)
}

/// Reports whether a short Chinese sentence says with what something is done, and nothing more:
/// 样式用 Tailwind.
fn goes_with(words: &str) -> bool {
    const SHORT: usize = 24;
    let with = GOES_WITH.iter().filter_map(|word| Some((words.rfind(word)?, word.len())));
    let Some((at, size)) = with.max() else { return false };
    let what = words[at + size..].trim();
    let named = what.starts_with(|c: char| c.is_ascii_uppercase()) && !has_han(what);
    // 可以用 JWT orders nothing.
    at > 0 && named && words.chars().count() <= SHORT && !mentions(&folded(words), PERMITS)
}

/// Reports whether a sentence is no rule of the user's, whatever it says: a thought, others' words,
/// what puts a task aside or takes a rule back.
fn is_aside(sentence: &str) -> bool {
    let words = folded(sentence);
    let idle = opened(sentence, IDLE_RULES).is_some_and(str::is_empty)
        || IDLE_RULES.contains(&words.as_str());
    let others = idle || mentions(&words, MUSINGS) || mentions(&words, SAYINGS);
    others || goals::is_parking(sentence) || mentions(&words, WITHDRAWALS)
}

/// Reports whether the main clause begins with a verb: at its head, or behind where it holds.
pub(super) fn begins_order(words: &str) -> bool {
    let verb = |clause: &str| {
        let folded = folded(without_lead(clause.trim()));
        ORDER_VERBS.contains(&folded.split(' ').next().unwrap_or_default())
    };
    verb(words) || words.split_once(", ").is_some_and(|(_, rest)| verb(rest))
}

/// A sentence without the words that only lead in: "and", 另外, "No, ".
pub(super) fn without_lead(text: &str) -> &str {
    let mut text = without_turn(text);
    while let Some(rest) = opened(text, AND_ALSO) {
        text = rest;
    }
    text
}

/// A line of a list without its number or mark.
fn without_number(line: &str) -> &str {
    let line = line.trim_start_matches(['-', '*', '•', ' ']);
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match digits.strip_prefix(['.', ')', '、', '）']) {
        Some(rest) if digits.len() < line.len() => rest.trim_start(),
        _ => line,
    }
}

fn is_part(text: &str, goal: Option<&str>) -> bool {
    goal.is_some_and(|goal| overlaps(bare(text), goal.trim_end_matches('…')))
}

/// Reports whether a sentence holds the words of a finding, whose short forms are written out.
pub(super) fn says(sentence: &str, span: &str) -> bool {
    if sentence.contains(span) {
        return true;
    }
    let short = [(" not", "n't"), ("can not", "cannot"), ("can not", "can't")];
    short.iter().any(|(long, short)| {
        span.contains(long) && {
            let span = span.replacen(long, short, 1);
            let lower = span.to_lowercase();
            sentence.contains(&span) || sentence.to_lowercase().contains(&lower)
        }
    })
}

pub(super) fn overlaps(one: &str, other: &str) -> bool {
    one.contains(other) || other.contains(one)
}

/// The folder, file or pattern of files a rule names as its place.
pub(super) fn scope(text: &str) -> Option<&str> {
    let edges = |c: char| c.is_whitespace() || "`'\"()（）,，。；;：".contains(c);
    text.split(edges).find(|word| {
        let path = word.contains('/') && !word.contains("://") && !word.starts_with('/');
        let names = word.chars().filter(|c| c.is_alphanumeric()).count() >= 2;
        let pattern = word.starts_with("*.") && word.len() > 2;
        pattern || path && names && word.is_ascii() && !is_pair(word)
    })
}

/// Reports whether a word is two words with a slash for "or", such as `and/or`, `CI/CD`.
fn is_pair(word: &str) -> bool {
    const FOLDERS: [&str; 10] =
        ["src", "lib", "app", "test", "tests", "docs", "crates", "packages", "internal", "pkg"];
    let parts: Vec<&str> = word.split('/').collect();
    let marked = word.contains(['.', '*']) || word.ends_with('/');
    parts.len() == 2 && !marked && !FOLDERS.contains(&parts[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::extract;

    #[test]
    fn rules_in_a_row_behind_a_label_are_each_their_own() {
        let long = "keep every function of the services below forty lines, split what is longer";
        let row = format!("Rules: {long}; {}; never log tokens", long.replace("services", "jobs"));
        for (text, expected) in [
            ("约束:中断里禁止 printf;动态内存不许用", vec!["中断里禁止 printf", "动态内存不许用"]),
            (
                "约定：提交信息用英文；测试放 tests 目录",
                vec!["提交信息用英文", "测试放 tests 目录"],
            ),
            (
                "Rules: never log tokens; no default exports",
                vec!["never log tokens", "no default exports"],
            ),
            ("Rule: use `for (;;)` for endless loops;", vec!["use `for (;;)` for endless loops"]),
            (&row, vec![long, &long.replace("services", "jobs"), "never log tokens"]),
        ] {
            let rules = of(text, &extract(text), Some("ship the shop"), &[]);
            let text = format!("修登录。{text}");
            let beside = of(&text, &extract(&text), Some("修登录"), &[]);
            assert_eq!(beside.len(), rules.len(), "{text}: {beside:?}");
            let of_rule = |rule: &Happened| match rule {
                Happened::Note { text, .. } | Happened::Constraint { text, .. } => text.clone(),
                _ => String::new(),
            };
            let texts: Vec<String> = rules.iter().map(of_rule).collect();
            assert_eq!(texts, expected);
        }
    }

    #[test]
    fn an_order_with_a_limit_or_a_contrast_holds_on_and_a_task_does_not() {
        for (text, rule) in [
            ("And please keep the timeout at 30s.", "keep the timeout at 30s"),
            (
                "In every package, please name the tests after the cases instead of the functions.",
                "In every package, please name the tests after the cases instead of the functions",
            ),
            ("Merge only when the reviewer agrees.", "Merge only when the reviewer agrees"),
            ("老规矩：循环里别查数据库。", "循环里别查数据库"),
            ("时长以毫秒为单位", "时长以毫秒为单位"),
            ("样式用 Tailwind。", "样式用 Tailwind"),
        ] {
            assert_eq!(standing(text), [rule], "{text}");
        }
        for text in [
            "Build the nightly pipeline.",
            "Add rate limiting to the gateway.",
            "Run the tests again please.",
            "给计费服务加退款功能。",
            "Can we keep it?",
            "界面再看一眼。",
            "Not asking you to do anything, just thinking aloud.",
        ] {
            assert!(standing(text).is_empty(), "{text}");
        }
    }
}
