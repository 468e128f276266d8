use proptest::prelude::*;

use super::*;

/// Few texts, so that entries meet again; some are blank, some only marks.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "a",
            "A.",
            "修复 登录",
            "修复登录。",
            " ",
            "",
            "...",
            "no JWT",
            "不要用 JWT"
        ])
        .prop_map(str::to_owned),
        ".{0,12}",
    ]
}

fn happened() -> impl Strategy<Value = Happened> {
    let maybe = || prop::option::of(text());
    let kind = prop::sample::select(vec![
        "learning",
        "context",
        "problem",
        "goal",
        "banana",
        "assumption",
    ]);
    prop_oneof![
        text().prop_map(|text| Happened::Goal { text }),
        text().prop_map(|text| Happened::NextAction { text }),
        text().prop_map(|text| Happened::Result { text }),
        (text(), maybe()).prop_map(|(text, scope)| Happened::Constraint { text, scope }),
        (text(), maybe(), maybe()).prop_map(|(text, reason, old)| decision(
            &text,
            reason.as_deref(),
            old.as_deref()
        )),
        (text(), text(), maybe()).prop_map(|(a, b, by)| failure(&a, &b, by.as_deref())),
        (kind, text(), maybe()).prop_map(|(kind, text, scope)| Happened::Note {
            kind: kind.into(),
            text,
            scope
        }),
        (text(), maybe()).prop_map(|(text, reason)| Happened::Closed { text, reason }),
        text().prop_map(|text| Happened::Touched { text }),
        (text(), text()).prop_map(|(text, by)| Happened::Superseded { text, by }),
        maybe().prop_map(|text| Happened::Blocker { text }),
        text().prop_map(|path| edit(&path)),
        text().prop_map(|command| run(&command, Outcome::Failed, Some("error"))),
        text().prop_map(|snapshot| Happened::Save { snapshot, trigger: None }),
    ]
}

pub(super) fn events() -> impl Strategy<Value = Vec<Event>> {
    let agent = prop::option::weighted(0.2, Just("explorer".to_owned()));
    let event = (0_i64..10_000_000, agent, happened()).prop_map(|(at, agent, happened)| Event {
        at: Timestamp::from_millis(at),
        agent,
        happened,
    });
    prop::collection::vec(event, 0..60)
}

/// A saved state for every other name, so that saves are met with and without their files.
pub(super) fn look(name: &str) -> Option<crate::snapshot::State> {
    let text = r#"{"goal": "a", "constraints": ["no JWT"], "decisions": ["修复登录"]}"#;
    name.len().is_multiple_of(2).then(|| crate::snapshot::State::from_json(text).unwrap())
}

proptest! {
    #[test]
    fn any_events_can_be_folded_and_every_fold_is_the_same(a in events(), b in events()) {
        let work = Work::fold([&a[..], &b[..]], &look);
        let again = Work::fold([&a[..], &b[..]], &look);
        prop_assert_eq!(work.state(), again.state());
        prop_assert_eq!(work.graph().nodes(), again.graph().nodes());
        prop_assert_eq!(work.events(), a.len() + b.len());
    }

    #[test]
    fn a_journal_is_folded_in_the_order_of_its_lines(events in events()) {
        let mut sorted = events.clone();
        sorted.iter_mut().enumerate().for_each(|(i, event)| {
            event.at = Timestamp::from_millis(i64::try_from(i).unwrap());
        });
        let (one, other) = (Work::fold([&events[..]], &look), Work::fold([&sorted[..]], &look));
        prop_assert_eq!(one.state(), other.state());
    }

    #[test]
    fn what_was_closed_last_is_in_no_state(events in events(), text in text()) {
        let mut events = events;
        let at = Timestamp::from_millis(0);
        events.push(Event::new(at, Happened::Closed { text: text.clone(), reason: None }));
        let state = Work::fold([&events[..]], &look).state();
        let key = super::super::same::key(&text);
        let same = |own: &str| super::super::same::key(own) == key && !text.trim().is_empty();
        prop_assert!(!same(&state.task.goal) || state.task.goal.is_empty());
        prop_assert!(!state.knowledge.constraints.iter().any(|own| same(own)));
        prop_assert!(!state.knowledge.decisions.iter().any(|own| same(&own.choice)));
        prop_assert!(!state.knowledge.failure_graph.keys().any(|own| same(own)));
    }

    #[test]
    fn every_event_reads_back_from_its_line(events in events()) {
        let text: String = events.iter().map(journal::line).collect();
        let read = journal::decode(text.as_bytes());
        prop_assert_eq!((read.events, read.unreadable), (events, vec![]));
    }
}

proptest! {
    #[test]
    fn consolidation_loses_no_text_and_evicts_nothing_that_is_never_evicted(events in events(), hours in 0_i64..100) {
        let before = Work::fold([&events[..]], &look);
        let mut after = before.clone();
        let now = Timestamp::from_millis(hours * 3_600_000);
        for _ in 0..4 {
            let plan = after.consolidate(now);
            prop_assert!(plan.compressed.len() <= COMPRESSED_AT_ONCE && plan.evicted.len() <= 1);
            if let Some(event) = plan.event(now) {
                after.apply(&event, &look);
            }
        }
        for (old, new) in before.graph().nodes().iter().zip(after.graph().nodes()) {
            prop_assert_eq!(&old.text, &new.text);
            let gone = old.status.holds() && !new.status.holds();
            prop_assert!(!(gone && new.policy() == Policy::Never));
            prop_assert!(!(gone && new.policy() == Policy::CompressFirst), "{:?}", new);
        }
        let done = |work: &Work| work.state().task.progress.map_or(0, |progress| progress.done.len());
        prop_assert_eq!(done(&before), done(&after));
        prop_assert_eq!(before.state().knowledge, after.state().knowledge);
    }

    #[test]
    fn any_work_can_be_handed_off_drawn_and_made_steps_of(events in events(), budget in 0_u32..900) {
        let work = Work::fold([&events[..]], &look);
        let handoff = work.handoff(crate::tokens::TokenCount::new(budget));
        prop_assert!(handoff.tokens.get() <= budget.max(MIN_HANDOFF));
        prop_assert_eq!(handoff.text.matches("[/mindsave]").count(), 1);
        prop_assert!(work.graph().to_mermaid().starts_with("flowchart LR\n"));
        let dot = work.graph().to_dot();
        prop_assert!(dot.starts_with("digraph work"));
        let steps = execution_dag(&events);
        prop_assert!(crate::dag::ExecutionDag::new(steps.steps().to_vec()).is_ok());
    }
}
