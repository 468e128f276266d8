//! The status line: how things stand, in one line, and the only exact word on how full the context is.

use std::path::PathBuf;

use mindsave::{Clock, FileStore, MindSave, Signal, Store, Timestamp};
use mindsave_core::work::{Event, Happened, SessionId};
use mindsave_store::{Durability, Expect, Key};
use serde_json::Value;

use crate::field;
use crate::handle::Surroundings;
use crate::transcript;

/// How many events back the last figure is looked for.
const RECENT: usize = 50;

/// Takes what a host tells its status line, notes how full the context is, and says how things stand.
///
/// What is not known is left out; where there is no workspace of ours the line is empty.
pub fn status_line(stdin: &[u8], around: &Surroundings, clock: Clock) -> String {
    let value: Value = serde_json::from_slice(stdin).unwrap_or_default();
    let Some(workspace) = around.workspace(&folders(&value)) else { return String::new() };
    if !workspace.folder().is_dir() {
        return String::new();
    }
    let mind = MindSave::open_for_checkup(workspace, clock);
    let session = field::text(&value, &["session_id", "sessionId"]).map(SessionId::of);
    let ratio = ratio(&value);
    if let (Some(session), Some(ratio)) = (&session, ratio) {
        note(&mind, session, ratio, clock);
        keep_window(&mind, session, &value);
    }
    line(&mind, ratio, clock.now())
}

fn folders(value: &Value) -> Vec<PathBuf> {
    let place = field::any(value, &["workspace"]);
    let named = [field::text(place, &["project_dir", "current_dir"]), field::text(value, &["cwd"])];
    named.into_iter().flatten().map(PathBuf::from).collect()
}

/// The share of the context that is used; right after a compaction the transcript knows it first.
fn ratio(value: &Value) -> Option<f64> {
    let context = field::any(value, &["context_window"]);
    let size = field::whole(context, &["context_window_size"]).filter(|size| *size > 0);
    let told = context.get("used_percentage").and_then(Value::as_f64).map(|used| used / 100.0);
    let transcript = || {
        let path = field::text(value, &["transcript_path"])?;
        transcript::fullness(path.as_ref(), size)
    };
    told.filter(|ratio| (0.0..=1.0).contains(ratio)).or_else(transcript)
}

/// Notes the figure, unless it was the last one already.
fn note(mind: &MindSave, session: &SessionId, ratio: f64, clock: Clock) {
    let events = mind.last_events(session, RECENT).unwrap_or_default();
    let last = events.iter().rev().find_map(|event| match event.happened {
        Happened::Context { ratio } => Some(ratio),
        _ => None,
    });
    if last.is_none_or(|last| percent(last) != percent(ratio)) {
        let event = Event::new(clock.now(), Happened::Context { ratio });
        drop(mind.observe(session, vec![event]));
    }
}

/// Where the size of a session's context is kept, for those who read its transcript.
fn window_key(session: &SessionId) -> Option<Key> {
    Key::parse(&format!("cache/window/{session}")).ok()
}

fn keep_window(mind: &MindSave, session: &SessionId, value: &Value) {
    let size = field::whole(field::any(value, &["context_window"]), &["context_window_size"]);
    let (Some(size), Some(key), Some(workspace)) = (size, window_key(session), mind.workspace())
    else {
        return;
    };
    let store = FileStore::new(workspace.folder());
    if store.stamp(&key).is_ok_and(|stamp| stamp.is_empty()) {
        drop(store.write(&key, size.to_string().as_bytes(), Expect::Any, Durability::Cached));
    }
}

/// The size of a session's context in tokens, if its status line said it.
pub(crate) fn window(store: &FileStore, session: &SessionId) -> Option<u64> {
    let bytes = store.read(&window_key(session)?).ok()??;
    String::from_utf8_lossy(&bytes).trim().parse().ok()
}

fn line(mind: &MindSave, ratio: Option<f64>, now: Timestamp) -> String {
    let signal = mind.signal().unwrap_or_default();
    let parts = [
        context(&signal, ratio),
        fatigue(&signal),
        signal.last_save.map(|at| format!("saved {}", ago(now.seconds_since(at)))),
        failures(mind),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("mindsave: {}", parts.join(" · ")) }
}

fn percent(ratio: f64) -> String {
    format!("{:.0}%", ratio * 100.0)
}

fn context(signal: &Signal, ratio: Option<f64>) -> Option<String> {
    let ratio = ratio?;
    let state = match ratio {
        ratio if ratio >= signal.thresholds.critical => "RED",
        ratio if ratio >= signal.thresholds.warning => "YELLOW",
        _ => "GREEN",
    };
    Some(format!("context {} {state}", percent(ratio)))
}

/// The fatigue, where the heartbeat has it.
fn fatigue(signal: &Signal) -> Option<String> {
    let told = signal.extra.get("fatigue_state").or_else(|| signal.extra.get("fatigue"))?;
    let word = told.as_str().or_else(|| told.get("state")?.as_str())?;
    Some(mindsave_core::resume::one_line(word))
}

fn ago(seconds: i64) -> String {
    match seconds {
        ..60 => "just now".to_owned(),
        60..3_600 => format!("{} min ago", seconds / 60),
        3_600..172_800 => format!("{} h ago", seconds / 3_600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

/// How many failures warn here.
fn failures(mind: &MindSave) -> Option<String> {
    let count = mind.count_failures().unwrap_or_default();
    let noun = if count == 1 { "failure" } else { "failures" };
    (count > 0).then(|| format!("{count} {noun} known"))
}
