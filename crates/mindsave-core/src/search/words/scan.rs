//! Cuts a text into what an index holds.

use std::str::Chars;

use super::normal::{is_ideograph, is_letter, normal};

/// The most bytes of a word; what is longer is cut, in texts and queries alike.
pub(crate) const LONGEST: usize = 80;
/// How much of an unbroken run of letters is looked at, in bytes.
const RUN: usize = 512;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A word, or a part of an identifier.
    Word,
    /// A whole identifier of several parts, without what stands between them.
    Whole,
    /// One ideograph.
    Single,
    /// Two ideographs side by side; comes behind the second of them.
    Pair,
}

/// Cuts texts into words, parts of identifiers, ideographs and pairs of them.
///
/// `genItgc`, `gen_itgc` and `gen-itgc` are `gen`, `itgc` and the whole `genitgc`; 重跑 is 重, 跑 and
/// 重跑. It is kept from text to text, for its memory.
#[derive(Debug, Default)]
pub(crate) struct Scanner {
    /// The identifier so far, in lower case.
    whole: String,
    /// Where its parts begin and end.
    parts: Vec<(usize, usize)>,
    upper: bool,
}

impl Scanner {
    /// Calls `emit` with every piece of a text, in order.
    pub(crate) fn scan(&mut self, text: &str, emit: &mut impl FnMut(Role, &str)) {
        let text = &*normal(text);
        let mut chars = text.chars();
        // Where an ideograph begins that stands right before.
        let mut ideograph: Option<usize> = None;
        while let Some(c) = chars.next() {
            let at = text.len() - chars.as_str().len() - c.len_utf8();
            if is_letter(c) {
                if self.parts.is_empty()
                    && let Some(end) = lone_word(text.as_bytes(), at)
                {
                    self.emit_lone(&text[at..end], emit);
                    chars = text[end..].chars();
                } else {
                    self.letter(c, chars.as_str());
                }
            } else if is_ideograph(c) {
                self.finish(emit);
                let end = at + c.len_utf8();
                emit(Role::Single, &text[at..end]);
                if let Some(before) = ideograph {
                    emit(Role::Pair, &text[before..end]);
                }
                ideograph = Some(at);
                continue;
            } else if !self.parts.is_empty() {
                self.mark(c, &mut chars, emit);
            }
            ideograph = None;
        }
        self.finish(emit);
    }

    /// Goes on behind letters with what is neither a letter nor an ideograph.
    fn mark(&mut self, c: char, chars: &mut Chars<'_>, emit: &mut impl FnMut(Role, &str)) {
        if !begins_with_letter(chars.as_str()) {
            self.finish(emit);
        } else if matches!(c, '-' | '_' | '.') {
            self.join(c, chars.as_str());
        } else if !matches!(c, '\'' | '’') {
            self.finish(emit);
        } else if is_possessive(chars.as_str()) {
            chars.next();
            self.finish(emit);
        }
    }

    /// Emits a word that is no part of an identifier; only its first letter can be a capital.
    fn emit_lone(&mut self, word: &str, emit: &mut impl FnMut(Role, &str)) {
        let word = &word[..word.len().min(LONGEST)];
        if !word.starts_with(|c: char| c.is_ascii_uppercase()) {
            return emit(Role::Word, word);
        }
        self.whole.push_str(word);
        self.whole.make_ascii_lowercase();
        emit(Role::Word, &self.whole);
        self.whole.clear();
    }

    fn letter(&mut self, c: char, rest: &str) {
        let upper = c.is_uppercase();
        let start = self.whole.len();
        if self.parts.is_empty() || (upper && self.is_hump(rest)) {
            self.parts.push((start, start));
        }
        self.upper = upper;
        if start < RUN {
            if c.is_ascii() {
                self.whole.push(c.to_ascii_lowercase());
            } else {
                self.whole.extend(c.to_lowercase());
            }
        }
        let end = self.whole.len();
        if let Some(part) = self.parts.last_mut() {
            part.1 = end;
        }
    }

    /// Whether a capital letter begins a part: `cssVars`, `HTTPServer`, but not the last of `APIs`.
    fn is_hump(&self, rest: &str) -> bool {
        let lower = |n: usize| rest.chars().nth(n).is_some_and(char::is_lowercase);
        !self.upper || (lower(0) && lower(1))
    }

