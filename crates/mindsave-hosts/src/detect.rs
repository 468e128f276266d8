//! Which host really speaks: hosts run each other's hooks.

use serde_json::Value;

use crate::field;
use crate::host::Host;

/// Returns the host that sends such JSON, where that can be told; the one that was named where not.
///
/// VS Code, Copilot CLI and Cursor run the hooks they find in Claude Code's settings.
///
/// ```
/// use mindsave_hosts::{Host, detect};
///
/// let value = serde_json::json!({"hookEventName": "PreCompact", "sessionId": "vs-90ab"});
/// assert_eq!(detect(&value, Host::ClaudeCode), Host::VsCode);
/// ```
pub fn detect(value: &Value, named: Host) -> Host {
    let has = |name: &str| value.get(name).is_some_and(|value| !value.is_null());
    if has("hookName") && (has("clineVersion") || has("taskId")) {
        return Host::Cline;
    }
    if has("agent_action_name") {
        return Host::Windsurf;
    }
    if has("cursor_version") || (has("conversation_id") && has("generation_id")) {
        return Host::Cursor;
    }
    if has("hookEventName") {
        return Host::VsCode;
    }
    if has("sessionId") && value.get("timestamp").is_some_and(Value::is_number) {
        return Host::Copilot;
    }
    plugin(value).or_else(|| snake_case(value, named)).unwrap_or(named)
}

/// The hosts whose plugins pass on the arguments of a function.
fn plugin(value: &Value) -> Option<Host> {
    let one = |name: &str| value.get(name).is_some_and(Value::is_object);
    if one("event") && one("ctx") {
        return Some(Host::OpenClaw);
    }
    let typed = value.get("event").is_some_and(|event| event.get("type").is_some());
    (typed || (one("input") && one("output"))).then_some(Host::OpenCode)
}

/// The hosts that follow Claude Code's form.
fn snake_case(value: &Value, named: Host) -> Option<Host> {
    let event = field::text(value, &["hook_event_name"])?;
    let own = ["BeforeAgent", "AfterAgent", "BeforeTool", "AfterTool", "BeforeModel", "AfterModel"];
    if own.contains(&event) || ["BeforeToolSelection", "PreCompress"].contains(&event) {
        return Some(Host::Gemini);
    }
    let transcript = field::text(value, &["transcript_path"]).unwrap_or_default();
    let lies_in = |folder: &str| transcript.split(['/', '\\']).any(|part| part == folder);
    let marks = [
        (".gemini", Host::Gemini),
        (".codex", Host::Codex),
        (".copilot", Host::Copilot),
        ("workspaceStorage", Host::VsCode),
        (".claude", Host::ClaudeCode),
    ];
    if let Some((_, host)) = marks.into_iter().find(|(folder, _)| lies_in(folder)) {
        return Some(host);
    }
    if value.get("turn_id").is_some() {
        return Some(Host::Codex);
    }
    if event == "SessionStart"
        && value.get("model").is_some()
        && value.get("permission_mode").is_some()
    {
        return Some(Host::Codex);
    }
    // Claude Code and Codex tell no time.
    let timed = value.get("timestamp").is_some_and(Value::is_string);
    let foreign = matches!(named, Host::ClaudeCode | Host::Codex);
    (timed && foreign).then_some(Host::Copilot)
}
