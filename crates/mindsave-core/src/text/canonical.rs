//! Canonical text: what words look like once case, width and separators are out of the way.
//!
//! `css-variables`, `cssVariables`, `CSS_VARIABLES` and `css variables` have one canonical form, so
//! that one entry of the lexicon finds them all. Scripts are told apart by their characters, not
//! by blanks: `使用pnpm` holds the word `pnpm`.

use unicode_normalization::UnicodeNormalization;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A run of letters and digits of a script with word boundaries.
    Word,
    /// One ideograph, or another character of a script without blanks.
    Ideograph,
    /// A mark that can be part of a name: `@`, `+`, `#`, …
    Symbol,
    /// The end of a clause: a comma, full stop, semicolon, dash, line end.
    Break,
}

/// One token of a canonical text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Where it stands in the canonical text.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Where it stands in the original text.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Whether it stands between backticks.
    pub(crate) code: bool,
    /// Whether a capital letter inside it begins a new part.
    pub(crate) humps: bool,
    /// Whether it is a break that parts more than the comma of a list does.
    pub(crate) parts: bool,
}

/// A text in canonical form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canonical {
    pub(crate) text: String,
    pub(crate) tokens: Vec<Token>,
    /// Places inside words where a capital letter begins a new part.
    pub(crate) humps: Vec<usize>,
}

impl Canonical {
    /// Brings a text into canonical form.
    pub(crate) fn of(text: &str) -> Self {
        let mut canonical = Self::default();
        canonical.text.reserve(text.len() + 8);
        canonical.tokens.reserve(text.len() / 4 + 4);
        canonical.read(text);
        canonical
    }

    /// Brings a text into canonical form, in the memory of the one before.
    pub(crate) fn read(&mut self, text: &str) {
        self.text.clear();
        self.tokens.clear();
        self.humps.clear();
        Builder::new(self).read(text);
    }

    /// Returns the canonical text of a token.
    pub(crate) fn word(&self, token: &Token) -> &str {
        &self.text[token.start..token.end]
    }
}

/// What a byte is wherever it stands, where that can be said of it: most of what rules are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plain {
    /// A small letter or a digit.
    Small,
    Capital,
    /// It parts words and says nothing.
    Gap,
    /// A mark that names are made with.
    Mark,
}

impl Plain {
    const BYTES: [Option<Self>; 256] = Self::bytes();

    fn of(byte: u8) -> Option<Self> {
        Self::BYTES[usize::from(byte)]
    }

    const fn bytes() -> [Option<Self>; 256] {
        let (mut bytes, mut byte) = ([None; 256], 0_u8);
        while byte < 128 {
            bytes[byte as usize] = match byte {
                b'a'..=b'z' | b'0'..=b'9' => Some(Self::Small),
                b'A'..=b'Z' => Some(Self::Capital),
                b' ' | b'/' | b'_' | b'"' | b'[' | b']' | b'{' | b'}' => Some(Self::Gap),
                _ if is_mark(byte as char) => Some(Self::Mark),
                _ => None,
            };
            byte += 1;
        }
        bytes
    }
}

#[expect(clippy::struct_excessive_bools, reason = "the state of a scanner")]
struct Builder<'a> {
    out: &'a mut Canonical,
    /// Whether a separator stands between the last word and what comes.
    gap: bool,
    in_word: bool,
    upper_before: bool,
    code: bool,
}

impl<'a> Builder<'a> {
    fn new(out: &'a mut Canonical) -> Self {
        Self { out, gap: false, in_word: false, upper_before: false, code: false }
    }

    /// Takes a text.
    fn read(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let (mut at, mut before) = (0, None);
        while let Some(&byte) = bytes.get(at) {
            let Some(plain) = Plain::of(byte) else {
                (at, before) = self.any_at(text, at, before);
                continue;
            };
            let (from, c) = (at, char::from(byte));
            at += 1;
            match plain {
                Plain::Small => {
                    let small = |byte: &&u8| Plain::of(**byte) == Some(Plain::Small);
                    at += bytes[at..].iter().take_while(small).count();
                    self.small(&text[from..at], from);
                }
                Plain::Capital => self.letter(c, from, at, text[at..].chars().next()),
                Plain::Gap => self.part(),
                Plain::Mark => self.single(Kind::Symbol, c, from, at),
            }
            before = Some(char::from(bytes[at - 1]));
        }
        self.end_word();
    }

