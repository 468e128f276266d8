//! One error type for the whole workspace: a small kind, a message, and the place it concerns.

use std::borrow::Cow;
use std::fmt;

/// The result of every fallible function of the workspace.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, as one stable word that is the same in every language and protocol.
///
/// The word decides the exit code of the program, the exception class in Python, `err.code` in
/// JavaScript and the error data of the MCP server. Source: design, section 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The caller gave something that cannot be used: a wrong type, an empty goal, an unsafe name.
    InvalidInput,
    /// The named thing does not exist.
    NotFound,
    /// The named thing exists already and is not overwritten.
    AlreadyExists,
    /// Stored data cannot be read; the error names file, line and column where they are known.
    Corrupt,
    /// Somebody else changed the thing since it was read, or a choice is needed.
    Conflict,
    /// The operation is not supported here.
    Unsupported,
    /// The medium refused: a read-only folder, a full disk, a lock held too long.
    Unavailable,
    /// A defect of this program.
    Internal,
}

impl ErrorKind {
    /// All kinds, in the order in which the documentation lists them.
    pub const ALL: [Self; 8] = [
        Self::InvalidInput,
        Self::NotFound,
        Self::AlreadyExists,
        Self::Corrupt,
        Self::Conflict,
        Self::Unsupported,
        Self::Unavailable,
        Self::Internal,
    ];

    /// Returns the stable word.
    ///
    /// ```
    /// assert_eq!(mindsave_core::ErrorKind::InvalidInput.word(), "invalid_input");
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Self::InvalidInput => "invalid_input",
            Self::NotFound => "not_found",
            Self::AlreadyExists => "already_exists",
            Self::Corrupt => "corrupt",
            Self::Conflict => "conflict",
            Self::Unsupported => "unsupported",
            Self::Unavailable => "unavailable",
            Self::Internal => "internal",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A position in a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// An error: kind, message, and where it happened.
///
/// `Display` is one line. Advice ("run …") is not part of it: hints belong to the edge, which
/// knows the situation.
///
/// ```
/// use mindsave_core::{Error, ErrorKind};
///
/// let error = Error::new(ErrorKind::Corrupt, "unclosed quote").in_file("snapshots/a.md").at(3, 7);
/// assert_eq!(error.to_string(), "snapshots/a.md:3:7: unclosed quote");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{}", self.line())]
pub struct Error {
    inner: Box<Inner>,
}

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    message: String,
    file: Option<String>,
    position: Option<Position>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// Creates an error from its kind and a message in plain words.
    ///
    /// Messages quote what was given, and end up in logs: secrets are taken out of them.
    ///
    /// ```
    /// use mindsave_core::Error;
    ///
    /// let error = Error::invalid("expected a number, got `password=hunter2`");
    /// assert_eq!(error.message(), "expected a number, got `password=[redacted:password]`");
    /// ```
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let message = message.into();
        let message = match crate::redact::redact(&message) {
            Cow::Borrowed(_) => message,
            Cow::Owned(clean) => clean,
        };
        let inner = Inner { kind, message, file: None, position: None, source: None };
        Self { inner: Box::new(inner) }
    }

    /// Creates an error about something the caller gave.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// Creates an error about a value of the wrong type; `name` is where it stands.
    ///
    /// ```
    /// use mindsave_core::Error;
    ///
    /// let error = Error::wrong_type("goal", "a string", &serde_json::json!(3));
    /// assert_eq!(error.to_string(), "`goal` must be a string, got a number");
    /// ```
    pub fn wrong_type(name: &str, expected: &str, got: &serde_json::Value) -> Self {
        Self::invalid(format!("`{name}` must be {expected}, got {}", type_name(got)))
    }

    /// Creates an error about something that does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// Creates an error about stored data that cannot be read.
    pub fn corrupt(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Corrupt, message)
    }

    /// Names the file the error is about.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.inner.file = Some(file.into());
        self
    }

    /// Names the position in the file, both counted from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.inner.position = Some(Position { line, column });
        self
    }

    /// Adds the cause.
    #[must_use]
    pub fn caused_by(
        mut self,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        let source = source.into();
        // A cause that quotes a secret would show it to whoever prints the chain.
        let clean = matches!(crate::redact::redact(&source.to_string()), Cow::Borrowed(_));
        self.inner.source = clean.then_some(source);
        self
    }

    /// Returns the kind.
    pub fn kind(&self) -> ErrorKind {
        self.inner.kind
    }

    /// Returns the message without file and position.
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// Returns the file the error is about.
    pub fn file(&self) -> Option<&str> {
        self.inner.file.as_deref()
    }

    /// Returns the position in the file.
    pub fn position(&self) -> Option<Position> {
        self.inner.position
    }

    /// Returns the cause, if one is known.
    pub fn cause(&self) -> Option<&(dyn std::error::Error + Send + Sync + 'static)> {
        self.inner.source.as_deref()
    }

    fn line(&self) -> String {
        let inner = &self.inner;
        match (&inner.file, inner.position) {
            (Some(file), Some(p)) => format!("{file}:{}:{}: {}", p.line, p.column, inner.message),
            (Some(file), None) => format!("{file}: {}", inner.message),
            (None, Some(p)) => format!("line {}, column {}: {}", p.line, p.column, inner.message),
            (None, None) => inner.message.clone(),
        }
    }
}

/// What people call the type of a value.
pub(crate) fn type_name(value: &serde_json::Value) -> &'static str {
    use serde_json::Value;
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_file_and_position_when_they_are_known() {
        let error = Error::corrupt("bad");
        assert_eq!(error.to_string(), "bad");
        assert_eq!(Error::corrupt("bad").at(1, 2).to_string(), "line 1, column 2: bad");
        assert_eq!(Error::corrupt("bad").in_file("x").to_string(), "x: bad");
    }

    #[test]
    fn every_kind_has_a_word_of_its_own() {
        let words: std::collections::BTreeSet<_> =
            ErrorKind::ALL.iter().map(|k| k.word()).collect();
        assert_eq!(words.len(), ErrorKind::ALL.len());
    }
}
