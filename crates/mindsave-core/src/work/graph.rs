//! The working graph: what is known while the work goes on, and how it hangs together.

use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

use super::kind::{LinkKind, NodeKind, NodeStatus};
use super::node::{Detail, Node, NodeId};
use super::same;
use crate::Timestamp;

/// Where a node stands in the graph: the order in which nodes were first seen.
pub(super) type Place = u32;

/// The nodes of some journals, and their links. Looking one up does not depend on how many there are.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    links: Vec<(Place, LinkKind, Place)>,
    /// How many links each node has.
    degrees: Vec<u32>,
    linked: HashSet<(Place, LinkKind, Place)>,
    by_key: HashMap<String, SmallVec<[Place; 1]>>,
    /// Words of nodes that are told apart by more than their words.
    by_words: HashMap<String, SmallVec<[Place; 1]>>,
    by_id: HashMap<NodeId, Place>,
    /// Where the text that is looked up is folded.
    buffer: String,
}

/// One link of the graph.
#[derive(Clone, Copy, Debug)]
pub struct Link<'g> {
    /// Where it begins.
    pub from: &'g Node,
    /// What it says.
    pub kind: LinkKind,
    /// Where it ends.
    pub to: &'g Node,
}

/// Something that was seen, on its way to become a node or to raise one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'s> {
    pub(super) kind: NodeKind,
    /// Its words.
    pub(super) text: &'s str,
    /// What tells it from others of its kind where that is not its words.
    pub(super) whole: Option<&'s str>,
    pub(super) at: Timestamp,
    pub(super) agent: Option<&'s str>,
}

