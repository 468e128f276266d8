//! Runs what is installed for real, and shows what was said of late.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mindsave::{Check, Clock, Health, MindSave, Result, SaveOptions, State, Workspace};
use mindsave_core::work::Happened;
use serde_json::{Value, json};

use crate::host::Host;
use crate::setup::program::is_hook;
use crate::setup::{Level, Program, Setup, files};

/// How long a hook may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(5);
/// Above this a user feels it.
const SLOW: Duration = Duration::from_millis(100);
/// The goal of the sample workspace, which the start of a session has to say.
const CANARY: &str = "mindsave-doctor-canary";
/// How many of the last texts are shown.
const SHOWN: usize = 5;

/// Checks what is installed in a workspace and for the user: every hook is run with a sample, in a
/// workspace of its own. Nothing is said where nothing is installed and nothing was ever said.
pub fn checkup(mind: &MindSave, home: Option<&Path>) -> Vec<Check> {
    let mut checks = Vec::new();
    let root = mind.workspace().map(|workspace| workspace.root.clone());
    let places = [(root.as_deref(), Level::Project), (home, Level::User)];
    for (base, level) in places {
        let Some(base) = base else { continue };
        for host in Host::ALL {
            let program = Program::new("mindsave");
            let home = home.map(Path::to_path_buf);
            let setup = Setup { host, level, base: base.to_path_buf(), program, home };
            checks.extend(check_host(&setup));
        }
    }
    checks.extend(deliveries(mind));
    checks
}

/// One hook as a host would run it.
struct Hook {
    event: String,
    words: Vec<String>,
}

fn check_host(setup: &Setup) -> Option<Check> {
    let files = setup.installed();
    if files.is_empty() {
        return None;
    }
    let hooks: Vec<Hook> = files.iter().flat_map(|path| hooks_of(path)).collect();
    let level = if setup.level == Level::Project { "project" } else { "user" };
    let name = format!("{} ({level})", setup.host);
    let remedy = format!("run `mindsave setup {}` again", setup.host);
    let (health, detail) = match run_all(setup.host, &hooks) {
        Ok((detail, true)) => (Health::Good, detail),
        Ok((detail, false)) => (Health::Bad, detail),
        Err(error) => (Health::Warning, format!("not tried: {error}")),
    };
    let remedy = (health != Health::Good).then_some(remedy);
    Some(Check { name: "hooks", health, detail: format!("{name}: {detail}"), remedy })
}

/// The hooks of ours in a settings file.
fn hooks_of(path: &Path) -> Vec<Hook> {
    let text = files::read(path).ok().flatten().unwrap_or_default();
    let options = jsonc_parser::ParseOptions::default();
    let root = jsonc_parser::cst::CstRootNode::parse(&text, &options).ok();
    let value = root.and_then(|root| root.to_serde_value()).unwrap_or_default();
    let events = value.get("hooks").and_then(Value::as_object).into_iter().flatten();
    events
        .flat_map(|(event, list)| {
            let hook = |words| Hook { event: event.clone(), words };
            handlers(list).into_iter().map(hook)
        })
        .collect()
}

/// Everything below a value that runs our hook, as words.
fn handlers(value: &Value) -> Vec<Vec<String>> {
    match value {
        Value::Array(values) => values.iter().flat_map(handlers).collect(),
        Value::Object(map) => {
            let line = ["command", "bash"].iter().find_map(|name| map.get(*name)?.as_str());
            let arguments = map.get("args").and_then(Value::as_array).into_iter().flatten();
            let arguments: Vec<&str> = arguments.filter_map(Value::as_str).collect();
            match line {
                Some(line) if is_hook(line, &arguments) => vec![words(line, &arguments)],
                _ => map.get("hooks").map(handlers).unwrap_or_default(),
            }
        }
        _ => Vec::new(),
    }
}

fn words(line: &str, arguments: &[&str]) -> Vec<String> {
    if arguments.is_empty() {
        return shlex::split(line).unwrap_or_else(|| vec![line.to_owned()]);
    }
    std::iter::once(line).chain(arguments.iter().copied()).map(str::to_owned).collect()
}

