//! The cooldown with its exceptions, pressure levels as reasons, the emergency, checkpoints.

use super::support::{Session, on};
use crate::pressure::{Cooldown, Due, Trigger, Verdict, Withheld};
use crate::work::{Happened, Outcome};

/// A session that was just saved by itself.
fn saved() -> Session {
    let mut session = Session::default();
    session.edit("a.rs").saved(Some(Trigger::ToolThreshold));
    session
}

#[test]
fn cooldown_five_minutes_edges() {
    let mut session = saved();
    session.decides("x").wait(299);
    assert_eq!((session.due(), session.withheld()), (None, Some("cooldown")));
    session.wait(1);
    assert_eq!(session.due(), Some(("key-decision", vec!["L1", "L2"])), "put off, not dropped");
}

#[test]
fn cooldown_ten_turns_edges() {
    let mut session = saved();
    session.decides("x");
    for _ in 0..9 {
        session.says("继续");
    }
    assert_eq!(session.withheld(), Some("cooldown"));
    session.says("go on");
    assert_eq!(session.due(), Some(("key-decision", vec!["L1", "L2"])));
}

#[test]
fn cooldown_counts_from_automatic_saves_only() {
    let mut session = Session::default();
    session.edit("a.rs").saved(None).decides("x");
    assert_eq!(session.due(), Some(("key-decision", vec!["L1", "L2"])));
}

#[test]
fn cooldown_exceptions_the_end_of_the_session_compaction_and_emergency() {
    let mut session = saved();
    session.edit("b.rs").says("先这样");
    assert_eq!(session.due(), Some(("user-ending", vec!["L1", "L2"])));
    let mut session = saved();
    session.edit("b.rs").event(Happened::Compaction { trigger: "auto".into() });
    assert_eq!(session.due(), Some(("before-compaction", vec!["L1", "L2"])));
    let mut session = saved();
    session.edit("b.rs").context(0.97);
    assert_eq!(session.due(), Some(("context-overflow", vec!["L1"])));
}

#[test]
fn a_clock_that_runs_backwards_neither_ends_the_cooldown_nor_holds_it_for_ever() {
    let mut session = saved();
    session.decides("x").wait(-86_400);
    let Verdict::Withheld { why: Withheld::Cooldown(wait), .. } = session.verdict() else {
        panic!("{:?}", session.verdict());
    };
    assert_eq!((wait.seconds, wait.turns), (300, 10));
    for _ in 0..10 {
        session.says("go on");
    }
    assert!(session.due().is_some());
}

#[test]
fn the_end_is_a_moment_and_is_not_remembered() {
    let mut session = Session::default();
    session.says("done").says("修复登录").edit("a.rs");
    assert_eq!(session.due(), None);
}

#[test]
fn yellow_saves_l1_or_l1_and_l2_where_there_is_something_of_high_value() {
    let mut session = Session::default();
    session.edit("a.rs").context(0.73);
    assert_eq!(session.due(), Some(("context-pressure", vec!["L1"])));
    session.event(Happened::Constraint { text: "不用 ORM".into(), scope: None });
    assert_eq!(session.due(), Some(("context-pressure", vec!["L1", "L2"])));
    session.saved(Some(Trigger::ContextPressure)).wait(600);
    assert_eq!(session.withheld(), Some("nothing_new"));
    session.edit("b.rs");
    assert_eq!(session.due(), Some(("context-pressure", vec!["L1", "L2"])));
}

#[test]
fn red_is_the_emergency_once_in_a_context() {
    let mut session = Session::default();
    session.edit("a.rs").context(0.97);
    let expected = Due {
        trigger: Trigger::ContextOverflow,
        layers: crate::snapshot::Layers::TASK,
        emergency: true,
    };
    assert_eq!(session.verdict(), Verdict::Save(expected));
    session.saved(Some(Trigger::ContextOverflow)).edit("b.rs").context(0.98);
    assert_eq!(session.withheld(), Some("cooldown"), "then saves go on as before");
    session.wait(300);
    assert_eq!(session.due(), Some(("context-pressure", vec!["L1", "L2"])));
    session.context(0.3).context(0.97);
    assert_eq!(session.due(), Some(("context-overflow", vec!["L1"])), "another context");
}