impl Graph {
    /// Returns all nodes, in the order in which they were first seen.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the nodes that hold, in the order in which they were first seen.
    pub fn holding(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.status.holds())
    }

    /// Returns all links, in the order in which they were made.
    pub fn links(&self) -> impl Iterator<Item = Link<'_>> {
        let node = |place: Place| self.nodes.get(place as usize);
        self.links.iter().filter_map(move |&(from, kind, to)| {
            Some(Link { from: node(from)?, kind, to: node(to)? })
        })
    }

    /// Returns how many links there are.
    pub fn link_count(&self) -> usize {
        self.links.len()
    }

    /// Returns how many links the node at this position of [`Graph::nodes`] has.
    pub fn degree(&self, position: usize) -> u32 {
        self.degrees.get(position).copied().unwrap_or(0)
    }

    /// Returns the nodes a text names: the one of this name, or all with these words, whatever
    /// their case, blanks and closing marks.
    pub fn find(&self, text: &str) -> impl Iterator<Item = &Node> {
        self.places(text).into_iter().filter_map(|place| self.nodes.get(place as usize))
    }

    /// Returns the node of a kind with these words.
    pub fn get(&self, kind: NodeKind, text: &str) -> Option<&Node> {
        self.place(kind, text).and_then(|place| self.nodes.get(place as usize))
    }

    pub(super) fn node(&self, place: Place) -> Option<&Node> {
        self.nodes.get(place as usize)
    }

    pub(super) fn node_mut(&mut self, place: Place) -> Option<&mut Node> {
        self.nodes.get_mut(place as usize)
    }

    pub(super) fn places(&self, text: &str) -> SmallVec<[Place; 1]> {
        if let Some(place) = NodeId::parse(text.trim()).and_then(|id| self.by_id.get(&id)) {
            return SmallVec::from_slice(&[*place]);
        }
        let key = same::key(text);
        let mut places = self.by_key.get(&key).cloned().unwrap_or_default();
        places.extend(self.by_words.get(&key).into_iter().flatten().copied());
        places
    }

    pub(super) fn place_of(&self, id: NodeId) -> Option<Place> {
        self.by_id.get(&id).copied()
    }

    pub(super) fn place(&self, kind: NodeKind, text: &str) -> Option<Place> {
        let places = self.by_key.get(&same::key(text))?;
        places.iter().copied().find(|place| self.is_kind(*place, kind))
    }

    fn is_kind(&self, place: Place, kind: NodeKind) -> bool {
        self.nodes.get(place as usize).is_some_and(|node| node.kind == kind)
    }

    /// Enters what was seen: the node of the same words is raised, and holds again if it did not;
    /// else there is a new one. Returns its place, and whether it is new.
    pub(super) fn see(&mut self, seen: Seen<'_>) -> (Place, bool) {
        let mut key = std::mem::take(&mut self.buffer);
        same::write_key(seen.whole.unwrap_or(seen.text), &mut key);
        let known = self.by_key.get(key.as_str()).and_then(|places| {
            places.iter().copied().find(|place| self.is_kind(*place, seen.kind))
        });
        if let Some(place) = known {
            self.raise(place, seen.at);
            if let Some(node) = self.nodes.get_mut(place as usize)
                && !node.status.holds()
            {
                node.status = NodeStatus::Active;
                node.closed_because = None;
            }
            self.buffer = key;
            return (place, false);
        }
        let place = self.add(seen, &key);
        self.buffer = key;
        (place, true)
    }

    fn add(&mut self, seen: Seen<'_>, key: &str) -> Place {
        let node = Node {
            id: NodeId::of(seen.kind, key),
            kind: seen.kind,
            word: None,
            text: seen.text.trim().to_owned(),
            summary: None,
            status: NodeStatus::Active,
            closed_because: None,
            first: seen.at,
            last: seen.at,
            uses: 1,
            scope: Vec::new(),
            task: None,
            agent: seen.agent.map(str::to_owned),
            detail: Detail::None,
        };
        self.enter(node, Some(key), seen.whole.is_some())
    }

    /// Enters a node that is not there yet, under its key, which may be its very words. With `apart`
    /// its words are not what tells it from others.
    pub(super) fn enter(&mut self, node: Node, key: Option<&str>, apart: bool) -> Place {
        // More nodes than a `u32` counts do not fit into memory.
        let place = Place::try_from(self.nodes.len()).unwrap_or(Place::MAX);
        self.by_id.insert(node.id, place);
        if apart {
            self.by_words.entry(same::key(&node.text)).or_default().push(place);
        }
        self.by_key.entry_ref(key.unwrap_or(&node.text)).or_default().push(place);
        self.degrees.push(0);
        self.nodes.push(node);
        place
    }

    /// Makes room for so many nodes and links.
    pub(super) fn reserve(&mut self, nodes: usize, links: usize) {
        self.nodes.reserve(nodes);
        self.degrees.reserve(nodes);
        self.by_key.reserve(nodes);
        self.by_id.reserve(nodes);
        self.links.reserve(links);
        self.linked.reserve(links);
    }

    /// Returns the key of each node, and whether it is entered apart from its words.
    pub(super) fn keys(&self) -> Vec<(&str, bool)> {
        let mut keys = vec![("", false); self.nodes.len()];
        for (key, places) in &self.by_key {
            places.iter().for_each(|place| keys[*place as usize].0 = key);
        }
        for places in self.by_words.values() {
            places.iter().for_each(|place| keys[*place as usize].1 = true);
        }
        keys
    }

    /// Returns the links by the places of their ends, in the order in which they were made.
    pub(super) fn places_of_links(&self) -> &[(Place, LinkKind, Place)] {
        &self.links
    }

    /// Counts one more use. A clock that runs backwards does not make a node older.
    pub(super) fn raise(&mut self, place: Place, at: Timestamp) {
        if let Some(node) = self.nodes.get_mut(place as usize) {
            node.uses = node.uses.saturating_add(1);
            node.last = node.last.max(at);
        }
    }

    /// Links two nodes; a link that is there, or that leads to where it begins, is none.
    pub(super) fn link(&mut self, from: Place, kind: LinkKind, to: Place) {
        if from == to || !self.linked.insert((from, kind, to)) {
            return;
        }
        self.links.push((from, kind, to));
        for end in [from, to] {
            if let Some(degree) = self.degrees.get_mut(end as usize) {
                *degree += 1;
            }
        }
    }

    /// Sets how a node stands.
    pub(super) fn set_status(&mut self, place: Place, status: NodeStatus) {
        if let Some(node) = self.nodes.get_mut(place as usize) {
            node.status = status;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(kind: NodeKind, text: &str, millis: i64) -> Seen<'_> {
        Seen { kind, text, whole: None, at: Timestamp::from_millis(millis), agent: None }
    }

    #[test]
    fn the_same_words_again_only_raise_the_count() {
        let mut graph = Graph::default();
        graph.see(seen(NodeKind::Constraint, "Use pnpm.", 1000));
        graph.see(seen(NodeKind::Constraint, "use  pnpm", 500));
        graph.see(seen(NodeKind::Result, "use pnpm", 2000));
        assert_eq!(graph.nodes().len(), 2);
        let node = graph.get(NodeKind::Constraint, "USE PNPM!").unwrap();
        assert_eq!((node.uses, node.text.as_str()), (2, "Use pnpm."));
        assert_eq!(node.last, Timestamp::from_millis(1000));
        assert_eq!(graph.find("use pnpm").count(), 2);
        assert_eq!(graph.find(&node.id.to_string()).count(), 1);
    }

    #[test]
    fn a_link_is_made_once_and_never_to_itself() {
        let mut graph = Graph::default();
        let (a, _) = graph.see(seen(NodeKind::Goal, "a", 0));
        let (b, _) = graph.see(seen(NodeKind::Goal, "b", 0));
        for (from, to) in [(a, b), (a, b), (a, a)] {
            graph.link(from, LinkKind::Related, to);
        }
        assert_eq!((graph.link_count(), graph.degree(0), graph.degree(1)), (1, 1, 1));
    }
}
