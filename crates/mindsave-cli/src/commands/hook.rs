//! `mindsave hook <host> [event]`.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use mindsave::Clock;
use mindsave_hosts::{Host, Surroundings, handle};

use super::host_input;

/// What is read of an event at most; the rest is let go, so that the host's pipe does not break.
const MOST: usize = 33 * 1024 * 1024;

/// Handles one event of a host. Whatever goes wrong, the host sees nothing of it.
///
/// The words are those behind `hook`: the host, its word for the event where it does not say it
/// itself, and the event as JSON where it does not come by standard input.
pub(crate) fn run(words: &[OsString], root: Option<PathBuf>) -> u8 {
    let mut around = Surroundings::of_process();
    let (mut named, mut given_root) = (Vec::new(), root);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--root") => given_root = words.next().map(PathBuf::from),
            Some(word) if !word.starts_with("--") => named.push(word),
            _ => {}
        }
    }
    around.root = given_root;
    let host = named.first().and_then(|word| Host::parse(word));
    let (Some(host), Ok(clock)) = (host, Clock::from_env()) else { return 0 };
    let json = named[1..].iter().find(|word| word.starts_with('{'));
    let event = named[1..].iter().copied().find(|word| !word.starts_with('{'));
    let input = json.map_or_else(|| host_input::read(MOST), |json| json.as_bytes().to_vec());
    let reply = handle(host, event, &input, &around, clock);
    let mut stdout = std::io::stdout().lock();
    if stdout.write_all(&reply.stdout).and_then(|()| stdout.flush()).is_err() {
        reply.was_not_taken();
    }
    0
}
