//! Compression of a labelled set of rules: the figures, by the definitions of the set, and their
//! bounds. Tokens are counted with the real tokenizer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use mindsave_core::compress::{Compression, Request, SourceKind, decompress};
use mindsave_tests::{compression, tokens};
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

/// What the set says of one list of rules.
struct Item {
    id: String,
    rules: Vec<String>,
    request: Request,
    /// The same rules without decisions and failures.
    alone: Request,
    /// The group of each rule that is in one.
    groups: BTreeMap<usize, usize>,
    singletons: BTreeSet<usize>,
    /// Pairs of rules that contradict each other.
    conflicts: BTreeSet<(usize, usize)>,
    /// Words of rules that must stay readable.
    keep: Vec<(usize, String)>,
    adopted: Vec<String>,
    refused: Vec<String>,
}

#[derive(Default)]
struct Figures {
    right: u32,
    wrong: u32,
    missed: u32,
    flipped: Vec<String>,
    lost: Vec<String>,
    keep_total: usize,
    conflicts: usize,
    flagged: usize,
    invented: Vec<String>,
    merged: Vec<String>,
    before: u32,
    after: u32,
}

impl Figures {
    fn precision(&self) -> f64 {
        f64::from(self.right) / f64::from((self.right + self.wrong).max(1))
    }

    fn recall(&self) -> f64 {
        f64::from(self.right) / f64::from((self.right + self.missed).max(1))
    }

    fn f1(&self) -> f64 {
        let (precision, recall) = (self.precision(), self.recall());
        2.0 * precision * recall / (precision + recall).max(1e-9)
    }

    fn token_ratio(&self) -> f64 {
        f64::from(self.after) / f64::from(self.before.max(1))
    }

    /// One line, as the scorer of the set prints it.
    fn line(&self) -> String {
        format!(
            "precision {:.3}, recall {:.3}, f1 {:.3}, polarity_flipped {}, keep_lost {}, keep_total {}, \
             conflicts {} of {}, conflicts_false {}, conflicts_merged {}, token_ratio {:.3}",
            self.precision(),
            self.recall(),
            self.f1(),
            self.flipped.len(),
            self.lost.len(),
            self.keep_total,
            self.flagged,
            self.conflicts,
            self.invented.len(),
            self.merged.len(),
            self.token_ratio()
        )
    }
}

static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    let file = include_str!("../corpus/constraints-dev.jsonl");
    file.lines().map(|line| item(&serde_json::from_str(line).unwrap())).collect()
});

static FIGURES: LazyLock<Figures> = LazyLock::new(|| {
    let mut figures = Figures::default();
    for item in ITEMS.iter() {
        score(item, &mut figures);
    }
    figures
});

fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn request(value: &Value) -> Request {
    Request::from_json(&value.to_string()).unwrap()
}

fn item(line: &Value) -> Item {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let groups = list(&line["groups"]);
    let member = |(number, group): (usize, &Value)| {
        list(&group["members"]).iter().map(|rule| (index(rule), number)).collect::<Vec<_>>()
    };
    let side = |name: &str| groups.iter().flat_map(|group| texts(&group[name])).collect();
    let pair = |pair: &Value| {
        let (a, b) = (index(&pair[0]), index(&pair[1]));
        (a.min(b), a.max(b))
    };
    let kept = |keep: &Value| (index(&keep[0]), keep[1].as_str().unwrap().to_owned());
    let asked = json!({
        "constraints": line["constraints"],
        "decisions": list(&line["decisions"]),
        "excluded_paths": list(&line["excluded_paths"]),
    });
    Item {
        id: line["id"].as_str().unwrap().to_owned(),
        rules: texts(&line["constraints"]),
        request: request(&asked),
        alone: request(&json!({"constraints": line["constraints"]})),
        groups: groups.iter().enumerate().flat_map(member).collect(),
        singletons: list(&line["singletons"]).iter().map(index).collect(),
        conflicts: list(&line["conflicts"]).iter().map(pair).collect(),
        keep: list(&line["keep"]).iter().map(kept).collect(),
        adopted: side("strategy"),
        refused: side("rejected"),
    }
}

/// Folds a name: width, case, blanks and separators do not count.
fn fold(text: &str) -> String {
    let folded: String = text.nfkc().collect::<String>().to_lowercase();
    folded.chars().filter(|c| !c.is_whitespace() && !"_-./".contains(*c)).collect()
}

fn same_subject(a: &str, b: &str) -> bool {
    let (a, b) = (fold(a), fold(b));
    let shorter = a.chars().count().min(b.chars().count());
    shorter > 0 && (a == b || (shorter >= 4 && (a.contains(&b) || b.contains(&a))))
}

fn score(item: &Item, figures: &mut Figures) {
    let got = compression::ask(&item.request);
    let missing = lost(item, &got);
    let pairs = reported(&got);
    figures.keep_total += item.keep.len();
    figures.conflicts += item.conflicts.len();
    figures.flagged += item.conflicts.intersection(&pairs).count();
    let say = |&(a, b): &(usize, usize)| {
        format!("{}: {:?} | {:?}", item.id, item.rules[a], item.rules[b])
    };
    figures.invented.extend(pairs.difference(&item.conflicts).map(say));
    score_merges(item, &got, &missing, figures);
    let entry_of = entry_of(&got);
    let together =
        |(a, b): &(usize, usize)| entry_of.get(a).is_some_and(|e| entry_of.get(b) == Some(e));
    figures
        .merged
        .extend(item.conflicts.difference(&pairs).filter(|&pair| together(pair)).map(say));
    figures.lost.extend(
        missing.iter().map(|(i, text)| format!("{}: {text:?} of {:?}", item.id, item.rules[*i])),
    );
    score_polarity(item, &got, figures);
    let list: Vec<String> = item.rules.iter().map(|rule| format!("- {rule}")).collect();
    figures.before += tokens::count(&list.join("\n"));
    figures.after += tokens::count(&compression::ask(&item.alone).rendered);
}

