//! Reads rules out of instruction files: CLAUDE.md, AGENTS.md, .cursorrules, *.mdc, plain lists.
//!
//! Headings, ✅ and ❌, do and don't sections, tables and nested bullets carry polarity and scope;
//! what they say is written into each rule, so that it can stand alone. Code blocks are no rules.

use serde::Serialize;

use crate::text::has_han;

/// A rule found in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// The rule, with what its surroundings say of it.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
}

/// What a heading, a mark or a column says of the rules below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Do,
    Dont,
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
    let mut reader = Reader { listed: has_list(file), ..Reader::default() };
    for (number, line) in (1..).zip(body(file)) {
        reader.line(number, line);
    }
    reader.rules
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

fn has_list(file: &str) -> bool {
    body(file).any(|line| bullet(line).is_some())
}

#[derive(Default)]
struct Reader {
    rules: Vec<Imported>,
    /// Whether the file has lists; then other lines are prose.
    listed: bool,
    fence: Option<String>,
    heading: Option<Sign>,
    scope: Option<String>,
    /// The indentation, sign and text of the bullets above.
    above: Vec<(usize, Option<Sign>, String)>,
    /// The signs of the columns of the table above.
    columns: Vec<Option<Sign>>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let text = line.trim();
        if self.in_code(text) || text.is_empty() || text.starts_with("<!--") {
            return;
        }
        if let Some(title) = text.strip_prefix('#') {
            return self.title(title.trim_start_matches('#').trim());
        }
        if text.starts_with('|') {
            return self.row(number, text);
        }
        self.columns.clear();
        let indent = line.len() - line.trim_start().len();
        match bullet(line) {
            Some(text) => self.item(number, indent, text),
            // A line that ends with a colon introduces a list and gives it its sign.
            None if text.ends_with([':', '：']) => self.heading = sign_of(text).or(self.heading),
            None if !self.listed => self.add(number, text, sign_of_mark(text)),
            None => {}
        }
    }

    fn in_code(&mut self, text: &str) -> bool {
        let ticks: String = text.chars().take_while(|c| matches!(c, '`' | '~')).collect();
        match &self.fence {
            Some(open) => {
                if ticks.starts_with(open.as_str()) && text.len() == ticks.len() {
                    self.fence = None;
                }
                true
            }
            None if ticks.len() >= 3 => {
                self.fence = Some(ticks);
                true
            }
            None => false,
        }
    }

    fn title(&mut self, title: &str) {
        self.heading = sign_of(title);
        self.above.clear();
        let path = title.split_whitespace().map(|word| word.trim_matches(['`', ':', '(', ')']));
        self.scope =
            path.into_iter().find(|word| word.contains('/') && word.len() > 2).map(str::to_owned);
    }

    fn item(&mut self, number: usize, indent: usize, text: &str) {
        self.above.retain(|(own, _, _)| *own < indent);
        let own = sign_of_mark(text);
        if text.ends_with([':', '：']) {
            let sign = own.or_else(|| sign_of(text));
            self.above.push((indent, sign, plain(text).to_owned()));
            return;
        }
        let inherited = self.above.iter().rev().find_map(|(_, sign, _)| *sign).or(self.heading);
        self.add(number, text, own.or(inherited));
        self.above.push((indent, own, plain(text).to_owned()));
    }

    /// A row of a table: the head tells the signs, the rows give the rules.
    fn row(&mut self, number: usize, text: &str) {
        let cells: Vec<&str> = text.trim_matches('|').split('|').map(str::trim).collect();
        if cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | ' '))) {
            return;
        }
        if self.columns.is_empty() {
            self.columns = cells.iter().map(|cell| sign_of(cell).or(sign_of_mark(cell))).collect();
            return;
        }
        let signs = self.columns.clone();
        for (cell, sign) in cells.iter().zip(signs) {
            if sign.is_some() && !cell.is_empty() {
                self.add(number, cell, sign);
            }
        }
    }

    fn add(&mut self, number: usize, text: &str, sign: Option<Sign>) {
        let text = plain(text);
        if text.is_empty() {
            return;
        }
        let mut rule = match sign {
            Some(Sign::Dont) if !refuses(text) => refuse(text),
            _ => text.to_owned(),
        };
        if let Some(scope) = &self.scope {
            rule = if has_han(&rule) {
                format!("在 {scope} 中{rule}")
            } else {
                format!("{rule} (in {scope})")
            };
        }
        self.rules.push(Imported { text: rule, line: number });
    }
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

/// Takes marks, check boxes and emphasis off a rule.
fn plain(text: &str) -> &str {
    const MARKS: [&str; 14] =
        ["✅", "❌", "✓", "✔️", "✔", "✗", "✘", "🚫", "⛔", "⚠️", "👍", "👎", "[ ]", "[x]"];
    let mut text = text.trim();
    while let Some(rest) = MARKS.iter().find_map(|mark| text.strip_prefix(mark)) {
        text = rest.trim_start_matches([' ', ':', '：']).trim_start();
    }
    text
}

