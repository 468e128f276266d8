//! Reads a rule pack from its text, and checks it against its own examples.

use super::Pack;
use super::table::Lexicon;
use crate::{Error, Result};

impl Pack {
    /// Reads a pack.
    ///
    /// # Errors
    /// `invalid_input` with line and column.
    pub fn from_yaml(text: &str) -> Result<Self> {
        if let Some((line, column)) = crate::nesting::too_deep_at(text) {
            return Err(Error::invalid("it is nested too deep").at(line, column));
        }
        serde_yaml::from_str(text).map_err(|cause| {
            let at = cause.location().map_or((1, 1), |at| (at.line(), at.column()));
            let full = cause.to_string();
            let message = full.split(" at line ").next().unwrap_or(&full).to_owned();
            Error::invalid(message).at(at.0, at.1).caused_by(cause)
        })
    }

    /// Runs the examples of a pack against a lexicon that holds it; returns what is wrong.
    pub fn check(&self, lexicon: &Lexicon) -> Vec<String> {
        let own = |sentence: &str| -> Vec<String> {
            let found = lexicon.concepts_in(sentence).into_iter();
            let mine = found.filter(|id| self.concepts.iter().any(|concept| concept.id == *id));
            mine.map(str::to_owned).collect()
        };
        let mut wrong = Vec::new();
        for example in &self.examples.matching {
            let mut found = own(&example.text);
            let mut wanted = example.concepts.clone();
            found.sort_unstable();
            found.dedup();
            wanted.sort_unstable();
            if found != wanted {
                wrong.push(format!("{:?} names {found:?}, not {wanted:?}", example.text));
            }
        }
        for sentence in &self.examples.no_match {
            let found = own(sentence);
            if !found.is_empty() {
                wrong.push(format!("{sentence:?} names {found:?}, and should name nothing"));
            }
        }
        wrong
    }
}
