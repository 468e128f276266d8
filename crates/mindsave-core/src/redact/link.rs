//! What joins the name of a secret to its value: a sign, a word, a bracket or just a space.

use super::chars::{byte, has_word_at, is_word, run, run_back, skip_spaces};
use super::mention::Name;

/// The sort of a joint; it decides how much a value must look like a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// `=` without spaces.
    Tight,
    /// `:`, `=`, `=>` and their like.
    Sign,
    /// `name: X, value: Y`.
    Field,
    /// `:` at the end of a line, and the value on the next one.
    Below,
    /// `is`, `是`, a call, a tag, `--password X`: certainly a value, but of any sort.
    Says,
    /// Side by side, with a word such as `use` before.
    Used,
    /// Side by side, in a tuple or a table.
    Beside,
}

/// A joint, and where the value begins.
pub(super) struct Link {
    pub(super) joint: Joint,
    pub(super) at: usize,
}

impl Link {
    fn new(joint: Joint, text: &str, at: usize) -> Self {
        Self { joint, at: skip_spaces(text, at) }
    }
}

/// The words between a Chinese name and its verb that leave the name the subject: `密码现在是`.
#[rustfmt::skip] // one word a line would be a page of its own
static CHINESE_ADVERBS: &[&str] = &[
    "被", "刚", "刚刚", "变", "现在", "目前", "暂时", "临时", "已经", "已", "更新", "修改", "重置", "改", "设置", "设", "换", "就", "应该", "应", "统一", "默认",
    "都", "也", "仍", "还", "的值", "值", "均",
];

static CHINESE_VERBS: &[&str] = &["是", "为", "為", "成", "用的是"];

/// What joins `name` to what follows it.
pub(super) fn after(text: &str, name: &Name) -> Option<Link> {
    let closed = skip_closers(text, name.range.end);
    if let Some(at) = value_field(text, closed) {
        return Some(Link::new(Joint::Field, text, at));
    }
    if let Some(link) = bracket(text, name, closed) {
        return Some(link);
    }
    let aside = skip_aside(text, closed);
    sign(text, name, closed)
        .or_else(|| sign(text, name, aside))
        .or_else(|| verb(text, name, aside))
        .or_else(|| {
            let spaced = skip_spaces(text, closed);
            let glued =
                name.chinese && byte(text, closed).is_some_and(|b| b.is_ascii_alphanumeric());
            let quoted = closed != name.range.end;
            (glued || (spaced > closed && !quoted))
                .then(|| Link::new(beside(text, name), text, spaced))
        })
}

