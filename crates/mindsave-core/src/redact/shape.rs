//! What secrets look like.

use super::chars::{Classes, is_word, longest_run};
use super::filler::{is_filler, is_lookup, is_name, is_path, name_words, squeezed};
use super::words::{ALGORITHMS, NAMING, SENTENCE, UNITS};

/// How much a value must look like a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Demand {
    /// The place says it is one: anything but a filler, a reference or a type.
    Any,
    /// As `Mixed`, but a word will do.
    Word,
    /// Letters and digits together, or most sorts of characters.
    Mixed,
    /// As `Mixed`, but more than an id or the name of a version.
    Firm,
    /// What no word, name or number looks like.
    Strong,
}

/// What is asked of a value.
#[derive(Clone, Copy)]
pub(super) struct Ask {
    pub(super) demand: Demand,
    pub(super) quoted: bool,
    /// Passwords may be numbers; a number under `token` is a count.
    pub(super) password: bool,
}

/// Whether `value` is a secret in a place that asks this.
pub(super) fn accepts(value: &str, ask: Ask) -> bool {
    let classes = Classes::of(value);
    let lettered = classes.digit + classes.symbol == 0;
    // The cheap question first: most of what stands beside a name is a word.
    if lettered && matches!(ask.demand, Demand::Mixed | Demand::Firm | Demand::Strong) {
        return false;
    }
    if !fits_anywhere(value, ask) {
        return false;
    }
    let number = classes.letters() == 0 && classes.symbol == 0;
    if number {
        let min = if ask.password && ask.quoted { 4 } else { 6 };
        let known = ask.password || ask.quoted || value.len() >= 16;
        return known && ask.demand != Demand::Strong && (min..=64).contains(&value.len());
    }
    match ask.demand {
        Demand::Any => classes.letters() + classes.digit >= 3 || value.len() >= 6,
        Demand::Word => {
            is_mixed(value, ask) || is_bare_word(value) || ask.password && is_one_word(value)
        }
        Demand::Mixed => is_mixed(value, ask),
        Demand::Firm => is_mixed(value, ask) && is_firm(value),
        Demand::Strong => is_mixed(value, ask) && is_strong(value),
    }
}

/// What no demand can do without.
fn fits_anywhere(value: &str, ask: Ask) -> bool {
    value.len() >= 3
        && !value.contains(char::is_whitespace)
        // A label or a sentence in Chinese, as in translations.
        && !value.chars().any(|c| c >= '\u{2E80}')
        && !value.contains("://")
        && !is_filler(value)
        && !is_name(value)
        && !is_lookup(value, ask)
        && !is_path(value)
}

/// A word in lower case that is no name of a variable.
fn is_bare_word(value: &str) -> bool {
    value.len() >= 5
        && value.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// A word of letters, as people choose them: no name of code, which has capitals inside.
fn is_one_word(value: &str) -> bool {
    let letters = value.bytes().all(|b| b.is_ascii_alphabetic());
    let inside = value.get(1..).unwrap_or_default();
    let even = inside.bytes().all(|b| b.is_ascii_lowercase())
        || value.bytes().all(|b| b.is_ascii_uppercase());
    value.len() >= 4 && letters && even
}

/// Words in quotes that are no sentence about a password: none of them is one that sentences and
/// labels are made of.
pub(super) fn is_words(value: &str) -> bool {
    let plain = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_lowercase();
        word.is_empty() || NAMING.contains(&word.as_str()) || SENTENCE.contains(&word.as_str())
    };
    let count = value.split_whitespace().count();
    (2..=8).contains(&count)
        && value.is_ascii()
        && value.len() >= 8
        && !value.ends_with(['.', '?', ':'])
        && !is_lookup(value, Ask { demand: Demand::Any, quoted: true, password: true })
        && !value.split_whitespace().any(plain)
        && (count > 2 || value.bytes().any(|b| b.is_ascii_digit()))
}

fn is_mixed(value: &str, ask: Ask) -> bool {
    let classes = Classes::of(value);
    let alnum = classes.digit > 0 && classes.letters() > 0 && value.len() >= 6;
    let varied = classes.letters() > 0
        && classes.kinds() >= 3
        && value.len() >= 8
        && value.contains(['!', '@', '#', '$', '%', '^', '&', '+']);
    (alnum || varied)
        && !is_term(value)
        && !is_email(value)
        && (ask.quoted || !is_identifier(value))
}

