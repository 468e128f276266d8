//! Tables: the heads of the columns tell the signs, the cells give the rules.

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
