//! What is printed.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::Outcome;
use crate::pairs::{Measured, Quartiles};

/// What a figure has to keep to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    /// It must not be larger.
    AtMost(f64),
    /// It must not be smaller.
    AtLeast(f64),
    /// It is there to compare with.
    Free,
}

impl Bound {
    fn word(self, value: f64) -> &'static str {
        match self {
            Self::AtMost(bound) if value > bound => "FAIL",
            Self::AtLeast(bound) if value < bound => "FAIL",
            Self::Free => "-",
            _ => "pass",
        }
    }

    fn shown(self) -> String {
        match self {
            Self::AtMost(bound) => format!("<= {bound}"),
            Self::AtLeast(bound) => format!(">= {bound}"),
            Self::Free => String::new(),
        }
    }
}

/// Prints figures as they come, or all of them at the end as JSON.
pub(crate) struct Report {
    json: bool,
    missed: usize,
    figures: Vec<Value>,
}

impl Report {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, missed: 0, figures: Vec::new() }
    }

    /// Adds the ratio of two things.
    pub(crate) fn ratio(&mut self, name: &str, measured: &Measured, bound: Bound) -> Outcome<()> {
        let (ours, base) = (measured.ours.median, measured.base.median);
        let note = format!("{ours:.0} us against {base:.0} us");
        self.add(name, "ratio", measured.ratio, bound, &note)
    }

    /// Adds a figure.
    pub(crate) fn add(
        &mut self,
        name: &str,
        unit: &str,
        value: Quartiles,
        bound: Bound,
        note: &str,
    ) -> Outcome<()> {
        let word = bound.word(value.median);
        self.missed += usize::from(word == "FAIL");
        let Quartiles { low, median, high } = value;
        self.figures.push(json!({
            "name": name, "unit": unit, "median": median, "quartiles": [low, high],
            "bound": bound.shown(), "verdict": word, "note": note,
        }));
        if self.json {
            return Ok(());
        }
        let digits = match unit {
            "share" => 3,
            "ratio" => 2,
            _ => 0,
        };
        let spread = format!("[{low:.digits$}, {high:.digits$}]");
        let bound = bound.shown();
        writeln!(
            std::io::stdout().lock(),
            "{word:<4} {name:<58} {median:>8.digits$} {spread:<18} {bound:<8} {unit}; {note}"
        )?;
        Ok(())
    }

    /// Says that a figure was not measured, and why.
    pub(crate) fn skip(&mut self, name: &str, why: &str) -> Outcome<()> {
        self.figures.push(json!({ "name": name, "verdict": "SKIPPED", "note": why }));
        if !self.json {
            writeln!(std::io::stdout().lock(), "SKIPPED {name}: {why}")?;
        }
        Ok(())
    }

    /// Prints what is left to print; the exit code says whether every bound was kept.
    pub(crate) fn finish(self) -> Outcome<ExitCode> {
        let mut out = std::io::stdout().lock();
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.trim();
        if self.json {
            let whole = json!({ "figures": self.figures, "missed": self.missed, "load": load });
            writeln!(out, "{whole:#}")?;
        } else {
            writeln!(out, "{} bounds missed; load at the end: {load}", self.missed)?;
        }
        Ok(ExitCode::from(u8::from(self.missed > 0)))
    }
}