    /// Takes the character at a place; returns the place behind it, and what it is.
    fn any_at(&mut self, text: &str, at: usize, before: Option<char>) -> (usize, Option<char>) {
        let mut chars = text[at..].chars();
        let c = chars.next();
        let end = at + c.map_or(1, char::len_utf8);
        if let Some(c) = c {
            self.any(c, at, end, before, chars.next());
        }
        (end, c)
    }

    /// Takes what parts words.
    fn part(&mut self) {
        self.end_word();
        self.gap = true;
    }

    /// Takes small letters and digits of ASCII.
    fn small(&mut self, run: &str, from: usize) {
        if !self.in_word {
            self.start_word(from);
        }
        self.out.text.push_str(run);
        self.upper_before = false;
        self.stretch(from + run.len());
    }

    /// Takes a character of any kind.
    fn any(&mut self, c: char, from: usize, to: usize, before: Option<char>, after: Option<char>) {
        if ends_clause_wide(c, before, after) {
            self.break_at(c, from, to);
        } else if let Some(c) = own_form(c) {
            self.char(c, from, to, before, after);
        } else {
            for part in std::iter::once(c).nfkc() {
                self.char(part, from, to, before, after);
            }
        }
    }

    fn char(&mut self, c: char, from: usize, to: usize, before: Option<char>, after: Option<char>) {
        if c == '`' {
            self.code = !self.code;
            self.part();
        } else if is_ideograph(c) {
            self.single(Kind::Ideograph, c, from, to);
        } else if c.is_alphanumeric() {
            self.letter(c, from, to, after);
        } else if is_mark(c) {
            self.single(Kind::Symbol, c, from, to);
        } else if ends_clause(c, before, after) {
            self.break_at(c, from, to);
        } else if self.in_word && matches!(c, '\'' | '’') && after.is_some_and(char::is_alphabetic)
        {
            // don't, isn't: one word, without its apostrophe.
        } else {
            self.part();
        }
    }

    fn letter(&mut self, c: char, from: usize, to: usize, after: Option<char>) {
        let upper = c.is_uppercase();
        let continues = self.in_word;
        if !continues {
            self.start_word(from);
        }
        // A hump: `cssVars` before V, `HTTPServer` before S.
        let next_lower = || after.is_some_and(char::is_lowercase);
        if continues && upper && (!self.upper_before || next_lower()) {
            self.out.humps.push(self.out.text.len());
            if let Some(token) = self.out.tokens.last_mut() {
                token.humps = true;
            }
        }
        if c.is_ascii() {
            self.out.text.push(c.to_ascii_lowercase());
        } else {
            self.out.text.extend(c.to_lowercase());
        }
        self.upper_before = upper;
        self.stretch(to);
    }

    /// Lets the last token end where the text ends.
    fn stretch(&mut self, to: usize) {
        let end = self.out.text.len();
        if let Some(token) = self.out.tokens.last_mut() {
            token.end = end;
            token.to = to;
        }
    }

    fn start_word(&mut self, from: usize) {
        let after_word = self.out.tokens.last().is_some_and(|token| token.kind == Kind::Word);
        if self.gap && after_word {
            self.out.text.push(' ');
        }
        self.push(Kind::Word, from, from);
        self.in_word = true;
        self.gap = false;
    }

    fn single(&mut self, kind: Kind, c: char, from: usize, to: usize) {
        self.end_word();
        // Several breaks in a row are one.
        let last = self.out.tokens.last().map(|token| token.kind);
        if kind == Kind::Break && (last == Some(Kind::Break) || last.is_none()) {
            return;
        }
        self.push(kind, from, to);
        self.out.text.push(c);
        self.stretch(to);
        self.gap = false;
    }

    fn break_at(&mut self, c: char, from: usize, to: usize) {
        self.single(Kind::Break, '\n', from, to);
        let parts = matches!(c, ';' | '；' | '.' | '。' | '!' | '！' | '?' | '？' | '\n');
        // Of several breaks in a row the strongest counts.
        if let Some(last) = self.out.tokens.last_mut().filter(|last| last.kind == Kind::Break) {
            last.parts |= parts;
        }
    }

    fn push(&mut self, kind: Kind, from: usize, to: usize) {
        let start = self.out.text.len();
        self.out.tokens.push(Token {
            kind,
            start,
            end: start,
            from,
            to,
            code: self.code,
            humps: false,
            parts: false,
        });
    }

