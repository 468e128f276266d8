//! What is known: rules, decisions and failures enter the graph, take each other's place, leave it.

use serde_json::{Value, json};

use super::event::Event;
use super::fold::{Work, given};
use super::graph::{Place, Seen};
use super::kind::{LinkKind, NodeKind, NodeStatus};
use super::node::{Detail, Node, NodeId};
use super::same;
use crate::Decision;
use crate::decision::Texts;
use crate::failure::FailureNote;

impl Work {
    /// Enters a rule. The same words for another scope are another rule.
    pub(super) fn ruled(&mut self, text: &str, scope: Option<&str>, event: &Event) {
        if given(text).is_none() {
            return;
        }
        let scope = scope.and_then(given);
        let whole = scope.map(|scope| scoped(text, scope));
        let agent = event.agent.as_deref();
        let kind = NodeKind::Constraint;
        let seen = Seen { kind, text, whole: whole.as_deref(), at: event.at, agent };
        let (place, _) = self.graph.see(seen);
        self.in_scope(Some(place), scope);
    }

    /// Enters a decision; reason and options said later are added.
    pub(super) fn decided(
        &mut self,
        text: &str,
        reason: Option<&str>,
        options: &[String],
        supersedes: Option<&str>,
        event: &Event,
    ) {
        let Some(place) = self.see(NodeKind::Decision, text, event) else { return };
        let Some(decision) = self.graph.node_mut(place).and_then(decision_of) else { return };
        if let Some(reason) = reason.and_then(given) {
            decision.reasoning = Some(reason.to_owned());
        }
        if !options.is_empty() {
            decision.options = Some(Texts::Many(options.to_vec()));
        }
        if let Some(old) = supersedes.and_then(given) {
            decision.supersedes = Some(old.to_owned());
        }
        decision.bare = decision.reasoning.is_none()
            && decision.options.is_none()
            && decision.supersedes.is_none();
        if let Some(old) = supersedes {
            self.supersede(place, old);
        }
    }

    /// Enters a failure: once more when it is known.
    pub(super) fn failed(
        &mut self,
        text: &str,
        reason: Option<&str>,
        alternatives: &[String],
        rejected_by: Option<&str>,
        event: &Event,
    ) {
        let Some(place) = self.see(NodeKind::Failure, text, event) else { return };
        let Some(node) = self.graph.node_mut(place) else { return };
        let (known, mut fields) = match &node.detail {
            Detail::Failure(known) => (known.repeat_count(), known.fields().clone()),
            _ => (0, serde_json::Map::new()),
        };
        for (key, text) in [("reason", reason), ("rejected_by", rejected_by)] {
            if let Some(text) = text.and_then(given) {
                fields.insert(key.to_owned(), json!(text));
            }
        }
        if !alternatives.is_empty() {
            let mut all: Vec<Value> =
                fields.get("alternatives").and_then(Value::as_array).cloned().unwrap_or_default();
            let new = alternatives.iter().map(|text| json!(text));
            let new: Vec<Value> = new.filter(|text| !all.contains(text)).collect();
            all.extend(new);
            fields.insert("alternatives".to_owned(), Value::Array(all));
        }
        if known > 0 {
            fields.insert("repeat_count".to_owned(), json!(known + 1));
        }
        node.detail = Detail::Failure(Box::new(FailureNote::from_fields(fields)));
    }

    /// Says that an entry takes the place of another; words nobody entered are no entry.
    pub(super) fn superseded(&mut self, old: &str, new: &str) {
        for place in self.graph.places(new) {
            self.supersede(place, old);
        }
    }

    fn supersede(&mut self, new: Place, old: &str) {
        let Some(kind) = self.graph.node(new).map(|node| node.kind) else { return };
        for place in self.graph.places(old) {
            let same_kind = self.graph.node(place).is_some_and(|node| node.kind == kind);
            if same_kind && place != new {
                self.graph.set_status(place, NodeStatus::Superseded);
                self.graph.link(new, LinkKind::Supersedes, place);
            }
        }
    }

    /// Links every entry of the first words with every one of the second.
    pub(super) fn linked(&mut self, from: &str, link: LinkKind, to: &str) {
        let ends = self.graph.places(to);
        for from in self.graph.places(from) {
            for to in &ends {
                self.graph.link(from, link, *to);
                if link == LinkKind::Supersedes && from != *to {
                    self.graph.set_status(*to, NodeStatus::Superseded);
                }
            }
        }
    }

    /// Closes what these words name, in the graph and in the register.
    pub(super) fn close(&mut self, text: &str, reason: Option<&str>) {
        let places = self.graph.places(text);
        let mut words = Vec::with_capacity(1);
        for place in places {
            let Some(node) = self.graph.node_mut(place) else { continue };
            node.status = match node.kind {
                NodeKind::Error | NodeKind::Working | NodeKind::Context => NodeStatus::Resolved,
                _ => NodeStatus::Closed,
            };
            node.closed_because = reason.and_then(given).map(str::to_owned);
            words.push((node.kind, node.text.clone()));
        }
        for (kind, words) in &words {
            self.register.drop_text(words);
            let current = self.register.goal.as_ref().map(|goal| same::key(goal));
            if *kind == NodeKind::Goal && current == Some(same::key(words)) {
                self.register.goal_closed(&self.graph);
            }
        }
        if words.is_empty() {
            self.register.drop_text(text);
        }
    }

    /// Compresses and evicts nodes by name, where their policies allow it.
    pub(super) fn consolidated(&mut self, compressed: &[String], evicted: &[String]) {
        let places = |graph: &super::Graph, names: &[String]| -> Vec<Place> {
            let ids = names.iter().filter_map(|name| NodeId::parse(name));
            ids.filter_map(|id| graph.place_of(id)).collect()
        };
        for place in places(&self.graph, compressed) {
            if let Some(node) = self.graph.node_mut(place) {
                node.compress();
            }
        }
        for place in places(&self.graph, evicted) {
            if let Some(node) = self.graph.node_mut(place)
                && node.policy().may_evict(node.status)
            {
                node.status = NodeStatus::Archived;
            }
        }
    }
}

/// A rule with the part of the code it holds for. A full-width bracket folds to the same entry.
pub(super) fn scoped(text: &str, scope: &str) -> String {
    format!("{} ({scope})", text.trim())
}

/// The decision of a node, made if it has none.
pub(super) fn decision_of(node: &mut Node) -> Option<&mut Decision> {
    if !matches!(node.detail, Detail::Decision(_)) {
        node.detail = Detail::Decision(Box::new(Decision::bare(node.text.clone())));
    }
    match &mut node.detail {
        Detail::Decision(decision) => Some(decision),
        _ => None,
    }
}
