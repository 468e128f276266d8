//! What a set-up of each host consists of.

use std::path::{Path, PathBuf};

use mindsave::{Error, ErrorKind, Result};
use serde_json::{Value, json};

use super::files;
use super::json::Edit;
use super::program::Program;
use super::{Level, Setup};
use crate::host::Host;

/// One file of a set-up.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// A settings file in JSON that may hold the user's own.
    Json { path: PathBuf, edits: Vec<Edit> },
    /// A settings file in TOML, where the user keeps hooks there.
    Toml { path: PathBuf, hooks: Vec<(&'static str, Value)> },
    /// A file that is all ours.
    Text { path: PathBuf, text: String, executable: bool },
}

impl Piece {
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Json { path, .. } | Self::Toml { path, .. } | Self::Text { path, .. } => path,
        }
    }
}

/// The commands people type, each a file.
const COMMANDS: [(&str, &str); 5] = [
    ("save", include_str!("texts/commands/save.md")),
    ("load", include_str!("texts/commands/load.md")),
    ("recall", include_str!("texts/commands/recall.md")),
    ("snapshots", include_str!("texts/commands/snapshots.md")),
    ("auto-snapshot", include_str!("texts/commands/auto-snapshot.md")),
];
const SKILL: &str = include_str!("texts/skill.md");
const RULE: &str = include_str!("texts/rule.md");
const OPENCODE: &str = include_str!("texts/opencode.js");

/// The tools whose calls Claude Code tells before they are made.
const WATCHED: &str = "Bash|Edit|MultiEdit|Write|NotebookEdit";

/// Events of Claude Code, with the most seconds each may take.
const CLAUDE_CODE: [(&str, u32); 11] = [
    ("SessionStart", 10),
    ("UserPromptSubmit", 5),
    ("PreToolUse", 5),
    ("PostToolBatch", 5),
    ("PostToolUseFailure", 5),
    ("PreCompact", 10),
    ("SubagentStart", 5),
    ("SubagentStop", 5),
    ("TaskCompleted", 5),
    ("Stop", 10),
    ("SessionEnd", 10),
];
const CODEX: [(&str, u32); 7] = [
    ("SessionStart", 10),
    ("UserPromptSubmit", 5),
    ("PreToolUse", 5),
    ("PostToolUse", 5),
    ("PreCompact", 10),
    ("SubagentStart", 5),
    ("Stop", 10),
];
const CURSOR: [&str; 8] = [
    "sessionStart",
    "beforeSubmitPrompt",
    "postToolUse",
    "postToolUseFailure",
    "preCompact",
    "afterAgentResponse",
    "stop",
    "sessionEnd",
];
const GEMINI: [&str; 6] =
    ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "PreCompress", "SessionEnd"];
