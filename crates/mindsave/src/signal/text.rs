//! The heartbeat as text: written at every event, so without the detours of a general writer.

use std::ops::Range;

use mindsave_core::json::Json;
use serde_json::{Result, Value};

use super::Signal;

/// Writes a heartbeat as JSON for people, as `serde_json::to_vec_pretty` does; `room` is how many
/// bytes it has room in from the start. Says too where its count of calls stands.
pub(super) fn of(signal: &Signal, room: usize) -> Result<(Vec<u8>, Range<usize>)> {
    // What has a layout of its own is none of ours.
    if signal.extra.values().any(|value| matches!(value, Value::Array(_) | Value::Object(_))) {
        return Ok((serde_json::to_vec_pretty(signal)?, 0..0));
    }
    let mut json = Json::with_room(room);
    let calls = write_fields(&mut json, signal)?;
    for (name, value) in &signal.extra {
        json.put_text(",\n  ", name);
        match value {
            Value::String(text) => json.put_text(": ", text),
            value => json.put(": ", value)?,
        }
    }
    json.put_raw("\n}");
    Ok((json.into_bytes(), calls))
}

/// Puts another count of calls into a text, in its place; reports whether it fits there.
pub(super) fn count(text: &mut [u8], place: &Range<usize>, calls: u64) -> bool {
    let calls = calls.to_string();
    let fits = text.get_mut(place.clone()).filter(|digits| digits.len() == calls.len());
    fits.map(|digits| digits.copy_from_slice(calls.as_bytes())).is_some()
}

/// Writes the fields of the seed; one that is new does not compile before it is here. Returns where
/// the count of calls stands.
fn write_fields(json: &mut Json, signal: &Signal) -> Result<Range<usize>> {
    let Signal {
        last_save,
        last_auto_save_time,
        last_auto_save_turn,
        tool_calls_since_save,
        auto_save_count,
        trigger_reason,
        pressure_state,
        thresholds,
        growth_rate,
        complexity,
        estimated_tokens_ratio,
        extra: _,
    } = signal;
    json.put("{\n  \"last_save\": ", last_save)?;
    json.put(",\n  \"last_auto_save_time\": ", last_auto_save_time)?;
    json.put(",\n  \"last_auto_save_turn\": ", last_auto_save_turn)?;
    json.put_raw(",\n  \"tool_calls_since_save\": ");
    let from = json.place();
    json.put("", tool_calls_since_save)?;
    let calls = from..json.place();
    json.put(",\n  \"auto_save_count\": ", auto_save_count)?;
    json.put(",\n  \"trigger_reason\": ", trigger_reason)?;
    json.put_text(",\n  \"pressure_state\": ", pressure_state);
    json.put(",\n  \"thresholds\": {\n    \"warning\": ", &thresholds.warning)?;
    json.put(",\n    \"critical\": ", &thresholds.critical)?;
    json.put_text("\n  },\n  \"growth_rate\": ", growth_rate);
    json.put_text(",\n  \"complexity\": ", complexity);
    json.put(",\n  \"estimated_tokens_ratio\": ", estimated_tokens_ratio)?;
    Ok(calls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;

    fn same(signal: &Signal) {
        let (text, calls) = of(signal, 1024).unwrap();
        let mut counted = text.clone();
        if count(&mut counted, &calls, signal.tool_calls_since_save + 1) {
            let signal = Signal {
                tool_calls_since_save: signal.tool_calls_since_save + 1,
                ..signal.clone()
            };
            assert_eq!(counted, of(&signal, 0).unwrap().0);
        }
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, serde_json::to_string_pretty(signal).unwrap());
        let read: Signal = serde_json::from_str(&text).unwrap();
        assert_eq!(&read, signal);
    }

    #[test]
    fn it_is_written_as_the_general_writer_writes_it() {
        let mut signal = Signal::default();
        same(&signal);
        signal.last_save = Some(Timestamp::parse("2026-05-10T14:30:00.25+08:00").unwrap());
        signal.last_auto_save_time = signal.last_save;
        signal.last_auto_save_turn = Some(u64::MAX);
        signal.trigger_reason = Some("a \"quoted\"\n\\理由\u{1}".into());
        signal.estimated_tokens_ratio = Some(0.1 + 0.2);
        signal.tool_calls_since_save = 99;
        same(&signal);
        signal.tool_calls_since_save = 100;
        signal.thresholds.warning = 1.0;
        signal.thresholds.critical = 1e-7;
        same(&signal);
        for value in ["null", "true", "-3", "1e300", "\"心情\"", "[]", "{}", "[1, {\"a\": []}]"] {
            let value = serde_json::from_str(value).unwrap();
            signal.extra.insert(format!("\"{}\"\t键", signal.extra.len()), value);
            same(&signal);
        }
    }
}
