//! Why each rule went where it went, in words.

use std::borrow::Cow;

use serde::Serialize;

use super::entry::Source;
use super::intake::Rule;
use crate::text::{Cue, Lexicon, Modality, Parser, Polarity, Statement};

/// What was understood of one rule, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The rule.
    #[serde(flatten)]
    pub source: Source,
    /// What it names, with `+` for asked for and `-` for refused, and the category of each.
    pub subjects: Vec<String>,
    /// The words that decided, and what they did: `"not" refuses npm`.
    pub decided_by: Vec<String>,
    /// The entries it went into; none when it stays as it was written.
    pub entries: Vec<String>,
    /// Why.
    pub why: String,
    /// Words nothing is known of.
    pub notes: Vec<String>,
}

/// What became of a rule.
pub(super) struct Became<'a> {
    /// The entries it is part of.
    pub(super) entries: Vec<String>,
    /// Whether it contradicts another.
    pub(super) clash: bool,
    /// The text of the rule it repeats.
    pub(super) repeats: Option<&'a str>,
}

/// Explains one rule.
pub(super) fn explain(rule: &Rule, became: Became, lexicons: &[&Lexicon]) -> Explanation {
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
        decided_by: decided_by(rule, lexicons),
        why: reason(statement, &became),
        entries: became.entries,
        notes: statement.notes(rule.text()).map(Cow::into_owned).collect(),
    }
}

/// The words that decided, each with what it did.
fn decided_by(rule: &Rule, lexicons: &[&Lexicon]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut tell = |words: &str, what: String| {
        let line = format!("{words:?} {what}");
        if !words.is_empty() && !told.contains(&line) {
            told.push(line);
        }
    };
    for subject in &rule.statement.subjects {
        let does = if subject.polarity == Polarity::Choose { "asks for" } else { "refuses" };
        let lexicon = lexicons[usize::from(subject.concept.lexicon)];
        tell(
            subject.decided.of(rule.text()),
            format!("{does} {}", lexicon.name(subject.concept.id)),
        );
    }
    let mut parser = Parser::new(lexicons);
    for (cue, what) in [
        (Cue::Condition, "makes it hold in some case only"),
        (Cue::Limit, "limits a number"),
        (Cue::Waive, "waives a duty"),
        (Cue::Permit, "allows it"),
        (Cue::Prefer, "makes it a preference"),
        (Cue::Doubtful, "makes its sense hard to tell"),
    ] {
        for words in parser.cues(&rule.text()[..rule.statement.size], &[cue]) {
            tell(words, what.to_owned());
        }
    }
    told
}

fn reason(statement: &Statement, became: &Became) -> String {
    if became.clash {
        return "kept: it contradicts another rule".to_owned();
    }
    if let Some(other) = became.repeats {
        return format!("left out: {other:?} says it in the same words");
    }
    if !became.entries.is_empty() {
        return format!("merged into {}", became.entries.join(", "));
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
        Modality::Must | Modality::Prefer if statement.residue > crate::text::RESIDUE => {
            "it says more than is known"
        }
        Modality::Must | Modality::Prefer => "no other rule is about the same thing",
    };
    format!("kept: {why}")
}
