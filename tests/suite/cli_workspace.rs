//! `mindsave init`, `status`, `completions`, and how the workspace is found.

use std::fs;

use mindsave_tests::TestWorkspace;
use mindsave_tests::states::{minimal, rich};
use serde_json::{Value, json};

#[test]
fn without_a_home_the_current_folder_is_not_taken_for_it() {
    let (ws, other) = (TestWorkspace::new(), TestWorkspace::new());
    other.write("config.toml", "max_snapshots = \"none of your business\"\n");
    other.write("rules/broken.yaml", "id: [\n");
    let run = |words: &[&str]| {
        let root = ws.root();
        let words = [&["--root", root.to_str().unwrap()], words].concat();
        ws.program().folder(&other.root()).env("HOME", "").args(words).json()
    };
    let saved = run(&["save", "--goal", "x", "--no-diff"]);
    assert_eq!(saved["warnings"], json!([]));
    let checked = run(&["doctor"]).to_string();
    assert!(!checked.contains("broken.yaml"), "{checked}");
}

#[test]
fn init_makes_the_folder_once_and_keeps_what_is_there() {
    let ws = TestWorkspace::new();
    let first = ws.program().args(["init"]).ok().stdout;
    insta::assert_snapshot!(ws.neutral(&first), @"Made [DIR]/project/.mindsave. Settings: [DIR]/project/.mindsave/config.toml");
    ws.write("config.toml", "max_snapshots = 7\n");
    let again = ws.program().args(["init"]).json();
    assert_eq!(
        (&again["created"], ws.read("config.toml")),
        (&json!(false), "max_snapshots = 7\n".to_owned())
    );
    let ignored = ws.read(".gitignore");
    for name in ["/index.json", "/signal.json", ".tmp-*", "/cache/"] {
        assert!(ignored.lines().any(|line| line == name), "{name}");
    }
    assert!(!ignored.contains("/snapshots"), "what people read may go in");
}

#[test]
fn nothing_is_written_before_the_first_save() {
    let ws = TestWorkspace::new();
    for arguments in [
        &["status"][..],
        &["snapshots", "list"],
        &["snapshots", "stats"],
        &["recall", "x"],
        &["snapshots", "clean", "--dry-run"],
    ] {
        ws.program().args(arguments).json();
    }
    assert_eq!(ws.everything(), [""; 0]);
}

