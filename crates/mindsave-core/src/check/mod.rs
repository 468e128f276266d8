//! The check before the mistake: which failures does the next action repeat?

mod approach;
mod hash;
mod pieces;
mod score;
mod signs;
mod slots;
mod units;
mod vocabulary;

pub use score::{Checker, Match, Severity, Watched};
