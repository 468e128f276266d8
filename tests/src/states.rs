//! States to save.

use serde_json::{Map, Value, json};

/// Texts that have broken one program or another.
pub const NASTY: [&str; 36] = [
    "",
    " ",
    "\n",
    "a\n",
    "\na",
    "say \"hi\" now",
    "\"quoted\"",
    "'",
    "a\\nb",
    "C:\\new",
    "---",
    "\n---\n",
    "x\n---\nnext_action: evil",
    "key: value",
    "# no comment",
    "- item",
    "no",
    "yes",
    "null",
    "~",
    "010",
    "1_000",
    "1e3",
    "2026-05-10",
    "<<",
    "goal:x",
    "\u{0}\u{1}\u{7f}\u{85}\u{2028}\u{feff}",
    "\t tab \r\n",
    "修复登录",
    "👩‍👩‍👧🇨🇳",
    "```\nx\n```",
    "!json \"x\"",
    "### Notes\n## Layer 3",
    "1. one\n   two",
    "\u{202e}txt.exe",
    "e\u{301}\u{fffd}\u{10ffff}",
];

/// A state with a goal and nothing else.
pub fn minimal(goal: &str) -> Value {
    json!({ "goal": goal })
}

/// A state of this goal and status.
pub fn with_status(goal: &str, status: &str) -> Value {
    json!({ "goal": goal, "status": status })
}

/// A state that uses every field, in both languages.
pub fn rich() -> Value {
    json!({
        "goal": "Fix \"login\" 登录页", "phase": "debugging", "state": "found: the cookie",
        "progress": {"done": ["复现", "read session.ts"], "next": ["补测试"]},
        "next_action": "set SameSite=None in src/auth/session.ts,\nthen run the tests",
        "active_files": ["src/auth/session.ts", "docs/登录.md"], "blocker": "none",
        "variables": {
            "port": 8080, "ratio": 0.1, "big": 18_446_744_073_709_551_615_u64, "low": i64::MIN,
            "tiny": 5e-324, "huge": 1e21, "flag": true, "text": "8080", "no": "no", "url": "https://x.example/a?b=c#d",
            "nested": {"list": [1, "1", null, {"空": []}], "empty": {}}
        },
        "status": "in_progress", "constraints": ["no tailwind", "不要用 JWT", "010"],
        "decisions": ["REST first", {"choice": "用 Playwright", "options": ["Playwright", "Cypress"],
            "reasoning": "r: s", "risks": "flaky", "rollback": "换回", "context": "e2e", "at": "2026-05-09",
            "supersedes": "Cypress", "owner": {"name": "Li", "n": 1}}],
        "failure_graph": {"Tailwind": {"schema_version": "1.0", "rejected_by": "user", "reason": "clash",
            "repeat_count": 3, "confidence": "high", "scope": "project", "related": ["Bootstrap"],
            "alternatives": ["CSS Modules"], "seen": ["a.css"]}, "C++": {}},
        "excluded_paths": ["websocket: flaky"], "completed_steps": ["one", "两步\n  indented\n\nlast"],
        "file_changes": " src/a.rs | 2 +-\n 1 file changed", "tool_calls": ["edit a", {"tool": "Bash", "ok": true}],
        "execution_dag": {"steps": [
            {"id": "a", "name": "read", "status": "done", "depends_on": []},
            {"id": "b", "name": "修", "status": "running", "depends_on": ["a"], "owner": "Li"}
        ]},
        "notes": "free\n## text", "auto_trigger": {"reason": "tool-threshold", "tool_calls_since_last": 12},
        "custom": {"deep": ["x", 1.5]}
    })
}

/// A state that has the text in every place a text can stand.
pub fn everywhere(text: &str) -> Value {
    let goal = if text.trim().is_empty() { format!("g{text}") } else { text.to_owned() };
    json!({
        "goal": goal, "phase": text, "state": text, "next_action": text, "blocker": text, "status": text,
        "progress": {"done": [text], "next": [text, text]}, "active_files": [text], "variables": {text: text},
        "constraints": [text, "x"], "decisions": [text, {"choice": "c", "reasoning": text, "risks": [text], text: text}],
        "failure_graph": {format!("f{text}"): {"reason": text, "related": [text], format!("k{text}"): text}},
        "excluded_paths": [text], "completed_steps": [text, "x", text], "file_changes": text,
        "tool_calls": [text, {"t": text, text: 1}], "notes": text,
        "auto_trigger": {"reason": text, "tool_calls_since_last": 0, format!("k{text}"): text},
        format!("x{text}"): text,
    })
}

/// What `load` adds to a state.
pub const ADDED_BY_LOAD: [&str; 5] = ["snapshot_id", "created_at", "version", "layers", "symbolic"];

/// Returns what was given out of an answer of `load`: without what `load` adds, and without empty
/// fields that were not given.
pub fn given_part(loaded: &Value, given: &Value) -> Value {
    let kept = loaded.as_object().expect("an object").iter().filter(|(key, value)| {
        let empty = value.as_array().is_some_and(Vec::is_empty)
            || value.as_object().is_some_and(Map::is_empty);
        let added = ADDED_BY_LOAD.contains(&key.as_str()) || empty;
        given.get(key.as_str()).is_some() || !added
    });
    let kept: Map<String, Value> = kept.map(|(key, value)| (key.clone(), value.clone())).collect();
    Value::Object(kept)
}
