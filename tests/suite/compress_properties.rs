//! What holds of the compression of any rules whatever: English and Chinese ones made of templates
//! and names, random text, blanks and repetitions.

use std::collections::{BTreeMap, BTreeSet};

use mindsave_core::compress::{
    Compression, Conflict, ConflictKind, Entry, Request, SourceKind, decompress,
};
use mindsave_core::text::fold;
use mindsave_tests::{compression, tokens};
use proptest::prelude::*;
use proptest::sample::select;

/// Names that are known; the entries call them by the same name.
const NAMES: [&str; 20] = [
    "Tailwind",
    "Bootstrap",
    "JWT",
    "MongoDB",
    "MySQL",
    "pnpm",
    "npm",
    "jQuery",
    "GraphQL",
    "REST",
    "Redux",
    "Zustand",
    "Vitest",
    "Jest",
    "Kafka",
    "RabbitMQ",
    "Prisma",
    "Docker",
    "Cypress",
    "Vue",
];
const CHOICES: [&str; 9] = [
    "use X",
    "Always use X",
    "we use X here",
    "must use X",
    "prefer X",
    "使用 X",
    "统一使用X",
    "用X",
    "必须使用 X",
];
const REFUSALS: [&str; 12] = [
    "no X",
    "No X!",
    "never use X",
    "don't use X",
    "do not use X",
    "avoid X",
    "X is banned",
    "不要用 X",
    "禁止使用X",
    "严禁使用 X",
    "别用X",
    "不使用 X",
];
/// Rules about two things: the first is asked for, the second is refused.
const BOTH: [&str; 8] = [
    "use X instead of Y",
    "X, not Y",
    "use X, not Y",
    "use X rather than Y",
    "no Y, use X",
    "用 X，不要用 Y",
    "使用 X 而不是 Y",
    "用X代替Y",
];
/// Rules that hold in some case, limit a number, allow or waive.
const OTHERS: [&str; 14] = [
    "no X in tests",
    "no X unless the user asks",
    "use X for scripts because Y is slow",
    "keep X files under 300 lines",
    "X may be used",
    "no need to use X",
    "don't avoid X",
    "retry X 3 times",
    "never use X or Y",
    "除非必要，不要用 X",
    "X 不超过 300 行",
    "无需 X",
    "在 src/api 中使用 X",
    "不要用 X 和 Y",
];

fn fill(template: &str, x: &str, y: &str) -> String {
    template.replace('X', "\u{1}").replace('Y', y).replace('\u{1}', x)
}

fn rule() -> impl Strategy<Value = String> {
    let name = || prop_oneof![4 => select(NAMES.to_vec()), 1 => select(vec!["grimble", "CSS variables", "钉钉", "C++"])];
    let templates = [&CHOICES[..], &REFUSALS, &BOTH, &OTHERS].concat();
    prop_oneof![
        8 => (select(templates), name(), name()).prop_map(|(template, x, y)| fill(template, x, y)),
        1 => any::<String>(),
        1 => "[a-z不用 .,\\n]{0,30}",
        1 => select(vec!["", " ", "\n", "\u{3000}"]).prop_map(String::from),
    ]
}

/// A list of rules, some of which are said again in other case.
fn rules(size: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec((rule(), 0..8_u8), 0..size).prop_map(|rules| {
        let again = |(rule, again): (String, u8)| match again {
            0 => vec![rule.clone(), rule.to_uppercase()],
            1 => vec![rule.clone(), rule],
            _ => vec![rule],
        };
        rules.into_iter().flat_map(again).collect()
    })
}

/// A list and the same in another order.
fn shuffled(size: usize) -> impl Strategy<Value = (Vec<String>, Vec<String>)> {
    rules(size).prop_flat_map(|rules| (Just(rules.clone()), Just(rules).prop_shuffle()))
}

fn request(constraints: &[String], excluded_paths: &[String]) -> Request {
    let (constraints, excluded_paths) = (constraints.to_vec(), excluded_paths.to_vec());
    Request { constraints, excluded_paths, ..Request::default() }
}

fn said(texts: &[String]) -> Vec<String> {
    texts.iter().filter(|text| !text.trim().is_empty()).cloned().collect()
}

fn same(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn set<'a>(texts: impl IntoIterator<Item = &'a String>) -> BTreeSet<String> {
    texts.into_iter().map(|text| same(text)).collect()
}

/// What does not depend on the order: entries, sources, what is kept, what contradicts what.
#[derive(Debug, PartialEq)]
struct Essence {
    entries: BTreeMap<String, [BTreeSet<String>; 4]>,
    kept: BTreeSet<String>,
    over: BTreeSet<String>,
    conflicts: BTreeSet<BTreeSet<String>>,
    duplicates: usize,
    blank: usize,
}

