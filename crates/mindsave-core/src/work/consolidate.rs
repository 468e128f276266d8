//! Micro-consolidation: a little room is made, and no text is lost. Source: seed 003, COMPRESS.

use super::activation::COLD;
use super::event::{Event, Happened};
use super::fold::Work;
use super::kind::{NodeKind, NodeStatus, Policy};
use super::node::{Node, NodeId};
use crate::Timestamp;

/// How many results are compressed at a time.
pub const COMPRESSED_AT_ONCE: usize = 3;
/// From how many uses on a node is not evicted, however cold.
const USED_OFTEN: u32 = 4;

/// What a consolidation does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consolidation {
    /// Nodes that are shown by their summaries from here on: at most three.
    pub compressed: Vec<NodeId>,
    /// Nodes that are shown no longer: at most one.
    pub evicted: Vec<NodeId>,
}

impl Consolidation {
    /// Returns the event that does it; nothing when there is nothing to do.
    pub fn event(&self, at: Timestamp) -> Option<Event> {
        if self == &Self::default() {
            return None;
        }
        let names = |ids: &[NodeId]| ids.iter().map(NodeId::to_string).collect();
        let (compressed, evicted) = (names(&self.compressed), names(&self.evicted));
        Some(Event::new(at, Happened::Consolidated { compressed, evicted }))
    }
}

impl Work {
    /// Says what a micro-consolidation does now: it compresses the three oldest results (or, where
    /// there are fewer, the oldest cold nodes that may be compressed) and evicts the coldest context.
    ///
    /// The text of both stays in the journal, and the summary of a result is shown as progress. What
    /// is never evicted, what was used more than three times, and what lies where files are being
    /// changed stays.
    pub fn consolidate(&self, now: Timestamp) -> Consolidation {
        let nodes = self.graph.nodes();
        let active = |node: &&Node| node.status == NodeStatus::Active;
        let results = nodes.iter().filter(|node| node.kind == NodeKind::Result).filter(active);
        let mut compressed: Vec<NodeId> =
            results.map(|node| node.id).take(COMPRESSED_AT_ONCE).collect();
        let cold = nodes.iter().enumerate().filter(|(_, node)| active(node) && is_other(node));
        let cold = cold.filter(|(i, _)| self.is_cold(*i, now)).map(|(_, node)| node.id);
        compressed.extend(cold.take(COMPRESSED_AT_ONCE - compressed.len()));
        Consolidation { compressed, evicted: self.coldest(now).into_iter().collect() }
    }

    fn is_cold(&self, position: usize, now: Timestamp) -> bool {
        self.graph.activation(position, now).is_some_and(|active| active.value() < COLD)
    }

    /// The coldest node that may be evicted; contexts go before files.
    fn coldest(&self, now: Timestamp) -> Option<NodeId> {
        let nodes = self.graph.nodes().iter().enumerate();
        let may_go = nodes.filter(|(_, node)| {
            node.policy() == Policy::Evictable
                && node.policy().may_evict(node.status)
                && node.uses < USED_OFTEN
                && !self.is_near(node)
        });
        let cold = may_go.filter_map(|(i, node)| {
            let active = self.graph.activation(i, now)?.value();
            (active < COLD).then_some((node.kind == NodeKind::CodeRef, active, node.id))
        });
        cold.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))).map(|(_, _, id)| id)
    }

    /// Reports whether a node is about what is being changed: one of its scopes holds an active
    /// file, or lies below one.
    fn is_near(&self, node: &Node) -> bool {
        let own = (node.kind == NodeKind::CodeRef).then_some(&node.text);
        let below = |path: &str, folder: &str| {
            let folder = folder.trim_end_matches('/');
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        node.scope.iter().chain(own).any(|scope| {
            self.register.active_files.iter().any(|file| below(file, scope) || below(scope, file))
        })
    }
}

/// What may be compressed beside results.
fn is_other(node: &Node) -> bool {
    node.policy() == Policy::CompressFirst && node.kind != NodeKind::Result
}
