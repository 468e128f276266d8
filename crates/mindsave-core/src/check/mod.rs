//! The check before the mistake: which failures does the next action repeat?
//!
//! A failed approach is cut into slots: what was done, to what, with which numbers. A proposal
//! repeats it when it says the slots again, in other words or in the other language: the lexicon
//! and a vocabulary of approaches (`rules/language/approaches.yaml`) know what means the same. Calls of
//! tools are spelled out before (`rules/language/tools.yaml`): flags count by their whole names.
//! Rules, not likeness, say what is no repeat: removing the failed thing, the other end of an axis
//! (raise and lower, all and a part), another version, what was done instead.
//!
//! Sources: seed 000, "Failure Graph"; seed 002, "Loop Detection", for the bounds.

mod action;
mod approach;
mod away;
mod bytes;
mod called;
mod calls;
mod checker;
mod command;
mod explain;
mod hash;
mod hazard;
mod names;
mod packed;
mod pieces;
mod record;
mod repeats;
mod said;
mod score;
mod severity;
mod signs;
mod slots;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_calls;
#[cfg(test)]
mod tests_more;
#[cfg(test)]
mod tests_moves;
#[cfg(test)]
mod tests_names;
#[cfg(test)]
mod tests_packages;
mod units;
mod vocabulary;

pub use action::Action;
pub use checker::{Checker, Match, Watched};
pub use explain::{explain, explain_gotcha};
pub use hazard::Hazards;
pub use repeats::{Repeat, Strength, repeats};
pub use severity::Severity;
