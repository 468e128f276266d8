//! A rule pack as its file has it.

use serde::Deserialize;

/// One category of things agents are told to use or not to use.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// The name of the file, `snake_case`.
    pub id: String,
    /// The name of the entry that rules of this category are merged into.
    pub symbol: String,
    /// What people call the category.
    pub name: Named,
    /// Words that tell the category without naming a concept.
    #[serde(default)]
    pub topics: Words,
    /// Topics that say the category and nothing else ("install packages"): a rule is said without
    /// them. The names and the first topic of each language are such topics.
    #[serde(default)]
    pub same: Words,
    /// Whether rules of this category go together only where they are about the same concept, or
    /// about kinds of one: set for categories that are a field and not a choice.
    #[serde(default)]
    pub linked: bool,
    /// What the category is about.
    pub concepts: Vec<Concept>,
    /// Sentences that prove the pack.
    #[serde(default)]
    pub examples: Examples,
}

/// A name in both languages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// English.
    pub en: String,
    /// Chinese.
    #[serde(default)]
    pub zh: String,
}

/// Words in both languages.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// English.
    #[serde(default)]
    pub en: Vec<String>,
    /// Chinese.
    #[serde(default)]
    pub zh: Vec<String>,
}

impl Words {
    /// Returns the words of both languages.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.en.iter().chain(&self.zh)
    }
}

/// One thing: a tool, a practice, a hazard.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Concept {
    /// Unique over all packs.
    pub id: String,
    /// Its name as the field writes it.
    pub name: String,
    /// English names.
    #[serde(default)]
    pub en: Vec<String>,
    /// Chinese names.
    #[serde(default)]
    pub zh: Vec<String>,
    /// Names that have another common meaning.
    #[serde(default)]
    pub ambiguous: Vec<String>,
    /// Broader concepts.
    #[serde(default)]
    pub parents: Vec<String>,
    /// Concepts that compete for the same job.
    #[serde(default)]
    pub excludes: Vec<String>,
    /// Words that together, in one clause, mean the concept: `push|commit + main|master`.
    #[serde(default)]
    pub patterns: Vec<String>,
}

impl Concept {
    /// Returns all names but the canonical one.
    pub fn aliases(&self) -> impl Iterator<Item = &String> {
        self.en.iter().chain(&self.zh).chain(&self.ambiguous)
    }
}

/// Sentences that prove a pack.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// Sentences and the concepts of this pack they name.
    #[serde(default, rename = "match")]
    pub matching: Vec<Example>,
    /// Sentences that name none.
    #[serde(default)]
    pub no_match: Vec<String>,
}

/// A sentence and what it names.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The sentence.
    pub text: String,
    /// Ids of the concepts.
    pub concepts: Vec<String>,
}
