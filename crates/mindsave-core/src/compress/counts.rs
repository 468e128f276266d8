//! Counts tokens before and after, each sentence once: most lines say a rule as it was given.

use super::entry::{Source, SourceKind};
use super::intake::Rule;
use crate::tokens::{Estimator, TokenCount};

/// The tokens of rules as they were given, and of the lines that are said in their place.
pub(super) struct Counts {
    estimator: Estimator,
    line: String,
    /// What a constraint comes to on a line alone, by its place in the list; where that is known.
    alone: Vec<Option<TokenCount>>,
    out: TokenCount,
    /// The part of the last line in it.
    last: TokenCount,
    /// Whether a line begins with what goes with the line break before it.
    joined: bool,
}

impl Counts {
    pub(super) fn new(constraints: usize) -> Self {
        Self {
            estimator: Estimator::new(constraints),
            line: String::new(),
            alone: vec![None; constraints],
            out: TokenCount::default(),
            last: TokenCount::default(),
            joined: false,
        }
    }

    /// Counts rules as the list they were given in.
    pub(super) fn given(&mut self, rules: &[Rule]) -> TokenCount {
        rules.iter().map(|rule| self.bulleted(&rule.source)).sum()
    }

    fn bulleted(&mut self, source: &Source) -> TokenCount {
        self.line.clear();
        self.line.extend(["- ", &source.text, "\n"]);
        let (all, alone) = self.estimator.estimate_item(&self.line);
        if source.kind == SourceKind::Constraint
            && let Some(place) = self.alone.get_mut(source.index)
        {
            *place = alone;
        }
        all
    }

    /// Counts a line that is said, with its line break; `source` is the rule it says, if it is one.
    pub(super) fn add(&mut self, line: &str, source: Option<&Source>) {
        let as_given = |source: &&Source| {
            source.kind == SourceKind::Constraint && line.strip_suffix('\n') == Some(&source.text)
        };
        let known = source.filter(as_given).and_then(|source| *self.alone.get(source.index)?);
        self.last = known.unwrap_or_else(|| self.estimator.estimate(line));
        self.out = [self.out, self.last].into_iter().sum();
        self.joined |= line.starts_with(['/', '\n']);
    }

    /// Returns the count of the whole text, whose last line has no line break.
    pub(super) fn of(mut self, text: &str) -> TokenCount {
        if self.joined {
            return self.estimator.estimate(text);
        }
        let last = text.rsplit('\n').next().unwrap_or_default();
        let last = self.estimator.estimate(last);
        TokenCount::new(self.out.get() - self.last.get() + last.get())
    }
}
