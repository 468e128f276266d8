//! What is done at each moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mindsave::{Clock, Error, FileStore, MindSave, Restored, Settings, Workspace, Writing};
use mindsave_core::tokens::estimate;
use mindsave_core::work::{Event as JournalEvent, Happened};
use mindsave_store::hex;
use sha2::{Digest, Sha256};

use super::Event;
use super::entry::Entry;
use super::log::Log;
use super::marker::Marker;
use super::twice::Twice;
use crate::answer::{Answer, Envelope};
use crate::host::Host;
use crate::hosts::Warns;
use crate::input::{Input, Moment};
use crate::{instructions, statusline, transcript};

/// How long a hook waits for another process that saves.
const LOCK: Duration = Duration::from_millis(500);

/// How many events back a call's other reports are looked for.
const RECENT: usize = 200;

/// One event, with all that is needed to deal with it.
pub(super) struct Work {
    input: Input,
    envelope: Option<Envelope>,
    warns: Warns,
    workspace: Workspace,
    clock: Clock,
    marker: Marker,
    twice: Twice,
    log: Log,
    /// Nobody waits for the answer any longer.
    late: Arc<AtomicBool>,
    /// Who writes the event down.
    entry: Arc<Entry>,
}

/// A text for the agent, and what it is.
struct Part {
    what: &'static str,
    text: String,
    revision: String,
}

impl Work {
    pub(super) fn new(
        event: Event<'_>,
        log: Log,
        late: Arc<AtomicBool>,
        entry: Arc<Entry>,
    ) -> Self {
        let Event { input, contract, workspace, stdin, around, clock } = event;
        let store = FileStore::new(workspace.folder());
        // A prompt's id is that of all that follows it: only a call's names one event.
        let is_call = matches!(input.moment, Moment::CallBegun | Moment::CallEnded);
        let what = match &input.id {
            Some(id) if is_call => (id.as_bytes(), true),
            _ => (stdin, false),
        };
        let twice = Twice::new(store.clone(), &input.session, &input.event, what, around.started);
        Self {
            envelope: (contract.envelope)(&input),
            warns: contract.warns,
            marker: Marker::new(store, &input.session),
            twice,
            workspace,
            clock,
            log,
            late,
            entry,
            input,
        }
    }

    /// Does it all, and returns what is printed.
    pub(super) fn run(mut self) -> Vec<u8> {
        let (mind, may_save) = self.open();
        if self.is_claimed_first() && !self.twice.claim() {
            self.entry.finish();
            self.twice.finish();
            return Vec::new();
        }
        let mut parts = self.observe(&mind, may_save);
        self.entry.finish();
        self.mark();
        if matches!(self.input.moment, Moment::Compacting | Moment::SessionEnd) {
            // Hosts read these files again after a compaction and at the next start.
            for problem in instructions::refresh(&mind) {
                self.log.line(&problem);
            }
        }
        let written = self.envelope.map(|envelope| {
            parts.extend(self.texts(&mind));
            self.deliver(&mind, envelope, &parts)
        });
        if self.is_claimed_first() {
            self.twice.finish();
        }
        if saves(self.input.moment) {
            // Nobody waits now; what cannot be read is told to whoever needs it.
            drop(mind.prepare_checks());
        }
        written.unwrap_or_default()
    }

    /// Settings that cannot be used stop saves, whose clean-up they govern, and nothing else.
    fn open(&self) -> (MindSave, bool) {
        let opened = MindSave::open(self.workspace.clone(), self.clock);
        let may_save = opened.is_ok();
        let mind = opened.unwrap_or_else(|error| {
            self.log.line(&error.to_string());
            MindSave::open_for_checkup(self.workspace.clone(), self.clock)
        });
        let lock_timeout = mind.settings().lock_timeout.min(LOCK);
        let settings = Settings { lock_timeout, ..mind.settings().clone() };
        (mind.with_settings(settings), may_save)
    }

