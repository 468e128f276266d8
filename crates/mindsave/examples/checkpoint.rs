//! A session ends in the middle of its work, and the next one goes on: `cargo run --example checkpoint`.
//!
//! 一个会话在半途结束，下一个会话接着做。

use std::io::Write;

use mindsave::{Budget, Clock, ErrorKind, MindSave, Pick, SaveOptions, State, Workspace};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // An app takes `Workspace::find(None)?`: the project it is run in.
    let folder = tempfile::tempdir()?;
    let mind = MindSave::open(Workspace::find(Some(folder.path()))?, Clock::from_env()?)?;

    let state = State::from_json(
        r#"{
            "goal": "修复登录页的重定向循环",
            "next_action": "set SameSite=None in src/auth/session.ts",
            "progress": {"done": ["找到了循环的起点"], "next": ["回归测试"]},
            "constraints": ["不要用 JWT", "no tailwind", "use css variables"],
            "decisions": [{"choice": "Playwright", "reasoning": "the team knows it"}],
            "status": "in_progress"
        }"#,
    )?;
    let saved = mind.save(state, &SaveOptions::default())?;
    say(&format!("saved as {}\n", saved.snapshot.id))?;

    // The next session, perhaps another process, weeks later.
    let mind = MindSave::open(Workspace::find(Some(folder.path()))?, Clock::from_env()?)?;
    say(&mind.resume(&Pick::Latest, Budget::default())?.text)?;
    let task = mind.load(&Pick::Latest)?.snapshot.state.task;
    assert_eq!(task.next_action.as_deref(), Some("set SameSite=None in src/auth/session.ts"));

    // Errors have a kind that is the same in every language.
    if let Err(error) = mind.load(&Pick::Named("没有_2026-05-10".into())) {
        assert_eq!(error.kind(), ErrorKind::NotFound);
        say(&format!("{}: {error}\n", error.kind()))?;
    }
    Ok(())
}

fn say(text: &str) -> std::io::Result<()> {
    std::io::stdout().write_all(text.as_bytes())
}
