//! Takes secrets out of a state before it reaches any medium. Source: design, section 6.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::State;
use crate::Result;
use crate::redact::{is_secret_name, redact};

/// What stands for the value of a variable whose name says that it is a secret.
const BY_NAME: &str = "[redacted:by-name]";

impl State {
    /// Returns the state without secrets, and how many texts were changed.
    ///
    /// ```
    /// use mindsave_core::snapshot::State;
    ///
    /// let state = State::from_json(r#"{"goal": "x", "variables": {"db_password": "Rf9-x7Tq2Lm"}}"#)?;
    /// let (clean, changed) = state.redacted()?;
    /// assert_eq!(changed, 1);
    /// assert!(!format!("{clean:?}").contains("Rf9"));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid_input` if the state without secrets is none, which replacing values cannot cause.
    pub fn redacted(self) -> Result<(Self, usize)> {
        // Nearly every state holds no secret: look before the whole of it is taken apart.
        if !self.may_hold_secret() {
            return Ok((self, 0));
        }
        let mut changed = 0;
        let mut map = self.to_json();
        redact_map(&mut map, &mut changed);
        if changed == 0 {
            return Ok((self, 0));
        }
        Ok((Self::from_value(Value::Object(map))?, changed))
    }
}

impl State {
    fn may_hold_secret(&self) -> bool {
        let text = |text: &str| matches!(redact(text), Cow::Owned(_));
        let (task, known) = (&self.task, &self.knowledge);
        let lines = [
            Some(&task.goal),
            task.state.as_ref(),
            task.next_action.as_ref(),
            task.blocker.as_ref(),
        ];
        let files = [&self.archive.file_changes, &self.archive.notes];
        let progress = task.progress.iter().flat_map(|p| p.done.iter().chain(&p.next));
        let lists = task.active_files.iter().chain(&known.constraints).chain(&known.excluded_paths);
        lines.into_iter().flatten().any(|line| text(line))
            || lists.chain(&self.archive.completed_steps).chain(progress).any(|line| text(line))
            || files.into_iter().flatten().any(|block| text(block))
            || task.phase.as_ref().is_some_and(|phase| text(phase.as_str()))
            || task.status.as_ref().is_some_and(|status| text(status.as_str()))
            || task.variables.iter().any(|(name, value)| pair_may_hold_secret(name, value))
            || known
                .decisions
                .iter()
                .any(|decision| value_may_hold_secret(&serde_json::json!(decision)))
            || known
                .failure_graph
                .iter()
                .any(|(name, note)| text(name) || map_may_hold_secret(note.fields()))
            || self
                .archive
                .tool_calls
                .iter()
                .any(|call| value_may_hold_secret(&serde_json::json!(call)))
            || self
                .archive
                .execution_dag
                .iter()
                .any(|dag| value_may_hold_secret(&serde_json::json!(dag)))
            || self
                .auto_trigger
                .iter()
                .any(|trigger| value_may_hold_secret(&serde_json::json!(trigger)))
            || map_may_hold_secret(&self.extra)
    }
}

fn map_may_hold_secret(map: &Map<String, Value>) -> bool {
    map.iter().any(|(key, value)| pair_may_hold_secret(key, value))
}

fn pair_may_hold_secret(key: &str, value: &Value) -> bool {
    is_secret_name(key) || matches!(redact(key), Cow::Owned(_)) || value_may_hold_secret(value)
}

fn value_may_hold_secret(value: &Value) -> bool {
    match value {
        Value::String(text) => matches!(redact(text), Cow::Owned(_)),
        Value::Array(items) => items.iter().any(value_may_hold_secret),
        Value::Object(map) => map_may_hold_secret(map),
        _ => false,
    }
}

fn redact_map(map: &mut Map<String, Value>, changed: &mut usize) {
    if map.keys().any(|key| matches!(redact(key), Cow::Owned(_))) {
        redact_keys(map, changed);
    }
    for (key, value) in map.iter_mut() {
        if is_secret_name(key) {
            hide(value, changed);
        } else {
            redact_value(value, changed);
        }
    }
}

