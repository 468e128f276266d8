//! `mindsave init`.

use mindsave::MindSave;
use serde_json::json;

use super::Outcome;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, ui: &mut Ui) -> Outcome {
    let fresh = mind.init()?;
    let folder = mind.workspace().map(mindsave::Workspace::folder).unwrap_or_default();
    if ui.is_json() {
        ui.value(&json!({ "path": folder, "created": fresh }));
    } else if fresh {
        ui.line(format!(
            "Made {}. Settings: {}",
            folder.display(),
            folder.join("config.toml").display()
        ));
    } else {
        ui.line(format!("{} is there already; nothing was changed.", folder.display()));
    }
    Ok(())
}
