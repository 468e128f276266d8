//! What a tool is called with, and how the call ended, whatever the host names its fields.

use mindsave::Intent;
use mindsave_core::failure::Fingerprint;
use mindsave_core::work::{Happened, Outcome, ToolCall};
use serde_json::Value;

use crate::commit;
use crate::field::{self, beginning};
use crate::own;
use crate::path::Place;

/// The most bytes of a command line that are kept.
const COMMAND_MAX: usize = 8 * 1024;
/// The most bytes of an error that are kept: its first lines say what went wrong.
const ERROR_MAX: usize = 2 * 1024;
/// How a patch in the form of Codex begins.
const PATCH: &str = "*** Begin Patch";
/// Words in the names of tools that change files.
const EDITING: &[&str] = &[
    "edit",
    "multiedit",
    "multi",
    "write",
    "create",
    "replace",
    "insert",
    "patch",
    "append",
    "apply",
    "delete",
    "rename",
];
/// Names of fields.
const COMMAND: &[&str] = &["command", "cmd", "command_line", "commandLine", "script"];
const PATH: &[&str] = &[
    "file_path",
    "filePath",
    "path",
    "notebook_path",
    "absolute_path",
    "target_file",
    "relative_path",
    "filename",
    "file",
];
const OLD: &[&str] = &["old_string", "oldString", "old_str", "old_text", "oldText", "search"];
const NEW: &[&str] = &[
    "new_string",
    "newString",
    "new_str",
    "new_text",
    "newText",
    "content",
    "file_text",
    "contents",
    "new_source",
    "newCode",
    "code_edit",
    "replacement",
    "text",
];

/// A call of a tool, read from the arguments a host tells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    told: ToolCall,
    /// What its mark is made of.
    marked: Option<String>,
    /// Files it changes beside the first.
    more: Vec<String>,
    /// What it is about to do.
    pub(crate) intents: Vec<Intent>,
}

impl Call {
    /// Reads the call of a tool by name and arguments.
    pub(crate) fn read(tool: &str, arguments: &Value, id: Option<&str>, place: &Place) -> Self {
        let mut read = Self::default();
        tool.clone_into(&mut read.told.tool);
        read.told.call = id.map(str::to_owned);
        let command = command(arguments);
        let patch = command.as_deref().or_else(|| patch_text(arguments));
        if let Some(patch) = patch.filter(|text| text.trim_start().starts_with(PATCH)) {
            read.take_patch(patch, place);
        } else if let Some(command) = command {
            read.take_command(&command);
        } else if let Some(path) = path(arguments) {
            read.take_file(tool, &place.shown(path), arguments);
        }
        read
    }

    fn take_command(&mut self, command: &str) {
        self.told.command = Some(beginning(command, COMMAND_MAX).to_owned());
        self.marked = Some(command.to_owned());
        self.intents.push(Intent::Command(command.to_owned()));
    }

    fn take_file(&mut self, tool: &str, path: &str, arguments: &Value) {
        self.told.path = Some(path.to_owned());
        let (old, new) = texts(arguments);
        self.told.edits = is_editing(tool);
        if !self.told.edits {
            return;
        }
        self.marked = (!new.is_empty()).then(|| format!("{path}\n{new}"));
        self.intents.push(Intent::Edit { path: path.to_owned(), old, new });
    }

    fn take_patch(&mut self, patch: &str, place: &Place) {
        for (path, old, new) in patched(patch) {
            let shown = place.shown(&path);
            if self.told.path.is_none() {
                self.marked = Some(format!("{shown}\n{new}"));
                self.told.path = Some(shown.clone());
            } else {
                self.more.push(shown.clone());
            }
            self.intents.push(Intent::Edit { path: shown, old, new });
        }
        self.told.edits = true;
    }

    /// The call before it is made.
    pub(crate) fn begun(&self) -> Vec<Happened> {
        vec![Happened::CallBegun(self.told.clone())]
    }

