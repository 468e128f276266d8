//! Finds a keyword in a text and shows the lines around it. Source: seed 000, `/recall`.

use std::borrow::Cow;

use crate::text::fold;
use crate::{Error, Result};

/// How many lines are shown before and after a matching one.
const AROUND: usize = 1;

/// What is looked for. All characters are text: there are no patterns in it.
///
/// Words in quotes stand together; without quotes each word must occur somewhere.
///
/// ```
/// use mindsave_core::search::Query;
///
/// let query = Query::parse("登录 jwt")?;
/// assert!(query.matches("修复 JWT 登录"));
/// assert!(!query.matches("修复登录"));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    terms: Vec<String>,
}

/// A matching place: the line and its neighbours.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Match {
    /// The number of the first matching line, from 1.
    pub line: usize,
    /// The lines, with those around.
    pub lines: Vec<String>,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// `invalid_input` when there is nothing to look for.
    pub fn parse(text: &str) -> Result<Self> {
        let folded = fold(text);
        let mut terms = Vec::new();
        for (i, part) in folded.split('"').enumerate() {
            if i % 2 == 1 {
                terms.push(part.trim().to_owned());
            } else {
                terms.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        terms.retain(|term| !term.is_empty());
        if terms.is_empty() {
            return Err(Error::invalid("the keyword is empty"));
        }
        Ok(Self { terms })
    }

    /// Returns the folded terms.
    pub fn terms(&self) -> &[String] {
        &self.terms
    }

    /// Reports whether every term occurs in the text.
    pub fn matches(&self, text: &str) -> bool {
        let folded = fold(text);
        self.terms.iter().all(|term| folded.contains(term.as_str()))
    }

    /// Finds the places in a text that holds every term.
    pub fn find(&self, text: &str) -> Vec<Match> {
        if !self.matches(text) {
            return Vec::new();
        }
        let lines: Vec<&str> = text.lines().collect();
        let hit = |line: &&str| {
            let folded: Cow<'_, str> = fold(line);
            self.terms.iter().any(|term| folded.contains(term.as_str()))
        };
        let hits: Vec<usize> = (0..lines.len()).filter(|&i| hit(&lines[i])).collect();
        group(&hits, lines.len())
            .map(|(first, start, end)| Match {
                line: first + 1,
                lines: lines[start..end].iter().map(|&line| line.to_owned()).collect(),
            })
            .collect()
    }
}

/// Joins hits whose surroundings touch: first hit, start and end of the lines shown.
fn group(hits: &[usize], total: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let mut groups: Vec<(usize, usize, usize)> = Vec::new();
    for &hit in hits {
        let (start, end) = (hit.saturating_sub(AROUND), (hit + AROUND + 1).min(total));
        match groups.last_mut() {
            Some((_, _, last)) if start <= *last => *last = end,
            _ => groups.push((hit, start, end)),
        }
    }
    groups.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_shown_and_touching_places_joined() {
        let text = "one\nfix JWT\nthree\nfour\nfive\nsix jwt\nseven";
        let found = Query::parse("ｊｗｔ").unwrap().find(text);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].line, found[0].lines.join("|").as_str()), (2, "one|fix JWT|three"));
        assert_eq!((found[1].line, found[1].lines.len()), (6, 3));
    }

    #[test]
    fn patterns_are_text_and_quotes_join_words() {
        let found = |query: &str, text: &str| Query::parse(query).unwrap().matches(text);
        assert!(found("a.*b", "x a.*b y") && !found("a.*b", "aXXb"));
        assert!(found("\"fix jwt\"", "Fix JWT now") && !found("\"jwt fix\"", "Fix JWT now"));
        assert!(found("页", "登录页") && found("录页", "登录页"));
        assert!(Query::parse(" \"\" ").is_err());
    }
}
