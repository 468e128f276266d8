//! `mindsave pressure`.

use mindsave::pressure::Action;
use mindsave::{MindSave, answer};

use super::Outcome;
use super::gauge::{live, percent, table_text};
use crate::args::LiveSession;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &LiveSession, ui: &mut Ui) -> Outcome {
    let live = live(mind, args)?;
    if ui.is_json() {
        ui.value(&answer::pressure(mind, live.as_ref()));
        return Ok(());
    }
    let found = mind.found(live.as_ref());
    let pressure = &found.pressure;
    let signs = &pressure.signs;
    ui.heading(pressure.level.word());
    ui.field("session", live.as_ref().map_or("none yet", |live| live.session.as_str()));
    let used = signs.ratio.map_or_else(|| "not known: no host has said".to_owned(), percent);
    ui.field("token use", used);
    let (warning, critical) = (pressure.thresholds.warning, pressure.thresholds.critical);
    ui.field("yellow from", percent(warning));
    ui.field("red from", percent(critical));
    ui.field("to do", to_do(found.action));
    let bases = mind.settings().bases;
    let base = format!("{} / {}", percent(bases.warning()), percent(bases.critical()));
    let calls = format!("{} calls in 5 minutes", signs.recent_calls);
    let known = format!(
        "{} files in work, {} decisions, {} rules",
        signs.active_files, signs.decisions, signs.constraints
    );
    let rows = [
        ["base".to_owned(), base, String::new()],
        [
            format!("growth: {}", pressure.growth.word()),
            format!("× {}", pressure.growth.multiplier()),
            calls,
        ],
        [
            format!("complexity: {}", pressure.complexity.word()),
            format!("× {}", pressure.complexity.multiplier()),
            known,
        ],
    ];
    ui.text(&table_text(["made of", "", "by"], rows.into_iter()));
    Ok(())
}

/// What an action means for a person.
pub(super) fn to_do(action: Action) -> &'static str {
    match action {
        Action::Nothing => "nothing: go on",
        Action::Consolidate => "consolidate: mindsave consolidate",
        Action::SaveTask => "a checkpoint of the task is due",
        Action::SaveRestored => "a checkpoint of task, rules and decisions is due",
        Action::Emergency => "save and hand off to a new session, then load there",
    }
}
