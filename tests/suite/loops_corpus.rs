//! The check on labelled pairs of what was tried and what is proposed: the figures and their bounds.

use std::collections::BTreeMap;

use mindsave_core::check::{Action, Checker, Watched};
use mindsave_core::text::Lexicon;
use serde_json::Value;

#[derive(Default)]
struct Figures {
    /// Right answers and all pairs, by language and for `all`.
    right: BTreeMap<String, (u32, u32)>,
    warned: u32,
    rightly: u32,
    repeats: u32,
    wrong: Vec<String>,
}

impl Figures {
    fn of(corpus: &str) -> Self {
        let mut figures = Self::default();
        for line in corpus.lines().filter(|line| !line.trim().is_empty()) {
            figures.add(&serde_json::from_str(line).unwrap());
        }
        figures
    }

    fn add(&mut self, item: &Value) {
        let text = |key: &str| item[key].as_str().unwrap();
        let (tried, proposed, same) =
            (text("tried"), text("proposed"), item["same"].as_bool().unwrap());
        let watched = Watched { approach: tried, ..Watched::default() };
        let checker = Checker::new([watched], &[Lexicon::builtin()]);
        let warns = !checker.check(&Action::Sentence(proposed)).is_empty();
        for key in ["all", text("lang")] {
            let (right, all) = self.right.entry(key.to_owned()).or_default();
            (*right, *all) = (*right + u32::from(warns == same), *all + 1);
        }
        self.warned += u32::from(warns);
        self.rightly += u32::from(warns && same);
        self.repeats += u32::from(same);
        if warns != same {
            let what = if warns { "false alarm" } else { "missed" };
            self.wrong.push(format!("{}: {what}: {tried} | {proposed}", text("id")));
        }
    }

    fn accuracy(&self, language: &str) -> f64 {
        let (right, all) = self.right.get(language).copied().unwrap_or_default();
        f64::from(right) / f64::from(all.max(1))
    }

    fn precision(&self) -> f64 {
        f64::from(self.rightly) / f64::from(self.warned.max(1))
    }

    /// One line, as the scorer of the set prints it, and every pair that went wrong.
    fn report(&self) -> String {
        let accuracy = |(key, _): (&String, _)| format!("{key} {:.3}", self.accuracy(key));
        let accuracies: Vec<String> = self.right.iter().map(accuracy).collect();
        let recall = f64::from(self.rightly) / f64::from(self.repeats.max(1));
        format!(
            "accuracy: {}; precision {:.3}, recall {recall:.3}\n{}",
            accuracies.join(", "),
            self.precision(),
            self.wrong.join("\n")
        )
    }
}

#[test]
fn the_figures_of_the_labelled_set_hold() {
    let figures = Figures::of(include_str!("../corpus/loops-dev.jsonl"));
    let report = figures.report();
    assert!(figures.accuracy("all") >= 0.88, "{report}");
    assert!(figures.accuracy("zh") >= 0.85 && figures.accuracy("cross") >= 0.85, "{report}");
    assert!(figures.precision() >= 0.92, "{report}");
}

/// Pairs of other stacks, written by ourselves: a rule that only fits the set above fails here.
#[test]
fn the_figures_hold_on_other_stacks() {
    let figures = Figures::of(include_str!("../corpus/loops-more.jsonl"));
    let report = figures.report();
    assert!(figures.accuracy("all") >= 0.88, "{report}");
    assert!(figures.precision() >= 0.95, "{report}");
}
