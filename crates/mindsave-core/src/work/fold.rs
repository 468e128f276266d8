//! Journals become a working graph and a register.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::event::{Event, Happened, Outcome, ToolCall};
use super::graph::{Graph, Place, Seen};
use super::kind::{LinkKind, NodeKind, NodeStatus};
use super::register::Register;
use super::skill;
use crate::Timestamp;
use crate::snapshot::State;

/// Looks up what a snapshot holds, by its name.
pub type Saved<'a> = dyn Fn(&str) -> Option<State> + 'a;

/// The longest text of a call and of its error in a node, in characters.
const CALL_MAX: usize = 200;

/// What follows from the events of some sessions: the working graph and the register.
///
/// It is a fold: the same journals give the same work, and nothing of it is kept elsewhere.
///
/// ```
/// use mindsave_core::Timestamp;
/// use mindsave_core::work::{Event, Happened, Work};
///
/// let at = Timestamp::parse("2026-05-10T14:30:00Z")?;
/// let said = |happened| Event::new(at, happened);
/// let journal = [
///     said(Happened::Goal { text: "修复登录".to_owned() }),
///     said(Happened::NextAction { text: "run the tests".to_owned() }),
///     said(Happened::Constraint { text: "不要用 JWT".to_owned(), scope: None }),
/// ];
/// let state = Work::fold([&journal[..]], &|_| None).state();
/// assert_eq!(state.task.goal, "修复登录");
/// assert_eq!(state.knowledge.constraints, ["不要用 JWT"]);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Work {
    pub(super) graph: Graph,
    pub(super) register: Register,
    pub(super) events: usize,
    pub(super) changed: Option<Timestamp>,
}

impl Work {
    /// Begins with what was saved at a time.
    pub fn of_state(state: &State, at: Timestamp) -> Self {
        let mut work = Self { changed: Some(at), ..Self::default() };
        work.take_save(state, at);
        work
    }

