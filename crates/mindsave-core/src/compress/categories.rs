//! What rules can be about: the categories of the lexicons.

use crate::text::lexicon::{ConceptId, PackId};
use crate::text::{ConceptRef, Lexicon, Statement};

/// Categories of seed 000: an entry is made of a single rule already.
const ORIGINAL: [&str; 7] = [
    "theme_system",
    "ui_framework",
    "auth_strategy",
    "session_management",
    "db_access",
    "db_type",
    "api_style",
];

/// A category of one of the lexicons; in a field of many practices, one of them.
pub(super) type Category = (u16, PackId, Option<ConceptId>);

/// The categories of some lexicons.
#[derive(Clone, Debug)]
pub(super) struct Categories<'a> {
    lexicons: Vec<&'a Lexicon>,
}

impl<'a> Categories<'a> {
    pub(super) fn of_lexicon(lexicon: &'a Lexicon) -> Self {
        Self { lexicons: vec![lexicon] }
    }

    /// Adds a lexicon of the user's.
    pub(super) fn add(&mut self, lexicon: &'a Lexicon) {
        self.lexicons.push(lexicon);
    }

    pub(super) fn lexicons(&self) -> &[&'a Lexicon] {
        &self.lexicons
    }

    /// The category of a concept.
    pub(super) fn of(&self, concept: ConceptRef) -> Category {
        let lexicon = self.lexicons[usize::from(concept.lexicon)];
        (concept.lexicon, lexicon.pack_of(concept.id), lexicon.topmost(concept.id))
    }

    /// Lists the categories of the things a rule names, in order, each once.
    pub(super) fn named(&self, statement: &Statement, named: &mut Vec<Category>) {
        named.clear();
        for subject in &statement.subjects {
            let category = self.of(subject.concept);
            if !named.contains(&category) {
                named.push(category);
            }
        }
    }

    /// The name of the entry: that of the category, or in a field that of the practice.
    pub(super) fn symbol(&self, (lexicon, pack, topmost): Category) -> &str {
        let lexicon = self.lexicons[usize::from(lexicon)];
        topmost.map_or_else(|| lexicon.symbol(pack), |concept| lexicon.id(concept))
    }

    /// Reports whether a category is one of seed 000.
    pub(super) fn is_original(&self, category: Category) -> bool {
        is_original(self.symbol(category))
    }
}

/// Reports whether an entry has the name of a category of seed 000.
pub(super) fn is_original(symbol: &str) -> bool {
    ORIGINAL.contains(&symbol)
}
