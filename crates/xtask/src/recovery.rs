//! Plays the scenarios of `tests/recovery` through the program and holds the figures.

use std::path::Path;
use std::process::Command;

use crate::python::{environment, root, run, target};
use crate::tasks::{Done, cargo};

/// What the scorer counts tokens with.
const TOOLS: [&str; 1] = ["bpe-openai>=0.1,<0.2"];
/// What the scenarios of the project's own set must give at least, or at most.
const DEV: [&str; 20] = [
    "goal=1",
    "phase=1",
    "next_action=1",
    "blocker=1",
    "decisions=1",
    "constraints=0.98",
    "exclusions=0.95",
    "variables=0.95",
    "files=0.95",
    "steps=0.85",
    "beyond_save=0.9",
    "repeat_recall=0.9",
    "false_alarms=0.04",
    "polarity_flipped=0",
    "leaks=0",
    "leaks_secret=0",
    "over_800=0",
    "unanswered=0",
    "errors=0",
    "tokens_max=800",
];

/// Builds the program and plays both sets; the second, in harder words, is only shown.
pub(crate) fn score() -> Done {
    cargo(&["build", "--package", "mindsave-cli"])?;
    let tools = environment(&target().join("python").join("venv-recovery"), &TOOLS)?;
    let folder = root().join("tests").join("recovery");
    let program = target().join("debug").join("mindsave");
    let play = |set: &Path| {
        let mut python = tools.command("python");
        python.arg(folder.join("score.py")).arg(set).arg("--bin").arg(&program).arg("--misses");
        // What is measured is what comes back, on any machine: not how soon.
        python.env("MINDSAVE_DEADLINE_MS", "10000");
        python
    };
    let mut dev: Command = play(&folder.join("dev"));
    run(dev.arg("--require").args(DEV))?;
    run(&mut play(&folder.join("own")))
}
