//! How long a search takes, in this process and as a whole program.

use std::time::{Duration, Instant};

use mindsave::search::{Builder, Document, Filter, Index, Page, Query};
use mindsave::{Clock, MindSave, SaveOptions, Settings, State, Workspace};
use serde_json::json;

use super::entries::{entries, queries};
use crate::Outcome;
use crate::pairs::{Quartiles, timed};
use crate::process;
use crate::report::{Bound, Report};

/// How many queries are asked.
const QUERIES: usize = 400;
/// How often the program is started.
const STARTS: usize = 120;
/// How many entries a checkpoint of the measured workspace has.
const ENTRIES: usize = 20;

/// Measures indexing and searching.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    let many = entries(100_000);
    let few = &many[..10_000];
    let times: Vec<f64> =
        (0..15).map(|_| Ok(micros(timed(|| build(few))?))).collect::<Outcome<_>>()?;
    let note = format!("{} bytes on disk", build(few)?.as_bytes().len());
    report.add(
        "10000 entries indexed",
        "us",
        Quartiles::of(times),
        Bound::AtMost(150_000.0),
        &note,
    )?;
    in_process(report, few, 5_000.0)?;
    in_process(report, &many, 25_000.0)?;
    whole_program(report)
}

fn build(documents: &[Document]) -> Outcome<Index> {
    let mut builder = Builder::default();
    for document in documents {
        builder.add(document);
    }
    Ok(builder.finish([0; 32])?)
}

/// Asks an index in memory.
fn in_process(report: &mut Report, documents: &[Document], bound: f64) -> Outcome<()> {
    let index = build(documents)?;
    let mut times = Vec::new();
    let mut hits = 0;
    for text in queries(QUERIES) {
        let start = Instant::now();
        let answer = index.answer(&Query::parse(&text)?, &Filter::default(), Page::default())?;
        times.push(micros(start.elapsed()));
        hits += answer.total;
    }
    let name = format!("search in {} entries, 95th percentile", documents.len());
    let note = format!("[median, slowest]; {} hits a query", hits / QUERIES);
    report.add(&name, "us", slowest(times), Bound::AtMost(bound), &note)
}

/// Starts the program in a workspace whose index is on disk.
fn whole_program(report: &mut Report) -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join(".mindsave"))?;
    let mind = MindSave::open(Workspace::find(Some(folder.path()))?, Clock::System)?;
    let mind = mind.with_settings(Settings::default());
    for part in entries(10_000).chunks(ENTRIES) {
        let steps: Vec<&str> = part.iter().map(|document| document.text.as_str()).collect();
        let state =
            json!({ "goal": part[0].source, "status": "in_progress", "completed_steps": steps });
        let options = SaveOptions { collect: false, ..SaveOptions::default() };
        mind.save(State::from_value(state)?, &options)?;
    }
    let program = process::program()?;
    let mut times = Vec::new();
    for (start, query) in queries(STARTS + 10).iter().enumerate() {
        let time = process::sample(folder.path(), &program, &["recall", query])?;
        // The first ones make the index and fill the caches of the system.
        if start >= 10 {
            times.push(micros(time));
        }
    }
    let name = "mindsave recall in 10000 entries, 95th percentile";
    report.add(name, "us", slowest(times), Bound::AtMost(30_000.0), "[median, slowest]")
}

/// Takes the 95th percentile for the figure, the median and the slowest beside it.
fn slowest(mut times: Vec<f64>) -> Quartiles {
    times.sort_by(f64::total_cmp);
    let at =
        |percent: usize| times.get((times.len() * percent / 100).min(times.len() - 1)).copied();
    let at = |percent| at(percent).unwrap_or(f64::NAN);
    Quartiles { low: at(50), median: at(95), high: at(100) }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
