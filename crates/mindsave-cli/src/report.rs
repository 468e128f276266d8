//! What becomes of errors: one line that says what, where and what to do, and an exit code.

use std::io::Write;

use mindsave::{Error, ErrorKind, answer};
use owo_colors::OwoColorize;
use serde_json::{Value, json};

use crate::ui::Ui;

/// Advice where the mistake stands in a file.
const OF_FILE: &str = "mend the file that is named, or move it away";

/// An error on its way out: what happened, advice, and what else belongs to a JSON answer.
#[derive(Debug)]
pub(crate) struct Failure {
    error: Error,
    hint: Option<String>,
    details: Option<(&'static str, Value)>,
}

impl Failure {
    /// Adds advice that only the edge can give.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a value to the JSON answer.
    pub(crate) fn detail(mut self, key: &'static str, value: Value) -> Self {
        self.details = Some((key, value));
        self
    }

    fn advice(&self) -> &str {
        let of_file = self.error.kind() == ErrorKind::InvalidInput && self.error.file().is_some();
        let general = if of_file { OF_FILE } else { answer::hint(self.error.kind()) };
        self.hint.as_deref().unwrap_or(general)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(f)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, hint: None, details: None }
    }
}

/// Prints what is left to print and returns the exit code.
pub(crate) fn finish(outcome: Result<(), Failure>, ui: &mut Ui) -> u8 {
    let code = match &outcome {
        Ok(()) => 0,
        Err(failure) => exit_code(failure.error.kind()),
    };
    if let Err(failure) = outcome {
        let line = format!("{} {} — {}\n", "mindsave:".red(), failure.error, failure.advice());
        drop(anstream::stderr().write_all(line.as_bytes()));
        if ui.is_json() {
            ui.value(&as_json(&failure));
        }
    }
    match ui.flush() {
        // The reader of a pipe went away: it had what it wanted.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => code,
        Err(error) => {
            let done = if code == 0 { "; what was asked for is done" } else { "" };
            let line = format!("{} cannot write the answer: {error}{done}\n", "mindsave:".red());
            drop(anstream::stderr().write_all(line.as_bytes()));
            exit_code(ErrorKind::Unavailable)
        }
        Ok(()) => code,
    }
}

/// Reports an error in the arguments, or prints the help that was asked for.
pub(crate) fn usage(error: &clap::Error, asked_json: bool) -> u8 {
    if !error.use_stderr() {
        drop(error.print());
        return 0;
    }
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    // What is missing stands indented below the first line.
    let named: Vec<&str> =
        text.lines().skip(1).take_while(|line| line.starts_with("  ")).map(str::trim).collect();
    if !named.is_empty() {
        first = format!("{first} {}", named.join(", "));
    }
    if text.starts_with("error:") {
        let failure = Failure::from(Error::invalid(first)).hint("see `mindsave --help`");
        return finish(Err(failure), &mut Ui::new(asked_json));
    }
    // No arguments at all: the help is the answer.
    drop(error.print());
    exit_code(ErrorKind::InvalidInput)
}

fn as_json(failure: &Failure) -> Value {
    let body = answer::error(&failure.error, failure.advice());
    let mut answer = json!({ "error": body });
    if let Some((key, value)) = &failure.details {
        answer[*key] = value.clone();
    }
    answer
}

/// The exit code of a kind. 1 is a defect of this program, 2 the user's mistake, as is usual.
fn exit_code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::InvalidInput => 2,
        ErrorKind::NotFound => 3,
        ErrorKind::AlreadyExists => 4,
        ErrorKind::Corrupt => 5,
        ErrorKind::Conflict => 6,
        ErrorKind::Unsupported => 7,
        ErrorKind::Unavailable => 8,
        _ => 1,
    }
}
