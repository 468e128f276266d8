//! The lines before and behind the content: how much they say depends on the budget.

use super::fit::Price;
use super::labels::{Labels, Source};
use crate::snapshot::Snapshot;

/// A frame in the longest form that leaves the content its room.
pub(super) struct Frame<'a> {
    labels: &'static Labels,
    snapshot: &'a Snapshot,
    named_head: bool,
    named_tail: bool,
}

impl<'a> Frame<'a> {
    /// Chooses the form: the snapshot is named twice, once, or by its number in the list.
    pub(super) fn fitting(
        snapshot: &'a Snapshot,
        labels: &'static Labels,
        price: &Price,
        total: u32,
    ) -> Self {
        let form = |named_head, named_tail| Self { labels, snapshot, named_head, named_tail };
        let fits = |form: &Self, part: u32| form.price(price) <= part;
        let forms = [(form(true, true), total / 3), (form(false, true), total / 5 * 3)];
        let found = forms.into_iter().find(|(form, part)| fits(form, *part));
        found.map_or_else(|| form(false, false), |(form, _)| form)
    }

    /// The most the frame costs, in tokens.
    pub(super) fn price(&self, price: &Price) -> u32 {
        price.of_lines(&self.head()).saturating_add(price.of_lines(&self.tail(999)))
    }

    /// The opening line.
    pub(super) fn head(&self) -> String {
        // What a session at work knows stands in no checkpoint that could be loaded by its name.
        let named = self.named_head && !self.snapshot.is_live();
        let id = named.then(|| self.snapshot.id.as_str());
        self.labels.head(id, &self.snapshot.created_at.minute())
    }

    /// The closing lines.
    pub(super) fn tail(&self, left_out: usize) -> String {
        let source = if self.snapshot.is_live() {
            Source::Live
        } else {
            Source::Saved(self.named_tail.then(|| self.snapshot.id.as_str()))
        };
        self.labels.tail(source, left_out)
    }
}
