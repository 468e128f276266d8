//! An approach that failed twice before another way succeeded.

use crate::shell::meant;
use crate::work::{Event, Happened, Outcome, ToolCall};

/// How often a call must fail before another way counts as the way out.
const TWICE: usize = 2;
/// How many calls back the failures may lie.
const RECENT: usize = 30;
/// The most characters of the error that is kept as the reason.
const REASON_MAX: usize = 200;

/// Returns the approach that was given up, if the last of the events is a call that succeeded where
/// a like one had failed twice: the rule of the guide to what counts as failed.
///
/// The call that failed is the approach, the first telling line of its error the reason, the call that
/// succeeded what to do instead. A failure that was told since the calls failed is not told again.
pub fn given_up(events: &[Event]) -> Option<Happened> {
    let (last, before) = events.split_last()?;
    let succeeded = command(last, Outcome::Ok)?;
    let start = before.len().saturating_sub(RECENT);
    let mut failed: Vec<(&ToolCall, &str)> = Vec::new();
    for event in &before[start..] {
        match &event.happened {
            // Told in words already, or solved before.
            Happened::Failure { .. } => failed.clear(),
            Happened::ToolCall(call) if runs_like(call, succeeded) => {
                match command(event, Outcome::Failed) {
                    Some(command) => failed.push((call, command)),
                    None => failed.clear(),
                }
            }
            _ => {}
        }
    }
    // Trying it again with another option is the same way.
    let same = failed.iter().any(|(_, command)| meant(command) == meant(succeeded));
    if failed.len() < TWICE || same {
        return None;
    }
    let (call, command) = failed[0];
    let approach = command.to_owned();
    let reason = call.error.as_deref().and_then(telling).map(str::to_owned);
    Some(Happened::Failure {
        text: approach,
        reason,
        alternatives: vec![succeeded.to_owned()],
        rejected_by: Some("system".to_owned()),
    })
}

/// The command of a call that ended so.
fn command(event: &Event, outcome: Outcome) -> Option<&str> {
    match &event.happened {
        Happened::ToolCall(call) if call.outcome == Some(outcome) => call.command.as_deref(),
        _ => None,
    }
}

/// Reports whether a call that ended by itself runs a command like another.
fn runs_like(call: &ToolCall, command: &str) -> bool {
    let ended = matches!(call.outcome, Some(Outcome::Ok | Outcome::Failed));
    ended && call.command.as_deref().is_some_and(|own| is_like(own, command))
}

/// Reports whether two commands run the same program with the same first word.
fn is_like(one: &str, other: &str) -> bool {
    let head = |command| meant(command).into_iter().take(2).map(str::to_owned).collect::<Vec<_>>();
    head(one) == head(other)
}

/// The first line of an error that says what went wrong.
fn telling(error: &str) -> Option<&str> {
    let mut lines = error.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.find(|line| !line.to_ascii_lowercase().starts_with("exit code"))?;
    Some(line.char_indices().nth(REASON_MAX).map_or(line, |(end, _)| &line[..end]))
}