/// The words that had to stay readable and did not.
fn lost(item: &Item, got: &Compression) -> Vec<(usize, String)> {
    let said = fold(&got.rendered);
    item.keep.iter().filter(|(_, text)| !said.contains(&fold(text))).cloned().collect()
}

/// The pairs of rules that are reported as contradictions.
fn reported(got: &Compression) -> BTreeSet<(usize, usize)> {
    let of_rules = got.conflicts.iter().filter(|conflict| {
        [&conflict.a, &conflict.b].iter().all(|side| side.kind == SourceKind::Constraint)
    });
    let pair = |(a, b): (usize, usize)| (a.min(b), a.max(b));
    of_rules.map(|conflict| pair((conflict.a.index, conflict.b.index))).collect()
}

/// The entry of each rule that is in one; of several, the last.
fn entry_of(got: &Compression) -> BTreeMap<usize, &str> {
    let mut found = BTreeMap::new();
    for (name, entry) in &got.symbolic {
        let rules = entry.sources.iter().filter(|source| source.kind == SourceKind::Constraint);
        found.extend(rules.map(|source| (source.index, name.as_str())));
    }
    found
}

/// Counts pairs of rules in one entry against pairs of one group. A rule that stands alone in the
/// set may be merged if its words stay readable.
fn score_merges(item: &Item, got: &Compression, lost: &[(usize, String)], figures: &mut Figures) {
    let entry_of = entry_of(got);
    let readable = |i: usize| {
        item.keep.iter().any(|(own, _)| *own == i) && !lost.iter().any(|(own, _)| *own == i)
    };
    for a in 0..item.rules.len() {
        for b in a + 1..item.rules.len() {
            let gold = item.groups.get(&a).is_some_and(|group| item.groups.get(&b) == Some(group));
            let merged = entry_of.get(&a).is_some_and(|name| entry_of.get(&b) == Some(name));
            let alone: Vec<usize> =
                [a, b].into_iter().filter(|i| item.singletons.contains(i)).collect();
            let neutral = !alone.is_empty() && alone.iter().all(|&i| readable(i));
            match (merged, gold) {
                (true, true) => figures.right += 1,
                (false, true) => figures.missed += 1,
                (true, false) if !neutral => figures.wrong += 1,
                _ => {}
            }
        }
    }
}

/// Counts things that came out on the other side.
fn score_polarity(item: &Item, got: &Compression, figures: &mut Figures) {
    let any = |list: &[String], subject: &str| list.iter().any(|s| same_subject(subject, s));
    for entry in got.symbolic.values() {
        let turned =
            |subject: &&String| any(&item.adopted, subject) && !any(&item.refused, subject);
        let rejected = entry.rejected.iter().filter(turned);
        figures
            .flipped
            .extend(rejected.map(|s| format!("{}: {s:?} came out as rejected", item.id)));
        let turned = |subject: &&String| {
            item.refused.iter().any(|s| fold(s) == fold(subject)) && !any(&item.adopted, subject)
        };
        let chosen = entry.chosen.iter().filter(turned);
        figures.flipped.extend(chosen.map(|s| format!("{}: {s:?} came out as chosen", item.id)));
    }
}

#[test]
fn rules_are_merged_with_those_of_their_group_and_no_others() {
    assert!(FIGURES.precision() >= 0.95, "{}", FIGURES.line());
    assert!(FIGURES.f1() >= 0.85, "{}", FIGURES.line());
}

#[test]
fn nothing_comes_out_on_the_other_side() {
    assert_eq!(FIGURES.flipped, [""; 0], "{}", FIGURES.line());
}

#[test]
fn words_that_must_stay_readable_do() {
    assert!(FIGURES.keep_total >= 100, "{}", FIGURES.line());
    assert_eq!(FIGURES.lost, [""; 0], "{}", FIGURES.line());
}

#[test]
fn every_contradiction_is_reported_and_none_is_merged() {
    assert!(FIGURES.conflicts > 0);
    assert_eq!(FIGURES.flagged, FIGURES.conflicts, "{}", FIGURES.line());
    assert_eq!(FIGURES.merged, [""; 0], "{}", FIGURES.line());
}

#[test]
fn contradictions_are_hardly_ever_invented() {
    assert!(FIGURES.invented.len() <= 2, "{:#?}", FIGURES.invented);
}

#[test]
fn the_result_is_a_fifth_shorter_than_the_list() {
    assert!(FIGURES.token_ratio() <= 0.80, "{}", FIGURES.line());
}

#[test]
fn every_list_of_the_set_comes_back_exactly() {
    for item in ITEMS.iter() {
        assert_eq!(decompress(&compression::ask(&item.request)), item.request, "{}", item.id);
    }
}
