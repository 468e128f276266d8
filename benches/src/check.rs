//! The check before the mistake: what one action costs against many failures, and what reading the
//! failures costs.

use std::time::{Duration, Instant};

use mindsave::check::{Action, Checker, Watched};
use mindsave::text::Lexicon;

use crate::Outcome;
use crate::pairs::Quartiles;
use crate::report::{Bound, Report};
use crate::rules::{Language, rules};

/// Failures that are known.
const FAILURES: usize = 1000;
/// Actions that are checked.
const ACTIONS: usize = 200;

/// Measures all of it.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    for language in [Language::English, Language::Chinese] {
        check(report, language)?;
    }
    Ok(())
}

fn check(report: &mut Report, language: Language) -> Outcome<()> {
    let tried = rules(language, FAILURES);
    let watched = || tried.iter().map(|text| Watched { approach: text, ..Watched::default() });
    let mut readings = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        let checker = Checker::new(watched(), &[Lexicon::builtin()]);
        readings.push(micros(start.elapsed()));
        assert_eq!(checker.len(), FAILURES);
    }
    let checker = Checker::new(watched(), &[Lexicon::builtin()]);
    // Actions of the same kind as the failures: most have something in common with many of them.
    let actions = rules(language, FAILURES + ACTIONS).split_off(FAILURES);
    let mut times = Vec::new();
    let mut found = 0;
    for action in &actions {
        let start = Instant::now();
        found += checker.check(&Action::Sentence(action)).len();
        times.push(micros(start.elapsed()));
    }
    times.sort_by(f64::total_cmp);
    let slow = times.get(times.len() * 95 / 100).copied().unwrap_or(f64::NAN);
    let name = format!("check an action against {FAILURES} failures, {language:?}");
    let note = format!("95th percentile {slow:.0} us, {found} matches in {ACTIONS}");
    report.add(&name, "us", Quartiles::of(times), Bound::AtMost(2000.0), &note)?;
    let name = format!("read {FAILURES} failures for the check, {language:?}");
    report.add(&name, "us", Quartiles::of(readings), Bound::Free, "once a process")
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
