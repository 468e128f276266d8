//! Runs the test binary itself again, as a child that may be killed.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

/// What a child prints before the id of a save that was acknowledged.
pub const ACKNOWLEDGED: &str = "\u{1}saved ";

/// Prepares a run of one test of this binary that is otherwise ignored.
pub fn command(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("the path of this test"));
    command
        .args([test, "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env("RUST_BACKTRACE", "0");
    command
}

/// A child that is running.
#[derive(Debug)]
pub struct Running {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Running {
    /// Starts it.
    pub fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the child starts");
        let output = child.stdout.take().expect("a pipe");
        let lines = BufReader::new(output).lines();
        Self { child, lines }
    }

    /// Waits for the next id that was acknowledged; nothing when the child has ended.
    pub fn next_id(&mut self) -> Option<String> {
        for line in self.lines.by_ref() {
            let line = line.ok()?;
            if let Some((_, id)) = line.split_once(ACKNOWLEDGED) {
                return Some(id.to_owned());
            }
        }
        None
    }

    /// Ends it at once, and returns the ids that were acknowledged and not yet asked for.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().expect("the child can be killed");
        self.rest()
    }

    /// Waits for its end, and returns the ids that were acknowledged and not yet asked for.
    pub fn rest(&mut self) -> Vec<String> {
        let rest = std::iter::from_fn(|| self.next_id()).collect();
        self.child.wait().expect("the child ends");
        rest
    }
}
