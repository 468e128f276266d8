//! Fits lines into a budget of tokens: whole entries first, then shortened ones, else left out.

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

/// Lines under headings, as many as fit.
#[derive(Debug)]
pub(super) struct Block {
    sections: Vec<(String, Vec<String>)>,
    budget: u32,
    used: u32,
    left_out: usize,
    cut: Cut,
}

impl Block {
    pub(super) fn new(budget: u32, cut: Cut) -> Self {
        Self { sections: Vec::new(), budget, used: 0, left_out: 0, cut }
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
        let extra = if fresh { cost(heading.unwrap_or_default()) } else { 0 };
        let whole = cost(&format!("{label}{text}"));
        if self.cut == Cut::Never || whole.saturating_add(extra) <= room {
            self.push(heading, format!("{label}{text}"), whole.saturating_add(extra));
            return true;
        }
        let fixed = cost(&format!("{label}…")) + extra;
        if room < fixed + USEFUL {
            return false;
        }
        let Some((line, spent)) = shorten(label, text, room - extra) else { return false };
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
}

/// Cuts a text until its line fits the room: the estimate of a cut line can be a little over that
/// of its parts.
fn shorten(label: &str, text: &str, room: u32) -> Option<(String, u32)> {
    let mut allowance = room.checked_sub(cost(&format!("{label}…")))?;
    loop {
        let part = truncate_to(text, TokenCount::new(allowance));
        let limit =
            usize::try_from(allowance).unwrap_or(usize::MAX).saturating_mul(MAX_CHARS / 800);
        let end = part.char_indices().nth(limit).map_or(part.len(), |(at, _)| at);
        let line = format!("{label}{}…", part[..end].trim_end());
        let spent = cost(&line);
        if spent <= room {
            return Some((line, spent));
        }
        // Runs of marks cost more when they are cut; step down until it fits.
        allowance = Some(allowance * 3 / 4).filter(|&left| left > 0)?;
    }
}

/// Tokens of a line with its newline; a line of many characters and few tokens costs as many as
/// its share of the characters a host takes.
fn cost(line: &str) -> u32 {
    let chars = u32::try_from(line.chars().count()).unwrap_or(u32::MAX).saturating_add(1);
    let by_chars = chars.saturating_mul(8).div_ceil(60);
    estimate(line).get().saturating_add(1).max(by_chars)
}
