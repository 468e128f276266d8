//! The front matter of every dialect, read into one shape.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::any::AnyMap;
use super::lenient::{Item, List, Object, Text, TextList};
use crate::snapshot::ShortForm;
use crate::snapshot::{AutoTrigger, FileStamp};
use crate::{Error, Result, nesting, plain};

/// Keys of the front matter; any other is kept as unknown.
const KNOWN: [&str; 24] = [
    "snapshot_id",
    "created_at",
    "version",
    "goal",
    "task_goal",
    "phase",
    "state",
    "progress",
    "next_action",
    "next_steps",
    "active_files",
    "blocker",
    "variables",
    "status",
    "constraints",
    "decisions",
    "failure_graph",
    "excluded_paths",
    "_compressed",
    "auto_trigger",
    "file_stamps",
    "symbolic",
    "in_short",
    "completed_steps",
];

/// Keys whose values are maps of their own.
const MAPS: [&str; 3] = ["progress", "in_short", "auto_trigger"];

/// The key below which a caller's own fields stand whose names are known here.
pub(super) const APART: &str = "other_fields";

/// Reports whether a caller's field would be read as one of a dialect.
pub(super) fn is_known(key: &str) -> bool {
    key == APART || KNOWN.contains(&key)
}

/// What the front matter says, before it is made a snapshot.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FrontMatter {
    pub(super) created_at: Option<Text>,
    pub(super) version: Option<Text>,
    pub(super) goal: Option<Text>,
    /// Version 2's name for the goal.
    pub(super) task_goal: Option<Text>,
    pub(super) phase: Option<Text>,
    pub(super) state: Option<Text>,
    pub(super) progress: Option<ProgressLists>,
    pub(super) next_action: Option<Text>,
    /// Version 2's list; its first item is the next action.
    pub(super) next_steps: TextList,
    pub(super) active_files: TextList,
    pub(super) blocker: Option<Text>,
    pub(super) variables: Object,
    pub(super) status: Option<Text>,
    pub(super) constraints: Option<TextList>,
    pub(super) decisions: Option<List<Item>>,
    pub(super) failure_graph: Option<Object>,
    pub(super) excluded_paths: Option<TextList>,
    pub(super) completed_steps: TextList,
    pub(super) auto_trigger: Option<AutoTrigger>,
    pub(super) file_stamps: List<FileStamp>,
    pub(super) in_short: ShortForm,
    /// The first program's compressed form of Layer 2, a JSON literal block.
    #[serde(rename = "_compressed")]
    pub(super) compressed: Option<Object>,
    #[serde(skip)]
    pub(super) unknown: Map<String, Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, expecting = "a map of `done` and `next`")]
pub(super) struct ProgressLists {
    pub(super) done: TextList,
    pub(super) next: TextList,
}

impl FrontMatter {
    /// Reads the YAML between the fences; `first_line` is its line number in the file.
    ///
    /// # Errors
    /// `corrupt` with line and column in the file.
    pub(super) fn parse(yaml: &str, first_line: usize) -> Result<Self> {
        Self::from_own_layout(yaml).map_or_else(|| Self::from_any_layout(yaml, first_line), Ok)
    }

    /// Reads what our own writer wrote; nothing where somebody else did.
    pub(super) fn from_own_layout(yaml: &str) -> Option<Self> {
        let json = plain::as_json(yaml)?;
        if plain::has_list_for_map(&json, &MAPS) {
            return None;
        }
        let mut front: Self = serde_json::from_str(&json).ok()?;
        if has_unknown_key(yaml) {
            let AnyMap(all) = serde_json::from_str(&json).ok()?;
            front.unknown = unknown_of(all);
        }
        Some(front)
    }

    /// Reads any YAML, and mends what can be mended.
    pub(super) fn from_any_layout(yaml: &str, first_line: usize) -> Result<Self> {
        if let Some((line, column)) = nesting::too_deep_at(yaml) {
            let message = format!("it is nested more than {} levels deep", nesting::READ_MAX);
            return Err(Error::corrupt(message).at(line + first_line - 1, column));
        }
        let mut front = Self::from_yaml(yaml).or_else(|first| {
            let mended = repair(yaml).and_then(|mended| Self::from_yaml(&mended).ok());
            mended.ok_or_else(|| located(&first, first_line))
        })?;
        if has_unknown_key(yaml) {
            front.unknown =
                Self::unknown_keys(yaml).map_err(|cause| located(&cause, first_line))?;
        }
        Ok(front)
    }

    fn from_yaml(yaml: &str) -> Result<Self, serde_yaml::Error> {
        // An empty document is a null, which is no map.
        if yaml.lines().all(|line| line.trim().is_empty() || line.starts_with('#')) {
            return Ok(Self::default());
        }
        serde_yaml::from_str(yaml)
    }

    fn unknown_keys(yaml: &str) -> Result<Map<String, Value>, serde_yaml::Error> {
        let mended = repair(yaml);
        let AnyMap(all) = serde_yaml::from_str(mended.as_deref().unwrap_or(yaml))?;
        Ok(unknown_of(all))
    }
}

/// Keeps the fields no dialect knows, with those that stood apart.
fn unknown_of(mut all: Map<String, Value>) -> Map<String, Value> {
    all.retain(|key, _| !KNOWN.contains(&key.as_str()));
    if let Some(Value::Object(apart)) = all.shift_remove(APART) {
        all.extend(apart);
    }
    all
}

/// Reports whether a line at the left margin begins with a key we do not know.
fn has_unknown_key(yaml: &str) -> bool {
    let indented = yaml.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    if indented.is_some_and(|line| line.starts_with([' ', '{'])) {
        return true;
    }
    yaml.lines().any(|line| {
        if line.starts_with(['"', '\'', '?']) {
            return true;
        }
        let margin = !line.starts_with([' ', '#', '-', '\t']);
        let key = line.split_once(':').map(|(key, _)| key.trim().trim_matches(['"', '\'']));
        margin && key.is_some_and(|key| !KNOWN.contains(&key))
    })
}

fn located(error: &serde_yaml::Error, first_line: usize) -> Error {
    let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
    Error::corrupt(message).at(line + first_line - 1, column)
}

/// Mends what the first program wrote: values between double quotes without any escaping.
///
/// Returns nothing when there is nothing to mend.
fn repair(yaml: &str) -> Option<String> {
    let mut changed = false;
    let mut out = String::with_capacity(yaml.len() + 16);
    for line in yaml.lines() {
        match mend(line) {
            Some(mended) => {
                changed = true;
                out.push_str(&mended);
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    changed.then_some(out)
}

/// Escapes the inside of `key: "…"` or `- "…"` when it is no valid quoted string.
fn mend(line: &str) -> Option<String> {
    let open = line.find('"')?;
    let (head, rest) = line.split_at(open);
    let before = head.trim_end();
    let inside = rest.trim_end().strip_prefix('"')?.strip_suffix('"')?;
    let shape = before.ends_with(':') || before.trim_start() == "-";
    if !shape || serde_yaml::from_str::<String>(rest).is_ok() {
        return None;
    }
    Some(format!("{head}{}", super::yaml::quote(inside)))
}
