//! Decisions: a choice with its reasons, so that settled questions stay settled.

use serde::ser::{Serialize, SerializeMap};
use serde_json::{Map, Value};

/// A choice that was taken. Source: seed 001, decision log.
///
/// Given as a bare string it has a choice only, and is written back as a bare string.
///
/// ```
/// use mindsave_core::Decision;
///
/// let decision = Decision::bare("REST API first");
/// assert_eq!(serde_json::to_string(&decision).unwrap(), r#""REST API first""#);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// What was chosen.
    pub choice: String,
    /// What was considered, one line each.
    pub options: Option<Texts>,
    /// Why this option won: the part that is lost first.
    pub reasoning: Option<String>,
    /// What could go wrong.
    pub risks: Option<Texts>,
    /// How to go back if it was wrong.
    pub rollback: Option<String>,
    /// The task and phase it was taken in.
    pub context: Option<String>,
    /// When it was taken, as given.
    pub at: Option<String>,
    /// The choice it replaces.
    pub supersedes: Option<String>,
    /// Keys this version does not know, kept as they are.
    pub extra: Map<String, Value>,
    /// Whether it was given as a bare string.
    pub bare: bool,
}

impl Decision {
    /// Creates a decision that has a choice only.
    pub fn bare(choice: impl Into<String>) -> Self {
        Self { choice: choice.into(), bare: true, ..Self::default() }
    }
}

/// One text or several, written back in the form it was given in.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Texts {
    /// A single text.
    One(String),
    /// A list of texts.
    Many(Vec<String>),
}

impl Texts {
    /// Returns the texts, whatever the form.
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        }
    }
}

impl Serialize for Decision {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.bare {
            return serializer.serialize_str(&self.choice);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("choice", &self.choice)?;
        entry(&mut map, "options", self.options.as_ref())?;
        entry(&mut map, "reasoning", self.reasoning.as_ref())?;
        entry(&mut map, "risks", self.risks.as_ref())?;
        entry(&mut map, "rollback", self.rollback.as_ref())?;
        entry(&mut map, "context", self.context.as_ref())?;
        entry(&mut map, "at", self.at.as_ref())?;
        entry(&mut map, "supersedes", self.supersedes.as_ref())?;
        for (key, value) in &self.extra {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// Writes an entry that is there.
fn entry<M: SerializeMap>(
    map: &mut M,
    key: &str,
    value: Option<&impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, value))
}
