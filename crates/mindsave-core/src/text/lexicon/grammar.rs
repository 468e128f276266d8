//! The small words of rules, as the files under `rules/language` have them.

use serde::Deserialize;

use super::pack::Words;

/// What a lexicon knows of the language that rules are written in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grammar {
    pub(crate) cues: Cues,
    pub(crate) roles: Roles,
}

/// The words that decide what a rule says of the things it names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Cues {
    negate: Words,
    negate_after: Words,
    instead_of: Words,
    in_favor_of: Words,
    require: Words,
    #[serde(rename = "assert")]
    assertion: Words,
    prefer: Words,
    permit: Words,
    waive: Words,
    condition: Words,
    limit: Words,
    doubtful: Words,
    filler: Words,
    inert: Words,
    pronoun: Words,
}

impl Cues {
    /// Returns the words of each kind, in the order of the kinds' numbers.
    pub(crate) fn kinds(&self) -> [&Words; 15] {
        [
            &self.negate,
            &self.negate_after,
            &self.instead_of,
            &self.in_favor_of,
            &self.require,
            &self.assertion,
            &self.prefer,
            &self.permit,
            &self.waive,
            &self.condition,
            &self.limit,
            &self.doubtful,
            &self.filler,
            &self.inert,
            &self.pronoun,
        ]
    }
}

/// The words with a part in a rule that does not decide its sense.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Roles {
    universal: Words,
    exception: Words,
    place: Words,
    only: Words,
    connector: Words,
    preposition: Words,
    quantity: Words,
    copula: Words,
    event: Words,
    reason: Words,
    clause_reason: Words,
    weightless: Words,
    refusal: Words,
    contrast: Words,
}

impl Roles {
    /// Returns the words of each role, in the order of the roles' numbers.
    pub(crate) fn kinds(&self) -> [&Words; 14] {
        [
            &self.universal,
            &self.exception,
            &self.place,
            &self.only,
            &self.connector,
            &self.preposition,
            &self.quantity,
            &self.copula,
            &self.event,
            &self.reason,
            &self.clause_reason,
            &self.weightless,
            &self.refusal,
            &self.contrast,
        ]
    }
}
