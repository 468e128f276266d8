//! From what a host sends to what it is answered: never an error, never longer than the deadline.

mod act;
mod entry;
mod log;
mod marker;
mod twice;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant, SystemTime};

use mindsave::work::{Event as JournalEvent, SessionId};
use mindsave::{Clock, FileStore, MindSave, Workspace};
use serde_json::Value;

use crate::detect::detect;
use crate::host::Host;
use crate::hosts::{Contract, contract};
use crate::input::{self, Input, Moment};
use act::Work;
use entry::Entry;
use log::Log;
use marker::Marker;

/// The most bytes of an event: more than any host sends, far less than memory.
pub(crate) const LARGEST: usize = 32 * 1024 * 1024;
/// How long a host is kept waiting for an answer.
const DEADLINE: Duration = Duration::from_millis(100);
/// How long it is kept waiting for a save, which has no answer but must not be lost.
const SAVING: Duration = Duration::from_secs(1);
/// How often it is looked whether an event was written, once nobody waits for the answer.
const TURN: Duration = Duration::from_millis(2);
/// Sets [`DEADLINE`] in milliseconds, for slow machines and tests.
const DEADLINE_VARIABLE: &str = "MINDSAVE_DEADLINE_MS";

/// What a hook finds around it: where it runs, and how long it may take.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The current folder.
    pub cwd: PathBuf,
    /// The workspace, where it was given.
    pub root: Option<PathBuf>,
    /// The environment.
    pub variable: fn(&str) -> Option<OsString>,
    /// How long the host may be kept waiting for an answer.
    pub deadline: Duration,
    /// When the process began.
    pub started: SystemTime,
}

impl Surroundings {
    /// What a process finds.
    pub fn of_process() -> Self {
        let variable = |name: &str| std::env::var_os(name);
        let given = variable(DEADLINE_VARIABLE).and_then(|text| text.to_str()?.parse().ok());
        Self {
            variable,
            deadline: given.map_or(DEADLINE, Duration::from_millis),
            ..Self::bare(std::env::current_dir().unwrap_or_default())
        }
    }

    /// A folder and no environment.
    pub fn bare(cwd: PathBuf) -> Self {
        Self { cwd, root: None, variable: |_| None, deadline: DEADLINE, started: SystemTime::now() }
    }

    /// Finds the workspace an event belongs to, if it belongs to one that may be written.
    pub(crate) fn workspace(&self, hints: &[PathBuf]) -> Option<Workspace> {
        let here = std::iter::once(self.cwd.as_path());
        let starts = hints.iter().map(PathBuf::as_path).chain(here).filter(|path| path.is_dir());
        let find = |cwd| Workspace::find_from(self.root.as_deref(), cwd, &self.variable).ok();
        starts.filter_map(find).find(|found| self.may_be_written(found))
    }

    /// Whether a folder is a project: the home folder and the root of the disk are none, and one
    /// without version control has to hold a `.mindsave` already.
    fn may_be_written(&self, found: &Workspace) -> bool {
        if found.root.parent().is_none() {
            return false;
        }
        let home = ["HOME", "USERPROFILE"].into_iter().find_map(self.variable).map(PathBuf::from);
        if home.is_some_and(|home| same(&home, &found.root)) {
            return false;
        }
        let marks = [".git", ".jj", ".hg", ".svn"];
        let controlled = |path: &Path| marks.iter().any(|mark| path.join(mark).exists());
        found.shared_folder().is_dir() || found.root.ancestors().any(controlled)
    }
}

fn same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    real(a) == real(b)
}

/// What a hook prints. Its exit code is always 0: any other could block the agent.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The bytes for standard output; none when there is nothing to say.
    pub stdout: Vec<u8>,
    /// The mark of the text that was to be given back with it.
    restores: Option<Marker>,
}

impl Reply {
    /// Says that nobody took the answer: what was to be given back with it is due again.
    pub fn was_not_taken(&self) {
        self.restores.iter().for_each(Marker::set);
    }
}

/// Takes one event of a host, does what is to be done, and says what to answer.
///
/// `named` is the host of the command line; the one that really speaks is told by what it sends.
/// `event` names the event where the JSON does not. What goes wrong is a line of
/// `.mindsave/hook.log` and no answer.
pub fn handle(
    named: Host,
    event: Option<&str>,
    stdin: &[u8],
    around: &Surroundings,
    clock: Clock,
) -> Reply {
    let value = match parse(stdin) {
        Ok(value) => value,
        Err(problem) => {
            if let Some(workspace) = around.workspace(&[]) {
                Log::new(&workspace, named, event.unwrap_or("?"), clock).line(&problem);
            }
            return Reply::default();
        }
    };
    let Some(workspace) = around.workspace(&input::folders(&value)) else {
        return Reply::default();
    };
    let host = detect(&value, named);
    let contract = contract(host);
    let input = (contract.read)(&value, event, &input::place(&value, &workspace.root));
    drop(value);
    if !input.is_worth_keeping() && !workspace.shared_folder().is_dir() {
        return Reply::default();
    }
    in_time(Event { input, contract, workspace, stdin, around, clock })
}

