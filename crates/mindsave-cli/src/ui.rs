//! What is printed: text for people, with colour on a terminal only, or one JSON value.

use std::io::{self, IsTerminal, Write};

use owo_colors::OwoColorize;
use serde_json::{Value, json};

/// Where a command prints to.
#[derive(Debug)]
pub(crate) struct Ui {
    json: bool,
    color: bool,
    out: Vec<u8>,
    /// The answer in JSON, to be printed at the end.
    answer: Option<Value>,
    /// What was warned of, so that nothing is said twice.
    warned: Vec<String>,
}

impl Ui {
    pub(crate) fn new(json: bool) -> Self {
        let color = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let color = color && !json;
        Self { json, color, out: Vec::new(), answer: None, warned: Vec::new() }
    }

    /// Reports whether the answer is to be one JSON value.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Prints a line for people, whatever is in it.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        self.put(&safe(text.as_ref()));
    }

    /// Prints a line of our own making.
    fn put(&mut self, line: &str) {
        self.text(line);
        self.text("\n");
    }

    /// Prints text for people as it is.
    pub(crate) fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Prints a graph in the words of a drawing program.
    pub(crate) fn graph(&mut self, text: &str) {
        if self.is_json() {
            self.value(&json!({ "graph": text }));
        } else {
            text.lines().for_each(|line| self.line(line));
        }
    }

    /// Prints a heading.
    pub(crate) fn heading(&mut self, text: &str) {
        let text = safe(text);
        self.put(&if self.color { text.bold().to_string() } else { text });
    }

    /// Prints a name and its value.
    pub(crate) fn field(&mut self, name: &str, value: impl AsRef<str>) {
        let padded = format!("{name:<12}");
        let name = if self.color { padded.dimmed().to_string() } else { padded };
        self.put(&format!("{name} {}", safe(value.as_ref())));
    }

    /// Prints a line with a mark before it: good, worth a look, or bad.
    pub(crate) fn marked(&mut self, mark: char, text: &str) {
        let shown = match mark {
            _ if !self.color => mark.to_string(),
            '✓' => mark.green().to_string(),
            '!' => mark.yellow().to_string(),
            _ => mark.red().to_string(),
        };
        self.put(&format!("{shown} {}", safe(text)));
    }

    /// Prints a warning for people to standard error; in JSON it is part of the answer.
    pub(crate) fn warn(&mut self, text: &str) {
        if !self.json && !self.warned.iter().any(|known| known == text) {
            self.warned.push(text.to_owned());
            Self::note(text);
        }
    }

    /// Tells what was found on the way: people as warnings, programs below `warnings`, whatever
    /// the answer is.
    pub(crate) fn found(&mut self, notices: Vec<String>) {
        if self.json {
            for notice in notices {
                if !self.warned.contains(&notice) {
                    self.warned.push(notice);
                }
            }
        } else {
            self.warn_all(&notices);
        }
    }

    /// Prints a warning on standard error also beside a JSON answer that has no place for it.
    pub(crate) fn note(text: &str) {
        let line = format!("{} {}\n", "warning:".yellow(), safe(text));
        drop(anstream::stderr().write_all(line.as_bytes()));
    }

    /// Prints several warnings.
    pub(crate) fn warn_all(&mut self, texts: &[String]) {
        for text in texts {
            self.warn(text);
        }
    }

    /// Prints the answer as JSON.
    pub(crate) fn value(&mut self, value: &Value) {
        self.answer = Some(value.clone());
    }

    /// Writes everything out.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if let Some(mut answer) = self.answer.take() {
            add_warnings(&mut answer, std::mem::take(&mut self.warned));
            self.put(&serde_json::to_string(&answer).unwrap_or_default());
        }
        let out = std::mem::take(&mut self.out);
        // Byte for byte: what was saved may hold any character.
        let mut stdout = io::stdout().lock();
        stdout.write_all(&out)?;
        stdout.flush()
    }

    /// Asks a person a question; nothing when there is none to ask.
    pub(crate) fn ask(&mut self, question: &str) -> Option<String> {
        if self.json || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return None;
        }
        self.text(question);
        self.flush().ok()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).ok()?;
        Some(answer.trim().to_owned())
    }
}

/// Makes a line of any text: what was stored forges no other lines and colours nothing.
fn safe(text: &str) -> String {
    let indent = text.len() - text.trim_start_matches(' ').len();
    format!("{}{}", &text[..indent], mindsave::resume::one_line(&text[indent..]))
}

/// Adds to the warnings of an answer what they do not say yet.
fn add_warnings(answer: &mut Value, more: Vec<String>) {
    let Some(map) = answer.as_object_mut().filter(|_| !more.is_empty()) else { return };
    let warnings = map.entry("warnings").or_insert_with(|| Value::Array(Vec::new()));
    let Some(warnings) = warnings.as_array_mut() else { return };
    for text in more.into_iter().map(Value::String) {
        if !warnings.contains(&text) {
            warnings.push(text);
        }
    }
}
