//! How a refusal is written into a rule that has none of its own.

use crate::text::has_han;

/// Words that refuse at the head of a rule.
const FIRST: [&str; 13] = [
    "no",
    "not",
    "never",
    "dont",
    "avoid",
    "stop",
    "forbid",
    "forbidden",
    "prohibited",
    "banned",
    "refrain",
    "without",
    "nothing",
];
/// Words with which a sentence refuses what its subject does.
const DENIALS: [&str; 16] = [
    "never",
    "cannot",
    "cant",
    "dont",
    "doesnt",
    "mustnt",
    "shouldnt",
    "wont",
    "isnt",
    "arent",
    "shant",
    "neednt",
    "forbidden",
    "prohibited",
    "banned",
    "disallowed",
];
/// Words that "not" after them makes a denial.
const AUXILIARIES: [&str; 13] = [
    "do", "does", "must", "should", "can", "may", "will", "shall", "is", "are", "be", "has", "have",
];
/// Words that begin a clause beside the main one: what it denies, the rule does not.
const CLAUSES: [&str; 12] = [
    "that", "which", "who", "whose", "when", "if", "unless", "because", "where", "while", "so",
    "until",
];
/// Beginnings of a ban in Chinese.
const HAN_FIRST: [&str; 18] = [
    "不要",
    "不得",
    "不许",
    "不准",
    "不用",
    "不使用",
    "不允许",
    "不应",
    "不该",
    "不推荐",
    "不建议",
    "禁",
    "勿",
    "避免",
    "别",
    "严禁",
    "切勿",
    "请勿",
];
/// Bans in Chinese that may follow a subject.
const HAN_DENIALS: [&str; 16] = [
    "不要",
    "不得",
    "不许",
    "不准",
    "不允许",
    "不应",
    "不该",
    "不能",
    "不可",
    "禁止",
    "严禁",
    "切勿",
    "请勿",
    "绝不",
    "不用",
    "不使用",
];
/// Words that only look like a ban.
const HAN_NAMES: [&str; 5] = ["别名", "别的", "别人", "别处", "禁忌"];

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

fn refuses_in_chinese(text: &str) -> bool {
    if HAN_NAMES.iter().any(|name| text.starts_with(name)) {
        return false;
    }
    if HAN_FIRST.iter().any(|word| text.starts_with(word)) {
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

/// Verbs that orders of coding rules begin with.
const VERBS: [&str; 40] = [
    "use",
    "add",
    "write",
    "create",
    "commit",
    "push",
    "import",
    "call",
    "run",
    "edit",
    "modify",
    "change",
    "delete",
    "remove",
    "install",
    "introduce",
    "put",
    "store",
    "log",
    "print",
    "mock",
    "skip",
    "disable",
    "mix",
    "rely",
    "hardcode",
    "hard-code",
    "expose",
    "return",
    "throw",
    "catch",
    "swallow",
    "ignore",
    "touch",
    "rename",
    "merge",
    "rebase",
    "squash",
    "deploy",
    "copy",
];
