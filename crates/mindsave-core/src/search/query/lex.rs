//! Cuts a query into words, phrases, operators and parentheses.

/// A piece of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Anything between blanks.
    Text(&'a str),
    /// What stood between quotes.
    Quoted(&'a str),
    And,
    Or,
    Not,
    Open,
    Close,
}

/// Quotes by their beginning and end.
const QUOTES: [(char, char); 6] =
    [('"', '"'), ('“', '”'), ('「', '」'), ('『', '』'), ('«', '»'), ('＂', '＂')];

/// Reports whether a character begins or ends a quotation.
pub(super) fn is_quote(c: char) -> bool {
    QUOTES.iter().any(|&(begin, end)| c == begin || c == end)
}

/// Cuts a query; parentheses that have no partner are text.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let quoted = QUOTES.iter().find(|quote| quote.0 == c);
        let quoted = quoted.and_then(|quote| after.split_once(quote.1));
        if let Some((inside, behind)) = quoted {
            found.push((Piece::Quoted(inside), &rest[..0]));
            rest = behind.trim_start();
        } else if matches!(c, '(' | '（') {
            found.push((Piece::Open, &rest[..c.len_utf8()]));
            rest = after.trim_start();
        } else if matches!(c, ')' | '）') {
            found.push((Piece::Close, &rest[..c.len_utf8()]));
            rest = after.trim_start();
        } else {
            let end = end_of_text(rest);
            found.push((word(&rest[..end]), &rest[..end]));
            rest = rest[end..].trim_start();
        }
    }
    paired(found)
}

/// Where a piece of text ends: at a blank, a parenthesis, or a quote that has a partner.
fn end_of_text(text: &str) -> usize {
    let mut chars = text.char_indices();
    let first = chars.next().map_or(0, |(_, c)| c.len_utf8());
    let ends = |&(at, c): &(usize, char)| {
        let quote = QUOTES.iter().find(|quote| quote.0 == c);
        let quote = quote.is_some_and(|quote| text[at + c.len_utf8()..].contains(quote.1));
        c.is_whitespace() || matches!(c, '(' | ')' | '（' | '）') || quote
    };
    chars.find(ends).map_or(text.len(), |(at, _)| at).max(first)
}

fn word(text: &str) -> Piece<'_> {
    match text {
        "AND" => Piece::And,
        "OR" => Piece::Or,
        "NOT" => Piece::Not,
        _ => Piece::Text(text),
    }
}

/// Makes text of the parentheses that have no partner.
fn paired<'a>(found: Vec<(Piece<'a>, &'a str)>) -> Vec<Piece<'a>> {
    let mut open = Vec::new();
    let mut has_partner = vec![false; found.len()];
    for (at, (piece, _)) in found.iter().enumerate() {
        match piece {
            Piece::Open => open.push(at),
            Piece::Close => {
                if let Some(begin) = open.pop() {
                    has_partner[begin] = true;
                    has_partner[at] = true;
                }
            }
            _ => {}
        }
    }
    let kept = |(at, (piece, text)): (usize, (Piece<'a>, &'a str))| match piece {
        Piece::Open | Piece::Close if !has_partner[at] => Piece::Text(text),
        other => other,
    };
    found.into_iter().enumerate().map(kept).collect()
}
