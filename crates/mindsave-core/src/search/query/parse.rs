//! From the pieces of a query to its tree.

use super::Node;
use super::lex::{Piece, is_quote, pieces};
use super::terms::{Phrase, bag, prefix};

/// How deep parentheses may stand in one another; deeper ones are passed over.
const DEEPEST: usize = 20;

/// Reads a query; nothing when there is nothing in it.
pub(super) fn parse(text: &str) -> Option<Node> {
    let pieces = pieces(text);
    let mut parser = Parser { pieces: &pieces, at: 0, depth: 0 };
    let mut found = Vec::new();
    while parser.at < pieces.len() {
        found.extend(parser.any());
        // Only a parenthesis that closes too deep a one ends a query early.
        parser.at += 1;
    }
    join(found, |nodes| Node::All(nodes, Vec::new())).or_else(|| nothing_but_marks(text))
}

/// Reads a query that has none but operators and marks: it is text, unless it is blank.
fn nothing_but_marks(text: &str) -> Option<Node> {
    if text.chars().all(|c| c.is_whitespace() || is_quote(c)) {
        return None;
    }
    let words = bag(&[text]);
    if words.is_empty() { literal(&[text]) } else { Some(Node::Words(words)) }
}

struct Parser<'a> {
    pieces: &'a [Piece<'a>],
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Piece<'a>> {
        self.pieces.get(self.at).copied()
    }

    /// Whether nothing stands behind this piece that it could be about.
    fn is_last(&self) -> bool {
        let next = self.pieces.get(self.at + 1);
        matches!(next, None | Some(Piece::And | Piece::Or | Piece::Close))
    }

    /// `a OR b`
    fn any(&mut self) -> Option<Node> {
        let mut found: Vec<Node> = self.all().into_iter().collect();
        while self.peek() == Some(Piece::Or) {
            self.at += 1;
            found.extend(self.all());
        }
        join(found, Node::Any)
    }

    /// `a AND b`
    fn all(&mut self) -> Option<Node> {
        let mut found: Vec<Node> = self.side_by_side().into_iter().collect();
        while self.peek() == Some(Piece::And) {
            self.at += 1;
            found.extend(self.side_by_side());
        }
        join(found, |nodes| Node::All(nodes, Vec::new()))
    }

    /// `a b "c d" (e) NOT f`
    fn side_by_side(&mut self) -> Option<Node> {
        let (mut text, mut musts, mut words) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(piece) = self.peek() {
            match piece {
                Piece::And | Piece::Or | Piece::Close => break,
                Piece::Text(word) => {
                    self.at += 1;
                    match prefix(word) {
                        Some(term) => words.push(term),
                        None => text.push(word),
                    }
                }
                Piece::Not if self.is_last() => {
                    self.at += 1;
                    text.push("NOT");
                }
                _ => musts.extend(self.item()),
            }
        }
        words.extend(bag(&text));
        let only_refusals = musts.iter().all(|node| matches!(node, Node::Not(_)));
        if only_refusals && !words.is_empty() {
            musts.insert(0, Node::Words(std::mem::take(&mut words)));
        }
        match musts.len() {
            0 => literal(&text),
            1 if words.is_empty() => musts.pop(),
            _ => Some(Node::All(musts, words)),
        }
    }

    /// A phrase, a group, or the refusal of an item.
    fn item(&mut self) -> Option<Node> {
        let piece = self.peek()?;
        self.at += 1;
        match piece {
            Piece::Quoted(text) => Phrase::of(text).map(Node::Phrase),
            Piece::Text(text) => match prefix(text) {
                Some(term) => Some(Node::Words(vec![term])),
                None => nothing_but_marks(text),
            },
            Piece::Not => self.item().map(|node| match node {
                Node::Not(inside) => *inside,
                node => Node::Not(Box::new(node)),
            }),
            Piece::Open => self.group(),
            Piece::And | Piece::Or | Piece::Close => None,
        }
    }

    fn group(&mut self) -> Option<Node> {
        self.depth += 1;
        let inside = if self.depth > DEEPEST { None } else { self.any() };
        self.depth -= 1;
        if self.peek() == Some(Piece::Close) {
            self.at += 1;
        }
        inside
    }
}

/// Text without a letter, such as `***`, is looked for as it stands.
fn literal(text: &[&str]) -> Option<Node> {
    Phrase::of(&text.join(" ")).map(Node::Phrase)
}

fn join(mut nodes: Vec<Node>, several: impl FnOnce(Vec<Node>) -> Node) -> Option<Node> {
    if nodes.len() > 1 { Some(several(nodes)) } else { nodes.pop() }
}
