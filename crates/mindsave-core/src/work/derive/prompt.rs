//! What the user's words say: rules, corrections, values, a goal, what is taken back.

use super::blockers::is_released;
use super::choices::replaced;
use super::labels::{bare, labelled};
use super::words::REMARK_LABELS;
use super::{goals, values, withdrawal};
use crate::extract::{Extracted, Kind, extract};
use crate::snapshot::State;
use crate::text::sentences;
use crate::work::Happened;

/// What is less sure than this is no rule.
const SURE: f64 = 0.6;

/// Returns what follows from a user's sentence.
pub(super) fn read(text: &str, known: &State) -> Vec<Happened> {
    let mut follows = goal(text, known);
    let released = is_released(text, known);
    if released {
        follows.push(Happened::Blocker { text: None });
    }
    let gone = withdrawal::withdrawn(text, known);
    let rules = !gone.is_empty();
    follows.extend(
        gone.into_iter().map(|text| Happened::Closed {
            text,
            reason: Some("withdrawn by the user".to_owned()),
        }),
    );
    if let Some(text) = withdrawal::turned_down(text, known) {
        let reason = Some("corrected by the user".to_owned());
        follows.push(Happened::Closed { text, reason });
    }
    let exchanged = values::exchanged(text, known);
    let found = extract(text);
    let remarks = remarks(text, &found);
    let kept = found.into_iter().filter(|found| {
        let gone = released && found.kind == Kind::Blocker;
        !(gone || rules && withdrawal::speaks_of_withdrawal(&found.span))
    });
    let corrects_value = !exchanged.is_empty();
    follows.extend(kept.filter_map(|found| of(found, corrects_value, known)));
    follows.extend(remarks.into_iter().map(rule));
    follows.extend(exchanged);
    follows.extend(values::given(text, known));
    follows
}

fn goal(text: &str, known: &State) -> Vec<Happened> {
    if let Some(text) = goals::another(text) {
        return vec![Happened::Goal { text }];
    }
    let first = known.task.goal.trim().is_empty().then(|| goals::first(text)).flatten();
    first.map(|text| Happened::Goal { text }).into_iter().collect()
}

fn of(found: Extracted, corrects_value: bool, known: &State) -> Option<Happened> {
    let sure = found.confidence.value() >= SURE;
    match found.kind {
        Kind::Constraint if sure => Some(rule(found.span)),
        // What only sets a value right is kept as the value.
        Kind::Correction if !corrects_value => Some(rule(found.span)),
        Kind::Decision if sure => {
            let supersedes = replaced(&found.span, &found.alternatives, known);
            Some(Happened::Decision {
                text: found.span,
                reason: found.reason,
                options: found.alternatives,
                supersedes,
            })
        }
        Kind::Failure => Some(Happened::Failure {
            text: found.span,
            reason: found.reason,
            alternatives: found.alternatives,
            rejected_by: Some("user".to_owned()),
        }),
        Kind::Blocker => Some(Happened::Blocker { text: Some(stopped_by(&found.span)) }),
        Kind::NoSave => Some(Happened::SavingRefused { refused: true }),
        _ => None,
    }
}

fn rule(text: String) -> Happened {
    let scope = scope(&text).map(str::to_owned);
    Happened::Constraint { text, scope }
}

/// What stops the work, without the words that say that it does.
pub(super) fn stopped_by(span: &str) -> String {
    let labels = ["blocked on", "blocked by", "blocker", "stuck on", "卡在", "阻塞", "阻塞于"];
    labelled(span, &labels).unwrap_or(bare(span)).to_owned()
}

/// What stands behind "Remember:" or 注意：and was not read as a rule already.
fn remarks(text: &str, found: &[Extracted]) -> Vec<String> {
    let all = text.lines().flat_map(sentences);
    let remarks = all.filter_map(|sentence| labelled(sentence, REMARK_LABELS));
    remarks
        .filter(|remark| !remark.ends_with(['?', '？']))
        .filter(|remark| !found.iter().any(|found| overlaps(remark, &found.span)))
        .map(str::to_owned)
        .collect()
}

fn overlaps(remark: &str, span: &str) -> bool {
    remark.contains(span) || span.contains(remark)
}

/// The folder, file or pattern of files a rule names as its place.
fn scope(text: &str) -> Option<&str> {
    let edges = |c: char| c.is_whitespace() || "`'\"()（）,，。；;：".contains(c);
    text.split(edges).find(|word| {
        let path = word.contains('/') && !word.contains("://") && !word.starts_with('/');
        let names = word.chars().filter(|c| c.is_alphanumeric()).count() >= 2;
        let pattern = word.starts_with("*.") && word.len() > 2;
        pattern || path && names && word.is_ascii() && !is_pair(word)
    })
}

/// Reports whether a word is two words with a slash for "or", such as `and/or`, `CI/CD`.
fn is_pair(word: &str) -> bool {
    let parts: Vec<&str> = word.split('/').collect();
    parts.len() == 2
        && !word.contains('.')
        && !word.ends_with('/')
        && !word.contains('*')
        && !["src", "lib", "app", "test", "tests", "docs", "crates", "packages", "internal", "pkg"]
            .contains(&parts[0])
}
