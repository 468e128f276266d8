//! Search: how well it finds, and how fast.

mod entries;
mod quality;
mod speed;

use crate::Outcome;
use crate::report::Report;

/// Measures search.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    quality::run(report)?;
    speed::run(report)
}