    /// Goes on with the next part of an identifier; 1.2 and 12 are not the same.
    fn join(&mut self, mark: char, rest: &str) {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if mark == '.' && digit(self.whole.chars().next_back()) && digit(rest.chars().next()) {
            self.whole.push('.');
        }
        let at = self.whole.len();
        // A capital letter at its beginning is no hump.
        self.upper = true;
        self.parts.push((at, at));
    }

    fn finish(&mut self, emit: &mut impl FnMut(Role, &str)) {
        for &(start, end) in &self.parts {
            let part = &self.whole[start..end];
            if !part.is_empty() {
                emit(Role::Word, &part[..part.floor_char_boundary(LONGEST)]);
            }
        }
        if self.parts.len() > 1 && self.whole.len() <= LONGEST {
            emit(Role::Whole, &self.whole);
        }
        self.parts.clear();
        self.whole.clear();
    }
}

/// Finds the end of a word of plain letters and digits, none of them a capital but the first, that is
/// no part of an identifier: most words are like that, and need not be taken apart.
fn lone_word(text: &[u8], start: usize) -> Option<usize> {
    let small = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let rest = text.get(start..)?;
    rest.first().filter(|byte| byte.is_ascii_alphanumeric())?;
    let length = 1 + rest[1..].iter().take_while(|byte| small(byte)).count();
    let ends = |at: usize| {
        let byte = rest.get(at).copied().unwrap_or(b' ');
        byte.is_ascii() && !byte.is_ascii_alphanumeric()
    };
    let joins = matches!(rest.get(length), Some(b'-' | b'_' | b'.' | b'\''));
    let alone = ends(length) && (!joins || ends(length + 1));
    alone.then_some(start + length)
}

fn begins_with_letter(rest: &str) -> bool {
    rest.chars().next().is_some_and(is_letter)
}

/// Whether an `s` and nothing else is left of the word.
fn is_possessive(rest: &str) -> bool {
    let mut rest = rest.chars();
    matches!(rest.next(), Some('s' | 'S')) && !rest.next().is_some_and(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(text: &str) -> String {
        let mut out: Vec<String> = Vec::new();
        Scanner::default().scan(text, &mut |_, piece| out.push(piece.to_owned()));
        out.join(" ")
    }

    #[test]
    fn identifiers_are_split_and_kept_whole() {
        for text in ["genItgc", "gen-itgc", "gen_itgc", "GenItgc", "gen.itgc"] {
            assert_eq!(pieces(text), "gen itgc genitgc", "{text}");
        }
        assert_eq!(pieces("HTTPServer APIs"), "http server httpserver apis");
        assert_eq!(pieces("src/auth.ts v1.2.3"), "src auth ts authts v1 2 3 v1.2.3");
        assert_eq!(pieces("--no-verify a- -b"), "no verify noverify a b");
    }

    #[test]
    fn ideographs_stand_alone_and_in_pairs() {
        assert_eq!(pieces("重跑gen-itgc后"), "重 跑 重跑 gen itgc genitgc 后");
        assert_eq!(pieces("登录，页面"), "登 录 登录 页 面 页面");
        assert_eq!(pieces("使用ＰＮＰＭ"), "使 用 使用 pnpm");
    }

    #[test]
    fn apostrophes_neither_split_nor_stay() {
        assert_eq!(pieces("don't Ann's users' rock 'n' roll"), "dont ann users rock n roll");
    }

    proptest! {
        #[test]
        fn the_short_way_to_a_word_leads_to_the_same(text in "[a-cA-C1 .'_-]{0,12}|[A-Z]?[a-z0-9]{70,90}[. ]?") {
            let mut long = Vec::new();
            let mut scanner = Scanner::default();
            for part in text.split(' ') {
                let mut chars = part.chars();
                while let Some(c) = chars.next() {
                    if is_letter(c) {
                        scanner.letter(c, chars.as_str());
                    } else if !scanner.parts.is_empty() {
                        scanner.mark(c, &mut chars, &mut |_, piece: &str| long.push(piece.to_owned()));
                    }
                }
                scanner.finish(&mut |_, piece: &str| long.push(piece.to_owned()));
            }
            prop_assert_eq!(pieces(&text), long.join(" "));
        }

        #[test]
        fn any_text_can_be_cut(text in any::<String>()) {
            Scanner::default().scan(&text, &mut |_, piece| assert!(!piece.is_empty() && piece.len() <= LONGEST));
        }
    }
}
