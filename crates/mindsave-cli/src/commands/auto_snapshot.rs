//! `mindsave auto-snapshot`.

use mindsave::{MindSave, Pick, State, answer};

use super::Outcome;
use crate::args;
use crate::input;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &args::State, ui: &mut Ui) -> Outcome {
    // Without a state the task is the one last saved: better an old checkpoint than none.
    let state = match input::state(args)? {
        Some(state) => state,
        None => State { task: mind.load(&Pick::Latest)?.snapshot.state.task, ..State::default() },
    };
    let saved = mind.auto_snapshot(state)?;
    if ui.is_json() {
        ui.value(&answer::saved(&saved));
        return Ok(());
    }
    ui.warn_all(&saved.warnings);
    ui.line(
        "⚠️ Context overflow imminent. MindSave auto-saved (Layer 1 only). \
         Start a new conversation with /load to continue.",
    );
    ui.field("id", saved.snapshot.id.as_str());
    ui.field("file", saved.path.display().to_string());
    Ok(())
}