/// Never the event before a tool call: there a command that fails denies the call.
const COPILOT: [&str; 7] = [
    "sessionStart",
    "userPromptSubmitted",
    "postToolUse",
    "postToolUseFailure",
    "preCompact",
    "agentStop",
    "sessionEnd",
];
/// Copilot CLI reads the same folder, so neither has this one the event before a tool call.
const VSCODE: [&str; 6] =
    ["SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "SubagentStart", "Stop"];
const CLINE: [&str; 6] =
    ["TaskStart", "TaskResume", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact"];
const WINDSURF: [&str; 4] =
    ["pre_user_prompt", "post_write_code", "post_run_command", "post_cascade_response"];

/// Returns what a host's set-up consists of.
///
/// # Errors
/// `unsupported` where the host has no such place.
pub(super) fn pieces(setup: &Setup) -> Result<Vec<Piece>> {
    let Setup { host, level, base, program, .. } = setup;
    let (host, level) = (*host, *level);
    let at =
        |project: &str, user: &str| base.join(if level == Level::Project { project } else { user });
    Ok(match host {
        Host::ClaudeCode => claude_code(&base.join(".claude"), program, !hides_status_line(setup)),
        Host::Codex => codex(base, program),
        Host::Cursor => cursor(&base.join(".cursor"), level, program),
        Host::Gemini => gemini(&base.join(".gemini"), program),
        Host::Copilot => copilot(&at(".github/hooks", ".copilot/hooks"), program),
        Host::VsCode if level == Level::Project => vscode(&base.join(".github/hooks"), program),
        Host::Cline if level == Level::Project => cline(&base.join(".clinerules"), program),
        Host::Windsurf => windsurf(&at(".windsurf", ".codeium/windsurf"), level, program),
        Host::OpenCode => opencode(&at(".opencode", ".config/opencode"), program),
        Host::OpenClaw => {
            let skill = at("skills/mindsave/SKILL.md", ".agents/skills/mindsave/SKILL.md");
            vec![text(skill, SKILL)]
        }
        Host::VsCode | Host::Cline => {
            let message = format!("{} is set up in a project only", host.name());
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
    })
}

fn text(path: PathBuf, text: &str) -> Piece {
    Piece::Text { path, text: text.to_owned(), executable: false }
}

fn commands(folder: &Path) -> impl Iterator<Item = Piece> {
    COMMANDS.iter().map(move |(name, body)| text(folder.join(format!("{name}.md")), body))
}

/// Whether a status line in the project's settings would hide one of the user's own.
pub(super) fn hides_status_line(setup: &Setup) -> bool {
    let own = setup.home.as_ref().map(|home| home.join(".claude/settings.json"));
    let text = own.and_then(|path| files::read(&path).ok().flatten()).unwrap_or_default();
    let elsewhere = setup.home.as_ref() != Some(&setup.base);
    setup.level == Level::Project && elsewhere && text.contains("\"statusLine\"")
}

fn claude_code(folder: &Path, program: &Program, with_line: bool) -> Vec<Piece> {
    let entry = |(event, seconds): (&'static str, u32)| {
        let handler = json!({
            "type": "command",
            "command": program.as_str(),
            "args": ["hook", Host::ClaudeCode.word()],
            "timeout": seconds,
        });
        let group = match event {
            "PreToolUse" => json!({ "matcher": WATCHED, "hooks": [handler] }),
            _ => json!({ "hooks": [handler] }),
        };
        Edit::Hook(event, group)
    };
    let mut edits: Vec<Edit> = CLAUDE_CODE.into_iter().map(entry).collect();
    edits.extend(with_line.then(|| Edit::StatusLine(program.clone())));
    let settings = Piece::Json { path: folder.join("settings.json"), edits };
    let skill = text(folder.join("skills/mindsave/SKILL.md"), SKILL);
    [settings, skill].into_iter().chain(commands(&folder.join("commands"))).collect()
}

fn codex(base: &Path, program: &Program) -> Vec<Piece> {
    let line = program.line(&["hook", Host::Codex.word()]);
    let group = |(event, seconds): (&'static str, u32)| {
        (event, json!({ "hooks": [{ "type": "command", "command": line, "timeout": seconds }] }))
    };
    let hooks: Vec<(&'static str, Value)> = CODEX.into_iter().map(group).collect();
    let folder = base.join(".codex");
    let config = folder.join("config.toml");
    // Hooks in both files of one folder make Codex warn.
    let in_toml = files::read(&config)
        .is_ok_and(|text| text.is_some_and(|text| super::toml::has_hooks(&text)));
    let settings = if in_toml {
        Piece::Toml { path: config, hooks }
    } else {
        let edits = hooks.into_iter().map(|(event, group)| Edit::Hook(event, group)).collect();
        Piece::Json { path: folder.join("hooks.json"), edits }
    };
    vec![settings, text(base.join(".agents/skills/mindsave/SKILL.md"), SKILL)]
}

fn cursor(folder: &Path, level: Level, program: &Program) -> Vec<Piece> {
    let line = program.line(&["hook", Host::Cursor.word()]);
    let hook = |event| Edit::Hook(event, json!({ "command": line, "timeout": 10 }));
    let version = Edit::Field("version", json!(1));
    let edits = std::iter::once(version).chain(CURSOR.into_iter().map(hook)).collect();
    let mut pieces = vec![Piece::Json { path: folder.join("hooks.json"), edits }];
    if level == Level::Project {
        let rule = format!("---\ndescription: mindsave\nalwaysApply: true\n---\n\n{RULE}");
        pieces.push(text(folder.join("rules/mindsave.mdc"), &rule));
    }
    pieces
}

fn gemini(folder: &Path, program: &Program) -> Vec<Piece> {
    let line = program.line(&["hook", Host::Gemini.word()]);
    let hook = |event| {
        let handler =
            json!({ "type": "command", "name": "mindsave", "command": line, "timeout": 5000 });
        Edit::Hook(event, json!({ "hooks": [handler] }))
    };
    let edits = GEMINI.into_iter().map(hook).collect();
    let settings = Piece::Json { path: folder.join("settings.json"), edits };
    let command = |(name, body): &(&str, &str)| {
        let path = folder.join(format!("commands/{name}.toml"));
        text(path, &as_toml(body))
    };
    std::iter::once(settings).chain(COMMANDS.iter().map(command)).collect()
}

/// A command in the form of Gemini CLI.
fn as_toml(body: &str) -> String {
    let (head, prompt) = body.trim_start_matches("---\n").split_once("---\n").unwrap_or(("", body));
    let about = head.lines().find_map(|line| line.strip_prefix("description: "));
    let mut table = toml_edit::DocumentMut::new();
    table["description"] = toml_edit::value(about.unwrap_or_default());
    table["prompt"] = toml_edit::value(prompt.trim().replace("$ARGUMENTS", "{{args}}"));
    table.to_string()
}

fn copilot(folder: &Path, program: &Program) -> Vec<Piece> {
    let hook = |event: &'static str| {
        let words = ["hook", Host::Copilot.word(), event];
        let handler = json!({
            "type": "command",
            "bash": program.line(&words),
            "powershell": program.power_line(&words),
            "timeoutSec": 10,
        });
        Edit::Hook(event, handler)
    };
    let version = Edit::Field("version", json!(1));
    let edits = std::iter::once(version).chain(COPILOT.into_iter().map(hook)).collect();
    vec![Piece::Json { path: folder.join("mindsave.json"), edits }]
}

fn vscode(folder: &Path, program: &Program) -> Vec<Piece> {
    let line = program.line(&["hook", Host::VsCode.word()]);
    let hook =
        |event| Edit::Hook(event, json!({ "type": "command", "command": line, "timeout": 10 }));
    let edits = VSCODE.into_iter().map(hook).collect();
    vec![Piece::Json { path: folder.join("mindsave-vscode.json"), edits }]
}

/// Programs named after the events. A program that fails blocks the action, so these never do.
fn cline(folder: &Path, program: &Program) -> Vec<Piece> {
    let hook = |event: &str| {
        let name = program.line(&[]);
        let line = program.line(&["hook", Host::Cline.word(), event]);
        let script = format!(
            "#!/bin/sh\n# Made by `mindsave setup cline`.\ncommand -v {name} >/dev/null 2>&1 || exit 0\n{line}\nexit 0\n"
        );
        let path = folder.join("hooks").join(event);
        Piece::Text { path, text: script, executable: true }
    };
    let rule = text(folder.join("mindsave.md"), RULE);
    CLINE.into_iter().map(hook).chain([rule]).collect()
}

fn windsurf(folder: &Path, level: Level, program: &Program) -> Vec<Piece> {
    let line = program.line(&["hook", Host::Windsurf.word()]);
    let hook = |event| Edit::Hook(event, json!({ "command": line, "show_output": false }));
    let edits = WINDSURF.into_iter().map(hook).collect();
    let mut pieces = vec![Piece::Json { path: folder.join("hooks.json"), edits }];
    if level == Level::Project {
        let rule = format!("---\ntrigger: always_on\n---\n\n{RULE}");
        pieces.push(text(folder.join("rules/mindsave.md"), &rule));
    }
    pieces
}

fn opencode(folder: &Path, program: &Program) -> Vec<Piece> {
    let name = Value::String(program.as_str().to_owned()).to_string();
    let plugin = text(folder.join("plugins/mindsave.js"), &OPENCODE.replace("__PROGRAM__", &name));
    std::iter::once(plugin).chain(commands(&folder.join("commands"))).collect()
}
