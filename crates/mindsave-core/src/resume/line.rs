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
    for c in text.trim().chars() {
        match c {
            '\r' => {}
            '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push_str(" ⏎ "),
            '\t' => out.push(' '),
            c if is_hidden(c) => {}
            c => out.push(c),
        }
    }
    unmark(out)
}

/// Characters that show nothing, or turn the direction of what follows.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Replaces the bracket of anything that looks like one of our marks.
fn unmark(mut text: String) -> String {
    if !text.to_ascii_lowercase().contains("mindsave") {
        return text;
    }
    let lower = text.to_ascii_lowercase();
    let marks = ["[mindsave", "[/mindsave"];
    let mut at: Vec<usize> =
        marks.iter().flat_map(|m| lower.match_indices(m).map(|(i, _)| i)).collect();
    at.sort_unstable();
    for i in at {
        text.replace_range(i..=i, "(");
    }
    text
}
