//! What follows from an event: sentences of the user and of the agent become rules, decisions,
//! failures, values, the next step.
//!
//! Nothing is guessed: a sentence that does not say it in so many words changes nothing, and what a
//! tool printed is nobody's rule. The user's words set rules, values and goals; the agent's own
//! words tell what it chose, what failed, what comes next. Words are data
//! (`rules/language/work.yaml`, `extraction.yaml`).

mod bans;
mod blockers;
mod called_off;
mod choices;
mod correction;
mod done;
mod found;
mod goals;
mod labels;
mod likeness;
mod next;
mod prompt;
mod reply;
mod retried;
mod riders;
mod rivals;
mod rules;
mod styles;
mod values;
mod waiver;
mod withdrawal;
mod words;

#[cfg(test)]
mod tests;

pub(super) use likeness::Topic;
pub use retried::given_up;

use super::{Event, Happened};
use crate::extract::prose;
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
        Happened::Prompt { text } => prompt::read(&own_words(text), known),
        Happened::Reply { text } => reply::read(&own_words(text), known),
        Happened::Result { text } => {
            let steps = done::reported(&[text], known).into_iter().filter(|step| step != text);
            steps.map(|text| Happened::Result { text }).collect()
        }
        _ => Vec::new(),
    }
}

/// Reports whether a user's words ask for something to be done, in the words of an order or a wish.
///
/// ```
/// use mindsave_core::work::derive::asks_for_a_task;
///
/// assert!(asks_for_a_task("修复登录页的跳转") && !asks_for_a_task("Thanks a lot!"));
/// ```
pub fn asks_for_a_task(text: &str) -> bool {
    goals::asks_for_a_task(&own_words(text))
}

/// How much of the beginning and of the end of a text is read, in bytes: what lies between is a log or a
/// document that was pasted, and whoever waits for a hook does not wait for that.
const READ: (usize, usize) = (5_000, 2_000);

/// What somebody says in his own words: no code, quotations or tables.
fn own_words(text: &str) -> String {
    if text.len() <= READ.0 + READ.1 {
        return prose(text);
    }
    let head = text.floor_char_boundary(READ.0);
    let tail = text.ceil_char_boundary(text.len() - READ.1);
    // From line to line, so that no sentence is read by half.
    let head = text[..head].rfind('\n').unwrap_or(head);
    let tail = text[tail..].find('\n').map_or(text.len(), |at| tail + at);
    format!("{}\n{}", prose(&text[..head]), prose(&text[tail..]))
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
