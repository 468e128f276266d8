//! Why each rule went where it went, in words.

use std::borrow::Cow;

use serde::Serialize;

use super::entry::Source;
use super::intake::Rule;
use crate::text::{Lexicon, Modality, Polarity, Statement};

/// What was understood of one rule, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The rule.
    #[serde(flatten)]
    pub source: Source,
    /// What it names, with `+` for asked for and `-` for refused, and the category of each.
    pub subjects: Vec<String>,
    /// The entries it went into; none when it stays as it was written.
    pub entries: Vec<String>,
    /// Why.
    pub why: String,
    /// Words nothing is known of.
    pub notes: Vec<String>,
}

/// Explains one rule.
pub(super) fn explain(
    rule: &Rule,
    entries: Vec<String>,
    clash: bool,
    lexicons: &[&Lexicon],
) -> Explanation {
    let statement = &rule.statement;
    let subject = |subject: &crate::text::Subject| {
        let lexicon = lexicons[usize::from(subject.concept.lexicon)];
        let sign = if subject.polarity == Polarity::Choose { '+' } else { '-' };
        let pack = lexicon.pack_name(lexicon.pack_of(subject.concept.id));
        format!("{sign}{} ({pack})", lexicon.name(subject.concept.id))
    };
    Explanation {
        source: rule.source.clone(),
        subjects: statement.subjects.iter().map(subject).collect(),
        why: reason(statement, &entries, clash),
        entries,
        notes: statement.notes(rule.text()).map(Cow::into_owned).collect(),
    }
}

fn reason(statement: &Statement, entries: &[String], clash: bool) -> String {
    if clash {
        return "kept: it contradicts another rule".to_owned();
    }
    if !entries.is_empty() {
        return format!("merged into {}", entries.join(", "));
    }
    let why = match statement.modality {
        Modality::May => "it allows something, which is no order",
        Modality::Waive => "it waives a duty, which is neither an order nor a ban",
        Modality::Unclear => "its sense is hard to tell",
        Modality::Must | Modality::Prefer if statement.conditional => "it holds in some case only",
        Modality::Must | Modality::Prefer if statement.numeric => "it depends on a number",
        Modality::Must | Modality::Prefer if statement.subjects.is_empty() => {
            "it names nothing that is known"
        }
        Modality::Must | Modality::Prefer if statement.residue > super::engine::RESIDUE => {
            "it says more than is known"
        }
        Modality::Must | Modality::Prefer => "no other rule is about the same thing",
    };
    format!("kept: {why}")
}
