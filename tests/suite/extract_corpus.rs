//! Extraction against the labelled sets, scored as the set's own scorer does it.
//!
//! `extraction-dev.jsonl` is the development set; `extraction-own.jsonl` are sentences of our own on
//! other stacks and in other tones, written before the words that read them were in the grammar.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use mindsave::extract::{Extracted, extract};
use regex::Regex;
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

#[derive(Default)]
struct Figures {
    right: u32,
    surplus: u32,
    missed: u32,
    nothing: u32,
    /// Texts of which nothing should be recorded and something was.
    invented: u32,
    wrong: Vec<String>,
}

impl Figures {
    fn f1(&self) -> f64 {
        let recall = f64::from(self.right) / f64::from((self.right + self.missed).max(1));
        let said = self.right + self.surplus + self.invented;
        let precision = f64::from(self.right) / f64::from(said.max(1));
        2.0 * precision * recall / (precision + recall).max(1e-9)
    }

    fn nothing_false(&self) -> f64 {
        f64::from(self.invented) / f64::from(self.nothing.max(1))
    }
}

static LATIN: LazyLock<Regex> = LazyLock::new(|| Regex::new("[a-z0-9][a-z0-9_.+#-]*").unwrap());
static HAN: LazyLock<Regex> = LazyLock::new(|| Regex::new("[\u{3400}-\u{9fff}]+").unwrap());
static NEGATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(no|not|never|without|avoid|don't|drop)\b|[不勿禁别没弃]|避免").unwrap()
});

/// Words of a text with their counts: Latin ones without stop words, pairs of Chinese characters.
fn words(text: &str) -> BTreeMap<String, u32> {
    const STOP: [&str; 16] = [
        "the", "a", "an", "of", "to", "for", "in", "on", "is", "are", "be", "we", "it", "and",
        "that", "will",
    ];
    let text = text.nfkc().collect::<String>().to_lowercase();
    let mut counts = BTreeMap::new();
    for found in LATIN.find_iter(&text) {
        let word = found.as_str().trim_end_matches(['.', '-']);
        if !STOP.contains(&word) {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
    }
    for run in HAN.find_iter(&text) {
        let chars: Vec<char> = run.as_str().chars().collect();
        for pair in chars.windows(2.min(chars.len())) {
            *counts.entry(pair.iter().collect()).or_default() += 1;
        }
    }
    counts
}

fn negated(text: &str) -> bool {
    NEGATED.is_match(&text.to_lowercase())
}

fn covers(got: &Extracted, want: &Value) -> bool {
    let span = want["span"].as_str().unwrap();
    let (need, have) = (words(span), words(&got.span));
    let shared: u32 =
        need.iter().map(|(word, n)| (*n).min(have.get(word).copied().unwrap_or(0))).sum();
    got.kind.word() == want["type"]
        && shared * 2 >= need.values().sum::<u32>()
        && (negated(&got.span) || !negated(span))
}

fn score(set: &str) -> Figures {
    let mut figures = Figures::default();
    for line in set.lines() {
        let item: Value = serde_json::from_str(line).unwrap();
        let text = item["text"].as_str().unwrap();
        let mut left = extract(text);
        let wanted = item["expect"].as_array().unwrap();
        let wanted: Vec<&Value> = wanted.iter().filter(|want| want["type"] != "none").collect();
        if wanted.is_empty() {
            figures.nothing += 1;
            figures.invented += u32::from(!left.is_empty());
        }
        for want in &wanted {
            if let Some(at) = left.iter().position(|got| covers(got, want)) {
                left.remove(at);
                figures.right += 1;
            } else {
                figures.missed += 1;
                figures.wrong.push(format!("missed {want} of {text:?}"));
            }
        }
        if !left.is_empty() {
            figures.wrong.push(format!("recorded {left:?} of {text:?}"));
        }
        if !wanted.is_empty() {
            figures.surplus += u32::try_from(left.len()).unwrap();
        }
    }
    figures
}

/// Asserts the bounds and says what went wrong.
fn hold(figures: &Figures, f1: f64, nothing_false: f64) {
    let wrong = figures.wrong.join("\n");
    assert!(figures.f1() >= f1, "f1 {:.3}\n{wrong}", figures.f1());
    assert!(
        figures.nothing_false() <= nothing_false,
        "nothing_false {:.3}\n{wrong}",
        figures.nothing_false()
    );
}

#[test]
fn the_development_set_is_read_as_its_bounds_ask() {
    hold(&score(include_str!("../corpus/extraction-dev.jsonl")), 0.85, 0.08);
}

#[test]
fn our_own_sentences_are_read() {
    hold(&score(include_str!("../corpus/extraction-own.jsonl")), 0.92, 0.05);
}

/// Six batches of sixty, written before anything was mended for them; the last two were never
/// looked into. `CONTRIBUTING.md` has what each gave at first sight.
#[test]
fn sentences_of_other_stacks_and_tones_are_read() {
    hold(&score(include_str!("../corpus/extraction-held.jsonl")), 0.88, 0.05);
}

#[test]
fn both_languages_are_read_equally_well() {
    for set in [
        include_str!("../corpus/extraction-dev.jsonl"),
        include_str!("../corpus/extraction-own.jsonl"),
        include_str!("../corpus/extraction-held.jsonl"),
    ] {
        for language in ["\"lang\": \"en\"", "\"lang\": \"zh\""] {
            let lines: Vec<&str> = set.lines().filter(|line| line.contains(language)).collect();
            assert!(lines.len() > 20, "{language}");
            hold(&score(&lines.join("\n")), 0.85, 0.08);
        }
    }
}
