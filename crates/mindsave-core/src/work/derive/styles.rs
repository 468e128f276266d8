//! Rules of style that are said without an order: 缩进用制表符, "Commit messages in English".

use super::goals::begins_task;
use super::labels::{bare, opened};
use super::rivals::is_known;
use super::words::{NO_STYLES, STYLE_OBJECTS, STYLE_SUBJECTS, STYLE_USES, STYLE_WAYS};
use crate::text::{folded, has_han, mentions};

/// The most characters of such a rule in Chinese, and the most words in English.
const SHORT: (usize, usize) = (18, 9);

/// Reports whether a sentence is a rule of style and nothing more.
pub(super) fn is_style(sentence: &str) -> bool {
    let (words, text) = (folded(sentence), bare(sentence));
    if mentions(&words, NO_STYLES) {
        return false;
    }
    if has_han(&words) {
        return words.chars().count() <= SHORT.0 && (of_subject(text) || uses(text));
    }
    let short = words.split(' ').count() <= SHORT.1;
    let only = words.ends_with(" only") && words.split(' ').count() <= 5 && !begins_task(text);
    short && (only || of_subject(text))
}

/// Whether a sentence says of a thing of style with what it is written, or where it goes.
fn of_subject(text: &str) -> bool {
    let Some(rest) = opened(text, STYLE_SUBJECTS) else { return false };
    let behind = opened(rest, STYLE_WAYS);
    behind.is_some_and(|behind| !behind.is_empty())
}

/// Whether a Chinese sentence only says what is used: 用单引号, 用 pnpm.
fn uses(text: &str) -> bool {
    let Some(thing) = STYLE_USES.iter().find_map(|word| text.strip_prefix(word)).map(bare) else {
        return false;
    };
    let style = STYLE_OBJECTS.iter().any(|object| thing.contains(object));
    style || !thing.is_empty() && !has_han(thing) && is_known(text)
}

#[cfg(test)]
mod tests {
    use super::is_style;

    #[test]
    fn a_rule_of_style_needs_no_order() {
        for text in [
            "缩进用制表符",
            "用制表符缩进",
            "缩进用两个空格",
            "注释用中文。",
            "提交信息用英文",
            "错误信息用中文",
            "用单引号",
            "不用分号",
            "变量名用驼峰",
            "用 pnpm",
            "Commit messages in English",
            "Max line length is 80",
            "Single quotes only",
            "Tests go in __tests__",
        ] {
            assert!(is_style(text), "{text}");
        }
        for text in [
            "测试文件用什么跑？",
            "注释用中文了吗",
            "用 pnpm 装一下依赖",
            "用缓存解决超时",
            "日志太多",
            "变量名不对",
            "Tests are red",
            "Comments are missing",
            "Docs are in progress",
            "Fix the login only",
            "Dates are wrong",
        ] {
            assert!(!is_style(text), "{text}");
        }
    }
}
