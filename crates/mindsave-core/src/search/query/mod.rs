//! What is looked for.

mod lex;
mod parse;
mod terms;

pub(crate) use terms::{Phrase, Term, TermKind};

use crate::{Error, Result};

/// How much of a query is looked at, in characters: an agent may hand over a whole page.
pub const QUERY_MAX: usize = 4_000;

/// What is looked for, in the language of the query line.
///
/// - Words side by side: entries with any of them, those with the most and rarest first. Chinese
///   needs no blanks. English words are found in all their forms.
/// - `"quoted words"` must stand in the entry as they are; so must those in “…” and 「…」.
/// - `auth*` finds every word that begins so.
/// - `AND`, `OR`, `NOT` in capital letters and parentheses join these.
/// - Every other character is text. Quotes and parentheses without a partner are text as well.
///
/// ```
/// use mindsave_core::search::Query;
///
/// let query = Query::parse("登录 jwt NOT cookie")?;
/// assert_eq!(query.text(), "登录 jwt NOT cookie");
/// assert!(Query::parse("  ").is_err());
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    text: String,
    node: Node,
}

/// A part of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// Any of these words, ranked.
    Words(Vec<Term>),
    /// These words as they stand.
    Phrase(Phrase),
    /// All of these; the words rank and limit nothing.
    All(Vec<Node>, Vec<Term>),
    /// Any of these.
    Any(Vec<Node>),
    /// Anything but this.
    Not(Box<Node>),
}

impl Query {
    /// Reads a query. Of a text over [`QUERY_MAX`] characters the beginning counts.
    ///
    /// # Errors
    /// `invalid_input` when there is nothing to look for: it is empty, or only says what is not
    /// wanted.
    pub fn parse(text: &str) -> Result<Self> {
        let end = text.char_indices().nth(QUERY_MAX).map_or(text.len(), |(at, _)| at);
        let text = text[..end].trim();
        let node = parse::parse(text);
        let node =
            node.ok_or_else(|| Error::invalid("the query is empty: name what to look for"))?;
        if !node.wants_something() {
            let message = "the query only says what is not wanted: name what to look for as well";
            return Err(Error::invalid(message));
        }
        Ok(Self { text: text.to_owned(), node })
    }

    /// Returns the query as given, without blanks around it.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn node(&self) -> &Node {
        &self.node
    }
}

impl Node {
    fn wants_something(&self) -> bool {
        match self {
            Self::Words(_) | Self::Phrase(_) => true,
            Self::All(nodes, words) => !words.is_empty() || nodes.iter().any(Self::wants_something),
            Self::Any(nodes) => nodes.iter().all(Self::wants_something),
            Self::Not(_) => false,
        }
    }

    /// Calls `see` with all terms that are wanted.
    pub(crate) fn wanted<'a>(&'a self, see: &mut impl FnMut(&'a Term)) {
        match self {
            Self::Words(terms) => terms.iter().for_each(see),
            Self::Phrase(phrase) => phrase.terms.iter().for_each(see),
            Self::All(nodes, terms) => {
                for node in nodes {
                    node.wanted(see);
                }
                terms.iter().for_each(see);
            }
            Self::Any(nodes) => {
                for node in nodes {
                    node.wanted(see);
                }
            }
            Self::Not(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
