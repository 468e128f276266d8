//! What an extracted span is as an event, whoever said it.

use super::choices::replaced;
use super::labels::{bare, labelled};
use super::words::BLOCKER_LABELS;
use crate::extract::Extracted;
use crate::snapshot::State;
use crate::work::Happened;

/// A choice, and the earlier one it replaces.
pub(super) fn decision(found: Extracted, known: &State) -> Happened {
    let supersedes = replaced(&found.span, &found.alternatives, known);
    Happened::Decision {
        text: found.span,
        reason: found.reason,
        options: found.alternatives,
        supersedes,
    }
}

/// An approach that failed, and who says so.
pub(super) fn failure(found: Extracted, rejected_by: &str) -> Happened {
    Happened::Failure {
        text: found.span,
        reason: found.reason,
        alternatives: found.alternatives,
        rejected_by: Some(rejected_by.to_owned()),
    }
}

/// What stops the work.
pub(super) fn blocker(found: &Extracted) -> Happened {
    Happened::Blocker { text: Some(stopped_by(&found.span)) }
}

/// What stops the work, without the words that say that it does.
fn stopped_by(span: &str) -> String {
    labelled(span, BLOCKER_LABELS).unwrap_or(bare(span)).to_owned()
}
