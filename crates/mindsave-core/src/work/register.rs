//! The register: what is being done now, as the events leave it. Source: seed 000, Layer 1.

use hashbrown::HashSet;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::derive::Topic;
use super::graph::{Graph, Place};
use super::same;
use crate::snapshot::State;
use crate::task::{Phase, Progress, Status, StatusKind, Task, Variables, is_blocker};

/// How many files count as active: those changed last.
pub const ACTIVE_FILES_MAX: usize = 20;
/// How many finished steps are progress; older ones are archived.
pub const DONE_MAX: usize = 100;

/// What is being done now.
///
/// What the agent saves itself replaces it: single values as they are given, absence included, lists
/// where they are given; finished steps are joined. A goal that says something else leaves the steps,
/// the next action, the blocker and the state of the old one behind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Register {
    /// The objective; none before one is set, and when the last one was closed.
    pub goal: Option<String>,
    /// The stage of the work.
    pub phase: Option<Phase>,
    /// How things stand.
    pub state: Option<String>,
    /// The exact next step.
    pub next_action: Option<String>,
    /// What stops the work.
    pub blocker: Option<String>,
    /// Whether the work goes on, as the last save said.
    pub status: Option<Status>,
    /// Values to remember.
    pub variables: Variables,
    /// Files that were changed, the last one first.
    pub active_files: Vec<String>,
    /// Steps that come after the next action.
    pub next: Vec<String>,
    /// Approaches that failed, in the older flat form.
    pub excluded_paths: Vec<String>,
    /// Fields of the last save that this version does not know.
    pub extra: Map<String, Value>,
    saved_goal: Option<String>,
    done: Vec<Place>,
    /// Those of `done`, to be looked up.
    #[serde(skip)]
    is_done: HashSet<Place>,
    goals: Vec<Place>,
    /// Goals that are open beside those that were set.
    others: Vec<Place>,
}

impl Register {
    /// Sets the goal an agent saved. The first one says the user's request in its own words, maybe in
    /// another language; a later one may be another goal.
    pub(super) fn set_saved_goal(&mut self, text: &str, place: Place) {
        if self.saved_goal.is_none() {
            self.goal = None;
        }
        self.set_goal(text, place);
        self.saved_goal = Some(text.trim().to_owned());
    }

    /// Sets the goal. One that says something else leaves the old one's steps behind.
    pub(super) fn set_goal(&mut self, text: &str, place: Place) {
        let new = self.goal.as_ref().is_some_and(|goal| !is_reworded(goal, text));
        if new {
            self.leave_goal();
        }
        self.goal = Some(text.trim().to_owned());
        self.status = None;
        if self.goals.last() != Some(&place) {
            self.goals.push(place);
        }
    }

    /// Completes what was read from a cache with what is not kept in it.
    pub(super) fn completed(mut self) -> Self {
        self.is_done = self.done.iter().copied().collect();
        self
    }

    /// Notes a goal that is open beside the present one.
    pub(super) fn goal_opened(&mut self, place: Place) {
        self.others.push(place);
    }

    /// Returns the place of the goal.
    pub(super) fn goal_place(&self) -> Option<Place> {
        self.goals.last().copied()
    }

    fn leave_goal(&mut self) {
        self.done.clear();
        self.is_done.clear();
        self.next_action = None;
        self.blocker = None;
        self.state = None;
        self.next.clear();
    }

    /// Goes back to the goal before, after this one was closed.
    pub(super) fn goal_closed(&mut self, graph: &Graph) {
        let holds = |place: &Place| graph.node(*place).is_some_and(|node| node.status.holds());
        for list in [&mut self.goals, &mut self.others] {
            while list.pop_if(|place| !holds(place)).is_some() {}
        }
        if self.goals.is_empty() {
            self.goals.extend(self.others.pop());
        }
        self.leave_goal();
        let before = self.goals.last().and_then(|place| graph.node(*place));
        self.goal = before.map(|node| node.text.clone());
        self.status = None;
    }

    /// Notes that a file was changed.
    pub(super) fn edited(&mut self, path: &str) {
        let known = self.active_files.iter().position(|file| file == path);
        let file = known.map_or_else(|| path.to_owned(), |at| self.active_files.remove(at));
        self.active_files.insert(0, file);
        self.active_files.truncate(ACTIVE_FILES_MAX);
    }

