//! What failed is warned of before it is tried again, in any words: `cargo run --example warn`.
//!
//! 失败过的做法，换个说法、换种语言再提，也会得到提醒。

use std::io::Write;

use mindsave::check::{Action, explain};
use mindsave::{Clock, FailureReport, MemoryStore, MindSave};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Any store will do; `MindSave::open` takes a folder.
    let mind = MindSave::with_store(MemoryStore::default(), Clock::from_env()?);
    mind.record_failure(&FailureReport {
        name: "mocking the database in integration tests".to_owned(),
        reason: "the mock hid a broken migration".to_owned(),
        alternatives: vec!["a real Postgres in a container".to_owned()],
        ..FailureReport::default()
    })?;

    let mut out = std::io::stdout().lock();
    for plan in ["在集成测试里 mock 数据库", "run the tests against a real Postgres in a container"]
    {
        let checked = mind.check(&Action::Sentence(plan))?;
        writeln!(out, "{plan}")?;
        for warning in &checked.matches {
            let why = explain(&warning.found, &warning.failure, plan);
            writeln!(out, "  {}: {why}", warning.found.severity.word())?;
        }
    }
    Ok(())
}
