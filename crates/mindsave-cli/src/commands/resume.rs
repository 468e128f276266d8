//! `mindsave resume`.

use mindsave::{Budget, MindSave, answer};

use super::{Outcome, pick};
use crate::args;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &args::Resume, ui: &mut Ui) -> Outcome {
    let budget = Budget::of_total(args.budget)?;
    let loaded = match args.id.as_deref() {
        Some(id) => mind.load(&pick(Some(id)))?,
        None => mind.load_present()?,
    };
    ui.warn_all(&loaded.warnings);
    let resume = mind.render(&loaded.snapshot, budget);
    if ui.is_json() {
        ui.value(&answer::resumed(&loaded, &resume));
    } else {
        ui.text(&resume.text);
    }
    Ok(())
}
