//! Fits lines into a budget of tokens: whole entries first, then shortened ones, else left out.

use std::cell::RefCell;

use hashbrown::HashMap;

use super::MAX_CHARS;
use crate::tokens::{TokenCount, estimate, truncate_to};

/// Whether a long entry may be shortened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Everything is given whole.
    Never,
    /// An entry longer than its share is cut at a character boundary.
    Long,
}

/// What a line takes of the budget.
///
/// A line of many characters and few tokens costs as many tokens as its share of the characters a
/// host takes. No token reaches over a line's end when neither line begins with white space or `/`,
/// so the prices of lines can be added up.
#[derive(Debug)]
pub(super) struct Price {
    total: u32,
    /// What was counted before: an entry that does not fit its share is offered again later.
    known: RefCell<HashMap<String, u32>>,
}

impl Price {
    /// Prices under a total budget in tokens.
    pub(super) fn under(total: u32) -> Self {
        Self { total, known: RefCell::default() }
    }

    /// Returns the price of a line and its newline.
    pub(super) fn of(&self, line: &str) -> u32 {
        if let Some(price) = self.known.borrow().get(line) {
            return *price;
        }
        let price = self.count(&format!("{line}\n"));
        self.known.borrow_mut().insert(line.to_owned(), price);
        price
    }

    fn count(&self, line: &str) -> u32 {
        let share = line.chars().count() as u64 * u64::from(self.total);
        let by_chars = u32::try_from(share.div_ceil(MAX_CHARS as u64)).unwrap_or(u32::MAX);
        estimate(line).get().max(by_chars)
    }

    /// Returns how many characters this many tokens pay for.
    fn chars(&self, tokens: u32) -> usize {
        let chars = u64::from(tokens) * MAX_CHARS as u64 / u64::from(self.total.max(1));
        usize::try_from(chars).unwrap_or(usize::MAX)
    }

    /// Returns the price of several lines.
    pub(super) fn of_lines(&self, text: &str) -> u32 {
        text.lines().map(|line| self.of(line)).sum()
    }
}

/// Lines under headings, as many as fit.
#[derive(Debug)]
pub(super) struct Block<'p> {
    sections: Vec<(String, Vec<String>)>,
    budget: u32,
    used: u32,
    left_out: usize,
    cut: Cut,
    price: &'p Price,
}

impl<'p> Block<'p> {
    pub(super) fn new(budget: u32, price: &'p Price, cut: Cut) -> Self {
        Self { sections: Vec::new(), budget, used: 0, left_out: 0, cut, price }
    }

    /// Tokens taken so far, as the sum of the lines.
    pub(super) fn used(&self) -> u32 {
        self.used
    }

    /// How many entries did not fit, or not whole.
    pub(super) fn left_out(&self) -> usize {
        self.left_out
    }

    /// Tokens still free.
    pub(super) fn free(&self) -> u32 {
        self.budget - self.used
    }

    /// Adds a line of its own, shortened to `share` tokens if it is longer.
    pub(super) fn line(&mut self, label: &str, text: &str, share: u32) {
        let room = share.min(self.free());
        if !self.push_fitting(None, label, text, room) {
            self.left_out += 1;
        }
    }

    /// Adds a line that is shortened as far as needed before it is left out.
    pub(super) fn lead_line(&mut self, label: &str, text: &str, share: u32) {
        if self.price_of(label, text) <= share.min(self.free()) || self.cut == Cut::Never {
            return self.line(label, text, share);
        }
        self.left_out += 1;
        if let Some((line, spent)) = self.shorten(label, text, share.min(self.free())) {
            self.push(None, line, spent);
        }
    }

    /// The price of a line with this label.
    pub(super) fn price_of(&self, label: &str, text: &str) -> u32 {
        self.price.of(&format!("{label}{text}"))
    }

    /// Lowers the budget; what was taken stays.
    pub(super) fn limit(&mut self, budget: u32) {
        self.budget = self.budget.min(budget).max(self.used);
    }

    /// Adds entries under a heading while `share` tokens last; returns how many were taken.
    pub(super) fn list(
        &mut self,
        heading: &str,
        entries: &[String],
        share: u32,
        each: u32,
    ) -> usize {
        let mut taken = 0;
        let start = self.used;
        for entry in entries {
            let spent = self.used - start;
            let room = each.min(share.saturating_sub(spent)).min(self.free());
            if !self.push_fitting(Some(heading), "- ", entry, room) {
                break;
            }
            taken += 1;
        }
        taken
    }

    /// Counts entries that were never offered.
    pub(super) fn skip(&mut self, entries: usize) {
        self.left_out += entries;
    }

    /// Takes the line if it fits the room, whole or shortened to a useful length.
    fn push_fitting(&mut self, heading: Option<&str>, label: &str, text: &str, room: u32) -> bool {
        const USEFUL: u32 = 12;
        let fresh = heading.is_some_and(|h| !self.sections.iter().any(|(name, _)| name == h));
        let extra = if fresh { self.price.of(heading.unwrap_or_default()) } else { 0 };
        let line = format!("{label}{text}");
        let whole = self.price.of(&line).saturating_add(extra);
        if self.cut == Cut::Never || whole <= room {
            self.push(heading, line, whole);
            return true;
        }
        let fixed = self.price.of(&format!("{label}…")) + extra;
        if room < fixed + USEFUL {
            return false;
        }
        let Some((line, spent)) = self.shorten(label, text, room - extra) else { return false };
        self.left_out += 1;
        self.push(heading, line, spent + extra);
        true
    }

    fn push(&mut self, heading: Option<&str>, line: String, spent: u32) {
        self.used = self.used.saturating_add(spent);
        let name = heading.unwrap_or_default();
        match self.sections.iter_mut().find(|(own, _)| heading.is_some() && own == name) {
            Some((_, lines)) => lines.push(line),
            None => self.sections.push((name.to_owned(), vec![line])),
        }
    }

    /// Returns the text of the block.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for (heading, lines) in &self.sections {
            if !heading.is_empty() {
                out.push_str(heading);
                out.push('\n');
            }
            for line in lines {
                out.push_str(line);
                out.push('\n');
            }
        }
        out
    }

    /// Cuts a text until its line fits the room: the estimate of a cut line can be a little over that
    /// of its parts.
    fn shorten(&self, label: &str, text: &str, room: u32) -> Option<(String, u32)> {
        let mut allowance = room.checked_sub(self.price.of(&format!("{label}…")))?;
        loop {
            let part = truncate_to(text, TokenCount::new(allowance));
            let end = part
                .char_indices()
                .nth(self.price.chars(allowance))
                .map_or(part.len(), |(at, _)| at);
            let line = format!("{label}{}…", part[..end].trim_end());
            let spent = self.price.of(&line);
            if spent <= room {
                return Some((line, spent));
            }
            // Runs of marks cost more when they are cut; step down until it fits.
            allowance = Some(allowance * 3 / 4).filter(|&left| left > 0)?;
        }
    }
}
