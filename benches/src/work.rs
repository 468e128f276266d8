//! The journal of a session: what noting an event costs, and what folding many of them costs.
//!
//! The base of an append is what any program does that writes a line to a log: open the file for
//! appending, write, close.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use mindsave::work::{Event, Happened, Outcome as Ended, SessionId, ToolCall, Work, journal};
use mindsave::{MindSave, Timestamp};

use crate::Outcome;
use crate::fixture::Fixture;
use crate::pairs::{Measured, Quartiles, measure, measure_after, timed};
use crate::report::{Bound, Report};

const PAIRS: usize = 1000;
const EVENTS: usize = 10_000;

/// Measures all of it.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    for (snapshots, events, name) in [(1, 0, "an empty store"), (100, 9_000, "a full one")] {
        let fixture = Fixture::new(snapshots, Some("in_progress"))?;
        append(report, &fixture, events, name)?;
    }
    fold(report)?;
    growth(report)?;
    read(report)
}

/// An event as a line of the journal, and with what follows from it: the gauge, the triggers, the
/// heartbeat.
fn append(report: &mut Report, fixture: &Fixture, events: usize, name: &str) -> Outcome<()> {
    let mind = fixture.open()?;
    let session = SessionId::of("52e70abc-da23-4c1e");
    let one = event(7);
    let ours = || Ok(mind.append(&session, std::slice::from_ref(&one))?);
    let measured = against_bare(fixture, &mind, &session, (&one, events), ours)?;
    report.ratio(&format!("append an event, {name}"), &measured, Bound::AtMost(3.0))?;
    assert_eq!(counted(&mind, &session)?, events + 1 + PAIRS + 10);
    let session = SessionId::of("0b1c9a4e-77d1-4f0a");
    let one = event(6);
    let ours = || {
        mind.observe(&session, vec![one.clone()])?;
        Ok(())
    };
    let measured = against_bare(fixture, &mind, &session, (&one, events), ours)?;
    report.ratio(&format!("observe an event, {name}"), &measured, Bound::AtMost(3.0))
}

/// Measures what notes an event of a session against a bare append of the same line.
fn against_bare(
    fixture: &Fixture,
    mind: &MindSave,
    session: &SessionId,
    (event, events): (&Event, usize),
    ours: impl Fn() -> Outcome<()>,
) -> Outcome<Measured> {
    mind.append(session, &session_of(events + 1))?;
    let line = journal::line(event);
    let path = fixture.dir.path().join("bare.jsonl");
    fs::write(&path, line.repeat(events + 1))?;
    measure(PAIRS, &mut || timed(&ours), &mut || timed(|| bare(&path, line.as_bytes())))
}

fn counted(mind: &MindSave, session: &SessionId) -> Outcome<usize> {
    Ok(mind.journal(session)?.events.len())
}

/// The base: a line at the end of a file.
fn bare(path: &Path, line: &[u8]) -> Outcome<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(line)?;
    drop(file);
    Ok(())
}

fn fold(report: &mut Report) -> Outcome<()> {
    let events = session_of(EVENTS);
    let times = repeated(|| nodes_of(&events));
    let note = format!("{} nodes", nodes_of(&events));
    let bound = Bound::AtMost(20_000.0);
    report.add(&format!("fold {EVENTS} events"), "us", times, bound, &note)
}

/// Folds ten times as many events at once, and as ten sessions one after another.
fn growth(report: &mut Report) -> Outcome<()> {
    let events = session_of(EVENTS * 10);
    let mut whole = || timed(|| Ok(nodes_of(&events)));
    let mut parts = || timed(|| Ok(events.chunks(EVENTS).map(nodes_of).sum::<usize>()));
    let measured = measure_after(1, 10, &mut whole, &mut parts)?;
    report.ratio("fold ten times as many, against ten folds", &measured, Bound::AtMost(1.5))
}

fn nodes_of(events: &[Event]) -> usize {
    Work::fold([events], &|_| None).graph().nodes().len()
}

/// Reads a journal of the size at which a new file begins.
fn read(report: &mut Report) -> Outcome<()> {
    let text: String = session_of(EVENTS).iter().map(journal::line).collect();
    let times = repeated(|| journal::decode(text.as_bytes()).events.len());
    let note = format!("{} KB", text.len() / 1024);
    report.add(&format!("read the lines of {EVENTS} events"), "us", times, Bound::Free, &note)
}

fn repeated(mut work: impl FnMut() -> usize) -> Quartiles {
    let mut once = || {
        let start = Instant::now();
        std::hint::black_box(work());
        micros(start.elapsed())
    };
    once();
    Quartiles::of((0..9).map(|_| once()).collect())
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// The events of a session that is at it: calls mostly, of which some fail, and what is said.
fn session_of(count: usize) -> Vec<Event> {
    (0..count).map(event).collect()
}

fn event(number: usize) -> Event {
    let millis = 1_778_400_000_000 + i64::try_from(number).unwrap_or_default() * 20_000;
    let at = Timestamp::from_millis(millis);
    let happened = match number % 20 {
        0 => Happened::Prompt {
            text: format!("请先修复登录，再看第 {number} 个问题；不要用 JWT。"),
        },
        3 => Happened::Result {
            text: format!("Step {number} is finished: the tests of the login pass"),
        },
        5 => Happened::Decision {
            text: format!("Keep sessions number {number} in Redis"),
            reason: Some("they must be revoked at once".into()),
            options: vec!["JWT".into()],
            supersedes: None,
        },
        9 => {
            Happened::Constraint { text: format!("第 {number} 条：不要用 JWT"), scope: None }
        }
        11 => Happened::Note {
            kind: "learning".into(),
            text: format!("Learning {}", number % 997),
            scope: None,
        },
        _ => Happened::ToolCall(call(number)),
    };
    Event::new(at, happened)
}

fn call(number: usize) -> ToolCall {
    let edits = number.is_multiple_of(3);
    let failed = number.is_multiple_of(7);
    ToolCall {
        tool: if edits { "Edit" } else { "Bash" }.into(),
        call: Some(format!("toolu_{number:024}")),
        path: edits.then(|| format!("src/module_{}/file_{}.rs", number % 13, number % 211)),
        command: (!edits).then(|| format!("cargo test -p member_{} -- case_{number}", number % 31)),
        edits,
        outcome: Some(if failed { Ended::Failed } else { Ended::Ok }),
        error: failed.then(|| "error[E0308]: mismatched types\n --> src/lib.rs:10:5".into()),
        duration_ms: Some(1200),
        fingerprint: None,
    }
}
