//! Names of secrets in running text.

use std::ops::Range;

use super::chars::{byte, is_ident, run, run_back};
use super::name::{KEY_KINDS, kind_of, likely_kind};

/// Words that end the name of a secret, or are part of it.
#[rustfmt::skip] // one word a line would be a page of its own
pub(super) static TRIGGERS: &[&str] = &[
    "password", "passwd", "passphrase", "passcode", "pass", "pwd", "secret", "token", "key", "credential",
    "_auth", "mnemonic", "pw", "psw", "密码", "密碼", "口令", "密钥", "密鑰", "秘钥", "私钥", "令牌", "凭证", "凭据",
];

/// How surely a name is one of a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    Sure,
    Likely,
}

/// A name of a secret in running text.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about a name")]
pub(super) struct Name {
    pub(super) range: Range<usize>,
    pub(super) kind: &'static str,
    /// `API_KEY`, as in the environment, where values need no quotes.
    pub(super) upper: bool,
    /// `--password`.
    pub(super) flag: bool,
    /// `STRIPE_KEY`: perhaps a secret, so that its value must look like one.
    pub(super) sense: Sense,
    /// `pw`, `pass`: short for a password, where a value follows that looks like one.
    pub(super) short: bool,
    /// In a script without spaces between the words.
    pub(super) chinese: bool,
}

/// What people write short for a password.
const SHORT: [&str; 4] = ["pw", "psw", "pass", "pwd"];

fn is_capitalized(name: &str, word: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name[1..] == word[1..]
        && name.eq_ignore_ascii_case(word)
}

/// The name around a trigger, if it is one of a secret.
pub(super) fn around(text: &str, hit: &Range<usize>, floor: usize) -> Option<Name> {
    let chinese = !text.as_bytes()[hit.start].is_ascii();
    // `passed`, `keyboard`, `tokenizer`: nearly all triggers in prose end here.
    if !chinese && byte(text, hit.end).is_some_and(|b| b.is_ascii_lowercase() && b != b's') {
        return None;
    }

    let (start, end) =
        if chinese { (before_chinese(text, hit.start), hit.end) } else { ident(text, hit) };
    let start = start.max(floor);
    let name = &text[start..end];
    let sure = kind_of(name);
    let short = SHORT.iter().any(|short| name == *short || is_capitalized(name, short));
    let kind = sure.or_else(|| likely_kind(name)).or_else(|| short.then_some("password"))?;
    let letters = || name.bytes().filter(u8::is_ascii_alphabetic);
    Some(Name {
        kind,
        upper: letters().count() > 2 && letters().all(|b| b.is_ascii_uppercase()),
        flag: name.starts_with("--"),
        sense: if sure.is_some() { Sense::Sure } else { Sense::Likely },
        short,
        chinese,
        range: start..end,
    })
}

/// A few characters before a Chinese name, which may disarm it.
fn before_chinese(text: &str, at: usize) -> usize {
    text[..at]
        .char_indices()
        .rev()
        .take(2)
        .take_while(|(_, c)| !c.is_ascii())
        .last()
        .map_or(at, |(at, _)| at)
}

fn ident(text: &str, hit: &Range<usize>) -> (usize, usize) {
    let mut start = run_back(text, hit.start, 64, is_ident);
    // The letter of an escape is not part of the name: `\nPASSWORD=…` in quoted JSON.
    if start < hit.start
        && text[..start].ends_with('\\')
        && matches!(byte(text, start), Some(b'n' | b'r' | b't'))
    {
        start += 1;
    }
    let end = run(text, hit.end, 64, is_ident);
    let end = start + text[start..end].trim_end_matches(['-', '_']).len();
    let end = end.max(hit.end);
    // `api key` is a name in prose, `key` is none.
    let bare = ["key", "keys", "token", "password"]
        .iter()
        .any(|it| text[start..end].eq_ignore_ascii_case(it));
    if bare && text[..start].ends_with(' ') {
        let words = run_back(text, start - 1, 24, is_ident);
        let before = &text[words..start - 1];
        if matches_before(before, &text[start..end]) {
            return (prefixed(text, words), end);
        }
    }
    (start, end)
}

/// Whether the word before belongs to the name.
fn matches_before(before: &str, name: &str) -> bool {
    let among = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(before));
    if name.as_bytes()[0].eq_ignore_ascii_case(&b'k') {
        return among(KEY_KINDS) || among(&["public"]);
    }
    among(&["max", "next", "page", "special", "input", "output", "public", "hashed"])
}

/// Takes in one more word of `secret access key`.
fn prefixed(text: &str, start: usize) -> usize {
    if text[..start].ends_with("secret ") { start - "secret ".len() } else { start }
}