/// Algorithms, versions, dates, amounts.
fn is_term(value: &str) -> bool {
    let squeezed = squeezed(value);
    let algorithm = squeezed.len() <= 24 && ALGORITHMS.iter().any(|it| squeezed.starts_with(it));
    let version = value
        .trim_start_matches('v')
        .split(['.', '-'])
        .take(2)
        .all(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit()));
    let unit =
        value.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    let amount = unit.len() < value.len() && UNITS.contains(&unit.to_ascii_lowercase().as_str());
    let constant = value.starts_with("0x") && value.len() <= 10;
    algorithm || constant || (version && value.contains('.')) || is_date(value) || amount
}

fn is_date(value: &str) -> bool {
    let digits = |from: usize, to: usize| {
        value.as_bytes().get(from..to).is_some_and(|it| it.iter().all(u8::is_ascii_digit))
    };
    digits(0, 4)
        && digits(5, 7)
        && digits(8, 10)
        && value.as_bytes()[4] == b'-'
        && value.as_bytes()[7] == b'-'
}

fn is_email(value: &str) -> bool {
    let Some((user, host)) = value.split_once('@') else {
        return false;
    };
    let lower =
        |it: &str| it.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'.' | b'-' | b'_'));
    lower(user) && lower(host) && host.contains('.')
}

/// A name in code: `user_token_v2`, `Sha256Digest`.
fn is_identifier(value: &str) -> bool {
    let classes = Classes::of(value);
    let word = value.bytes().all(|b| is_word(b) || b == b'-');
    let named = word
        && classes.digit <= 2
        && name_words(value).filter(|it| NAMING.contains(&it.as_str()) && it.len() > 2).count() > 0;
    let constant = word && classes.lower == 0 && classes.digit <= 3 && value.contains('_');
    named || constant || (word && classes.digit <= 3 && is_type(value))
}

/// Capitalised words with a number between them; in a password small letters follow the digit.
fn is_type(value: &str) -> bool {
    let parts: Vec<&str> =
        value.split(|c: char| !c.is_ascii_alphabetic()).filter(|it| !it.is_empty()).collect();
    let capital = |it: &&str| it.starts_with(|c: char| c.is_ascii_uppercase()) && it.len() >= 3;
    value.ends_with(|c: char| c.is_ascii_lowercase()) && parts.iter().all(capital)
}

/// Longer than an id, and with digits of its own.
fn is_firm(value: &str) -> bool {
    let classes = Classes::of(value);
    let cased = classes.upper > 0 && classes.lower > 0;
    let firm = value.len() >= 8 && (classes.digit >= 3 || cased) && !reads_as_words(value);
    firm || is_strong(value)
}

pub(super) fn is_strong(value: &str) -> bool {
    let classes = Classes::of(value);
    let varied = classes.upper > 0
        && classes.lower > 0
        && classes.digit > 0
        && value.len() >= if classes.symbol > 0 { 6 } else { 8 };
    let run = longest_run(value);
    let long = run.len() >= 16 && Classes::of(run).digit > 0 && Classes::of(run).letters() > 0;
    let pair = value.trim_end_matches('=').contains('=');
    (varied || long) && !pair && !is_digest(value) && !reads_as_words(value)
}

/// A commit, a checksum, a UUID.
fn is_digest(value: &str) -> bool {
    let hex = value.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b) || b == b'-');
    hex && matches!(value.len(), 36 | 40 | 64)
}

/// Whether most of a value's letters stand in long words, as in `PasswordResetV2`.
fn reads_as_words(value: &str) -> bool {
    let letters = Classes::of(value).letters();
    let worded: usize =
        name_words(value).map(|it| longest_letters(&it)).filter(|&len| len >= 4).sum();
    worded * 10 >= letters * 7 && Classes::of(value).digit <= 2
}

fn longest_letters(word: &str) -> usize {
    word.split(|c: char| !c.is_ascii_alphabetic()).map(str::len).max().unwrap_or(0)
}

/// Several words, as mnemonics and pass phrases are made of.
pub(super) fn is_phrase(value: &str) -> bool {
    let words = value.split_whitespace();
    words.clone().count() >= 4
        && words.clone().all(|word| word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
}
