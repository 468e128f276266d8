//! The original's `compress_layer2` against ours, on lists like its own.
//!
//! `MINDSAVE_ORIGINAL` names a checkout of the original, where `npm install` and `npx tsc` were run
//! in `sdk/typescript`: both then take turns in one run. Without it, ours stands against what the
//! original took on another day, on a machine that may have been quicker or slower than this one.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::Outcome;
use crate::child::Speaker;
use crate::pairs::{Quartiles, measure_after};
use crate::report::{Bound, Report};

/// Rules of a list.
const MANY: usize = 10_000;
/// What the rules of a mixed list are about, in turn.
const MIXED: [&str; 8] =
    ["tailwind", "bootstrap", "jwt", "session", "orm", "mongodb", "graphql", "tabs"];
/// How many pairs are measured.
const PAIRS: usize = 11;

/// Lists that both compress: "no X in module 17", with each X in turn.
///
/// A child makes its list itself, the way a program does. In what was read from JSON every string is
/// of one piece, and V8 then compares them ten times faster than those that were put together.
pub(crate) struct Case {
    name: &'static str,
    words: &'static [&'static str],
    /// How many times faster ours has to be.
    bound: f64,
    /// Microseconds the original took on another day.
    known: f64,
}

impl Case {
    /// What a child makes its list of.
    pub(crate) fn recipe(&self) -> Value {
        json!({ "words": self.words, "count": MANY })
    }
}

/// The lists: one of all kinds, and one where a single rule takes all, which the original compares
/// each with each. `known` is how long it took for them.
pub(crate) fn cases(known: [f64; 2]) -> [Case; 2] {
    [
        Case { name: "mixed", words: &MIXED, bound: 5.0, known: known[0] },
        Case { name: "one rule", words: &MIXED[..1], bound: 20.0, known: known[1] },
    ]
}

/// Where this part of the original is, if the original is here.
pub(crate) fn part(path: &str) -> Outcome<Option<PathBuf>> {
    let Some(folder) = std::env::var_os("MINDSAVE_ORIGINAL") else { return Ok(None) };
    let part = std::path::absolute(PathBuf::from(folder).join(path))?;
    if part.exists() {
        return Ok(Some(part));
    }
    Err(format!("MINDSAVE_ORIGINAL has no {path}: it names a checkout that is built").into())
}

/// Adds how many times faster ours is; `theirs` is the original, where it is here.
pub(crate) fn compare(
    report: &mut Report,
    function: &str,
    case: &Case,
    ours: &mut Speaker,
    theirs: Option<Speaker>,
) -> Outcome<()> {
    let name = format!("the original's {function}, {MANY} {}, against ours", case.name);
    let bound = Bound::AtLeast(case.bound);
    let mut own = || ours.time("many", 1);
    if let Some(mut theirs) = theirs {
        let measured = measure_after(1, PAIRS, &mut || theirs.time("many", 1), &mut own)?;
        return report.ratio(&name, &measured, bound);
    }
    let mut faster = Vec::new();
    for _ in 0..=PAIRS {
        faster.push(case.known / (own()?.as_secs_f64() * 1e6));
    }
    let note = "its time is a figure of another day";
    report.add(&name, "ratio", Quartiles::of(faster.split_off(1)), bound, note)
}
