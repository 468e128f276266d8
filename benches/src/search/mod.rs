//! Search: how well it finds, and how fast.

mod quality;

use crate::Outcome;
use crate::report::Report;

/// Measures search.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    quality::run(report)
}
