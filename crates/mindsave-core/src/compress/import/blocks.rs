//! Blocks: wrapped lines joined to the bullet or the paragraph they belong to.

use super::lines::Line;
use crate::text::{has_han, is_ideograph};

/// A piece of a file that is read as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Title {
        level: usize,
        text: String,
    },
    Row(String),
    Item {
        indent: usize,
        text: String,
    },
    Text(String),
    /// What parts one list from the next.
    Break,
}

/// Joins lines to blocks, each with the number of its first line.
pub(super) fn blocks(lines: &[Line]) -> Vec<(usize, Block)> {
    let listed = lines.iter().any(|line| matches!(line, Line::Item(..)));
    let mut joiner = Joiner { listed, ..Joiner::default() };
    for (number, line) in (1..).zip(lines) {
        joiner.line(number, line);
    }
    joiner.blocks
}

#[derive(Default)]
struct Joiner {
    blocks: Vec<(usize, Block)>,
    /// Whether the file has lists; then other lines are prose.
    listed: bool,
    /// Whether nothing was read since the block above: a blank line, code or a comment.
    gap: bool,
    /// The indentation of the paragraph above.
    indent: usize,
}

impl Joiner {
    fn line(&mut self, number: usize, line: &Line) {
        match line {
            Line::Blank => {
                // A blank line ends a table, and without lists what a line with a colon introduced.
                let table = matches!(self.blocks.last(), Some((_, Block::Row(_))));
                if (table || !self.listed) && !self.gap {
                    self.blocks.push((number, Block::Break));
                }
                self.gap = true;
                return;
            }
            Line::Title(level, text) => {
                self.push(number, Block::Title { level: *level, text: text.clone() });
            }
            Line::Under(mark) => self.under(number, *mark),
            Line::Row(text) => self.push(number, Block::Row(text.clone())),
            Line::Item(indent, text) => {
                self.push(number, Block::Item { indent: *indent, text: text.clone() });
            }
            Line::Text(indent, text) => self.text(number, *indent, text),
        }
        self.gap = false;
    }

    fn push(&mut self, number: usize, block: Block) {
        self.blocks.push((number, block));
    }

    /// A line of marks makes the paragraph above it a title, or parts what is above from below.
    fn under(&mut self, number: usize, mark: char) {
        let gap = self.gap;
        let titled = mark == '=' || mark == '-' && self.listed;
        match self.blocks.last_mut() {
            Some((_, block)) if titled && !gap && matches!(block, Block::Text(_)) => {
                let Block::Text(text) = block else { return };
                let level = if mark == '=' { 1 } else { 2 };
                *block = Block::Title { level, text: std::mem::take(text) };
            }
            _ => self.push(number, Block::Break),
        }
    }

    fn text(&mut self, number: usize, indent: usize, text: &str) {
        let gap = self.gap;
        if let Some(item) = self.item_above(indent, text) {
            join(item, text, gap);
            return;
        }
        let wraps = !gap && (self.listed || indent > self.indent);
        match self.blocks.last_mut() {
            Some((_, Block::Text(above))) if wraps => join(above, text, false),
            _ => {
                self.indent = indent;
                self.push(number, Block::Text(text.to_owned()));
            }
        }
    }

    /// The bullet a line goes on: the one above, or after a gap the last one it stands under.
    fn item_above(&mut self, indent: usize, text: &str) -> Option<&mut String> {
        // A line with a colon at the margin introduces the next list.
        let introduces = indent == 0 && text.ends_with([':', '：']);
        let gap = self.gap;
        let mut items = self.blocks.iter_mut().rev().map_while(|(_, block)| match block {
            Block::Item { indent, text } => Some((*indent, text)),
            _ => None,
        });
        items.find(|(own, _)| if gap { *own < indent } else { !introduces }).map(|(_, text)| text)
    }
}

/// Adds a line; a paragraph of its own is parted from what is above.
fn join(above: &mut String, text: &str, paragraph: bool) {
    let wide = |c: Option<char>| c.is_some_and(|c| is_ideograph(c) || "，。；：、！？".contains(c));
    let (last, first) = (above.chars().next_back(), text.chars().next());
    let open = last.is_some_and(|c| c.is_alphanumeric() || matches!(c, '`' | '*' | ')' | '）'));
    if paragraph && open {
        above.push_str(if has_han(above) { "。" } else { ". " });
    } else if !(above.is_empty() || wide(last) && wide(first)) {
        above.push(' ');
    }
    above.push_str(text);
}
