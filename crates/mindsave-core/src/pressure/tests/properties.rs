//! What holds for every session.

use proptest::prelude::*;

use super::support::on;
use crate::Timestamp;
use crate::pressure::{Action, Bases, Cooldown, Fatigue, Gauge, Level, Pressure, Signs, State};
use crate::work::{Event, Happened, Outcome, ToolCall};

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![Just(Outcome::Ok), Just(Outcome::Failed), Just(Outcome::Interrupted)]
}

fn call() -> impl Strategy<Value = ToolCall> {
    let file =
        ("[a-c]{0,2}/[a-d]\\.rs", any::<bool>()).prop_map(|(p, edits)| on("Edit", &p, edits));
    let command = "[a-c]{1,2}( [a-c]|)".prop_map(|command| ToolCall {
        tool: "Bash".into(),
        command: Some(command),
        ..ToolCall::default()
    });
    (prop_oneof![file, command], outcome())
        .prop_map(|(call, outcome)| ToolCall { outcome: Some(outcome), ..call })
}

fn happened() -> impl Strategy<Value = Happened> {
    prop_oneof![
        6 => call().prop_map(Happened::ToolCall),
        1 => "(done|不对|继续|don't save|不需要保存|hello)".prop_map(|text| Happened::Prompt { text }),
        1 => "[a-c]".prop_map(|text| Happened::Result { text }),
        1 => "[a-c]".prop_map(|text| Happened::Constraint { text, scope: None }),
        1 => any::<f64>().prop_map(|ratio| Happened::Context { ratio }),
        1 => (0.0..1.0).prop_map(|ratio| Happened::Context { ratio }),
        1 => Just(Happened::Compaction { trigger: "auto".into() }),
        1 => proptest::option::of("(tool-threshold|key-decision|moon)")
            .prop_map(|trigger| Happened::Save { snapshot: "x".into(), trigger }),
    ]
}

/// Events at times that may run backwards, each call with an id of its own.
fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = (happened(), -100_i64..400);
    proptest::collection::vec(event, 0..80).prop_map(|all| {
        let mut at = 1_778_000_000_000;
        let event = |(n, (happened, step)): (usize, (Happened, i64))| {
            at += step * 1000;
            let happened = match happened {
                Happened::ToolCall(call) => {
                    Happened::ToolCall(ToolCall { call: Some(format!("toolu_{n}")), ..call })
                }
                other => other,
            };
            Event::new(Timestamp::from_millis(at), happened)
        };
        all.into_iter().enumerate().map(event).collect()
    })
}

fn folded<'a>(events: impl IntoIterator<Item = &'a Event>) -> Gauge {
    let mut gauge = Gauge::default();
    for event in events {
        gauge.observe(event);
    }
    gauge
}

