//! Extraction: what is worth keeping in the prose of users and agents.
//!
//! A text is cut into blocks, sentences and clauses; the words of each clause say what it is: a
//! decision, a rule, an approach that failed. What is asked, supposed, planned or said by somebody
//! else is left out. The words are data (`rules/language/extraction.yaml`); nothing is learned and
//! nothing guessed. Cost is linear in the text. Source: seed 002, parser; design, section 8.

mod assemble;
mod block;
mod clause;
mod draft;
mod finish;
mod grammar;
mod kind;
mod scan;
mod span;
mod token;

use serde::{Serialize, Serializer};

pub use kind::Kind;

/// How sure a reading is, from 0 to 1, in hundredths.
///
/// A label ("Decided: …") gives 0.9, plain words 0.6, a vague mention 0.4; a reason adds 0.2. At
/// most 1. Source: seed 002, parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Confidence(u8);

impl Confidence {
    const REASON: u8 = 20;

    fn new(sure: grammar::Sure, reason: bool) -> Self {
        let base = match sure {
            grammar::Sure::Explicit => 90,
            grammar::Sure::Clear => 60,
            grammar::Sure::Vague => 40,
        };
        Self((base + if reason { Self::REASON } else { 0 }).min(100))
    }

    /// Returns it as a number from 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Returns it as a word for people: high from 0.8, medium from 0.6, else low.
    pub fn word(self) -> &'static str {
        match self.0 {
            80.. => "high",
            60.. => "medium",
            _ => "low",
        }
    }
}

impl Serialize for Confidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

/// One thing found in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extracted {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The words that say it, as they stand in the text but for short forms, which are written out
    /// ("can not"); what a decision refuses begins with "no", "not" or 不.
    pub span: String,
    /// Why, in the text's own words.
    pub reason: Option<String>,
    /// What a decision did not choose.
    pub alternatives: Vec<String>,
    /// How sure the reading is.
    pub confidence: Confidence,
    /// The line it begins in, from 1.
    pub line: usize,
}

/// Finds what is worth keeping in a text, in the order of the text.
///
/// Quotations, code blocks, block quotes and tables are left out. The text is data: nothing in it
/// can make this fail.
///
/// ```
/// use mindsave_core::extract::{Kind, extract};
///
/// let found = extract("I went with SQLite because the tool runs offline. 原来 Nginx 会缓冲响应。");
/// assert_eq!((found[0].kind, found[0].span.as_str()), (Kind::Decision, "SQLite"));
/// assert_eq!(found[0].reason.as_deref(), Some("the tool runs offline"));
/// assert_eq!((found[1].kind, found[1].span.as_str()), (Kind::Learning, "Nginx 会缓冲响应"));
/// assert!(extract("Should we use Redis? 要不要换成 MongoDB？").is_empty());
/// ```
pub fn extract(text: &str) -> Vec<Extracted> {
    assemble::extract(grammar::builtin(), text)
}

/// Returns the lines of a text that are its writer's own prose: no code, quotations, tables.
pub(crate) fn prose(text: &str) -> String {
    let blocks = block::blocks(text);
    let own: std::collections::BTreeSet<usize> =
        blocks.iter().flat_map(block::Block::numbers).collect();
    let lines = text.lines().zip(1..).filter(|(_, number)| own.contains(number));
    lines.map(|(line, _)| line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
