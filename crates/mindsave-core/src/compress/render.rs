//! The lines put before the model.

use super::entry::Entry;

/// A subject with the notes that belong to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    pub(super) name: String,
    /// How the first source that names it writes it: what the model reads.
    pub(super) words: String,
    pub(super) notes: Vec<String>,
}

/// Writes an entry on one line: what to use, what not, and in which case.
pub(super) fn entry(entry: &Entry, chosen: &[Named], rejected: &[Named]) -> String {
    let chinese = entry.sources.iter().filter(|source| has_han(&source.text)).count() * 2
        > entry.sources.len();
    let (yes, no, comma, stop) =
        if chinese { ("用", "不用", "、", "；") } else { ("use ", "no ", ", ", "; ") };
    let list = |names: &[Named]| names.iter().map(one).collect::<Vec<_>>().join(comma);
    let mut parts = Vec::new();
    if !chosen.is_empty() {
        parts.push(format!("{yes}{}", list(chosen)));
    }
    if !rejected.is_empty() {
        parts.push(format!("{no}{}", list(rejected)));
    }
    let mut line = parts.join(stop);
    if !entry.reason.is_empty() {
        line.push_str(if chinese { "（因为" } else { " (because " });
        line.push_str(&entry.reason);
        line.push_str(if chinese { "）" } else { ")" });
    }
    line
}

fn one(named: &Named) -> String {
    if named.notes.is_empty() {
        return named.words.clone();
    }
    format!("{} ({})", named.words, named.notes.join("; "))
}

pub(super) fn has_han(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'))
}
