//! Making the index anew from the snapshot files, as after a clone or a deleted cache.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::Outcome;
use crate::fixture::Fixture;
use crate::pairs::{Quartiles, measure, timed};
use crate::report::{Bound, Report};

const FILES: usize = 10_000;
const PAIRS: usize = 15;

/// Measures the rebuild of ten thousand files against reading them.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    let fixture = Fixture::new(FILES, Some("in_progress"))?;
    let folder = fixture.snapshots();
    let measured = measure(PAIRS, &mut || rebuild(&fixture), &mut || read(&folder))?;
    #[expect(clippy::cast_precision_loss, reason = "ten thousand is exact")]
    let rate = |micros: f64| FILES as f64 / micros * 1e6;
    let rates = Quartiles {
        low: rate(measured.ours.high),
        median: rate(measured.ours.median),
        high: rate(measured.ours.low),
    };
    let name = "index rebuilt from 10000 files";
    report.add(name, "files/s", rates, Bound::AtLeast(8000.0), "warm cache")?;
    report.ratio(&format!("{name}, against reading them"), &measured, Bound::Free)
}

fn rebuild(fixture: &Fixture) -> Outcome<Duration> {
    fs::remove_file(fixture.dir.path().join(".mindsave/index.json"))?;
    timed(|| {
        let (entries, warnings) = fixture.open()?.list()?;
        if entries.len() != FILES || !warnings.is_empty() {
            return Err(format!("{} entries, warnings {warnings:?}", entries.len()).into());
        }
        Ok(entries)
    })
}

/// Reads every file one after the other.
fn read(folder: &PathBuf) -> Outcome<Duration> {
    timed(|| {
        let mut bytes = 0;
        for entry in fs::read_dir(folder)? {
            bytes += fs::read(entry?.path())?.len();
        }
        Ok(bytes)
    })
}
