//! What follows from an event: sentences of the user and of the agent become rules, decisions,
//! failures, values, the next step.
//!
//! Nothing is guessed: a sentence that does not say it in so many words changes nothing, and what a
//! tool printed is nobody's rule. The user's words set rules, values and goals; the agent's own
//! words tell what it chose, what failed, what comes next. Words are data
//! (`rules/language/work.yaml`, `extraction.yaml`).

mod blockers;
mod choices;
mod goals;
mod labels;
mod likeness;
mod next;
mod prompt;
mod reply;
mod retried;
mod rules;
mod values;
mod withdrawal;
mod words;

#[cfg(test)]
mod tests;

pub(super) use likeness::Topic;
pub use retried::given_up;

use super::{Event, Happened};
use crate::snapshot::State;

/// Returns what follows from an event, given what was known before it; the event itself is not
/// repeated.
///
/// ```
/// use mindsave_core::snapshot::State;
/// use mindsave_core::work::{Event, Happened, derive};
/// use mindsave_core::Timestamp;
///
/// let at = Timestamp::parse("2026-05-10T14:30:00Z")?;
/// let said = "Chunks pass. I chose ndjson because the archive reads lines. 下一步：写导出命令。";
/// let reply = Event::new(at, Happened::Reply { text: said.to_owned() });
/// let follows = derive::derive(&reply, &State::default());
/// assert!(matches!(&follows[0], Happened::Decision { text, .. } if text == "ndjson"));
/// assert!(matches!(&follows[1], Happened::NextAction { text } if text == "写导出命令"));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn derive(event: &Event, known: &State) -> Vec<Happened> {
    if event.agent.is_some() {
        return Vec::new();
    }
    match &event.happened {
        Happened::Prompt { text } => prompt::read(text, known),
        Happened::Reply { text } => reply::read(text, known),
        _ => Vec::new(),
    }
}

/// Completes a decision with the choice it replaces, if it says that it replaces one.
pub fn complete(happened: Happened, known: &State) -> Happened {
    match happened {
        Happened::Decision { text, reason, options, supersedes: None } => {
            let supersedes = choices::replaced(&text, &options, known);
            Happened::Decision { text, reason, options, supersedes }
        }
        other => other,
    }
}
