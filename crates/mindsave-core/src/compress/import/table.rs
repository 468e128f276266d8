//! Tables: the heads of the columns tell the signs, the cells give the rules.

use super::marks::{Sign, sign_of_mark};
use super::signs::{heading, longest};
use super::words::{AFFIRMED, DENIED, FILLERS, NEEDS, NEW, OLD, REPLACED};
use crate::text::{folded, mentions};

/// What the head of a column says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Column {
    /// Of its cells, and of the thing of the row where a cell says yes.
    pub(super) sign: Option<Sign>,
    /// Of the thing of the row where a cell says no.
    pub(super) denied: Option<Sign>,
}

/// Reads the head of a table.
pub(super) fn columns(heads: &[String]) -> Vec<Column> {
    let strong: Vec<Option<Sign>> = heads.iter().map(|head| strong(head)).collect();
    let weak: Vec<Option<Sign>> = heads.iter().map(|head| weak(head)).collect();
    let has = |sign| strong.iter().chain(&weak).any(|own| *own == Some(sign));
    let paired = has(Sign::Do) && has(Sign::Dont);
    let signs = strong.iter().zip(&weak).map(|(strong, weak)| strong.or(weak.filter(|_| paired)));
    signs.zip(heads).map(|(sign, head)| Column { sign, denied: denied(sign, head) }).collect()
}

fn strong(head: &str) -> Option<Sign> {
    if only(head, REPLACED) { Some(Sign::Dont) } else { heading(head).sign }
}

/// "Old" and "New" say something only beside one another.
fn weak(head: &str) -> Option<Sign> {
    let asked = only(head, NEW).then_some(Sign::Do);
    if only(head, OLD) { Some(Sign::Dont) } else { asked }
}

/// What a "no" below a head says.
fn denied(sign: Option<Sign>, head: &str) -> Option<Sign> {
    sign.map(|sign| match sign {
        Sign::Do if mentions(&folded(head), NEEDS) => Sign::Waive,
        Sign::Do | Sign::May => Sign::Dont,
        Sign::Dont => Sign::May,
        Sign::Waive | Sign::Optional => Sign::Do,
    })
}

/// Reports whether a head is a phrase of the list and nothing more.
fn only(head: &str, list: &[&'static str]) -> bool {
    let words = folded(head);
    let (mut rest, mut found) = (words.as_str(), false);
    while !rest.is_empty() {
        let own = longest(rest, list);
        found |= own.is_some();
        let Some(word) = own.or_else(|| longest(rest, FILLERS)) else { return false };
        rest = rest[word.len()..].trim_start();
    }
    found
}

/// Reports whether a cell says yes or no, and what it adds: "No (too slow)".
pub(super) fn answer(cell: &str) -> Option<(bool, &str)> {
    if !says_something(cell) {
        return sign_of_mark(cell).map(|sign| (sign == Sign::Do, ""));
    }
    let end = cell.find([',', '，', '(', '（', ';', '；', '。', '.', '—']).unwrap_or(cell.len());
    let word = folded(&cell[..end]);
    let added =
        cell[end..].trim_matches([',', '，', '(', '（', ')', '）', ';', '；', '。', '.', '—', ' ']);
    let says = |list: &[&str]| list.contains(&word.as_str());
    match (says(AFFIRMED), says(DENIED)) {
        (true, _) => Some((true, added)),
        (_, true) => Some((false, added)),
        _ => None,
    }
}

/// Reports whether a line is the head of a table: a line of dashes with as many cells follows.
pub(super) fn begins(line: &str, below: &str) -> bool {
    is_ruler(below) && below.contains('|') && cells(line).len() == cells(below).len()
}

/// Reports whether a row only parts the head from the body.
pub(super) fn is_ruler(row: &str) -> bool {
    row.contains('-') && row.chars().all(|c| matches!(c, '-' | ':' | ' ' | '|'))
}

/// The cells of a row: one bar at each end is its frame, and a bar behind a backslash is text.
pub(super) fn cells(row: &str) -> Vec<String> {
    let row = row.trim();
    let mut cells = vec![String::new()];
    let mut chars = row.strip_prefix('|').unwrap_or(row).chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.next_if_eq(&'|').is_some() => push(&mut cells, '|'),
            '|' => cells.push(String::new()),
            _ => push(&mut cells, c),
        }
    }
    if row.ends_with('|') && cells.len() > 1 {
        cells.pop();
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

fn push(cells: &mut [String], c: char) {
    if let Some(cell) = cells.last_mut() {
        cell.push(c);
    }
}

/// Reports whether a cell says anything: "-" and "—" do not.
pub(super) fn says_something(cell: &str) -> bool {
    cell.chars().any(char::is_alphanumeric)
}
