//! The working graph in forms that other programs draw.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::activation::Activation;
use super::graph::Graph;
use super::node::{Detail, Node};
use crate::Timestamp;
use crate::failure::label;

impl Graph {
    /// Returns the graph as JSON: `nodes` with all fields, `edges` with `from`, `relation`, `to`.
    pub fn to_json(&self, now: Timestamp) -> Value {
        let nodes: Vec<Value> =
            (0..self.nodes().len()).filter_map(|position| self.node_json(position, now)).collect();
        let edges = self.links().map(
            |link| json!({"from": link.from.id, "relation": link.kind.word(), "to": link.to.id}),
        );
        json!({"nodes": nodes, "edges": edges.collect::<Vec<_>>()})
    }

    /// Returns the node at a position of [`Graph::nodes`] as JSON: what is known of it, its policy
    /// and its activation.
    pub fn node_json(&self, position: usize, now: Timestamp) -> Option<Value> {
        let node = self.nodes().get(position)?;
        Some(node.to_json(self.activation(position, now)?))
    }

    /// Prints the nodes that hold in Mermaid's flowchart language.
    ///
    /// ```
    /// use mindsave_core::Timestamp;
    /// use mindsave_core::work::{Event, Happened, Work};
    ///
    /// let at = Timestamp::from_millis(0);
    /// let journal = [Event::new(at, Happened::Goal { text: "修复登录".to_owned() })];
    /// let work = Work::fold([&journal[..]], &|_| None);
    /// assert_eq!(work.graph().to_mermaid(), "flowchart LR\n  n1[\"goal: 修复登录\"]\n");
    /// ```
    pub fn to_mermaid(&self) -> String {
        let mut out = String::from("flowchart LR\n");
        for (number, node) in self.drawn() {
            let _ = writeln!(out, "  n{number}[\"{}\"]", label::entities(&caption(node)));
        }
        for (from, word, to) in self.drawn_links() {
            let _ = writeln!(out, "  n{from} -->|{word}| n{to}");
        }
        out
    }

    /// Prints the nodes that hold in the language of Graphviz.
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph work {\n");
        for (number, node) in self.drawn() {
            let _ = writeln!(out, "  n{number} [label=\"{}\"];", label::quoted(&caption(node)));
        }
        for (from, word, to) in self.drawn_links() {
            let _ = writeln!(out, "  n{from} -> n{to} [label=\"{word}\"];");
        }
        out.push_str("}\n");
        out
    }

    /// The nodes that hold, with their numbers from 1.
    fn drawn(&self) -> impl Iterator<Item = (usize, &Node)> {
        let numbered = self.nodes().iter().enumerate().map(|(i, node)| (i + 1, node));
        numbered.filter(|(_, node)| node.status.holds())
    }

    fn drawn_links(&self) -> impl Iterator<Item = (usize, &'static str, usize)> {
        let both = self.links().filter(|link| link.from.status.holds() && link.to.status.holds());
        let number = |node: &Node| self.place_of(node.id).map(|place| place as usize + 1);
        both.filter_map(move |link| Some((number(link.from)?, link.kind.word(), number(link.to)?)))
    }
}

impl Node {
    /// Returns the node as JSON: what is known of it, its policy and how active it is.
    pub fn to_json(&self, active: Activation) -> Value {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| {
            map.insert(key.to_owned(), value);
        };
        put("id", json!(self.id));
        put("type", json!(self.kind));
        put("kind", json!(self.shown_kind()));
        put("text", json!(self.text));
        if let Some(summary) = &self.summary {
            put("summary", json!(summary));
        }
        put("status", json!(self.status));
        put("policy", json!(self.policy()));
        put("activation", json!(rounded(active.value())));
        put("uses", json!(self.uses));
        put("first", json!(self.first));
        put("last", json!(self.last));
        for (key, value) in more(self) {
            put(key, value);
        }
        Value::Object(map)
    }
}

/// The fields a node does not always have.
fn more(node: &Node) -> Vec<(&'static str, Value)> {
    let mut fields = Vec::new();
    for (key, text) in
        [("task", &node.task), ("agent", &node.agent), ("closed_because", &node.closed_because)]
    {
        fields.extend(text.as_ref().map(|text| (key, json!(text))));
    }
    if !node.scope.is_empty() {
        fields.push(("scope", json!(node.scope)));
    }
    match &node.detail {
        Detail::Decision(decision) if !decision.bare => fields.push(("decision", json!(decision))),
        Detail::Failure(known) => fields.push(("failure", json!(known.fields()))),
        _ => {}
    }
    fields
}

fn caption(node: &Node) -> String {
    format!("{}: {}", node.shown_kind(), node.shown())
}

/// Two digits are as many as the weights have.
fn rounded(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}
