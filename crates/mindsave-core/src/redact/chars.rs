//! Small questions about bytes and the places between them.

/// The end of the run of bytes from `from` that are all `of` the wanted sort, at most `max` long.
///
/// `of` must refuse bytes outside ASCII, so that the end is a character boundary.
pub(super) fn run(text: &str, from: usize, max: usize, of: impl Fn(u8) -> bool) -> usize {
    let bytes = &text.as_bytes()[from..];
    from + bytes.iter().take(max).take_while(|&&b| of(b)).count()
}

/// The start of the run of bytes that ends at `to` and is all `of` the wanted sort, at most `max` long.
pub(super) fn run_back(text: &str, to: usize, max: usize, of: impl Fn(u8) -> bool) -> usize {
    to - text.as_bytes()[..to].iter().rev().take(max).take_while(|&&b| of(b)).count()
}

pub(super) fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

pub(super) fn is_ident(b: u8) -> bool {
    is_word(b) || b == b'-'
}

pub(super) fn byte(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

/// Whether a word can begin at `at`: what stands before it is not part of the same word.
///
/// The letter of an escape (`\n` in quoted JSON), of a percent code (`%3D`) and of a terminal colour
/// (`ESC[32m`) is not part of the word behind it.
pub(super) fn starts_word(text: &str, at: usize) -> bool {
    let bytes = &text.as_bytes()[..at];
    match bytes {
        [.., last] if !is_word(*last) => true,
        [] | [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => true,
        [.., b'm'] => {
            let codes = run_back(text, at - 1, 16, |b| b.is_ascii_digit() || b == b';');
            text[..codes].ends_with('[')
        }
        _ => false,
    }
}

/// Skips spaces on the same line, the full-width one included.
pub(super) fn skip_spaces(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    text.len() - rest.trim_start_matches([' ', '\t', '\u{3000}', '\u{a0}']).len()
}

/// Whether `text` goes on at `at` with `word`, whatever the case; `word` is ASCII.
pub(super) fn has_word_at(text: &str, at: usize, word: &str) -> bool {
    let end = at + word.len();
    text.as_bytes().get(at..end).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()))
        && !byte(text, end).is_some_and(is_word)
}

/// How many characters of each sort a value has.
#[derive(Default, Clone, Copy)]
pub(super) struct Classes {
    pub(super) lower: usize,
    pub(super) upper: usize,
    pub(super) digit: usize,
    pub(super) symbol: usize,
}

impl Classes {
    pub(super) fn of(text: &str) -> Self {
        let mut it = Self::default();
        for c in text.chars() {
            match c {
                _ if c.is_lowercase() => it.lower += 1,
                _ if c.is_uppercase() => it.upper += 1,
                _ if c.is_numeric() => it.digit += 1,
                _ => it.symbol += 1,
            }
        }
        it
    }

    pub(super) fn letters(self) -> usize {
        self.lower + self.upper
    }

    pub(super) fn kinds(self) -> usize {
        [self.lower, self.upper, self.digit, self.symbol].iter().filter(|&&n| n > 0).count()
    }
}

/// The longest stretch of letters and digits without a break.
pub(super) fn longest_run(text: &str) -> &str {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .max_by_key(|part| part.len())
        .unwrap_or_default()
}

/// How many different bytes a value uses, counted up to `enough`.
pub(super) fn distinct(text: &str, enough: usize) -> usize {
    let mut seen: Vec<u8> = Vec::with_capacity(enough);
    for b in text.bytes() {
        if seen.len() == enough {
            break;
        }
        if !seen.contains(&b) {
            seen.push(b);
        }
    }
    seen.len()
}
