//! The lines put before the model.

use super::entry::Entry;

/// What a line says, each list in the words of the rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Sayings<'a> {
    pub(super) uses: Vec<&'a str>,
    pub(super) prefers: Vec<&'a str>,
    pub(super) refuses: Vec<&'a str>,
    /// Statements of their own.
    pub(super) whole: Vec<&'a str>,
}

/// The small words of a line.
struct Words {
    uses: &'static str,
    prefers: &'static str,
    refuses: &'static str,
    comma: &'static str,
    stop: &'static str,
    because: &'static str,
    close: &'static str,
}

const ENGLISH: Words = Words {
    uses: "use ",
    prefers: "prefer ",
    refuses: "no ",
    comma: ", ",
    stop: "; ",
    because: " (because ",
    close: ")",
};

const CHINESE: Words = Words {
    uses: "用",
    prefers: "优先",
    refuses: "不要",
    comma: "、",
    stop: "；",
    because: "（因为",
    close: "）",
};

/// Writes an entry on one line: what to use, what not, and what has to be said in full.
pub(super) fn line(entry: &Entry, sayings: &Sayings) -> String {
    let chinese = entry.sources.iter().filter(|source| has_han(&source.text)).count() * 2
        > entry.sources.len();
    let words = if chinese { CHINESE } else { ENGLISH };
    let lists = [
        (words.uses, &sayings.uses),
        (words.prefers, &sayings.prefers),
        (words.refuses, &sayings.refuses),
    ];
    let listed = lists.iter().filter(|(_, list)| !list.is_empty());
    let mut parts: Vec<String> =
        listed.map(|(word, list)| led(word, &list.join(words.comma))).collect();
    // Beside what is refused, it goes without saying that the rest is to be used.
    if !sayings.uses.is_empty()
        && !sayings.refuses.is_empty()
        && let Some(bare) = parts
            .first()
            .and_then(|first| first.strip_prefix(words.uses.trim()).map(str::trim_start))
    {
        let bare = bare.to_owned();
        parts[0] = bare;
    }
    if !entry.reason.is_empty()
        && let Some(last) = parts.last_mut()
    {
        last.extend([words.because, entry.reason.as_str(), words.close]);
    }
    parts.extend(sayings.whole.iter().map(|&whole| whole.to_owned()));
    parts.join(words.stop)
}

/// Puts a word before a list, with a blank between Chinese and Latin letters.
fn led(word: &str, list: &str) -> String {
    let blank = !word.ends_with(' ') && list.starts_with(|c: char| c.is_ascii_alphanumeric());
    format!("{word}{}{list}", if blank { " " } else { "" })
}

pub(super) fn has_han(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'))
}
