//! The gauge: what is folded from the events of a session.

use serde::{Deserialize, Serialize};

use super::action::{Action, CHECKPOINT_RATIO};
use super::calls::Calls;
use super::failing::Failing;
use super::fatigue::Fatigue;
use super::mark::{Marks, mark};
use super::model::{Bases, Level, Pressure, Signs};
use super::saves::Saves;
use super::trigger::Trigger;
use crate::Timestamp;
use crate::extract::{Kind, extract};
use crate::work::{Event, Happened, NodeId, NodeKind, ToolCall};

/// How many texts of a kind are known again.
const TEXTS: usize = 128;
/// After how many calls a turn was a task of many steps. Source: seed 000, self-monitoring loop.
const MANY_STEPS: u64 = 8;
/// By how much the context must shrink to be another one.
const SHRUNK: f64 = 0.1;

/// What a session's events come to: everything pressure, fatigue and triggers are made of.
///
/// It is a fold: the same events in the same order give the same gauge, and a gauge that was kept
/// (it can be serialised) goes on where it stopped. It holds counts and marks of texts, no text of
/// the session, and its size does not grow with the session: only the last calls, files, decisions
/// are known again.
///
/// ```
/// use mindsave_core::Timestamp;
/// use mindsave_core::pressure::Gauge;
/// use mindsave_core::work::{Event, Happened, Outcome, ToolCall};
///
/// let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
/// let call = ToolCall {
///     tool: "Edit".into(), call: Some("toolu_01".into()), path: Some("src/登录.rs".into()),
///     edits: true, outcome: Some(Outcome::Ok), ..ToolCall::default()
/// };
/// let mut gauge = Gauge::default();
/// // However often a call is reported, it is one.
/// gauge.observe(&Event::new(now, Happened::CallBegun(ToolCall { outcome: None, ..call.clone() })));
/// gauge.observe(&Event::new(now, Happened::ToolCall(call.clone())));
/// gauge.observe(&Event::new(now, Happened::ToolCall(call)));
/// assert_eq!((gauge.calls(), gauge.active_files()), (1, 1));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Gauge {
    events: u64,
    turns: u64,
    pub(super) calls: Calls,
    failing: Failing,
    pub(super) saves: Saves,
    context: Option<f64>,
    refused: bool,
    decisions: u64,
    constraints: u64,
    failures: u64,
    corrections: u64,
    /// What was recorded: the work went on, whatever tools were used.
    records: u64,
    known: Marks,
    goals: Marks,
}

/// Pressure and fatigue, and the one action that follows from both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    /// How soon the context ends.
    pub pressure: Pressure,
    /// How degraded the work is.
    pub fatigue: Fatigue,
    /// What to do about the more severe of the two.
    pub action: Action,
}

impl Assessment {
    /// Reports whether fatigue asks for more than pressure does.
    pub(super) fn is_tired(&self) -> bool {
        let calm = Fatigue::of([None; 4]);
        Action::of_fatigue(&self.fatigue) > Action::of(&self.pressure, &calm)
    }

    /// Returns what the user is told once a save was made: of the more severe of the two, and in its
    /// own words, so that fatigue is not told as a full context.
    ///
    /// ```
    /// use mindsave_core::Timestamp;
    /// use mindsave_core::pressure::{Bases, Gauge};
    /// use mindsave_core::work::{Event, Happened};
    ///
    /// let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
    /// let mut gauge = Gauge::default();
    /// assert_eq!(gauge.assess(now, Bases::default()).notice(false), None);
    /// gauge.observe(&Event::new(now, Happened::Context { ratio: 0.75 }));
    /// let text = gauge.assess(now, Bases::default()).notice(false);
    /// assert_eq!(text, Some("Context pressure rising. MindSave auto-checkpoint saved."));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn notice(&self, chinese: bool) -> Option<&'static str> {
        if self.is_tired() {
            return self.fatigue.state.notice(chinese);
        }
        // Before a compaction it is time, whatever the settings say.
        let near = self.pressure.signs.ratio.is_some_and(|ratio| ratio >= CHECKPOINT_RATIO);
        let least = if near { Level::Yellow } else { Level::Green };
        self.pressure.level.max(least).notice(chinese)
    }
}