    /// The call after it was made, with what it finished.
    pub(crate) fn ended(mut self, end: &End) -> Vec<Happened> {
        let failed = end.outcome == Outcome::Failed;
        self.told.outcome = Some(end.outcome);
        self.told.duration_ms = end.duration_ms;
        if failed {
            self.told.error.clone_from(&end.error);
            self.told.fingerprint = self.marked.as_deref().map(|text| {
                let error = end.error.as_deref().unwrap_or_default();
                format!("{}:{}", Fingerprint::call_mark(text), Fingerprint::error_mark(error))
            });
        }
        let mut happened = Vec::new();
        let well = end.outcome == Outcome::Ok;
        if let Some(command) =
            self.told.command.as_deref().filter(|_| well && !end.says_nothing_done)
        {
            happened.extend(
                commit::subjects(command).into_iter().map(|text| Happened::Result { text }),
            );
        }
        if well {
            let files = self.more.drain(..);
            happened.extend(files.map(|path| Happened::File { path }));
        }
        happened.insert(0, Happened::ToolCall(self.told));
        happened
    }
}

/// How a call ended.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) outcome: Outcome,
    pub(crate) error: Option<String>,
    pub(crate) duration_ms: Option<u64>,
    /// A commit that found nothing to commit ends well in some scripts.
    says_nothing_done: bool,
}

impl End {
    /// A failure with what was answered.
    pub(crate) fn failed(error: &str) -> Self {
        Self::of(Outcome::Failed, Some(error))
    }

    /// A call the user stopped or forbade.
    pub(crate) fn interrupted(error: &str) -> Self {
        Self::of(Outcome::Interrupted, Some(error))
    }

    fn of(outcome: Outcome, error: Option<&str>) -> Self {
        let error = error.map(own::without_ours).filter(|error| !error.trim().is_empty());
        let error = error.map(|error| beginning(error.trim(), ERROR_MAX).to_owned());
        Self { outcome, error, duration_ms: None, says_nothing_done: false }
    }

    /// Reads how a call ended from what a host tells of its answer.
    pub(crate) fn read(response: &Value) -> Self {
        if let Some(text) = response.as_str() {
            return match serde_json::from_str::<Value>(text) {
                Ok(inner) if inner.is_object() => Self::read(&inner),
                _ => Self::of_text(text),
            };
        }
        let said = said(response);
        let mut end = if field::yes(response, &["interrupted", "is_interrupt", "isInterrupt"]) {
            Self::interrupted(&said)
        } else if is_failure(response) {
            Self::failed(&said)
        } else {
            Self::of(Outcome::Ok, None)
        };
        end.says_nothing_done = nothing_done(&said);
        end
    }

    /// Reads the text that the model sees: it begins with the exit code where that is not 0.
    fn of_text(text: &str) -> Self {
        let start = text.trim_start();
        let failed = ["Exit code ", "Error: ", "<tool_use_error>"];
        let code = start.strip_prefix("Exit code ").map(str::trim_start);
        if code.is_some_and(|rest| rest.starts_with('0') && !rest.starts_with("0x")) {
            return Self::of(Outcome::Ok, None);
        }
        let mut end = if failed.iter().any(|mark| start.starts_with(mark)) {
            Self::failed(text)
        } else {
            Self::of(Outcome::Ok, None)
        };
        end.says_nothing_done = nothing_done(text);
        end
    }

    /// Adds how long it took, where the host tells.
    pub(crate) fn lasting(mut self, value: &Value) -> Self {
        let names = ["duration_ms", "durationMs", "duration", "executionTimeMs"];
        self.duration_ms = field::whole(value, &names);
        self
    }
}

fn nothing_done(text: &str) -> bool {
    ["nothing to commit", "nothing added to commit", "no changes added to commit"]
        .iter()
        .any(|words| text.contains(words))
}

