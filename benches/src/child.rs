//! A child in another language that compresses when it is told to, and what it is measured against.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use mindsave::compress::{Compressor, Request};

use crate::Outcome;
use crate::pairs::{Quartiles, measure_after, timed};
use crate::report::{Bound, Report};
use crate::rules::{Language, rules};

/// Rules of a long list.
const MANY: usize = 10_000;
/// Rules of a short one.
const FEW: usize = 5;
/// How often the short list is compressed in one sample, how many samples count, and how many are
/// taken before.
const CALLS: usize = 200;
const SAMPLES: usize = 100;
const WARM_UP: usize = 6;

/// A child that is told what to do, and answers how long it took.
pub(crate) struct Speaker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Kept while the child needs it.
    folder: Option<tempfile::TempDir>,
}

impl Speaker {
    /// Starts a child.
    pub(crate) fn start(command: &mut Command) -> Outcome<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("the child has no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("the child has no output")?);
        Ok(Self { child, input, output, folder: None })
    }

    /// Keeps a folder as long as the child lives.
    pub(crate) fn keeping(mut self, folder: tempfile::TempDir) -> Self {
        self.folder = Some(folder);
        self
    }

    /// Has a list compressed so many times.
    pub(crate) fn time(&mut self, list: &str, times: usize) -> Outcome<Duration> {
        writeln!(self.input, "{list} {times}")?;
        self.input.flush()?;
        let mut answer = String::new();
        if self.output.read_line(&mut answer)? == 0 {
            return Err("the child has ended; what it says stands above".into());
        }
        Ok(Duration::from_nanos(answer.trim().parse()?))
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A request of constraints alone.
fn request(constraints: Vec<String>) -> Request {
    Request { constraints, ..Request::default() }
}

/// Compresses so many times, in Rust.
fn rust(request: &Request, times: usize) -> Outcome<Duration> {
    let compressor = Compressor::builtin();
    timed(|| {
        for _ in 0..times {
            drop(compressor.compress(request)?);
        }
        Ok(())
    })
}

/// A long list, `many`, and a short one, `few`, in one language.
pub(crate) fn lists(language: Language) -> [Vec<String>; 2] {
    let few = rules(language, FEW * 97).into_iter().step_by(97).collect();
    [rules(language, MANY), few]
}

/// Adds what a package takes for the two lists, beside Rust.
pub(crate) fn compare(
    report: &mut Report,
    (package, function): (&str, &str),
    language: Language,
    [many, few]: [Vec<String>; 2],
    child: &mut Speaker,
) -> Outcome<()> {
    let (many, few) = (request(many), request(few));
    let measured = measure_after(3, 15, &mut || child.time("many", 1), &mut || rust(&many, 1))?;
    let name = format!("{function} of {MANY} rules, {language:?}, {package} against Rust");
    report.ratio(&name, &measured, Bound::AtMost(1.25))?;
    let mut more = Vec::new();
    for turn in 0..WARM_UP + SAMPLES {
        let sample = beyond(turn % 2 == 0, &few, child)?;
        more.extend((turn >= WARM_UP).then_some(sample));
    }
    let name = format!("{function} of {FEW} rules, {language:?}, {package} beyond Rust");
    report.add(&name, "us", Quartiles::of(more), Bound::AtMost(20.0), "a call")
}

/// How many microseconds a call of the child takes beyond one of Rust; either may go first.
fn beyond(child_first: bool, few: &Request, child: &mut Speaker) -> Outcome<f64> {
    let (ours, base) = if child_first {
        let ours = child.time("few", CALLS)?;
        (ours, rust(few, CALLS)?)
    } else {
        let base = rust(few, CALLS)?;
        (child.time("few", CALLS)?, base)
    };
    #[expect(clippy::cast_precision_loss, reason = "small")]
    let calls = CALLS as f64;
    Ok((ours.as_secs_f64() - base.as_secs_f64()) * 1e6 / calls)
}
