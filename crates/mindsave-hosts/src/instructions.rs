//! The marked section of an instructions file (`CLAUDE.md`, `AGENTS.md`, `GEMINI.md`). Source: seed 002.
//!
//! Between two comments stands what the agent should know; outside of them not a byte changes.

use mindsave::{Budget, Error, ErrorKind, FileStore, MindSave, Result, Store};
use mindsave_store::{Durability, Expect, Key};

use crate::setup::files;

/// The line the section begins with.
const BEGIN: &str = "<!-- MIND:CONTEXT - Auto-generated. Do not edit. -->";
/// How a line begins that begins a section, whoever wrote it.
const BEGINS: &str = "<!-- MIND:CONTEXT";
/// The line it ends with.
const END: &str = "<!-- MIND:END -->";
/// The most characters of its content: the file is read at every start.
const CHARS_MAX: usize = 1_500;
/// What tells when it was made, which alone is no reason to write the file.
const CAPTURED: &str = "Last captured: ";

/// Puts a content into the marked section; a file without one gets it at its end.
///
/// ```
/// use mindsave_hosts::instructions::with_section;
///
/// let text = with_section("# Rules\n", "- Goal: 修复登录", "2026-05-10 14:30")?;
/// assert!(text.starts_with("# Rules\n\n<!-- MIND:CONTEXT"));
/// let again = with_section(&text, "- Goal: 修复登录", "2026-05-10 15:00")?;
/// assert_eq!(again, text, "nothing but the time would change");
/// # Ok::<(), mindsave::Error>(())
/// ```
///
/// # Errors
/// `invalid_input` when the marks are unbalanced, stand twice, or stand in a quotation.
pub fn with_section(text: &str, content: &str, captured: &str) -> Result<String> {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let body = safe(content);
    let made = format!("{BEGIN}\n## Memory: Active\n{CAPTURED}{captured}\n\n{body}{END}");
    let made = made.replace('\n', line_end);
    let Some(span) = section(text)? else {
        let (gap, tail) = match text {
            "" => (String::new(), line_end),
            text if text.ends_with('\n') => (line_end.to_owned(), line_end),
            // The file ends without a line end with the section as well, so that it is known later.
            _ => (line_end.repeat(2), ""),
        };
        return Ok(format!("{text}{gap}{made}{tail}"));
    };
    let old = &text[span.clone()];
    if timeless(old) == timeless(&made) {
        return Ok(text.to_owned());
    }
    Ok(format!("{}{made}{}", &text[..span.start], &text[span.end..]))
}

/// Takes the section out again, with the blank line before it; a file that ends with the section's
/// last mark had no line end of its own.
///
/// # Errors
/// As for [`with_section`].
pub fn without_section(text: &str) -> Result<String> {
    let Some(span) = section(text)? else { return Ok(text.to_owned()) };
    let (before, after) = (&text[..span.start], &text[span.end..]);
    let line_ends = if after.is_empty() { 2 } else { 1 };
    let after = after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')).unwrap_or(after);
    let blank = ["\r\n\r\n", "\n\n"].iter().find(|blank| before.ends_with(**blank));
    let before =
        blank.map_or(before, |blank| &before[..before.len() - blank.len() / 2 * line_ends]);
    Ok(format!("{before}{after}"))
}

/// What differs between two sections but for the time.
fn timeless(section: &str) -> Vec<&str> {
    section.lines().filter(|line| !line.starts_with(CAPTURED)).map(str::trim_end).collect()
}

/// Where the section stands, marks included.
fn section(text: &str) -> Result<Option<std::ops::Range<usize>>> {
    let refuse = |what: &str| Err(Error::invalid(format!("{what}: mend the marks by hand")));
    let (mut begins, mut ends, mut quoted) = (Vec::new(), Vec::new(), false);
    let (mut fence, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let fenced = fence.is_some();
        if let Some(mark) = fence_mark(words) {
            fence = match fence {
                None => Some(mark),
                Some(open) if open == mark => None,
                open => open,
            };
        }
        let begin = line.trim_end().starts_with(BEGINS) && words.ends_with("-->");
        let end = line.trim_end() == END;
        let names = line.contains(BEGINS) || line.contains(END);
        quoted |= names && (fenced || !(begin || end));
        if begin {
            begins.push(at);
        }
        if end {
            ends.push(at + END.len());
        }
        at += line.len();
    }
    match (begins.as_slice(), ends.as_slice()) {
        _ if quoted => refuse("a mark of the section stands in a quotation or amid other text"),
        ([], []) => Ok(None),
        ([begin], [end]) if begin < end => Ok(Some(*begin..*end)),
        ([_], [_]) => refuse("the section ends before it begins"),
        ([], _) | (_, []) => refuse("one mark of the section is missing"),
        _ => refuse("there is more than one section"),
    }
}

fn fence_mark(line: &str) -> Option<&'static str> {
    ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark))
}

