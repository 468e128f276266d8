//! Takes secrets out of a state before it reaches any medium. Source: design, section 6.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::State;
use crate::Result;
use crate::redact::{is_password_name, is_secret_name, names_secret, redact, says_nothing};

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
        redact_state(&mut map, &mut changed);
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
    is_secret_name(key)
        || value.as_str().is_some_and(|text| names_secret(key, text) || header(key, text).is_some())
        || matches!(redact(key), Cow::Owned(_))
        || value_may_hold_secret(value)
}

fn value_may_hold_secret(value: &Value) -> bool {
    match value {
        Value::String(text) => matches!(redact(text), Cow::Owned(_)),
        Value::Array(items) => {
            items.iter().any(|item| takes_secret(item) || value_may_hold_secret(item))
        }
        Value::Object(map) => map_may_hold_secret(map),
        _ => false,
    }
}

/// Walks the fields of a state: the names of failures and the ids of steps are no names of variables.
fn redact_state(map: &mut Map<String, Value>, changed: &mut usize) {
    let mut failures = map.shift_remove("failure_graph");
    if let Some(Value::Object(failures)) = &mut failures {
        redact_named(failures, changed);
    }
    if let Some(dag) = map.get_mut("execution_dag") {
        redact_step_ids(dag, changed);
    }
    redact_map(map, changed);
    map.extend(failures.map(|failures| ("failure_graph".to_owned(), failures)));
}

/// Walks things by their names: a failure called "password" is about passwords and holds none.
fn redact_named(map: &mut Map<String, Value>, changed: &mut usize) {
    if map.keys().any(|key| matches!(redact(key), Cow::Owned(_))) {
        redact_keys(map, changed);
    }
    map.values_mut().for_each(|value| redact_value(value, changed));
}

/// Takes secrets out of the ids of steps: two steps stay two, and what depends on one still does.
fn redact_step_ids(dag: &mut Value, changed: &mut usize) {
    let Some(steps) = dag.get_mut("steps").and_then(Value::as_array_mut) else { return };
    let id = |step: &Value| step.get("id").and_then(Value::as_str).map(str::to_owned);
    let mut taken: Vec<String> = steps.iter().filter_map(id).collect();
    let mut renamed: Vec<(String, String)> = Vec::new();
    for old in taken.clone() {
        if let Cow::Owned(clean) = redact(&old) {
            let new = free_name(clean, |name| taken.iter().any(|id| id == name));
            taken.push(new.clone());
            renamed.push((old, new));
        }
    }
    *changed += renamed.len();
    for step in steps {
        let before =
            step.get_mut("depends_on").and_then(Value::as_array_mut).map(|list| list.iter_mut());
        let ids: Vec<&mut Value> = before.into_iter().flatten().collect();
        for value in ids {
            rename(value, &renamed);
        }
        step.get_mut("id").into_iter().for_each(|value| rename(value, &renamed));
    }
}

fn rename(value: &mut Value, renamed: &[(String, String)]) {
    if let Some((_, new)) = renamed.iter().find(|(old, _)| value == old) {
        *value = Value::String(new.clone());
    }
}

fn redact_map(map: &mut Map<String, Value>, changed: &mut usize) {
    if map.keys().any(|key| matches!(redact(key), Cow::Owned(_))) {
        redact_keys(map, changed);
    }
    for (key, value) in map.iter_mut() {
        if is_secret_name(key) {
            hide(value, is_password_name(key), changed);
        } else if value.as_str().is_some_and(|text| names_secret(key, text)) {
            hide(value, false, changed);
        } else if let Some(clean) = value.as_str().and_then(|text| header(key, text)) {
            *value = Value::String(clean);
            *changed += 1;
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

/// Replaces every text below a name that says that it is a secret.
///
/// A number stays one, since `token: 3` is a count; but a long one can be a password.
fn hide(value: &mut Value, password: bool, changed: &mut usize) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| hide(item, password, changed)),
        Value::Object(map) => map.values_mut().for_each(|item| hide(item, password, changed)),
        Value::String(text) if text == BY_NAME || says_nothing(text) => {}
        Value::Number(number) if !password || number.as_u64().is_none_or(|it| it < PASSCODE) => {}
        Value::String(_) | Value::Number(_) => {
            *value = Value::String(BY_NAME.to_owned());
            *changed += 1;
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// The smallest number that is taken for a password under such a name: smaller ones are lengths, days, counts.
const PASSCODE: u64 = 100_000;

fn redact_value(value: &mut Value, changed: &mut usize) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(clean) = redact(text) {
                *text = clean;
                *changed += 1;
            }
        }
        Value::Array(items) => redact_list(items, changed),
        Value::Object(map) => redact_map(map, changed),
        _ => {}
    }
}

/// Walks a list, which can be the arguments of a program: `["--password", "X"]`.
fn redact_list(items: &mut [Value], changed: &mut usize) {
    let mut taken = false;
    for item in items {
        let next = takes_secret(item);
        if taken && item.is_string() && !next {
            hide(item, false, changed);
        } else {
            redact_value(item, changed);
        }
        taken = next;
    }
}

/// Whether an argument is an option whose value is a secret.
fn takes_secret(item: &Value) -> bool {
    let option = item.as_str().and_then(|text| text.strip_prefix("--"));
    option.is_some_and(|name| name.len() < 40 && is_secret_name(name))
}