impl Gauge {
    /// Takes in an event. What this version does not know changes nothing but the count.
    pub fn observe(&mut self, event: &Event) {
        self.events += 1;
        let main = event.agent.is_none();
        match &event.happened {
            Happened::CallBegun(call) => self.call(event.at, call, true, main),
            Happened::ToolCall(call) => self.call(event.at, call, false, main),
            Happened::Prompt { text } if main => self.prompt(text),
            Happened::Reply { .. } if main => self.turn_ended(),
            Happened::Context { ratio } if main => self.context_is(*ratio),
            Happened::Compaction { .. } if main => {
                self.saves.moment = Some(Trigger::BeforeCompaction);
                self.new_context();
            }
            Happened::SessionStart { source } if main => {
                self.saves.moment = None;
                if source != "resume" {
                    self.new_context();
                }
            }
            Happened::SessionEnd { .. } if main => self.saves.moment = Some(Trigger::SessionEnd),
            Happened::Save { trigger, .. } => self.saved(event.at, trigger.as_deref()),
            Happened::SavingRefused { refused } => self.refused = *refused,
            other => self.recorded(other),
        }
    }

    /// Takes in what says something of the task, whoever says it.
    fn recorded(&mut self, happened: &Happened) {
        match happened {
            Happened::Correction { .. } => self.corrected(),
            Happened::Decision { text, supersedes, .. }
                if self.is_new(NodeKind::Decision, text) =>
            {
                self.decisions += u64::from(supersedes.is_none() || self.decisions == 0);
                self.record(true);
                self.saves.note(Trigger::KeyDecision);
            }
            Happened::Constraint { text, .. } if self.is_new(NodeKind::Constraint, text) => {
                self.constraints += 1;
                self.record(true);
            }
            // A rule that holds for the task.
            Happened::Note { kind, text, .. }
                if NodeKind::parse(kind) == Some(NodeKind::Constraint)
                    && self.is_new(NodeKind::Constraint, text) =>
            {
                self.constraints += 1;
                self.record(true);
            }
            Happened::Failure { text, .. } => {
                self.failures += u64::from(self.is_new(NodeKind::Failure, text));
                self.record(true);
            }
            Happened::Result { text } if self.is_new(NodeKind::Result, text) => {
                self.record(false);
                self.saves.note(Trigger::SubTaskCompleted);
            }
            Happened::Goal { text } => {
                self.goals.insert(name(NodeId::of_text(NodeKind::Goal, text)), TEXTS);
                self.saves.came_up(false);
            }
            Happened::Closed { text, .. } => self.closed(text),
            Happened::File { path } => {
                self.calls.file_changed(path);
                self.record(false);
            }
            Happened::Note { .. }
            | Happened::NextAction { .. }
            | Happened::Blocker { .. }
            | Happened::Variable { .. } => self.record(false),
            Happened::Superseded { .. } => self.record(true),
            Happened::Phase { .. } => self.saves.came_up(false),
            _ => {}
        }
    }

    fn call(&mut self, at: Timestamp, call: &ToolCall, begins: bool, main: bool) {
        let told = self.calls.report(at, call, begins, main);
        if told.new {
            self.saves.moment = None;
            self.saves.calls_since += 1;
            self.saves.came_up(false);
        }
        if let Some(outcome) = told.ended
            && self.failing.ended(call, outcome)
        {
            self.saves.note(Trigger::ErrorRecovered);
        }
    }

    fn prompt(&mut self, text: &str) {
        self.turns += 1;
        self.saves.moment = None;
        for found in extract(text) {
            match found.kind {
                Kind::NoSave => self.refused = true,
                Kind::SaveAgain => self.refused = false,
                Kind::SessionEnd => self.saves.moment = Some(Trigger::UserEnding),
                Kind::Correction => self.corrected(),
                _ => {}
            }
        }
    }

    /// Notes a correction; before any work it is part of the chat.
    fn corrected(&mut self) {
        if self.calls.total > 0 || self.records > 0 {
            self.corrections += 1;
            self.record(true);
            self.saves.note(Trigger::UserCorrected);
        }
    }

    /// Ends a turn: a task of many steps in which something of high value came up is saved.
    fn turn_ended(&mut self) {
        if self.saves.calls_since >= MANY_STEPS && self.saves.knowledge_news > 0 {
            self.saves.note(Trigger::SubTaskCompleted);
        }
    }

