//! The text put before an agent: what was saved, cut by value to a fixed budget.
//!
//! The text says what it is, holds facts only, and names what it had to leave out and how to get
//! it. Recalled text is data: it stands on lines of its own between two marks that nothing inside
//! can write. Source: seed 000 (layers and budgets), design section 7.

mod entries;
mod fit;
mod frame;
mod labels;
mod line;

pub use line::one_line;
pub(crate) use line::{beside, write_one_line};

use crate::compress::Compressor;
use crate::snapshot::Snapshot;
use crate::tokens::{TokenCount, estimate};
use crate::{Error, Result};
use fit::{Block, Cut, Price};
use frame::Frame;
use labels::Labels;

/// The most characters of a resume: hosts cut longer texts without a word.
pub const MAX_CHARS: usize = 6_000;
/// The smallest budget in which a goal and a next action can still be said.
pub const MIN_BUDGET: u32 = 120;

/// How many tokens each part of a resume may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Layer 1, the task.
    pub task: u32,
    /// Layer 2, the knowledge.
    pub knowledge: u32,
    /// Everything, with the frame around it.
    pub total: u32,
}

impl Default for Budget {
    /// The budgets of seed 000: 300, 500 and 800 tokens.
    fn default() -> Self {
        Self { task: 300, knowledge: 500, total: Resume::USUAL }
    }
}

impl Budget {
    /// Shares a total between the layers as the default does.
    ///
    /// # Errors
    /// `invalid_input` below [`MIN_BUDGET`].
    pub fn of_total(total: u32) -> Result<Self> {
        if total < MIN_BUDGET {
            let message = format!("the budget must be at least {MIN_BUDGET} tokens, got {total}");
            return Err(Error::invalid(message));
        }
        let task = (total / 8).saturating_mul(3);
        Ok(Self { task, knowledge: total - task, total })
    }

    /// No budget at all: every entry, whole.
    pub fn unlimited() -> Self {
        Self { task: u32::MAX, knowledge: u32::MAX, total: u32::MAX }
    }

    fn is_unlimited(self) -> bool {
        self.total == u32::MAX
    }
}

/// A finished resume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// The text, ending with a newline.
    pub text: String,
    /// Tokens of the whole text, an upper bound.
    pub tokens: TokenCount,
    /// Tokens of Layer 1 in it.
    pub task_tokens: TokenCount,
    /// Tokens of Layer 2 in it.
    pub knowledge_tokens: TokenCount,
    /// How many entries were left out or shortened.
    pub left_out: usize,
}

impl Resume {
    /// The budget at which a host's characters and tokens run out together.
    const USUAL: u32 = 800;

    /// Renders a snapshot for an agent.
    ///
    /// ```
    /// use mindsave_core::resume::{Budget, Resume};
    /// use mindsave_core::{SnapshotId, Timestamp, snapshot};
    ///
    /// let text = "---\ngoal: fix the login\nnext_action: run the tests\nconstraints: [no JWT]\n---\n";
    /// let now = Timestamp::parse("2026-05-10T14:30:00Z")?;
    /// let snapshot = snapshot::decode(&SnapshotId::parse("login_2026-05-10")?, text, now)?;
    /// let resume = Resume::of(&snapshot, Budget::default());
    /// assert!(resume.text.contains("Goal: fix the login\nNext action: run the tests\n"));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn of(snapshot: &Snapshot, budget: Budget) -> Self {
        Self::with(snapshot, budget, &Compressor::builtin())
    }

    /// Renders a snapshot, its rules compressed by what this compressor knows; without a budget
    /// they are given as they were written.
    pub fn with(snapshot: &Snapshot, budget: Budget, compressor: &Compressor) -> Self {
        let labels = Labels::for_text(entries::foremost(&snapshot.state));
        let cut = if budget.is_unlimited() { Cut::Never } else { Cut::Long };
        let price = &Price::under(if budget.is_unlimited() { 0 } else { budget.total });
        let frame = Frame::fitting(snapshot, labels, price, budget.total);
        let room = budget.total.saturating_sub(frame.price(price));
        let mut task = Block::new(room, price, cut);
        entries::lead(&mut task, snapshot, labels);
        // A small budget is for goal and next action first, even beyond the share of their layer.
        task.limit(budget.task);
        entries::task(&mut task, snapshot, labels);
        let mut knowledge = Block::new(budget.knowledge.min(room - task.used()), price, cut);
        if snapshot.layers.knowledge {
            let known = &snapshot.state.knowledge;
            let rules = entries::rules(snapshot, cut, compressor);
            entries::knowledge(&mut knowledge, known, &rules, labels);
        }
        let left_out = task.left_out() + knowledge.left_out();
        let (head, tail) = (frame.head(), frame.tail(left_out));
        let text = format!("{head}{}{}{tail}", task.text(), knowledge.text());
        let parts = [price.of_lines(&head), task.used(), knowledge.used(), price.of_lines(&tail)];
        // Above the usual budget characters are dear, and the parts say more than there is.
        let tokens = if budget.total > Self::USUAL {
            estimate(&text)
        } else {
            parts.into_iter().map(TokenCount::new).sum()
        };
        Self {
            text,
            tokens,
            task_tokens: TokenCount::new(task.used()),
            knowledge_tokens: TokenCount::new(knowledge.used()),
            left_out,
        }
    }
}

#[cfg(test)]
mod tests;
