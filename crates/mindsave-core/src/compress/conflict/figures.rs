//! Rules that give another figure for the same thing: "lines of 80 characters", "lines of 120".

use super::{Clash, ConflictKind, PER_SUBJECT, meet, shortest, speaks_plainly};
use crate::compress::intake::Rule;
use crate::text::{fold, is_ideograph};

/// How many words, or characters of Chinese, a unit has at most: 个字符.
const UNIT: usize = 3;

/// Finds rules of one side of a thing that differ in their one figure and in nothing else that
/// matters.
pub(super) fn differing(rules: &[Rule], side: &[usize], subject: &str, clashes: &mut Vec<Clash>) {
    if side.len() < 2 {
        return;
    }
    let told: Vec<(usize, Told)> =
        shortest(rules, side).into_iter().filter_map(|i| Some((i, Told::of(&rules[i])?))).collect();
    let mut found = 0;
    for (n, (a, left)) in told.iter().enumerate() {
        for (b, right) in &told[n + 1..] {
            if found < PER_SUBJECT && left.differs(right) && meet(&rules[*a], &rules[*b]) {
                found += 1;
                let (a, b) = (*a.min(b), *a.max(b));
                let (subject, kind) = (subject.to_owned(), ConflictKind::Number);
                clashes.push(Clash { a, b, subject, kind });
            }
        }
    }
}

/// Reports whether a figure numbers the rule, as in "Step 1: …" or 1、: it says nothing of what is in it.
pub(super) fn numbers_itself(rule: &str) -> bool {
    let mark = |word: &str| word.starts_with([':', '：', ')', '）', '、']);
    parts(rule).windows(2).any(|pair| figure_in(pair[0]).is_some() && mark(pair[1]))
}

/// The one figure of a rule, and its words besides that.
struct Told {
    figure: String,
    /// Sorted and once each; of Chinese each character.
    words: Vec<String>,
}

impl Told {
    /// Reads a plain rule; nothing where it has not one figure, at its end but for a unit.
    fn of(rule: &Rule) -> Option<Self> {
        let statement = &rule.statement;
        let text = rule.text();
        let has_figure = text.bytes().any(|byte| byte.is_ascii_digit());
        if !has_figure || statement.conditional || !speaks_plainly(statement.modality) {
            return None;
        }
        if tells_the_case(rule) || numbers_itself(text) {
            return None;
        }
        let text = fold(text);
        let (mut figure, mut words, mut behind) = (None, Vec::new(), 0);
        for word in parts(&text) {
            match figure_in(word) {
                Some(number) if figure.is_none() => figure = Some(number.to_owned()),
                Some(_) => return None,
                None => words.push(word.trim_matches('.').to_owned()),
            }
            behind += usize::from(figure.is_some() && word.contains(char::is_alphanumeric));
        }
        words.retain(|word| word.contains(|c: char| c.is_alphanumeric() || "+<>≤≥".contains(c)));
        words.sort_unstable();
        words.dedup();
        // A number that the rule does not end with counts something else: 第 5 条，….
        (behind <= 1 + UNIT).then_some(Self { figure: figure?, words })
    }

    /// Reports whether the other gives another figure, and says the same else: "at least" and "at
    /// most" are no contradiction, "3.12" and "3.9+" are none.
    fn differs(&self, other: &Self) -> bool {
        self.figure != other.figure && self.words == other.words
    }
}

/// Reports whether a figure says for which case a rule is, as in "no JWT in module 17": another one
/// is another case.
fn tells_the_case(rule: &Rule) -> bool {
    let statement = &rule.statement;
    !statement.universal && statement.gist.scope().split(' ').any(|word| figure_in(word).is_some())
}

/// Cuts a text into words, ideographs, and what stands between them.
fn parts(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if is_ideograph(c) => 0,
        c if c.is_alphanumeric() || matches!(c, '.' | '_') => 1,
        c if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut parts = Vec::new();
    let (mut start, mut before) = (0, None);
    for (at, c) in text.char_indices() {
        let own = class(c);
        if before.is_some_and(|before| before != own || own == 0) {
            parts.push(&text[start..at]);
            start = at;
        }
        before = Some(own);
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the number a word is, without the full stop that ends its sentence.
fn figure_in(word: &str) -> Option<&str> {
    let number = word.trim_matches('.');
    let digits = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (digits && !number.is_empty()).then_some(number)
}