/// The text of a header of HTTP without the secrets in it, if its name makes any of it one.
fn header(name: &str, text: &str) -> Option<String> {
    const HEADERS: [&str; 4] = ["cookie", "set-cookie", "authorization", "proxy-authorization"];
    if !HEADERS.iter().any(|header| header.eq_ignore_ascii_case(name)) {
        return None;
    }
    let line = format!("{name}: {text}");
    match redact(&line) {
        Cow::Borrowed(_) => None,
        Cow::Owned(clean) => clean.get(name.len() + 2..).map(str::to_owned),
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

    #[test]
    fn names_of_failures_are_no_names_of_variables() {
        let note = json!({"reason": "散列太慢 too slow", "repeat_count": 3, "related": ["JWT"], "since": 2});
        let names = ["password", "token", "cache token", "api_key", "密码", "令牌", "secret"];
        let failures: Map<String, Value> =
            names.iter().map(|name| ((*name).to_owned(), note.clone())).collect();
        let given = json!({"goal": "g", "failure_graph": failures,
            "decisions": [{"choice": "password", "reasoning": "r", "rollback": "token"}, "secret"]});
        let state = State::from_value(given).unwrap();
        assert_eq!(state.clone().redacted().unwrap(), (state, 0));
    }

    #[test]
    fn a_failure_about_passwords_still_gives_up_the_secrets_in_it() {
        let given = json!({"goal": "g", "failure_graph": {"password": {"reason": "password=hunter22x",
            "repeat_count": 2, "smtp_password": "hunter22x", "tried": {"token": "hunter22x", "times": 4}}}});
        let (state, changed) = State::from_value(given).unwrap().redacted().unwrap();
        let text = Value::Object(state.to_json()).to_string();
        assert_eq!(changed, 3, "{text}");
        assert!(!text.contains("hunter22x"), "{text}");
        assert_eq!(state.knowledge.failure_graph["password"].repeat_count(), 2);
    }

    #[test]
    fn numbers_under_secret_names_stay_numbers_unless_they_can_be_passwords() {
        let given = json!({"goal": "g", "variables": {"token": 3, "tokens": {"api_key": 800}, "secret": 123_456_789,
            "password": {"min": 12, "used": true}, "密码": 12, "db_password": 84_720_193, "root口令": [84_720_193]}});
        let (state, changed) = State::from_value(given.clone()).unwrap().redacted().unwrap();
        let json = state.to_json();
        assert_eq!(changed, 2);
        for name in ["token", "tokens", "secret", "password", "密码"] {
            assert_eq!(json["variables"][name], given["variables"][name], "{name}");
        }
        assert_eq!(json["variables"]["db_password"], BY_NAME);
        assert_eq!(json["variables"]["root口令"][0], BY_NAME);
    }

    #[test]
    fn what_says_that_there_is_no_secret_stays() {
        let nothing = [
            "none",
            "",
            "null",
            "required",
            "不能为空",
            "必填",
            "无",
            "$DB_PASSWORD",
            "<password>",
            "vault:db/pw",
            "${TOKEN}",
            "N/A",
            "true",
        ];
        let secret = [
            "hunter2",
            "test",
            "letmein",
            "天王盖地虎",
            "correct horse battery staple",
            "aaaaaaaa",
        ];
        for name in ["password", "token", "密码", "API_KEY"] {
            for (text, hidden) in
                nothing.iter().map(|it| (it, 0)).chain(secret.iter().map(|it| (it, 1)))
            {
                let given = json!({"goal": "g", "variables": {name: text}, "mine": {name: [text]}});
                let (state, changed) = State::from_value(given).unwrap().redacted().unwrap();
                assert_eq!(changed, hidden * 2, "{name}: {text}");
                assert_eq!(state.clone().redacted().unwrap(), (state, 0));
            }
        }
        let given = json!({"goal": "g", "variables": {"STRIPE_KEY": "Zx81Kd92Lq03", "CACHE_KEY": "Zx81Kd92Lq03", "CI_KEY": "main"}});
        assert_eq!(State::from_value(given).unwrap().redacted().unwrap().1, 1);
    }

    #[test]
    fn headers_and_arguments_of_a_call_are_read_as_what_they_are() {
        let call = json!({"headers": {"Cookie": "lang=zh; session=8f14e45fceea167a", "Authorization": "q1w2e3r4t5y6",
            "Accept": "session=8f14e45fceea167a"}, "args": ["run", "--password", "letmein", "--user", "bot"]});
        let given = json!({"goal": "g", "tool_calls": [call]});
        let (state, changed) = State::from_value(given).unwrap().redacted().unwrap();
        let clean = &state.to_json()["tool_calls"][0];
        assert_eq!(changed, 3, "{clean}");
        assert_eq!(clean["headers"]["Cookie"], "lang=zh; session=[redacted:cookie]");
        assert_eq!(clean["headers"]["Authorization"], "[redacted:authorization]");
        assert_eq!(clean["args"], json!(["run", "--password", BY_NAME, "--user", "bot"]));
        assert_eq!(state.clone().redacted().unwrap(), (state, 0));
    }

    #[test]
    fn steps_with_secret_ids_stay_apart_and_in_order() {
        let keys = ["4eC39HqLyjWDarjtT1zdp7dc", "9fQ27KrMzkXEbskuU2aeq8ed"];
        let [one, two] = keys.map(|tail| ["sk_li", "ve_", tail].concat());
        let steps =
            json!([{"id": one, "name": "a"}, {"id": two, "name": "b", "depends_on": [one]}]);
        let given = json!({"goal": "g", "execution_dag": {"steps": steps}});
        let (state, changed) = State::from_value(given).unwrap().redacted().unwrap();
        let dag = state.archive.execution_dag.clone().unwrap();
        let ids: Vec<&str> = dag.steps().iter().map(|step| step.id.as_str()).collect();
        assert_eq!((changed, ids.len()), (2, 2));
        assert!(ids[0] != ids[1] && dag.steps()[1].depends_on == [ids[0]], "{ids:?}");
        assert_eq!(state.clone().redacted().unwrap(), (state, 0));
    }
}
