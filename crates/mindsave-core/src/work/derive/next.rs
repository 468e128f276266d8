//! The next step, as an agent's closing message says it.

use super::labels::{asks, bare, labelled, opened};
use super::words::{
    BEHIND_NEXT, CONDITIONS, DOERS, DOING_NEXT, DONE_ENDINGS, IDLE_DOINGS, INTENTS, LEADING,
    NEXT_LABELS, NEXT_OPENINGS, NO_PASTS, NO_STEPS, ORDERS, PASTS, PROGRESSIVES, SEQUENCE,
    STEP_HEADS, TURNS,
};
use crate::task::is_blocker;
use crate::text::{folded, has_han, mentions, sentences};

/// How many of the last sentences may say it without a label.
const LAST: usize = 2;
/// In how many of its first characters a Chinese sentence says that something comes.
const HEAD: usize = 10;

/// The last step the message names as the next one: under a label anywhere, in words that only
/// intend something at its end.
pub(super) fn next_action(text: &str) -> Option<String> {
    let sentences: Vec<&str> = text.lines().flat_map(sentences).collect();
    let plain = |sentence: &str| {
        sentence.trim_start_matches(['-', '*', '>', '#', '•', ' ']).replace("**", "")
    };
    let named = sentences.iter().enumerate().rev().find_map(|(at, sentence)| {
        let sentence = plain(sentence);
        let last = at + 1 == sentences.len();
        let step = labelled(&sentence, NEXT_LABELS)
            .or_else(|| opened(&sentence, NEXT_OPENINGS))
            .or_else(|| behind_order(&sentence))
            .or_else(|| is_label(&sentence).then(|| first_item(&sentences[at + 1..])).flatten())
            .or_else(|| last.then(|| behind_sequence(&sentence)).flatten())?;
        // A list behind the label, in one line: its number ends a sentence.
        let number = step.chars().all(|c| c.is_ascii_digit() || ".)".contains(c));
        let step = if number { without_number(sentences.get(at + 1)?) } else { step };
        Some((at, step.to_owned()))
    });
    let last = sentences.len().saturating_sub(LAST);
    let intended = sentences
        .iter()
        .enumerate()
        .skip(last)
        .rev()
        // What comes behind the step that is named is not the next one.
        .filter(|(_, sentence)| named.is_none() || opened(sentence, BEHIND_NEXT).is_none())
        .find_map(|(at, sentence)| Some((at, intended(bare(&plain(sentence)))?)));
    let later = [intended, named].into_iter().flatten().max_by_key(|(at, _)| *at);
    // "Next step: none": nothing comes.
    later.map(|(_, step)| if is_blocker(&step) { step } else { String::new() })
}

/// What is asked for behind "Next," or 下一步: a task, not what was done.
fn behind_order(sentence: &str) -> Option<&str> {
    let rest = match sentence.split_once([',', '，']) {
        Some((head, rest)) if ORDERS.contains(&folded(head).as_str()) => bare(rest),
        _ => {
            // 下一步的…, 下一步动作… speak of the step.
            let rest = STEP_HEADS.iter().find_map(|head| sentence.strip_prefix(head))?;
            Some(bare(rest)).filter(|rest| !NO_STEPS.iter().any(|other| rest.starts_with(other)))?
        }
    };
    if asks(sentence) || rest.is_empty() || is_done(rest) {
        return None;
    }
    if opened(rest, INTENTS).is_none() && opened(rest, DOERS).is_some() {
        return None;
    }
    let task = opened(rest, INTENTS).unwrap_or(rest);
    Some(without_leading(task)).filter(|task| !task.is_empty())
}

/// Reports whether words tell what was done.
fn is_done(words: &str) -> bool {
    ends_done(words) || mentions(&folded(words), PASTS) || is_past(words)
}

/// Reports whether words end as those do that tell what was done.
fn ends_done(words: &str) -> bool {
    DONE_ENDINGS.iter().any(|end| words.ends_with(end))
}

