//! `mindsave setup`, `unsetup`, `doctor` and `statusline`: what people see of the hosts.

use std::fs;
use std::path::Path;

use mindsave_hosts::Host;
use mindsave_tests::hosts::{folder, hook, sample, worked_in};
use mindsave_tests::{Program, TestWorkspace};

/// The program by its path: nothing else is in the search path.
fn program(ws: &TestWorkspace, words: &[&str]) -> Program {
    ws.program().args(words)
}

fn settings(ws: &TestWorkspace) -> std::path::PathBuf {
    ws.root().join(".claude/settings.json")
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

const RICH: &str = include_str!("../hosts/settings.rich.json");

#[test]
fn setup_twice_then_unsetup_leaves_rich_settings_as_they_were() {
    let ws = TestWorkspace::new();
    write(&settings(&ws), RICH);
    let dry = program(&ws, &["setup", "claude-code", "--dry-run"]).ok().stdout;
    assert!(dry.contains("+++ .claude/settings.json") && dry.contains("\"SessionStart\""), "{dry}");
    assert_eq!(ws.everything(), ["project/.claude/settings.json"]);
    program(&ws, &["setup", "claude-code"]).ok();
    let once = fs::read_to_string(settings(&ws)).unwrap();
    let second = program(&ws, &["setup", "claude-code"]).json();
    assert_eq!(second["changes"], serde_json::json!([]));
    assert_eq!(fs::read_to_string(settings(&ws)).unwrap(), once);
    program(&ws, &["unsetup", "claude-code"]).ok();
    assert_eq!(fs::read_to_string(settings(&ws)).unwrap(), RICH);
    assert!(
        !ws.root().join(".claude/commands").exists() && !ws.root().join(".claude/skills").exists()
    );
}

#[test]
fn setup_for_the_user_stays_in_the_home_folder() {
    let ws = TestWorkspace::new();
    program(&ws, &["setup", "gemini", "--user"]).ok();
    assert!(ws.home().join(".gemini/settings.json").exists());
    assert!(ws.everything().iter().all(|file| file.starts_with("home/")), "{:?}", ws.everything());
    program(&ws, &["unsetup", "gemini", "--user"]).ok();
    assert!(!ws.home().join(".gemini").exists());
}

#[test]
fn every_host_can_be_set_up_and_mistakes_are_told() {
    for host in Host::ALL {
        let ws = TestWorkspace::new();
        let answer = program(&ws, &["setup", host.word()]).json();
        assert!(!answer["changes"].as_array().unwrap().is_empty(), "{host}");
        program(&ws, &["unsetup", host.word()]).ok();
        let left: Vec<String> =
            ws.everything().into_iter().filter(|file| !file.contains("/.mindsave/")).collect();
        assert!(left.is_empty(), "{host}: {left:?}");
    }
    let ws = TestWorkspace::new();
    program(&ws, &["setup", "emacs"]).fails("invalid_input");
    program(&ws, &["setup"]).fails("invalid_input");
    program(&ws, &["setup", "cline", "--user"]).fails("unsupported");
    write(&settings(&ws), "{broken");
    let error = program(&ws, &["setup", "claude-code"]).fails("invalid_input");
    assert!(error["file"].as_str().unwrap().contains("settings.json"), "{error}");
}

#[test]
fn never_is_anything_registered_where_a_failure_blocks_a_tool() {
    for host in [Host::Copilot, Host::VsCode] {
        let ws = TestWorkspace::new();
        let diff = program(&ws, &["setup", host.word(), "--dry-run"]).ok().stdout;
        assert!(!diff.to_lowercase().contains("pretooluse"), "{diff}");
    }
}

#[cfg(unix)]
#[test]
fn doctor_runs_what_is_installed() {
    let ws = worked_in();
    for host in ["claude-code", "codex", "cursor", "gemini", "copilot"] {
        program(&ws, &["setup", host]).ok();
    }
    let sent = sample(Host::ClaudeCode, "SessionStart.compact").text_in(&ws.root());
    hook(&ws, Host::ClaudeCode, "").stdin(sent).ok();
    let answer = program(&ws, &["doctor"]).json();
    let checks = answer["checks"].as_array().unwrap();
    let hooks: Vec<_> = checks.iter().filter(|check| check["name"] == "hooks").collect();
    assert_eq!(hooks.len(), 5, "{answer}");
    assert!(hooks.iter().all(|check| check["health"] == "good"), "{answer}");
    let said = checks.iter().find(|check| check["name"] == "deliveries").unwrap();
    assert!(said["detail"].as_str().unwrap().contains("SessionStart: resume"), "{answer}");
    // A hook whose program is gone is told.
    let text = fs::read_to_string(settings(&ws)).unwrap();
    let name = mindsave_tests::program::binary().display().to_string();
    write(&settings(&ws), &text.replace(&name, "/nowhere/mindsave"));
    let answer = program(&ws, &["doctor"]).run();
    assert!(answer.code != 0 && answer.stdout.contains("✗ hooks"), "{answer:?}");
}

#[test]
fn an_instructions_file_gets_a_section_that_is_kept_fresh() {
    let ws = worked_in();
    let file = ws.root().join("CLAUDE.md");
    fs::write(&file, "# 规则\r\n\r\nkeep this\r\n").unwrap();
    program(&ws, &["setup", "--instructions", "CLAUDE.md"]).ok();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("# 规则\r\n\r\nkeep this\r\n\r\n<!-- MIND:CONTEXT"), "{text}");
    assert!(
        text.contains("Export the tide table") && text.ends_with("<!-- MIND:END -->\r\n"),
        "{text}"
    );
    mindsave_tests::workspace::save(
        &ws.mind_at("2026-05-10T15:00:00+08:00"),
        serde_json::json!({"goal": "另一个目标"}),
    );
    let sent = sample(Host::ClaudeCode, "PreCompact.auto").text_in(&ws.root());
    hook(&ws, Host::ClaudeCode, "").stdin(sent).ok();
    assert!(fs::read_to_string(&file).unwrap().contains("另一个目标"));
    mindsave_tests::workspace::save(
        &ws.mind_at("2026-05-10T16:00:00+08:00"),
        serde_json::json!({"goal": "third goal"}),
    );
    program(&ws, &["resume"]).ok();
    assert!(fs::read_to_string(&file).unwrap().contains("third goal"));
    program(&ws, &["unsetup", "--instructions", "CLAUDE.md"]).ok();
    assert_eq!(fs::read_to_string(&file).unwrap(), "# 规则\r\n\r\nkeep this\r\n");
    for text in ["<!-- MIND:END -->\n", "```\n<!-- MIND:CONTEXT -->\n<!-- MIND:END -->\n```\n"] {
        fs::write(&file, text).unwrap();
        program(&ws, &["setup", "--instructions", "CLAUDE.md"]).fails("invalid_input");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    program(&ws, &["setup", "--instructions", "../CLAUDE.md"]).fails("invalid_input");
}

#[test]
fn an_instructions_file_comes_back_to_the_byte() {
    let ws = worked_in();
    let file = ws.root().join("AGENTS.md");
    for text in [None, Some(""), Some("\n"), Some("# 规则"), Some("# 规则\r\n- a"), Some("a\n\n\n")]
    {
        drop(fs::remove_file(&file));
        if let Some(text) = text {
            fs::write(&file, text).unwrap();
        }
        program(&ws, &["setup", "--instructions", "AGENTS.md"]).ok();
        assert!(fs::read_to_string(&file).unwrap().contains("MIND:CONTEXT"));
        let goal = serde_json::json!({"goal": format!("after {text:?}")});
        mindsave_tests::workspace::save(&ws.mind_at("2026-05-10T17:00:00+08:00"), goal);
        program(&ws, &["resume"]).ok();
        program(&ws, &["unsetup", "--instructions", "AGENTS.md"]).ok();
        assert_eq!(fs::read_to_string(&file).ok().as_deref(), text);
        program(&ws, &["unsetup", "--instructions", "AGENTS.md"]).ok();
        assert_eq!(fs::read_to_string(&file).ok().as_deref(), text);
    }
}

fn status_line(ws: &TestWorkspace, name: &str, words: &[&str]) -> String {
    let text =
        fs::read_to_string(folder().join(format!("claude-code/statusline.{name}.json"))).unwrap();
    let text = text.replace("/home/nia/tidewatch", &ws.root().display().to_string());
    ws.program().args(["statusline"]).args(words).stdin(text).ok().stdout
}

#[test]
fn the_status_line_says_what_is_known_and_feeds_the_pressure() {
    let ws = worked_in();
    let line = status_line(&ws, "full", &[]);
    assert_eq!(line, "mindsave: context 71% GREEN · FLOW · saved just now · 1 failure known\n");
    assert_eq!(status_line(&ws, "full", &[]), line);
    let journal = ws.read("sessions/6c1e8b52-93d4-4f0a-b7a1-2d5f0c9e4411.jsonl");
    assert_eq!(journal.matches("\"type\":\"context\"").count(), 1, "{journal}");
    assert!(journal.contains("\"ratio\":0.71"), "{journal}");
    assert!(!status_line(&ws, "session-start", &[]).contains("context"));
    let empty = TestWorkspace::new();
    assert_eq!(status_line(&empty, "full", &[]), "");
    assert_eq!(empty.everything(), Vec::<String>::new());
    assert_eq!(ws.program().args(["statusline"]).stdin("no JSON").ok().code, 0);
}

#[cfg(unix)]
#[test]
fn the_users_own_status_line_comes_first() {
    let ws = worked_in();
    let line = status_line(&ws, "1m", &["--", "sh", "-c", "printf '我的 '; grep -c session_id"]);
    assert!(line.starts_with("我的 1\nmindsave: context 41% GREEN"), "{line}");
    let line = status_line(&ws, "1m", &["--", "/nowhere/program"]);
    assert!(line.starts_with("mindsave: "), "{line}");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_told_and_not_waited_for() {
    let ws = worked_in();
    fs::create_dir_all(ws.root().join(".claude")).unwrap();
    let pipe = ws.root().join(".claude/settings.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let error = ws.program().args(["setup", "claude-code"]).fails("invalid_input");
    assert!(error.to_string().contains("it is no file"), "{error}");
}
