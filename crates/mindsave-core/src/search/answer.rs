//! What a search gives back: hits with short texts, page by page, within a budget of tokens.

use std::cmp::Ordering;

use super::snippet::{Marks, snippet};
use super::{Document, Filter, Index, Query, Scored};
use crate::tokens::{TokenCount, estimate, truncate_to};
use crate::{Error, Result};

/// The budget of an answer where none is named, in tokens.
pub const BUDGET: TokenCount = TokenCount::new(800);
/// The smallest budget, in tokens: one hit with a few words fits in it.
pub const BUDGET_MIN: TokenCount = TokenCount::new(100);
/// The most tokens of one hit's text.
const SNIPPET: TokenCount = TokenCount::new(60);
/// The most tokens of a name of a source in an answer for people.
const NAME: TokenCount = TokenCount::new(32);
/// How many of those that say the same are named.
const OTHERS: usize = 5;
/// What a line that tells the rest takes.
const FOOT: TokenCount = TokenCount::new(30);

/// Which part of an answer is wanted, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// How many hits are passed over.
    pub skip: usize,
    /// The most tokens of the answer.
    pub budget: TokenCount,
}

impl Default for Page {
    fn default() -> Self {
        Self { skip: 0, budget: BUDGET }
    }
}

/// A page of hits.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How many hits there are in all.
    pub total: usize,
    /// The hits of this page, best first.
    pub hits: Vec<Hit>,
    /// What to pass over for the next page; nothing on the last one.
    pub next: Option<usize>,
    /// The most tokens that [`Answer::text`] has.
    pub tokens: TokenCount,
}

/// One entry that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its place among all hits, from 1.
    pub rank: usize,
    /// How well it answers; to be compared within one search only.
    pub score: f32,
    /// The part of its text that shows why, on one line.
    pub snippet: String,
    /// How many entries of the same kind say the same, itself included.
    pub times: usize,
    /// Where some of these others were taken from, best first.
    pub also_in: Vec<String>,
    /// The entry itself: of those that say the same, the best.
    pub document: Document,
}

impl Index {
    /// Answers a query: a page of hits that keeps to its budget.
    ///
    /// Entries that say the same under the same kind are shown once, in their best place.
    ///
    /// # Errors
    /// `invalid_input` when the budget is below [`BUDGET_MIN`].
    ///
    /// ```
    /// use mindsave_core::search::{Builder, Document, Filter, Page, Query};
    ///
    /// let mut builder = Builder::default();
    /// builder.add(&Document { kind: "decision".into(), text: "用会话，不用 JWT".into(), ..Document::default() });
    /// let index = builder.finish([0; 32])?;
    /// let answer = index.answer(&Query::parse("jwt")?, &Filter::default(), Page::default())?;
    /// assert_eq!((answer.total, answer.hits[0].snippet.as_str()), (1, "用会话，不用 JWT"));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn answer(&self, query: &Query, filter: &Filter, page: Page) -> Result<Answer> {
        if page.budget < BUDGET_MIN {
            let message = format!(
                "a budget of {} is too small: give at least {BUDGET_MIN} tokens",
                page.budget
            );
            return Err(Error::invalid(message));
        }
        let mut found = self.distinct(self.score(query, filter));
        best_first(&mut found, page.skip.saturating_add(most_hits(page.budget)));
        let marks = Marks::of(query);
        let mut answer = Answer { total: found.len(), hits: Vec::new(), next: None, tokens: FOOT };
        for (at, group) in found.iter().enumerate().skip(page.skip) {
            let mut hit = self.hit(at + 1, group, &marks);
            let mut cost = estimate(&hit.text());
            if answer.tokens + cost > page.budget && answer.hits.is_empty() {
                cost = hit.shorten(page.budget.saturating_sub(answer.tokens));
            } else if answer.tokens + cost > page.budget {
                answer.next = Some(at);
                break;
            }
            answer.tokens += cost;
            answer.hits.push(hit);
        }
        Ok(answer)
    }

    /// Puts together those that say the same; a turn of a conversation stands for itself.
    fn distinct(&self, found: Vec<Scored>) -> Vec<Group> {
        let mut places = vec![usize::MAX; self.len()];
        let mut groups: Vec<Group> = Vec::with_capacity(found.len());
        for scored in found {
            let turn = self.is_turn(scored.document);
            let own = if turn { scored.document } else { self.first(scored.document) };
            let Some(place) = places.get_mut(own) else { continue };
            if let Some(group) = groups.get_mut(*place) {
                group.add(scored);
            } else {
                *place = groups.len();
                groups.push(Group { best: scored, times: 1, others: Vec::new() });
            }
        }
        groups
    }

    fn hit(&self, rank: usize, group: &Group, marks: &Marks) -> Hit {
        let document = self.document(group.best.document).unwrap_or_default();
        let source = |&other: &usize| self.document(other).map(|other| other.source);
        let others = group.others.iter().rev().filter_map(source);
        let also_in = others.filter(|other| *other != document.source).collect();
        let snippet = snippet(&document.text, marks, SNIPPET);
        Hit { rank, score: group.best.score, snippet, times: group.times, also_in, document }
    }
}

/// Entries that say the same.
struct Group {
    best: Scored,
    times: usize,
    others: Vec<usize>,
}

impl Group {
    fn add(&mut self, scored: Scored) {
        let mut other = scored;
        if scored.better(&self.best) == Ordering::Less {
            other = std::mem::replace(&mut self.best, scored);
        }
        self.times += 1;
        // The later ones came later: they are the ones to name.
        self.others.push(other.document);
        if self.others.len() > OTHERS {
            self.others.remove(0);
        }
    }
}

/// The most hits that fit in a budget: each takes two lines.
fn most_hits(budget: TokenCount) -> usize {
    budget.get() as usize / 4
}

/// Brings so many of the best to the front, in order; the others are as good as not looked at.
fn best_first(groups: &mut [Group], count: usize) {
    let better = |a: &Group, b: &Group| a.best.better(&b.best);
    let end = if count < groups.len() {
        groups.select_nth_unstable_by(count, better);
        count + 1
    } else {
        groups.len()
    };
    groups[..end].sort_unstable_by(better);
}

impl Answer {
    /// Writes the hits for people and agents, a head and a text each.
    pub fn text(&self) -> String {
        self.hits.iter().map(Hit::text).collect()
    }
}

impl Hit {
    /// Writes the hit: where it is from, and below it the text.
    pub fn text(&self) -> String {
        let Document { source, kind, at, author, .. } = &self.document;
        let name = truncate_to(source, NAME);
        let more = if name.len() < source.len() { "…" } else { "" };
        let date = at.map(|at| at.minute()).unwrap_or_default();
        let author = if author.is_empty() { String::new() } else { format!("{author}: ") };
        let parts = [format!("{}.", self.rank), format!("{name}{more}"), kind.clone(), date];
        let head: Vec<&str> =
            parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        let text = crate::resume::one_line(&format!("{author}{}", self.snippet));
        format!("{}\n   {text}\n", crate::resume::one_line(&head.join("  ")))
    }

    /// Cuts the text so that the hit fits, and returns what it costs.
    fn shorten(&mut self, budget: TokenCount) -> TokenCount {
        while estimate(&self.text()) > budget && !self.snippet.is_empty() {
            let half = TokenCount::new(estimate(&self.snippet).get() / 2);
            self.snippet = truncate_to(&self.snippet, half).to_owned();
        }
        estimate(&self.text())
    }
}