fn essence(compression: &Compression) -> Essence {
    let entry = |entry: &Entry| {
        let sources: Vec<String> = entry.sources.iter().map(|source| source.text.clone()).collect();
        [set(&entry.chosen), set(&entry.rejected), set(&entry.notes), set(&sources)]
    };
    let pair = |conflict: &Conflict| set([&conflict.a.text, &conflict.b.text]);
    Essence {
        entries: compression.symbolic.iter().map(|(name, e)| (name.clone(), entry(e))).collect(),
        kept: set(&compression.constraints),
        over: compression.overflow.iter().map(|source| same(&source.text)).collect(),
        conflicts: compression.conflicts.iter().map(pair).collect(),
        duplicates: compression.duplicates.len(),
        blank: compression.stats.blank,
    }
}

/// Real tokens of what is said once, as lists: of rules, and of failed approaches.
fn tokens_in(compression: &Compression, request: &Request) -> u32 {
    let list = |texts: &[String], kind: SourceKind, mark: &str| -> u32 {
        let left_out = |index: usize| {
            let repeats = compression.duplicates.iter().map(|duplicate| &duplicate.source);
            let mut others = repeats.chain(&compression.dropped);
            others.any(|source| (source.kind, source.index) == (kind, index))
        };
        let said = texts.iter().enumerate().filter(|(index, _)| !left_out(*index));
        // A rule is put on one line, whose ends are marked.
        let line = |text: &str| format!("{mark} {}\n", text.replace('\n', " ⏎ "));
        said.map(|(_, text)| tokens::count(&line(text))).sum()
    };
    list(&request.constraints, SourceKind::Constraint, "-")
        + list(&request.excluded_paths, SourceKind::ExcludedPath, "✗")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_given_back_is_what_was_given_but_for_blanks(constraints in rules(14), excluded in rules(6)) {
        let back = decompress(&compression::ask(&request(&constraints, &excluded)));
        prop_assert_eq!(back.constraints, said(&constraints));
        prop_assert_eq!(back.excluded_paths, said(&excluded));
    }

    #[test]
    fn compressing_twice_changes_nothing(constraints in rules(14), excluded in rules(6)) {
        let first = compression::ask(&request(&said(&constraints), &said(&excluded)));
        prop_assert_eq!(&compression::ask(&decompress(&first)), &first);
        // Blanks change the places of the rules and nothing else.
        let blanks = compression::ask(&request(&constraints, &excluded));
        prop_assert_eq!(&blanks.rendered, &first.rendered);
        prop_assert_eq!(&compression::ask(&decompress(&blanks)), &first);
    }

    #[test]
    fn the_order_changes_nothing_but_the_order((one, other) in shuffled(14), limit in 1..20_usize) {
        let ask = |rules: &[String]| {
            let request = Request { max_constraints: limit, ..request(rules, &[]) };
            essence(&compression::ask(&request))
        };
        prop_assert_eq!(ask(&one), ask(&other));
    }

    #[test]
    fn a_list_said_twice_is_said_once(rules in rules(14)) {
        let once = compression::ask(&request(&rules, &[]));
        let twice = compression::ask(&request(&[rules.clone(), rules.clone()].concat(), &[]));
        prop_assert_eq!(&twice.rendered, &once.rendered);
        prop_assert_eq!(&twice.symbolic, &once.symbolic);
        prop_assert_eq!(&twice.conflicts, &once.conflicts);
        prop_assert_eq!(twice.duplicates.len(), once.duplicates.len() + said(&rules).len());
    }

    #[test]
    fn no_text_stops_it(texts in prop::collection::vec(any::<String>(), 0..6), bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut texts = texts;
        texts.push(String::from_utf8_lossy(&bytes).into_owned());
        let compressed = compression::ask(&request(&texts, &texts));
        prop_assert_eq!(decompress(&compressed).constraints, said(&texts));
    }

    #[test]
    fn the_result_is_bounded(constraints in rules(30), excluded in rules(6)) {
        let request = request(&constraints, &excluded);
        let got = compression::ask(&request);
        let conflicts = u32::try_from(got.conflicts.len()).unwrap();
        // Each with a mark before it or without, whichever is less: a mark can be one token with
        // the word behind it, and what really grows grows in both.
        let count = |mark: &str, line: &str| tokens::count(&format!("{mark}{line}\n"));
        let after: u32 =
            got.rendered.lines().map(|line| count("", line).min(count("- ", line))).sum();
        let before = tokens_in(&got, &request);
        prop_assert!(after <= before + 16 * conflicts, "{} > {} + {} conflicts: {:#?}", after, before, conflicts, got);
        for entry in got.symbolic.values() {
            prop_assert!(entry.notes.len() <= 40, "{:?}", entry);
            prop_assert!(entry.chosen.len() + entry.rejected.len() <= 3 * entry.sources.len());
        }
        let sources = said(&constraints).len() + said(&excluded).len();
        prop_assert!(got.symbolic.len() <= 2 * sources && got.constraints.len() <= 20);
        prop_assert_eq!(got.stats.kept, got.constraints.len() + got.excluded_paths.len());
        prop_assert_eq!(got.stats.tokens_out, mindsave_core::tokens::estimate(&got.rendered));
    }

    #[test]
    fn nothing_changes_sides(
        sides in prop::collection::btree_map(0..NAMES.len(), (any::<bool>(), 0..60_usize), 1..12),
        pairs in prop::collection::vec((0..60_usize, 0..60_usize, 0..60_usize), 0..4),
    ) {
        let of = |side: bool| sides.iter().filter(|(_, (own, _))| *own == side).map(|(i, _)| NAMES[*i]).collect::<Vec<_>>();
        let (yes, no) = (of(true), of(false));
        let mut rules: Vec<String> = sides.iter().map(|(i, (side, n))| {
            let list: &[&str] = if *side { &CHOICES } else { &REFUSALS };
            fill(list[n % list.len()], NAMES[*i], "")
        }).collect();
        if !yes.is_empty() && !no.is_empty() {
            rules.extend(pairs.iter().map(|(t, x, y)| fill(BOTH[t % BOTH.len()], yes[x % yes.len()], no[y % no.len()])));
        }
        let compressed = compression::compress(&rules);
        for (name, entry) in &compressed.symbolic {
            for chosen in &entry.chosen {
                prop_assert!(!no.contains(&chosen.as_str()), "{} chosen in {}: {:?}", chosen, name, entry);
            }
            for rejected in &entry.rejected {
                prop_assert!(!yes.contains(&rejected.as_str()), "{} rejected in {}: {:?}", rejected, name, entry);
            }
        }
        let opposite = compressed.conflicts.iter().find(|c| c.kind == ConflictKind::Opposite);
        prop_assert!(opposite.is_none(), "{:?}", opposite);
    }
}

