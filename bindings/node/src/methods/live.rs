//! `MindSave` while the work goes on: events, pressure and fatigue, the working graph.

use mindsave::work::{SessionId, USUAL_HANDOFF};
use mindsave::{Entry, MindSave, Result, answer};
use serde_json::Value;

use crate::arguments::Arguments;
use crate::call::Method;

/// What can be said of an entry beside its words.
const BESIDE: [&str; 5] = ["reason", "supersedes", "alternatives", "scope", "task"];

pub(super) const METHODS: [Method<MindSave>; 14] = [
    Method {
        name: "observe",
        parameters: &["session", "events"],
        run: |mind, arguments| {
            let session = SessionId::of(&arguments.required_text("session")?);
            let observed = mind.observe_value(&session, arguments.required("events")?)?;
            Ok(answer::observed(&observed).to_string())
        },
    },
    Method { name: "restoreSession", parameters: &["session", "options"], run: restore },
    Method {
        name: "pressure",
        parameters: &["session"],
        run: |mind, arguments| {
            let live = mind.live(arguments.text("session")?.as_deref())?;
            Ok(answer::pressure(mind, live.as_ref()).to_string())
        },
    },
    Method {
        name: "fatigue",
        parameters: &["session"],
        run: |mind, arguments| {
            let live = mind.live(arguments.text("session")?.as_deref())?;
            Ok(answer::fatigue(mind, live.as_ref()).to_string())
        },
    },
    Method { name: "checkpoint", parameters: &["session", "options"], run: checkpoint },
    Method { name: "nodes", parameters: &["type", "options"], run: nodes },
    Method {
        name: "log",
        parameters: &["type", "text", "options"],
        run: |mind, arguments| {
            Ok(answer::recorded(&mind.log(entry("type", arguments)?)?).to_string())
        },
    },
    Method {
        name: "addNode",
        parameters: &["kind", "text", "options"],
        run: |mind, arguments| {
            Ok(answer::recorded(&mind.add(entry("kind", arguments)?)?).to_string())
        },
    },
    Method {
        name: "setGoal",
        parameters: &["text"],
        run: |mind, arguments| {
            Ok(answer::recorded(&mind.set_goal(&arguments.required_text("text")?)?).to_string())
        },
    },
    Method {
        name: "touch",
        parameters: &["text"],
        run: |mind, arguments| {
            Ok(answer::changed(&mind.touch(&arguments.required_text("text")?)?).to_string())
        },
    },
    Method {
        name: "close",
        parameters: &["text", "reason"],
        run: |mind, arguments| {
            let (text, reason) = (arguments.required_text("text")?, arguments.text("reason")?);
            Ok(answer::changed(&mind.close(&text, reason.as_deref())?).to_string())
        },
    },
    Method {
        name: "consolidate",
        parameters: &[],
        run: |mind, _| Ok(answer::consolidated(&mind.consolidate()?).to_string()),
    },
    Method {
        name: "handoff",
        parameters: &["options"],
        run: |mind, arguments| {
            let budget = arguments.options("options", &["budget"])?.number("budget")?;
            Ok(answer::handoff(&mind.handoff(budget.unwrap_or(USUAL_HANDOFF))?).to_string())
        },
    },
    Method {
        name: "sessions",
        parameters: &[],
        run: |mind, _| Ok(answer::sessions(&mind.sessions()?).to_string()),
    },
];

fn restore(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let session = SessionId::of(&arguments.required_text("session")?);
    let subagent = arguments.options("options", &["subagent"])?.flag("subagent")?;
    let restored = mind.restore(&session, subagent.unwrap_or(false))?;
    Ok(restored.as_ref().map_or(Value::Null, answer::restored).to_string())
}

fn checkpoint(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let session = arguments.text("session")?;
    let force = arguments.options("options", &["force"])?.flag("force")?.unwrap_or(false);
    Ok(answer::watched(&mind.checkpoint_of(session.as_deref(), force)?).to_string())
}

fn nodes(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let kind = arguments.text("type")?;
    let all = arguments.options("options", &["all"])?.flag("all")?.unwrap_or(false);
    Ok(answer::nodes(&mind.nodes(kind.as_deref(), all)?).to_string())
}

/// Reads an entry; `kind` is the name of the argument that says what it is.
fn entry(kind: &str, arguments: &Arguments) -> Result<Entry> {
    let (kind, text) = (arguments.required_text(kind)?, arguments.required_text("text")?);
    let mut more = arguments.options("options", &BESIDE)?;
    Ok(Entry {
        reason: more.text("reason")?,
        supersedes: more.text("supersedes")?,
        alternatives: more.texts("alternatives")?.unwrap_or_default(),
        scope: more.text("scope")?,
        task: more.text("task")?,
        ..Entry::new(&kind, &text)
    })
}
