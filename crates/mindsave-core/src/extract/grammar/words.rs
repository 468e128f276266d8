//! Words of running text: how they are cut and how short forms are written out. Used by the build
//! script as well.

use std::borrow::Cow;

/// Characters of scripts written without blanks between words.
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a character goes on with a word; marks inside one join it: `off-by-one`, `src/api`.
pub(crate) fn is_letter(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !is_han(c)
}

/// Takes a short form apart: "won't" is will and not, "i'm" is i and am.
pub(crate) fn parts(word: &str) -> (Cow<'_, str>, Option<&'static str>) {
    const NOT: [(&str, &str); 6] = [
        ("won't", "will"),
        ("wont", "will"),
        ("can't", "can"),
        ("cant", "can"),
        ("cannot", "can"),
        ("shan't", "shall"),
    ];
    const PLAIN: [&str; 10] = [
        "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "hasnt", "havent", "couldnt",
        "shouldnt",
    ];
    const ENDS: [(&str, &str); 6] = [
        ("'m", "am"),
        ("'re", "are"),
        ("'ve", "have"),
        ("'ll", "will"),
        ("'d", "would"),
        ("'s", "is"),
    ];
    if let Some((_, verb)) = NOT.iter().find(|(short, _)| *short == word) {
        return (Cow::Borrowed(verb), Some("not"));
    }
    if let Some(verb) = word.strip_suffix("n't").filter(|verb| !verb.is_empty()) {
        return (Cow::Borrowed(verb), Some("not"));
    }
    if PLAIN.contains(&word) {
        return (Cow::Borrowed(&word[..word.len() - 2]), Some("not"));
    }
    match word {
        "let's" | "lets" => return (Cow::Borrowed("let"), Some("us")),
        "im" => return (Cow::Borrowed("i"), Some("am")),
        "ive" => return (Cow::Borrowed("i"), Some("have")),
        _ => {}
    }
    let short = ENDS.iter().find_map(|(end, verb)| Some((word.strip_suffix(end)?, *verb)));
    match short {
        // The owner's 's ("ops's", "the API's") is left with its word where no verb can be.
        Some((stem, verb)) if !stem.is_empty() && (verb != "is" || takes_is(stem)) => {
            (Cow::Borrowed(stem), Some(verb))
        }
        Some((stem, _)) if !stem.is_empty() => (Cow::Borrowed(stem), None),
        _ => (Cow::Borrowed(word), None),
    }
}

/// Words behind which `'s` is the verb and not the owner.
fn takes_is(stem: &str) -> bool {
    const STEMS: [&str; 14] = [
        "it",
        "that",
        "this",
        "there",
        "he",
        "she",
        "what",
        "here",
        "who",
        "where",
        "how",
        "everything",
        "nothing",
        "something",
    ];
    STEMS.contains(&stem)
}
