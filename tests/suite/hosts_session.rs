//! Sessions as hosts play them: what is written down, what comes back, what is never said twice.

use std::fs::File;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, UNIX_EPOCH};

use mindsave_hosts::Host;
use mindsave_tests::TestWorkspace;
use mindsave_tests::hosts::{hook, sample, worked_in};
use mindsave_tests::program::Answer;
use serde_json::{Value, json};

const SESSION: &str = "6c1e8b52-93d4-4f0a-b7a1-2d5f0c9e4411";

/// Plays a sample of Claude Code.
fn play(ws: &TestWorkspace, name: &str) -> String {
    let text = sample(Host::ClaudeCode, name).text_in(&ws.root());
    hook(ws, Host::ClaudeCode, "").stdin(text).ok().stdout
}

/// Plays an event of Claude Code that is no sample.
fn send(ws: &TestWorkspace, event: &str, fields: &Value) -> String {
    let mut value = json!({"session_id": SESSION, "hook_event_name": event, "cwd": ws.root()});
    value.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    hook(ws, Host::ClaudeCode, "").stdin(value.to_string()).ok().stdout
}

fn context(answer: &str) -> String {
    let value: Value = serde_json::from_str(answer).unwrap_or_default();
    value["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
}

fn journal(ws: &TestWorkspace) -> Vec<Value> {
    let text = ws.read(&format!("sessions/{SESSION}.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_type<'a>(events: &'a [Value], word: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == word).collect()
}

#[test]
fn three_compactions_restore_each_time() {
    let ws = worked_in();
    assert!(context(&play(&ws, "SessionStart.startup")).contains("Export the tide table"));
    for _ in 0..3 {
        for name in ["UserPromptSubmit", "PreToolUse.Read", "PostToolBatch", "Stop"] {
            assert!(!play(&ws, name).contains("Goal:"), "{name}");
        }
        assert_eq!(play(&ws, "PreCompact.auto"), "");
        assert_eq!(play(&ws, "PostCompact.auto"), "");
        let text = context(&play(&ws, "SessionStart.compact"));
        assert!(
            text.starts_with("[mindsave] ") && text.contains("document the --utc flag"),
            "{text}"
        );
        assert!(text.find("Goal:") < text.find("pandas"), "goal and next action stand first");
    }
    let events = journal(&ws);
    assert_eq!(of_type(&events, "compaction").len(), 3);
    let resumes =
        of_type(&events, "delivered").into_iter().filter(|event| event["what"] == "resume");
    assert_eq!(resumes.count(), 4);
}

#[test]
fn where_the_start_is_not_told_the_first_hook_that_may_speak_restores_once() {
    for name in ["UserPromptSubmit.zh", "PostToolBatch", "PreToolUse.Edit", "PostToolUse.Edit"] {
        let ws = worked_in();
        play(&ws, "PreCompact.manual");
        assert!(
            !play(&ws, "PreToolUse.subagent").contains("Goal:"),
            "a subagent takes nothing away"
        );
        assert!(context(&play(&ws, name)).contains("Goal:"), "{name}");
        assert!(!play(&ws, "PostToolUse.Write").contains("Goal:"), "{name}");
    }
}

#[test]
fn a_start_that_is_told_again_for_each_compaction_is_answered_once() {
    let ws = worked_in();
    let play = |name: &str| {
        let text = sample(Host::Codex, name).text_in(&ws.root());
        hook(&ws, Host::Codex, "").stdin(text).ok().stdout
    };
    for _ in 0..2 {
        assert_eq!(play("PreCompact.auto") + &play("PreCompact.auto"), "");
        assert!(play("SessionStart.compact").contains("Goal:"));
        assert_eq!(play("SessionStart.compact"), "");
    }
}

#[test]
fn a_subagent_gets_rules_and_failures_only() {
    let ws = worked_in();
    let text = context(&play(&ws, "SubagentStart"));
    assert!(text.contains("pandas") && text.contains("deadlocks"), "{text}");
    assert!(!text.contains("Goal") && !text.contains("--utc"), "{text}");
    let told = play(&ws, "SubagentStop");
    assert_eq!(told, "");
    let events = journal(&ws);
    let own = |event: &&Value| event["type"] != "continued";
    assert!(events.iter().filter(own).all(|event| event["agent"] == "agent-7f31c0"), "{events:?}");
}

#[test]
fn what_fails_again_is_warned_of_before_it_is_done() {
    let ws = worked_in();
    let text = context(&play(&ws, "PreToolUse.Bash"));
    assert!(text.contains("deadlocks"), "{text}");
    assert_eq!(play(&ws, "PreToolUse.Read"), "");
    assert_eq!(
        send(&ws, "PreToolUse", &json!({"tool_name": "Bash", "tool_input": {"command": "ls"}})),
        ""
    );
    // The hosts that take nothing before a call hear of it right behind.
    let late = sample(Host::Gemini, "AfterTool").text_in(&ws.root());
    let late =
        hook(&ws, Host::Gemini, "").stdin(late.replace("cargo test", "cargo test -p x export"));
    assert!(late.ok().stdout.contains("deadlocks"));
}

#[test]
fn each_call_is_written_down_once_however_often_it_is_told() {
    let ws = TestWorkspace::new();
    let call = json!({
        "tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "git commit -am 'Add export'"},
        "tool_response": {"stdout": "[main 1a2b3c] Add export", "stderr": "", "interrupted": false},
    });
    send(&ws, "PreToolUse", &call);
    send(&ws, "PostToolUse", &call);
    let mut batch = call;
    batch["tool_response"] = json!("[main 1a2b3c] Add export");
    let other = json!({"tool_name": "Read", "tool_use_id": "t2", "tool_input": {"file_path": ws.root().join("源/x.rs")}});
    send(&ws, "PostToolBatch", &json!({"tool_calls": [batch, other]}));
    let events = journal(&ws);
    let calls = of_type(&events, "tool_call");
    assert_eq!(calls.len(), 2, "{events:?}");
    assert_eq!(calls[1]["path"], "源/x.rs");
    assert_eq!(of_type(&events, "result").len(), 1);
    assert_eq!(of_type(&events, "result")[0]["text"], "Add export");
}

#[test]
fn what_is_nobodys_words_is_not_taken_down() {
    let ws = worked_in();
    play(&ws, "UserPromptSubmit.machine");
    let resume = context(&play(&ws, "SessionStart.resume"));
    send(&ws, "UserPromptSubmit", &json!({"prompt": resume, "source": "user"}));
    send(&ws, "Stop", &json!({"last_assistant_message": format!("Done.\n{resume}")}));
    let events = journal(&ws);
    assert!(of_type(&events, "prompt").is_empty(), "{events:?}");
    assert_eq!(of_type(&events, "reply")[0]["text"], "Done.");
}

#[test]
fn secrets_are_in_no_file() {
    let ws = TestWorkspace::new();
    let secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let command =
        json!({"command": format!("curl -H 'Authorization: Bearer {secret}' https://x.test")});
    send(&ws, "UserPromptSubmit", &json!({"prompt": format!("用这个令牌：{secret}")}));
    send(
        &ws,
        "PreToolUse",
        &json!({"tool_name": "Bash", "tool_use_id": "t", "tool_input": command}),
    );
    let error = format!("Exit code 1\ntoken {secret} refused");
    send(
        &ws,
        "PostToolUseFailure",
        &json!({"tool_name": "Bash", "tool_input": command, "error": error}),
    );
    for file in ws.everything() {
        let text = std::fs::read(ws.around().join(&file)).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&text).contains(secret), "{file}");
    }
}

#[test]
fn a_second_installation_does_not_act_twice() {
    let ws = worked_in();
    let first = play(&ws, "PreToolUse.Bash");
    assert!(first.contains("deadlocks"));
    assert_eq!(play(&ws, "PreToolUse.Bash"), "", "the same call");
    // Two processes at the same time, as the host runs them.
    let text = sample(Host::ClaudeCode, "UserPromptSubmit").text_in(&ws.root());
    let children: Vec<_> = (0..4)
        .map(|_| {
            let mut command = hook(&ws, Host::ClaudeCode, "").into_command();
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    // A host starts all before it tells any of them; a busy machine takes its time to start one.
    std::thread::sleep(std::time::Duration::from_millis(700));
    let children = children.into_iter().map(|mut child| {
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child
    });
    for child in children.collect::<Vec<_>>() {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let events = journal(&ws);
    assert_eq!(of_type(&events, "prompt").len(), 1, "{events:?}");
}

#[test]
fn a_workspace_is_made_at_the_first_event_worth_keeping() {
    let ws = TestWorkspace::new();
    assert_eq!(play(&ws, "SessionStart.startup"), "");
    assert_eq!(play(&ws, "PreToolUse.Bash"), "");
    assert!(!ws.path("").exists());
    play(&ws, "UserPromptSubmit.zh");
    assert_eq!(journal(&ws)[0]["text"], "不对，我说的是按潮位站导出，不要用 pandas。");
    assert!(ws.read(".gitignore").contains("/hook.log"));
}

#[test]
fn bad_input_is_a_line_in_a_file_and_nothing_on_the_screen() {
    let ws = worked_in();
    let huge = vec![b'x'; 50 * 1024 * 1024];
    let deep = "[".repeat(100_000);
    let inputs: [&[u8]; 7] =
        [b"not JSON", b"", b"[1]", b"\xff\xfe", b"{\"a\":", &huge, deep.as_bytes()];
    for input in inputs {
        let answer: Answer = hook(&ws, Host::ClaudeCode, "").stdin(input).run();
        assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (0, "", ""));
    }
    assert_eq!(ws.read("hook.log").lines().count(), 7, "{}", ws.read("hook.log"));
    for words in [
        &["hook", "emacs"][..],
        &["hook", "claude-code", "--strange"],
        &["hook", "cline", "x", "y"],
    ] {
        let answer = ws.program().args(words).run();
        assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (0, "", ""));
    }
}

#[test]
fn a_host_that_drops_the_arguments_is_not_refused() {
    let ws = worked_in();
    let text = sample(Host::ClaudeCode, "PreToolUse.Bash").text_in(&ws.root());
    let called =
        ws.program().env("CLAUDE_PROJECT_DIR", ws.root()).env("MINDSAVE_DEADLINE_MS", "60000");
    assert!(context(&called.stdin(text).ok().stdout).contains("deadlocks"));
}

#[test]
fn past_the_deadline_the_answer_is_empty_and_another_hook_restores() {
    let ws = worked_in();
    let text = sample(Host::ClaudeCode, "SessionStart.compact").text_in(&ws.root());
    let late = hook(&ws, Host::ClaudeCode, "").env("MINDSAVE_DEADLINE_MS", "0").stdin(text).ok();
    assert_eq!((late.stdout.as_str(), late.stderr.as_str()), ("", ""));
    assert!(ws.read("hook.log").contains("took too long"));
    assert!(context(&play(&ws, "UserPromptSubmit")).contains("Goal:"));
}

#[test]
fn what_is_due_after_a_compaction_stays_due_until_an_answer_is_taken() {
    let ws = worked_in();
    play(&ws, "PreCompact.auto");
    let text = sample(Host::ClaudeCode, "UserPromptSubmit").text_in(&ws.root());
    let late = hook(&ws, Host::ClaudeCode, "").env("MINDSAVE_DEADLINE_MS", "0").stdin(text).ok();
    assert_eq!(late.stdout, "");
    let text = sample(Host::ClaudeCode, "UserPromptSubmit.zh").text_in(&ws.root());
    let mut command = hook(&ws, Host::ClaudeCode, "").into_command();
    let mut deaf = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(deaf.stdout.take());
    deaf.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(deaf.wait().unwrap().success());
    assert!(context(&play(&ws, "PostToolBatch")).contains("Goal:"));
    assert!(!play(&ws, "PostToolUse.Write").contains("Goal:"), "it was taken");
}

#[test]
fn closed_pipes_are_no_fault() {
    let ws = worked_in();
    let mut command = hook(&ws, Host::ClaudeCode, "").into_command();
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    let mut command = hook(&ws, Host::ClaudeCode, "").into_command();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let text = sample(Host::ClaudeCode, "SessionStart.startup").text_in(&ws.root());
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_there_is_no_time_to_answer_is_kept_all_the_same() {
    let ws = worked_in();
    let dense = "we chose a over b because c. ".repeat(200);
    for round in 0..8 {
        let prompt = json!({
            "session_id": SESSION, "hook_event_name": "UserPromptSubmit", "cwd": ws.root(),
            "prompt": format!("第 {round} 步 {dense}"),
        });
        let late = hook(&ws, Host::ClaudeCode, "").env("MINDSAVE_DEADLINE_MS", "0");
        assert_eq!(late.stdin(prompt.to_string()).ok().stdout, "");
    }
    assert_eq!(of_type(&journal(&ws), "prompt").len(), 8, "{}", ws.read("hook.log"));
}

#[test]
fn a_task_that_is_done_gives_way_to_the_first_one_of_the_next_session() {
    for (done, asked, goal) in [
        (
            "The import is done. Task complete.",
            "Fix the login redirect loop",
            "Goal: Fix the login",
        ),
        ("导入任务已全部完成。", "修复登录页的跳转", "目标：修复登录页的跳转"),
        ("Next step: batch inserts.", "Run the tests first please", "Goal: Speed up the import"),
        ("The import is done. Task complete.", "Thanks a lot!", "Goal: Speed up the import"),
    ] {
        let ws = worked_in();
        let say = |session: &str, event: &str, fields: &Value| {
            let mut value =
                json!({"session_id": session, "hook_event_name": event, "cwd": ws.root()});
            value.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            hook(&ws, Host::ClaudeCode, "").stdin(value.to_string()).ok().stdout
        };
        say("one", "UserPromptSubmit", &json!({"prompt": "New task: Speed up the import job"}));
        say("one", "Stop", &json!({"last_assistant_message": done}));
        say("one", "SessionEnd", &json!({"reason": "prompt_input_exit"}));
        say("two", "SessionStart", &json!({"source": "startup"}));
        say("two", "UserPromptSubmit", &json!({"prompt": asked}));
        say("two", "PreCompact", &json!({"trigger": "auto"}));
        let text = context(&say("two", "SessionStart", &json!({"source": "compact"})));
        assert!(text.contains(goal), "{done} {asked}: {text}");
    }
}

#[test]
fn what_is_not_quite_json_is_read_as_far_as_it_is() {
    let ws = worked_in();
    let event = |text: &str| {
        json!({"session_id": SESSION, "hook_event_name": "UserPromptSubmit", "cwd": ws.root(), "prompt": text})
            .to_string()
    };
    let mut broken = event("三 XX").into_bytes();
    let at = broken.windows(2).position(|pair| pair == b"XX").unwrap();
    broken[at] = 0xff;
    for input in [
        format!("{}\n{}", event("one"), event("more")).into_bytes(),
        format!("{} xyz\0", event("二")).into_bytes(),
        broken,
    ] {
        hook(&ws, Host::ClaudeCode, "").stdin(input).ok();
    }
    let events = journal(&ws);
    let told: Vec<&str> =
        of_type(&events, "prompt").iter().map(|event| event["text"].as_str().unwrap()).collect();
    assert_eq!(told, ["one", "二", "三 \u{fffd}X"]);
}

#[test]
fn a_host_that_leaves_the_stream_open_is_answered() {
    let ws = worked_in();
    let start = sample(Host::ClaudeCode, "SessionStart.startup").text_in(&ws.root());
    let line = json!({"session_id": SESSION, "workspace": {"project_dir": ws.root()}}).to_string();
    for (arguments, text, part) in
        [(&["hook", "claude-code"][..], start, "Goal:"), (&["statusline"], line, "mindsave: ")]
    {
        let command = ws.program().args(arguments).env("MINDSAVE_DEADLINE_MS", "60000");
        let mut command = command.into_command();
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut open = child.stdin.take().unwrap();
        open.write_all(text.as_bytes()).unwrap();
        let answer = child.wait_with_output().unwrap();
        drop(open);
        assert!(String::from_utf8_lossy(&answer.stdout).contains(part), "{answer:?}");
    }
}

#[test]
fn where_there_is_no_workspace_nothing_is_written_and_nothing_said() {
    let ws = TestWorkspace::new();
    std::fs::remove_dir(ws.root().join(".git")).unwrap();
    for name in ["SessionStart.startup", "UserPromptSubmit", "PreCompact.auto", "Stop"] {
        assert_eq!(play(&ws, name), "");
    }
    // A variable that names the home folder makes it no workspace either.
    let text = sample(Host::ClaudeCode, "UserPromptSubmit").text_in(&ws.root());
    hook(&ws, Host::ClaudeCode, "").env("CLAUDE_PROJECT_DIR", ws.home()).stdin(text).ok();
    assert_eq!(ws.everything(), Vec::<String>::new());
}

#[test]
fn a_workspace_that_cannot_be_written_still_answers() {
    let ws = worked_in();
    std::fs::remove_dir_all(ws.path("cache")).ok();
    for name in ["cache", "sessions"] {
        ws.write(name, "a file in the way");
    }
    for name in ["UserPromptSubmit", "PreCompact.auto", "Stop", "SessionEnd.other"] {
        assert_eq!(play(&ws, name), "", "{name}");
    }
    assert!(context(&play(&ws, "SessionStart.compact")).contains("Goal:"));
    assert!(ws.read("hook.log").contains("sessions"));
}

#[test]
fn settings_that_cannot_be_used_do_not_lose_events() {
    let ws = worked_in();
    ws.write("config.toml", "]]bad");
    play(&ws, "UserPromptSubmit");
    send(&ws, "UserPromptSubmit", &json!({"prompt": "Never use chrono."}));
    let events = journal(&ws);
    assert_eq!(of_type(&events, "prompt").len(), 2);
    assert_eq!(events[0]["type"], "continued", "{}", events[0]);
    assert!(ws.read("hook.log").contains("config.toml"));
    assert!(ws.read("facts.jsonl").contains("chrono"));
}

#[test]
fn an_answer_is_no_reason_to_save_where_settings_cannot_be_used() {
    let ws = worked_in();
    play(&ws, "UserPromptSubmit");
    let before = ws.names("snapshots");
    ws.write("config.toml", "]]bad");
    for n in 0..12 {
        let call = json!({"tool_name": "Edit", "tool_use_id": format!("toolu_{n}"),
            "tool_input": {"file_path": ws.root().join("src/export.rs")}});
        send(&ws, "PostToolUse", &call);
    }
    assert!(context(&play(&ws, "SessionStart.compact")).contains("Goal:"));
    let events = journal(&ws);
    assert!(!of_type(&events, "delivered").is_empty());
    assert_eq!(of_type(&events, "save").len(), 0);
    assert_eq!(ws.names("snapshots"), before);
}

#[test]
fn what_a_session_left_in_the_cache_goes_once_it_is_long_gone() {
    let ws = worked_in();
    let names =
        ["restore/old", "delivered/old", "seen/old", "window/old", "told/old", "sessions/old.json"];
    // 2026-05-10, as in every test.
    let now = UNIX_EPOCH + Duration::from_mins(29_639_910);
    for name in names {
        for (name, days) in [(name.replace("old", "new"), 13), (name.to_owned(), 15)] {
            ws.write(&format!("cache/{name}"), "x");
            let file = File::options().write(true).open(ws.path(&format!("cache/{name}")));
            file.unwrap().set_modified(now - Duration::from_secs(days * 86_400)).unwrap();
        }
    }
    play(&ws, "SessionEnd.other");
    for name in names {
        assert!(!ws.path(&format!("cache/{name}")).exists(), "{name}");
        let new = name.replace("old", "new");
        assert!(ws.path(&format!("cache/{new}")).exists(), "{new}");
    }
}
