//! Evidence turns of `LoCoMo`: given a question about a long conversation, are the turns that answer
//! it among the first hits?
//!
//! The data (`locomo10.json`) is CC BY-NC and no part of this repository: its path is given by
//! `MINDSAVE_LOCOMO`. A turn is a document, the question is the query, and the figures are means
//! over all questions whose evidence names turns that exist.

use std::collections::HashMap;

use mindsave::search::{Builder, Document, Filter, Index, Query};
use serde_json::Value;

use crate::Outcome;
use crate::pairs::Quartiles;
use crate::report::{Bound, Report};

const VARIABLE: &str = "MINDSAVE_LOCOMO";

/// Sums over the questions.
#[derive(Default)]
struct Sums {
    questions: u32,
    at_5: f64,
    at_10: f64,
    reciprocal: f64,
}

/// Measures how well evidence turns are found.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    let Some(path) = std::env::var_os(VARIABLE) else {
        return report.skip("LoCoMo evidence turns", &format!("{VARIABLE} names no locomo10.json"));
    };
    let data: Value = serde_json::from_slice(&std::fs::read(path)?)?;
    let mut sums = Sums::default();
    for sample in data.as_array().ok_or("a list of conversations is expected")? {
        conversation(sample, &mut sums)?;
    }
    let mean = |sum: f64| {
        let median = sum / f64::from(sums.questions.max(1));
        Quartiles { low: median, median, high: median }
    };
    let note = format!("{} questions", sums.questions);
    for (name, sum, bound) in [
        ("LoCoMo evidence turns, recall@5", sums.at_5, 0.60),
        ("LoCoMo evidence turns, recall@10", sums.at_10, 0.69),
        ("LoCoMo evidence turns, mean reciprocal rank", sums.reciprocal, 0.48),
    ] {
        report.add(name, "share", mean(sum), Bound::AtLeast(bound), &note)?;
    }
    Ok(())
}

fn conversation(sample: &Value, sums: &mut Sums) -> Outcome<()> {
    let (index, turns) = turns(&sample["conversation"])?;
    for question in sample["qa"].as_array().into_iter().flatten() {
        let evidence = evidence(question, &turns);
        let text = question["question"].as_str().unwrap_or_default();
        if !evidence.is_empty() {
            score(&index, text, &evidence, sums)?;
        }
    }
    Ok(())
}

/// Makes an index of the turns, and says which number each has.
fn turns(conversation: &Value) -> Outcome<(Index, HashMap<String, usize>)> {
    let mut builder = Builder::default();
    let mut numbers = HashMap::new();
    for session in 1.. {
        let name = format!("session_{session}");
        let Some(turns) = conversation[&name].as_array() else {
            if conversation[format!("{name}_date_time")].is_null() {
                break;
            }
            continue;
        };
        for turn in turns {
            let text = |key: &str| turn[key].as_str().unwrap_or_default();
            let id = normal(text("dia_id")).into_iter().next().unwrap_or_default();
            numbers.insert(id, numbers.len());
            builder.add(&Document {
                kind: "turn".into(),
                text: [text("text"), text("blip_caption")].join(" "),
                author: text("speaker").into(),
                session: name.clone(),
                turn: true,
                ..Document::default()
            });
        }
    }
    Ok((builder.finish([0; 32])?, numbers))
}

/// Reads the turns a question rests on; a few are written as `D:1:2`, `D1:02` or several in one.
fn evidence(question: &Value, turns: &HashMap<String, usize>) -> Vec<usize> {
    let texts = question["evidence"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut found: Vec<usize> =
        texts.flat_map(normal).filter_map(|id| turns.get(&id).copied()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Reads every `D<session>:<turn>` in a text.
fn normal(text: &str) -> Vec<String> {
    let parts = text.split('D').skip(1).filter_map(|part| {
        let end = part.find(|c: char| c != ':' && !c.is_ascii_digit()).unwrap_or(part.len());
        let mut numbers = part[..end].split(':').filter_map(|number| number.parse::<u32>().ok());
        Some(format!("{}:{}", numbers.next()?, numbers.next()?))
    });
    parts.collect()
}

#[expect(clippy::cast_precision_loss, reason = "some hundreds of turns are exact")]
fn score(index: &Index, question: &str, evidence: &[usize], sums: &mut Sums) -> Outcome<()> {
    let found = index.search(&Query::parse(question)?, &Filter::default());
    let hits = |first: usize| {
        let hits = found.iter().take(first).filter(|hit| evidence.contains(&hit.document)).count();
        hits as f64 / evidence.len() as f64
    };
    sums.questions += 1;
    sums.at_5 += hits(5);
    sums.at_10 += hits(10);
    let first = found.iter().position(|hit| evidence.contains(&hit.document));
    sums.reciprocal += first.map_or(0.0, |at| 1.0 / (at + 1) as f64);
    Ok(())
}
