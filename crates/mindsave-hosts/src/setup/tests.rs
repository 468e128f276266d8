use std::fs;

use super::*;

/// A settings file people have: comments, their own hooks, a status line, no final line break.
const RICH: &str = "{\n    // 我的设置\n    \"permissions\": { \"allow\": [\"Bash(cargo test:*)\"] },\n    \"env\": {\"TOKEN\": \"abc\"},\n    \"hooks\": {\n        \"PreToolUse\": [\n            {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"./check.sh\"}]}\n        ],\n        \"Stop\": []\n    },\n    \"statusLine\": {\"type\": \"command\", \"command\": \"~/line.sh 'a b'\", \"padding\": 0}\n}";

fn setup(host: Host, base: &Path) -> Setup {
    let program = Program::new("/opt/项目 x/mindsave");
    Setup { host, level: Level::Project, base: base.to_path_buf(), program, home: None }
}

fn everything(base: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![base.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with(".mindsave") {
                continue;
            }
            if path.is_dir() {
                found.push((path.display().to_string(), String::new()));
                folders.push(path);
            } else {
                found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_host_is_set_up_twice_and_taken_back_to_the_byte() {
    for host in Host::ALL {
        let dir = tempfile::tempdir().unwrap();
        let settings = dir.path().join(".claude/settings.json");
        fs::create_dir_all(settings.parent().unwrap()).unwrap();
        fs::write(&settings, RICH).unwrap();
        let before = everything(dir.path());
        let setup = setup(host, dir.path());
        let plan = setup.install().unwrap();
        assert!(!plan.is_empty(), "{host}");
        assert_eq!(everything(dir.path()), before, "a plan writes nothing");
        plan.apply().unwrap();
        let once = everything(dir.path());
        assert_ne!(once, before, "{host}");
        let again = setup.install().unwrap();
        assert!(again.is_empty(), "{host}: {}", again.diff());
        again.apply().unwrap();
        assert_eq!(everything(dir.path()), once, "{host}");
        setup.remove().unwrap().apply().unwrap();
        assert_eq!(everything(dir.path()), before, "{host}");
        assert!(setup.remove().unwrap().is_empty(), "{host}");
    }
}

#[test]
fn the_users_own_hooks_and_status_line_go_on() {
    let text = installed_claude_code(RICH);
    let root = jsonc_parser::cst::CstRootNode::parse(&text, &jsonc_parser::ParseOptions::default());
    let value = root.unwrap().to_serde_value().unwrap();
    assert_eq!(value["hooks"]["PreToolUse"][0]["hooks"][0]["command"], "./check.sh");
    let handler = &value["hooks"]["PreToolUse"][1]["hooks"][0];
    assert_eq!(handler["command"], "/opt/项目 x/mindsave");
    assert_eq!(handler["args"], serde_json::json!(["hook", "claude-code"]));
    assert_eq!(value["hooks"]["SessionStart"][0].get("matcher"), None);
    let line = value["statusLine"]["command"].as_str().unwrap();
    assert_eq!(Program::inside(line).as_deref(), Some("~/line.sh 'a b'"));
    assert_eq!(value["statusLine"]["padding"], 0);
    assert!(text.contains("// 我的设置") && text.contains("\"env\": {\"TOKEN\": \"abc\"},"));
}

fn installed_claude_code(rich: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let settings = dir.path().join(".claude/settings.json");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    fs::write(&settings, rich).unwrap();
    setup(Host::ClaudeCode, dir.path()).install().unwrap().apply().unwrap();
    let record = fs::read_to_string(dir.path().join(".mindsave/setup/claude-code.json")).unwrap();
    assert!(!record.contains("abc"), "the record holds nothing of the user's file");
    fs::read_to_string(settings).unwrap()
}

#[test]
fn what_the_user_changed_in_between_stays() {
    let dir = tempfile::tempdir().unwrap();
    let settings = dir.path().join(".claude/settings.json");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    fs::write(&settings, RICH).unwrap();
    let setup = setup(Host::ClaudeCode, dir.path());
    setup.install().unwrap().apply().unwrap();
    let text =
        fs::read_to_string(&settings).unwrap().replace("\"TOKEN\": \"abc\"", "\"TOKEN\": \"新\"");
    fs::write(&settings, &text).unwrap();
    let command = dir.path().join(".claude/commands/save.md");
    fs::write(&command, "my own\n").unwrap();
    let plan = setup.remove().unwrap();
    assert!(plan.notices.iter().any(|notice| notice.contains("save.md")), "{:?}", plan.notices);
    plan.apply().unwrap();
    let left = fs::read_to_string(&settings).unwrap();
    assert!(!left.contains("mindsave") && left.contains("\"TOKEN\": \"新\""), "{left}");
    assert!(left.contains("./check.sh") && left.contains("\"~/line.sh 'a b'\""), "{left}");
    assert_eq!(fs::read_to_string(&command).unwrap(), "my own\n");
    assert!(!dir.path().join(".claude/commands/load.md").exists());
}

#[test]
fn a_status_line_of_the_user_is_not_hidden_by_the_project() {
    let dir = tempfile::tempdir().unwrap();
    let (home, project) = (dir.path().join("home"), dir.path().join("project"));
    fs::create_dir_all(home.join(".claude")).unwrap();
    fs::create_dir_all(&project).unwrap();
    let own = "{\"statusLine\": {\"type\": \"command\", \"command\": \"line.sh\"}}";
    fs::write(home.join(".claude/settings.json"), own).unwrap();
    let setup = Setup { home: Some(home), ..setup(Host::ClaudeCode, &project) };
    let plan = setup.install().unwrap();
    assert!(
        !plan.diff().contains("statusLine") && plan.notices[0].contains("--user"),
        "{:?}",
        plan.notices
    );
}

#[test]
fn files_of_the_user_under_our_names_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let command = dir.path().join(".claude/commands/load.md");
    fs::create_dir_all(command.parent().unwrap()).unwrap();
    fs::write(&command, "mine\n").unwrap();
    let setup = setup(Host::ClaudeCode, dir.path());
    let plan = setup.install().unwrap();
    assert!(plan.notices.iter().any(|notice| notice.contains("load.md")), "{:?}", plan.notices);
    plan.apply().unwrap();
    setup.remove().unwrap().apply().unwrap();
    assert_eq!(fs::read_to_string(&command).unwrap(), "mine\n");
}

#[test]
fn settings_that_cannot_be_read_are_refused_and_left() {
    for text in ["[1, 2]", "{\"hooks\": 3}", "{\"hooks\": {\"Stop\": {}}}", "{broken", "\u{1}"] {
        let dir = tempfile::tempdir().unwrap();
        let settings = dir.path().join(".claude/settings.json");
        fs::create_dir_all(settings.parent().unwrap()).unwrap();
        fs::write(&settings, text).unwrap();
        let error = setup(Host::ClaudeCode, dir.path()).install().unwrap_err();
        assert_eq!(error.kind(), mindsave::ErrorKind::InvalidInput, "{text}");
        assert_eq!(fs::read_to_string(&settings).unwrap(), text);
    }
}

#[test]
fn every_form_of_a_settings_file_comes_back() {
    let forms = [
        "",
        "{}",
        "{}\n",
        "\u{feff}{\r\n\t\"a\": 1\r\n}\r\n",
        "{\"hooks\":{}}",
        "{\"hooks\":{\"Stop\":[]},\"z\":[1,2]}",
        "{\n  \"a\": 1, // 尾\n}\n",
    ];
    for text in forms {
        let dir = tempfile::tempdir().unwrap();
        let settings = dir.path().join(".gemini/settings.json");
        fs::create_dir_all(settings.parent().unwrap()).unwrap();
        fs::write(&settings, text).unwrap();
        let setup = setup(Host::Gemini, dir.path());
        setup.install().unwrap().apply().unwrap();
        assert!(fs::read_to_string(&settings).unwrap().contains("hook gemini"), "{text:?}");
        setup.install().unwrap().apply().unwrap();
        setup.remove().unwrap().apply().unwrap();
        assert_eq!(fs::read_to_string(&settings).unwrap(), text);
    }
}

#[test]
fn codex_hooks_go_where_the_user_has_them() {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join(".codex/config.toml");
    fs::create_dir_all(config.parent().unwrap()).unwrap();
    let text = "# 我的\nmodel = \"x\"\n\n[[hooks.Stop]]\nhooks = [{ type = \"command\", command = \"./own.sh\" }]\n";
    fs::write(&config, text).unwrap();
    let setup = setup(Host::Codex, dir.path());
    setup.install().unwrap().apply().unwrap();
    let with = fs::read_to_string(&config).unwrap();
    assert!(with.contains("hook codex") && with.contains("# 我的"), "{with}");
    assert!(!dir.path().join(".codex/hooks.json").exists());
    fs::write(&config, with.replace("model = \"x\"", "model = \"y\"")).unwrap();
    setup.remove().unwrap().apply().unwrap();
    let left = fs::read_to_string(&config).unwrap();
    assert!(left.contains("./own.sh") && !left.contains("mindsave"), "{left}");
}

#[test]
fn every_form_of_codex_settings_comes_back() {
    let own = "[[hooks.Stop]]\nhooks = [{ type = \"command\", command = \"./own.sh\" }]\n";
    let forms = [
        format!("# 我的\nmodel = \"x\"\n\n{own}"),
        format!("# 我的\nmodel = \"x\"\n\n{own}").replace('\n', "\r\n"),
        format!("\u{feff}{own}"),
        format!("[hooks]\nCustom = []\n\n{own}\n[tui] # 尾\nx = 1"),
    ];
    for text in forms {
        let dir = tempfile::tempdir().unwrap();
        let config = dir.path().join(".codex/config.toml");
        fs::create_dir_all(config.parent().unwrap()).unwrap();
        fs::write(&config, &text).unwrap();
        let setup = setup(Host::Codex, dir.path());
        setup.install().unwrap().apply().unwrap();
        assert!(fs::read_to_string(&config).unwrap().contains("hook codex"), "{text:?}");
        setup.remove().unwrap().apply().unwrap();
        assert_eq!(fs::read_to_string(&config).unwrap(), text);
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let dir = tempfile::tempdir().unwrap();
    let (real, link) = (dir.path().join("dotfiles.json"), dir.path().join(".claude/settings.json"));
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    fs::write(&real, "{}").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let setup = setup(Host::ClaudeCode, dir.path());
    setup.install().unwrap().apply().unwrap();
    assert!(link.is_symlink() && fs::read_to_string(&real).unwrap().contains("hook"));
    setup.remove().unwrap().apply().unwrap();
    assert_eq!((link.is_symlink(), fs::read_to_string(&real).unwrap().as_str()), (true, "{}"));
}
