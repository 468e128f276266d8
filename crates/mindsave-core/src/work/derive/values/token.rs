//! Values as they stand in sentences.

use super::super::labels::asks;
use std::ops::Range;

use super::super::words::{DENIALS, SUPPOSED};
use crate::text::{folded, mentions, sentences};

/// How many fields the time table of a job has at least.
const SCHEDULE_FIELDS: usize = 5;
/// From how many lines of one build on a list is material, not instruction.
const REPEATED: usize = 3;

/// What a value looks like; only alike values are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Address,
    Mark,
    Number,
    Schedule,
}

/// A value as it stands in a sentence.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub(super) sentence: &'t str,
    place: Range<usize>,
    pub(super) shape: Shape,
}

impl Token<'_> {
    pub(super) fn text(&self) -> &str {
        &self.sentence[self.place.clone()]
    }

    /// What stands before it in its clause.
    pub(super) fn before(&self) -> &str {
        let before = &self.sentence[..self.place.start];
        let clause = [",", "，", ";", "；", ". ", "。", "(", "（"];
        let start = clause.iter().filter_map(|mark| Some(before.rfind(mark)? + mark.len())).max();
        before[start.unwrap_or(0)..].trim().trim_end_matches(['"', '`', '\'', '「', '“', ' '])
    }

    /// Reports whether the clause before it supposes, reports or forbids it: no value is given then.
    pub(super) fn is_supposed(&self) -> bool {
        mentions(&folded(self.before()), SUPPOSED)
    }

    pub(super) fn is_denied(&self) -> bool {
        let before = folded(self.before());
        DENIALS.iter().any(|denial| match before.strip_suffix(denial) {
            Some(rest) => !denial.is_ascii() || rest.is_empty() || rest.ends_with(' '),
            None => false,
        })
    }
}

/// All values of a prompt, in order; long lists of lines alike are material and give none.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let builds: Vec<String> =
        lines.iter().map(|line| build(line.trim()).chars().take(12).collect()).collect();
    let listed = |line: &String| builds.iter().filter(|other| *other == line).count() >= REPEATED;
    let told = lines.iter().zip(&builds).filter(|(_, build)| build.is_empty() || !listed(build));
    let sentences = told.flat_map(|(line, _)| sentences(line));
    sentences.filter(|sentence| !asks(sentence)).flat_map(values_in).collect()
}

fn values_in(sentence: &str) -> Vec<Token<'_>> {
    let words = words_in(sentence);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&(from, _)) = words.get(at) {
        let fields =
            words[at..].iter().take_while(|(from, to)| is_field(&sentence[*from..*to])).count();
        if fields >= SCHEDULE_FIELDS {
            let to = words[at + fields - 1].1;
            found.push(Token { sentence, place: from..to, shape: Shape::Schedule });
            at += fields;
        } else {
            found.extend(token(sentence, from, words[at].1));
            at += 1;
        }
    }
    found
}

/// The words of a sentence that can be values: what is printed in plain letters and marks.
fn words_in(sentence: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in sentence.char_indices().chain([(sentence.len(), ' ')]) {
        let part = c.is_ascii_graphic()
            && !matches!(c, ',' | ';' | '"' | '`' | '(' | ')' | '<' | '>' | '\'');
        match (start, part) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Reports whether a word can be a field of a schedule: `0`, `*/5`, `?`, `MON-FRI` is none.
fn is_field(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit() || "*/?-LW#".contains(c))
}

fn token(sentence: &str, from: usize, to: usize) -> Option<Token<'_>> {
    let word = sentence[from..to].trim_end_matches(['.', ':', '!', '?', ',']);
    // "id=7f21c-3" is a name and its value.
    let from = match word.find('=') {
        Some(at) if !word.contains("://") => from + at + 1,
        _ => from,
    };
    let place = from..(to
        - (sentence[..to].len()
            - sentence[..to].trim_end_matches(['.', ':', '!', '?', ',']).len()));
    if place.start >= place.end {
        return None;
    }
    let shape = shape(&sentence[place.clone()])?;
    Some(Token { sentence, place, shape })
}

pub(super) fn shape(word: &str) -> Option<Shape> {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters = word.chars().filter(char::is_ascii_alphabetic).count();
    if word.starts_with("[redacted") || !word.is_ascii() {
        return None;
    }
    if word.contains("://") && letters > 3 || is_host_address(word) || is_domain(word) {
        return Some(Shape::Address);
    }
    if word.split(' ').filter(|field| is_field(field)).count() >= SCHEDULE_FIELDS {
        return Some(Shape::Schedule);
    }
    if digits == word.len() {
        return (2..=12).contains(&digits).then_some(Shape::Number);
    }
    let joined = word.contains(['-', '_', '.', ':', '/']);
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:/@".contains(c));
    let edges = word.starts_with(|c: char| c.is_ascii_alphanumeric());
    let file = word.contains('/')
        || word
            .rsplit_once('.')
            .is_some_and(|(_, end)| end.len() <= 4 && end.chars().all(|c| c.is_ascii_alphabetic()));
    let mark = plain && edges && joined && digits > 0 && letters >= 2 && word.len() >= 5 && !file;
    mark.then_some(Shape::Mark)
}

/// Reports whether a word is the name of a host: three parts at least, as a file's name has not.
fn is_domain(word: &str) -> bool {
    let host = word.split_once(':').map_or(word, |(host, _)| host);
    let parts: Vec<&str> = host.split('.').collect();
    let plain = |part: &&str| {
        !part.is_empty()
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let end =
        parts.last().is_some_and(|end| end.len() >= 2 && end.chars().all(char::is_alphabetic));
    parts.len() >= 3 && parts.iter().all(plain) && end
}

/// Reports whether a word is an address of four numbers, with or without a port.
fn is_host_address(word: &str) -> bool {
    let (host, port) = word.split_once(':').unwrap_or((word, "0"));
    let parts: Vec<&str> = host.split('.').collect();
    parts.len() == 4
        && parts.iter().all(|part| part.parse::<u8>().is_ok())
        && port.parse::<u16>().is_ok()
}

/// A text with every run of digits as one mark.
pub(super) fn build(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        if !(c == '#' && out.ends_with('#')) {
            out.push(c);
        }
    }
    out
}

/// A plain word as it stands in a sentence.
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) quoted: bool,
    from: usize,
}

impl Word<'_> {
    /// Reports whether the word is said not to be meant.
    pub(super) fn is_denied(&self, sentence: &str) -> bool {
        let place = self.from..self.from + self.text.len();
        Token { sentence, place, shape: Shape::Mark }.is_denied()
    }
}

/// The plain words of a sentence, with or without quotes around them.
pub(super) fn words(sentence: &str) -> Vec<Word<'_>> {
    let word = |(from, to): (usize, usize)| {
        let text = sentence[from..to].trim_end_matches(['.', ':', '!', '?']);
        let before = sentence[..from].chars().next_back();
        let quoted = before.is_some_and(|c| matches!(c, '"' | '`' | '\'' | '「' | '“'));
        Word { text, quoted, from }
    };
    words_in(sentence).into_iter().map(word).collect()
}
