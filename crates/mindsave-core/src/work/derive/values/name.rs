//! The words that name a value.

use super::super::words::{COPULAS, LEADS, NUMBERED, POINTERS};
use super::token::{Shape, Token};
use crate::text::{folded, is_ideograph};

/// The most words of a name.
const NAME_WORDS: usize = 4;
/// The most ideographs of a name.
const NAME_IDEOGRAPHS: usize = 8;

impl Token<'_> {
    /// The words that name it, if some do.
    pub(super) fn name(&self) -> Option<String> {
        let before = self.before().trim_end_matches([':', '：', '=', '`', '"', '「', '“', ' ']);
        let named = before.len() < self.before().len();
        let (words, joined) = without_copula(before);
        let name = head(words)?;
        let bare = folded(&name);
        if POINTERS.contains(&bare.as_str()) || bare.is_empty() {
            return None;
        }
        let numbered = NUMBERED.iter().any(|head| {
            bare == *head
                || bare.ends_with(&format!(" {head}"))
                || !head.is_ascii() && bare.ends_with(head)
        });
        let sure = match self.shape {
            Shape::Number => numbered,
            Shape::Address => named || joined || numbered,
            Shape::Mark | Shape::Schedule => true,
        };
        sure.then_some(name)
    }
}

/// Words without the copula at their end, and whether there was one.
fn without_copula(words: &str) -> (&str, bool) {
    let trimmed = words.trim_end();
    let longest = COPULAS
        .iter()
        .filter(|copula| {
            let end = trimmed.len().checked_sub(copula.len());
            let Some(end) = end.filter(|end| trimmed.is_char_boundary(*end)) else { return false };
            let whole = !copula.is_ascii() || end == 0 || trimmed[..end].ends_with(' ');
            trimmed[end..].eq_ignore_ascii_case(copula) && whole
        })
        .max_by_key(|copula| copula.len());
    match longest {
        Some(copula) => {
            let rest = trimmed[..trimmed.len() - copula.len()].trim_end();
            (without_copula(rest).0, true)
        }
        None => (trimmed, false),
    }
}

/// The noun before a value: the last words of one script, without what only leads to them.
fn head(words: &str) -> Option<String> {
    let last = words.chars().next_back()?;
    if is_ideograph(last) {
        let run: Vec<char> = words.chars().rev().take_while(|c| is_ideograph(*c)).collect();
        let mut name: String = run.into_iter().take(NAME_IDEOGRAPHS).rev().collect();
        while let Some(lead) =
            LEADS.iter().find(|lead| !lead.is_ascii() && name.starts_with(**lead))
        {
            name.drain(..lead.len());
        }
        return Some(name).filter(|name| !name.is_empty());
    }
    let all: Vec<&str> = words.split_whitespace().collect();
    let mut tail: Vec<&str> = all.iter().rev().take(NAME_WORDS).rev().copied().collect();
    while let Some(first) = tail.first() {
        let bare = folded(first);
        if LEADS.contains(&bare.as_str()) || COPULAS.contains(&bare.as_str()) || bare.is_empty() {
            tail.remove(0);
        } else {
            break;
        }
    }
    // What stands before a copula or a lead in the midst is another phrase.
    let cut = tail.iter().rposition(|word| LEADS.contains(&folded(word).as_str()));
    let tail = &tail[cut.map_or(0, |at| at + 1)..];
    let name = tail.join(" ");
    let letters = name.chars().any(char::is_alphabetic);
    (letters && name.chars().count() <= 40).then_some(name)
}