/// What an answer says, for people.
fn said(response: &Value) -> String {
    let names = [
        "error",
        "stderr",
        "error_message",
        "message",
        "text_result_for_llm",
        "textResultForLlm",
        "stdout",
        "output",
        "llmContent",
        "result",
        "text",
    ];
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(map) => Some(map.get("message")?.as_str()?.to_owned()),
        _ => None,
    };
    let found = names.iter().filter_map(|name| text(response.get(name)?));
    let found: Vec<String> = found.filter(|text| !text.trim().is_empty()).collect();
    found.join("\n")
}

/// Whether an answer says of itself that the call failed.
fn is_failure(response: &Value) -> bool {
    let code = ["exit_code", "exitCode", "exit", "code"];
    let inner = ["metadata", "result"].map(|name| field::any(response, &[name]));
    let number = |value: &Value| code.iter().find_map(|name| value.get(name)?.as_i64());
    let codes = std::iter::once(response).chain(inner).filter_map(number);
    let refused = response.get("success").and_then(Value::as_bool) == Some(false);
    let kind = field::text(response, &["result_type", "resultType", "status"]);
    let bad = kind.is_some_and(|kind| ["failure", "error", "failed"].contains(&kind));
    let error = response.get("error").is_some_and(|error| match error {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        _ => true,
    });
    let said = field::yes(response, &["is_error", "isError"]);
    codes.into_iter().any(|code| code != 0) || refused || bad || error || said
}

/// The command line of a call, if it runs one; a list of words becomes a line.
fn command(arguments: &Value) -> Option<String> {
    match field::any(arguments, COMMAND) {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Array(words) => {
            let words: Vec<&str> = words.iter().map(Value::as_str).collect::<Option<_>>()?;
            match words.as_slice() {
                [_, flag, line] if ["-c", "-lc"].contains(flag) => Some((*line).to_owned()),
                [] => None,
                words => shlex::try_join(words.iter().copied()).ok(),
            }
        }
        _ => None,
    }
}

fn patch_text(arguments: &Value) -> Option<&str> {
    arguments.as_str().or_else(|| field::text(arguments, &["input", "patch", "diff"]))
}

fn path(arguments: &Value) -> Option<&str> {
    let listed = || arguments.get("files")?.get(0);
    let first = |value: &'_ Value| value.as_str().is_some();
    let found = field::text(arguments, PATH);
    found.or_else(|| listed().filter(|value| first(value))?.as_str())
}

/// What a change takes away and what it puts in, over all its parts.
fn texts(arguments: &Value) -> (String, String) {
    let parts =
        ["edits", "replacements"].into_iter().find_map(|name| arguments.get(name)?.as_array());
    let Some(parts) = parts else {
        return (field::owned(arguments, OLD), field::owned(arguments, NEW));
    };
    let all = |names: &[&str]| {
        let texts = parts.iter().filter_map(|part| field::text(part, names));
        texts.collect::<Vec<_>>().join("\n")
    };
    (all(OLD), all(NEW))
}

/// Whether a tool changes files, by the words of its name.
fn is_editing(tool: &str) -> bool {
    let name = tool.rsplit("__").next().unwrap_or(tool);
    let mut word = String::new();
    let mut words = Vec::new();
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && !word.ends_with(char::is_uppercase)) {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.push(c);
        }
    }
    words.push(word);
    words.iter().any(|word| EDITING.contains(&word.to_lowercase().as_str()))
}

