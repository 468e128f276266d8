//! Findings that are not finished, and what a clause is to the one before it.

use super::Kind;
use super::clause::{Clause, Link, Reading};
use super::grammar::{Refusal, Sure};

/// A finding that is not finished.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) reason: Option<(usize, usize)>,
    pub(super) sure: Sure,
    pub(super) refuses: Option<Refusal>,
    /// What is not meant, where that is told in a clause of its own.
    pub(super) unlike: Option<(usize, usize)>,
    /// Only tried so far.
    pub(super) attempt: bool,
    /// A rule that says only that it holds from now on: what holds follows.
    pub(super) frame: bool,
    /// A correction that says only that something is wrong: what is right follows.
    pub(super) bare: bool,
    /// Said by a label: the rest of the sentence is its text.
    pub(super) labelled: bool,
    pub(super) sentence: usize,
}

/// What a clause is to the finding before it.
pub(super) enum Joint {
    Apart,
    Reason,
    More,
    /// It tells why something went wrong: both are one thing found out.
    Cause,
}

pub(super) fn joint(last: &Draft, clause: &Clause, reading: Reading) -> Joint {
    let (kind, link) = (reading.kind, clause.link);
    if last.labelled || last.kind == Kind::Correction {
        return Joint::More;
    }
    if last.frame && matches!(link, Link::Side | Link::Aside) && kind == Kind::Constraint {
        return Joint::More;
    }
    if link == Link::Because && last.kind == Kind::Problem {
        return Joint::Cause;
    }
    if link == Link::Because {
        return if explains(last.kind) { Joint::Reason } else { Joint::More };
    }
    let close = matches!(link, Link::Side | Link::And | Link::Aside);
    match (last.kind, kind) {
        (Kind::Failure | Kind::Decision, Kind::Problem | Kind::Learning) if close => Joint::Reason,
        (Kind::Constraint, Kind::Problem | Kind::Learning | Kind::Decision)
            if link == Link::Aside =>
        {
            Joint::Reason
        }
        (Kind::Blocker, Kind::Problem | Kind::Constraint | Kind::Blocker | Kind::Failure)
        | (Kind::Learning, Kind::Constraint | Kind::Problem | Kind::Learning)
            if link != Link::But =>
        {
            Joint::More
        }
        (Kind::Problem, Kind::Problem) if matches!(link, Link::Aside | Link::Side) => Joint::More,
        (Kind::SessionEnd | Kind::NoSave | Kind::SaveAgain, _) if kind == last.kind => Joint::More,
        (one, other) if one == other && (reading.leans || clause.pronoun) => Joint::More,
        _ => Joint::Apart,
    }
}

/// Whether a finding begins in the clause before it, which names what it is about.
pub(super) fn begins_before(kind: Kind, clause: &Clause, leans: bool) -> bool {
    clause.link != Link::But && matches!(kind, Kind::Blocker | Kind::Problem | Kind::Correction)
        || (clause.pronoun || leans) && matches!(kind, Kind::Progress | Kind::Decision)
}

/// Kinds that are told with a reason.
pub(super) fn explains(kind: Kind) -> bool {
    matches!(kind, Kind::Decision | Kind::Failure | Kind::Constraint)
}

pub(super) fn gives_reason(clause: &Clause, kind: Kind) -> bool {
    match clause.link {
        Link::Because => kind != Kind::Blocker,
        Link::Aside | Link::Side | Link::And => {
            explains(kind) && (clause.link == Link::Aside || clause.pronoun)
        }
        _ => false,
    }
}

/// Makes what a sentence tried a failure.
pub(super) fn resolve(drafts: &mut [Draft], sentence: usize, reason: Option<(usize, usize)>) {
    let tried = drafts.iter_mut().filter(|draft| draft.attempt && draft.sentence == sentence);
    for draft in tried {
        draft.attempt = false;
        draft.kind = Kind::Failure;
        draft.reason = draft.reason.or(reason);
    }
}
