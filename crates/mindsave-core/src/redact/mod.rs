//! Finding and replacing secrets in text that is about to be written to disk.
//!
//! One walk goes through the text once and stops only at *triggers*: prefixes of provider keys, `://`,
//! `-----BEGIN`, names such as `password` or `密码`. Each trigger has a rule that looks at the
//! neighbourhood and either names the exact span of a secret or lets the walk go on. Everything that no
//! rule claims is returned untouched, byte for byte.

mod assignment;
mod auth;
mod chars;
mod command;
mod cookie;
mod filler;
mod fold;
mod link;
mod mention;
mod name;
mod pair;
mod pem;
mod provider;
mod shape;
mod special;
mod triggers;
mod url;
mod value;
mod words;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use triggers::Triggers;

pub(crate) use filler::says_nothing;
pub use name::is_secret_name;
pub(crate) use name::{is_password_name, names_secret};

/// How every replacement begins; a span with this in it is never claimed again.
const MARKER: &str = "[redacted:";

/// One secret in a text: where it is and what it is.
///
/// ```
/// use mindsave_core::redact::{Finding, find};
///
/// let found = find("password=hunter2");
/// assert_eq!(found, [Finding { range: 9..16, kind: "password" }]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The bytes of the secret's value, always on character boundaries.
    pub range: Range<usize>,
    /// What the value is, for example `github-token`; it becomes part of the replacement.
    pub kind: &'static str,
}

/// What to do at a trigger.
#[derive(Clone, Copy)]
enum Rule {
    Marker,
    Provider(&'static provider::Shape),
    Special(special::Check),
    Name,
}

struct Scanner {
    triggers: Triggers,
    rules: Vec<Rule>,
}

static SCANNER: LazyLock<Scanner> = LazyLock::new(Scanner::new);

impl Scanner {
    fn new() -> Self {
        let shapes = provider::SHAPES.iter().map(|shape| (shape.prefix, Rule::Provider(shape)));
        let special =
            special::CHECKS.iter().map(|&(trigger, check)| (trigger, Rule::Special(check)));
        let programs = command::names().map(|name| (name, Rule::Special(command::check)));
        let names = mention::TRIGGERS.iter().map(|&trigger| (trigger, Rule::Name));
        let all = std::iter::once((MARKER, Rule::Marker))
            .chain(shapes)
            .chain(special)
            .chain(programs)
            .chain(names);
        let (words, rules): (Vec<&str>, Vec<Rule>) = all.unzip();
        Self { triggers: Triggers::new(words), rules }
    }

    /// The first trigger in `span`: where it is, and its rule.
    fn trigger(&self, text: &str, span: Range<usize>) -> Option<(Range<usize>, Rule)> {
        let (hit, place) = self.triggers.find(text, span)?;
        Some((hit, self.rules[place]))
    }
}

/// Finds the secrets of `text`, in the order of the text and without overlaps.
///
/// ```
/// use mindsave_core::redact::find;
///
/// assert!(find("Token budget is 800; 密码不得写入日志").is_empty());
/// let found = find("数据库密码 Rf9-kQz");
/// assert_eq!(found[0].kind, "password");
/// ```
pub fn find(text: &str) -> Vec<Finding> {
    let Some(folded) = fold::fold(text) else { return find_in(text) };
    let written = |it: Finding| Finding { range: folded.written(&it.range), ..it };
    find_in(&folded.text).into_iter().map(written).collect()
}

fn find_in(text: &str) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut at = 0;
    while let Some((hit, rule)) = SCANNER.trigger(text, at..text.len()) {
        let floor = found.last().map_or(0, |last| last.range.end);
        let (finding, resume) = apply(text, &hit, rule, floor);
        // A span that contains a replacement was judged in an earlier pass.
        match finding
            .filter(|it| it.range.start >= floor && !text[it.range.clone()].contains(MARKER))
        {
            Some(finding) => {
                let partner = pair::check(text, &finding);
                found.push(finding);
                found.extend(partner);
                at = found.last().map_or(at, |last| last.range.end).max(hit.end);
            }
            None => at = resume,
        }
    }
    found
}

/// Runs one rule. The second value is where to go on if the rule found nothing.
fn apply(text: &str, hit: &Range<usize>, rule: Rule, floor: usize) -> (Option<Finding>, usize) {
    // A trigger that came to nothing may overlap the next one (`:A` in `:API_KEY`), so go on just behind
    // its first character.
    let next = hit.start + text[hit.start..].chars().next().map_or(1, char::len_utf8);
    match rule {
        Rule::Marker => (None, marker_end(text, hit.end)),
        Rule::Provider(shape) => (provider::check(text, hit.start, shape), next),
        Rule::Special(check) => (check(text, hit), next),
        Rule::Name => (assignment::check(text, hit, floor), hit.end),
    }
}

/// The end of a replacement whose kind begins at `from`, so that words of the kind (`password`) are not
/// taken for names. Anything else that happens to begin like a replacement is ordinary text.
fn marker_end(text: &str, from: usize) -> usize {
    let kind = chars::run(text, from, 32, |b| b.is_ascii_lowercase() || b == b'-');
    if text[kind..].starts_with(']') { kind + 1 } else { from }
}

/// The kind of provider key that begins exactly at `at`, if one does; it is more telling than the name it
/// is assigned to.
fn provider_kind(text: &str, at: usize) -> Option<&'static str> {
    // No prefix is longer; without an end, each name would send the search through the whole text.
    let (hit, rule) = SCANNER.trigger(text, at..text.len().min(at + 32))?;
    let finding = match rule {
        Rule::Provider(shape) if hit.start == at => provider::check(text, at, shape),
        Rule::Special(check) if hit.start == at => check(text, &hit),
        _ => None,
    };
    finding.filter(|it| it.range.start == at).map(|it| it.kind)
}

/// Replaces every secret of `text` by `[redacted:KIND]`; borrowed, and so free of copies, when there is none.
///
/// Redacting a second time changes nothing.
///
/// ```
/// use std::borrow::Cow;
/// use mindsave_core::redact::redact;
///
/// assert_eq!(redact("the password is Tr0ub4dor&3 now"), "the password is [redacted:password] now");
/// assert!(matches!(redact("use JWT for auth"), Cow::Borrowed(_)));
/// ```
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut found = find(text);
    let mut out = Cow::Borrowed(text);
    // A replacement ends the word it stands in, and so can uncover a key that was glued to the secret.
    // Every pass takes bytes that no earlier pass took, so this ends; the second pass is nearly always empty.
    while !found.is_empty() {
        out = Cow::Owned(replace(&out, &found));
        found = find(&out);
    }
    out
}

fn replace(text: &str, found: &[Finding]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for Finding { range, kind } in found {
        out.push_str(&text[copied..range.start]);
        out.push_str(MARKER);
        out.push_str(kind);
        out.push(']');
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    out
}

#[cfg(test)]
mod tests;
