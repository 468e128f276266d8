//! `mindsave load`.

use mindsave::resume::one_line;
use mindsave::task::StatusKind;
use mindsave::{Budget, Drift, DriftKind, ErrorKind, Loaded, MindSave, Pick, answer};

use super::{Outcome, entries_text};
use crate::args::Load;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &Load, ui: &mut Ui) -> Outcome {
    let loaded = choose(mind, args, ui)?;
    let drift = args.verify.then(|| mind.verify(&loaded.snapshot));
    if ui.is_json() {
        ui.value(&answer::loaded(mind, &loaded, drift.as_deref())?);
        return Ok(());
    }
    ui.warn_all(&loaded.warnings);
    let budget = if args.full { Budget::unlimited() } else { Budget::default() };
    ui.text(&mind.render(&loaded.snapshot, budget).text);
    if let Some(drift) = &drift {
        show_drift(drift, ui);
    }
    let task = &loaded.snapshot.state.task;
    let next = task.next_action.as_deref().map_or_else(|| "none".to_owned(), short);
    let goes_on = if task.status_kind() == Some(StatusKind::Completed) {
        "Nothing is left to do."
    } else {
        "Entering Continuation Mode — executing next step."
    };
    let goal = short(&task.goal);
    ui.line(format!(
        "MindSave restored. Goal: {}. Next: {}. {goes_on}",
        ended(&goal),
        ended(&next)
    ));
    Ok(())
}

/// Loads the one that was named, the only one, or the one a person chooses.
fn choose(mind: &MindSave, args: &Load, ui: &mut Ui) -> Result<Loaded, Failure> {
    let pick = match &args.id {
        Some(id) => Pick::Named(id.clone()),
        None if args.latest => Pick::Latest,
        None => Pick::Only,
    };
    match mind.load(&pick) {
        Err(error) if error.kind() == ErrorKind::Conflict && pick == Pick::Only => {
            let (entries, _) = mind.list()?;
            let list = entries_text(&entries);
            if let Some(answer) = ui.ask(&format!("{list}Which one? (number) ")) {
                return Ok(mind.load(&Pick::Named(answer))?);
            }
            if !ui.is_json() {
                ui.text(&list);
            }
            let hint = "name one: `mindsave load ID`, or take the newest: `mindsave load --latest`";
            Err(Failure::from(error).hint(hint).detail("snapshots", answer::entries(&entries)))
        }
        other => Ok(other?),
    }
}

fn show_drift(drift: &[Drift], ui: &mut Ui) {
    let moved: Vec<&Drift> =
        drift.iter().filter(|file| file.kind != DriftKind::Unchanged).collect();
    if moved.is_empty() {
        ui.line(format!("✓ The workspace matches the snapshot ({} files).", drift.len()));
        return;
    }
    ui.line("⚠ Workspace differs from snapshot:");
    for file in moved {
        let what = match (file.kind, file.modified) {
            (DriftKind::Missing, _) => "is missing".to_owned(),
            (DriftKind::Outside, _) => {
                "lies outside the workspace and was not looked at".to_owned()
            }
            (_, Some(at)) => format!("may have changed (last modified: {})", at.minute()),
            (_, None) => "may have changed".to_owned(),
        };
        ui.line(format!("- {} {what}", one_line(&file.path)));
    }
    ui.line("Continue with Continuation Mode?");
}

/// The beginning of a text: the whole of it stands above.
fn short(text: &str) -> String {
    const SHOWN: usize = 160;
    let line = one_line(text);
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None => line,
    }
}

/// Drops a closing full stop: the sentence around it has its own.
fn ended(text: &str) -> &str {
    text.trim_end_matches(['.', '。'])
}
