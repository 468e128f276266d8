//! What `MindSave` does while the work goes on: events, pressure and fatigue, the working graph.

use mindsave::work::{SessionId, USUAL_HANDOFF};
use mindsave::{Entry, MindSave, answer};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::invalid;
use crate::{read, work, write};

/// Any Python object.
pub(crate) type Any<'py> = Bound<'py, PyAny>;

/// Writes down what happened in a session.
pub(crate) fn observe<'py>(
    mind: &MindSave,
    session: &Any<'py>,
    events: &Any<'py>,
) -> PyResult<Any<'py>> {
    let py = session.py();
    let name = if events.is_instance_of::<PyDict>() { "event" } else { "events" };
    let (session, told) = (read::text(session, "session")?, read::value(events, name)?);
    let observed = work::detached(py, || mind.observe_value(&SessionId::of(&session), told))?;
    write::object(py, &answer::observed(&observed))
}

/// Returns the text for an agent whose context is new.
pub(crate) fn restore<'py>(
    mind: &MindSave,
    session: &Any<'py>,
    subagent: Option<&Any<'py>>,
) -> PyResult<Any<'py>> {
    let py = session.py();
    let (session, subagent) =
        (read::text(session, "session")?, read::flag(subagent, "subagent", false)?);
    let restored = work::detached(py, || mind.restore(&SessionId::of(&session), subagent))?;
    write::object(py, &restored.as_ref().map(answer::restored))
}

/// Says how soon the context of a session ends.
pub(crate) fn pressure<'py>(
    py: Python<'py>,
    mind: &MindSave,
    session: Option<&Any<'py>>,
) -> PyResult<Any<'py>> {
    let session = named(session, "session")?;
    let found =
        work::detached(py, || Ok(answer::pressure(mind, mind.live(session.as_deref())?.as_ref())))?;
    write::object(py, &found)
}

/// Says how degraded the work of a session is.
pub(crate) fn fatigue<'py>(
    py: Python<'py>,
    mind: &MindSave,
    session: Option<&Any<'py>>,
) -> PyResult<Any<'py>> {
    let session = named(session, "session")?;
    let found =
        work::detached(py, || Ok(answer::fatigue(mind, mind.live(session.as_deref())?.as_ref())))?;
    write::object(py, &found)
}

/// Saves what is known of a session.
pub(crate) fn checkpoint<'py>(
    py: Python<'py>,
    mind: &MindSave,
    session: Option<&Any<'py>>,
    force: Option<&Any<'py>>,
) -> PyResult<Any<'py>> {
    let (session, force) = (named(session, "session")?, read::flag(force, "force", false)?);
    let done = work::detached(py, || {
        Ok(answer::watched(&mind.checkpoint_of(session.as_deref(), force)?))
    })?;
    write::object(py, &done)
}

/// Lists the nodes of the working graph.
pub(crate) fn nodes<'py>(
    py: Python<'py>,
    mind: &MindSave,
    kind: Option<&Any<'py>>,
    all: Option<&Any<'py>>,
) -> PyResult<Any<'py>> {
    let (kind, all) = (named(kind, "type")?, read::flag(all, "all", false)?);
    let found = work::detached(py, || Ok(answer::nodes(&mind.nodes(kind.as_deref(), all)?)))?;
    write::object(py, &found)
}

/// Records an entry of a type that can be logged.
pub(crate) fn log<'py>(
    mind: &MindSave,
    kind: &Any<'py>,
    text: &Any<'py>,
    more: Option<&Bound<'py, PyDict>>,
) -> PyResult<Any<'py>> {
    let (py, entry) = (kind.py(), entry(read::text(kind, "type")?, text, more)?);
    let recorded = work::detached(py, || Ok(answer::recorded(&mind.log(entry)?)))?;
    write::object(py, &recorded)
}