    /// Calls are told by their ids anyway: they are claimed only when there is something to say.
    fn is_claimed_first(&self) -> bool {
        match self.input.moment {
            // Without an id a call told twice would be two calls.
            Moment::CallBegun | Moment::CallEnded => self.input.id.is_none(),
            Moment::BatchEnded | Moment::Request | Moment::Other => false,
            _ => true,
        }
    }

    /// Writes down what happened; returns what is to be said of it.
    ///
    /// Where nothing may be saved it is written down alone.
    fn observe(&mut self, mind: &MindSave, may_save: bool) -> Vec<Part> {
        if self.input.moment == Moment::BatchEnded {
            let known =
                self.noted(mind.last_events(&self.input.session, RECENT)).unwrap_or_default();
            without_known(&mut self.input.happened, &known);
        }
        self.add_context();
        let events = self.input.events(self.clock.now());
        if events.is_empty() {
            return Vec::new();
        }
        let (session, entry) = (&self.input.session, &self.entry);
        entry.read();
        let go_on = |writing| match writing {
            Writing::Begins => entry.write(),
            Writing::Done => {
                entry.finish();
                true
            }
        };
        if !may_save {
            self.noted(mind.write_down_by(session, events, &go_on));
            return Vec::new();
        }
        let observed = self.noted(mind.observe_by(session, events, &go_on));
        let notice = observed.and_then(|observed| observed.notice);
        notice.map(|text| Part::of("notice", text)).into_iter().collect()
    }

    /// Adds how full the context is, where the end of the transcript tells.
    fn add_context(&mut self) {
        let told = self.input.happened.iter().any(|one| matches!(one, Happened::Context { .. }));
        let asks = matches!(self.input.moment, Moment::TurnEnded | Moment::BatchEnded);
        let Some(path) = &self.input.transcript else { return };
        if told || !asks || self.input.agent.is_some() {
            return;
        }
        let window =
            statusline::window(&FileStore::new(self.workspace.folder()), &self.input.session);
        let ratio = transcript::fullness(path, window);
        self.input.happened.extend(ratio.map(|ratio| Happened::Context { ratio }));
    }

    /// A context that is compacted is to be given back; a session that ended needs nothing more.
    fn mark(&self) {
        let main = self.input.agent.is_none();
        match self.input.moment {
            Moment::Compacting if main && !self.is_told_always() => self.marker.set(),
            Moment::SessionEnd if main => {
                self.marker.clear();
                self.marker.sweep(self.clock.now());
            }
            _ => {}
        }
    }

    /// What there is to say: what was lost first, then what not to do again.
    fn texts(&self, mind: &MindSave) -> Vec<Part> {
        let mut parts: Vec<Part> = self.resume(mind).into_iter().collect();
        if self.warns_now(mind) {
            let texts = self.noted(mind.forewarn(&self.input.session, &self.input.intents));
            let texts = texts.unwrap_or_default().into_iter();
            parts.extend(texts.map(|text| Part::of("warning", text)));
        }
        parts
    }

    fn warns_now(&self, mind: &MindSave) -> bool {
        match self.input.moment {
            Moment::Prompt | Moment::SessionStart => true,
            Moment::CallBegun => self.warns != Warns::After,
            Moment::CallEnded => match self.warns {
                Warns::Before => false,
                Warns::After => true,
                Warns::AfterUnlessBegun => !self.is_begun(mind),
            },
            _ => false,
        }
    }

    /// Whether the host told of the call before it was made.
    fn is_begun(&self, mind: &MindSave) -> bool {
        let events = self.noted(mind.last_events(&self.input.session, RECENT)).unwrap_or_default();
        let begun = |event: &JournalEvent| match &event.happened {
            Happened::CallBegun(call) => call.call.is_some() && call.call == self.input.id,
            _ => false,
        };
        events.iter().any(begun)
    }

