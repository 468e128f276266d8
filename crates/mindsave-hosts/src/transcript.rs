//! How full the context is, by the end of a host's transcript.
//!
//! A transcript is a file of the host's own making that can change, lag behind or be missing, so
//! nothing else is taken from it. Only its end is read.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use serde_json::Value;

use crate::field;

/// How much of the end is read at first.
const TAIL: u64 = 128 * 1024;
/// How much is read at most: a single line may hold a whole file.
const MOST: u64 = 4 * 1024 * 1024;
/// The context of a model nobody said more of, in tokens, and of one that is named as large.
const WINDOW: u64 = 200_000;
const LARGE_WINDOW: u64 = 1_000_000;

/// Returns the share of the context that is used, from 0 to 1; nothing where it cannot be told.
///
/// `window` is the size of the context in tokens, where the host said it elsewhere.
pub(crate) fn fullness(path: &Path, window: Option<u64>) -> Option<f64> {
    let mut size = TAIL;
    loop {
        let (bytes, whole) = tail(path, size)?;
        match find(&bytes) {
            Some(Found::Used(usage)) => return usage.share(window),
            // The figure from before a compaction says nothing any more.
            Some(Found::Compacted) => return None,
            None if whole || size >= MOST => return None,
            None => size *= 4,
        }
    }
}

/// The last bytes of a file, from the beginning of a line, and whether they are all of it.
fn tail(path: &Path, most: u64) -> Option<(Vec<u8>, bool)> {
    let meta = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    let mut file = File::open(path).ok()?;
    let from = meta.len().saturating_sub(most);
    file.seek(SeekFrom::Start(from)).ok()?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).ok()?;
    if from > 0 {
        let line = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        bytes.drain(..line);
    }
    Some((bytes, from == 0))
}

enum Found {
    Used(Usage),
    Compacted,
}

struct Usage {
    tokens: u64,
    window: Option<u64>,
    large: bool,
}

impl Usage {
    fn share(&self, told: Option<u64>) -> Option<f64> {
        let guess = if self.large || self.tokens > WINDOW { LARGE_WINDOW } else { WINDOW };
        let window = self.window.or(told).filter(|window| *window > 0).unwrap_or(guess);
        // Tokens of a context fit into a double without loss.
        let share =
            f64::from(u32::try_from(self.tokens).ok()?) / f64::from(u32::try_from(window).ok()?);
        (share <= 1.5).then(|| share.min(1.0))
    }
}

/// The last line that tells, from the end on. A torn line is none.
fn find(bytes: &[u8]) -> Option<Found> {
    bytes
        .rsplit(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .find_map(|line: Value| match field::text(&line, &["type"])? {
            "assistant" => assistant(&line).map(Found::Used),
            "system" => boundary(&line),
            "event_msg" => token_count(field::any(&line, &["payload"])),
            "compacted" => Some(Found::Compacted),
            _ => None,
        })
}

/// A message of the main thread in Claude Code's form. All lines of one message have one usage.
fn assistant(line: &Value) -> Option<Usage> {
    if field::yes(line, &["isSidechain", "isApiErrorMessage"]) {
        return None;
    }
    let message = line.get("message")?;
    let usage = message.get("usage")?;
    let names = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
    let tokens = names.iter().filter_map(|name| field::whole(usage, &[name])).sum();
    let large = field::text(message, &["model"]).is_some_and(|model| model.contains("[1m]"));
    (tokens > 0).then_some(Usage { tokens, window: None, large })
}

/// The mark of a compaction in Claude Code's form.
fn boundary(line: &Value) -> Option<Found> {
    if field::text(line, &["subtype"]) != Some("compact_boundary") {
        return None;
    }
    let tokens = field::whole(field::any(line, &["compactMetadata"]), &["postTokens"]);
    let used = tokens.map(|tokens| Usage { tokens, window: None, large: false });
    Some(used.map_or(Found::Compacted, Found::Used))
}

/// The count of tokens in the form of Codex; cached ones are among them.
fn token_count(payload: &Value) -> Option<Found> {
    match field::text(payload, &["type"])? {
        "context_compacted" => Some(Found::Compacted),
        "token_count" => {
            let info = field::any(payload, &["info"]);
            let last = field::any(info, &["last_token_usage"]);
            let tokens = field::whole(last, &["total_tokens"])?;
            let window = field::whole(info, &["model_context_window"]);
            Some(Found::Used(Usage { tokens, window, large: false }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn share(lines: &[Value], end: &str, window: Option<u64>) -> Option<f64> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.jsonl");
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        std::fs::write(&path, lines.join("\n") + end).unwrap();
        fullness(&path, window)
    }

    fn said(tokens: u64, side: bool) -> Value {
        let usage = json!({"input_tokens": 4, "cache_creation_input_tokens": 96, "cache_read_input_tokens": tokens - 100});
        json!({"type": "assistant", "isSidechain": side, "message": {"id": "m", "usage": usage}})
    }

    #[test]
    fn the_last_message_of_the_main_thread_counts() {
        let lines = [said(20_000, false), said(100_000, false), said(5_000, true)];
        assert_eq!(share(&lines, "\n", None), Some(0.5));
        assert_eq!(share(&lines, "\n{\"type\":\"assistant\",\"mess", Some(1_000_000)), Some(0.1));
        assert_eq!(share(&[], "", None), None);
        assert_eq!(fullness(Path::new("/nowhere/t.jsonl"), None), None);
    }

    #[test]
    fn after_a_compaction_the_new_figure_counts() {
        let boundary = json!({"type": "system", "subtype": "compact_boundary", "compactMetadata": {"postTokens": 10_000}});
        assert_eq!(share(&[said(150_000, false), boundary.clone()], "\n", None), Some(0.05));
        assert_eq!(share(&[boundary, said(20_000, false)], "\n", None), Some(0.1));
        let count = json!({"type": "event_msg", "payload": {"type": "token_count", "info": {
            "last_token_usage": {"total_tokens": 68_000}, "model_context_window": 272_000}}});
        assert_eq!(share(std::slice::from_ref(&count), "\n", None), Some(0.25));
        let compacted = json!({"type": "compacted", "payload": {"message": "x"}});
        assert_eq!(share(&[count, compacted], "\n", None), None);
    }

    #[test]
    fn a_line_larger_than_the_end_that_is_read_is_passed() {
        let long = json!({"type": "user", "message": "x".repeat(300_000)});
        assert_eq!(share(&[said(50_000, false), long], "\n", None), Some(0.25));
    }
}