/// Adds a node of any kind.
pub(crate) fn add_node<'py>(
    mind: &MindSave,
    kind: &Any<'py>,
    text: &Any<'py>,
    more: Option<&Bound<'py, PyDict>>,
) -> PyResult<Any<'py>> {
    let (py, entry) = (kind.py(), entry(read::text(kind, "kind")?, text, more)?);
    let recorded = work::detached(py, || Ok(answer::recorded(&mind.add(entry)?)))?;
    write::object(py, &recorded)
}

/// Sets the goal.
pub(crate) fn set_goal<'py>(mind: &MindSave, text: &Any<'py>) -> PyResult<Any<'py>> {
    let (py, text) = (text.py(), read::text(text, "text")?);
    let recorded = work::detached(py, || Ok(answer::recorded(&mind.set_goal(&text)?)))?;
    write::object(py, &recorded)
}

/// Counts one more use of an entry.
pub(crate) fn touch<'py>(mind: &MindSave, text: &Any<'py>) -> PyResult<Any<'py>> {
    let (py, text) = (text.py(), read::text(text, "text")?);
    let nodes = work::detached(py, || Ok(answer::changed(&mind.touch(&text)?)))?;
    write::object(py, &nodes)
}

/// Closes an entry.
pub(crate) fn close<'py>(
    mind: &MindSave,
    text: &Any<'py>,
    reason: Option<&Any<'py>>,
) -> PyResult<Any<'py>> {
    let (py, text, reason) = (text.py(), read::text(text, "text")?, named(reason, "reason")?);
    let nodes = work::detached(py, || Ok(answer::changed(&mind.close(&text, reason.as_deref())?)))?;
    write::object(py, &nodes)
}

/// Makes room.
pub(crate) fn consolidate<'py>(py: Python<'py>, mind: &MindSave) -> PyResult<Any<'py>> {
    let done = work::detached(py, || Ok(answer::consolidated(&mind.consolidate()?)))?;
    write::object(py, &done)
}

/// Writes one text for the next agent.
pub(crate) fn handoff<'py>(
    py: Python<'py>,
    mind: &MindSave,
    budget: Option<&Any<'py>>,
) -> PyResult<Any<'py>> {
    let budget = budget.map_or(Ok(USUAL_HANDOFF), |budget| read::count(budget, "budget"))?;
    let handoff = work::detached(py, || Ok(answer::handoff(&mind.handoff(budget)?)))?;
    write::object(py, &handoff)
}

/// Lists the sessions.
pub(crate) fn sessions<'py>(py: Python<'py>, mind: &MindSave) -> PyResult<Any<'py>> {
    let sessions = work::detached(py, || Ok(answer::sessions(&mind.sessions()?)))?;
    write::object(py, &sessions)
}

/// Reads a text that may be absent.
fn named(given: Option<&Any<'_>>, name: &str) -> PyResult<Option<String>> {
    given.filter(|given| !given.is_none()).map(|given| read::text(given, name)).transpose()
}

/// Reads an entry with what is said beside its words.
fn entry(kind: String, text: &Any<'_>, more: Option<&Bound<'_, PyDict>>) -> PyResult<Entry> {
    let mut entry = Entry { kind, text: read::text(text, "text")?, ..Entry::default() };
    for (key, value) in more.into_iter().flatten() {
        let name = read::text(&key, "fields")?;
        let value = Some(&value);
        match name.as_str() {
            "reason" => entry.reason = named(value, &name)?,
            "supersedes" => entry.supersedes = named(value, &name)?,
            "scope" => entry.scope = named(value, &name)?,
            "task" => entry.task = named(value, &name)?,
            "alternatives" => {
                let given = value.filter(|given| !given.is_none());
                entry.alternatives =
                    given.map_or(Ok(Vec::new()), |given| read::texts(given, &name))?;
            }
            _ => {
                return Err(invalid(text.py(), format!("`{name}` is no field of an entry")));
            }
        }
    }
    Ok(entry)
}