proptest! {
    #[test]
    fn the_score_is_a_share_and_more_of_a_dimension_is_never_less(
        values in proptest::array::uniform4(proptest::option::of(any::<f64>())),
        at in 0_usize..4,
    ) {
        let found = Fatigue::of(values);
        prop_assert!((0.0..=1.0).contains(&found.score), "{found:?}");
        prop_assert_eq!(found.state, State::of(found.score));
        let mut more = values;
        more[at] = Some(1.0);
        prop_assert!(Fatigue::of(more).score >= found.score);
    }

    #[test]
    fn more_severe_never_lowers_the_action(
        ratios in (0.0..=1.0_f64, 0.0..=1.0_f64), calls in 0_u64..12, files in 0_u64..12,
        known in 0_u64..12, rest in proptest::array::uniform3(0.0..=1.0_f64),
    ) {
        let (low, high) = if ratios.0 <= ratios.1 { ratios } else { (ratios.1, ratios.0) };
        let action = |ratio, calls, files| {
            let signs = Signs {
                ratio: Some(ratio), recent_calls: calls, active_files: files, decisions: known, constraints: 0,
            };
            let fatigue = Fatigue::of([Some(ratio), Some(rest[0]), Some(rest[1]), Some(rest[2])]);
            Action::of(&Pressure::of(signs, Bases::default()), &fatigue)
        };
        prop_assert!(action(high, calls, files) >= action(low, calls, files));
        prop_assert!(action(low, calls + 3, files) >= action(low, calls, files));
        prop_assert!(action(low, calls, files + 3) >= action(low, calls, files));
    }

    #[test]
    fn thresholds_lie_in_order_and_within_the_context(
        warning in 0.50..=0.70_f64, critical in 0.70..=0.90_f64, calls in 0_u64..12, files in 0_u64..12,
    ) {
        let bases = Bases::new(warning, critical).unwrap();
        let signs = Signs { recent_calls: calls, active_files: files, ratio: Some(1.0), ..Signs::default() };
        let found = Pressure::of(signs, bases);
        prop_assert!(0.0 < found.thresholds.warning && found.thresholds.warning <= found.thresholds.critical);
        prop_assert_eq!(found.level, Level::Red);
    }

    #[test]
    fn a_call_counts_once_however_often_and_in_whatever_way_it_is_reported(
        events in events(), again in proptest::collection::vec((0_usize..80, any::<bool>()), 0..40),
    ) {
        let mut more = Vec::new();
        for (n, event) in events.iter().enumerate() {
            let Happened::ToolCall(call) = &event.happened else {
                more.push(event.clone());
                continue;
            };
            let reports = again.iter().filter(|(at, _)| *at == n);
            for (_, begun) in reports.clone().filter(|(_, begun)| *begun) {
                prop_assert!(begun);
                let call = ToolCall { outcome: None, ..call.clone() };
                more.push(Event { happened: Happened::CallBegun(call), ..event.clone() });
            }
            more.push(event.clone());
            more.extend(reports.filter(|(_, begun)| !begun).map(|_| event.clone()));
        }
        let (once, often) = (folded(&events), folded(&more));
        let now = events.last().map_or(Timestamp::from_millis(0), |event| event.at);
        prop_assert_eq!(once.calls(), often.calls());
        prop_assert_eq!(once.calls_since_save(), often.calls_since_save());
        prop_assert_eq!(once.failures_in_a_row(), often.failures_in_a_row());
        let (a, b) = (once.assess(now, Bases::default()), often.assess(now, Bases::default()));
        prop_assert_eq!(a, b);
        prop_assert_eq!(once.decide(&a, now, Cooldown::default()), often.decide(&b, now, Cooldown::default()));
    }

    #[test]
    fn a_gauge_that_was_kept_goes_on_where_it_stopped(events in events(), at in 0_usize..80) {
        let at = at.min(events.len());
        let kept = serde_json::to_string(&folded(&events[..at])).unwrap();
        let mut gauge: Gauge = serde_json::from_str(&kept).unwrap();
        for event in &events[at..] {
            gauge.observe(event);
        }
        prop_assert_eq!(gauge, folded(&events));
    }
}

/// A long session does not make a large gauge.
#[test]
fn the_size_of_a_gauge_is_bounded() {
    let mut gauge = Gauge::default();
    let mut sizes = Vec::new();
    for n in 0..40_000_i64 {
        let at = Timestamp::from_millis(1_778_000_000_000 + n * 1000);
        let outcome = if n % 3 == 0 { Outcome::Failed } else { Outcome::Ok };
        let call = ToolCall {
            call: Some(format!("toolu_{n}")),
            outcome: Some(outcome),
            ..on("Edit", &format!("dir{n}/file.rs"), n % 2 == 0)
        };
        gauge.observe(&Event::new(at, Happened::ToolCall(call)));
        let text = format!("{n}");
        gauge.observe(&Event::new(at, Happened::Result { text: text.clone() }));
        gauge.observe(&Event::new(at, Happened::Goal { text }));
        if n % 10_000 == 9_999 {
            sizes.push(serde_json::to_string(&gauge).unwrap().len());
        }
    }
    assert!(sizes.iter().all(|size| *size < 24_000), "{sizes:?}");
    assert!(sizes[3] < sizes[0] + 200, "{sizes:?}");
}