/// What the mark before a rule says.
fn sign_of_mark(text: &str) -> Option<Sign> {
    const YES: [&str; 5] = ["✅", "✓", "✔", "👍", "[x]"];
    const NO: [&str; 6] = ["❌", "✗", "✘", "🚫", "⛔", "👎"];
    let text = text.trim_start_matches(['*', ' ']);
    if YES.iter().any(|mark| text.starts_with(mark)) {
        Some(Sign::Do)
    } else if NO.iter().any(|mark| text.starts_with(mark)) {
        Some(Sign::Dont)
    } else {
        None
    }
}

/// Words of headings above what is refused.
const NO: [&str; 26] = [
    "dont",
    "do not",
    "never",
    "avoid",
    "forbidden",
    "prohibited",
    "not allowed",
    "bad",
    "anti patterns",
    "antipatterns",
    "banned",
    "dont use",
    "do not use",
    "donts",
    "must not",
    "禁止",
    "不要",
    "避免",
    "严禁",
    "不允许",
    "禁用",
    "不得",
    "切勿",
    "反模式",
    "不推荐",
    "不该做",
];
/// Words of headings above what is asked for.
const YES: [&str; 17] = [
    "do",
    "dos",
    "always",
    "use",
    "good",
    "prefer",
    "preferred",
    "must",
    "required",
    "应该",
    "必须",
    "推荐",
    "使用",
    "要做",
    "应当",
    "允许",
    "提倡",
];

/// What a heading says of the rules below it.
fn sign_of(title: &str) -> Option<Sign> {
    let folded: String = title.to_lowercase().replace(['\'', '’'], "");
    let words: String = folded.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let words = format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "));
    let has = |list: &[&str]| {
        list.iter().any(|word| {
            if word.is_ascii() {
                words.contains(&format!(" {word} "))
            } else {
                words.contains(word)
            }
        })
    };
    if title.contains('❌') || has(&NO) {
        Some(Sign::Dont)
    } else if title.contains('✅') || has(&YES) {
        Some(Sign::Do)
    } else {
        None
    }
}

/// Reports whether a rule refuses something in its own words already.
fn refuses(text: &str) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    let first = ["no ", "not ", "never ", "don't ", "do not ", "avoid ", "stop "];
    let han = ["不", "禁", "勿", "避免", "别", "严禁"];
    first.iter().any(|word| lower.starts_with(word))
        || han.iter().any(|word| text.starts_with(word))
}

/// Writes a refusal into a rule: before a verb "don't", before a thing "no", in Chinese 不要.
fn refuse(text: &str) -> String {
    const VERBS: [&str; 40] = [
        "use",
        "add",
        "write",
        "create",
        "commit",
        "push",
        "import",
        "call",
        "run",
        "edit",
        "modify",
        "change",
        "delete",
        "remove",
        "install",
        "introduce",
        "put",
        "store",
        "log",
        "print",
        "mock",
        "skip",
        "disable",
        "mix",
        "rely",
        "hardcode",
        "hard-code",
        "expose",
        "return",
        "throw",
        "catch",
        "swallow",
        "ignore",
        "touch",
        "rename",
        "merge",
        "rebase",
        "squash",
        "deploy",
        "copy",
    ];
    let mut chars = text.chars();
    let lowered = match chars.next() {
        Some(first) if chars.as_str().starts_with(char::is_lowercase) => {
            first.to_lowercase().collect::<String>() + chars.as_str()
        }
        _ => text.to_owned(),
    };
    let word = lowered.split_whitespace().next().unwrap_or_default();
    if has_han(text) {
        format!("不要{text}")
    } else if VERBS.contains(&word) {
        format!("don't {lowered}")
    } else {
        format!("no {text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(file: &str) -> Vec<String> {
        import_rules(file).into_iter().map(|rule| rule.text).collect()
    }

    #[test]
    fn marks_headings_tables_and_nesting_carry_the_sense() {
        let file = "---\nglobs: \"*.ts\"\n---\n# Guide\nprose that is no rule\n- ✅ pnpm\n- ❌ npm\n- Avoid:\n  - jQuery\n  - Use `any`\n\
            - Always:\n  1. write tests\n\n| Use | Don't use |\n|---|---|\n| Vitest | Jest |\n| zod | |\n\n## 禁止\n- 使用 Tailwind\n- 不要直接推 main\n\
            ## Rules for `src/api/`\n* wrap errors\n";
        assert_eq!(
            rules(file),
            [
                "pnpm",
                "no npm",
                "no jQuery",
                "don't use `any`",
                "write tests",
                "Vitest",
                "no Jest",
                "zod",
                "不要使用 Tailwind",
                "不要直接推 main",
                "wrap errors (in src/api/)",
            ]
        );
    }

    #[test]
    fn a_plain_list_without_bullets_is_rules_line_by_line() {
        assert_eq!(rules("no tailwind\n\n使用 pnpm\n"), ["no tailwind", "使用 pnpm"]);
        assert_eq!(import_rules("a\n\nb")[1].line, 3);
    }

    #[test]
    fn code_is_no_rule() {
        assert_eq!(
            rules("- use pnpm\n~~~sh\n- npm i\n~~~\n````\n```\n- x\n````\n- 写测试\n"),
            ["use pnpm", "写测试"]
        );
    }
}
