mod fold;
mod kept;
mod properties;
mod rules;

use super::*;
use crate::Timestamp;

/// A journal: events one minute apart.
fn journal(happened: impl IntoIterator<Item = Happened>) -> Vec<Event> {
    let minute = |i: usize| i64::try_from(i).unwrap() * 60_000;
    let event = |(i, happened)| Event::new(Timestamp::from_millis(minute(i)), happened);
    happened.into_iter().enumerate().map(event).collect()
}

fn fold(happened: impl IntoIterator<Item = Happened>) -> Work {
    Work::fold([&journal(happened)[..]], &|_| None)
}

fn goal(text: &str) -> Happened {
    Happened::Goal { text: text.to_owned() }
}

fn next(text: &str) -> Happened {
    Happened::NextAction { text: text.to_owned() }
}

fn rule(text: &str) -> Happened {
    Happened::Constraint { text: text.to_owned(), scope: None }
}

fn decision(text: &str, reason: Option<&str>, supersedes: Option<&str>) -> Happened {
    Happened::Decision {
        text: text.to_owned(),
        reason: reason.map(str::to_owned),
        options: vec![],
        supersedes: supersedes.map(str::to_owned),
    }
}

fn failure(text: &str, reason: &str, by: Option<&str>) -> Happened {
    Happened::Failure {
        text: text.to_owned(),
        reason: Some(reason.to_owned()),
        alternatives: vec!["CSS variables".to_owned()],
        rejected_by: by.map(str::to_owned),
    }
}

fn result(text: &str) -> Happened {
    Happened::Result { text: text.to_owned() }
}

fn note(kind: &str, text: &str) -> Happened {
    Happened::Note { kind: kind.to_owned(), text: text.to_owned(), scope: None }
}

fn closed(text: &str) -> Happened {
    Happened::Closed { text: text.to_owned(), reason: None }
}

fn edit(path: &str) -> Happened {
    let path = Some(path.to_owned());
    let outcome = Some(Outcome::Ok);
    Happened::ToolCall(ToolCall {
        tool: "Edit".into(),
        path,
        edits: true,
        outcome,
        ..ToolCall::default()
    })
}

fn run(command: &str, outcome: Outcome, error: Option<&str>) -> Happened {
    Happened::ToolCall(ToolCall {
        tool: "Bash".into(),
        command: Some(command.to_owned()),
        outcome: Some(outcome),
        error: error.map(str::to_owned),
        ..ToolCall::default()
    })
}
