//! Work and what is saved of it: a save becomes work again, and work becomes a save.

use serde_json::json;

use super::fold::{Work, given};
use super::graph::{Place, Seen};
use super::kind::NodeKind;
use super::known::{decision_of, scoped};
use super::node::{Detail, Node};
use crate::archive::Archive;
use crate::failure::FailureNote;
use crate::snapshot::{Knowledge, State};
use crate::{Decision, Timestamp};

impl Work {
    /// Returns what a save would write: the register, and the rules, decisions and failures that
    /// hold. Finished steps that are too old to be progress stand among the archived ones. The goal
    /// is blank before one is set and after the last one was closed: such a state cannot be saved.
    pub fn state(&self) -> State {
        let (task, older) = self.register.to_task(&self.graph);
        State {
            task,
            knowledge: self.known(),
            archive: Archive { completed_steps: older, ..Archive::default() },
            auto_trigger: None,
            extra: self.register.extra.clone(),
        }
    }

    fn known(&self) -> Knowledge {
        let mut known = Knowledge {
            excluded_paths: self.register.excluded_paths.clone(),
            ..Knowledge::default()
        };
        for node in self.graph.holding() {
            match node.kind {
                NodeKind::Constraint => known.constraints.push(whole(node)),
                NodeKind::Decision => known.decisions.push(decision(node)),
                NodeKind::Failure => {
                    known.failure_graph.insert(node.text.clone(), failure(node));
                }
                _ => {}
            }
        }
        known
    }

    /// Takes what the agent saved itself: it replaces the register, and what is known is joined.
    pub(super) fn take_save(&mut self, state: &State, at: Timestamp) {
        if let Some(goal) = given(&state.task.goal) {
            let place = self.see_saved(NodeKind::Goal, goal, at);
            self.register.set_goal(goal, place);
        }
        let done = state.task.progress.iter().flat_map(|progress| &progress.done);
        let done: Vec<Place> = done
            .filter_map(|step| given(step))
            .map(|step| self.see_saved(NodeKind::Result, step, at))
            .collect();
        self.register.replace(state, done);
        let known = &state.knowledge;
        for rule in known.constraints.iter().filter_map(|rule| given(rule)) {
            self.see_saved(NodeKind::Constraint, rule, at);
        }
        known.decisions.iter().for_each(|decision| self.join_decision(decision, at));
        for (name, note) in known.failure_graph.iter().filter(|(name, _)| given(name).is_some()) {
            self.join_failure(name, note, at);
        }
    }

    fn see_saved(&mut self, kind: NodeKind, text: &str, at: Timestamp) -> Place {
        self.graph.see(Seen { kind, text, whole: None, at, agent: None }).0
    }

    fn join_decision(&mut self, saved: &Decision, at: Timestamp) {
        let Some(choice) = given(&saved.choice) else { return };
        let place = self.see_saved(NodeKind::Decision, choice, at);
        let Some(node) = self.graph.node_mut(place) else { return };
        if let Some(own) = decision_of(node).filter(|_| !saved.bare) {
            let older = std::mem::replace(own, saved.clone());
            own.options = own.options.take().or(older.options);
            own.reasoning = own.reasoning.take().or(older.reasoning);
            own.supersedes = own.supersedes.take().or(older.supersedes);
        }
        if let Some(old) = &saved.supersedes {
            self.superseded(old, choice);
        }
    }

    /// Joins a failure: what was saved counts, and its count is never lowered.
    fn join_failure(&mut self, name: &str, saved: &FailureNote, at: Timestamp) {
        let place = self.see_saved(NodeKind::Failure, name, at);
        let Some(node) = self.graph.node_mut(place) else { return };
        let (mut fields, known) = match &node.detail {
            Detail::Failure(own) => (own.fields().clone(), own.repeat_count()),
            _ => (serde_json::Map::new(), 1),
        };
        fields.extend(saved.fields().clone());
        let count = known.max(saved.repeat_count());
        if count > 1 {
            fields.insert("repeat_count".to_owned(), json!(count));
        }
        node.detail = Detail::Failure(Box::new(FailureNote::from_fields(fields)));
    }
}

/// A rule as it is saved: with the part of the code it holds for.
pub(super) fn whole(node: &Node) -> String {
    node.scope.iter().fold(node.text.clone(), |text, scope| {
        if text.contains(scope.as_str()) { text } else { scoped(&text, scope) }
    })
}

fn decision(node: &Node) -> Decision {
    match &node.detail {
        Detail::Decision(decision) => (**decision).clone(),
        _ => Decision::bare(node.text.clone()),
    }
}

fn failure(node: &Node) -> FailureNote {
    match &node.detail {
        Detail::Failure(known) => (**known).clone(),
        _ => FailureNote::default(),
    }
}