/// Whole lines of a content, as many as fit, that cannot close the section.
fn safe(content: &str) -> String {
    let (mut out, mut chars) = (String::new(), 0);
    for line in content.lines() {
        let line = line.replace("<!--", "‹!--").replace("-->", "--›");
        chars += line.chars().count() + 1;
        if chars > CHARS_MAX {
            break;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Where it stands which files have a section.
fn list_key() -> Result<Key> {
    Key::parse("setup/instructions.json")
}

fn listed(store: &FileStore) -> Result<Vec<String>> {
    let bytes = store.read(&list_key()?)?;
    Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
}

/// Switches the section of a file on or off. The file is relative to the workspace and lies in it.
///
/// # Errors
/// `invalid_input` when the marks cannot be told apart or the path leads out, `unavailable` when it
/// cannot be written.
pub fn switch(mind: &MindSave, file: &str, on: bool) -> Result<()> {
    // Such a key names nothing outside of the workspace.
    let key = Key::parse(&file.replace('\\', "/"))?;
    let own = key.as_str().split('/').any(|part| part == ".git" || part == ".mindsave");
    if own || !key.as_str().to_lowercase().ends_with(".md") {
        let message = format!(
            "`{file}` is no file of instructions: name one that ends in .md, such as CLAUDE.md"
        );
        return Err(Error::invalid(message));
    }
    let workspace = mind.workspace().ok_or_else(|| Error::not_found("there is no workspace"))?;
    let (path, store) = (workspace.root.join(key.as_str()), FileStore::new(workspace.folder()));
    let mut files = listed(&store)?;
    let known = files.iter().any(|own| own == key.as_str());
    let current = files::read(&path)?;
    if on {
        write(mind, key.as_str(), true, &mut None)?;
        if !known {
            files.push(key.as_str().to_owned());
        }
    } else {
        let text = current.unwrap_or_default();
        let without = without_section(&text).map_err(|error| error.in_file(file))?;
        match without.as_str() {
            // A section alone that no line end follows was put into an empty file.
            "" if text.ends_with('\n') => files::remove(&path)?,
            without if without != text => files::write(&path, without, false)?,
            _ => {}
        }
        files.retain(|own| own != key.as_str());
    }
    let list = serde_json::to_vec(&files).unwrap_or_default();
    store.write(&list_key()?, &list, Expect::Any, Durability::Durable)
}

/// Writes the sections that are switched on anew. Returns what could not be done.
pub fn refresh(mind: &MindSave) -> Vec<String> {
    let Some(workspace) = mind.workspace() else { return Vec::new() };
    let files = listed(&FileStore::new(workspace.folder())).unwrap_or_default();
    let mut made = None;
    let problem = |file: &String| write(mind, file, false, &mut made).err();
    files.iter().filter_map(problem).map(|error| error.to_string()).collect()
}

/// What a section says.
struct Section {
    content: String,
    captured: String,
}

impl Section {
    fn of(mind: &MindSave) -> Result<Self> {
        let said = match mind.load_present() {
            Ok(loaded) => mind.render(&loaded.snapshot, Budget::default()).text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let framed =
            |line: &&str| !line.starts_with("[mindsave]") && !line.starts_with("[/mindsave]");
        let lines: Vec<&str> = said.lines().filter(framed).collect();
        let last = mind.signal()?.last_save;
        let captured = last.map_or_else(|| "never".to_owned(), |at| at.minute());
        Ok(Self { content: lines.join("\n"), captured })
    }
}

/// Writes one section; a file without one gets it only when it is switched on. What it says is made
/// for the first file that needs it.
fn write(mind: &MindSave, file: &str, first: bool, made: &mut Option<Section>) -> Result<()> {
    let Some(workspace) = mind.workspace() else { return Ok(()) };
    let path = workspace.root.join(Key::parse(file)?.as_str());
    let current = files::read(&path)?;
    let text = current.clone().unwrap_or_default();
    if !first && section(&text).map_err(|error| error.in_file(file))?.is_none() {
        return Ok(());
    }
    let Section { content, captured } = match made {
        Some(section) => section,
        none => none.insert(Section::of(mind)?),
    };
    let mut new = with_section(&text, content, captured).map_err(|error| error.in_file(file))?;
    if current.as_deref() == Some("") {
        new.truncate(new.trim_end().len());
    }
    if current.as_deref() == Some(new.as_str()) { Ok(()) } else { files::write(&path, &new, false) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: &str = "2026-05-10 14:30";

    #[test]
    fn outside_of_the_marks_not_a_byte_changes() {
        for text in ["", "# 规则\n", "no line break at the end", "a\r\nb\r\n", "甲\r\n乙", "\n\n"]
        {
            let with = with_section(text, "- Goal: a", NOW).unwrap();
            let changed = with_section(&with, "- Goal: 乙 --> <!-- MIND:END -->", NOW).unwrap();
            assert!(changed.starts_with(text) && changed.matches(END).count() == 1, "{changed}");
            let back = without_section(&changed).unwrap();
            assert_eq!(back, text);
        }
    }

    #[test]
    fn unbalanced_and_quoted_marks_are_refused() {
        for text in [
            "<!-- MIND:CONTEXT -->\nx\n",
            "x\n<!-- MIND:END -->\n",
            "<!-- MIND:END -->\n<!-- MIND:CONTEXT -->\n",
            "<!-- MIND:CONTEXT -->\n<!-- MIND:CONTEXT -->\n<!-- MIND:END -->\n",
            "```\n<!-- MIND:CONTEXT -->\n<!-- MIND:END -->\n```\n",
            "> <!-- MIND:CONTEXT -->\n> <!-- MIND:END -->\n",
            "use `<!-- MIND:END -->` to end it\n",
        ] {
            let error = with_section(text, "x", NOW).unwrap_err();
            assert_eq!(error.kind(), mindsave::ErrorKind::InvalidInput, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_stays_around_the_section(before in "[a-z中#\n ]{0,30}", after in "[a-z中#\n ]{0,30}") {
            let text = format!("{before}\n{BEGIN}\nold\n{END}\n{after}");
            let new = with_section(&text, "new", NOW).unwrap();
            let head = format!("{before}\n{BEGIN}");
            let tail = format!("{END}\n{after}");
            prop_assert!(new.starts_with(&head) && new.ends_with(&tail));
        }
    }
}
