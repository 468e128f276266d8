//! The commands, one file each.

mod auto_snapshot;
mod check;
mod checkpoint;
mod completions;
mod compress;
mod demo;
mod doctor;
mod entries;
mod extract;
mod failures;
mod fatigue;
mod gauge;
mod gotchas;
pub(crate) mod hook;
mod host_input;
mod init;
mod load;
mod nodes;
mod pressure;
mod recall;
mod resume;
mod rules;
mod save;
mod setup;
mod snapshots;
mod status;
pub(crate) mod statusline;

use std::path::Path;

use mindsave::{Clock, IndexEntry, MindSave, Pick, Workspace};

use crate::args::{Args, Command, Graph, Live};
use crate::report::Failure;
use crate::ui::Ui;

/// What every command returns.
pub(crate) type Outcome = Result<(), Failure>;

/// Runs the command the arguments name.
pub(crate) fn run(args: Args, ui: &mut Ui) -> Outcome {
    let root = args.root.as_deref();
    match args.command {
        Command::Init => with(&open(root)?, ui, init::run),
        Command::Save(args) => with(&open(root)?, ui, |mind, ui| save::run(mind, &args, ui)),
        Command::Load(args) => with(&open(root)?, ui, |mind, ui| {
            load::run(mind, &args, ui)?;
            refresh(mind, ui);
            Ok(())
        }),
        Command::Recall(args) => with(&open(root)?, ui, |mind, ui| recall::run(mind, &args, ui)),
        Command::Snapshots(command) => {
            with(&open(root)?, ui, |mind, ui| snapshots::run(mind, command, ui))
        }
        Command::AutoSnapshot(args) => {
            with(&open(root)?, ui, |mind, ui| auto_snapshot::run(mind, &args, ui))
        }
        Command::Resume(args) => with(&open(root)?, ui, |mind, ui| {
            resume::run(mind, &args, ui)?;
            refresh(mind, ui);
            Ok(())
        }),
        Command::Compress(args) => compress::run(root, &args, ui),
        Command::Extract(args) => extract::run(&args, ui),
        Command::Check(args) => check::run(root, &args, ui),
        Command::Failures(command) => {
            with(&open(root)?, ui, |mind, ui| failures::run(mind, command, ui))
        }
        Command::Gotchas(command) => {
            with(&open(root)?, ui, |mind, ui| gotchas::run(mind, &command, ui))
        }
        Command::Rules(command) => rules::run(root, command, ui),
        Command::Pressure(args) => {
            with(&open(root)?, ui, |mind, ui| pressure::run(mind, &args, ui))
        }
        Command::Fatigue(args) => with(&open(root)?, ui, |mind, ui| fatigue::run(mind, &args, ui)),
        Command::Checkpoint(args) => {
            with(&open(root)?, ui, |mind, ui| checkpoint::run(mind, &args, ui))
        }
        Command::Live(command) => with(&open(root)?, ui, |mind, ui| live(mind, command, ui)),
        Command::Status => with(&open(root)?, ui, status::run),
        Command::Doctor => {
            doctor::run(&MindSave::open_for_checkup(find(root)?, Clock::from_env()?), ui)
        }
        Command::Hook { words } => {
            hook::run(&words, args.root);
            Ok(())
        }
        Command::Statusline { words } => {
            let words: Vec<_> = std::iter::once("--".into()).chain(words).collect();
            statusline::run(&words);
            Ok(())
        }
        Command::Setup(args) => setup::run(root, &args, false, ui),
        Command::Unsetup(args) => setup::run(root, &args, true, ui),
        Command::Demo => demo::run(ui),
        Command::Completions { shell } => {
            completions::run(shell, ui);
            Ok(())
        }
    }
}

/// Runs a command for what is known while the work goes on.
fn live(mind: &MindSave, command: Live, ui: &mut Ui) -> Outcome {
    match command {
        Live::Log(args) => entries::log(mind, args, ui),
        Live::Goal { text } => entries::goal(mind, &text, ui),
        Live::Add(args) => entries::add(mind, args, ui),
        Live::Nodes { kind, all } => nodes::list(mind, kind.as_deref(), all, ui),
        Live::Touch { text } => nodes::touch(mind, &text, ui),
        Live::Close { text, reason } => nodes::close(mind, &text, reason.as_deref(), ui),
        Live::Consolidate => nodes::consolidate(mind, ui),
        Live::Handoff { budget } => nodes::handoff(mind, budget, ui),
        Live::BridgeIcpg => nodes::bridge(mind, ui),
        Live::Graph(Graph::Export { format }) => nodes::export(mind, format, ui),
    }
}

/// Writes the sections of instructions files anew, where the user switched that on.
fn refresh(mind: &MindSave, ui: &mut Ui) {
    ui.found(mindsave_hosts::instructions::refresh(mind));
}

/// Runs a command, and tells what it found on the way even where its answer does not.
fn with(
    mind: &MindSave,
    ui: &mut Ui,
    command: impl FnOnce(&MindSave, &mut Ui) -> Outcome,
) -> Outcome {
    let outcome = command(mind, ui);
    let mut notices = mind.take_notices();
    if let Err(failure) = &outcome {
        // The error says it already.
        notices.retain(|notice| !notice.starts_with(&failure.to_string()));
    }
    ui.found(notices);
    outcome
}

fn open(root: Option<&Path>) -> Result<MindSave, Failure> {
    Ok(MindSave::open(find(root)?, Clock::from_env()?)?)
}

fn find(root: Option<&Path>) -> Result<Workspace, Failure> {
    Workspace::find(root).map_err(|error| {
        let hint = "run it inside a project, name one with --root DIR, or make one: mindsave --root DIR init";
        Failure::from(error).hint(hint)
    })
}

/// Returns the checkpoint an optional id names: that one, or the newest.
fn pick(id: Option<&str>) -> Pick {
    id.map_or(Pick::Latest, |id| Pick::Named(id.to_owned()))
}

/// The beginning of a stored text, safe to stand in a line.
fn shown(text: &str, size: usize) -> String {
    mindsave::resume::one_line(text).chars().take(size).collect()
}

/// A list of checkpoints for people.
fn entries_text(entries: &[IndexEntry]) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["#", "id", "made", "status", "goal"]);
    for (i, entry) in entries.iter().enumerate() {
        let status = entry.status.as_deref().map_or_else(|| "-".to_owned(), |s| shown(s, 20));
        let goal = shown(&entry.goal, 60);
        table.add_row([
            (i + 1).to_string(),
            entry.id.to_string(),
            entry.created_at.minute(),
            status,
            goal,
        ]);
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}