    fn closed(&mut self, text: &str) {
        // By its name or by its words.
        let id = NodeId::parse(text).unwrap_or_else(|| NodeId::of_text(NodeKind::Goal, text));
        let goal = self.goals.remove(name(id));
        self.record(!goal);
        if goal {
            self.saves.note(Trigger::SubTaskCompleted);
        }
    }

    fn record(&mut self, knowledge: bool) {
        self.records += 1;
        self.saves.came_up(knowledge);
    }

    /// Reports whether a text of a kind is said for the first time.
    fn is_new(&mut self, kind: NodeKind, text: &str) -> bool {
        self.known.insert(name(NodeId::of_text(kind, text)), TEXTS)
    }

    fn context_is(&mut self, ratio: f64) {
        if ratio.is_nan() {
            return;
        }
        let ratio = ratio.clamp(0.0, 1.0);
        self.context = Some(ratio);
        self.saves.emergency = self.saves.emergency.filter(|at| ratio > at - SHRUNK);
    }

    /// Begins a context of which nobody has said yet how full it is.
    fn new_context(&mut self) {
        self.context = None;
        self.saves.emergency = None;
        self.calls.new_context();
    }

    fn saved(&mut self, at: Timestamp, word: Option<&str>) {
        let known = self.holds_knowledge();
        self.saves.saved(at, self.turns, word, known);
        if word.and_then(Trigger::from_word).is_some_and(Trigger::is_emergency) {
            self.saves.emergency = Some(self.context.unwrap_or(1.0));
        }
    }

    /// Estimates pressure and fatigue.
    pub fn assess(&self, now: Timestamp, bases: Bases) -> Assessment {
        let signs = Signs {
            ratio: self.context,
            recent_calls: self.calls.recent(now),
            active_files: self.calls.active_files(),
            decisions: self.decisions,
            constraints: self.constraints,
        };
        let pressure = Pressure::of(signs, bases);
        let fatigue = Fatigue::measure(self.context, self.calls.window());
        Assessment { pressure, fatigue, action: Action::of(&pressure, &fatigue) }
    }

    /// Reports whether no task has been worked on: no file changed, no command run, nothing
    /// recorded, and not even ten files looked at.
    pub(super) fn is_idle(&self) -> bool {
        self.calls.effective == 0
            && self.records == 0
            && self.calls.total < super::trigger::TOOL_THRESHOLD
    }

    /// Reports whether there is anything for Layer 2.
    pub fn holds_knowledge(&self) -> bool {
        self.decisions + self.constraints + self.failures + self.corrections > 0
    }

    /// Returns how many events were taken in.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Returns how many turns there were: sentences of the user.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// Returns how many calls of tools there were.
    pub fn calls(&self) -> u64 {
        self.calls.total
    }

    /// Returns how many calls there were since the last save.
    pub fn calls_since_save(&self) -> u64 {
        self.saves.calls_since
    }

    /// Returns how many files are in work.
    pub fn active_files(&self) -> u64 {
        self.calls.active_files()
    }

    /// Returns how many decisions were taken.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns the longest run of failures of calls like each other that has not ended.
    pub fn failures_in_a_row(&self) -> u32 {
        self.failing.longest()
    }

    /// Returns how full the context is, from 0 to 1, if anybody has said.
    pub fn context(&self) -> Option<f64> {
        self.context
    }

    /// Reports whether the user asked that nothing be saved, and has not lifted that.
    pub fn is_saving_refused(&self) -> bool {
        self.refused
    }

    /// Returns when the last save was.
    pub fn last_save(&self) -> Option<Timestamp> {
        self.saves.last
    }

    /// Returns why the last save was made; nothing when it was asked for.
    pub fn last_reason(&self) -> Option<&str> {
        self.saves.reason.as_deref()
    }

    /// Returns when the last save was that nobody asked for, and in which turn.
    pub fn last_auto_save(&self) -> Option<(Timestamp, u64)> {
        self.saves.last_auto.map(|at| (at, self.saves.last_auto_turn))
    }

    /// Returns how many saves nobody asked for.
    pub fn auto_saves(&self) -> u64 {
        self.saves.autos
    }
}

/// The mark of an entry.
fn name(id: NodeId) -> u32 {
    mark(&id.to_string())
}
