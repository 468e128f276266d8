//! Reads events from JSON, for the languages that have objects instead of types.

use mindsave_core::work::{Event, Happened, LinkKind, SessionId};
use serde_json::{Map, Value, json};

use crate::{Error, MindSave, Observed, Result, Timestamp};

/// What a field of an event holds; a name holds the same in events of every type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Texts,
    Number,
    Count,
    Truth,
    Outcome,
    Link,
    Any,
}

/// The words for how a call ended.
const OUTCOMES: [&str; 3] = ["ok", "failed", "interrupted"];

/// The fields of events but `at` and `type`.
const FIELDS: [(&str, Form); 36] = [
    ("agent", Form::Text),
    ("source", Form::Text),
    ("session", Form::Text),
    ("tool", Form::Text),
    ("call", Form::Text),
    ("path", Form::Text),
    ("command", Form::Text),
    ("edits", Form::Truth),
    ("outcome", Form::Outcome),
    ("error", Form::Text),
    ("duration_ms", Form::Count),
    ("fingerprint", Form::Text),
    ("kind", Form::Text),
    ("name", Form::Text),
    ("value", Form::Any),
    ("text", Form::Text),
    ("reason", Form::Text),
    ("options", Form::Texts),
    ("alternatives", Form::Texts),
    ("supersedes", Form::Text),
    ("rejected_by", Form::Text),
    ("scope", Form::Text),
    ("task", Form::Text),
    ("by", Form::Text),
    ("from", Form::Text),
    ("link", Form::Link),
    ("to", Form::Text),
    ("compressed", Form::Texts),
    ("evicted", Form::Texts),
    ("ratio", Form::Number),
    ("snapshot", Form::Text),
    ("trigger", Form::Text),
    ("refused", Form::Truth),
    ("live", Form::Truth),
    ("via", Form::Text),
    ("what", Form::Text),
];

/// Fields of texts put before an agent, which nobody but a hook reports.
const DELIVERED: [(&str, Form); 2] = [("revision", Form::Text), ("tokens", Form::Count)];

impl MindSave {
    /// Observes an event or a list of events, each an object as a line of a journal has it
    /// ([`Event`]): `{"type": "tool_call", "tool": "Edit", "path": "src/a.rs", "outcome": "ok"}`.
    ///
    /// Without `at` it happened now. A type this version does not know is kept as it is. A field that
    /// does not belong to its type is left out and told ([`MindSave::take_notices`]).
    ///
    /// ```
    /// use mindsave::work::SessionId;
    /// use mindsave::{Clock, MemoryStore, MindSave, Timestamp};
    /// use serde_json::json;
    ///
    /// let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
    /// let mind = MindSave::with_store(MemoryStore::default(), Clock::Fixed(now));
    /// let session = SessionId::of("52e70abc");
    /// mind.observe_value(&session, json!({"type": "prompt", "text": "修复登录。不要用 JWT。"}))?;
    /// assert_eq!(mind.session_state(&session)?.knowledge.constraints, ["不要用 JWT"]);
    ///
    /// let error = mind.observe_value(&session, json!([{"type": "goal", "text": 3}])).unwrap_err();
    /// assert_eq!(error.message(), "`events[0].text` must be a string, got a number");
    /// # Ok::<(), mindsave::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid_input` that names the field, and then nothing was written; else as for
    /// [`MindSave::observe`].
    pub fn observe_value(&self, session: &SessionId, told: Value) -> Result<Observed> {
        let (now, mut left_out) = (self.clock.now(), Vec::new());
        let events = match told {
            Value::Array(items) => {
                let read = |(i, item)| event(&format!("events[{i}]"), item, now, &mut left_out);
                items.into_iter().enumerate().map(read).collect::<Result<Vec<Event>>>()?
            }
            one @ Value::Object(_) => vec![event("event", one, now, &mut left_out)?],
            other => {
                let wanted = "an event or a list of events, each an object";
                return Err(Error::wrong_type("events", wanted, &other));
            }
        };
        let observed = self.observe(session, events)?;
        for told in left_out {
            self.note(told);
        }
        Ok(observed)
    }
}