#[test]
fn status_says_where_things_stand() {
    let ws = TestWorkspace::new();
    let text = ws.program().args(["status"]).ok().stdout;
    insta::assert_snapshot!(ws.neutral(&text), @r"
    workspace    [DIR]/project (root of version control)
    store        [DIR]/project/.mindsave
    snapshots    0
    last save    never
    ");
    ws.save(rich());
    let text = ws.program().args(["status"]).ok().stdout;
    insta::assert_snapshot!(ws.neutral(&text), @r#"
    workspace    [DIR]/project (has a .mindsave folder)
    store        [DIR]/project/.mindsave
    snapshots    1
    newest       Fix_login_登录页_2026-05-10 (2026-05-10 14:30)
    goal         Fix "login" 登录页
    blocker      none
    last save    2026-05-10 14:30
    "#);
}

#[test]
fn the_heartbeat_has_every_field_of_the_seed() {
    let ws = TestWorkspace::new();
    ws.program().args(["save", "--goal", "g"]).json();
    let signal: Value = serde_json::from_str(&ws.read("signal.json")).unwrap();
    for field in [
        "last_save",
        "last_auto_save_time",
        "last_auto_save_turn",
        "tool_calls_since_save",
        "auto_save_count",
        "trigger_reason",
        "pressure_state",
        "thresholds",
        "growth_rate",
        "complexity",
        "estimated_tokens_ratio",
    ] {
        assert!(signal.get(field).is_some(), "{field} in {signal}");
    }
    assert_eq!(
        (&signal["last_save"], &signal["trigger_reason"]),
        (&json!("2026-05-10T14:30:00+08:00"), &json!("manual"))
    );
    ws.program().args(["auto-snapshot", "--goal", "g"]).json();
    let status = ws.program().args(["status"]).json();
    assert_eq!(
        (&status["signal"]["auto_save_count"], &status["signal"]["trigger_reason"]),
        (&json!(1), &json!("context-overflow"))
    );
}

#[test]
fn unknown_fields_of_the_heartbeat_survive_a_save() {
    let ws = TestWorkspace::new();
    ws.write("signal.json", r#"{"mood": "fine", "auto_save_count": 3}"#);
    ws.save(minimal("g"));
    let signal: Value = serde_json::from_str(&ws.read("signal.json")).unwrap();
    assert_eq!((&signal["mood"], &signal["auto_save_count"]), (&json!("fine"), &json!(3)));
}

/// Where `status` says the workspace is, and how it was found.
fn found(program: mindsave_tests::Program) -> (String, String) {
    let status = program.args(["status"]).json();
    let text = |key: &str| status[key].as_str().unwrap().to_owned();
    (text("root"), text("found_by"))
}

#[test]
fn the_root_is_given_or_named_or_found_upward_in_this_order() {
    let ws = TestWorkspace::new();
    let at = |name: &str| {
        let path = ws.around().join(name);
        fs::create_dir_all(&path).unwrap();
        path
    };
    let (given, named, host, deep) = (at("given"), at("named"), at("host"), at("project/src/deep"));
    let run = || ws.program().folder(&deep).env("CLAUDE_PROJECT_DIR", &host);
    let both = || run().env("MINDSAVE_ROOT", &named);
    let is = |path: &std::path::Path, how: &str| (path.display().to_string(), how.to_owned());
    assert_eq!(found(both().args(["--root".as_ref(), given.as_os_str()])), is(&given, "given"));
    assert_eq!(found(both()), is(&named, "named by MINDSAVE_ROOT"));
    assert_eq!(found(run()), is(&host, "named by CLAUDE_PROJECT_DIR"));
    assert_eq!(
        found(run().env("CLAUDE_PROJECT_DIR", "/gone")),
        is(&ws.root(), "root of version control")
    );
    at("project/src/.mindsave");
    assert_eq!(
        found(ws.program().folder(&deep)),
        is(&ws.root().join("src"), "has a .mindsave folder")
    );
}

#[test]
fn the_current_folder_is_never_taken_by_itself() {
    let ws = TestWorkspace::new();
    let plain = ws.around().join("plain");
    fs::create_dir(&plain).unwrap();
    for arguments in [&["status"][..], &["save", "--goal", "g"], &["init"]] {
        let error = ws.program().folder(&plain).args(arguments).fails("not_found");
        assert!(error["hint"].as_str().unwrap().contains("--root"), "{error}");
    }
    ws.program().folder(&plain).args(["--root", "missing", "status"]).fails("not_found");
    ws.program().folder(&plain).env("MINDSAVE_ROOT", "missing").args(["status"]).fails("not_found");
    assert_eq!(ws.everything(), [""; 0]);
}

#[test]
fn the_home_folder_is_no_workspace_because_of_its_shared_files() {
    let ws = TestWorkspace::new();
    let folder = ws.home().join("notes");
    fs::create_dir_all(ws.home().join(".mindsave/global")).unwrap();
    fs::create_dir_all(&folder).unwrap();
    ws.program().folder(&folder).args(["save", "--goal", "g"]).fails("not_found");
}

#[test]
fn nothing_is_ever_written_inside_git() {
    let ws = TestWorkspace::new();
    let inside = ws.root().join(".git/hooks");
    fs::create_dir_all(&inside).unwrap();
    ws.program().args(["--root", ".git/hooks", "save", "--goal", "g"]).fails("invalid_input");
    ws.program().args(["--root", ".git", "save", "--goal", "g"]).fails("invalid_input");
    ws.program().folder(&inside).args(["save", "--goal", "g"]).json();
    assert_eq!(
        ws.names("snapshots"),
        ["g_2026-05-10.md"],
        "it is the workspace around that is found"
    );
    assert!(ws.everything().iter().all(|name| !name.starts_with("project/.git/")));
}

#[cfg(unix)]
#[test]
fn a_link_into_git_is_no_way_around() {
    let ws = TestWorkspace::new();
    fs::create_dir_all(ws.root().join(".git/hooks")).unwrap();
    std::os::unix::fs::symlink(ws.root().join(".git/hooks"), ws.around().join("link")).unwrap();
    let root = ws.around().join("link");
    ws.program()
        .args(["--root", root.to_str().unwrap(), "save", "--goal", "g"])
        .fails("invalid_input");
}

#[test]
fn the_resolved_path_has_no_detours() {
    let ws = TestWorkspace::new();
    let deep = ws.root().join("src");
    fs::create_dir(&deep).unwrap();
    let (root, _) = found(ws.program().folder(&deep).args(["--root", ".."]));
    assert_eq!(root, ws.root().display().to_string());
}

#[test]
fn completions_name_every_command() {
    let ws = TestWorkspace::new();
    let script = ws.program().args(["completions", "bash"]).ok().stdout;
    for command in [
        "init",
        "save",
        "load",
        "recall",
        "snapshots",
        "auto-snapshot",
        "resume",
        "status",
        "doctor",
        "demo",
        "completions",
    ] {
        assert!(script.contains(command), "{command}");
    }
    for shell in ["zsh", "fish", "powershell", "elvish"] {
        assert_eq!(ws.program().args(["completions", shell]).json()["shell"], shell);
    }
    ws.program().args(["completions", "tcsh"]).fails("invalid_input");
}

#[test]
fn no_output_has_colour_where_there_is_no_terminal() {
    let ws = TestWorkspace::new();
    ws.save(minimal("g"));
    for arguments in [
        &["status"][..],
        &["load"],
        &["doctor"],
        &["recall"],
        &["snapshots", "stats"],
        &["load", "nothing"],
    ] {
        let answer = ws.program().args(arguments).run();
        assert!(
            !answer.stdout.contains('\u{1b}') && !answer.stderr.contains('\u{1b}'),
            "{answer:?}"
        );
    }
}
