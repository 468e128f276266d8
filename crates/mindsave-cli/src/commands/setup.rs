//! `mindsave setup` and `mindsave unsetup`.

use std::path::{Path, PathBuf};

use mindsave::{Clock, Error, MindSave, Workspace};
use mindsave_hosts::{Change, Host, Level, Plan, Program, Setup, instructions};
use serde_json::{Value, json};

use super::Outcome;
use crate::args;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(root: Option<&Path>, args: &args::Setup, remove: bool, ui: &mut Ui) -> Outcome {
    if args.host.is_none() && args.instructions.is_none() {
        let error = Error::invalid(format!("no host is named: {}", known()));
        return Err(Failure::from(error).hint("for example: mindsave setup claude-code --dry-run"));
    }
    let host = args.host.as_deref().map(host).transpose()?;
    let mut answer = json!({ "dry_run": args.dry_run, "changes": [], "notices": [] });
    if let Some(host) = host {
        let plan = plan(root, host, args, remove)?;
        tell(&plan, args.dry_run, remove, ui);
        if !args.dry_run {
            plan.apply()?;
        }
        answer["host"] = json!(host.word());
        answer["changes"] = plan.changes.iter().map(change).collect();
        answer["notices"] = json!(plan.notices);
        answer["diff"] = json!(plan.diff());
    }
    if let Some(file) = args.instructions.as_deref().filter(|_| !args.dry_run) {
        let mind = MindSave::open(super::find(root)?, Clock::from_env()?)?;
        instructions::switch(&mind, file, !remove)?;
        let what = if remove { "no longer holds" } else { "holds" };
        ui_line(ui, &format!("{file} {what} a section that mindsave refreshes."));
        answer["instructions"] = json!({ "file": file, "on": !remove });
    }
    if ui.is_json() {
        ui.value(&answer);
    }
    Ok(())
}

fn known() -> String {
    Host::ALL.map(Host::word).join(", ")
}

fn host(word: &str) -> Result<Host, Failure> {
    Host::parse(word).ok_or_else(|| {
        let error = Error::invalid(format!("`{word}` is no host that is known"));
        Failure::from(error).hint(format!("one of {}", known()))
    })
}

fn plan(
    root: Option<&Path>,
    host: Host,
    args: &args::Setup,
    remove: bool,
) -> Result<Plan, Failure> {
    let level = if args.user { Level::User } else { Level::Project };
    let base = match level {
        Level::User => home()?,
        Level::Project => {
            let workspace: Workspace = super::find(root)?;
            if !args.dry_run {
                MindSave::open(workspace.clone(), Clock::from_env()?)?.init()?;
            }
            workspace.root
        }
    };
    let setup = Setup { host, level, base, program: Program::of_process()?, home: home().ok() };
    Ok(if remove { setup.remove()? } else { setup.install()? })
}

fn home() -> Result<PathBuf, Failure> {
    let named = ["HOME", "USERPROFILE"].into_iter().filter_map(std::env::var_os).map(PathBuf::from);
    named.into_iter().find(|path| path.is_absolute()).ok_or_else(|| {
        Failure::from(Error::not_found("the home folder is not known")).hint("set HOME")
    })
}

fn change(change: &Change) -> Value {
    let what = match (&change.before, &change.after) {
        (None, _) => "made",
        (_, None) => "removed",
        _ => "changed",
    };
    json!({ "path": change.path, "what": what })
}

fn tell(plan: &Plan, dry: bool, remove: bool, ui: &mut Ui) {
    if ui.is_json() {
        return;
    }
    if plan.is_empty() {
        let text = if remove {
            "Nothing of mindsave is installed here."
        } else {
            "Already set up; nothing changes."
        };
        ui.line(text);
    } else if dry {
        ui.text(&plan.diff());
    } else {
        for change in &plan.changes {
            let mark = if change.after.is_some() { '✓' } else { '✗' };
            ui.marked(mark, &change.path.display().to_string());
        }
    }
    for notice in &plan.notices {
        ui.line(format!("  {notice}"));
    }
}

fn ui_line(ui: &mut Ui, text: &str) {
    if !ui.is_json() {
        ui.line(text);
    }
}
