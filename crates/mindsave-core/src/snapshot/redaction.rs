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
        let mut changed = 0;
        let mut map = self.to_json();
        redact_map(&mut map, &mut changed);
        if changed == 0 {
            return Ok((self, 0));
        }
        Ok((Self::from_value(Value::Object(map))?, changed))
    }
}

fn redact_map(map: &mut Map<String, Value>, changed: &mut usize) {
    let keys: Vec<String> =
        map.keys().filter(|key| matches!(redact(key), Cow::Owned(_))).cloned().collect();
    for key in keys {
        // A key is kept in its place unless it holds a secret itself.
        if let Some(value) = map.shift_remove(&key) {
            map.insert(redact(&key).into_owned(), value);
            *changed += 1;
        }
    }
    for (key, value) in map.iter_mut() {
        let named = value.is_string() || value.is_number();
        if named && is_secret_name(key) && value != BY_NAME {
            *value = Value::String(BY_NAME.to_owned());
            *changed += 1;
        } else {
            redact_value(value, changed);
        }
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
}
