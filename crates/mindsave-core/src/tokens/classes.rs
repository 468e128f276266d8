//! The classes of characters that the tokenizer's splitting rules speak of.

use super::tables::class_number;

/// What the splitting rules need to know about a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Punctuation, symbols, controls and unassigned characters.
    Other,
    /// Upper-case and title-case letters.
    Upper,
    /// Lower-case letters.
    Lower,
    /// Letters without case, such as Chinese characters.
    Caseless,
    /// Combining marks; they go with letters, but also with punctuation.
    Mark,
    /// Digits and all other numbers.
    Number,
    /// White space other than line ends.
    Space,
    /// Line feed and carriage return.
    Newline,
}

static ASCII: [Class; 128] = ascii_classes();

const fn ascii_classes() -> [Class; 128] {
    let (mut table, mut byte) = ([Class::Other; 128], 0u8);
    while byte < 128 {
        table[byte as usize] = match byte {
            b'\n' | b'\r' => Class::Newline,
            b'\t' | 0x0b | 0x0c | b' ' => Class::Space,
            b'0'..=b'9' => Class::Number,
            b'A'..=b'Z' => Class::Upper,
            b'a'..=b'z' => Class::Lower,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
}

/// The class of a character.
pub(super) fn class_of(c: char) -> Class {
    // The common Chinese characters need no search in the table.
    if ('\u{4e00}'..='\u{9fff}').contains(&c) {
        return Class::Caseless;
    }
    match class_number(c) {
        1 => Class::Upper,
        2 => Class::Lower,
        3 => Class::Caseless,
        4 => Class::Mark,
        5 => Class::Number,
        6 => Class::Space,
        7 => Class::Newline,
        _ => Class::Other,
    }
}

/// The class and the width in bytes of the character at byte `at`; `None` at
/// the end of the text.
pub(super) fn class_at(text: &str, at: usize) -> Option<(Class, usize)> {
    let byte = *text.as_bytes().get(at)?;
    if let Some(&class) = ASCII.get(usize::from(byte)) {
        return Some((class, 1));
    }
    let c = text.get(at..)?.chars().next()?;
    Some((class_of(c), c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::{Class, class_at, class_of};
    use regex::Regex;

    #[test]
    fn every_character_has_the_class_of_the_expression() {
        let classes = [
            (Class::Newline, r"[\r\n]"),
            (Class::Space, r"\s"),
            (Class::Number, r"\p{N}"),
            (Class::Upper, r"[\p{Lu}\p{Lt}]"),
            (Class::Lower, r"\p{Ll}"),
            (Class::Caseless, r"[\p{Lm}\p{Lo}]"),
            (Class::Mark, r"\p{M}"),
            (Class::Other, r"(?s:.)"),
        ];
        let classes = classes.map(|(class, test)| (class, Regex::new(test).unwrap()));
        for c in '\0'..=char::MAX {
            let text = c.to_string();
            let real = classes.iter().find(|(_, test)| test.is_match(&text));
            let real = real.map(|(class, _)| *class).unwrap();
            assert_eq!(class_of(c), real, "{c:?}");
            assert_eq!(class_at(&text, 0), Some((real, text.len())), "{c:?}");
        }
    }
}
