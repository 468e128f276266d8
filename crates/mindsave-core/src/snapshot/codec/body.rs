//! The Markdown below the front matter: Layer 3, the cold archive.
//!
//! A list item is written as people write it, with its further lines indented. Where that would
//! not read back exactly (control characters, a trailing newline, …) it is written as
//! `!json "…"`. The same holds for blocks of text, which stand in a fence longer than any inside.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::archive::{Archive, ToolCall};

const TITLE: &str = "## Layer 3: Cold Archive (debug only)";
const STEPS: &str = "Completed Steps";
const CHANGES: &str = "File Changes";
const CALLS: &str = "Recent Tool Calls";
const GRAPH: &str = "Execution DAG";
const NOTES: &str = "Notes";
/// The line of the front matter which says that an archive follows, and with which line it ends.
pub(in crate::snapshot) const PROMISE: &str = "# Layer 3: Cold Archive (below, up to its end mark)";
/// The line that ends an archive which was promised.
pub(super) const END: &str = "<!-- end of Layer 3 -->";
/// Begins an item that is written as a JSON string.
const EXACT: &str = "!json ";

/// Writes an archive as the Markdown of its layer; sections without content are left out.
///
/// This is what `/recall` shows and searches.
pub fn archive_text(archive: &Archive) -> String {
    let mut out = format!("{TITLE}\n");
    section_list(&mut out, STEPS, archive.completed_steps.iter().map(|step| item(step)));
    if let Some(changes) = &archive.file_changes {
        section(&mut out, CHANGES, &block("text", changes));
    }
    section_list(&mut out, CALLS, archive.tool_calls.iter().map(call));
    if let Some(dag) = &archive.execution_dag {
        section(&mut out, GRAPH, &fenced("mermaid", &dag.mermaid()));
    }
    if let Some(notes) = &archive.notes {
        section(&mut out, NOTES, &block("text", notes));
    }
    out
}

