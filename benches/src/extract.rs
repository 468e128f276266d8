//! Extraction: prose of four times the length must cost four times as much and not more, whatever
//! it is made of.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mindsave::extract::extract;

use crate::Outcome;
use crate::pairs::{Quartiles, measure_after};
use crate::report::{Bound, Report};

/// Bytes of the short text; the long one has four times as many.
const SHORT: usize = 20_000;

/// What texts are made of: prose, and what a reader could trip over.
const UNITS: [(&str, &str); 7] = [
    ("prose", "We decided to use zstd because it is faster. The build fails with a 500.\n"),
    ("prose in Chinese", "我们决定采用 zstd，因为更快。导入空文件会崩溃。\n"),
    ("one clause", "and we decided to use it so "),
    ("opening quotation marks", "“"),
    ("brackets", "("),
    ("attempts", "tried it. "),
    ("list items", "- x\n"),
];

/// Measures all of it.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    for (name, unit) in UNITS {
        let (short, long) = (unit.repeat(SHORT / unit.len()), unit.repeat(4 * SHORT / unit.len()));
        let mut measured = measure_after(1, 7, &mut || Ok(time(&long)), &mut || Ok(time(&short)))?;
        let per_kilobyte = measured.ours.median * 1000.0 / (4.0 * to_f64(SHORT));
        let of = |ratio: f64| ratio / 4.0;
        let ratio = measured.ratio;
        measured.ratio =
            Quartiles { low: of(ratio.low), median: of(ratio.median), high: of(ratio.high) };
        let name = format!("extract: cost of four times the length by four, {name}");
        let note = format!("{per_kilobyte:.0} us a kilobyte");
        report.add(&name, "x", measured.ratio, Bound::AtMost(1.5), &note)?;
    }
    Ok(())
}

fn time(text: &str) -> Duration {
    let start = Instant::now();
    black_box(extract(black_box(text)));
    start.elapsed()
}

fn to_f64(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::NAN, f64::from)
}
