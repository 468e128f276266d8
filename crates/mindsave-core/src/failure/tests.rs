use super::*;
use crate::{ErrorKind, Timestamp};
use proptest::prelude::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn failure(name: &str, writer: &str) -> Failure {
    Failure::new(name, at("2026-05-10"), &Writer::parse(writer).unwrap()).unwrap()
}

#[test]
fn names_that_are_one_and_names_that_are_not() {
    let stem = |name: &str| FailureName::parse(name).unwrap().file_stem();
    for (a, b, same) in [
        ("Tailwind", "tailwind", true),
        ("Ｔailwind ", "TAILWIND", true),
        ("C++", "C#", false),
        ("C", "C++", false),
        ("组件库", "样式框架", false),
        ("a b", "a_b", false),
        ("a/b", "a\\b", false),
        ("web_socket-v2", "web socket v2", false),
    ] {
        assert_eq!(stem(a) == stem(b), same, "{a} {b}");
    }
    let long = "调大超时".repeat(60);
    assert_ne!(stem(&long), stem(&format!("{long}二")));
    for device in ["con", "NUL", "com1"] {
        assert!(stem(device).len() > 4, "{device}");
    }
}

#[test]
fn a_name_is_refused_when_nothing_can_be_done_with_it() {
    for bad in ["", "  \n", "\u{0}", &"长".repeat(700)] {
        assert_eq!(FailureName::parse(bad).unwrap_err().kind(), ErrorKind::InvalidInput);
    }
}

#[test]
fn confidence_follows_one_rule() {
    let now = at("2026-05-10");
    for (count, seen, word) in [
        (1, Some("2026-05-10"), "medium"),
        (1, Some("2026-05-03"), "medium"),
        (1, Some("2026-05-02"), "low"),
        (1, None, "low"),
        (2, Some("2020-01-01"), "medium"),
        (3, Some("2020-01-01"), "high"),
    ] {
        assert_eq!(Confidence::of(count, seen.map(at), now).word(), word, "{count} {seen:?}");
    }
}

#[test]
fn cycles_are_refused_and_named() {
    let mut graph = FailureGraph::new(["甲", "乙", "丙"].map(|name| failure(name, "a"))).unwrap();
    graph.relate("甲", Relation::CausedBy, "乙").unwrap();
    graph.relate("乙", Relation::CausedBy, "丙").unwrap();
    let before = graph.clone();
    let error = graph.relate("丙", Relation::CausedBy, "甲").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    let message = error.message();
    assert!(
        message.contains("caused_by") && message.contains("甲 -> 乙 -> 丙 -> 甲")
            || message.contains("乙 -> 丙 -> 甲 -> 乙")
            || message.contains("丙 -> 甲 -> 乙 -> 丙"),
        "{message}"
    );
    assert_eq!(graph, before);
    assert!(graph.relate("甲", Relation::Supersedes, "甲").is_err());
    // What goes both ways may.
    graph.relate("甲", Relation::Related, "乙").unwrap();
    graph.relate("乙", Relation::Related, "甲").unwrap();
}

#[test]
fn a_graph_from_files_with_a_cycle_is_refused() {
    let (mut a, mut b) = (failure("a", "w"), failure("b", "w"));
    a.supersedes.push("B".into());
    b.supersedes.push("A".into());
    let error = FailureGraph::new([a, b]).unwrap_err();
    assert!(error.message().contains("`supersedes` forms a cycle"), "{error}");
}

#[test]
fn the_graph_answers_what_is_next_to_a_failure_and_what_it_led_to() {
    let mut graph = FailureGraph::new(
        ["global lock", "retry storm", "outage", "sharding"].map(|n| failure(n, "a")),
    )
    .unwrap();
    graph.relate("retry storm", Relation::CausedBy, "Global Lock").unwrap();
    graph.relate("outage", Relation::CausedBy, "retry storm").unwrap();
    graph.relate("sharding", Relation::AlternativeTo, "global lock").unwrap();
    let names = |list: Vec<&Failure>| list.iter().map(|f| f.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(graph.led_to("global lock").collect()), ["retry storm", "outage"]);
    let next: Vec<_> =
        graph.neighbours("global lock").map(|n| (n.relation.word(), n.incoming)).collect();
    assert_eq!(next, [("caused_by", true), ("alternative_to", true)]);
    assert_eq!(graph.alternatives("global lock").collect::<Vec<_>>(), ["sharding"]);
    assert_eq!(graph.neighbours("nothing").count(), 0);
}

