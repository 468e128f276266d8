//! Seed 000: growth, complexity, thresholds, levels.

use super::support::Session;
use crate::ErrorKind;
use crate::pressure::{
    Action, Bases, CHECKPOINT_RATIO, Complexity, Fatigue, Growth, Level, Pressure, Signs,
    Thresholds,
};

#[test]
fn growth_slow_is_up_to_2_normal_3_to_6_fast_from_7_calls() {
    for (calls, word, multiplier, warning, critical) in [
        (0, "slow", 1.2, 0.72, 0.96),
        (2, "slow", 1.2, 0.72, 0.96),
        (3, "normal", 1.0, 0.60, 0.80),
        (6, "normal", 1.0, 0.60, 0.80),
        (7, "fast", 0.8, 0.48, 0.64),
        (50, "fast", 0.8, 0.48, 0.64),
    ] {
        let growth = Growth::of(calls);
        assert_eq!((growth.word(), growth.multiplier()), (word, multiplier), "{calls} calls");
        let thresholds = Thresholds::of(Bases::default(), growth, Complexity::Low);
        assert_eq!(thresholds, Thresholds { warning, critical }, "{calls} calls");
    }
}

#[test]
fn growth_counts_the_last_5_minutes_and_not_a_second_more() {
    let mut session = Session::default();
    session.runs(7);
    assert_eq!(session.found().pressure.growth, Growth::Fast);
    session.wait(299);
    assert_eq!(session.found().pressure.signs.recent_calls, 7);
    session.wait(1);
    assert_eq!(session.found().pressure.signs.recent_calls, 0);
    session.runs(3);
    assert_eq!(session.found().pressure.growth, Growth::Normal);
}

#[test]
fn growth_of_the_context_is_that_of_the_main_thread() {
    let mut session = Session::default();
    let call = crate::work::ToolCall { tool: "Grep".into(), ..Default::default() };
    for _ in 0..9 {
        let mut event =
            crate::work::Event::new(session.now(), crate::work::Happened::ToolCall(call.clone()));
        event.agent = Some("explorer".into());
        session.gauge.observe(&event);
    }
    assert_eq!(session.found().pressure.growth, Growth::Slow);
    assert_eq!(session.gauge.calls_since_save(), 9);
}

#[test]
fn complexity_low_medium_high_and_the_edge_at_5_files() {
    for (files, known, word, multiplier) in [
        (0, 0, "low", 1.0),
        (1, 0, "low", 1.0),
        (2, 0, "low", 1.0),
        (2, 2, "low", 1.0),
        (2, 3, "medium", 0.95),
        (3, 0, "medium", 0.95),
        (4, 9, "medium", 0.95),
        (5, 0, "medium", 0.95),
        (5, 4, "medium", 0.95),
        (5, 5, "high", 0.85),
        (6, 0, "high", 0.85),
        (40, 40, "high", 0.85),
    ] {
        let found = Complexity::of(files, known);
        assert_eq!((found.word(), found.multiplier()), (word, multiplier), "{files} {known}");
    }
}

#[test]
fn files_in_work_are_those_that_were_changed_and_each_counts_once() {
    let mut session = Session::default();
    for path in ["src/a.rs", "./src/a.rs", "src/b.rs", "src\\b.rs", "测试/登录.rs"] {
        session.edit(path);
    }
    session.read("src/c.rs").read("src/d.rs");
    assert_eq!(session.gauge.active_files(), 3);
    session.event(crate::work::Happened::File { path: "src/e.rs".into() });
    assert_eq!(session.gauge.active_files(), 4);
    session.runs(50);
    assert_eq!(session.gauge.active_files(), 0, "long not touched");
}

#[test]
fn decisions_and_rules_count_once_each() {
    let mut session = Session::default();
    session.decides("用会话").decides("用会话 ").decides("no ORM");
    for text in ["no tailwind", "no tailwind"] {
        let text = text.to_owned();
        session.event(crate::work::Happened::Constraint { text, scope: None });
    }
    // A rule said with a request holds for the task.
    for text in ["no tailwind", "不要用 JWT"] {
        let (kind, text) = ("constraint".to_owned(), text.to_owned());
        session.event(crate::work::Happened::Note { kind, text, scope: None });
    }
    let signs = session.found().pressure.signs;
    assert_eq!((signs.decisions, signs.constraints), (2, 2));
    assert_eq!(session.found().pressure.complexity, Complexity::Medium);
}

