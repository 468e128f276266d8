//! `mindsave recall`.

use mindsave::{MindSave, answer};

use super::{Outcome, pick};
use crate::args::Recall;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &Recall, ui: &mut Ui) -> Outcome {
    if args.keyword.is_empty() {
        one(mind, args, ui)
    } else {
        search(mind, &args.keyword.join(" "), ui)
    }
}

fn one(mind: &MindSave, args: &Recall, ui: &mut Ui) -> Outcome {
    let recalled = mind.recall(&pick(args.id.as_deref()))?;
    if ui.is_json() {
        ui.value(&answer::recalled(&recalled));
        return Ok(());
    }
    ui.heading(recalled.snapshot_id.as_str());
    if recalled.text.is_empty() {
        ui.line("Nothing was archived with this snapshot.");
    } else {
        ui.text(&recalled.text);
    }
    Ok(())
}

fn search(mind: &MindSave, keyword: &str, ui: &mut Ui) -> Outcome {
    let found = mind.recall_keyword(keyword)?;
    if ui.is_json() {
        ui.value(&answer::recalled_keyword(keyword, &found));
        return Ok(());
    }
    if found.is_empty() {
        ui.line(format!("No archive holds {keyword:?}."));
    }
    for snapshot in &found {
        ui.heading(&format!("{}  {}", snapshot.snapshot_id, snapshot.created_at.minute()));
        for place in &snapshot.matches {
            place.lines.iter().for_each(|line| ui.line(format!("  {line}")));
            ui.line("  --");
        }
    }
    Ok(())
}