/// Reports whether the first word is a verb that tells what was done, by its form.
fn is_past(words: &str) -> bool {
    let first = folded(words.split(' ').next().unwrap_or_default());
    first.ends_with("ed") && !NO_PASTS.contains(&first.as_str())
}

/// Reports whether a sentence is a label before the next step, and nothing more.
fn is_label(sentence: &str) -> bool {
    let label = sentence.trim_end().strip_suffix([':', '：']);
    label.is_some_and(|label| NEXT_LABELS.contains(&folded(label).as_str()))
}

/// The first item of a list that sentences begin with: "- a", "1. a", "1) a".
fn first_item<'t>(sentences: &[&'t str]) -> Option<&'t str> {
    let first = sentences.first()?;
    let behind = first.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = if behind.len() < first.len() {
        behind.strip_prefix(['.', ')', '、', '）', '．'])?.trim()
    } else {
        first.strip_prefix(['-', '*', '•'])?.trim()
    };
    // "1." ends a sentence.
    let item = if item.is_empty() { sentences.get(1)? } else { item };
    Some(bare(item)).filter(|item| !item.is_empty() && !is_done(item))
}

/// The first item of a list in one line, without the number of the second.
fn without_number(item: &str) -> &str {
    bare(bare(item).trim_end_matches(|c: char| c.is_ascii_digit() || c == ')'))
}

/// What stands behind a short label that speaks of an order: "Last item: …".
fn behind_sequence(sentence: &str) -> Option<&str> {
    const LABEL_WORDS: usize = 6;
    let (label, rest) = sentence.split_once([':', '：'])?;
    let folded = folded(label);
    let short = folded.split(' ').count() <= LABEL_WORDS && label.chars().count() <= 32;
    let rest = bare(rest);
    (short && mentions(&folded, SEQUENCE) && !rest.is_empty() && !rest.starts_with("//"))
        .then_some(rest)
}

/// What a last sentence says its writer is doing now or goes on to do, wherever in it that stands.
fn under_way(sentence: &str) -> Option<&str> {
    if has_han(sentence) {
        let head: String = sentence.chars().take(HEAD).collect();
        let done = ends_done(sentence);
        return (!done && DOING_NEXT.iter().any(|word| head.contains(word))).then_some(sentence);
    }
    let starts = sentence.match_indices(' ').map(|(at, _)| at + 1).chain([0]);
    let doing = starts.filter_map(|at| opened(&sentence[at..], PROGRESSIVES));
    doing.filter(|rest| is_doing(rest)).min_by_key(|rest| rest.len())
}

fn is_doing(rest: &str) -> bool {
    let first = rest.split(' ').next().unwrap_or_default();
    let verb = first.ends_with("ing") && first.len() > 4;
    verb && !IDLE_DOINGS.contains(&first)
}

/// What a sentence intends, without the words that only say so.
fn intended(sentence: &str) -> Option<String> {
    if asks(sentence) || depends(sentence) {
        return None;
    }
    let sentence = clause_of_intent(sentence);
    let rest = opened(sentence, INTENTS)
        .or_else(|| opened(opened(sentence, TURNS)?, DOERS).filter(|rest| !is_past(rest)))
        .or_else(|| under_way(sentence))?;
    let step = without_leading(rest);
    let words = folded(step);
    let says = words.split(' ').count() >= 2 || has_han(step) && step.chars().count() >= 2;
    // What somebody will not do is no step.
    let denies = words.starts_with("never ") || words.starts_with("not ");
    (says && !denies).then(|| step.to_owned())
}

/// Reports whether what is intended hangs on something that may not happen.
fn depends(sentence: &str) -> bool {
    let mut chinese = CONDITIONS.iter().filter(|word| !word.is_ascii());
    opened(sentence, CONDITIONS).is_some() || chinese.any(|word| sentence.contains(word))
}

