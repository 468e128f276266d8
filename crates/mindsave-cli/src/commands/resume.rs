//! `mindsave resume`.

use mindsave::{Budget, MindSave};
use serde_json::json;

use super::{Outcome, pick};
use crate::args;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &args::Resume, ui: &mut Ui) -> Outcome {
    let budget = Budget::of_total(args.budget)?;
    let loaded = mind.load(&pick(args.id.as_deref()))?;
    ui.warn_all(&loaded.warnings);
    let resume = mind.render(&loaded.snapshot, budget);
    if ui.is_json() {
        ui.value(&json!({
            "snapshot_id": loaded.snapshot.id,
            "text": resume.text,
            "tokens": { "l1": resume.task_tokens, "l2": resume.knowledge_tokens, "total": resume.tokens },
            "left_out": resume.left_out,
            "warnings": loaded.warnings,
        }));
    } else {
        ui.text(&resume.text);
    }
    Ok(())
}
