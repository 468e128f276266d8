//! Seed 000: the table of triggers, row by row, with the layers each saves.

use super::support::{Session, on};
use crate::pressure::Trigger;
use crate::work::{Happened, Outcome};

#[test]
fn words_are_those_of_the_template_and_name_their_trigger() {
    let words: Vec<&str> = Trigger::ALL[..6].iter().map(|trigger| trigger.word()).collect();
    assert_eq!(
        words,
        [
            "tool-threshold",
            "sub-task-completed",
            "error-recovered",
            "user-ending",
            "key-decision",
            "user-corrected"
        ]
    );
    for trigger in Trigger::ALL {
        assert_eq!(Trigger::from_word(trigger.word()), Some(trigger));
    }
    assert_eq!(Trigger::from_word("manual"), None);
}

#[test]
fn tool_threshold_ten_calls_since_the_last_save_save_l1() {
    let mut session = Session::default();
    session.edit("a.rs").runs(8);
    assert_eq!(session.due(), None, "nine");
    session.runs(1);
    assert_eq!(session.due(), Some(("tool-threshold", vec!["L1"])));
    session.saved(Some(Trigger::ToolThreshold)).wait(600);
    assert_eq!(session.gauge.calls_since_save(), 0);
    session.runs(9);
    assert_eq!(session.due(), None, "nine since the save");
    session.runs(1);
    assert_eq!(session.due(), Some(("tool-threshold", vec!["L1"])));
}

#[test]
fn sub_task_completed_saves_l1() {
    let mut session = Session::default();
    session.event(Happened::Result { text: "parser finished".into() });
    assert_eq!(session.due(), Some(("sub-task-completed", vec!["L1"])));
    let mut session = Session::default();
    session.event(Happened::Goal { text: "修复登录".into() }).edit("a.rs");
    assert_eq!(session.due(), None);
    session.event(Happened::Closed { text: "修复登录".into(), reason: None });
    assert_eq!(session.due(), Some(("sub-task-completed", vec!["L1"])), "a goal was reached");
    let mut session = Session::default();
    session.edit("a.rs").event(Happened::Closed { text: "no ORM".into(), reason: None });
    assert_eq!(session.due(), None, "a rule was withdrawn");
}

/// Seed 000, self-monitoring loop: eight calls or more, and something of high value.
#[test]
fn a_turn_of_eight_calls_that_brought_a_rule_or_decision_is_a_sub_task() {
    let turn = |calls: usize, rule: bool| {
        let mut session = Session::default();
        session.says("做这个").edit("a.rs").runs(calls - 1);
        if rule {
            session.event(Happened::Constraint { text: "no ORM".into(), scope: None });
        }
        session.event(Happened::Reply { text: "完成".into() });
        session.due()
    };
    assert_eq!(turn(8, true), Some(("sub-task-completed", vec!["L1"])));
    assert_eq!(turn(7, true), None);
    assert_eq!(turn(8, false), None);
}

#[test]
fn error_recovered_after_two_failures_saves_l1() {
    let after = |failures: usize| {
        let mut session = Session::default();
        for _ in 0..failures {
            session.run("cargo test login", Outcome::Failed).edit("src/login.rs");
        }
        session.run("cargo test login", Outcome::Ok);
        session.due()
    };
    assert_eq!(after(1), None);
    assert_eq!(after(2), Some(("error-recovered", vec!["L1"])));
    assert_eq!(after(4), Some(("error-recovered", vec!["L1"])));
}

#[test]
fn an_edit_that_failed_twice_recovers_with_another_tool() {
    let mut session = Session::default();
    for _ in 0..2 {
        session.call(on("Edit", "src/a.rs", true), Outcome::Failed);
    }
    session.call(on("Write", "src/b.rs", true), Outcome::Ok);
    assert_eq!(session.due(), None, "another file");
    session.call(on("Write", "src/a.rs", true), Outcome::Ok);
    assert_eq!(session.due(), Some(("error-recovered", vec!["L1"])));
}

#[test]
fn what_the_user_stopped_is_no_failure_and_no_recovery() {
    let mut session = Session::default();
    session.run("make", Outcome::Failed).run("make", Outcome::Interrupted);
    session.run("make", Outcome::Ok);
    assert_eq!(session.due(), None);
}