#[test]
fn green_is_below_warning_yellow_below_critical_red_from_critical_on() {
    let thresholds = Thresholds { warning: 0.60, critical: 0.80 };
    for (ratio, level) in [
        (Some(0.0), Level::Green),
        (Some(0.5999), Level::Green),
        (Some(0.60), Level::Yellow),
        (Some(0.7999), Level::Yellow),
        (Some(0.80), Level::Red),
        (Some(1.0), Level::Red),
        (None, Level::Green),
    ] {
        assert_eq!(Level::of(ratio, thresholds), level, "{ratio:?}");
    }
    assert_eq!(
        [Level::Green, Level::Yellow, Level::Red].map(Level::word),
        ["GREEN", "YELLOW", "RED"]
    );
}

#[test]
fn thresholds_are_base_times_growth_times_complexity() {
    let bases = Bases::default();
    let both = Thresholds::of(bases, Growth::Fast, Complexity::High);
    assert_eq!(both, Thresholds { warning: 0.408, critical: 0.544 });
    let medium = Thresholds::of(bases, Growth::Normal, Complexity::Medium);
    assert_eq!(medium, Thresholds { warning: 0.57, critical: 0.76 });
    let high = Bases::new(0.70, 0.90).unwrap();
    let most = Thresholds::of(high, Growth::Slow, Complexity::Low);
    assert_eq!(most, Thresholds { warning: 0.84, critical: 1.0 }, "a full context is always red");
}

#[test]
fn bases_lie_in_their_ranges_ends_included() {
    for (warning, critical) in [(0.50, 0.70), (0.70, 0.90), (0.60, 0.80), (0.70, 0.70)] {
        assert!(Bases::new(warning, critical).is_ok(), "{warning} {critical}");
    }
    for (warning, critical, name) in [
        (0.4999, 0.80, "base_warning"),
        (0.7001, 0.80, "base_warning"),
        (0.60, 0.6999, "base_critical"),
        (0.60, 0.9001, "base_critical"),
        (f64::NAN, 0.80, "base_warning"),
        (0.60, f64::INFINITY, "base_critical"),
    ] {
        let error = Bases::new(warning, critical).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        assert!(error.message().starts_with(&format!("`{name}` must be from 0.")), "{error}");
    }
}

/// Issue: token use alone must reach a checkpoint before a host compacts at about 83 %.
#[test]
fn token_use_alone_saves_before_83_percent_whatever_the_settings() {
    let calm = Fatigue::of([Some(0.82), None, None, None]);
    for (warning, critical) in [(0.50, 0.70), (0.60, 0.80), (0.70, 0.90)] {
        let bases = Bases::new(warning, critical).unwrap();
        for calls in [0, 4, 9] {
            for files in [0, 4, 9] {
                let signs = Signs {
                    ratio: Some(0.82),
                    recent_calls: calls,
                    active_files: files,
                    ..Signs::default()
                };
                let action = Action::of(&Pressure::of(signs, bases), &calm);
                assert!(action >= Action::SaveRestored, "{warning} {calls} {files}: {action:?}");
            }
        }
    }
    let quiet = Bases::new(0.70, 0.90).unwrap();
    let at = |ratio| Signs { ratio: Some(ratio), ..Signs::default() };
    let action = |ratio| Action::of(&Pressure::of(at(ratio), quiet), &Fatigue::of([None; 4]));
    assert_eq!(action(CHECKPOINT_RATIO - 0.0001), Action::Nothing);
    assert_eq!(action(CHECKPOINT_RATIO), Action::SaveRestored);
}

#[test]
fn shares_that_are_none_are_not_believed() {
    let mut session = Session::default();
    session.context(f64::NAN);
    assert_eq!(session.gauge.context(), None);
    for (told, kept) in [(83.0, 1.0), (-1.0, 0.0), (f64::INFINITY, 1.0), (0.4, 0.4)] {
        session.context(told);
        assert_eq!(session.gauge.context(), Some(kept), "{told}");
    }
}
