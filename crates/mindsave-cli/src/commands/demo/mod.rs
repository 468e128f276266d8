//! `mindsave demo`: the main job on real input, in a folder that is gone afterwards.

use mindsave::FailureReport;
use mindsave::check::{Action, explain};
use mindsave::{Budget, Clock, Error, ErrorKind, MindSave, Pick, SaveOptions, State, Workspace};
use serde_json::{Value, json};

use super::Outcome;
use crate::ui::Ui;

/// The session that is played: what happened, and the state the agent saves.
const SESSION: &str = include_str!("session.json");

/// What failed, in English, and a plan in Chinese that would repeat it.
const FAILED: &str = "raising the session timeout";
const PLAN: &str = "把会话超时时间再调大一些";

pub(super) fn run(ui: &mut Ui) -> Outcome {
    let folder = tempfile::tempdir().map_err(|cause| {
        Error::new(ErrorKind::Unavailable, format!("no temporary folder: {cause}")).caused_by(cause)
    })?;
    let workspace = Workspace::find(Some(folder.path()))?;
    let session: Value = serde_json::from_str(SESSION).map_err(|cause| {
        Error::new(ErrorKind::Internal, "the demo session is damaged").caused_by(cause)
    })?;
    let given = State::from_value(session["state"].clone())?;

    let first = MindSave::open(workspace.clone(), Clock::from_env()?)?;
    let options = SaveOptions {
        topic: session["topic"].as_str().map(str::to_owned),
        ..SaveOptions::default()
    };
    let saved = first.save(given.clone(), &options)?;
    drop(first);

    // A new session shares nothing with the first but the folder.
    let second = MindSave::open(workspace, Clock::from_env()?)?;
    let loaded = second.load(&Pick::Only)?;
    let resume = second.render(&loaded.snapshot, Budget::default());
    let same = loaded.snapshot.state.to_json() == given.to_json();
    let next = loaded.snapshot.state.task.next_action.unwrap_or_default();
    if ui.is_json() {
        ui.value(&json!({
            "snapshot_id": saved.snapshot.id,
            "resume": resume.text,
            "tokens": resume.tokens,
            "next_action": next,
            "state_returned_exactly": same,
            "warning": warn_of_a_repeat(&second)?,
        }));
        return Ok(());
    }
    tell_first_session(&session, ui);
    ui.line(format!(
        "   saved as {} ({})",
        saved.snapshot.id,
        saved.snapshot.layers.names().join(", ")
    ));
    ui.line("");
    ui.heading("2. A new session knows nothing. It loads, and receives:");
    ui.line("");
    // As it is, with its marks: a line of any other text must not look like one.
    resume.text.lines().for_each(|line| ui.text(&format!("   {line}\n")));
    ui.line("");
    ui.heading("3. What came back");
    ui.line(format!("   the next action, exactly: {next}"));
    ui.line(format!("   tokens: {} of at most 800", resume.tokens));
    ui.line(format!("   every field as it was saved: {}", if same { "yes" } else { "NO" }));
    ui.line("");
    ui.heading("4. A failure was told in English; the next plan, in Chinese, would repeat it");
    ui.line(format!("   tried: {FAILED}"));
    ui.line(format!("   plan: {PLAN}"));
    ui.line(format!("   warning: {}", warn_of_a_repeat(&second)?));
    ui.line("   the folder of this demo is gone again; nothing is left behind");
    Ok(())
}

/// Records a failure and checks a plan that repeats it; returns the warning.
fn warn_of_a_repeat(mind: &MindSave) -> Result<String, Error> {
    let report = FailureReport {
        name: FAILED.to_owned(),
        reason: "it only hid the redirect loop".to_owned(),
        alternatives: vec!["set SameSite=None; Secure on the cookie".to_owned()],
        ..FailureReport::default()
    };
    mind.record_failure(&report)?;
    let checked = mind.check(&Action::Sentence(PLAN))?;
    let found = checked.matches.iter().find(|warning| warning.failure.name.as_str() == FAILED);
    let told = found.map(|warning| explain(&warning.found, &warning.failure, PLAN));
    Ok(told.unwrap_or_default())
}

fn tell_first_session(session: &Value, ui: &mut Ui) {
    ui.heading("1. A session works, and its context fills up");
    for step in session["steps"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        ui.line(format!("   • {step}"));
    }
}