#[test]
fn a_project_node_never_turns_global_by_itself() {
    let mut graph = FailureGraph::default();
    graph.record(failure("Redux", "a").promoted());
    graph.record(failure("redux", "b"));
    assert_eq!(graph.len(), 2);
    assert_eq!(graph.get("REDUX").unwrap().scope, Scope::Project);
    assert_eq!(graph.promote("redux").unwrap().repeat_count(), 2);
    assert_eq!(graph.get("Redux").unwrap().repeat_count(), 1);
}

#[test]
fn a_retired_failure_comes_back_when_it_is_seen_again() {
    let mut graph = FailureGraph::new([failure("x", "a")]).unwrap();
    assert!(graph.retire("x", " ", at("2026-06-01")).is_err());
    graph.retire("x", "升级后修好了", at("2026-06-01")).unwrap();
    assert_eq!(graph.active().count(), 0);
    graph.record(failure("x", "a"));
    assert_eq!(graph.active().count(), 0, "an older sighting changes nothing");
    let mut later = failure("x", "a");
    later.last_seen = Some(at("2026-07-01"));
    graph.record(later);
    assert_eq!(graph.active().count(), 1);
    assert_eq!(graph.retire("y", "why", at("2026-06-01")).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn files_by_hand_and_of_other_programs_are_read() {
    let text =
        "\u{feff}name: C#\r\nreason: no\r\nrepeat_count: 3\r\nrelated: [010, yes]\r\nsince: 2\r\n";
    let read = codec::decode(text).unwrap();
    assert_eq!((read.name.as_str(), read.reason.as_str(), read.repeat_count()), ("C#", "no", 3));
    assert_eq!(read.related, ["010", "yes"]);
    assert_eq!(read.extra.get("since"), Some(&serde_json::json!(2)));
    let again = codec::decode(&codec::encode(&read, at("2026-05-10"))).unwrap();
    assert_eq!(again, read);
}

#[test]
fn a_file_by_hand_survives_the_line_of_a_cache_as_it_is() {
    for text in [
        "name: 全局锁",
        "name: a\nrejected_by: ''\nrepeat_count: 3",
        "name: a\nretired: {at: 2026-05-10, reason: gone}\nmine: [1, 0.1, .nan, 2e300]",
        "name: a\ncounts: {s1: 2}\nfingerprints: [{call: c, error: e}]",
    ] {
        let failure = codec::decode(text).unwrap();
        let line = codec::to_line(&failure).unwrap();
        assert_eq!(codec::from_line(&line), Some(failure), "{text}");
    }
    let deep = codec::decode(&format!("name: a\nmine: {}{}", "[".repeat(127), "]".repeat(127)));
    assert_eq!(codec::to_line(&deep.unwrap()), None);
}

#[test]
fn a_damaged_file_says_where() {
    for bad in [
        "",
        "name: ''\n",
        "reason: x\n",
        "name: [a\n",
        "name: a\nscope: world\n",
        "name: a\nlast_seen: soon\n",
    ] {
        assert_eq!(codec::decode(bad).unwrap_err().kind(), ErrorKind::Corrupt, "{bad}");
    }
    let error = codec::decode("name: a\nrelated: 5\n").unwrap_err();
    assert_eq!(error.position().unwrap().line, 2);
}

#[test]
fn migration_may_run_any_number_of_times() {
    let notes = |count: u64| {
        let state = format!(
            r#"{{"goal":"x","failure_graph":{{"Tailwind":{{"reason":"冲突","repeat_count":{count},"scope":"global"}}}}}}"#
        );
        crate::snapshot::State::from_json(&state).unwrap()
    };
    let mut graph = FailureGraph::default();
    for _ in 0..3 {
        for count in [2, 3] {
            let state = notes(count);
            for failure in
                migrate::failure_graph(&state.knowledge.failure_graph, at("2026-05-10")).unwrap()
            {
                graph.record(failure);
            }
        }
        for failure in migrate::excluded_paths(
            ["tailwind: clashes", "", "x".repeat(5000).as_str()],
            at("2026-05-09"),
        ) {
            graph.record(failure);
        }
    }
    let node = graph.get("tailwind").unwrap();
    assert_eq!(
        (node.repeat_count(), node.scope, node.reason.as_str()),
        (3, Scope::Project, "冲突")
    );
    assert_eq!(graph.len(), 2);
}

#[test]
fn exports_keep_every_name_and_close_no_frame() {
    let mut graph =
        FailureGraph::new([failure("a\"]; evil", "w"), failure("<b>中文", "w")]).unwrap();
    graph.relate("<b>中文", Relation::CausedBy, "a\"]; evil").unwrap();
    graph.relate("<b>中文", Relation::Related, "only a word").unwrap();
    let mermaid = graph.to_mermaid();
    assert!(
        mermaid.contains("n2 -->|caused_by| n1") && mermaid.contains("n3[\"only a word\"]"),
        "{mermaid}"
    );
    assert_eq!(mermaid.matches('"').count(), 6);
    let dot = graph.to_dot();
    assert!(
        dot.contains("n2 -> n1 [label=\"caused_by\"];") && dot.contains("a\\\"]; evil"),
        "{dot}"
    );
    let json = graph.to_json(at("2026-05-10"));
    assert_eq!(json["nodes"][0]["name"], "a\"]; evil");
    assert_eq!(json["edges"].as_array().unwrap().len(), 2);
}

fn any_failure() -> impl Strategy<Value = Failure> {
    let texts = || prop::collection::vec("\\PC{0,12}", 0..3);
    let counts = prop::collection::vec(("[a-c]", 0_u64..9), 0..4);
    (
        ("[A-Za-z+#中文 ]{0,6}x", ".*", "\\PC*", any::<bool>()),
        (texts(), texts(), counts, 0_i64..4_000_000_000_000, "\\PC{0,8}"),
    )
        .prop_map(
            |((name, reason, symptom, global), (related, alternatives, counts, seen, key))| {
                let mut failure = failure(&name, "w");
                (failure.reason, failure.symptom) = (reason, symptom);
                (failure.related, failure.alternatives) = (related, alternatives);
                for (writer, times) in counts {
                    failure.counts.raise(&Writer::parse(&writer).unwrap(), times);
                }
                failure.last_seen = Some(Timestamp::from_millis(seen));
                if global {
                    failure.scope = Scope::Global;
                    failure.fingerprints.push(Fingerprint::of("call", &key, &Writer::unknown()));
                    failure.extra.insert(format!("k{key}"), serde_json::json!({"a": [1, key]}));
                    failure.retired =
                        Some(Retired { at: Timestamp::from_millis(seen), reason: key });
                }
                failure
            },
        )
}

proptest! {
    #[test]
    fn every_failure_survives_its_file(failure in any_failure()) {
        let text = codec::encode(&failure, at("2026-05-10"));
        prop_assert_eq!(codec::decode_yaml(&text).unwrap(), failure.clone());
        prop_assert_eq!(codec::decode(&text).unwrap(), failure);
    }

    #[test]
    fn every_failure_survives_the_line_of_a_cache(failure in any_failure()) {
        let line = codec::to_line(&failure);
        prop_assert!(line.as_ref().is_none_or(|line| !line.contains('\n')));
        prop_assert!(line.is_some() || !failure.extra.is_empty());
        prop_assert!(line.is_none_or(|line| codec::from_line(&line) == Some(failure)));
    }

    #[test]
    fn any_text_as_a_file_is_read_or_refused(text in ".*") {
        drop(codec::decode(&text));
    }

    #[test]
    fn merging_loses_no_count_in_any_order(a in any_failure(), b in any_failure(), c in any_failure()) {
        let merged = |list: [&Failure; 3]| {
            let mut out = list[0].clone();
            out.merge(list[1]);
            out.merge(list[2]);
            out
        };
        let (one, two) = (merged([&a, &b, &c]), merged([&c, &a, &b]));
        prop_assert_eq!(one.counts.total(), two.counts.total());
        prop_assert_eq!(&one.retired, &two.retired);
        let mut again = one.clone();
        again.merge(&b);
        prop_assert_eq!(&again, &one);
        for writer in ["w", "a", "b", "c"] {
            let of = |f: &Failure| f.counts.iter().find(|(own, _)| *own == writer).map_or(0, |(_, n)| n);
            prop_assert_eq!(of(&one), of(&a).max(of(&b)).max(of(&c)));
        }
    }

    #[test]
    fn file_names_are_safe(name in "\\PC{1,200}") {
        if let Ok(name) = FailureName::parse(&name) {
            let stem = name.file_stem();
            prop_assert!(!stem.is_empty() && stem.len() <= 140);
            prop_assert!(!stem.contains(['/', '\\', ':', '.', '\0']));
        }
    }
}
