//! `mindsave gotchas …`.

use mindsave::failure::Scope;
use mindsave::memory::Gotcha;
use mindsave::{MindSave, answer};

use super::Outcome;
use crate::args::Gotchas;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, command: &Gotchas, ui: &mut Ui) -> Outcome {
    match command {
        Gotchas::Add { title, workaround, global } => {
            let known = Gotcha::told(title, workaround.as_deref(), scope(*global))?;
            told(&mind.add_gotcha(&known)?, "noted", ui);
        }
        Gotchas::List => list(mind, ui),
        Gotchas::Remove { title, global } => {
            let scope = scope(*global);
            let hint = "see `mindsave gotchas list`; `--global` for one of all projects";
            let removed = mind.remove_gotcha(title, scope);
            told(&removed.map_err(|error| Failure::from(error).hint(hint))?, "removed", ui);
        }
    }
    Ok(())
}

fn scope(global: bool) -> Scope {
    if global { Scope::Global } else { Scope::Project }
}

fn list(mind: &MindSave, ui: &mut Ui) {
    let found = mind.gotchas();
    found.warnings.iter().for_each(|warning| ui.warn(warning));
    if ui.is_json() {
        ui.value(&answer::gotchas(&found));
        return;
    }
    if found.gotchas.is_empty() {
        ui.line("No gotchas are noted here.");
    }
    for known in &found.gotchas {
        ui.line(format!("{} ({})", known.line(), known.scope.word()));
    }
}

fn told(known: &Gotcha, what: &str, ui: &mut Ui) {
    if ui.is_json() {
        ui.value(&answer::gotcha(known));
    } else {
        ui.line(format!("{}: {what}.", known.title));
    }
}
