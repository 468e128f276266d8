//! `mindsave checkpoint`.

use mindsave::pressure::{Verdict, Withheld};
use mindsave::{Error, ErrorKind, MindSave, Watched, answer};

use super::Outcome;
use super::gauge::live;
use crate::args::Checkpoint;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &Checkpoint, ui: &mut Ui) -> Outcome {
    if args.live.session.is_some() {
        // A name that is not there gets the hint of the other commands.
        live(mind, &args.live)?;
    }
    let done = mind.checkpoint_of(args.live.session.as_deref(), args.force).map_err(hinted)?;
    if ui.is_json() {
        ui.value(&answer::watched(&done));
        return Ok(());
    }
    tell(&done, ui);
    Ok(())
}

/// The session is known by now: what is not there is a goal.
fn hinted(error: Error) -> Failure {
    let no_goal = error.kind() == ErrorKind::NotFound;
    let failure = Failure::from(error);
    if no_goal { failure.hint("save one: mindsave save --goal TEXT") } else { failure }
}

fn tell(done: &Watched, ui: &mut Ui) {
    ui.warn_all(&done.warnings);
    for saved in &done.saved {
        ui.line("💾 MindSave checkpoint saved.");
        ui.field("id", saved.snapshot.id.as_str());
        ui.field("file", saved.path.display().to_string());
    }
    let Verdict::Withheld { why, .. } = done.verdict else { return };
    ui.line(match why {
        Withheld::Cooldown(wait) => format!(
            "Not saved: the last automatic save is too near. Again in {} s or {} turns; --force saves now.",
            wait.seconds, wait.turns
        ),
        Withheld::Refused => {
            "Not saved: the user asked that nothing be saved. --force saves all the same.".to_owned()
        }
        Withheld::NothingDone | Withheld::NothingNew => "Not saved: nothing has come up.".to_owned(),
    });
}