#[test]
fn fatigue_alone_saves_where_the_context_is_not_known() {
    let mut session = Session::default();
    session.edit("a.rs").context(0.55);
    for n in 0..60 {
        session.call(on("Read", &format!("d{}/a.rs", n % 16), false), Outcome::Failed);
    }
    let found = session.found();
    assert_eq!(found.fatigue.state.word(), "REM", "{found:?}");
    session.saved(None).edit("x.rs").wait(301);
    assert_eq!(session.due(), Some(("fatigue", vec!["L1", "L2"])));
}

/// A snapshot of Layer 1 alone is not the last word of a session that has a Layer 2.
#[test]
fn the_end_saves_layer_2_though_nothing_came_up_since_layer_1_was_saved() {
    let mut session = Session::default();
    session.decides("x").saved(Some(Trigger::KeyDecision)).edit("a.rs");
    session.saved(Some(Trigger::ToolThreshold));
    session.event(Happened::SessionEnd { reason: "other".into() });
    assert_eq!(session.due(), Some(("session-end", vec!["L1", "L2"])));
    session.saved(Some(Trigger::SessionEnd));
    session.event(Happened::SessionEnd { reason: "other".into() });
    assert_eq!(session.withheld(), Some("nothing_new"));
}

#[test]
fn a_checkpoint_respects_cooldown_and_refusal_unless_forced() {
    let asked = |session: &Session, force| {
        let verdict = session.gauge.decide_checkpoint(session.now(), Cooldown::default(), force);
        match verdict {
            Verdict::Save(due) => due.trigger.word(),
            Verdict::Withheld { why, .. } => why.word(),
            Verdict::Nothing => "nothing",
        }
    };
    assert_eq!(asked(&Session::default(), false), "checkpoint");
    let mut session = saved();
    assert_eq!((asked(&session, false), asked(&session, true)), ("cooldown", "checkpoint"));
    session.wait(300);
    assert_eq!(asked(&session, false), "checkpoint");
    session.says("不需要保存");
    assert_eq!((asked(&session, false), asked(&session, true)), ("refused", "checkpoint"));
}

/// The original worded its warnings as if the context were full.
#[test]
fn fatigue_is_told_in_its_own_words() {
    let mut session = Session::default();
    session.edit("a.rs").context(0.55);
    for n in 0..60 {
        session.call(on("Read", &format!("d{}/a.rs", n % 16), false), Outcome::Failed);
    }
    session.wait(301);
    let notices = [false, true].map(|chinese| session.found().notice(chinese).unwrap_or_default());
    assert!(notices.iter().all(|text| text.contains("REM")), "{notices:?}");
    session.context(0.79);
    assert!(session.found().is_tired(), "yellow, but REM is more severe");
    session.context(0.97);
    let text = session.found().notice(false).unwrap_or_default();
    assert!(text.contains("Context overflow imminent"), "{text}");
}

#[test]
fn exhausted_work_is_an_emergency_of_its_own() {
    let mut session = Session::default();
    session.edit("a.rs").context(0.80);
    for n in 0..60 {
        session.call(on("Read", &format!("d{}/a.rs", n % 16), false), Outcome::Failed);
    }
    session.wait(301);
    assert_eq!(session.found().pressure.level, crate::pressure::Level::Yellow);
    assert_eq!(session.due(), Some(("fatigue-emergency", vec!["L1"])));
    session.saved(Some(Trigger::FatigueEmergency)).edit("b.rs");
    assert_eq!(session.withheld(), Some("cooldown"), "once in a context");
}
