//! Two things measured by turns.
//!
//! A pair is one sample of each, right after one another, so that whatever else the machine does
//! meets both alike; which one goes first changes from pair to pair. The ratio is taken within
//! each pair, and the median over the pairs is the figure.

use std::time::{Duration, Instant};

use crate::Outcome;

/// Pairs that are run first and forgotten: caches fill, files grow to their usual size.
const WARM_UP: usize = 10;

/// Takes one sample; it times itself, so that it can prepare outside of the time.
pub(crate) type Sample<'a> = dyn FnMut() -> Outcome<Duration> + 'a;

/// What the pairs came to.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    /// Our time divided by the base's, by pair.
    pub(crate) ratio: Quartiles,
    /// Our time in microseconds.
    pub(crate) ours: Quartiles,
    /// The base's time in microseconds.
    pub(crate) base: Quartiles,
}

/// The middle of some numbers and how far they spread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quartiles {
    pub(crate) low: f64,
    pub(crate) median: f64,
    pub(crate) high: f64,
}

impl Quartiles {
    /// Finds the quartiles of at least one number.
    pub(crate) fn of(mut numbers: Vec<f64>) -> Self {
        numbers.sort_by(f64::total_cmp);
        let at = |quarter: usize| {
            let index = (numbers.len() * quarter / 4).min(numbers.len().saturating_sub(1));
            numbers.get(index).copied().unwrap_or(f64::NAN)
        };
        Self { low: at(1), median: at(2), high: at(3) }
    }
}

/// Measures two things by turns.
pub(crate) fn measure(
    pairs: usize,
    ours: &mut Sample<'_>,
    base: &mut Sample<'_>,
) -> Outcome<Measured> {
    measure_after(WARM_UP, pairs, ours, base)
}

/// Measures two things by turns, after so many pairs that are forgotten: few where one takes long.
pub(crate) fn measure_after(
    warm_up: usize,
    pairs: usize,
    ours: &mut Sample<'_>,
    base: &mut Sample<'_>,
) -> Outcome<Measured> {
    for _ in 0..warm_up {
        ours()?;
        base()?;
    }
    let mut samples = Vec::with_capacity(pairs);
    for turn in 0..pairs {
        samples.push(pair(turn % 2 == 0, ours, base)?);
    }
    let column = |of: fn(&(f64, f64)) -> f64| Quartiles::of(samples.iter().map(of).collect());
    Ok(Measured {
        ratio: column(|(ours, base)| ours / base),
        ours: column(|(ours, _)| *ours),
        base: column(|(_, base)| *base),
    })
}

/// Takes one sample of each, in microseconds.
fn pair(ours_first: bool, ours: &mut Sample<'_>, base: &mut Sample<'_>) -> Outcome<(f64, f64)> {
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    if ours_first {
        let ours = ours()?;
        Ok((micros(ours), micros(base()?)))
    } else {
        let base = base()?;
        Ok((micros(ours()?), micros(base)))
    }
}

/// Runs something and returns how long it took; what it returns is dropped after the time.
pub(crate) fn timed<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<Duration> {
    let start = Instant::now();
    let done = work()?;
    let time = start.elapsed();
    drop(done);
    Ok(time)
}