/// An event that was read, on its way.
struct Event<'a> {
    input: Input,
    contract: &'static Contract,
    workspace: Workspace,
    stdin: &'a [u8],
    around: &'a Surroundings,
    clock: Clock,
}

/// Does the work on a thread of its own, and leaves it behind when it takes too long.
fn in_time(event: Event<'_>) -> Reply {
    let log = Log::new(&event.workspace, event.input.host, &event.input.event, event.clock);
    let marker = Marker::new(FileStore::new(event.workspace.folder()), &event.input.session);
    let (moment, main) = (event.input.moment, event.input.agent.is_none());
    let patience =
        if act::saves(moment) { event.around.deadline.max(SAVING) } else { event.around.deadline };
    // What a session lost is due until an answer reached the host.
    let restores = main && (moment == Moment::SessionStart || marker.is_set());
    let restores = restores.then_some(marker);
    let spare = Spare::of(&event);
    let (late, entry) = (Arc::new(AtomicBool::new(false)), Arc::new(Entry::default()));
    let work = Work::new(event, log.clone(), Arc::clone(&late), Arc::clone(&entry));
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(work.run()));
    match receive.recv_timeout(patience) {
        Ok(stdout) => {
            let restores = restores.filter(|_| !stdout.is_empty());
            Reply { stdout, restores }
        }
        Err(reason) => {
            late.store(true, Ordering::SeqCst);
            // Another hook of this session has to say it.
            restores.iter().for_each(Marker::set);
            let broken = reason == mpsc::RecvTimeoutError::Disconnected;
            let what = if broken { "a defect of mindsave ended it" } else { "took too long" };
            log.line(&format!("{what}: no answer{}", spare.keep(&entry, &receive)));
            Reply::default()
        }
    }
}

/// An event as it came, for the case that what follows from it takes too long to read.
struct Spare {
    workspace: Workspace,
    clock: Clock,
    session: SessionId,
    events: Vec<JournalEvent>,
}

impl Spare {
    fn of(event: &Event<'_>) -> Self {
        // Of a batch some calls are known already: only the work itself tells which.
        let known = event.input.moment == Moment::BatchEnded;
        let events = if known { Vec::new() } else { event.input.events(event.clock.now()) };
        let (workspace, session) = (event.workspace.clone(), event.input.session.clone());
        Self { workspace, clock: event.clock, session, events }
    }

    /// Sees to it that the event is in its journal before the process ends, and says what is missing.
    fn keep(self, entry: &Entry, work: &mpsc::Receiver<Vec<u8>>) -> &'static str {
        let end = Instant::now() + SAVING;
        while !entry.is_done() && Instant::now() < end {
            if !self.events.is_empty() && entry.leave() {
                return self.jot_down();
            }
            match work.recv_timeout(TURN) {
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                _ => break,
            }
        }
        if entry.is_done() { "" } else { "; it may not be written down" }
    }

    fn jot_down(self) -> &'static str {
        let kept = MindSave::open(self.workspace, self.clock)
            .and_then(|mind| mind.jot_down(&self.session, &self.events));
        if kept.is_ok() { "; written down without what follows" } else { "; it is lost" }
    }
}

/// Reads the JSON of an event.
fn parse(stdin: &[u8]) -> Result<Value, String> {
    let text = stdin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(stdin);
    if text.len() > LARGEST {
        return Err(format!("the event is larger than {} MiB", LARGEST >> 20));
    }
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err("nothing on standard input".to_owned());
    }
    let value: Value = serde_json::from_slice(text)
        .or_else(|error| first_value(text).ok_or(error))
        .map_err(|error| format!("not JSON: {error}"))?;
    if value.is_object() { Ok(value) } else { Err("not a JSON object".to_owned()) }
}

/// Reads the first value of a text that is not quite JSON: with half characters, bytes that are no
/// UTF-8, or more behind it.
fn first_value(text: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(text);
    let text = without_halves(text.as_bytes());
    serde_json::Deserializer::from_slice(&text).into_iter::<Value>().next()?.ok()
}

/// Puts U+FFFD in the place of escapes that are half of a character: programs that cut texts by
/// units of 16 bits write such.
fn without_halves(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let unit = |bytes: &[u8], at: usize| -> Option<u16> {
        let escape = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(escape).ok()?, 16).ok()
    };
    let mut at = 0;
    while at < out.len() {
        if out[at] != b'\\' {
            at += 1;
            continue;
        }
        let Some(first) = unit(&out, at) else {
            at += 2;
            continue;
        };
        let second = unit(&out, at + 6).is_some_and(|unit| (0xdc00..0xe000).contains(&unit));
        match first {
            0xd800..0xdc00 if second => at += 12,
            0xd800..0xe000 => {
                out[at..at + 6].copy_from_slice(b"\\ufffd");
                at += 6;
            }
            _ => at += 6,
        }
    }
    out
}