/// Skips what closes a quoted, indexed or emphasised name.
fn skip_closers(text: &str, from: usize) -> usize {
    let mut at = from;
    for _ in 0..4 {
        let slashes = run(text, at, 8, |b| b == b'\\');
        let rest = &text[slashes..];
        let Some(c) =
            rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`' | '”' | '」' | '’'))
        else {
            at = run(text, at, 2, |b| matches!(b, b']' | b'*'));
            break;
        };
        at = slashes + c.len_utf8();
    }
    at
}

/// `name: DB_PASSWORD` and then, as the next field, `value: X`.
fn value_field(text: &str, from: usize) -> Option<usize> {
    let blank = |b: u8| b.is_ascii_whitespace() || matches!(b, b',' | b'"' | b'\'' | b'\\');
    let at = run(text, from, 48, blank);
    // A `\n` of quoted JSON may stand between the two.
    let at = if at > from && text[..at].ends_with('\\') && byte(text, at) == Some(b'n') {
        at + 1
    } else {
        at
    };
    let at = run(text, at, 48, blank);
    if at == from || !has_word_at(text, at, "value") {
        return None;
    }
    let at = run(text, at + 5, 4, |b| matches!(b, b'"' | b'\'' | b'\\' | b' '));
    matches!(byte(text, at), Some(b':' | b'=')).then_some(at + 1)
}

/// `set_password("X")`, `("password", "X")`, `<password>X<`, `| password | X |`.
fn bracket(text: &str, name: &Name, closed: usize) -> Option<Link> {
    let at = skip_spaces(text, closed);
    let quote = |at: usize| matches!(byte(text, at), Some(b'"' | b'\''));
    let quoted = closed != name.range.end;
    match byte(text, at)? {
        b'(' if quote(at + 1) => Some(Link::new(Joint::Says, text, at + 1)),
        b',' if quoted && quote(skip_spaces(text, at + 1)) => {
            Some(Link::new(Joint::Beside, text, at + 1))
        }
        b'|' if byte(text, at + 1) == Some(b' ') => Some(Link::new(Joint::Beside, text, at + 1)),
        b'>' if text[..name.range.start].ends_with('<') => {
            Some(Link::new(Joint::Says, text, at + 1))
        }
        _ => None,
    }
}

/// Skips a remark between name and sign: `密码（测试）：`.
fn skip_aside(text: &str, from: usize) -> usize {
    let at = skip_spaces(text, from);
    let rest = &text[at..];
    let Some(open) = rest.chars().next().filter(|c| matches!(c, '(' | '（')) else {
        return from;
    };
    let inside = &rest[open.len_utf8()..];
    let close = inside.char_indices().take(24).find(|(_, c)| matches!(c, ')' | '）' | '\n'));
    match close {
        Some((len, c)) if c != '\n' => at + open.len_utf8() + len + c.len_utf8(),
        _ => from,
    }
}

/// `=`, `:` and their like.
fn sign(text: &str, name: &Name, from: usize) -> Option<Link> {
    let at = skip_spaces(text, from);
    let rest = &text[at..];
    let signs = ["===", "==", "=>", ":=", "?=", "=", ":", "：", "＝", "﹕", "﹦", "∶"];
    let sign = signs.iter().find(|sign| rest.starts_with(**sign))?;
    let end = at + sign.len();
    if rest.starts_with("::") {
        return None;
    }
    if *sign == "=" && at == from && byte(text, end).is_some_and(|b| !b.is_ascii_whitespace()) {
        return Some(Link { joint: Joint::Tight, at: end });
    }
    // In Markdown the sign is often inside the emphasis: `**Password:** X`.
    let end = if text[end..].starts_with("**") { end + 2 } else { end };
    let colon = matches!(*sign, ":" | "：" | "﹕" | "∶");
    if let Some(at) = below(text, name, end).filter(|_| colon) {
        return Some(Link { joint: Joint::Below, at });
    }
    let end = if *sign == ":" { skip_type(text, end) } else { end };
    Some(Link::new(Joint::Sign, text, end))
}

/// The value on the line below: alone on it, and indented or below a line that is its heading.
fn below(text: &str, name: &Name, from: usize) -> Option<usize> {
    let blanks = skip_spaces(text, from);
    let block = run(text, blanks, 3, |b| matches!(b, b'|' | b'>' | b'-' | b'+'));
    let block = if text[blanks..].starts_with(['|', '>']) { block } else { blanks };
    let end = run(text, skip_spaces(text, block), 1, |b| b == b'\r');
    let line = (byte(text, end) == Some(b'\n')).then_some(end + 1)?;
    let indented = skip_spaces(text, line);
    let at = if text[indented..].starts_with("- ") { indented + 2 } else { indented };
    let bytes = text.as_bytes();
    let len = bytes[at..].iter().take(LINE).position(|&b| b == b'\n').unwrap_or(LINE);
    let content = text.get(at..text.len().min(at + len))?.trim_end();
    let quoted = content.len() > 2 && content.starts_with(['"', '\'']);
    let alone = quoted || !content.contains(char::is_whitespace);
    let heading = || {
        let start = bytes[..name.range.start].iter().rev().take(HEADING).position(|&b| b == b'\n');
        start.is_some() || name.range.start <= HEADING
    };
    let pair = content.ends_with([':', '：']) || content.is_empty();
    (alone && !pair && (indented > line || heading())).then_some(at)
}

/// The longest line that is looked at for a value, and the longest beginning of a heading, in bytes.
const LINE: usize = 1024;
const HEADING: usize = 32;

/// Skips the type in `password: &str = "X"`.
fn skip_type(text: &str, from: usize) -> usize {
    let is_type = |b: u8| {
        is_word(b)
            || matches!(b, b' ' | b'&' | b'\'' | b'<' | b'>' | b'[' | b']' | b'.' | b'?' | b'|')
    };
    let end = run(text, from, 48, is_type);
    let typed = end > from + 1
        && byte(text, end) == Some(b'=')
        && !matches!(byte(text, end + 1), Some(b'=' | b'>'));
    let valued = byte(text, end + 1).is_some_and(|b| !matches!(b, b'\n' | b'\r'));
    if typed && valued && skip_spaces(text, from) > from { end + 1 } else { from }
}

/// `is`, `for the database is`, `现在是`.
fn verb(text: &str, name: &Name, from: usize) -> Option<Link> {
    let at = skip_spaces(text, from);
    if let Some(end) = chinese_verb(text, at) {
        return Some(Link::new(Joint::Says, text, end));
    }
    if at == from {
        return None;
    }
    for verb in BECAME {
        if has_word_at(text, at, verb) {
            return Some(Link::new(
                Joint::Says,
                text,
                run(text, at + verb.len(), 1, |b| b == b':'),
            ));
        }
    }
    for verb in ["is", "was", "equals"] {
        if has_word_at(text, at, verb) {
            return Some(Link::new(Joint::Says, text, skip_adverb(text, at + verb.len())));
        }
    }
    if has_word_at(text, at, "to") {
        let joint = if follows(text, name, &["set", "change", "reset", "updat", "rotat"]) {
            Joint::Says
        } else {
            Joint::Beside
        };
        return Some(Link::new(joint, text, at + 2));
    }
    let bound = ["for", "of", "on", "at"].iter().any(|word| has_word_at(text, at, word));
    if bound { bound_verb(text, at) } else { None }
}

/// How the value of a name is told that it did not have before.
const BECAME: &[&str] = &[
    "changed to",
    "has been changed to",
    "was changed to",
    "reset to",
    "has been reset to",
    "was reset to",
    "set to",
    "has been set to",
    "updated to",
    "has been updated to",
    "was updated to",
    "rotated to",
    "has been rotated to",
    "now set to",
    "now changed to",
    "became",
];

fn skip_adverb(text: &str, from: usize) -> usize {
    let at = skip_spaces(text, from);
    let adverbs = ["now", "still", "currently"].iter().chain(BECAME);
    let adverb = adverbs.filter(|word| has_word_at(text, at, word)).max_by_key(|word| word.len());
    let end = adverb.map_or(from, |word| at + word.len());
    run(text, end, 1, |b| b == b':')
}

/// The verb or sign behind `for the staging database`.
fn bound_verb(text: &str, from: usize) -> Option<Link> {
    let plain = |b: u8| is_word(b) || matches!(b, b' ' | b'-' | b'.' | b'/' | b'`' | b'\'');
    let end = run(text, from, 60, plain);
    let between = &text[from..end];
    let verb = [" is ", " was ", " = "]
        .iter()
        .filter_map(|verb| between.find(verb).map(|at| at + verb.len()))
        .min();
    if let Some(at) = verb {
        return Some(Link::new(Joint::Says, text, skip_adverb(text, from + at)));
    }
    let sign = text[end..].chars().next().filter(|c| matches!(c, ':' | '：' | '='))?;
    Some(Link::new(Joint::Says, text, end + sign.len_utf8()))
}

