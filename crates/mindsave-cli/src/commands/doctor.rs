//! `mindsave doctor`.

use std::path::PathBuf;

use mindsave::{Error, ErrorKind, Health, MindSave};
use serde_json::json;

use super::Outcome;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, ui: &mut Ui) -> Outcome {
    let mut checkup = mind.doctor();
    let home = ["HOME", "USERPROFILE"].into_iter().find_map(std::env::var_os).map(PathBuf::from);
    checkup.checks.extend(mindsave_hosts::checkup(mind, home.as_deref()));
    if ui.is_json() && checkup.health() != Health::Bad {
        ui.value(&json!({ "health": checkup.health(), "checks": checkup.checks }));
    } else if !ui.is_json() {
        for check in &checkup.checks {
            let mark = match check.health {
                Health::Good => '✓',
                Health::Warning => '!',
                Health::Bad => '✗',
            };
            ui.marked(mark, &format!("{:<11} {}", check.name, check.detail));
            if let Some(remedy) = &check.remedy {
                ui.line(format!("  {:<11} → {remedy}", ""));
            }
        }
    }
    if checkup.health() == Health::Bad {
        let error = Error::new(ErrorKind::Unavailable, "something does not work here");
        let failure = Failure::from(error).hint("see the lines marked ✗");
        return Err(failure.detail("checks", json!(checkup.checks)));
    }
    Ok(())
}
