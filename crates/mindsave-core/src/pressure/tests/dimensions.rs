//! Seed 003: dimensions, weights, bands; and what the original got wrong with them.

use super::support::{Session, on};
use crate::pressure::{Action, Dimension, Fatigue, State};
use crate::work::{Event, Happened, Outcome, ToolCall};

fn value(session: &Session, dimension: Dimension) -> Option<f64> {
    let parts = session.found().fatigue.parts;
    parts.into_iter().find(|part| part.dimension == dimension).and_then(|part| part.value)
}

fn points(values: [Option<f64>; 4]) -> String {
    format!("{:.2}", Fatigue::of(values).score)
}

#[test]
fn weights_are_40_25_20_15() {
    let only = |at: usize| {
        let mut values = [None; 4];
        values[at] = Some(1.0);
        points(values)
    };
    assert_eq!([only(0), only(1), only(2), only(3)], ["0.40", "0.25", "0.20", "0.15"]);
    assert_eq!((points([Some(1.0); 4]), points([None; 4])), ("1.00".into(), "0.00".into()));
    let words = Dimension::ALL.map(Dimension::word);
    assert_eq!(words, ["token_use", "scope_scatter", "reread_ratio", "error_density"]);
}

#[test]
fn states_begin_at_40_60_75_90_and_each_has_its_action() {
    for (score, word, action) in [
        (0.0, "FLOW", Action::Nothing),
        (0.399_999, "FLOW", Action::Nothing),
        (0.40, "COMPRESS", Action::Consolidate),
        (0.599_999, "COMPRESS", Action::Consolidate),
        (0.60, "PRE-SLEEP", Action::SaveTask),
        (0.749_999, "PRE-SLEEP", Action::SaveTask),
        (0.75, "REM", Action::SaveRestored),
        (0.899_999, "REM", Action::SaveRestored),
        (0.90, "EMERGENCY", Action::Emergency),
        (1.0, "EMERGENCY", Action::Emergency),
    ] {
        let state = State::of(score);
        assert_eq!(state.word(), word, "{score}");
        let fatigue = Fatigue { state, ..Fatigue::of([None; 4]) };
        assert_eq!(Action::of_fatigue(&fatigue), action, "{score}");
    }
}

#[test]
fn consolidation_runs_from_compress_to_rem() {
    let runs = [
        Action::Nothing,
        Action::Consolidate,
        Action::SaveTask,
        Action::SaveRestored,
        Action::Emergency,
    ]
    .map(Action::consolidates);
    assert_eq!(runs, [false, true, true, true, false]);
}

/// Sums that reach a band exactly are in it, however they are summed.
#[test]
fn sums_reach_the_bands_they_add_up_to() {
    for (values, state) in [
        ([Some(1.0), None, None, None], State::Compress),
        ([None, Some(1.0), None, Some(1.0)], State::Compress),
        ([Some(1.0), None, Some(1.0), None], State::PreSleep),
        ([Some(1.0), None, Some(1.0), Some(1.0)], State::Rem),
        ([Some(0.75), Some(1.0), Some(1.0), Some(1.0)], State::Emergency),
    ] {
        assert_eq!(Fatigue::of(values).state, state, "{values:?}");
    }
}

#[test]
fn token_use_is_the_share_of_the_context() {
    let mut session = Session::default();
    assert_eq!(value(&session, Dimension::TokenUse), None);
    session.context(0.55);
    assert_eq!(value(&session, Dimension::TokenUse), Some(0.55));
}

/// The original took one call for full scatter.
#[test]
fn scatter_needs_eight_files() {
    let mut session = Session::default();
    for n in 0..7 {
        session.edit(&format!("dir{n}/a.rs"));
        assert_eq!(value(&session, Dimension::ScopeScatter), None, "{n}");
    }
    session.edit("dir7/a.rs");
    assert_eq!(value(&session, Dimension::ScopeScatter), Some(1.0));
}

/// The original took the names of top-level files for folders.
#[test]
fn scatter_of_files_in_one_folder_is_none() {
    for folder in ["", "src/", "src/深/层/", "/home/nia/other/"] {
        let mut session = Session::default();
        for n in 0..10 {
            session.edit(&format!("{folder}file{n}.rs"));
        }
        assert_eq!(value(&session, Dimension::ScopeScatter), Some(0.0), "{folder}");
    }
}

/// The original saw the first two parts of a path only: absolute paths were one folder.
#[test]
fn scatter_sees_the_parent_folder_however_deep() {
    for root in ["", "a/b/c/", "/home/nia/work/"] {
        let mut session = Session::default();
        for n in 0..10 {
            session.read(&format!("{root}dir{n}/mod.rs"));
        }
        assert_eq!(value(&session, Dimension::ScopeScatter), Some(1.0), "{root}");
    }
    let mut two = Session::default();
    for n in 0..20 {
        two.edit(if n % 2 == 0 { "src/login.rs" } else { "tests/login.rs" });
    }
    assert!(value(&two, Dimension::ScopeScatter).is_some_and(|value| value < 0.12));
}

#[test]
fn rereading_is_the_share_of_reads_of_files_already_read() {
    let mut session = Session::default();
    session.read("a.rs").read("a.rs");
    assert_eq!(value(&session, Dimension::RereadRatio), None, "three reads at least");
    session.read("b.rs");
    assert_eq!(value(&session, Dimension::RereadRatio), Some(1.0 / 3.0));
    session.read("./a.rs");
    assert_eq!(value(&session, Dimension::RereadRatio), Some(0.5));
}

