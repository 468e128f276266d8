//! `mindsave status`.

use mindsave::resume::one_line;
use mindsave::{MindSave, answer};

use super::Outcome;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, ui: &mut Ui) -> Outcome {
    let status = mind.status()?;
    if ui.is_json() {
        ui.value(&answer::status(&status));
        return Ok(());
    }
    ui.warn_all(&status.warnings);
    let root = status.root.map(|root| root.display().to_string()).unwrap_or_default();
    ui.field("workspace", format!("{root} ({})", status.found_by.unwrap_or_default()));
    ui.field("store", &status.store);
    ui.field("snapshots", status.snapshots.to_string());
    if let Some(newest) = &status.newest {
        ui.field("newest", format!("{} ({})", newest.id, newest.created_at.minute()));
        ui.field("goal", one_line(&newest.goal));
        ui.field("blocker", one_line(&newest.blocker));
    }
    let last = status.signal.last_save.map_or_else(|| "never".to_owned(), |at| at.minute());
    ui.field("last save", last);
    Ok(())
}
