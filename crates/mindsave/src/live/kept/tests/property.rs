//! Whatever happens between two folds, the cache changes nothing.

use proptest::prelude::*;

use super::*;

const SESSIONS: [&str; 2] = ["a", "b"];
const FILES: [&str; 3] = ["sessions/a.jsonl", "sessions/b.jsonl", "facts.jsonl"];

/// Something that is done to a workspace.
#[derive(Clone, Debug)]
enum Deed {
    Append(usize, Vec<(i64, u8)>),
    Fact(i64, u8),
    Tear(usize, bool),
    Keep(usize),
    DropCache(usize),
    TearCache(usize),
    NextFile(usize),
    Snapshot(bool),
    Check(usize),
}

fn happened(what: u8) -> Happened {
    let text = |names: &[&str]| names[usize::from(what) % names.len()].to_owned();
    let names = ["use pnpm", "Use pnpm.", "不要用 JWT", "a", "b"];
    match what % 11 {
        0 => Happened::Goal { text: text(&names) },
        1 => Happened::Constraint { text: text(&names), scope: None },
        2 => Happened::Result { text: text(&names) },
        3 => Happened::Closed { text: text(&names), reason: None },
        4 => Happened::Save {
            snapshot: text(&["first_2026-05-10", "gone_2026-05-10"]),
            trigger: None,
        },
        5 => Happened::SavingRefused { refused: what > 100 },
        6 => {
            let (session, live) = (Some(text(&SESSIONS)), what > 100);
            Happened::Continued { session, snapshot: None, live }
        }
        7 => {
            let snapshot = Some("first_2026-05-10".to_owned());
            Happened::Continued { session: None, snapshot, live: false }
        }
        8 => Happened::Decision {
            text: text(&names),
            reason: None,
            options: vec![],
            supersedes: None,
        },
        9 => Happened::Note { kind: "learning".into(), text: text(&names), scope: None },
        _ => call(i64::from(what)).happened,
    }
}

fn deed() -> impl Strategy<Value = Deed> {
    let one = || 0..SESSIONS.len();
    // Mostly on, sometimes back.
    let step = || prop_oneof![8 => 1_i64..9, 1 => -20_i64..=0];
    prop_oneof![
        6 => (one(), prop::collection::vec((step(), any::<u8>()), 1..6))
            .prop_map(|(session, events)| Deed::Append(session, events)),
        3 => (step(), prop::sample::select(vec![1_u8, 3, 12, 14, 23, 25]))
            .prop_map(|(step, what)| Deed::Fact(step, what)),
        1 => (0..FILES.len(), any::<bool>()).prop_map(|(file, whole)| Deed::Tear(file, whole)),
        4 => one().prop_map(Deed::Keep),
        1 => one().prop_map(Deed::DropCache),
        1 => one().prop_map(Deed::TearCache),
        1 => one().prop_map(Deed::NextFile),
        1 => any::<bool>().prop_map(Deed::Snapshot),
        4 => one().prop_map(Deed::Check),
    ]
}

fn do_it(place: &Place, now: &mut i64, deed: &Deed) {
    let mind = place.mind();
    let mut event = |step: i64, what: u8| {
        *now += step;
        Event::new(at(*now), happened(what))
    };
    match deed {
        Deed::Append(session, events) => {
            let events: Vec<Event> =
                events.iter().map(|(step, what)| event(*step, *what)).collect();
            mind.append(&id(SESSIONS[*session]), &events).unwrap();
        }
        Deed::Fact(step, what) => mind.keep_facts(&[event(*step, *what)]).unwrap(),
        Deed::Tear(file, whole) => {
            let line = mindsave_core::work::journal::line(&event(1, 1));
            let end = if *whole { line.len() - 1 } else { 30 };
            place.tear(FILES[*file], &line.as_bytes()[..end]);
        }
        Deed::Keep(session) => drop(place.keep(&id(SESSIONS[*session]))),
        Deed::DropCache(session) => {
            drop(std::fs::remove_file(place.file(&format!("cache/work/{}", SESSIONS[*session]))));
        }
        Deed::TearCache(session) => {
            let path = place.file(&format!("cache/work/{}", SESSIONS[*session]));
            if let Ok(bytes) = std::fs::read(&path) {
                std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
            }
        }
        Deed::NextFile(session) => {
            let next = Key::parse(&format!("sessions/{}.2.jsonl", SESSIONS[*session])).unwrap();
            if place.file(&format!("sessions/{}.jsonl", SESSIONS[*session])).exists() {
                drop(place.store().write(&next, b"", Expect::Absent, Durability::Cached));
            }
        }
        Deed::Snapshot(there) => {
            let path = place.file("snapshots/first_2026-05-10.md");
            if *there && !path.exists() {
                let state = r#"{"goal": "saved", "topic": "first", "constraints": ["use npm"]}"#;
                let options = SaveOptions { topic: Some("first".into()), ..SaveOptions::default() };
                mind.save(State::from_json(state).unwrap(), &options).unwrap();
            } else if !*there {
                drop(std::fs::remove_file(path));
            }
        }
        Deed::Check(session) => drop(place.check(&id(SESSIONS[*session]))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn a_cache_changes_nothing(deeds in prop::collection::vec(deed(), 1..40)) {
        let place = Place::new();
        let mut now = 0;
        place.mind().append(&id("a"), &[goal(0, "修复登录")]).unwrap();
        place.mind().append(&id("b"), &[goal(0, "write")]).unwrap();
        for deed in &deeds {
            do_it(&place, &mut now, deed);
        }
        for session in SESSIONS {
            place.check(&id(session));
        }
    }
}
