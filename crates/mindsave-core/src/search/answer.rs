//! What a search gives back: hits with short texts, page by page, within a budget of tokens.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::entries::is_archived;
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
/// The most tokens of a line before or after a hit.
const AROUND: TokenCount = TokenCount::new(20);
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
    /// The beginning of what stands before it in the same archive: steps, changes and calls are read
    /// in their order. Empty where there is nothing.
    pub before: String,
    /// The beginning of what stands behind it.
    pub after: String,
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
        let found = self.score(query, filter);
        let mut groups = self.distinct(&found);
        best_first(&mut groups, page.skip.saturating_add(most_hits(page.budget)));
        let marks = Marks::of(query);
        let mut answer = Answer { total: groups.len(), hits: Vec::new(), next: None, tokens: FOOT };
        for (at, group) in groups.iter().enumerate().skip(page.skip) {
            let mut hit = self.hit(at + 1, group, &found, &marks);
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

    /// Puts together those that say the same.
    fn distinct(&self, found: &[Scored]) -> Vec<Group> {
        // The place of each group, plus 1: memory of zeros costs nothing where it is not used.
        let mut places = vec![0_usize; self.len()];
        let mut groups: Vec<Group> = Vec::with_capacity(found.len());
        for &scored in found {
            let Some(place) = places.get_mut(self.own(scored.document)) else { continue };
            if let Some(group) = place.checked_sub(1).and_then(|place| groups.get_mut(place)) {
                group.add(scored);
            } else {
                groups.push(Group { best: scored, times: 1 });
                *place = groups.len();
            }
        }
        groups
    }

    /// The document that stands for all that say the same; a turn of a conversation for itself.
    fn own(&self, document: usize) -> usize {
        if self.is_turn(document) { document } else { self.first(document) }
    }

    fn hit(&self, rank: usize, group: &Group, found: &[Scored], marks: &Marks) -> Hit {
        let number = group.best.document;
        let document = self.document(number).unwrap_or_default();
        let also_in = self.others(group, found, &document.source);
        let snippet = snippet(&document.text, marks, SNIPPET);
        let before = number.checked_sub(1).and_then(|other| self.around(number, other));
        let after = self.around(number, number + 1);
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        let Scored { score, .. } = group.best;
        Hit { rank, score, snippet, before, after, times: group.times, also_in, document }
    }

    /// Names the sources of those that say the same: the later ones, which came later.
    fn others(&self, group: &Group, found: &[Scored], source: &str) -> Vec<String> {
        let number = group.best.document;
        let own = self.own(number);
        let same = |other: &&Scored| other.document != number && self.own(other.document) == own;
        let others = found.iter().rev().take_while(|other| other.document >= own).filter(same);
        let source_of = |other: &Scored| self.document(other.document).map(|other| other.source);
        let named = others.take(OTHERS.min(group.times - 1)).filter_map(source_of);
        named.filter(|other| other != source).collect()
    }

    /// Shortens the entry beside another one where both are of one archive.
    fn around(&self, number: usize, other: usize) -> Option<String> {
        let (row, beside) = (self.row(number)?, self.row(other)?);
        let archived = |kind: u32| is_archived(self.string(kind));
        if row.source != beside.source || !archived(row.kind) || !archived(beside.kind) {
            return None;
        }
        let text = self.text(other);
        let text = &text[..text.floor_char_boundary(AROUND.get() as usize * 8)];
        Some(truncate_to(&crate::resume::one_line(text), AROUND).trim_end().to_owned())
    }
}

/// Entries that say the same.
struct Group {
    best: Scored,
    times: usize,
}

impl Group {
    fn add(&mut self, scored: Scored) {
        if scored.better(&self.best) == Ordering::Less {
            self.best = scored;
        }
        self.times += 1;
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
    /// Writes the hit: where it is from, and below it the text, with what stands around it.
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
        let mut out = format!("{}\n", crate::resume::one_line(&head.join("  ")));
        for (mark, line) in [("| ", &self.before), ("", &text), ("| ", &self.after)] {
            if mark.is_empty() || !line.is_empty() {
                // What is written into a String cannot fail.
                let _ = writeln!(out, "   {mark}{line}");
            }
        }
        out
    }

    /// Cuts the text so that the hit fits, and returns what it costs.
    fn shorten(&mut self, budget: TokenCount) -> TokenCount {
        if estimate(&self.text()) > budget {
            self.before.clear();
            self.after.clear();
        }
        while estimate(&self.text()) > budget && !self.snippet.is_empty() {
            let half = TokenCount::new(estimate(&self.snippet).get() / 2);
            self.snippet = truncate_to(&self.snippet, half).to_owned();
        }
        estimate(&self.text())
    }
}
