//! What git says of the workspace, for the archive.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The longest git may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most bytes of a summary that are archived.
const LONGEST: u64 = 16 * 1024;

/// Returns `git diff --stat` against the last commit; nothing without changes, git or a repository.
///
/// Nothing the repository configures is run: no file-system monitor, no external diff program.
pub(crate) fn diff_stat(root: &Path) -> Option<String> {
    let arguments = [
        "--no-optional-locks",
        "-c",
        "core.fsmonitor=false",
        "-c",
        "core.quotePath=false",
        "-c",
        "diff.external=",
        "diff",
        "--stat=100",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "HEAD",
        "--",
        ".",
        ":(exclude).mindsave",
    ];
    let mut child = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let output = child.stdout.take()?;
    // Read on another thread, so that a git that hangs is given up in time.
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.take(LONGEST).read_to_end(&mut text);
        read.map(|_| text)
    });
    let end = Instant::now() + PATIENCE;
    while !reader.is_finished() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
    if !reader.is_finished() {
        drop(child.kill());
    }
    let text = reader.join().ok()?.ok()?;
    let success = child.wait().is_ok_and(|status| status.success());
    let text = String::from_utf8_lossy(&text).trim_end().to_owned();
    (success && !text.is_empty()).then_some(text)
}