/// Reads one event; `at` is its place in the argument.
fn event(at: &str, value: Value, now: Timestamp, left_out: &mut Vec<String>) -> Result<Event> {
    let mut map = match value {
        Value::Object(map) => map,
        other => return Err(Error::wrong_type(at, "an object", &other)),
    };
    // What is null is not there; the value of a variable may be null.
    map.retain(|key, value| key == "value" || !value.is_null());
    let word = match map.get("type") {
        Some(Value::String(word)) => word.clone(),
        Some(other) => return Err(Error::wrong_type(&format!("{at}.type"), "a string", other)),
        None => {
            return Err(Error::invalid(format!("`{at}.type` is missing: it says what happened")));
        }
    };
    check_agent(at, &map)?;
    let happened = time(at, &map, now)?;
    map.insert("at".to_owned(), json!(happened));
    let read = parse(&map).ok_or_else(|| Error::invalid(format!("`{at}` is no event")))?;
    match &read.happened {
        Happened::Unknown(_) => fault(at, &word, &map).map_or(Ok(read), Err),
        Happened::ToolCall(call) | Happened::CallBegun(call) if call.tool.trim().is_empty() => {
            Err(missing(at, "tool", &word))
        }
        _ => {
            left_out.extend(passed_over(at, &word, &map, &read));
            Ok(read)
        }
    }
}

/// An event of a type that is not known may name its agent as well, and only so.
fn check_agent(at: &str, map: &Map<String, Value>) -> Result<()> {
    let wrong = |given: &&Value| !given.is_string();
    let given = map.get("agent").filter(wrong);
    given.map_or(Ok(()), |given| Err(Error::wrong_type(&format!("{at}.agent"), "a string", given)))
}

fn time(at: &str, map: &Map<String, Value>, now: Timestamp) -> Result<Timestamp> {
    match map.get("at") {
        None => Ok(now),
        Some(Value::String(text)) => Timestamp::parse(text)
            .map_err(|error| Error::invalid(format!("`{at}.at`: {}", error.message()))),
        Some(other) => Err(Error::wrong_type(&format!("{at}.at"), "a string", other)),
    }
}

fn parse(map: &Map<String, Value>) -> Option<Event> {
    serde_json::from_value(Value::Object(map.clone())).ok()
}

fn missing(at: &str, field: &str, word: &str) -> Error {
    Error::invalid(format!("`{at}.{field}` is missing: a `{word}` needs it"))
}

/// What is wrong with an event that could not be read; nothing where its type is not known.
///
/// The type is known if it can be read once every field there is holds something fitting. Then a
/// field it cannot be read without is missing, or one of its own holds something else.
fn fault(at: &str, word: &str, map: &Map<String, Value>) -> Option<Error> {
    let all = || FIELDS.iter().chain(&DELIVERED).copied();
    let known = |map: &Map<String, Value>| {
        parse(map).is_some_and(|event| !matches!(event.happened, Happened::Unknown(_)))
    };
    let mut whole = map.clone();
    whole.extend(all().map(|(name, form)| (name.to_owned(), form.sample())));
    if !known(&whole) {
        return None;
    }
    for (name, form) in all() {
        let mut other = whole.clone();
        match map.get(name) {
            Some(given) => other.insert(name.to_owned(), given.clone()),
            None => other.shift_remove(name),
        };
        if !known(&other) {
            let place = format!("{at}.{name}");
            let wrong = |given| Error::wrong_type(&place, &form.expected(), given);
            return Some(map.get(name).map_or_else(|| missing(at, name, word), wrong));
        }
    }
    None
}

/// Names the fields that an event was given and its type does not have.
fn passed_over(at: &str, word: &str, map: &Map<String, Value>, read: &Event) -> Vec<String> {
    let written = serde_json::to_value(read).unwrap_or_default();
    let says_nothing = |value: &Value| *value == json!(false) || *value == json!([]);
    let lost = map.iter().filter(|(key, value)| {
        written.get(key.as_str()).is_none() && !value.is_null() && !says_nothing(value)
    });
    lost.map(|(key, _)| format!("`{at}.{key}` was left out: a `{word}` has no such field"))
        .collect()
}