/// Writes what an archive holds without the headings around it: what a search looks through.
pub fn archive_content(archive: &Archive) -> String {
    let headings = [STEPS, CHANGES, CALLS, GRAPH, NOTES].map(|name| format!("### {name}"));
    let own = |line: &&str| *line == TITLE || headings.iter().any(|heading| heading == line);
    let text = archive_text(archive);
    let kept = text.lines().filter(|line| !own(line) && !line.is_empty());
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// Takes the end mark off and reports whether the archive goes on to its end.
///
/// A file written by hand promises no mark; of it only an open fence tells that something is missing.
pub(super) fn unmark(body: &str, promised: bool) -> (Cow<'_, str>, bool) {
    if !promised {
        return (Cow::Borrowed(body), !leaves_fence_open(body));
    }
    let mut at = 0;
    let (mut mark, mut fence) = (None, None);
    for line in body.split_inclusive('\n') {
        if !step_fence(&mut fence, line) && line.trim_end() == END {
            mark = Some(at..at + line.len());
        }
        at += line.len();
    }
    let Some(mark) = mark else { return (Cow::Borrowed(body), false) };
    let (before, behind) = (&body[..mark.start], &body[mark.end..]);
    let rest = if behind.is_empty() {
        Cow::Borrowed(before)
    } else {
        Cow::Owned(format!("{before}{behind}"))
    };
    let whole = !leaves_fence_open(&rest);
    (rest, whole)
}

fn leaves_fence_open(text: &str) -> bool {
    let mut fence = None;
    for line in text.split_inclusive('\n') {
        step_fence(&mut fence, line);
    }
    fence.is_some()
}

/// Notes where a fence opens and closes; reports whether the line belongs to one.
fn step_fence(fence: &mut Option<usize>, line: &str) -> bool {
    let ticks = line.chars().take_while(|&c| c == '`').count();
    let was_inside = fence.is_some();
    match *fence {
        Some(open) if ticks >= open && line.trim_end().len() == ticks => *fence = None,
        None if ticks >= 3 => *fence = Some(ticks),
        _ => {}
    }
    was_inside || fence.is_some()
}

/// Reads an archive; text under no heading we know becomes notes.
pub(super) fn decode(text: &str) -> Archive {
    let mut archive = Archive::default();
    let mut loose = String::new();
    for (heading, content) in sections(text) {
        match known(heading) {
            Some(STEPS) => {
                archive.completed_steps = items(content).into_iter().map(|i| plain(&i)).collect();
            }
            Some(CALLS) => {
                archive.tool_calls = items(content).iter().map(|i| read_call(i)).collect();
            }
            Some(CHANGES) => archive.file_changes = read_block(content),
            Some(NOTES) => archive.notes = read_block(content),
            // The picture of the graph is made from its file; what stands around it is somebody's.
            Some(GRAPH) => note(&mut loose, &without_picture(content)),
            Some(_) => note(&mut loose, content),
            None => {
                loose.push_str(heading);
                loose.push('\n');
                loose.push_str(content);
            }
        }
    }
    let loose = loose.trim();
    if !loose.is_empty() {
        let own = archive.notes.take().map_or(String::new(), |notes| notes + "\n\n");
        archive.notes = Some(own + loose);
    }
    archive
}

/// Adds text to the notes, on lines of its own.
fn note(loose: &mut String, text: &str) {
    if !text.trim().is_empty() {
        loose.push_str(text.trim_matches('\n'));
        loose.push_str("\n\n");
    }
}

/// Takes the pictures out: fences of Mermaid, as [`archive_text`] writes them.
fn without_picture(content: &str) -> String {
    let mut kept = String::new();
    let mut fence: Option<&str> = None;
    for line in content.split_inclusive('\n') {
        let bare = line.trim_end();
        let ticks = &bare[..bare.bytes().take_while(|&b| b == b'`').count()];
        match fence {
            Some(open) if bare == open => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 && bare[ticks.len()..].trim() == "mermaid" => {
                fence = Some(ticks);
            }
            None => kept.push_str(line),
        }
    }
    kept
}

fn section(out: &mut String, name: &str, content: &str) {
    let _ = write!(out, "\n### {name}\n{content}");
}

fn section_list(out: &mut String, name: &str, items: impl Iterator<Item = String>) {
    let mut lines = String::new();
    for (i, text) in items.enumerate() {
        let _ = writeln!(lines, "{}. {text}", i + 1);
    }
    if !lines.is_empty() {
        section(out, name, &lines);
    }
}

/// Writes one item: naturally if it reads back as it is, else exactly.
fn item(text: &str) -> String {
    let natural = text.replace('\n', "\n   ");
    let written = format!("1. {natural}\n");
    let back = items(&written);
    let same = !text.starts_with(EXACT) && back.len() == 1 && plain(&back[0]) == text;
    if same && !text.contains(unreadable) { natural } else { exact(text) }
}

fn call(call: &ToolCall) -> String {
    match call {
        ToolCall::Record(map) => Value::Object(map.clone()).to_string(),
        ToolCall::Text(text) if record(text).is_some() => exact(text),
        ToolCall::Text(text) => item(text),
    }
}

fn read_call(text: &str) -> ToolCall {
    record(text).map_or_else(|| ToolCall::Text(plain(text)), ToolCall::Record)
}

fn record(text: &str) -> Option<Map<String, Value>> {
    if text.starts_with('{') { serde_json::from_str(text).ok() } else { None }
}

fn exact(text: &str) -> String {
    format!("{EXACT}{}", Value::String(text.to_owned()))
}

/// Undoes [`exact`]; other text is as it stands.
fn plain(text: &str) -> String {
    let quoted = text.strip_prefix(EXACT).and_then(|json| serde_json::from_str(json).ok());
    quoted.unwrap_or_else(|| text.to_owned())
}

/// Characters that editors and Markdown readers show wrongly or not at all.
fn unreadable(c: char) -> bool {
    (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

fn block(language: &str, text: &str) -> String {
    let written = fenced(language, text);
    let same = read_block(&written).as_deref() == Some(text) && !text.contains(unreadable);
    if same { written } else { format!("{}\n", exact(text)) }
}

fn fenced(language: &str, text: &str) -> String {
    let longest = text.lines().map(|line| line.chars().take_while(|&c| c == '`').count()).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n")
}

/// Reads a block: what stands in a fence, an exact text, or the text as it is.
fn read_block(content: &str) -> Option<String> {
    let text = content.trim_matches('\n');
    if text.starts_with(EXACT) {
        return Some(plain(text.trim_end()));
    }
    let ticks = text.chars().take_while(|&c| c == '`').count();
    let fence = &text[..ticks];
    let inner = text.split_once('\n').map_or("", |(_, rest)| rest);
    let end = format!("\n{fence}");
    match inner.trim_end().strip_suffix(&end) {
        Some(inside) if ticks >= 3 => Some(inside.to_owned()),
        _ => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
    }
}

/// Splits the text at headings of level 2 and 3 outside fences.
fn sections(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let (mut heading, mut start, mut at) = ("", 0, 0);
    let mut fence: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let fenced = step_fence(&mut fence, line);
        if !fenced && (line.starts_with("## ") || line.starts_with("### ")) {
            found.push((heading, &text[start..at]));
            heading = line.trim_end();
            start = at + line.len();
        }
        at += line.len();
    }
    found.push((heading, &text[start..]));
    found.retain(|(heading, content)| !heading.is_empty() || !content.trim().is_empty());
    found
}

/// Recognises a heading of this version or an older one.
fn known(heading: &str) -> Option<&'static str> {
    let name = heading.trim_start_matches('#').trim().to_lowercase();
    match name.as_str() {
        "completed steps" | "已完成步骤" | "完成步骤" => Some(STEPS),
        "file changes" | "file change summary" | "文件变更" => Some(CHANGES),
        "recent tool calls" | "最近的工具调用" | "最近工具调用" => Some(CALLS),
        "execution dag" => Some(GRAPH),
        "notes" | "key context" => Some(NOTES),
        _ if name.starts_with("layer 3") => Some("title"),
        _ => None,
    }
}

/// Splits a list into its items: numbered or dashed lines, with the indented lines below them.
fn items(content: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in content.trim_end_matches('\n').split('\n') {
        if let Some(text) = bullet(line) {
            items.push(text.to_owned());
        } else if let (Some(last), Some(more)) = (items.last_mut(), continuation(line)) {
            last.push('\n');
            last.push_str(more);
        } else if !line.trim().is_empty() {
            items.push(line.trim().to_owned());
        }
    }
    for item in items.iter_mut().filter(|item| !item.starts_with(EXACT)) {
        item.truncate(item.trim_end().len());
    }
    items
}

/// Returns the text behind `12. `, `- ` or `* `.
fn bullet(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return line[digits..]
            .strip_prefix(". ")
            .or_else(|| line[digits..].strip_prefix(".").filter(|r| r.is_empty()));
    }
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))
}

fn continuation(line: &str) -> Option<&str> {
    if line.is_empty() { Some("") } else { line.strip_prefix("   ") }
}
