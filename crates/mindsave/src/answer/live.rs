//! The answers about live sessions: pressure, fatigue, automatic saves.

use mindsave_core::pressure::{Assessment, Part, Verdict, Withheld};
use serde_json::{Value, json};

use crate::{Live, MindSave, Observed, Restored, Session, Watched};

/// Writes the pressure of a session, with what it was made of; `session` is `null` and the level
/// GREEN where there is no session yet.
pub fn pressure(mind: &MindSave, live: Option<&Live>) -> Value {
    let (name, found) = named(mind, live);
    let mut value = pressure_of(&found);
    value["session"] = name;
    value
}

/// Writes the fatigue of a session, with the parts of its sum; as [`pressure`] where there is none.
pub fn fatigue(mind: &MindSave, live: Option<&Live>) -> Value {
    let (name, found) = named(mind, live);
    let mut value = fatigue_of(&found);
    value["session"] = name;
    value
}

fn named(mind: &MindSave, live: Option<&Live>) -> (Value, Assessment) {
    let name = live.map(|live| live.session.as_str());
    (json!(name), mind.found(live))
}

pub(super) fn pressure_of(found: &Assessment) -> Value {
    let pressure = &found.pressure;
    let signs = &pressure.signs;
    json!({
        "level": pressure.level.word(),
        "ratio": signs.ratio,
        "thresholds": pressure.thresholds,
        "growth": {
            "rate": pressure.growth.word(),
            "calls_in_5_minutes": signs.recent_calls,
            "multiplier": pressure.growth.multiplier(),
        },
        "complexity": {
            "level": pressure.complexity.word(),
            "active_files": signs.active_files,
            "decisions": signs.decisions,
            "constraints": signs.constraints,
            "multiplier": pressure.complexity.multiplier(),
        },
        "action": found.action.word(),
    })
}

pub(super) fn fatigue_of(found: &Assessment) -> Value {
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    let part = |part: &Part| {
        json!({
            "name": part.dimension.word(),
            "value": part.value.map(rounded),
            "weight": part.dimension.weight(),
            "points": rounded(part.points()),
            "sample": part.sample,
        })
    };
    json!({
        "score": rounded(found.fatigue.score),
        "state": found.fatigue.state.word(),
        "parts": found.fatigue.parts.iter().map(part).collect::<Vec<_>>(),
        "action": found.action.word(),
    })
}

/// Writes what became of events: the checkpoint they set off, and what the agent is to be told.
pub fn observed(observed: &Observed) -> Value {
    json!({ "saved": observed.saved, "notice": observed.notice })
}

/// Writes the text for an agent whose context is new, its mark, and what it costs at most.
pub fn restored(restored: &Restored) -> Value {
    let Restored { text, revision, tokens } = restored;
    json!({ "text": text, "revision": revision, "tokens": tokens })
}

/// Writes the sessions that have a journal: when it was last written, and its bytes.
pub fn sessions(sessions: &[Session]) -> Value {
    let session =
        |own: &Session| json!({ "session": own.id.as_str(), "last": own.last, "size": own.size });
    sessions.iter().map(session).collect()
}

/// Writes what became of a look at a session: whether it was saved and why, or why not; what the
/// user is to be told, and whether the session is to be handed off.
pub fn watched(watched: &Watched) -> Value {
    let (trigger, withheld, wait) = match &watched.verdict {
        Verdict::Nothing => (None, None, None),
        Verdict::Save(due) => (Some(due.trigger), None, None),
        Verdict::Withheld { trigger, why } => {
            let wait = if let Withheld::Cooldown(wait) = why { Some(wait) } else { None };
            (Some(*trigger), Some(why.word()), wait)
        }
    };
    json!({
        "saved": watched.saved.iter().map(super::saved).collect::<Vec<_>>(),
        "trigger": trigger.map(mindsave_core::pressure::Trigger::word),
        "withheld": watched.no_goal.then_some("no_goal").or(withheld),
        "wait": wait,
        "action": watched.found.action.word(),
        "notice": watched.notice,
        "hand_off": watched.hand_off,
        "warnings": watched.warnings,
    })
}