impl Form {
    /// Something that fits.
    fn sample(self) -> Value {
        match self {
            Self::Text | Self::Any => json!("x"),
            Self::Texts => json!([]),
            Self::Number => json!(0.5),
            Self::Count => json!(1),
            Self::Truth => json!(true),
            Self::Outcome => json!(OUTCOMES[0]),
            Self::Link => json!(LinkKind::ALL[0].word()),
        }
    }

    /// What it is to hold, for errors.
    fn expected(self) -> String {
        let one_of = |words: &[&str]| format!("one of `{}`", words.join("`, `"));
        match self {
            Self::Text => "a string".to_owned(),
            Self::Texts => "a list of strings".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Count => "a whole number".to_owned(),
            Self::Truth => "true or false".to_owned(),
            Self::Outcome => one_of(&OUTCOMES),
            Self::Link => one_of(&LinkKind::ALL.map(LinkKind::word)),
            Self::Any => "a value".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, MemoryStore};

    fn now() -> Timestamp {
        Timestamp::parse("2026-05-10T14:30:00+08:00").unwrap()
    }

    fn read(value: Value) -> Result<(Event, Vec<String>)> {
        let mut left_out = Vec::new();
        event("event", value, now(), &mut left_out).map(|event| (event, left_out))
    }

    fn refused(value: Value) -> String {
        read(value).unwrap_err().message().to_owned()
    }

    /// An event of every type, with all it can have.
    fn every_type() -> Vec<Value> {
        vec![
            json!({"type": "session_start", "source": "startup"}),
            json!({"type": "continued", "session": "a", "snapshot": "b", "live": true}),
            json!({"type": "session_end", "reason": "exit"}),
            json!({"type": "call_begun", "tool": "Bash", "command": "ls"}),
            json!({"type": "tool_call", "tool": "Edit", "call": "t1", "path": "src/文件.rs",
                "command": "x", "edits": true, "outcome": "failed", "error": "E", "duration_ms": 12,
                "fingerprint": "a:b"}),
            json!({"type": "prompt", "text": "修复登录"}),
            json!({"type": "reply", "text": "done"}),
            json!({"type": "correction", "text": "不对"}),
            json!({"type": "decision", "text": "用 Redis", "reason": "快", "options": ["a"],
                "supersedes": "b"}),
            json!({"type": "constraint", "text": "no jwt", "scope": "src/"}),
            json!({"type": "failure", "text": "全局锁", "reason": "死锁", "alternatives": ["分片锁"],
                "rejected_by": "user"}),
            json!({"type": "result", "text": "x"}),
            json!({"type": "note", "kind": "learning", "text": "x", "scope": "y"}),
            json!({"type": "goal", "text": "x"}),
            json!({"type": "phase", "text": "x"}),
            json!({"type": "next_action", "text": "x"}),
            json!({"type": "blocker", "text": "x"}),
            json!({"type": "variable", "name": "a", "value": {"b": [1]}}),
            json!({"type": "file", "path": "a.rs"}),
            json!({"type": "closed", "text": "x", "reason": "y"}),
            json!({"type": "touched", "text": "x"}),
            json!({"type": "superseded", "text": "x", "by": "y"}),
            json!({"type": "assigned", "text": "x", "task": "t", "scope": "s"}),
            json!({"type": "linked", "from": "a", "link": "depends_on", "to": "b"}),
            json!({"type": "consolidated", "compressed": ["a"], "evicted": ["b"]}),
            json!({"type": "context", "ratio": 0.5}),
            json!({"type": "save", "snapshot": "a", "trigger": "b"}),
            json!({"type": "saving_refused", "refused": false}),
            json!({"type": "compaction", "trigger": "auto"}),
            json!({"type": "delivered", "via": "a", "what": "resume", "revision": "c", "tokens": 3}),
        ]
    }

    #[test]
    fn an_event_of_every_type_is_read_with_all_it_has() {
        for mut told in every_type() {
            let (event, left_out) = read(told.clone()).unwrap();
            assert!(!matches!(event.happened, Happened::Unknown(_)), "{told}");
            assert_eq!((event.at, left_out.len()), (now(), 0), "{told}");
            told["at"] = json!(now());
            assert_eq!(serde_json::to_value(&event).unwrap(), told);
        }
    }

    #[test]
    fn a_field_of_every_type_that_holds_something_else_is_named() {
        for told in every_type() {
            let fields = told.as_object().unwrap().keys();
            for field in fields.filter(|field| !["type", "value"].contains(&field.as_str())) {
                let mut wrong = told.clone();
                wrong[field] = json!([{ "x": 1 }]);
                let message = refused(wrong);
                assert!(message.starts_with(&format!("`event.{field}` must be ")), "{message}");
            }
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        for (told, field) in [
            (json!({}), "type"),
            (json!({"type": null}), "type"),
            (json!({"type": "goal"}), "text"),
            (json!({"type": "tool_call"}), "tool"),
            (json!({"type": "tool_call", "tool": " "}), "tool"),
            (json!({"type": "note", "text": "x"}), "kind"),
            (json!({"type": "variable", "name": "x"}), "value"),
            (json!({"type": "superseded", "text": "x", "by": null}), "by"),
        ] {
            let message = refused(told.clone());
            assert!(
                message.starts_with(&format!("`event.{field}` is missing")),
                "{told}: {message}"
            );
        }
    }

    #[test]
    fn words_and_times_are_checked() {
        assert_eq!(
            refused(json!({"type": "tool_call", "tool": "x", "outcome": "exploded"})),
            "`event.outcome` must be one of `ok`, `failed`, `interrupted`, got a string"
        );
        let message = refused(json!({"type": "linked", "from": "a", "link": "loves", "to": "b"}));
        assert!(message.starts_with("`event.link` must be one of `related`, "), "{message}");
        assert!(
            refused(json!({"type": "goal", "text": "x", "at": "gestern"})).contains("`event.at`")
        );
        assert!(refused(json!({"type": "x", "at": 3})).contains("`event.at` must be a string"));
        assert!(refused(json!({"type": "x", "agent": 3})).contains("`event.agent` must be"));
        let (event, _) = read(json!({"type": "goal", "text": "x", "at": "2026-01-02"})).unwrap();
        assert_eq!(event.at.date(), "2026-01-02");
    }

    #[test]
    fn a_type_that_is_not_known_is_kept_and_a_field_that_is_not_is_told() {
        let (event, left_out) = read(json!({"type": "月相", "full": true, "text": 3})).unwrap();
        let Happened::Unknown(kept) = event.happened else { panic!("it was read") };
        assert_eq!((&kept["full"], &kept["text"], left_out.len()), (&json!(true), &json!(3), 0));

        let store = MemoryStore::default();
        let mind = MindSave::with_store(store, Clock::Fixed(now()));
        let session = SessionId::of("a");
        let told = json!([{"type": "goal", "text": "x", "outcom": "ok", "reason": null}]);
        mind.observe_value(&session, told).unwrap();
        let left_out = "`events[0].outcom` was left out: a `goal` has no such field";
        assert_eq!(mind.take_notices(), [left_out]);
    }

    #[test]
    fn nothing_is_written_of_a_list_with_a_fault() {
        let mind = MindSave::with_store(MemoryStore::default(), Clock::Fixed(now()));
        let session = SessionId::of("a");
        let told = json!([{"type": "goal", "text": "x"}, 3]);
        let error = mind.observe_value(&session, told).unwrap_err();
        assert_eq!(error.message(), "`events[1]` must be an object, got a number");
        assert!(mind.observe_value(&session, json!("x")).is_err());
        assert_eq!(mind.observe_value(&session, json!([])).unwrap(), Observed::default());
        assert!(mind.sessions().unwrap().is_empty());
    }
}