fn chinese_verb(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    for _ in 0..3 {
        let adverb = CHINESE_ADVERBS.iter().find(|word| text[at..].starts_with(**word));
        at += adverb.map_or(0, |word| word.len());
    }
    let verb = CHINESE_VERBS.iter().find(|verb| text[at..].starts_with(**verb))?;
    let end = at + verb.len();
    // 改成了
    let end = if text[end..].starts_with('了') { end + '了'.len_utf8() } else { end };
    let colon = text[end..].chars().next().filter(|c| matches!(c, ':' | '：'));
    Some(end + colon.map_or(0, char::len_utf8))
}

/// Whether what stands beside a name is used as its value.
fn beside(text: &str, name: &Name) -> Joint {
    if name.flag {
        return Joint::Says;
    }
    let named = &text[name.range.clone()];
    let used = name.chinese && named.contains('用') && !named.contains("用户");
    let used = used || follows(text, name, &["use", "using", "with", "enter"]);
    if used { Joint::Used } else { Joint::Beside }
}

/// Whether one of the three words before the name begins like one of `verbs`.
fn follows(text: &str, name: &Name, verbs: &[&str]) -> bool {
    let from =
        run_back(text, name.range.start, 28, |b| is_word(b) || matches!(b, b' ' | b'-' | b'.'));
    let before = text[from..name.range.start].to_ascii_lowercase();
    before
        .split_whitespace()
        .rev()
        .take(3)
        .any(|word| verbs.iter().any(|verb| word.starts_with(verb)))
}
