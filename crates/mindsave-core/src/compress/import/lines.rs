//! The lines of a file that people read: no front matter, no comments, no code; each with its kind.

use super::marks::without_emphasis;
use super::table;

/// A line and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing, or what reads as nothing: code, a comment.
    Blank,
    /// A heading: its level and title.
    Title(usize, String),
    /// A line of dashes or equals signs under a title or between parts.
    Under(char),
    /// A row of a table.
    Row(String),
    /// A bullet: its indentation and text.
    Item(usize, String),
    /// Any other line: its indentation and text.
    Text(usize, String),
}

/// What the scanner is inside of.
enum Inside {
    Text,
    Code(char, usize),
    Comment,
}

/// Reads the lines of a file.
pub(super) fn lines(file: &str) -> Vec<Line> {
    let mut inside = Inside::Text;
    let seen: Vec<String> = body(file).map(|line| visible(&mut inside, line)).collect();
    let mut in_table = false;
    let kind = |(i, line): (usize, &String)| {
        let below = seen.get(i + 1).map(String::as_str).unwrap_or_default();
        in_table = line.contains('|') && (in_table || table::begins(line, below));
        if in_table { Line::Row(line.trim().to_owned()) } else { kind_of(line) }
    };
    seen.iter().enumerate().map(kind).collect()
}

/// The lines below the front matter of an .mdc file; its lines are blank, so that numbers hold.
fn body(file: &str) -> impl Iterator<Item = &str> {
    let lines = || file.trim_start_matches('\u{feff}').lines();
    let fence = |line: &str| line.trim_end() == "---";
    let open = lines().next().is_some_and(fence);
    let close = lines().skip(1).position(fence).filter(|_| open);
    let below = close.map_or(0, |at| at + 2);
    lines().enumerate().map(move |(i, line)| if i < below { "" } else { line })
}

/// What of a line is read: empty in code and comments.
fn visible(inside: &mut Inside, line: &str) -> String {
    let line = match inside {
        Inside::Code(mark, size) => {
            if closes(line, *mark, *size) {
                *inside = Inside::Text;
            }
            return String::new();
        }
        Inside::Comment => match line.split_once("-->") {
            Some((_, rest)) => rest,
            None => return String::new(),
        },
        Inside::Text => line,
    };
    *inside = Inside::Text;
    if let Some((mark, size)) = fence(bullet(line).unwrap_or(line.trim())) {
        *inside = Inside::Code(mark, size);
        return String::new();
    }
    without_comments(inside, line)
}

/// Reports the mark and length of a fence that opens code.
///
/// After backticks no backtick may follow: then it is code within a line. Source: `CommonMark` 4.5.
fn fence(text: &str) -> Option<(char, usize)> {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let size = text.chars().take_while(|c| *c == mark).count();
    let inline = mark == '`' && text[size..].contains('`');
    (size >= 3 && !inline).then_some((mark, size))
}

fn closes(line: &str, mark: char, size: usize) -> bool {
    let text = line.trim();
    text.chars().count() >= size && text.chars().all(|c| c == mark)
}

/// Takes comments out; one that begins a line and does not end there goes on.
fn without_comments(inside: &mut Inside, line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = comment(rest) {
        let (before, after) = rest.split_at(at);
        let Some(end) = after.find("-->") else {
            let begins = out.trim().is_empty() && before.trim().is_empty();
            if begins {
                *inside = Inside::Comment;
                return String::new();
            }
            break;
        };
        out.push_str(before);
        rest = &after[end + 3..];
    }
    out.push_str(rest);
    if out.len() < line.len() { out.trim_end().to_owned() } else { out }
}

/// Where a comment begins that is not within code.
fn comment(text: &str) -> Option<usize> {
    let mut starts = text.match_indices("<!--").map(|(at, _)| at);
    starts.find(|at| text[..*at].matches('`').count().is_multiple_of(2))
}

fn kind_of(line: &str) -> Line {
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    if text.is_empty() {
        return Line::Blank;
    }
    if let Some(mark) = rule(text) {
        return Line::Under(mark);
    }
    if text.starts_with('#') {
        let title = text.trim_start_matches('#');
        let level = text.len() - title.len();
        return Line::Title(level, without_emphasis(title.trim().trim_end_matches('#').trim()));
    }
    match bullet(line) {
        Some(text) => Line::Item(indent, text.to_owned()),
        None if text.starts_with('|') => Line::Row(text.to_owned()),
        None => Line::Text(indent, text.to_owned()),
    }
}

/// The mark of a line of three marks or more and nothing else.
fn rule(text: &str) -> Option<char> {
    let mark = text.chars().next().filter(|c| matches!(c, '-' | '=' | '*' | '_'))?;
    let marks = text.chars().filter(|c| *c == mark).count();
    (marks >= 3 && text.chars().all(|c| c == mark || c == ' ')).then_some(mark)
}

/// Returns the text of a bullet or numbered line.
fn bullet(line: &str) -> Option<&str> {
    let text = line.trim_start();
    let dash = ["- ", "* ", "+ ", "• ", "· "].iter().find_map(|mark| text.strip_prefix(mark));
    let numbered = || {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let rest = text.get(digits..)?;
        (digits > 0).then_some(())?;
        [". ", ") ", "、"].iter().find_map(|mark| rest.strip_prefix(mark))
    };
    dash.or_else(numbered).map(str::trim)
}
