//! Marks of calls and of their errors, by which the same mistake is known again exactly.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::count::{Counts, Writer};

/// The most bytes of an error that count: its first lines say what went wrong.
const ERROR_MAX: usize = 2000;

/// A call that failed, and how.
///
/// Only digests are kept: what a call said may be secret, that it came again is not.
///
/// ```
/// use mindsave_core::failure::{Fingerprint, Writer};
///
/// let writer = Writer::parse("session-1")?;
/// let one = Fingerprint::of("cargo  build", "error at /tmp/a1/x.rs:10", &writer);
/// let two = Fingerprint::of("cargo build", "error at /tmp/b2/x.rs:12", &writer);
/// assert_eq!((one.call, one.error), (two.call, two.error));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// The mark of the call: 16 hexadecimal digits.
    pub call: String,
    /// The mark of the error, alike.
    pub error: String,
    /// How often the call ended so.
    pub counts: Counts,
}

impl Fingerprint {
    /// Marks a call that ended with an error, once.
    pub fn of(call: &str, error: &str, writer: &Writer) -> Self {
        let mut counts = Counts::default();
        counts.add(writer, 1);
        Self { call: Self::call_mark(call), error: Self::error_mark(error), counts }
    }

    /// Returns the mark of a call: blanks do not matter.
    pub fn call_mark(call: &str) -> String {
        mark(&call.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the mark of an error: numbers, addresses, times and folders do not matter.
    pub fn error_mark(error: &str) -> String {
        let end = error
            .char_indices()
            .map(|(at, c)| at + c.len_utf8())
            .take_while(|end| *end <= ERROR_MAX)
            .last();
        let words = error[..end.unwrap_or(0)].split_whitespace().map(lasting);
        mark(&words.collect::<Vec<_>>().join(" "))
    }
}

/// What of a word is the same the next time.
fn lasting(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let mut out = String::with_capacity(name.len());
    let hexadecimal = name.len() >= 8
        && name.chars().any(|c| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_hexdigit() || c == 'x' || c == '-');
    if hexadecimal {
        return "#".to_owned();
    }
    for c in name.chars() {
        match c {
            c if c.is_ascii_digit() && out.ends_with('#') => {}
            c if c.is_ascii_digit() => out.push('#'),
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

fn mark(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let mut out = String::new();
    for byte in digest.iter().take(8) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}
