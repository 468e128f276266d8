//! `mindsave statusline [-- COMMAND]`.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Stdio};

use mindsave::Clock;
use mindsave_hosts::{Surroundings, status_line};

use super::host_input;

/// The most bytes a host tells its status line.
const MOST: usize = 1024 * 1024;

/// Prints the user's own status line, if there is one, and ours below it. It never fails: what a
/// status line says of errors would stand on the user's screen.
pub(crate) fn run(words: &[OsString]) -> u8 {
    let input = host_input::read(MOST);
    let own = words.iter().position(|word| word == "--").map_or(&[][..], |at| &words[at + 1..]);
    let mut out =
        own.split_first().map(|(program, rest)| theirs(program, rest, &input)).unwrap_or_default();
    let clock = Clock::from_env().unwrap_or(Clock::System);
    let line = status_line(&input, &Surroundings::of_process(), clock);
    if !line.is_empty() {
        if !out.is_empty() && !out.ends_with(b"\n") {
            out.push(b'\n');
        }
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
    let mut stdout = std::io::stdout().lock();
    drop(stdout.write_all(&out).and_then(|()| stdout.flush()));
    0
}

fn theirs(program: &OsString, arguments: &[OsString], input: &[u8]) -> Vec<u8> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = command.spawn() else { return Vec::new() };
    if let Some(mut pipe) = child.stdin.take() {
        drop(pipe.write_all(input));
    }
    child.wait_with_output().map(|output| output.stdout).unwrap_or_default()
}