    fn end_word(&mut self) {
        self.in_word = false;
        self.upper_before = false;
    }
}

/// Reports whether a text holds any Chinese.
pub(crate) fn has_han(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'))
}

/// The compatibility form of a character where it is plain to see, without the tables: ASCII, the
/// common ideographs, and the full-width forms of ASCII.
pub(crate) fn own_form(c: char) -> Option<char> {
    match c {
        '\0'..='\x7f' | '\u{4e00}'..='\u{9fff}' | '、' | '。' => Some(c),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        _ => None,
    }
}

/// Characters of scripts that are written without blanks between words.
pub(crate) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Marks that names are made with.
const fn is_mark(c: char) -> bool {
    matches!(c, '+' | '#' | '@' | '*' | '%' | '$' | '!' | '=' | '<' | '>' | '~' | '^' | '&' | '|')
        || is_sign(c)
}

/// Marks that say no, and arrows from one thing to another.
const fn is_sign(c: char) -> bool {
    matches!(c, '→' | '⇒' | '⛔' | '✗' | '✘' | '❌' | '👎' | '🚫')
}

/// Whether a full-width mark ends a clause; one between digits is written for its narrow form.
fn ends_clause_wide(c: char, before: Option<char>, after: Option<char>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(char::is_numeric);
    match c {
        '！' | '？' | '；' | '（' | '）' | '。' | '、' => true,
        '，' | '：' => !(digit(before) && digit(after)),
        _ => false,
    }
}

/// Whether a mark ends a clause where it stands: not in `vite.config`, `3:00` or `a/b`.
fn ends_clause(c: char, before: Option<char>, after: Option<char>) -> bool {
    let tight = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_ideograph(c));
    match c {
        '.' | ':' | '?' => !tight(after),
        ',' | ';' => !(tight(before) && after.is_some_and(|c| c.is_ascii_digit())),
        '\n' | '—' | '–' | '…' | '(' | ')' | '【' | '】' => true,
        '-' => before.is_some_and(char::is_whitespace) && after.is_some_and(char::is_whitespace),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        Canonical::of(text).text
    }

    #[test]
    fn spellings_of_a_name_are_one() {
        for text in
            ["css variables", "css-variables", "CSS_Variables", "css.variables", "ＣＳＳ variables"]
        {
            assert_eq!(canonical(text), "css variables", "{text}");
        }
        let camel = Canonical::of("cssVariables HTTPServer");
        assert_eq!(
            (camel.text.as_str(), camel.humps.as_slice()),
            ("cssvariables httpserver", &[3, 17][..])
        );
    }

    #[test]
    fn the_short_way_to_a_form_leads_to_the_same() {
        for c in '\0'..=char::MAX {
            if let Some(own) = own_form(c) {
                assert!(std::iter::once(c).nfkc().eq([own]), "{c:?}");
            }
        }
    }

    #[test]
    fn what_a_byte_is_wherever_it_stands_is_what_it_is_beside_every_other() {
        let read = |text: &str, plain: bool| {
            let mut out = Canonical::default();
            let mut builder = Builder::new(&mut out);
            if plain {
                builder.read(text);
            } else {
                let (mut at, mut before) = (0, None);
                while at < text.len() {
                    (at, before) = builder.any_at(text, at, before);
                }
                builder.end_word();
            }
            format!("{out:?}")
        };
        let ascii = || (0..128_u8).map(char::from);
        for (a, b) in ascii().flat_map(|a| ascii().map(move |b| (a, b))) {
            for text in [format!("{a}{b}"), format!("x{a}{b}y"), format!("X {a}{b} 1")] {
                assert_eq!(read(&text, true), read(&text, false), "{text:?}");
            }
        }
    }

    #[test]
    fn scripts_are_told_apart_and_clauses_end() {
        assert_eq!(canonical("使用pnpm，不要 npm。"), "使用pnpm\n不要npm\n");
        assert_eq!(canonical("don't use @ts-ignore, ever"), "dont use@ts ignore\never");
        assert_eq!(canonical("请用pnpm！npm禁止"), "请用pnpm\nnpm禁止");
        assert_eq!(canonical("请用pnpm：npm？3，4（a）"), "请用pnpm\nnpm\n3 4\na\n");
        assert_eq!(canonical("use v1.2.3. Not 1,000"), "use v1 2 3\nnot 1 000");
    }
}
