//! A fold that was written down goes on as if it had not been.

use proptest::prelude::*;
use serde_json::json;

use super::properties::{events, look};
use super::*;

/// All that can be seen of a work.
fn seen(work: &Work) -> (crate::snapshot::State, Vec<Node>, Vec<String>, String) {
    let links = work.graph().links();
    let links = links.map(|link| format!("{} {:?} {}", link.from.id, link.kind, link.to.id));
    let register = serde_json::to_string(work.register()).unwrap();
    (work.state(), work.graph().nodes().to_vec(), links.collect(), register)
}

#[test]
fn what_few_nodes_have_is_kept() {
    let scoped = Happened::Constraint { text: "No JWT".into(), scope: Some("api/".into()) };
    let late = Event {
        at: Timestamp::parse("1969-12-31T23:59:58.123456789+08:00").unwrap(),
        agent: Some("explorer".into()),
        happened: failure("a", "because", Some("user")),
    };
    let mut events = journal([
        goal("修复登录"),
        scoped,
        decision("Keep 会话", Some("why"), Some("No JWT")),
        run("Cargo Test", Outcome::Failed, Some("error: x")),
        Happened::Note { kind: "assumption".into(), text: "b".into(), scope: None },
        Happened::Variable { name: "n".into(), value: json!({"b": [1.5, null], "a": -0.0}) },
    ]);
    events.push(late);
    let mut work = Work::fold([&events[..]], &|_| None);
    let mut read = Work::of_kept(&work.to_kept()).unwrap();
    assert_eq!((seen(&read), read.events()), (seen(&work), 7));
    let shown = |work: &Work| work.graph().nodes().last().map(|node| node.first.to_string());
    assert_eq!(shown(&read), shown(&work));
    // Each is found by its key, and by its words where they are not the key.
    for text in ["no jwt (api/)", "NO JWT", "cargo test", "Cargo Test: error: x", "a"] {
        assert_eq!(read.graph().find(text).count(), work.graph().find(text).count(), "{text}");
        assert!(read.graph().find(text).count() > 0, "{text}");
    }
    let more = journal([run("cargo test", Outcome::Ok, None), rule("no jwt")]);
    for work in [&mut work, &mut read] {
        work.extend([&more[..]], &|_| None);
    }
    assert_eq!(seen(&read), seen(&work));
}

#[test]
fn what_is_no_kept_work_is_none() {
    let whole = fold([goal("a")]).to_kept();
    for bytes in [&b""[..], b"{}", b"null", &whole[..whole.len() - 1], &whole[1..]] {
        assert!(Work::of_kept(bytes).is_none());
    }
}

proptest! {
    #[test]
    fn any_work_goes_on_as_if_it_had_not_been_kept(first in events(), then in events()) {
        let mut whole = Work::fold([&first[..]], &look);
        let mut kept = Work::of_kept(&whole.to_kept()).unwrap();
        prop_assert_eq!(seen(&kept), seen(&whole));
        prop_assert_eq!(kept.to_kept(), whole.to_kept());
        for work in [&mut whole, &mut kept] {
            work.extend([&then[..]], &look);
        }
        prop_assert_eq!(seen(&kept), seen(&whole));
        prop_assert_eq!(kept.events(), whole.events());
    }
}
