//! What a host is told, in its exact envelope.

use serde_json::{Value, json};

use crate::input::Input;

/// The most characters of a text that is put before an agent: hosts cut longer ones without a word.
const CHARS_MAX: usize = 6_000;
/// The most bytes of it: hosts that count tokens by bytes cut there.
const BYTES_MAX: usize = 9_900;

/// What there is to say at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// Nothing: the host goes on as if nobody had been asked.
    #[default]
    Nothing,
    /// A text for the agent.
    Context(String),
}

/// The form in which a host takes a text for the agent at one of its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Envelope {
    /// `{"hookSpecificOutput": {"hookEventName": …, "additionalContext": …}}`
    Nested,
    /// As [`Envelope::Nested`], without angle brackets, which the host would escape.
    NestedPlain,
    /// `{"additionalContext": …}`
    Camel,
    /// `{"additional_context": …}`
    Snake,
    /// `{"cancel": false, "contextModification": …}`
    Cline,
    /// `{"<name>": …}` for a plugin of ours.
    Field(&'static str),
}

impl Answer {
    /// Writes the answer in the host's envelope; nothing is no byte.
    pub fn write(&self, envelope: Envelope, input: &Input) -> Vec<u8> {
        let Self::Context(text) = self else { return Vec::new() };
        let text = fitting(text);
        if text.trim().is_empty() {
            return Vec::new();
        }
        let value = envelope.around(&text, &input.event);
        let mut bytes = value.to_string().into_bytes();
        bytes.push(b'\n');
        bytes
    }
}

impl Envelope {
    fn around(self, text: &str, event: &str) -> Value {
        let nested = |text: &str| json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": text } });
        match self {
            Self::Nested => nested(text),
            Self::NestedPlain => nested(&text.replace('<', "‹").replace('>', "›")),
            Self::Camel => json!({ "additionalContext": text }),
            Self::Snake => json!({ "additional_context": text }),
            Self::Cline => json!({ "cancel": false, "contextModification": text }),
            Self::Field(name) => json!({ name: text }),
        }
    }
}

/// What stands below a text that was cut.
const TAIL: &str = "… cut to fit\n[/mindsave]\n";

/// Cuts a text at whole lines to what every host takes; the line that closes its frame stays.
pub(crate) fn fitting(text: &str) -> String {
    let fits = |text: &str| text.len() <= BYTES_MAX && text.chars().count() <= CHARS_MAX;
    if fits(text) {
        return text.to_owned();
    }
    let (mut out, mut chars) = (String::new(), TAIL.chars().count());
    for line in text.split_inclusive('\n') {
        chars += line.chars().count();
        if out.len() + line.len() + TAIL.len() > BYTES_MAX || chars > CHARS_MAX {
            break;
        }
        out.push_str(line);
    }
    out + TAIL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Host;
    use crate::input::Moment;

    fn written(envelope: Envelope, text: &str) -> String {
        let input =
            Input::new(Host::ClaudeCode, &Value::Null, "SessionStart", Moment::SessionStart);
        String::from_utf8(Answer::Context(text.to_owned()).write(envelope, &input)).unwrap()
    }

    #[test]
    fn each_envelope_is_exact() {
        let nested = "{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\",\"additionalContext\":\"目标\"}}\n";
        assert_eq!(written(Envelope::Nested, "目标"), nested);
        assert!(written(Envelope::NestedPlain, "a <b> -> c").contains("a ‹b› -› c"));
        assert_eq!(written(Envelope::Snake, "x"), "{\"additional_context\":\"x\"}\n");
        assert_eq!(written(Envelope::Camel, "x"), "{\"additionalContext\":\"x\"}\n");
        let cline = "{\"cancel\":false,\"contextModification\":\"x\"}\n";
        assert_eq!(written(Envelope::Cline, "x"), cline);
        assert_eq!(written(Envelope::Nested, " \n"), "");
    }

    #[test]
    fn a_long_text_is_cut_at_whole_lines() {
        for line in ["约束：不要使用全局变量\n", "a rule that is said in English\n"] {
            let text = format!("[mindsave] head\n{}[/mindsave]\n", line.repeat(1000));
            let cut = fitting(&text);
            assert!(cut.chars().count() <= CHARS_MAX && cut.len() <= BYTES_MAX);
            assert!(cut.ends_with("[/mindsave]\n") && cut.chars().count() > 2_900);
            let body = cut.lines().skip(1).take_while(|own| !own.starts_with('…'));
            assert!(body.into_iter().all(|own| own == line.trim_end()));
        }
    }
}