    /// Notes that a step is finished.
    pub(super) fn finished(&mut self, text: &str, place: Place) {
        if self.is_done.insert(place) {
            self.done.push(place);
        }
        if self.next.is_empty() && self.next_action.is_none() {
            return;
        }
        let key = same::key(text);
        self.next.retain(|step| same::key(step) != key);
        // The next step is never a finished one: it is the first that is open, if one is known.
        if self.next_action.take_if(|own| same::key(own) == key).is_some() && !self.next.is_empty()
        {
            self.next_action = Some(self.next.remove(0));
        }
    }

    /// Sets what stops the work; "none" and the like are nothing.
    pub(super) fn set_blocker(&mut self, text: Option<&str>) {
        self.blocker = text.filter(|text| is_blocker(text)).map(str::to_owned);
    }

    /// Sets a value, or withdraws it.
    pub(super) fn set_variable(&mut self, name: &str, value: &Value) {
        if value.is_null() {
            self.variables.shift_remove(name);
        } else {
            self.variables.insert(name.to_owned(), value.clone());
        }
    }

    /// Drops what these words name: it was closed.
    pub(super) fn drop_text(&mut self, text: &str) {
        let key = same::key(text);
        for field in [&mut self.next_action, &mut self.blocker, &mut self.state] {
            field.take_if(|own| same::key(own) == key);
        }
        self.next.retain(|step| same::key(step) != key);
        self.excluded_paths.retain(|path| same::key(path) != key);
    }

    /// Takes what the agent saved itself; `done` are the places of its finished steps.
    pub(super) fn replace(&mut self, state: &State, done: Vec<Place>) {
        let task = &state.task;
        self.phase.clone_from(&task.phase);
        self.state.clone_from(&task.state);
        self.next_action.clone_from(&task.next_action);
        self.set_blocker(task.blocker.as_deref());
        self.status.clone_from(&task.status);
        if !task.variables.is_empty() {
            self.variables.clone_from(&task.variables);
        }
        if !task.active_files.is_empty() {
            self.active_files.clone_from(&task.active_files);
        }
        if let Some(progress) = &task.progress {
            self.next.clone_from(&progress.next);
            // Steps that were seen and not told of stay: what was told last stands last.
            self.is_done.extend(&done);
            self.done.retain(|place| !done.contains(place));
            self.done.extend(done);
        }
        for path in &state.knowledge.excluded_paths {
            let key = same::key(path);
            if !self.excluded_paths.iter().any(|own| same::key(own) == key) {
                self.excluded_paths.push(path.clone());
            }
        }
        self.extra.clone_from(&state.extra);
    }

    /// Returns the finished steps that hold, oldest first, each as it is shown.
    pub fn done<'g>(&self, graph: &'g Graph) -> Vec<&'g str> {
        let nodes = self.done.iter().filter_map(|place| graph.node(*place));
        nodes.filter(|node| node.status.holds()).map(super::Node::shown).collect()
    }

    /// Writes it as a task and the steps too old to be progress.
    pub(super) fn to_task(&self, graph: &Graph) -> (Task, Vec<String>) {
        let done = self.done(graph);
        let (older, recent) = done.split_at(done.len().saturating_sub(DONE_MAX));
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let progress = Progress { done: owned(recent), next: self.next.clone() };
        let task = Task {
            goal: self.goal.clone().unwrap_or_default(),
            phase: self.phase.clone(),
            state: self.state.clone(),
            progress: (progress != Progress::default()).then_some(progress),
            next_action: self.next_action.clone(),
            active_files: self.active_files.clone(),
            blocker: self.blocker.clone(),
            variables: self.variables.clone(),
            status: self.status.clone().or_else(|| self.live_status().map(Status::from)),
        };
        (task, owned(older))
    }

    fn live_status(&self) -> Option<StatusKind> {
        self.goal.as_ref()?;
        let blocked = self.blocker.is_some();
        Some(if blocked { StatusKind::Blocked } else { StatusKind::InProgress })
    }
}

/// How much two tellings of one goal share.
const ALIKE: f64 = 0.5;

/// Reports whether a goal says an earlier one in other words: agents tell the user's request in
/// their own.
fn is_reworded(goal: &str, text: &str) -> bool {
    same::key(goal) == same::key(text) || Topic::of(goal).overlap(&Topic::of(text)) >= ALIKE
}
