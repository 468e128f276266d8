//! What the rules of a snapshot come to in short, kept beside them.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::compress::{Compressor, Request};

/// The lines put before the model in place of the rules, and which rules they are made of.
///
/// It saves a restore the work, and shows people who read the file what their agent will see. The
/// rules count: when they were edited since, the lines are made again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ShortForm {
    /// Tells the rules the lines were made of from others.
    pub of: String,
    /// The lines.
    pub lines: Vec<String>,
}

impl ShortForm {
    /// Makes the short form of rules.
    pub fn make(rules: &[String], compressor: &Compressor) -> Self {
        let rendered = compressor.rendered(&Request::of(rules));
        let lines = rendered.map(|text| text.lines().map(str::to_owned).collect());
        Self { of: fingerprint(rules), lines: lines.unwrap_or_else(|_| rules.to_vec()) }
    }

    /// Reports whether the lines were made of these rules.
    pub fn is_of(&self, rules: &[String]) -> bool {
        self.of == fingerprint(rules)
    }
}

/// Tells one list of rules from another.
fn fingerprint(rules: &[String]) -> String {
    let mut digest = Sha256::new();
    for rule in rules {
        digest.update(rule.as_bytes());
        digest.update([0]);
    }
    let start =
        digest.finalize().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte));
    format!("{start:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_were_edited_have_another_short_form() {
        let rules = ["不要使用 npm", "use pnpm"].map(String::from).to_vec();
        let short = ShortForm::make(&rules, &Compressor::builtin());
        assert_eq!(short.lines, ["pnpm; no npm"]);
        assert!(short.is_of(&rules));
        let edited = ["use npm", "use pnpm"].map(String::from).to_vec();
        assert!(!short.is_of(&edited));
        assert!(!ShortForm::default().is_of(&[]));
    }
}