/// Takes secrets out of the keys; every value stays, in its place, under a key of its own.
fn redact_keys(map: &mut Map<String, Value>, changed: &mut usize) {
    let old = std::mem::take(map);
    let kept: Vec<String> =
        old.keys().filter(|key| matches!(redact(key), Cow::Borrowed(_))).cloned().collect();
    for (key, value) in old {
        let name = match redact(&key) {
            Cow::Borrowed(_) => None,
            Cow::Owned(clean) => Some(clean),
        };
        *changed += usize::from(name.is_some());
        let taken = |name: &str| map.contains_key(name) || kept.iter().any(|key| key == name);
        let name = name.map_or(key, |name| free_name(name, taken));
        map.insert(name, value);
    }
}

/// Numbers a name until it is free: two secrets of one kind are two keys.
fn free_name(name: String, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let found = std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name));
    found.unwrap_or(name)
}

/// Replaces every text and number below a name that says that it is a secret.
fn hide(value: &mut Value, changed: &mut usize) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| hide(item, changed)),
        Value::Object(map) => map.values_mut().for_each(|item| hide(item, changed)),
        Value::String(_) | Value::Number(_) if value != BY_NAME => {
            *value = Value::String(BY_NAME.to_owned());
            *changed += 1;
        }
        _ => {}
    }
}

fn redact_value(value: &mut Value, changed: &mut usize) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(clean) = redact(text) {
                *text = clean;
                *changed += 1;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redact_value(item, changed)),
        Value::Object(map) => redact_map(map, changed),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn secrets_leave_every_layer_and_nothing_else_changes() {
        let key = ["sk_li", "ve_4eC39HqLyjWDarjtT1zdp7dc"].concat();
        let given = json!({
            "goal": format!("pay with {key}"), "variables": {"port": 8080, "api_token": key, "url": "postgres://u:Rf9x7Tq2@h/db"},
            "constraints": ["密码不得写入日志"], "decisions": [{"choice": "x", "reasoning": format!("key {key}")}],
            "failure_graph": {"JWT": {"reason": "access tokens must not sit in localStorage"}},
            "completed_steps": [format!("export STRIPE_KEY={key}")], "tool_calls": [{"cmd": format!("curl -H 'Authorization: Bearer {key}'")}],
        });
        let (clean, changed) = State::from_value(given).unwrap().redacted().unwrap();
        let text = Value::Object(clean.to_json()).to_string();
        assert_eq!(changed, 6, "{text}");
        assert!(!text.contains("4eC39") && !text.contains("Rf9x7"), "{text}");
        for kept in ["8080", "密码不得写入日志", "access tokens must not sit", "@h/db", "pay with"]
        {
            assert!(text.contains(kept), "{kept} lost in {text}");
        }
        assert_eq!(clean.clone().redacted().unwrap(), (clean, 0));
    }

    #[test]
    fn two_secret_keys_of_one_kind_keep_both_values() {
        let keys = ["4eC39HqLyjWDarjtT1zdp7dc", "9fQ27KrMzkXEbskuU2aeq8ed"];
        let [one, two] = keys.map(|tail| ["sk_li", "ve_", tail].concat());
        let clean = redact(&one).into_owned();
        let owners = json!({"a": 1, one.clone(): "alice", two.clone(): "bob", clean.clone(): "carol", "b": 2});
        let given = json!({"goal": "x", "variables": owners, "mine": {"list": [{one: "爱丽丝", two: "鲍勃"}]}});
        let (state, changed) = State::from_value(given).unwrap().redacted().unwrap();
        assert_eq!(changed, 4);
        let json = state.to_json();
        let of = |value: &Value| -> Vec<Value> {
            value.as_object().unwrap().values().cloned().collect()
        };
        assert_eq!(
            of(&json["variables"]),
            [json!(1), json!("alice"), json!("bob"), json!("carol"), json!(2)]
        );
        assert_eq!(json["variables"][&clean], "carol", "a key without a secret keeps its name");
        assert_eq!(of(&json["mine"]["list"][0]), ["爱丽丝", "鲍勃"]);
        assert_eq!(state.clone().redacted().unwrap(), (state, 0), "and it stays so");
    }
}
