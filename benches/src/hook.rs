//! Hooks as whole processes against `git rev-parse HEAD`: what a host waits for at every step.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use mindsave::work::{Event, Happened, Outcome as CallOutcome, SessionId, ToolCall};
use mindsave::{FailureReport, MindSave, Timestamp};
use serde_json::{Value, json};

use crate::Outcome;
use crate::fixture::Fixture;
use crate::pairs::{measure, timed};
use crate::process::{command, program, repository, sample};
use crate::report::{Bound, Report};
use crate::rules::{Language, rules};

/// Pairs of processes a figure is the median of.
const PAIRS: usize = 60;
/// The session whose hooks are measured.
const SESSION: &str = "bench";

/// Measures hooks with 1,000 and with 10,000 entries in the store.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    for (entries, factor) in [(1_000, 1.0), (10_000, 2.0)] {
        hooks(report, entries, factor)?;
    }
    Ok(())
}

fn hooks(report: &mut Report, entries: usize, factor: f64) -> Outcome<()> {
    let program = program()?;
    let fixture = Fixture::new(20, None)?;
    let folder = fixture.dir.path();
    repository(folder)?;
    fill(&fixture.open()?, entries)?;
    let git = || sample(folder, Path::new("git"), &["rev-parse", "HEAD"]);
    let all = [
        ("PostToolUse", 2.0, post as fn(usize) -> Value),
        ("PreToolUse", 3.0, pre),
        ("SessionStart", 4.0, start),
    ];
    for (event, bound, input) in all {
        let mut count = 0;
        let mut ours = || {
            count += 1;
            hook(folder, &program, &input(count))
        };
        let name = format!("hook claude-code, {event}, {entries} entries");
        let measured = measure(PAIRS, &mut ours, &mut { git })?;
        report.ratio(&name, &measured, Bound::AtMost(bound * factor))?;
    }
    Ok(())
}

/// Runs the hook with an event on its standard input.
fn hook(folder: &Path, program: &Path, input: &Value) -> Outcome<Duration> {
    let path: PathBuf = folder.join(".git/hook-input.json");
    fs::write(&path, input.to_string())?;
    let mut command = command(folder, program);
    command.args(["hook", "claude-code"]);
    command.stdin(Stdio::from(fs::File::open(&path)?));
    timed(|| crate::process::done(&mut command))
}

/// An event of the session, told apart by its number.
fn event(name: &str, number: usize, more: &Value) -> Value {
    let mut input = json!({
        "session_id": SESSION, "hook_event_name": name, "permission_mode": "default",
        "tool_use_id": format!("toolu_{name}_{number}"),
    });
    if let (Some(all), Some(more)) = (input.as_object_mut(), more.as_object()) {
        all.extend(more.clone());
    }
    input
}

fn post(number: usize) -> Value {
    let input = json!({"file_path": format!("src/file_{}.rs", number % 40), "old_string": "a", "new_string": "b"});
    event(
        "PostToolUse",
        number,
        &json!({"tool_name": "Edit", "tool_input": input, "tool_response": {"success": true}}),
    )
}

fn pre(number: usize) -> Value {
    let input = json!({"command": format!("cargo run --bin importer -- --batch {number}")});
    event("PreToolUse", number, &json!({"tool_name": "Bash", "tool_input": input}))
}

fn start(_: usize) -> Value {
    event("SessionStart", 0, &json!({"source": "compact"}))
}

/// Fills the store: so many failures at most 1,000, and so many events in the session's journal.
fn fill(mind: &MindSave, entries: usize) -> Outcome<()> {
    for text in rules(Language::English, entries.min(1_000)) {
        let name = text.chars().take(80).collect();
        mind.record_failure(&FailureReport { name, ..FailureReport::default() })?;
    }
    let now = Timestamp::parse("2026-05-10T14:30:00Z")?;
    let goal = Event::new(now, Happened::Goal { text: "a bench of hooks".to_owned() });
    let events: Vec<Event> = std::iter::once(goal)
        .chain((1..entries).map(|number| Event::new(now, Happened::ToolCall(call(number)))))
        .collect();
    Ok(mind.append(&SessionId::of(SESSION), &events)?)
}

fn call(number: usize) -> ToolCall {
    ToolCall {
        tool: "Edit".to_owned(),
        call: Some(format!("toolu_{number}")),
        path: Some(format!("src/file_{}.rs", number % 40)),
        edits: true,
        outcome: Some(CallOutcome::Ok),
        duration_ms: Some(12),
        ..ToolCall::default()
    }
}
