//! The sample inputs of hosts below `tests/hosts`: made up, one file an event.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use mindsave::{Clock, Timestamp};
use mindsave_hosts::{Host, Surroundings, handle};
use serde_json::{Value, json};

use crate::workspace::walk;
use crate::{NOW, Program, TestWorkspace};

/// One sample.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The host it comes from.
    pub host: Host,
    /// The file's name without its ending, such as `PreToolUse.Bash`.
    pub name: String,
    /// What the host sends.
    pub text: String,
}

impl Sample {
    /// The host's word for the event.
    pub fn event(&self) -> &str {
        let name = self.name.trim_start_matches("pascal.").trim_start_matches("snake-case.");
        if matches!(self.host, Host::OpenCode) {
            return name.trim_start_matches("event.");
        }
        name.split('.').next().unwrap_or_default()
    }

    /// The sample in a workspace.
    pub fn text_in(&self, root: &Path) -> String {
        self.text.replace("/home/nia/tidewatch", &root.display().to_string())
    }

    /// The sample in a workspace, as JSON.
    pub fn value_in(&self, root: &Path) -> Value {
        serde_json::from_str(&self.text_in(root)).expect("a sample is JSON")
    }
}

/// The folder of the samples.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("hosts")
}

/// All samples that hosts send to hooks.
pub fn samples() -> Vec<Sample> {
    Host::ALL.into_iter().flat_map(samples_of).collect()
}

/// The samples of one host, by name.
pub fn samples_of(host: Host) -> Vec<Sample> {
    let name = match host {
        Host::Gemini => "gemini-cli",
        Host::Copilot => "copilot-cli",
        host => host.word(),
    };
    let mut samples = Vec::new();
    for entry in fs::read_dir(folder().join(name)).expect("samples") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_hook = path.extension().is_some_and(|ending| ending == "json");
        if is_hook && !stem.starts_with("statusline") {
            let text = fs::read_to_string(&path).expect("a sample");
            samples.push(Sample { host, name: stem, text });
        }
    }
    samples.sort_by(|a, b| a.name.cmp(&b.name));
    samples
}

/// Returns one sample.
pub fn sample(host: Host, name: &str) -> Sample {
    samples_of(host).into_iter().find(|sample| sample.name == name).expect("a sample of this name")
}

/// A workspace in which there is something to restore and something to warn of.
pub fn worked_in() -> TestWorkspace {
    static TEMPLATE: OnceLock<TestWorkspace> = OnceLock::new();
    let template = TEMPLATE.get_or_init(saved);
    let ws = TestWorkspace::new();
    walk(&template.path(""), &mut |path| {
        let inside = path.strip_prefix(template.path("")).expect("a path inside");
        ws.write(&inside.to_string_lossy(), fs::read(path).expect("a file"));
    });
    ws
}

fn saved() -> TestWorkspace {
    let ws = TestWorkspace::new();
    ws.save(json!({
        "goal": "Export the tide table as CSV",
        "next_action": "document the --utc flag",
        "constraints": ["不要用 pandas", "no new dependencies"],
        "excluded_paths": ["cargo test of the export: deadlocks on the shared port"],
    }));
    ws
}

/// The program as a host runs it.
pub fn hook(ws: &TestWorkspace, host: Host, event: &str) -> Program {
    let words = ["hook", host.word(), event];
    let program = ws.program().args(words.into_iter().filter(|word| !word.is_empty()));
    program.env("MINDSAVE_DEADLINE_MS", "60000")
}

/// Handles one event in this process.
pub fn handled(ws: &TestWorkspace, host: Host, event: Option<&str>, input: &[u8]) -> String {
    let around = Surroundings {
        root: Some(ws.root()),
        deadline: Duration::from_mins(1),
        started: SystemTime::now(),
        ..Surroundings::bare(ws.root())
    };
    let clock = Clock::Fixed(Timestamp::parse(NOW).expect("a time"));
    let reply = handle(host, event, input, &around, clock);
    String::from_utf8(reply.stdout).expect("UTF-8")
}

/// Says what is wrong with an answer, if anything is: it must be nothing, or one JSON object on one
/// line of the form the host takes.
pub fn wrong_with(answer: &str, host: Host) -> Option<String> {
    if answer.is_empty() {
        return None;
    }
    let Ok(Value::Object(map)) = serde_json::from_str(answer) else {
        return Some(format!("no JSON object: {answer}"));
    };
    let known: &[&str] = match host {
        Host::Cursor => &["additional_context", "hookSpecificOutput"],
        Host::Copilot => &["additionalContext"],
        Host::Cline => &["cancel", "contextModification"],
        Host::Windsurf => &[],
        Host::OpenCode => &["system", "note"],
        Host::OpenClaw => &["prependContext"],
        _ => &["hookSpecificOutput"],
    };
    if let Some(unknown) = map.keys().find(|key| !known.contains(&key.as_str())) {
        return Some(format!("{host} knows no field `{unknown}`"));
    }
    let nested = map.get("hookSpecificOutput").and_then(Value::as_object);
    let fields = nested.map(|inner| inner.keys().map(String::as_str).collect::<Vec<_>>());
    let exact = fields.is_none_or(|fields| fields == ["hookEventName", "additionalContext"]);
    let plain = host != Host::Gemini || !answer.contains(['<', '>']);
    (!exact || !plain || answer.lines().count() != 1).then(|| format!("not exact: {answer}"))
}
