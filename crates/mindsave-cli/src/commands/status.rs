//! `mindsave status`.

use mindsave::resume::one_line;
use mindsave::{Live, MindSave, answer};

use super::Outcome;
use super::gauge::percent;
use super::pressure::to_do;
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
    if let Some(live) = &status.live {
        tell(live, ui);
    }
    Ok(())
}

/// Tells how the session used last stands.
fn tell(live: &Live, ui: &mut Ui) {
    let (gauge, found) = (&live.gauge, &live.found);
    let auto = gauge.last_auto_save().map_or_else(
        || "never in this session".to_owned(),
        |(at, _)| {
            let why = gauge.last_reason().map(|word| format!(", {word}")).unwrap_or_default();
            format!("{} ({} in this session{why})", at.minute(), gauge.auto_saves())
        },
    );
    ui.field("auto-saved", auto);
    if gauge.is_saving_refused() {
        ui.field("saving", "refused by the user until it is lifted");
    }
    ui.field("session", live.session.as_str());
    let used = found.pressure.signs.ratio;
    let used = used.map_or_else(|| "token use not known".to_owned(), percent);
    ui.field("pressure", format!("{} ({used})", found.pressure.level.word()));
    let score = format!("{:.3}", found.fatigue.score);
    ui.field("fatigue", format!("{} ({score})", found.fatigue.state.word()));
    ui.field("to do", to_do(found.action));
}
