//! Reads over what nobody sees: invisible characters within words, and letters of full width.

use std::borrow::Cow;
use std::ops::Range;

/// A text as it is read, and where its bytes stand in the text as it is written.
pub(super) struct Folded {
    pub(super) text: String,
    /// From which byte on the two are apart by how much: places here and there.
    steps: Vec<(usize, usize)>,
}

/// Folds a text, if there is anything to fold.
pub(super) fn fold(text: &str) -> Option<Folded> {
    if text.is_ascii() || !text.chars().any(|c| is_invisible(c) || narrow(c) != c) {
        return None;
    }
    let mut folded = Folded { text: String::with_capacity(text.len()), steps: Vec::new() };
    let mut apart = 0;
    for (at, c) in text.char_indices() {
        if is_invisible(c) {
            continue;
        }
        let here = folded.text.len();
        if at - here != apart {
            apart = at - here;
            folded.steps.push((here, at));
        }
        folded.text.push(narrow(c));
    }
    folded.steps.push((folded.text.len(), text.len()));
    Some(folded)
}

/// A name as it is read.
pub(super) fn folded(name: &str) -> Cow<'_, str> {
    fold(name).map_or(Cow::Borrowed(name), |folded| Cow::Owned(folded.text))
}

impl Folded {
    /// Where a range of the folded text stands in the text as it is written.
    pub(super) fn written(&self, range: &Range<usize>) -> Range<usize> {
        self.place(range.start)..self.place(range.end)
    }

    fn place(&self, at: usize) -> usize {
        let after = self.steps.partition_point(|(here, _)| *here <= at);
        after.checked_sub(1).map_or(at, |last| {
            let (here, there) = self.steps[last];
            there + (at - here)
        })
    }
}

/// Characters that take no room, so that `pass` and `word` around one read as a word.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// The usual form of letters, digits and the marks of names in full width; other marks end a Chinese sentence.
fn narrow(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '＿' | '－' => {
            char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c)
        }
        _ => c,
    }
}