/// Where the intention begins: behind "meanwhile," or a comma in front of 先, 再 and their like.
fn clause_of_intent(sentence: &str) -> &str {
    if opened(sentence, INTENTS).is_some() {
        return sentence;
    }
    if let Some(rest) = opened(sentence, TURNS)
        && (opened(rest, INTENTS).is_some() || opened(rest, DOERS).is_some_and(has_han_first))
    {
        return opened(rest, INTENTS).map_or_else(|| opened(rest, DOERS).unwrap_or(rest), |_| rest);
    }
    let behind = sentence.char_indices().filter(|(_, c)| matches!(c, ',' | '，' | ';' | '；'));
    let mut clauses = behind.map(|(at, c)| sentence[at + c.len_utf8()..].trim_start());
    clauses.rfind(|clause| opened(clause, INTENTS).is_some()).unwrap_or(sentence)
}

fn has_han_first(text: &str) -> bool {
    text.chars().next().is_some_and(crate::text::is_ideograph)
}

fn without_leading(mut text: &str) -> &str {
    while let Some(rest) = opened(text, LEADING) {
        text = rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_message_says_what_comes_in_many_ways() {
        for (text, step) in [
            ("It works. Up next is the cache.", "the cache"),
            ("It works. I'll now write the cache test.", "write the cache test"),
            ("Green. Meanwhile I draft the rules.", "draft the rules"),
            ("Green. In the meantime I'm going to write the docs.", "write the docs"),
            ("Green. After this I want to run the profile.", "run the profile"),
            ("Green. What's left: the badge.", "the badge"),
            ("Green. TODO: the distribution.", "the distribution"),
            ("Green. My next move: the results page.", "the results page"),
            ("Green. Then comes the export.", "the export"),
            ("好了。待会儿写读档。", "写读档"),
            ("好了。接下来准备写落库。", "写落库"),
            ("好了。后面要做的是合并规则。", "合并规则"),
            ("好了。剩下的工作：压测网关。", "压测网关"),
            ("密钥没给。趁这会儿写部署脚本。", "写部署脚本"),
            ("卡住了。先把报表的接口补上。", "报表的接口补上"),
            ("Green. Last item: cut the candidate.", "cut the candidate"),
            (
                "It is stuck. Until that shows up I'm documenting the columns.",
                "documenting the columns",
            ),
            ("好了。收尾工作：写一条用例。", "写一条用例"),
            (
                "All tests pass. Next, add the 429 answer to docs/api.md.",
                "add the 429 answer to docs/api.md",
            ),
            ("Green. Next steps: 1. write the script 2. add an alert", "write the script"),
            ("Next, I'll add the flag. It needs a test.", "add the flag"),
            ("测试全部通过。下一步，给命令行加 --stream 参数。", "给命令行加 --stream 参数"),
            ("下一步给导出加进度条。文件在 src/export.ts。", "给导出加进度条"),
            ("Next step: update the README. Then I will tag the release.", "update the README"),
            ("下一步：更新文档。然后我去打标签。", "更新文档"),
            ("Green.\nNext steps:\n1. Tag the release\n2. Tell the team", "Tag the release"),
            ("Green.\nNext:\n- tag the release\n- tell the team", "tag the release"),
            ("好了。\n接下来：\n1、打标签\n2、发公告", "打标签"),
            ("密钥没到。趁机把接口文档写完。", "接口文档写完"),
        ] {
            assert_eq!(next_action(text).as_deref(), Some(step), "{text}");
        }
        for text in [
            "I will never know. It works.",
            "The tests are green and the page loads.",
            "测试都通过了。",
            "Shall I go on?",
            "First I read the log. Next, I fixed the parser. It works.",
            "Next, the parser was rewritten. It works.",
            "下一步做什么？",
            "下一步的计划还没有定。",
            "If the tests fail, we will switch to Bazel.",
            "如果测试失败，我们就改用 Bazel。",
        ] {
            assert_eq!(next_action(text), None, "{text}");
        }
    }
}
