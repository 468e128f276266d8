//! Reads a failed approach: what it names is refused, what stands behind a dash is the reason.

use super::parser::{LONGEST, Parser};
use super::scan::PackRef;
use super::statement::{Modality, Polarity, Statement};
use super::stretch::Stretch;
use super::wording::{Form, Part, Parts, Said};

/// What parts an approach from what went wrong with it.
const MARKS: [&str; 7] = [" - ", " — ", " – ", "——", "：", ": ", "，"];

/// Reads a failed approach beside others, as [`Parser::parse`] does a rule.
pub(crate) fn parse(parser: &mut Parser, approach: &str, known: &[PackRef]) -> Statement {
    let at = MARKS.iter().filter_map(|mark| Some((approach.find(mark)?, mark.len()))).min();
    let (head, tail) = match at {
        // A text of many pages is a document and no approach with a reason.
        Some((at, size)) if at > 0 && approach.len() <= LONGEST => (&approach[..at], at + size),
        _ => (approach, approach.len()),
    };
    let mut statement = parser.parse(head, known);
    if statement.refuses || statement.subjects.iter().any(|s| s.polarity == Polarity::Reject) {
        // "Doing without X" failed: that is no reason against X.
        statement.modality = Modality::Unclear;
    }
    for subject in &mut statement.subjects {
        subject.polarity = Polarity::Reject;
    }
    statement.refuses = true;
    statement.parts = Some(refused(statement.parts.take()));
    let tail = Stretch::new(tail, approach.len()).trimmed(approach);
    if !tail.of(approach).is_empty() {
        statement.reason = Some(tail);
    }
    statement
}

/// The pieces of an approach, all of them refused; the whole of it where it has none.
fn refused(parts: Option<Parts>) -> Parts {
    let whole = Part {
        polarity: Polarity::Reject,
        form: Form::Phrase(None),
        tokens: Stretch::default(),
        said: Said::Whole,
    };
    let named = parts
        .filter(|parts| !parts.is_empty() && parts.iter().all(|part| part.form != Form::Clause));
    let mut parts = named.unwrap_or_else(|| Parts::from_iter([whole]));
    for part in &mut parts {
        part.polarity = Polarity::Reject;
    }
    parts
}
