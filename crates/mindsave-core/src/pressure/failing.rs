//! Calls that fail again and again, until one like them succeeds.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::mark::mark;
use crate::shell::meant;
use crate::work::{Outcome, ToolCall};

/// How many failing calls are remembered.
const MOST: usize = 32;
/// How many words of a command tell it from another.
const WORDS: usize = 6;
/// After how many failures a success is a recovery. Source: seed 000, triggers.
const FAILURES: u32 = 2;

/// What makes calls like each other: tool and file, or the words of the command without its
/// options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
struct Like(Vec<u32>);

impl Like {
    fn of(call: &ToolCall) -> Self {
        if let Some(command) = &call.command {
            let words = meant(command).into_iter().take(WORDS);
            return Self(std::iter::once("$").chain(words).map(mark).collect());
        }
        // A file that one tool cannot change may be changed with another.
        let tool = if call.edits { "edit" } else { call.tool.as_str() };
        Self(std::iter::once(tool).chain(call.path.as_deref()).map(mark).collect())
    }

    /// Reports whether the success of this call says that the other works as well: it does the
    /// same, or more of it (all tests, after one).
    fn covers(&self, other: &Self) -> bool {
        self.0.len() > 1 && other.0.starts_with(&self.0) || *self == *other
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    like: Like,
    times: u32,
}

/// The calls that failed last, and how often in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Failing(VecDeque<Run>);

impl Failing {
    /// Takes in how a call ended; reports whether it recovered from failing twice or more.
    pub(super) fn ended(&mut self, call: &ToolCall, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Failed => self.failed(Like::of(call)),
            Outcome::Ok if !self.0.is_empty() => return self.succeeded(&Like::of(call)),
            Outcome::Ok | Outcome::Interrupted => {}
        }
        false
    }

    fn failed(&mut self, like: Like) {
        let known = self.0.iter().position(|run| run.like == like);
        let before = known.and_then(|at| self.0.remove(at)).map_or(0, |run| run.times);
        while self.0.len() >= MOST {
            self.0.pop_front();
        }
        self.0.push_back(Run { like, times: before.saturating_add(1) });
    }

    fn succeeded(&mut self, like: &Like) -> bool {
        let recovered = |run: &Run| like.covers(&run.like) && run.times >= FAILURES;
        let found = self.0.iter().any(recovered);
        self.0.retain(|run| !like.covers(&run.like));
        found
    }

    /// Returns the longest run of failures of calls like each other.
    pub(super) fn longest(&self) -> u32 {
        self.0.iter().map(|run| run.times).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(command: &str) -> ToolCall {
        ToolCall { tool: "Bash".into(), command: Some(command.into()), ..ToolCall::default() }
    }

    #[track_caller]
    fn recovered(failed: &[&str], then: &str) -> bool {
        let mut failing = Failing::default();
        for command in failed {
            assert!(!failing.ended(&run(command), Outcome::Failed));
        }
        failing.ended(&run(then), Outcome::Ok)
    }

    #[test]
    fn options_and_what_prepares_a_command_do_not_make_it_another() {
        for then in [
            "cargo test login",
            "cargo test login -- --nocapture 2>&1",
            "cd crates/core && cargo test login",
            "RUST_BACKTRACE=1 cargo test login",
            "sudo time cargo test --quiet login | tail -5",
            "cargo test",
        ] {
            assert!(recovered(&["cargo test login", "cargo test -q login"], then), "{then}");
        }
    }

    #[test]
    fn another_command_is_no_recovery() {
        for then in ["cargo build", "cargo test signup", "ls", "cd crates", ""] {
            assert!(!recovered(&["cargo test login", "cargo test login"], then), "{then}");
        }
        assert!(!recovered(&["npm run test", "npm run test"], "npm run lint"));
        assert!(!recovered(&["cargo test login", "cargo test signup"], "cargo test login"));
    }

    #[test]
    fn what_was_recovered_once_is_not_recovered_again() {
        let mut failing = Failing::default();
        for _ in 0..3 {
            failing.ended(&run("make"), Outcome::Failed);
        }
        assert_eq!(failing.longest(), 3);
        assert!(failing.ended(&run("make"), Outcome::Ok));
        assert!(!failing.ended(&run("make"), Outcome::Ok));
        assert_eq!(failing, Failing::default());
    }
}
