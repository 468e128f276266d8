//! The lines of a journal: one event each, appended and never changed.

use super::{Event, Happened, ToolCall, decode};
use crate::json::Json;

/// What a journal says, and what of it could not be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    /// The events, in the order of their lines.
    pub events: Vec<Event>,
    /// The lines, counted from 1, that are no event: torn, damaged, or foreign. A last line without
    /// a line break that cannot be read is one a crash cut off.
    pub unreadable: Vec<usize>,
}

/// Writes an event as its line, line break included.
///
/// ```
/// use mindsave_core::Timestamp;
/// use mindsave_core::work::{Event, Happened, journal};
///
/// let at = Timestamp::parse("2026-05-10T14:30:00Z")?;
/// let said = Event::new(at, Happened::Prompt { text: "不要用 JWT".to_owned() });
/// let read = journal::decode(journal::line(&said).as_bytes());
/// assert_eq!((read.events, read.unreadable), (vec![said], vec![]));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn line(event: &Event) -> String {
    let fast = match &event.happened {
        Happened::ToolCall(call) => call_line(event, "tool_call", call),
        Happened::CallBegun(call) => call_line(event, "call_begun", call),
        // An event holds texts, numbers and maps with text keys: it cannot fail to be written.
        _ => serde_json::to_vec(event),
    };
    let mut line = String::from_utf8(fast.unwrap_or_default()).unwrap_or_default();
    line.push('\n');
    line
}

/// How many bytes most lines of a call have room in.
const ROOM: usize = 512;

/// Writes the event of a call: nearly all events are calls, and the general way takes three times
/// as long. A field that is new does not compile before it is here.
fn call_line(event: &Event, word: &str, call: &ToolCall) -> serde_json::Result<Vec<u8>> {
    let ToolCall { tool, call, path, command, edits, outcome, error, duration_ms, fingerprint } =
        call;
    let mut line = Json::with_room(ROOM);
    let some = |line: &mut Json, before: &str, text: &Option<String>| {
        if let Some(text) = text {
            line.put_text(before, text);
        }
    };
    line.put(r#"{"at":"#, &event.at)?;
    some(&mut line, r#","agent":"#, &event.agent);
    line.put_text(r#","type":"#, word);
    line.put_text(r#","tool":"#, tool);
    some(&mut line, r#","call":"#, call);
    some(&mut line, r#","path":"#, path);
    some(&mut line, r#","command":"#, command);
    if *edits {
        line.put_raw(r#","edits":true"#);
    }
    outcome.iter().try_for_each(|outcome| line.put(r#","outcome":"#, outcome))?;
    some(&mut line, r#","error":"#, error);
    duration_ms.iter().try_for_each(|time| line.put(r#","duration_ms":"#, time))?;
    some(&mut line, r#","fingerprint":"#, fingerprint);
    line.put_raw("}");
    Ok(line.into_bytes())
}

/// Reads the last events of a journal, at most so many, without looking at the lines before them.
pub fn tail(bytes: &[u8], most: usize) -> Vec<Event> {
    let lines = bytes.rsplit(|byte| *byte == b'\n');
    let events = lines.filter_map(decode::event);
    let mut last: Vec<Event> = events.take(most).collect();
    last.reverse();
    last
}

/// Reads a journal. What cannot be read is skipped and reported; blank lines are nothing.
pub fn decode(bytes: &[u8]) -> Journal {
    let mut journal = Journal::default();
    for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match decode::event(line) {
            Some(event) => journal.events.push(event),
            None => journal.unreadable.push(number + 1),
        }
    }
    journal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::work::Outcome;

    fn at() -> Timestamp {
        Timestamp::parse("2026-05-10T14:30:00Z").unwrap()
    }

    #[test]
    fn a_torn_last_line_is_skipped_and_reported() {
        let whole = line(&Event::new(at(), Happened::Goal { text: "a".to_owned() }));
        let torn = format!("{whole}{}", &whole[..20]);
        let read = decode(torn.as_bytes());
        assert_eq!((read.events.len(), read.unreadable), (1, vec![2]));
    }

    #[test]
    fn the_tail_is_the_end_of_the_whole() {
        let event =
            |i| Event::new(Timestamp::from_millis(i), Happened::Goal { text: i.to_string() });
        let events: Vec<Event> = (0..9).map(event).collect();
        let text: String = events.iter().map(line).collect::<String>() + "{\"at\":";
        assert_eq!(tail(text.as_bytes(), 3), events[6..]);
        assert_eq!(tail(text.as_bytes(), 99), events);
    }

    #[test]
    fn what_is_not_known_is_kept_as_it_is() {
        let text = r#"{"at":"2026-05-10T14:30:00Z","type":"moon_phase","full":true}"#;
        let read = decode(text.as_bytes());
        assert!(matches!(&read.events[0].happened, Happened::Unknown(map) if map["full"] == true));
        assert_eq!(line(&read.events[0]).trim(), text);
    }

    #[test]
    fn a_call_is_written_without_what_it_has_not() {
        let call = ToolCall {
            tool: "Bash".to_owned(),
            command: Some("cargo test".to_owned()),
            outcome: Some(Outcome::Failed),
            ..ToolCall::default()
        };
        let text = line(&Event::new(at(), Happened::ToolCall(call)));
        let expected = r#"{"at":"2026-05-10T14:30:00Z","type":"tool_call","tool":"Bash","command":"cargo test","outcome":"failed"}"#;
        assert_eq!(text.trim(), expected);
    }

    #[test]
    fn a_call_is_written_as_the_general_writer_writes_it() {
        let said = |on: bool, text: &str| on.then(|| text.to_owned());
        for bits in 0..1_u32 << 9 {
            let on = |bit: u32| bits >> bit & 1 == 1;
            let call = ToolCall {
                tool: if on(0) { "Edit" } else { "m\"c\\p" }.to_owned(),
                call: said(on(1), "toolu_01"),
                path: said(on(2), "src/登录.rs"),
                command: said(on(3), "echo \"a\\b\"\n"),
                edits: on(4),
                outcome: on(5).then_some(Outcome::Interrupted),
                error: said(on(6), "error[E0308]:\n\t\u{1}"),
                duration_ms: on(7).then_some(u64::MAX),
                fingerprint: said(on(8), "ab:cd"),
            };
            let agent = said(on(3), "agent \"1\"");
            let happened = [Happened::ToolCall(call.clone()), Happened::CallBegun(call)];
            for happened in happened {
                let event = Event { at: at(), agent: agent.clone(), happened };
                assert_eq!(line(&event), serde_json::to_string(&event).unwrap() + "\n");
            }
        }
    }
}