    /// Folds the journals of one or several sessions. See [`Work::extend`].
    pub fn fold<'e>(journals: impl IntoIterator<Item = &'e [Event]>, saved: &Saved<'_>) -> Self {
        let mut work = Self::default();
        work.extend(journals, saved);
        work
    }

    /// Adds the events of journals: by time between journals, in the order of the lines within
    /// each, whatever their clocks say. `saved` looks up snapshots that were asked for; those made
    /// by themselves are never looked up, since what they hold was folded from the same events.
    pub fn extend<'e>(
        &mut self,
        journals: impl IntoIterator<Item = &'e [Event]>,
        saved: &Saved<'_>,
    ) {
        let mut journals: Vec<&[Event]> =
            journals.into_iter().filter(|events| !events.is_empty()).collect();
        if let [only] = journals[..] {
            return only.iter().for_each(|event| self.apply(event, saved));
        }
        let heads = journals.iter().enumerate();
        let mut heads: BinaryHeap<_> =
            heads.filter_map(|(i, events)| Some(Reverse((events.first()?.at, i)))).collect();
        while let Some(Reverse((_, i))) = heads.pop() {
            let Some((event, rest)) = journals.get(i).and_then(|events| events.split_first())
            else {
                continue;
            };
            self.apply(event, saved);
            heads.extend(rest.first().map(|next| Reverse((next.at, i))));
            journals[i] = rest;
        }
    }

    /// Returns the working graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the register.
    pub fn register(&self) -> &Register {
        &self.register
    }

    /// Returns how many events were folded.
    pub fn events(&self) -> usize {
        self.events
    }

    /// Returns when something was said or done last that changed what is known; what only tells how the
    /// session goes, such as its beginning, changes nothing.
    pub fn changed(&self) -> Option<Timestamp> {
        self.changed
    }

    /// Adds one event. Events of subagents leave goal, phase, next action and blocker alone.
    pub fn apply(&mut self, event: &Event, saved: &Saved<'_>) {
        self.events += 1;
        if event.happened.is_of_the_work() {
            self.changed = self.changed.max(Some(event.at));
        }
        match &event.happened {
            Happened::Goal { text } => self.goal(text, event),
            Happened::Phase { text } if event.agent.is_none() => {
                self.register.phase = given(text).map(crate::task::Phase::new);
            }
            Happened::NextAction { text } if event.agent.is_none() => {
                self.register.next_action = given(text).map(str::to_owned);
            }
            Happened::Blocker { text } => self.blocker(text.as_deref(), event),
            Happened::Variable { name, value } => self.register.set_variable(name, value),
            Happened::Result { text } => self.result(text, event),
            Happened::Note { kind, text, scope } => self.note(kind, text, scope.as_deref(), event),
            Happened::File { path } => self.file(path, event),
            Happened::ToolCall(call) => self.call(call, event),
            Happened::Save { snapshot, trigger } => {
                self.saved(snapshot, trigger.is_none(), event, saved);
            }
            Happened::Correction { text } => {
                self.note("correction", text, None, event);
            }
            _ => self.knowledge(event),
        }
    }

    /// Adds an event that says what is known, or changes what was known.
    fn knowledge(&mut self, event: &Event) {
        match &event.happened {
            Happened::Decision { text, reason, options, supersedes } => {
                self.decided(text, reason.as_deref(), options, supersedes.as_deref(), event);
            }
            Happened::Constraint { text, scope } => self.ruled(text, scope.as_deref(), event),
            Happened::Failure { text, reason, alternatives, rejected_by } => {
                self.failed(text, reason.as_deref(), alternatives, rejected_by.as_deref(), event);
            }
            Happened::Closed { text, reason } => self.close(text, reason.as_deref()),
            Happened::Touched { text } => {
                for place in self.graph.places(text) {
                    self.graph.raise(place, event.at);
                }
            }
            Happened::Superseded { text, by } => self.superseded(text, by),
            Happened::Assigned { text, task, scope } => {
                self.assigned(text, task.as_deref(), scope.as_deref());
            }
            Happened::Linked { from, link, to } => self.linked(from, *link, to),
            Happened::Consolidated { compressed, evicted } => {
                self.consolidated(compressed, evicted);
            }
            _ => {}
        }
    }

    /// Enters a node for what an event says; nothing for a blank text.
    pub(super) fn see(&mut self, kind: NodeKind, text: &str, event: &Event) -> Option<Place> {
        given(text)?;
        let agent = event.agent.as_deref();
        Some(self.graph.see(Seen { kind, text, whole: None, at: event.at, agent }).0)
    }

    fn goal(&mut self, text: &str, event: &Event) {
        if event.agent.is_some() {
            self.see(NodeKind::Working, text, event);
        } else if let Some(place) = self.see(NodeKind::Goal, text, event) {
            self.register.set_goal(text, place);
        }
    }

    /// Enters a goal that is open beside the present one, or the first.
    fn open_goal(&mut self, text: &str, event: &Event) {
        if self.register.goal.is_none() || event.agent.is_some() {
            self.goal(text, event);
        } else if let Some(place) = self.see(NodeKind::Goal, text, event) {
            self.register.goal_opened(place);
        }
    }

    fn blocker(&mut self, text: Option<&str>, event: &Event) {
        let text = text.filter(|text| crate::task::is_blocker(text));
        if let Some(text) = text {
            self.worded(NodeKind::Working, "blocker", text, event);
        }
        if event.agent.is_some() {
            return;
        }
        let gone = self.register.blocker.clone().filter(|old| Some(old.as_str()) != text);
        if let Some(place) = gone.and_then(|old| self.graph.place(NodeKind::Working, &old)) {
            self.graph.set_status(place, NodeStatus::Resolved);
        }
        self.register.set_blocker(text);
    }

    fn worded(&mut self, kind: NodeKind, word: &str, text: &str, event: &Event) -> Option<Place> {
        let place = self.see(kind, text, event)?;
        let node = self.graph.node_mut(place)?;
        if word != kind.word() {
            node.word.get_or_insert_with(|| word.to_owned());
        }
        Some(place)
    }

    fn result(&mut self, text: &str, event: &Event) {
        let Some(place) = self.see(NodeKind::Result, text, event) else { return };
        self.register.finished(text, place);
        if let Some(goal) = self.register.goal_place() {
            self.graph.link(place, LinkKind::DependsOn, goal);
        }
    }

    fn note(&mut self, word: &str, text: &str, scope: Option<&str>, event: &Event) {
        let kind = NodeKind::parse(word).unwrap_or(NodeKind::Context);
        match kind {
            NodeKind::Goal => return self.open_goal(text, event),
            NodeKind::Result => return self.result(text, event),
            NodeKind::Constraint => return self.ruled(text, scope, event),
            NodeKind::Decision => return self.decided(text, None, &[], None, event),
            NodeKind::Failure => return self.failed(text, None, &[], None, event),
            NodeKind::Fact => return skill::learned(self, word, text, scope, event),
            _ => {}
        }
        let place = self.worded(kind, word, text, event);
        self.in_scope(place, scope);
    }

    fn assigned(&mut self, text: &str, task: Option<&str>, scope: Option<&str>) {
        for place in self.graph.places(text) {
            self.in_scope(Some(place), scope);
            let node = self.graph.node_mut(place);
            if let (Some(node), Some(task)) = (node, task.and_then(given)) {
                node.task = Some(task.to_owned());
            }
        }
    }

    /// Notes where a node holds.
    pub(super) fn in_scope(&mut self, place: Option<Place>, scope: Option<&str>) {
        let node = place.and_then(|place| self.graph.node_mut(place));
        if let (Some(node), Some(scope)) = (node, scope.and_then(given))
            && !node.scope.iter().any(|own| own == scope)
        {
            node.scope.push(scope.to_owned());
        }
    }

    fn file(&mut self, path: &str, event: &Event) {
        if self.see(NodeKind::CodeRef, path, event).is_some() {
            self.register.edited(path);
        }
    }

    fn call(&mut self, call: &ToolCall, event: &Event) {
        let outcome = call.outcome.unwrap_or(Outcome::Ok);
        if let Some(path) = call.path.as_deref().filter(|_| outcome == Outcome::Ok) {
            if call.edits {
                self.file(path, event);
            } else {
                self.see(NodeKind::CodeRef, path, event);
            }
        }
        match outcome {
            Outcome::Failed => self.call_failed(call, event),
            Outcome::Ok => self.call_worked(call),
            Outcome::Interrupted => {}
        }
    }

    /// Enters a failed call: told from others by the call, shown with its error.
    fn call_failed(&mut self, call: &ToolCall, event: &Event) {
        let whole = words_of(call);
        let error = call.error.as_deref().and_then(|text| text.lines().find_map(given));
        let text = error.map(|error| format!("{whole}: {}", short(error)));
        let text = text.as_deref().unwrap_or(&whole);
        if given(text).is_some() {
            let agent = event.agent.as_deref();
            let kind = NodeKind::Error;
            self.graph.see(Seen { kind, text, whole: Some(&whole), at: event.at, agent });
        }
    }

    /// A call that failed before and works now is a problem solved.
    fn call_worked(&mut self, call: &ToolCall) {
        let place = self.graph.place(NodeKind::Error, &words_of(call));
        let open = place.filter(|place| self.graph.node(*place).is_some_and(|n| n.status.holds()));
        if let Some(place) = open {
            self.graph.set_status(place, NodeStatus::Resolved);
        }
    }

    fn saved(&mut self, name: &str, asked_for: bool, event: &Event, saved: &Saved<'_>) {
        self.see(NodeKind::Checkpoint, name, event);
        if let Some(state) = asked_for.then(|| saved(name)).flatten() {
            self.take_save(&state, event.at);
        }
    }
}

/// A text without the white space around it; nothing when that is all.
pub(super) fn given(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// What a call is told from others by.
fn words_of(call: &ToolCall) -> String {
    match (&call.command, &call.path) {
        (Some(command), _) => short(command),
        (None, Some(path)) => format!("{} {}", call.tool, short(path)),
        (None, None) => call.tool.clone(),
    }
}

fn short(text: &str) -> String {
    text.chars().take(CALL_MAX).collect()
}