#[test]
fn session_end_words_save_l1_and_l2_at_once() {
    for text in ["done", "Done.", "结束", "先这样", "Let's stop here.", "今天就到这吧"] {
        let mut session = Session::default();
        session.edit("a.rs").saved(Some(Trigger::ToolThreshold)).edit("b.rs").says(text);
        assert_eq!(session.due(), Some(("user-ending", vec!["L1", "L2"])), "{text}");
    }
    for text in ["Don't stop here.", "先这样写。", "the download is done"] {
        let mut session = Session::default();
        session.edit("a.rs").says(text);
        assert_eq!(session.due(), None, "{text}");
    }
}

#[test]
fn the_end_the_host_tells_saves_l1_and_l2_at_once() {
    let mut session = Session::default();
    session.edit("a.rs").saved(Some(Trigger::ToolThreshold)).edit("b.rs");
    session.event(Happened::SessionEnd { reason: "prompt_input_exit".into() });
    assert_eq!(session.due(), Some(("session-end", vec!["L1", "L2"])));
}

#[test]
fn key_decision_saves_l1_and_l2_and_once() {
    let mut session = Session::default();
    session.decides("用会话，不用 JWT");
    assert_eq!(session.due(), Some(("key-decision", vec!["L1", "L2"])));
    session.saved(Some(Trigger::KeyDecision)).wait(600).decides("用会话，不用 JWT");
    assert_eq!(session.due(), None, "said again");
}

#[test]
fn user_correction_saves_l1_and_l2() {
    for text in ["不对", "不是这样", "我说的是登录页", "No, I meant the login page.", "wrong file"]
    {
        let mut session = Session::default();
        session.edit("a.rs").says(text);
        assert_eq!(session.due(), Some(("user-corrected", vec!["L1", "L2"])), "{text}");
    }
    let mut session = Session::default();
    session.edit("a.rs").event(Happened::Correction { text: "the other one".into() });
    assert_eq!(session.due(), Some(("user-corrected", vec!["L1", "L2"])));
}

#[test]
fn what_is_never_saved_a_session_that_just_started() {
    let mut session = Session::default();
    session.says("修复登录").event(Happened::Goal { text: "修复登录".into() }).says("先这样");
    assert_eq!((session.due(), session.withheld()), (None, Some("nothing_done")));
}

#[test]
fn what_is_never_saved_casual_conversation() {
    let mut session = Session::default();
    for text in ["hi", "how are you?", "不对", "lol", "今天天气不错", "done"] {
        session.says(text).event(Happened::Reply { text: "…".into() });
    }
    assert_eq!((session.due(), session.withheld()), (None, Some("nothing_done")));
}

#[test]
fn what_is_never_saved_questions_only() {
    let mut session = Session::default();
    session.says("what does parse() return?").read("src/parse.rs").read("src/lib.rs");
    session.says("thanks, that's all for today");
    assert_eq!((session.due(), session.withheld()), (None, Some("nothing_done")));
    for n in 0..8 {
        session.read(&format!("src/{n}.rs"));
    }
    assert_eq!(session.due(), Some(("tool-threshold", vec!["L1"])), "ten calls count, whatever");
}

#[test]
fn what_is_never_saved_after_a_refusal_until_it_is_lifted() {
    for (refusal, lifted) in [
        ("don't save", "you can save again"),
        ("Don't save this.", "please start saving again"),
        ("不需要保存", "现在可以保存了"),
        ("不用记录这次会话", "恢复保存"),
    ] {
        let mut session = Session::default();
        session.edit("a.rs").says(refusal).runs(20).decides("x").context(0.99);
        assert!(session.gauge.is_saving_refused(), "{refusal}");
        session.event(Happened::SessionEnd { reason: "other".into() });
        assert_eq!((session.due(), session.withheld()), (None, Some("refused")), "{refusal}");
        session.context(0.3).says(lifted);
        assert_eq!(session.due(), Some(("key-decision", vec!["L1", "L2"])), "{lifted}");
    }
    let mut session = Session::default();
    session.edit("a.rs").runs(20).event(Happened::SavingRefused { refused: true });
    assert_eq!(session.withheld(), Some("refused"));
    session.event(Happened::SavingRefused { refused: false });
    assert_eq!(session.due(), Some(("tool-threshold", vec!["L1"])));
}

#[test]
fn sentences_that_only_sound_like_it_lift_nothing() {
    for text in ["save the file again", "保存文件", "can you save again?", "保存按钮可以点击了"]
    {
        let mut session = Session::default();
        session.says("不需要保存").says(text);
        assert!(session.gauge.is_saving_refused(), "{text}");
    }
}
