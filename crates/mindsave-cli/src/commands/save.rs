//! `mindsave save`.

use mindsave::{ErrorKind, MindSave, SaveOptions, answer};

use super::Outcome;
use crate::args::Save;
use crate::input;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &Save, ui: &mut Ui) -> Outcome {
    let state = input::state(&args.state).map_err(|error| {
        let missing = error.kind() == ErrorKind::NotFound;
        let failure = Failure::from(error);
        if missing {
            failure.hint("name a file of JSON that is there, or - for standard input")
        } else {
            failure
        }
    })?;
    let state = state.ok_or_else(|| {
        let error = mindsave::Error::invalid("there is no state to save");
        Failure::from(error).hint("give --state FILE, JSON on standard input, or --goal and --next")
    })?;
    let options =
        SaveOptions { topic: args.topic.clone(), collect: !args.no_diff, ..SaveOptions::default() };
    let saved = mind.save(state, &options)?;
    if ui.is_json() {
        ui.value(&answer::saved(&saved));
        return Ok(());
    }
    ui.warn_all(&saved.warnings);
    ui.line("💾 MindSave checkpoint saved. Start a new conversation with /load to continue.");
    ui.field("id", saved.snapshot.id.as_str());
    ui.field("file", saved.path.display().to_string());
    let (task, knowledge) = saved.tokens();
    ui.field("tokens", format!("L1 {task}, L2 {knowledge}"));
    if !saved.removed.is_empty() {
        let ids: Vec<&str> = saved.removed.iter().map(mindsave::SnapshotId::as_str).collect();
        ui.field("cleaned up", ids.join(", "));
    }
    Ok(())
}
