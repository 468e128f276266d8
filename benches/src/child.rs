//! A child in another language that compresses when it is told to, and what it is measured against.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use mindsave::compress::{Compressor, Request};

use crate::Outcome;
use crate::pairs::timed;

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
pub(crate) fn request(constraints: Vec<String>) -> Request {
    Request { constraints, ..Request::default() }
}

/// Compresses so many times, in Rust.
pub(crate) fn rust(request: &Request, times: usize) -> Outcome<Duration> {
    let compressor = Compressor::builtin();
    timed(|| {
        for _ in 0..times {
            drop(compressor.compress(request)?);
        }
        Ok(())
    })
}
