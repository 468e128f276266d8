//! Reads rules out of instruction files: CLAUDE.md, AGENTS.md, .cursorrules, *.mdc, plain lists.
//!
//! Headings, ✅ and ❌, do and don't sections, tables and nested bullets carry polarity and scope;
//! what they say is written into each rule, so that it can stand alone. Wrapped lines belong to
//! their bullet. Code blocks and comments are no rules.

mod blocks;
mod lines;
mod marks;
mod prose;
mod refusal;
mod signs;
mod table;
#[cfg(test)]
mod tests;
mod words;

use serde::Serialize;

use self::blocks::Block;
use self::marks::{Sign, plain, sign_of_mark, without_emphasis, without_struck};
use self::refusal::{is_verb, refuse, refuses, released};
use self::signs::Lead;
use self::table::Column;
use crate::text::has_han;

/// A rule found in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// The rule, with what its surroundings say of it.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
}

/// Finds the rules of a file.
///
/// ```
/// use mindsave_core::compress::import_rules;
///
/// let file = "# Rules\n\n## Don't\n- use Tailwind\n- ❌ default exports\n\n```sh\nnpm install\n```\n## 必须\n- 用 pnpm\n";
/// let rules: Vec<String> = import_rules(file).into_iter().map(|rule| rule.text).collect();
/// assert_eq!(rules, ["don't use Tailwind", "no default exports", "用 pnpm"]);
/// ```
pub fn import_rules(file: &str) -> Vec<Imported> {
    let blocks = blocks::blocks(&lines::lines(file));
    let listed = blocks.iter().any(|(_, block)| matches!(block, Block::Item { .. }));
    let mut reader = Reader { listed, ..Reader::default() };
    for (i, (number, block)) in blocks.iter().enumerate() {
        reader.block(*number, block, blocks.get(i + 1).map(|(_, below)| below));
    }
    reader.rules
}

/// A heading above: its level, what it says, and the path it names.
struct Heading {
    level: usize,
    lead: Lead,
    path: Option<String>,
}

#[derive(Default)]
struct Reader {
    rules: Vec<Imported>,
    /// Whether the file has lists; then other lines are prose.
    listed: bool,
    headings: Vec<Heading>,
    /// What the line with a colon above says, and whether rules have followed it.
    intro: Option<Lead>,
    intro_used: bool,
    /// The indentation of the bullets above and what they say of those under them.
    above: Vec<(usize, Lead)>,
    /// What the heads of the table above say.
    columns: Vec<Column>,
}

impl Reader {
    fn block(&mut self, number: usize, block: &Block, below: Option<&Block>) {
        if !matches!(block, Block::Row(_)) {
            self.columns.clear();
        }
        match block {
            Block::Title { level, text } => self.title(*level, text),
            Block::Row(text) => self.row(number, &without_struck(text)),
            Block::Item { indent, text } => {
                let text = &without_struck(text);
                let parent =
                    matches!(below, Some(Block::Item { indent: under, .. }) if under > indent);
                self.item(number, *indent, text, parent);
            }
            Block::Text(text) => self.text(number, &without_struck(text)),
            Block::Break => self.end_intro(),
        }
    }

    fn title(&mut self, level: usize, title: &str) {
        self.above.clear();
        self.intro = None;
        self.headings.retain(|heading| heading.level < level);
        let lead = signs::heading(title.trim_end_matches([':', '：']));
        self.headings.push(Heading { level, lead, path: path_in(title) });
    }

    fn text(&mut self, number: usize, text: &str) {
        self.above.clear();
        let plain_text = without_emphasis(text);
        if plain_text.ends_with([':', '：']) {
            self.intro = Some(introduction(&plain_text));
            self.intro_used = false;
        } else if self.listed {
            self.end_intro();
            self.prose(number, &plain_text);
        } else {
            self.rule(number, text);
        }
    }

    /// Beside lists only the sentences of prose are rules that order or refuse something.
    ///
    /// The heading's sign turns an order round, and nothing else: "Use moment" under "Don't".
    fn prose(&mut self, number: usize, text: &str) {
        let intro = self.intro.take();
        let sign = self.headings.iter().rev().find_map(|heading| heading.lead.sign);
        for sentence in prose::rules(text) {
            let verb = sentence.split(' ').next().is_some_and(|word| is_verb(&word.to_lowercase()));
            self.add(number, sentence, sign.filter(|_| verb));
        }
        self.intro = intro;
    }

    /// Prose or a line of dashes ends what a line with a colon introduced, once rules followed it.
    fn end_intro(&mut self) {
        if self.intro_used {
            self.intro = None;
        }
    }

    fn item(&mut self, number: usize, indent: usize, text: &str, parent: bool) {
        self.above.retain(|(own, _)| *own < indent);
        let words = plain(text);
        if words.is_empty() {
            return;
        }
        let sign = sign_of_mark(&without_emphasis(text));
        if words.ends_with([':', '：']) || parent && signs::is_place(&words) {
            let mut lead = signs::lead_in(&words);
            if lead.scope.is_none() && !signs::is_sign(&words) {
                lead.scope = Some(words.trim_end_matches([':', '：', ' ']).to_owned());
            }
            lead.sign = sign.or(lead.sign);
            self.above.push((indent, lead));
            return;
        }
        self.rule(number, text);
        self.above.push((indent, Lead { sign, scope: None }));
    }

