//! Marks before and after a rule, check boxes and emphasis.

use crate::text::is_ideograph;

/// What a heading, a mark or a column says of the rules below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Do,
    Dont,
    /// They are no duty.
    Waive,
    /// They are left to the reader.
    Optional,
    /// They are allowed.
    May,
}

/// Marks that ask, refuse, or say neither; a check box that is ticked asks.
const MARKS: [(&str, Option<Sign>); 15] = [
    ("✅", Some(Sign::Do)),
    ("✓", Some(Sign::Do)),
    ("✔", Some(Sign::Do)),
    ("👍", Some(Sign::Do)),
    ("[x]", Some(Sign::Do)),
    ("[X]", Some(Sign::Do)),
    ("❌", Some(Sign::Dont)),
    ("❎", Some(Sign::Dont)),
    ("✗", Some(Sign::Dont)),
    ("✘", Some(Sign::Dont)),
    ("🚫", Some(Sign::Dont)),
    ("⛔", Some(Sign::Dont)),
    ("👎", Some(Sign::Dont)),
    ("⚠", None),
    ("[ ]", None),
];
/// Between a mark and its words; the last one asks for a coloured sign.
const LOOSE: [char; 4] = [' ', ':', '：', '\u{fe0f}'];

/// A text of more bytes is no rule of one line; pairs are not looked for in it.
const LONGEST: usize = 4096;

/// Takes emphasis, marks and check boxes off a rule.
pub(super) fn plain(text: &str) -> String {
    without_marks(&without_emphasis(text.trim())).to_owned()
}

/// Takes what is struck out off; within code the marks are text.
pub(super) fn without_struck(text: &str) -> String {
    let mut out = text.to_owned();
    while text.len() <= LONGEST {
        let code = code_spans(&out);
        let within = |at: &usize| code.iter().any(|(start, end)| (*start..*end).contains(at));
        let places = out.match_indices("~~").map(|(at, _)| at);
        let places: Vec<usize> = places.filter(|at| !within(at)).collect();
        let &[open, close, ..] = places.as_slice() else { break };
        let spaced = out[..open].ends_with(' ') && out[close + 2..].starts_with(' ');
        out.replace_range(open..close + 2 + usize::from(spaced), "");
    }
    out.trim().to_owned()
}

/// Takes the marks at both ends of a rule off.
pub(super) fn without_marks(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(rest) = MARKS.iter().find_map(|(mark, _)| text.strip_prefix(mark)) {
        text = rest.trim_start_matches(LOOSE);
    }
    let bare = |text: &str| text.trim_end_matches(['\u{fe0f}', ' ']).len();
    while let Some(rest) =
        MARKS.iter().find_map(|(mark, _)| text[..bare(text)].strip_suffix(mark).map(str::len))
    {
        text = text[..rest].trim_end();
    }
    text
}

/// What the marks at the ends of a rule say; marks that differ say nothing.
pub(super) fn sign_of_mark(text: &str) -> Option<Sign> {
    let text = text.trim_matches(['*', '_', ' ', '\u{fe0f}']);
    let at = |here: fn(&str, &str) -> bool| {
        MARKS.iter().find(|(mark, _)| here(text, mark)).and_then(|(_, sign)| *sign)
    };
    let (first, last) = (at(|t, mark| t.starts_with(mark)), at(|t, mark| t.ends_with(mark)));
    match (first, last) {
        (Some(a), Some(b)) if a != b => None,
        _ => first.or(last),
    }
}

/// Takes `*`, `**`, `_` and `__` around words off; code, globs and names like `__init__` stay.
pub(super) fn without_emphasis(text: &str) -> String {
    let mut out = text.to_owned();
    if text.len() > LONGEST {
        return out;
    }
    for mark in ["***", "**", "__", "*", "_"] {
        let mut from = 0;
        while let Some((open, close)) = pair(&out, mark, from) {
            out.replace_range(close..close + mark.len(), "");
            out.replace_range(open..open + mark.len(), "");
            from = open;
        }
    }
    out
}

/// Where the next pair of a mark opens and closes.
fn pair(text: &str, mark: &str, from: usize) -> Option<(usize, usize)> {
    let code = code_spans(text);
    let outside = |at: &usize| !code.iter().any(|(start, end)| (*start..*end).contains(at));
    let places = text.match_indices(mark).map(|(at, _)| at).filter(|at| *at >= from);
    let places: Vec<usize> = places.filter(outside).collect();
    places.iter().enumerate().find_map(|(i, open)| {
        opens(text, mark, *open).then_some(())?;
        let close = places[i + 1..].iter().find(|at| closes(text, mark, **at))?;
        (!is_name(text, mark, *open, *close)).then_some((*open, *close))
    })
}

fn opens(text: &str, mark: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + mark.len()..].chars().next();
    // `**/` and `*.` begin globs, and a mark within a name is part of it.
    after.is_some_and(|c| !c.is_whitespace() && !matches!(c, '/' | '.' | '*' | '_'))
        && (before.is_none_or(parts_words) || after.is_some_and(is_ideograph))
}

fn closes(text: &str, mark: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let end = at + mark.len();
    let after = text[end..].chars().next();
    before.is_some_and(|c| !c.is_whitespace())
        && (after.is_none_or(parts_words)
            || before.is_some_and(is_ideograph)
            || after == Some('.') && ends_sentence(text, end))
}

/// Reports whether a mark beside the character stands at the edge of a word.
fn parts_words(c: char) -> bool {
    !c.is_ascii_alphanumeric() && !matches!(c, '/' | '*' | '_' | '.')
}

/// Reports whether underscores around one word are its name (`__tests__`); alone they are not.
fn is_name(text: &str, mark: &str, open: usize, close: usize) -> bool {
    let whole = open == 0 && close + mark.len() == text.len();
    let inside = text.get(open + mark.len()..close).unwrap_or_default();
    inside.is_empty() || mark.starts_with('_') && !whole && !inside.contains(char::is_whitespace)
}

/// Reports whether the stop here ends a sentence and begins no ending of a file's name.
fn ends_sentence(text: &str, at: usize) -> bool {
    text[at..].chars().nth(1).is_none_or(char::is_whitespace)
}

/// The bytes between backticks, with them.
fn code_spans(text: &str) -> Vec<(usize, usize)> {
    let ticks: Vec<usize> = text.match_indices('`').map(|(at, _)| at).collect();
    ticks.chunks_exact(2).map(|pair| (pair[0], pair[1] + 1)).collect()
}
