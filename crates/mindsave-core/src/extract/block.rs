//! The blocks of a text: paragraphs and list items as running text, each with its lines.
//!
//! Code blocks, quotations and tables are somebody else's words or no prose: they are left out.

use super::grammar::is_han;

/// A line shorter than this, in columns, was ended on purpose and not wrapped.
const WRAPPED: usize = 60;

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Prose,
    Heading,
    Item,
    /// An item with an empty box: not done.
    Open,
    /// An item with a ticked box: done.
    Ticked,
}

/// One block as running text.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) form: Form,
    pub(super) text: String,
    /// Where each of its lines begins in the text, and its number in the whole, from 1.
    lines: Vec<(usize, usize)>,
}

impl Block {
    /// Returns the number of the line a place of the text stands in.
    pub(super) fn line_of(&self, at: usize) -> usize {
        let behind = self.lines.partition_point(|(start, _)| *start <= at);
        self.lines.get(behind.saturating_sub(1)).map_or(1, |(_, line)| *line)
    }

    /// The numbers of its lines, from 1.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> {
        self.lines.iter().map(|(_, number)| *number)
    }

    fn add(&mut self, line: &str, number: usize) {
        if let Some(last) = self.text.chars().next_back() {
            let start = self.lines.last().map_or(0, |(start, _)| *start);
            let wrapped = columns(&self.text[start..]) >= WRAPPED;
            let han = is_han(last) && line.starts_with(is_han);
            match wrapped {
                true if han => {}
                true => self.text.push(' '),
                false => self.text.push('\n'),
            }
        }
        self.lines.push((self.text.len(), number));
        self.text.push_str(line);
    }
}

/// Cuts a text into its blocks.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut open, mut fence) = (false, None);
    for (number, raw) in (1..).zip(text.lines()) {
        let line = raw.trim();
        let mark = fence_of(line);
        if fence.is_some() || mark.is_some() {
            fence = if fence.is_none() { mark } else { fence.filter(|own| Some(*own) != mark) };
            open = false;
        } else if line.is_empty()
            || line.starts_with(['>', '|'])
            || is_rule(line)
            || !open && is_code(raw, blocks.last())
        {
            open = false;
        } else {
            let (form, rest) = form_of(line);
            let block = blocks.last_mut().filter(|_| open && form == Form::Prose);
            if let Some(block) = block {
                block.add(rest, number);
            } else {
                let mut block = Block { form, text: String::new(), lines: Vec::new() };
                block.add(rest, number);
                blocks.push(block);
            }
            open = form != Form::Heading;
        }
    }
    blocks
}

fn columns(text: &str) -> usize {
    text.chars().map(|c| 1 + usize::from(is_han(c))).sum()
}

/// The mark that opens or closes a block of code; backticks behind backticks are code in a line.
fn fence_of(line: &str) -> Option<&'static str> {
    let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark))?;
    let inline = mark == "```" && line.trim_start_matches('`').contains('`');
    (!inline).then_some(mark)
}

/// A line of code by its indentation: one that neither begins an item nor stands under one.
fn is_code(raw: &str, above: Option<&Block>) -> bool {
    let listed = above.is_some_and(|block| !matches!(block.form, Form::Prose | Form::Heading));
    let indented = raw.starts_with("    ") || raw.starts_with('\t');
    indented && above.is_some() && !listed && item_of(raw.trim()).is_none()
}

/// A line of dashes and the like.
fn is_rule(line: &str) -> bool {
    line.chars().all(|c| matches!(c, '-' | '=' | '*' | '_' | ' '))
}

fn form_of(line: &str) -> (Form, &str) {
    let heading = line.trim_start_matches('#');
    if heading.len() < line.len() && heading.starts_with(' ') {
        return (Form::Heading, heading.trim());
    }
    let Some(item) = item_of(line) else { return (Form::Prose, line) };
    for (mark, form) in [("[ ]", Form::Open), ("[x]", Form::Ticked), ("[X]", Form::Ticked)] {
        if let Some(rest) = item.strip_prefix(mark) {
            return (form, rest.trim());
        }
    }
    (Form::Item, item)
}

/// Returns what stands behind the mark of a list item.
fn item_of(line: &str) -> Option<&str> {
    let bullet = line.strip_prefix(['-', '*', '+', '•', '·']);
    if let Some(rest) = bullet.filter(|rest| rest.starts_with([' ', '\t'])) {
        return Some(rest.trim());
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == line.len() {
        return None;
    }
    if let Some(rest) = rest.strip_prefix(['、', '）']) {
        return Some(rest.trim());
    }
    let rest = rest.strip_prefix(['.', ')'])?;
    rest.starts_with(' ').then(|| rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_quotations_and_tables_are_left_out_and_lines_are_counted() {
        let text = "One.\n\n```\ncode\n```\n> quoted\n| a |\n- [x] done\n- [ ] open\n1. first\n# Head\n末尾";
        let found: Vec<_> = blocks(text)
            .into_iter()
            .map(|block| (block.form, block.line_of(0), block.text))
            .collect();
        let expected = [
            (Form::Prose, 1, "One."),
            (Form::Ticked, 8, "done"),
            (Form::Open, 9, "open"),
            (Form::Item, 10, "first"),
            (Form::Heading, 11, "Head"),
            (Form::Prose, 12, "末尾"),
        ];
        assert_eq!(found, expected.map(|(form, line, text)| (form, line, text.to_owned())));
    }

    #[test]
    fn code_in_a_line_opens_no_block_and_indented_code_is_none() {
        let texts = |text: &str| -> Vec<String> {
            blocks(text).into_iter().map(|block| block.text).collect()
        };
        assert_eq!(texts("```cargo test```\n\nUse pnpm.\n\n用 zod。").len(), 3);
        assert_eq!(
            texts("Run it:\n\n    npm install\n    npm test\n\nDone."),
            ["Run it:", "Done."]
        );
        assert_eq!(texts("运行：\n\n\tnpm test\n\n完成。"), ["运行：", "完成。"]);
        assert_eq!(texts("- one\n\n    still one"), ["one", "still one"]);
        assert_eq!(texts("    alone"), ["alone"]);
    }

    #[test]
    fn a_wrapped_line_goes_on_and_a_short_one_ends() {
        let long = "a".repeat(70);
        let text = blocks(&format!("{long}\nb\nc"));
        assert_eq!(text[0].text, format!("{long} b\nc"));
        assert_eq!(text[0].line_of(text[0].text.len() - 1), 3);
        let long = "长".repeat(40);
        assert_eq!(blocks(&format!("{long}\n短"))[0].text, format!("{long}短"));
    }
}
