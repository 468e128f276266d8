//! `mindsave snapshots …`.

use mindsave::{ErrorKind, MindSave, Pick, SnapshotId, answer};
use serde_json::json;

use super::{Outcome, entries_text, pick};
use crate::args::Snapshots;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, command: Snapshots, ui: &mut Ui) -> Outcome {
    match command {
        Snapshots::List => list(mind, ui),
        Snapshots::Show { id } => show(mind, id.as_deref(), ui),
        Snapshots::Clean { dry_run } => clean(mind, dry_run, ui),
        Snapshots::Stats => stats(mind, ui),
        Snapshots::Delete { ids } => delete(mind, &ids, ui),
    }
}

fn list(mind: &MindSave, ui: &mut Ui) -> Outcome {
    let (entries, warnings) = mind.list()?;
    if ui.is_json() {
        ui.value(&json!({ "snapshots": answer::entries(&entries), "warnings": warnings }));
        return Ok(());
    }
    ui.warn_all(&warnings);
    if entries.is_empty() {
        ui.line("There is no snapshot yet. `mindsave save` makes one.");
    } else {
        ui.text(&entries_text(&entries));
    }
    Ok(())
}

fn show(mind: &MindSave, id: Option<&str>, ui: &mut Ui) -> Outcome {
    let snapshot = mind.load(&pick(id))?.snapshot;
    let text = mind.show(&Pick::Named(snapshot.id.to_string()))?;
    if ui.is_json() {
        ui.value(&json!({ "snapshot_id": snapshot.id, "text": text }));
    } else {
        ui.text(&text);
    }
    Ok(())
}

fn clean(mind: &MindSave, dry_run: bool, ui: &mut Ui) -> Outcome {
    let cleaned = mind.clean(dry_run)?;
    if ui.is_json() {
        ui.value(&answer::cleaned(&cleaned, dry_run));
        return Ok(());
    }
    ui.warn_all(&cleaned.warnings);
    let verb = if dry_run { "Would remove" } else { "Removed" };
    for removal in &cleaned.removals {
        ui.line(format!("{verb} {} ({})", removal.id, removal.reason.word()));
    }
    let (left, protected) = (cleaned.remaining, cleaned.protected);
    ui.line(format!("{left} left, {protected} of them in progress or blocked and never removed."));
    Ok(())
}

fn stats(mind: &MindSave, ui: &mut Ui) -> Outcome {
    let stats = mind.stats()?;
    if ui.is_json() {
        ui.value(&json!(stats));
        return Ok(());
    }
    ui.field("snapshots", stats.total.to_string());
    ui.field("bytes", stats.size_bytes.to_string());
    for (layer, count) in &stats.layers {
        let tokens = stats.tokens.get(layer).copied().unwrap_or(0);
        ui.field(layer, format!("{count} snapshots, {tokens} tokens"));
    }
    let statuses: Vec<String> =
        stats.by_status.iter().map(|(status, n)| format!("{status} {n}")).collect();
    ui.field("status", statuses.join(", "));
    ui.field("protected", stats.protected.to_string());
    for (name, snapshot) in [("oldest", &stats.oldest), ("newest", &stats.newest)] {
        if let Some((id, at)) = snapshot {
            ui.field(name, format!("{id} ({})", at.minute()));
        }
    }
    Ok(())
}

fn delete(mind: &MindSave, ids: &[String], ui: &mut Ui) -> Outcome {
    // All names are checked before the first file goes.
    let ids: Vec<SnapshotId> =
        ids.iter().map(|id| SnapshotId::parse(id)).collect::<Result<_, _>>()?;
    mind.delete_all(&ids).map_err(|error| match error.kind() {
        // A number in the list is another snapshot after the next save.
        ErrorKind::NotFound => {
            Failure::from(error).hint("give ids, not numbers: `mindsave snapshots list` has them")
        }
        _ => error.into(),
    })?;
    if ui.is_json() {
        ui.value(&json!({ "deleted": ids }));
    } else {
        for id in &ids {
            ui.line(format!("Deleted {id}"));
        }
    }
    Ok(())
}