#[test]
fn a_file_that_was_changed_is_worth_reading_again() {
    let mut session = Session::default();
    session.read("a.rs").edit("a.rs").read("a.rs").edit("a.rs").read("a.rs");
    assert_eq!(value(&session, Dimension::RereadRatio), Some(0.0));
}

#[test]
fn a_search_in_a_folder_is_no_read() {
    let mut session = Session::default();
    for _ in 0..5 {
        session.call(on("Grep", "src", false), Outcome::Ok);
    }
    assert_eq!(value(&session, Dimension::RereadRatio), None);
}

#[test]
fn error_density_is_the_share_of_calls_that_failed() {
    let mut session = Session::default();
    assert_eq!(value(&session, Dimension::ErrorDensity), None);
    session.run("make", Outcome::Failed).run("ls", Outcome::Ok);
    assert_eq!(value(&session, Dimension::ErrorDensity), Some(0.5));
    session.run("make", Outcome::Interrupted);
    assert_eq!(value(&session, Dimension::ErrorDensity), Some(0.5), "the user stopped it");
}

/// The original took a text that begins with "error" for a failure, and an answer on standard
/// error alone for success.
#[test]
fn failures_are_told_by_the_outcome_never_by_words() {
    let mut session = Session::default();
    let call = ToolCall {
        error: Some("error: 错误 failed ErrorHandler".into()),
        ..on("Read", "src/errors/error.rs", false)
    };
    session.call(call, Outcome::Ok);
    assert_eq!(value(&session, Dimension::ErrorDensity), Some(0.0));
    session.call(ToolCall { error: None, ..on("Read", "src/a.rs", false) }, Outcome::Failed);
    assert_eq!(value(&session, Dimension::ErrorDensity), Some(0.5));
}

/// The original mixed reports before and after a call in one window.
#[test]
fn a_call_is_counted_once_whether_before_after_or_in_a_batch() {
    let call = ToolCall { call: Some("toolu_1".into()), ..on("Read", "a.rs", false) };
    let ended = ToolCall { outcome: Some(Outcome::Failed), ..call.clone() };
    let mut session = Session::default();
    session.event(Happened::CallBegun(call));
    for _ in 0..3 {
        session.event(Happened::ToolCall(ended.clone()));
    }
    assert_eq!((session.gauge.calls(), session.gauge.failures_in_a_row()), (1, 1));
    let part = session.found().fatigue.parts[3];
    assert_eq!((part.value, part.sample), (Some(1.0), 1));
}

#[test]
fn a_call_without_an_id_is_known_at_its_end_by_what_it_does() {
    let call = on("Edit", "a.rs", true);
    let ended = ToolCall { outcome: Some(Outcome::Ok), ..call.clone() };
    let mut session = Session::default();
    session.event(Happened::CallBegun(call.clone())).event(Happened::CallBegun(call));
    session.event(Happened::ToolCall(ended.clone())).event(Happened::ToolCall(ended.clone()));
    assert_eq!(session.gauge.calls(), 2);
    session.event(Happened::ToolCall(ended));
    assert_eq!(session.gauge.calls(), 3);
}

/// The original gave a focused session at 83 % the state FLOW, and nothing was saved.
#[test]
fn a_focused_session_at_83_percent_saves_though_its_fatigue_is_flow() {
    let mut session = Session::default();
    session.run("cargo test", Outcome::Ok).context(0.83);
    let found = session.found();
    assert_eq!(found.fatigue.state, State::Flow);
    assert!(found.action >= Action::SaveRestored);
}

/// The original's EMERGENCY could not be reached.
#[test]
fn a_degraded_session_reaches_emergency() {
    let mut session = Session::default();
    session.context(0.95);
    for n in 0..15 {
        session.call(on("Read", &format!("dir{n}/a.rs"), false), Outcome::Failed);
        session.call(on("Read", &format!("dir{n}/a.rs"), false), Outcome::Failed);
    }
    for n in 0..15 {
        session.call(on("Read", &format!("dir{n}/a.rs"), false), Outcome::Failed);
        session.call(on("Read", &format!("dir{n}/a.rs"), false), Outcome::Failed);
    }
    assert_eq!(session.found().fatigue.state, State::Emergency, "{:?}", session.found().fatigue);
    assert_eq!(session.found().action, Action::Emergency);
}

#[test]
fn a_new_context_begins_without_fatigue() {
    for fresh in [
        Happened::Compaction { trigger: "auto".into() },
        Happened::SessionStart { source: "clear".into() },
        Happened::SessionStart { source: "compact".into() },
    ] {
        let mut session = Session::default();
        for _ in 0..9 {
            session.call(on("Read", "a.rs", false), Outcome::Failed);
        }
        session.context(0.9).event(fresh.clone()).read("a.rs").read("b.rs").read("c.rs");
        let found = session.found().fatigue;
        assert_eq!((found.score, session.gauge.context()), (0.0, None), "{fresh:?}");
    }
}

#[test]
fn what_a_subagent_does_says_nothing_of_the_main_thread() {
    let mut session = Session::default();
    for n in 0..12 {
        let call = ToolCall {
            outcome: Some(Outcome::Failed),
            ..on("Read", &format!("dir{n}/a.rs"), false)
        };
        let mut event = Event::new(session.now(), Happened::ToolCall(call));
        event.agent = Some("explorer".into());
        session.gauge.observe(&event);
    }
    assert!(session.found().fatigue.parts.iter().all(|part| part.value.is_none()));
}