    /// The text for a context that is new, where this event begins one or is the first that can
    /// say it.
    fn resume(&self, mind: &MindSave) -> Option<Part> {
        let subagent = self.input.agent.is_some() || self.input.moment == Moment::SubagentStart;
        match self.input.moment {
            Moment::SubagentStart => {}
            _ if subagent => return None,
            Moment::SessionStart | Moment::Request => {}
            _ if self.marker.is_set() => {}
            _ => return None,
        }
        let restored = self.noted(mind.restore(&self.input.session, subagent))?;
        if self.late.load(Ordering::SeqCst) {
            return None;
        }
        let was_due = !subagent && self.marker.take();
        if was_due && self.late.load(Ordering::SeqCst) {
            // Nobody waited for it in the meantime: it is due still.
            self.marker.set();
            return None;
        }
        let restored = restored.filter(|restored| self.is_wanted(restored, was_due))?;
        Some(Part { what: "resume", text: restored.text, revision: restored.revision })
    }

    /// One host repeats the start of a session for each compaction before it: the first is enough.
    fn is_wanted(&self, restored: &Restored, was_due: bool) -> bool {
        let said = || self.marker.delivered().is_some_and(|last| last == restored.revision);
        match self.input.moment {
            Moment::SessionStart if self.input.host == Host::Codex && !was_due => !said(),
            Moment::SessionStart | Moment::Request | Moment::SubagentStart => true,
            _ => was_due,
        }
    }

    /// Writes the answer, and down what was said: that is no reason to save.
    fn deliver(&self, mind: &MindSave, envelope: Envelope, parts: &[Part]) -> Vec<u8> {
        let mut said: Vec<&str> = Vec::new();
        for part in parts {
            if !said.contains(&part.text.as_str()) {
                said.push(&part.text);
            }
        }
        let written = Answer::Context(said.concat()).write(envelope, &self.input);
        if written.is_empty() || (!self.is_claimed_first() && !self.claims_call()) {
            return Vec::new();
        }
        let told = self.told(parts);
        if !told.happened.is_empty() {
            self.noted(mind.write_down(&told.session, told.events(self.clock.now())));
        }
        written
    }

    fn claims_call(&self) -> bool {
        self.input.moment == Moment::Request || {
            let mine = self.twice.claim();
            self.twice.finish();
            mine
        }
    }

    /// What was said, as something that happened. What every request is told is told once.
    fn told(&self, parts: &[Part]) -> Input {
        let last = self.marker.delivered();
        let again = |part: &&Part| {
            let repeats = last.as_deref() == Some(part.revision.as_str());
            self.input.moment == Moment::Request && part.what == "resume" && repeats
        };
        let happened = parts.iter().filter(|part| !again(part)).map(|part| Happened::Delivered {
            via: self.input.event.clone(),
            what: part.what.to_owned(),
            revision: part.revision.clone(),
            tokens: estimate(&part.text).get(),
        });
        let happened: Vec<Happened> = happened.collect();
        if self.input.agent.is_none() {
            for part in parts.iter().filter(|part| part.what == "resume") {
                self.marker.gave(&part.revision);
            }
        }
        Input { happened, ..self.input.clone() }
    }

    /// Whether the host puts our text before every request anyway.
    fn is_told_always(&self) -> bool {
        matches!(self.input.host, Host::OpenCode | Host::OpenClaw)
    }

    /// Writes an error down where there is one.
    fn noted<T>(&self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| self.log.line(&error.to_string())).ok()
    }
}

impl Part {
    fn of(what: &'static str, text: String) -> Self {
        let revision = hex(&Sha256::digest(text.as_bytes())[..6]);
        Self { what, text, revision }
    }
}

/// Whether it is a moment at which much may be lost, and nobody waits for an answer.
pub(super) fn saves(moment: Moment) -> bool {
    matches!(moment, Moment::Compacting | Moment::TurnEnded | Moment::SessionEnd)
}

/// Takes out what a batch tells that single reports have told.
fn without_known(happened: &mut Vec<Happened>, known: &[JournalEvent]) {
    let call = |happened: &Happened| match happened {
        Happened::ToolCall(call) => call.call.clone(),
        _ => None,
    };
    let ended: Vec<String> = known.iter().filter_map(|event| call(&event.happened)).collect();
    // What a call finished stands behind the call and goes with it.
    let mut told = false;
    happened.retain(|one| {
        if let Happened::ToolCall(_) = one {
            told = call(one).is_some_and(|id| ended.contains(&id));
        }
        !told
    });
}