/// Every template with every name, one at a time: the side is that of the template.
#[test]
fn every_template_puts_every_name_on_its_side() {
    let mut wrong = Vec::new();
    for x in NAMES {
        for (list, refused) in [(&CHOICES[..], false), (&REFUSALS[..], true)] {
            for template in list {
                let rule = fill(template, x, "");
                // Said again in other words, so that it is merged.
                let again = if refused { format!("never touch {x}") } else { format!("adopt {x}") };
                let got = compression::compress(&[&rule, &again]);
                let side = |entry: &Entry| {
                    let turned = if refused { &entry.chosen } else { &entry.rejected };
                    turned.iter().any(|name| name == x)
                };
                if !got.conflicts.is_empty() || got.symbolic.values().any(side) {
                    wrong.push(format!("{rule} | {again}: {:?} {:?}", got.symbolic, got.conflicts));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// A thing that is given up for one nobody knows is not chosen, whatever stands beside the rule.
#[test]
fn what_is_given_up_for_an_unknown_thing_is_not_chosen() {
    for rule in [
        "use grimble instead of Tailwind",
        "grimble instead of Tailwind",
        "Instead of Tailwind, use grimble",
        "instead of Tailwind use grimble",
        "grimble rather than Tailwind",
        "prefer grimble over Tailwind",
        "grimble over Tailwind",
        "grimble, not Tailwind",
        "replace Tailwind with grimble",
        "switch from Tailwind to grimble",
        "drop Tailwind for grimble",
        "用 grimble 代替 Tailwind",
        "grimble 而不是 Tailwind",
        "不用 Tailwind，改用 grimble",
        "把 Tailwind 换成 grimble",
        "从 Tailwind 迁移到 grimble",
    ] {
        let compressed = compression::compress(&[rule, "use css variables", "no Bootstrap"]);
        let entry = &compressed.symbolic["theme_system"];
        assert_eq!(entry.chosen, ["CSS variables"], "{rule}");
    }
}

/// Long lists, where limits begin to act: still the same in any order.
#[test]
fn the_order_of_a_long_list_changes_nothing() {
    let word = |i: usize| ["amber", "birch", "cedar", "dune", "ember", "fjord", "grove"][i % 7];
    let scoped =
        |i: usize| format!("no jwt for {} {}{} traffic", word(i), word(i / 7), word(i / 49));
    let against =
        |i: usize| format!("{} jwt in {} {}", ["use", "no"][i % 2], word(i / 2), word(i / 14));
    for rules in [(0..100).map(scoped).collect::<Vec<_>>(), (0..90).map(against).collect()] {
        let backwards: Vec<String> = rules.iter().rev().cloned().collect();
        let [one, other] = [rules, backwards].map(|rules| essence(&compression::compress(&rules)));
        assert_eq!(one, other);
    }
}
