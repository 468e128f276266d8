//! Tokens of prose: words in small letters, single Chinese characters, and the marks between them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::text::fold;

/// The number of a word the grammar knows; 0 is every other word.
pub(super) type WordId = u16;

/// Words by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    numbers: BTreeMap<String, WordId>,
}

impl Words {
    /// Returns the number of a word and gives it one if it has none.
    pub(super) fn number(&mut self, word: &str) -> WordId {
        let next = WordId::try_from(self.numbers.len() + 1).unwrap_or(WordId::MAX);
        *self.numbers.entry(word.to_owned()).or_insert(next)
    }

    /// Returns the number of a word, 0 if the grammar does not know it.
    pub(super) fn find(&self, word: &str) -> WordId {
        self.numbers.get(word).copied().unwrap_or_default()
    }

    /// How many numbers there are, 0 included.
    pub(super) fn len(&self) -> usize {
        self.numbers.len() + 1
    }
}

/// What the form of a word alone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// It ends like a past tense: `renamed`.
    Past,
    /// It ends like a participle or a noun made of a verb: `renaming`.
    Ing,
    /// It ends like a third person or a plural: `renames`.
    S,
    /// It begins with a digit.
    Number,
    /// It is a word of a script with blanks.
    Latin,
    /// It begins with a capital in the text.
    Capital,
}

impl Shape {
    /// Returns the shape a pattern calls by this name.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "ed" => Self::Past,
            "ing" => Self::Ing,
            "s" => Self::S,
            "number" => Self::Number,
            "latin" => Self::Latin,
            "capital" => Self::Capital,
            _ => return None,
        })
    }
}

/// A mark between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The end of a sentence.
    Stop,
    /// The end of a question.
    Question,
    /// `,` and its kin.
    Comma,
    /// `;`.
    Semicolon,
    /// `:`.
    Colon,
    /// A dash between blanks.
    Dash,
    /// A bracket.
    Bracket,
}

/// One token of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// The word, if the grammar knows it.
    pub(super) word: WordId,
    /// The mark, if it is one.
    pub(super) mark: Option<Mark>,
    shapes: u8,
    /// Where it stands in the text, in bytes.
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether it stands between quotation marks: somebody else's words, or a name.
    pub(super) quoted: bool,
}

impl Token {
    pub(super) fn new(
        word: &str,
        written: &str,
        words: &Words,
        (from, to): (usize, usize),
    ) -> Self {
        let shapes = shapes(word, written);
        Self { word: words.find(word), mark: None, shapes, from, to, quoted: false }
    }

    pub(super) fn mark(mark: Mark, from: usize, to: usize) -> Self {
        Self { word: 0, mark: Some(mark), shapes: 0, from, to, quoted: false }
    }

    /// Reports whether the word has a form.
    pub(super) fn has(&self, shape: Shape) -> bool {
        self.shapes >> shape as u8 & 1 == 1
    }
}

fn shapes(word: &str, written: &str) -> u8 {
    let latin = word.starts_with(|c: char| c.is_alphanumeric() && !is_han(c));
    let plain = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    let ends = |end: &str, least: usize| plain && word.len() >= least && word.ends_with(end);
    let set = [
        (Shape::Past, ends("ed", 4) && !word.ends_with("eed")),
        (Shape::Ing, ends("ing", 5)),
        (
            Shape::S,
            ends("s", 3) && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is"),
        ),
        (Shape::Number, word.starts_with(|c: char| c.is_ascii_digit())),
        (Shape::Latin, latin),
        (Shape::Capital, written.starts_with(char::is_uppercase)),
    ];
    set.iter().filter(|(_, has)| *has).fold(0, |all, (shape, _)| all | 1 << *shape as u8)
}

/// Characters of scripts written without blanks between words.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a character goes on with a word; marks inside one join it: `off-by-one`, `src/api`.
pub(super) fn is_letter(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !is_han(c)
}

/// Returns the words of a text in small letters; short forms are written out ("don't": do, not).
pub(super) fn words_of(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words = Vec::new();
    let mut word = String::new();
    for c in folded.chars() {
        if is_letter(c) || (!word.is_empty() && "-./'’".contains(c)) {
            word.push(if c == '’' { '\'' } else { c });
            continue;
        }
        write_out(&std::mem::take(&mut word), &mut words);
        if is_han(c) {
            words.push(c.to_string());
        }
    }
    write_out(&word, &mut words);
    words
}

fn write_out(word: &str, words: &mut Vec<String>) {
    if !word.is_empty() {
        let (first, second) = parts(word);
        words.push(first.into_owned());
        words.extend(second.map(str::to_owned));
    }
}

/// Takes a short form apart: "won't" is will and not, "i'm" is i and am.
pub(super) fn parts(word: &str) -> (Cow<'_, str>, Option<&'static str>) {
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
