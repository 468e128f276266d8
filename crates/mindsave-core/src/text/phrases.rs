//! Sentences, and phrases in them, where no grammar is needed.

use super::canonical::is_ideograph;

/// Marks that end a sentence in Chinese.
const STOPS: [char; 4] = ['。', '！', '？', '；'];

/// Cuts a paragraph into sentences; stops within code end none.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut code) = (0, false);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        code ^= c == '`';
        let blank = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        let han = chars.peek().is_some_and(|(_, next)| is_ideograph(*next));
        let plain = matches!(c, '.' | '!' | '?') && blank || matches!(c, '!' | '?') && han;
        let stop = STOPS.contains(&c) || plain;
        if stop && !code && !is_short_form(&text[start..at]) {
            found.push(text[start..at + c.len_utf8()].trim());
            start = at + c.len_utf8();
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Reports whether a text ends with a short form, whose stop ends no sentence.
fn is_short_form(text: &str) -> bool {
    ["e.g", "i.e", "etc", "vs", "cf"].iter().any(|short| text.ends_with(short))
}

/// Lower case, no apostrophes, one space between words.
pub(crate) fn folded(text: &str) -> String {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    let words: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words without the phrases of some lists, the longest first.
pub(crate) fn phrases_cut(words: &str, lists: &[&[&str]]) -> String {
    let mut rest = format!(" {words} ");
    let mut phrases: Vec<&&str> = lists.iter().copied().flatten().collect();
    phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
    for phrase in phrases {
        if phrase.is_ascii() {
            rest = rest.replace(&format!(" {phrase} "), "  ");
        } else {
            rest = rest.replace(*phrase, " ");
        }
    }
    rest
}

/// Reports whether one of the phrases is among the words.
pub(crate) fn mentions(words: &str, list: &[&str]) -> bool {
    let spaced = format!(" {words} ");
    list.iter().any(|word| {
        if word.is_ascii() { spaced.contains(&format!(" {word} ")) } else { words.contains(word) }
    })
}
