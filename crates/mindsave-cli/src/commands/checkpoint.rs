//! `mindsave checkpoint`.

use mindsave::pressure::{Verdict, Withheld};
use mindsave::work::SessionId;
use mindsave::{Error, MindSave, Watched, answer};

use super::Outcome;
use super::gauge::live;
use crate::args::Checkpoint;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(mind: &MindSave, args: &Checkpoint, ui: &mut Ui) -> Outcome {
    let session = match &args.live.session {
        Some(_) => live(mind, &args.live)?.map(|live| live.session),
        None => None,
    };
    let session = session.map_or_else(|| mind.own_session(), Ok::<SessionId, Error>)?;
    let done = mind.checkpoint(&session, args.force, || Ok(mind.work()?.work.state()))?;
    if done.no_goal {
        let error = Error::not_found("there is no goal, so there is nothing to continue");
        return Err(Failure::from(error).hint("save one: mindsave save --goal TEXT"));
    }
    if ui.is_json() {
        ui.value(&answer::watched(&done));
        return Ok(());
    }
    tell(&done, ui);
    Ok(())
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
