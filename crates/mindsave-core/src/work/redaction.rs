//! Takes secrets out of an event before it reaches any medium. Source: design, section 6.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::event::{Event, Happened, ToolCall};
use crate::redact::{is_secret_name, redact};

/// What stands for the value of a variable whose name says that it is a secret.
const BY_NAME: &str = "[redacted:by-name]";

impl Event {
    /// Takes the secrets out of every text of the event; returns how many texts were changed.
    ///
    /// ```
    /// use mindsave_core::Timestamp;
    /// use mindsave_core::work::{Event, Happened};
    ///
    /// let said = Happened::Prompt { text: "the password is Tr0ub4dor&3 now".to_owned() };
    /// let mut event = Event::new(Timestamp::from_millis(0), said);
    /// assert_eq!(event.redact(), 1);
    /// assert!(!format!("{event:?}").contains("Tr0ub"));
    /// ```
    pub fn redact(&mut self) -> usize {
        let mut changed = 0;
        let mut clean = |text: &mut String| changed += usize::from(clean_text(text));
        if let Some(agent) = &mut self.agent {
            clean(agent);
        }
        texts(&mut self.happened, &mut clean);
        match &mut self.happened {
            Happened::Variable { name, value } if is_secret_name(name) => {
                changed += usize::from(hide(value));
            }
            Happened::Variable { value, .. } => changed += clean_value(value),
            Happened::Unknown(map) => changed += clean_map(map),
            _ => {}
        }
        changed
    }
}

fn clean_text(text: &mut String) -> bool {
    let Cow::Owned(clean) = redact(text) else { return false };
    *text = clean;
    true
}

/// Hands every text of an event to a function.
fn texts(happened: &mut Happened, clean: &mut dyn FnMut(&mut String)) {
    match happened {
        Happened::SessionStart { source: text }
        | Happened::SessionEnd { reason: text }
        | Happened::Prompt { text }
        | Happened::Reply { text }
        | Happened::Correction { text }
        | Happened::Result { text }
        | Happened::Goal { text }
        | Happened::Phase { text }
        | Happened::NextAction { text }
        | Happened::File { path: text }
        | Happened::Touched { text }
        | Happened::Variable { name: text, .. }
        | Happened::Compaction { trigger: text } => clean(text),
        Happened::Blocker { text } => text.iter_mut().for_each(clean),
        Happened::CallBegun(call) | Happened::ToolCall(call) => call_texts(call, clean),
        Happened::Superseded { text, by: other }
        | Happened::Linked { from: text, to: other, .. } => {
            [text, other].into_iter().for_each(clean);
        }
        Happened::Save { snapshot: text, trigger: other }
        | Happened::Closed { text, reason: other } => {
            std::iter::once(text).chain(other).for_each(clean);
        }
        Happened::Assigned { text, task, scope } => {
            std::iter::once(text).chain(task).chain(scope).for_each(clean);
        }
        Happened::Constraint { text, scope } => std::iter::once(text).chain(scope).for_each(clean),
        Happened::Note { kind, text, scope } => {
            [kind, text].into_iter().chain(scope).for_each(clean);
        }
        Happened::Decision { text, reason, options, supersedes } => {
            let all = std::iter::once(text).chain(reason).chain(options).chain(supersedes);
            all.for_each(clean);
        }
        Happened::Failure { text, reason, alternatives, rejected_by } => {
            let all = std::iter::once(text).chain(reason).chain(alternatives).chain(rejected_by);
            all.for_each(clean);
        }
        Happened::Delivered { via, what, revision, .. } => {
            [via, what, revision].into_iter().for_each(clean);
        }
        Happened::Consolidated { .. }
        | Happened::Context { .. }
        | Happened::SavingRefused { .. }
        | Happened::Unknown(_) => {}
    }
}

fn call_texts(call: &mut ToolCall, clean: &mut dyn FnMut(&mut String)) {
    let ToolCall { tool, call, path, command, error, fingerprint, .. } = call;
    let all = std::iter::once(tool).chain(call).chain(path).chain(command).chain(error);
    all.chain(fingerprint).for_each(clean);
}

/// Hides a value whose name says that it is a secret; what is withdrawn holds none.
fn hide(value: &mut Value) -> bool {
    let hidden = !matches!(value, Value::Null | Value::Bool(_));
    if hidden {
        *value = Value::String(BY_NAME.to_owned());
    }
    hidden
}

fn clean_value(value: &mut Value) -> usize {
    match value {
        Value::String(text) => usize::from(clean_text(text)),
        Value::Array(items) => items.iter_mut().map(clean_value).sum(),
        Value::Object(map) => clean_map(map),
        _ => 0,
    }
}

fn clean_map(map: &mut Map<String, Value>) -> usize {
    let secret = |name: &String| is_secret_name(name);
    map.iter_mut()
        .map(
            |(name, value)| {
                if secret(name) { usize::from(hide(value)) } else { clean_value(value) }
            },
        )
        .sum()
}
