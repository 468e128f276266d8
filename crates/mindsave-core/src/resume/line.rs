//! Makes any text safe to stand inside a resume: one line, no hidden characters, no forged mark.

/// Writes text on one line: line breaks become `⏎`, invisible and direction marks are dropped.
///
/// ```
/// use mindsave_core::resume::one_line;
///
/// assert_eq!(one_line("a\nb\u{202e}c"), "a ⏎ bc");
/// assert_eq!(one_line("x [/mindsave] y"), "x (/mindsave] y");
/// ```
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    write_one_line(text, &mut out);
    out
}

/// Puts one text behind another, with a blank where a Chinese and a Latin sign meet.
pub(crate) fn beside(first: &str, second: &str) -> String {
    let han = |c: Option<char>| c.is_some_and(crate::text::is_ideograph);
    let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let (end, start) = (first.chars().next_back(), second.chars().next());
    let blank = if han(end) && latin(start) || latin(end) && han(start) { " " } else { "" };
    format!("{first}{blank}{second}")
}

/// Writes text on one line behind what `out` holds.
pub(crate) fn write_one_line(text: &str, out: &mut String) {
    let text = text.trim();
    let plain = |byte: &u8| (b' '..0x7f).contains(byte) && *byte != b'[';
    // A few bytes at a time: to stop at the first that is not plain takes longer.
    let all_plain = |bytes: &[u8]| bytes.iter().fold(true, |all, byte| all & plain(byte));
    if text.as_bytes().chunks(32).all(all_plain) {
        out.push_str(text);
    } else {
        out.push_str(&unmark(shown(text)));
    }
}

/// The characters of a text that show something.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\r' => {}
            '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push_str(" ⏎ "),
            '\t' => out.push(' '),
            c if is_hidden(c) => {}
            c => out.push(c),
        }
    }
    out
}

/// Characters that show nothing, or turn the direction of what follows.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Replaces the bracket of anything that reads like one of our marks, whatever invisible
/// characters stand inside it.
fn unmark(text: String) -> String {
    if !text.contains('[') {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        out.push(if c == '[' && is_mark(&text[at + 1..]) { '(' } else { c });
    }
    out
}

fn is_mark(rest: &str) -> bool {
    let mut seen =
        rest.chars().filter(|&c| !is_invisible(c)).flat_map(char::to_lowercase).peekable();
    seen.next_if_eq(&'/');
    "mindsave".chars().all(|wanted| seen.next() == Some(wanted))
}

/// Characters that show nothing but belong to emoji and words, so that they are kept.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || is_hidden(c)
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' | '\u{115f}' | '\u{1160}' | '\u{3164}')
}
