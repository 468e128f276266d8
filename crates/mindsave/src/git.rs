//! What git says of the workspace, for the archive.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The longest git may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most bytes of a summary that are archived.
const LONGEST: usize = 16 * 1024;

/// Returns `git diff --stat` against the last commit; nothing without changes, git or a repository.
///
/// No file-system monitor and no diff program that the repository configures is run, and no
/// submodule entered; git's own clean filters are, as for every `git diff`.
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
        "--ignore-submodules",
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
    let mut output = child.stdout.take()?;
    // Read on another thread, so that a git that hangs is given up in time.
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.read_to_end(&mut text);
        read.map(|_| text)
    });
    let end = Instant::now() + PATIENCE;
    while !reader.is_finished() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
    let finished = reader.is_finished();
    if !finished {
        drop(child.kill());
    }
    let success = child.wait().is_ok_and(|status| status.success());
    // A reader that is not done is left behind: something may still hold the pipe.
    let text = finished.then(|| reader.join().ok()?.ok()).flatten()?;
    let text = String::from_utf8_lossy(&text);
    (success && !text.trim().is_empty()).then(|| shorten(text.trim_end()))
}

/// Keeps the beginning of a long summary, at whole lines, and its last line with the totals.
fn shorten(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let totals = text.lines().last().unwrap_or_default();
    let mut kept = String::new();
    for line in text.lines().take_while(|line| line.len() < LONGEST) {
        if kept.len() + line.len() + totals.len() + 8 > LONGEST {
            break;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    format!("{kept} …\n{totals}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_summary_keeps_its_beginning_and_its_totals() {
        let lines: Vec<String> = (0..2000).map(|i| format!(" src/文件{i}.rs | 2 +-")).collect();
        let short = shorten(&format!("{}\n 2000 files changed", lines.join("\n")));
        assert!(short.len() <= LONGEST + 8 && short.starts_with(" src/文件0.rs"));
        assert!(short.ends_with(" …\n 2000 files changed"));
        assert_eq!(shorten("a\nb"), "a\nb");
    }
}
