//! `mindsave fatigue`.

use mindsave::pressure::{Dimension, Part};
use mindsave::{MindSave, answer};

use super::Outcome;
use super::gauge::{bar, live, table_text};
use super::pressure::to_do;
use crate::args::LiveSession;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &LiveSession, ui: &mut Ui) -> Outcome {
    let live = live(mind, args)?;
    if ui.is_json() {
        ui.value(&answer::fatigue(mind, live.as_ref()));
        return Ok(());
    }
    let found = mind.found(live.as_ref());
    ui.heading(&format!("{} ({:.3})", found.fatigue.state.word(), found.fatigue.score));
    ui.field("session", live.as_ref().map_or("none yet", |live| live.session.as_str()));
    ui.field("to do", to_do(found.action));
    let rows = found.fatigue.parts.iter().map(row);
    ui.text(&table_text(["dimension", "", "value", "weight", "adds", "of"], rows));
    Ok(())
}

fn row(part: &Part) -> [String; 6] {
    let (name, sample) = match part.dimension {
        Dimension::TokenUse => ("token use", "the context".to_owned()),
        Dimension::ScopeScatter => ("scope scatter", format!("{} files", part.sample)),
        Dimension::RereadRatio => ("re-reading", format!("{} reads", part.sample)),
        Dimension::ErrorDensity => ("errors", format!("{} calls", part.sample)),
    };
    let value = part.value.map_or_else(|| "too little".to_owned(), |value| format!("{value:.2}"));
    [
        name.to_owned(),
        bar(part.value.unwrap_or(0.0)),
        value,
        format!("{:.2}", part.dimension.weight()),
        format!("{:.3}", part.points()),
        sample,
    ]
}