/// Runs every hook; says what came of it, and whether all is well.
fn run_all(host: Host, hooks: &[Hook]) -> Result<(String, bool)> {
    if hooks.is_empty() {
        return Ok(("installed; nothing in it can be tried from here".to_owned(), true));
    }
    let dir = tempfile::tempdir().map_err(|cause| {
        mindsave::Error::new(mindsave::ErrorKind::Unavailable, "no temporary folder")
            .caused_by(cause)
    })?;
    sample_workspace(dir.path())?;
    let mut wrong = Vec::new();
    let (mut slowest, mut restored) = ((Duration::ZERO, ""), false);
    for Hook { event, words } in hooks {
        let begun = Instant::now();
        match run(host, event, words, dir.path()) {
            Ok(answer) => restored |= answer.contains(CANARY),
            Err(problem) => wrong.push(format!("{event}: {problem}")),
        }
        slowest = slowest.max((begun.elapsed(), event));
    }
    let (time, event) = (slowest.0.as_millis(), slowest.1);
    let mut said = format!("{} hooks tried, slowest {time} ms ({event})", hooks.len());
    let starts = hooks.iter().any(|hook| hook.event.eq_ignore_ascii_case("sessionstart"));
    if starts && !restored {
        wrong.push("the start of a session is not answered".to_owned());
    }
    if slowest.0 > SLOW {
        said += ", which a user feels";
    }
    let well = wrong.is_empty();
    let wrong = if well { String::new() } else { format!("; {}", wrong.join("; ")) };
    Ok((said + &wrong, well))
}

fn sample_workspace(root: &Path) -> Result<()> {
    let folder = root.join(".mindsave");
    std::fs::create_dir_all(&folder).map_err(|cause| {
        mindsave::Error::new(mindsave::ErrorKind::Unavailable, "no sample").caused_by(cause)
    })?;
    let mind = MindSave::open(Workspace::find(Some(root))?, Clock::System)?;
    let state = State::from_value(json!({ "goal": CANARY, "next_action": "none" }))?;
    mind.save(state, &SaveOptions { collect: false, ..SaveOptions::default() }).map(drop)
}

/// Runs one hook as its host would, and returns its answer where that is a valid one.
fn run(host: Host, event: &str, words: &[String], root: &Path) -> Result<String, String> {
    let (program, arguments) = words.split_first().ok_or("no command")?;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root).env("MINDSAVE_ROOT", root);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
    if let Some(mut pipe) = child.stdin.take() {
        drop(pipe.write_all(sample(host, event, root).to_string().as_bytes()));
    }
    let end = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(1)),
            _ => {
                drop(child.kill());
                drop(child.wait());
                return Err("it does not end".to_owned());
            }
        }
    };
    let mut answer = String::new();
    if let Some(mut pipe) = child.stdout.take() {
        drop(pipe.read_to_string(&mut answer));
    }
    let valid = answer.trim().is_empty() || serde_json::from_str::<Value>(&answer).is_ok();
    match (status.success(), valid) {
        (false, _) => Err(format!("it ended with {status}")),
        (true, false) => Err("its answer is no JSON".to_owned()),
        (true, true) => Ok(answer),
    }
}

/// What a host could send at an event.
fn sample(host: Host, event: &str, root: &Path) -> Value {
    let root = root.display().to_string();
    match host {
        Host::Cursor => json!({
            "hook_event_name": event, "conversation_id": CANARY, "generation_id": "",
            "cursor_version": "0", "workspace_roots": [root],
        }),
        Host::Copilot => json!({ "sessionId": CANARY, "timestamp": 0, "cwd": root }),
        Host::VsCode => json!({ "sessionId": CANARY, "hookEventName": event, "cwd": root }),
        Host::Windsurf => json!({
            "agent_action_name": event, "trajectory_id": CANARY, "tool_info": { "cwd": root },
        }),
        _ => json!({ "session_id": CANARY, "hook_event_name": event, "cwd": root }),
    }
}

/// The last texts that were put before an agent.
fn deliveries(mind: &MindSave) -> Option<Check> {
    let sessions = mind.sessions().unwrap_or_default();
    let mut said = Vec::new();
    for session in sessions.iter().take(SHOWN) {
        let events = mind.last_events(&session.id, 200).unwrap_or_default();
        said.extend(events.into_iter().filter_map(|event| match event.happened {
            Happened::Delivered { via, what, tokens, .. } => Some((event.at, via, what, tokens)),
            _ => None,
        }));
    }
    said.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
    let line = |(at, via, what, tokens): &(mindsave::Timestamp, String, String, u32)| {
        format!("{} {via}: {what}, {tokens} tokens", at.minute())
    };
    let lines: Vec<String> = said.iter().take(SHOWN).map(line).collect();
    let detail = lines.join("; ");
    let check = Check { name: "deliveries", health: Health::Good, detail, remedy: None };
    (!lines.is_empty()).then_some(check)
}