    /// A row of a table: the head tells the signs, the rows give the rules.
    fn row(&mut self, number: usize, text: &str) {
        if table::is_ruler(text) {
            return;
        }
        let cells = table::cells(text);
        if self.columns.is_empty() {
            let heads: Vec<String> = cells.iter().map(|cell| without_emphasis(cell)).collect();
            self.columns = table::columns(&heads);
            return;
        }
        let columns = self.columns.clone();
        let thing = columns.iter().position(|column| column.sign.is_none());
        let thing = thing.and_then(|at| cells.get(at)).filter(|cell| table::says_something(cell));
        for (cell, column) in cells.iter().zip(columns).filter(|(_, column)| column.sign.is_some())
        {
            match (thing, table::answer(cell)) {
                (Some(thing), Some((yes, added))) => {
                    let note = if added.is_empty() { String::new() } else { format!(" ({added})") };
                    let sign = if yes { column.sign } else { column.denied };
                    self.add(number, &format!("{thing}{note}"), sign);
                }
                (None, Some(_)) => {}
                _ if table::says_something(cell) => self.add(number, cell, column.sign),
                _ => {}
            }
        }
    }

    /// Adds a rule with the sign of its own mark or of what stands above it.
    fn rule(&mut self, number: usize, text: &str) {
        self.intro_used = true;
        let bare = plain(text);
        let label = signs::labelled(&bare);
        let own = label.map(|(sign, _)| sign).or_else(|| sign_of_mark(&without_emphasis(text)));
        let leads = self.above.iter().rev().map(|(_, lead)| lead).chain(&self.intro);
        let mut leads = leads.chain(self.headings.iter().rev().map(|heading| &heading.lead));
        let inherited = leads.find_map(|lead| lead.sign);
        self.add(number, label.map_or(text, |(_, rule)| rule), own.or(inherited));
    }

    fn add(&mut self, number: usize, text: &str, sign: Option<Sign>) {
        let text = plain(text);
        if text.is_empty() {
            return;
        }
        let leads = self.headings.iter().map(|heading| &heading.lead).chain(&self.intro);
        let leads = leads.chain(self.above.iter().map(|(_, lead)| lead));
        let scopes: Vec<&str> = leads.filter_map(|lead| lead.scope.as_deref()).collect();
        let mut rule = scoped(&scopes, &text, sign);
        if let Some(path) = self.headings.iter().rev().find_map(|heading| heading.path.as_ref()) {
            rule = if has_han(&rule) {
                format!("在 {path} 中{rule}")
            } else {
                format!("{rule} (in {path})")
            };
        }
        self.rules.push(Imported { text: rule, line: number });
    }
}

/// What a line with a colon says of the list below it, by its last sentence.
///
/// One that refuses something in words of its own gives these words to each rule.
fn introduction(text: &str) -> Lead {
    let text = text.trim_end_matches([':', '：', ' ']);
    let start = text.rfind(['。', '！', '？']).map(|at| at + '。'.len_utf8());
    let start = start.or_else(|| text.rfind(". ").map(|at| at + 2)).unwrap_or_default();
    let sentence = text[start..].trim();
    let mut lead = signs::lead_in(sentence);
    if lead == Lead::default() && signs::mentions_refusal(sentence) {
        lead.scope = Some(plain(sentence));
    }
    lead
}

/// Writes scopes before a rule, and the refusal where it reads: "In tests: no Jest".
fn scoped(scopes: &[&str], text: &str, sign: Option<Sign>) -> String {
    let lead: String = scopes.iter().map(|scope| prefix(scope)).collect();
    if let Some(sign) = sign.filter(|sign| !matches!(sign, Sign::Do | Sign::Dont)) {
        return lead + &released(text, sign);
    }
    let refused = sign == Some(Sign::Dont);
    let said = refuses(text) || scopes.iter().any(|scope| refuses(scope));
    if !refused || said {
        return lead + text;
    }
    let first = scopes.first().and_then(|scope| scope.split_whitespace().next());
    if first.is_some_and(|word| is_verb(&word.to_lowercase())) {
        return refuse(&(lead + text));
    }
    lead + &refuse(text)
}

/// A scope before a rule; a Chinese place gets its 在, without which it would read as a thing.
fn prefix(scope: &str) -> String {
    if !has_han(scope) {
        return format!("{scope}: ");
    }
    let place = scope.ends_with(['中', '里', '内', '时']) && !scope.contains('在');
    if place { format!("在{scope}：") } else { format!("{scope}：") }
}

/// The path a heading names: `src/api/`, in code or in small letters.
fn path_in(title: &str) -> Option<String> {
    let is_path = |word: &&str| {
        let bare = word.trim_matches(['`', ':', '(', ')']);
        let small = bare.to_lowercase() == bare && bare != "and/or";
        bare.contains('/') && bare.len() > 2 && (word.contains('`') || small)
    };
    let word = title.split_whitespace().find(is_path)?;
    Some(word.trim_matches(['`', ':', '(', ')']).to_owned())
}