/// The files of a patch in the form of Codex, with what is taken out and put in.
fn patched(patch: &str) -> Vec<(String, String, String)> {
    let mut files: Vec<(String, String, String)> = Vec::new();
    let marks = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
    for line in patch.lines() {
        if let Some(path) = marks.iter().find_map(|mark| line.strip_prefix(mark)) {
            files.push((path.trim().to_owned(), String::new(), String::new()));
            continue;
        }
        let Some((_, old, new)) = files.last_mut() else { continue };
        let (text, rest) = match line.split_at_checked(1) {
            Some(("+", rest)) => (new, rest),
            Some(("-", rest)) => (old, rest),
            _ => continue,
        };
        text.push_str(rest);
        text.push('\n');
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::path::Path;

    fn read(tool: &str, arguments: &Value) -> Call {
        Call::read(tool, arguments, Some("c1"), &Place::new(Path::new("/w"), None))
    }

    #[test]
    fn tools_are_known_by_their_fields() {
        let call = read("Bash", &json!({"command": "ls"}));
        assert_eq!((call.told.command.as_deref(), call.told.edits), (Some("ls"), false));
        let call = read("shell", &json!({"command": ["bash", "-lc", "a && b"]}));
        assert_eq!(call.told.command.as_deref(), Some("a && b"));
        let call = read("Grep", &json!({"pattern": "x", "path": "/w/src"}));
        assert_eq!((call.told.path.as_deref(), call.told.edits), (Some("src"), false));
        assert!(call.intents.is_empty());
        for (tool, edits) in [
            ("Edit", true),
            ("MultiEdit", true),
            ("NotebookEdit", true),
            ("replace_string_in_file", true),
            ("mcp__files__write_file", true),
            ("read_file", false),
            ("mcp__create__look", false),
        ] {
            let call = read(tool, &json!({"filePath": "/w/a.rs", "content": "x"}));
            assert_eq!(call.told.edits, edits, "{tool}");
        }
    }

    #[test]
    fn parts_of_a_change_are_joined() {
        let edits =
            json!([{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}]);
        let call = read("MultiEdit", &json!({"file_path": "/w/x", "edits": edits}));
        let expected = Intent::Edit { path: "x".into(), old: "a\nc".into(), new: "b\nd".into() };
        assert_eq!(call.intents, [expected]);
    }

    #[test]
    fn a_patch_names_its_files() {
        let patch = "*** Begin Patch\n*** Update File: a.md\n@@\n-旧\n+新\n*** Add File: b.md\n+x\n*** End Patch";
        let call = read("apply_patch", &json!({"command": patch}));
        assert_eq!((call.told.path.as_deref(), call.told.command.as_deref()), (Some("a.md"), None));
        assert_eq!(call.intents.len(), 2);
        let happened = call.ended(&End::read(&json!({"exit_code": 0})));
        assert_eq!(happened[1], Happened::File { path: "b.md".into() });
    }

    #[test]
    fn how_a_call_ended_is_read_from_any_form() {
        for (response, outcome) in [
            (json!({"stdout": "x", "stderr": "", "interrupted": false}), Outcome::Ok),
            (json!({"stdout": "", "interrupted": true}), Outcome::Interrupted),
            (json!({"output": "", "exit_code": 1}), Outcome::Failed),
            (json!("{\"output\":\"no\",\"exitCode\":2}"), Outcome::Failed),
            (json!({"output": "x", "metadata": {"exit": 0}}), Outcome::Ok),
            (json!({"result": "x", "success": false}), Outcome::Failed),
            (json!({"llmContent": "e", "error": {"message": "timeout"}}), Outcome::Failed),
            (json!({"resultType": "failure"}), Outcome::Failed),
            (json!("Exit code 101\npanicked"), Outcome::Failed),
            (json!("all good"), Outcome::Ok),
            (json!([{"type": "text", "text": "saved"}]), Outcome::Ok),
            (Value::Null, Outcome::Ok),
        ] {
            assert_eq!(End::read(&response).outcome, outcome, "{response}");
        }
        let end = End::read(&json!({"error": {"message": "timeout"}}));
        assert_eq!(end.error.as_deref(), Some("timeout"));
    }

    #[test]
    fn a_failed_call_has_the_mark_by_which_it_is_known_again() {
        let call = read("Bash", &json!({"command": "cargo  test"}));
        let happened = call.ended(&End::failed("Exit code 101"));
        let Happened::ToolCall(call) = &happened[0] else { panic!("{happened:?}") };
        let mark = Fingerprint::call_mark("cargo test");
        assert!(call.fingerprint.as_deref().is_some_and(|print| print.starts_with(&mark)));
    }
}
