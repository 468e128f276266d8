//! Secrets never reach the disk: neither in a file nor in the name of one.

use mindsave_tests::TestWorkspace;
use serde_json::{Value, json};

/// Secrets in two parts each, so that no scanner takes this file for a leak.
fn secrets() -> Vec<String> {
    let parts = [
        ("ghp_16C7e42F292c69", "12E7710c838347Ae178B4a"),
        ("sk_live_4eC39Hq", "LyjWDarjtT1zdp7dc"),
        ("AKIAZ3MSJV", "4WWNKWZ5XB"),
        ("xoxb-263594206564-2343594206574", "-FGqddMF8t08v8N7Oq4i57vs1"),
    ];
    parts.iter().map(|(a, b)| format!("{a}{b}")).collect()
}

/// A state that has the secret in every place, with text around it.
fn with_secret(secret: &str) -> Value {
    let text = format!("use {secret} for it");
    json!({
        "goal": format!("rotate the key {secret} 轮换"), "state": text, "next_action": text, "blocker": text,
        "active_files": [text], "variables": {"url": format!("https://u:{secret}@h.example/x"), "api_token": secret, "deep": {"list": [text]}},
        "progress": {"done": [text], "next": [text]}, "constraints": [text],
        "decisions": [text, {"choice": text, "reasoning": text, "owner": text}],
        "failure_graph": {text.clone(): {"reason": text, "note": text}}, "excluded_paths": [text],
        "completed_steps": [text], "file_changes": text, "tool_calls": [text, {"command": text}], "notes": text,
        "execution_dag": {"steps": [{"id": "a", "name": text}]},
        "auto_trigger": {"reason": text}, "mine": {"x": text},
    })
}

/// Fails if the secret, or its secret half, stands in a file or the name of one.
fn assert_nowhere(ws: &TestWorkspace, secret: &str) {
    let tail = &secret[secret.len() - 12..];
    for name in ws.everything() {
        let content = std::fs::read(ws.around().join(&name)).unwrap();
        let content = String::from_utf8_lossy(&content);
        assert!(!content.contains(tail), "{tail} in {name}: {content}");
        assert!(!name.contains(tail), "{name}");
    }
}

#[test]
fn a_secret_in_any_field_reaches_no_file() {
    for secret in secrets() {
        let ws = TestWorkspace::new();
        let state = with_secret(&secret).to_string();
        let saved = ws.program().args(["save"]).stdin(&state).json();
        assert!(saved["warnings"].to_string().contains("held secrets"), "{saved}");
        ws.program().args(["auto-snapshot"]).stdin(&state).json();
        for _ in 0..19 {
            ws.program()
                .args(["save", "--status", "in_progress", "--state", "-"])
                .stdin(&state)
                .json();
        }
        ws.program().args(["recall", "rotate"]).json();
        assert_nowhere(&ws, &secret);
    }
}

#[test]
fn a_secret_in_goal_or_topic_reaches_no_file_name() {
    for secret in secrets() {
        let ws = TestWorkspace::new();
        // What the name of a file may hold of it is what everybody knows: how such keys begin.
        let telling = mindsave::Topic::from_text(&secret).as_str().to_owned();
        ws.program().args(["save", "--goal", &format!("{secret} is to be rotated")]).json();
        ws.program().args(["save", "--goal", "g", "--topic", &secret]).json();
        ws.program().args(["auto-snapshot", "--goal", &secret]).json();
        let names = ws.everything();
        assert!(names.iter().all(|name| !name.contains(&telling)), "{telling} in {names:?}");
        assert_nowhere(&ws, &secret);
    }
}

#[test]
fn what_git_says_is_searched_for_secrets_too() {
    let ws = TestWorkspace::new();
    let secret = &secrets()[0];
    let given = json!({"goal": "g", "file_changes": format!(" {secret}.txt | 1 +")});
    ws.program().args(["save"]).stdin(given.to_string()).json();
    assert_nowhere(&ws, secret);
}

#[test]
fn values_under_secret_names_are_left_out_and_the_rest_is_kept() {
    let ws = TestWorkspace::new();
    let value = ["Rf9-x7", "Tq2Lm-Zp4"].concat();
    let given = json!({"goal": "g", "variables": {"db_password": value, "token_budget": 800, "port": 5432,
        "nested": {"clientSecret": value}}, "constraints": ["密码不得写入日志"]});
    let saved = ws.program().args(["save"]).stdin(given.to_string()).json();
    let loaded = ws.program().args(["load", saved["snapshot_id"].as_str().unwrap()]).json();
    assert_eq!(
        (&loaded["variables"]["token_budget"], &loaded["variables"]["port"]),
        (&json!(800), &json!(5432))
    );
    assert_eq!(loaded["constraints"], json!(["密码不得写入日志"]));
    assert_nowhere(&ws, &value);
}

#[test]
fn a_list_under_a_secret_name_is_left_out_as_well() {
    let ws = TestWorkspace::new();
    let value = ["Rf9-x7", "Tq2Lm-Zp4"].concat();
    let given =
        json!({"goal": "g", "variables": {"passwords": [value], "api_keys": {"staging": value}}});
    ws.program().args(["save"]).stdin(given.to_string()).json();
    assert_nowhere(&ws, &value);
}
