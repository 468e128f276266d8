//! The graph in forms that other programs draw.

use std::fmt::Write as _;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::codec;
use super::graph::FailureGraph;
use super::label::{entities, quoted};
use super::name::FailureName;
use super::relation::Relation;
use crate::Timestamp;

impl FailureGraph {
    /// Returns the graph as JSON: `nodes` with all fields, `edges` with `from`, `relation`, `to`.
    pub fn to_json(&self, now: Timestamp) -> Value {
        let nodes: Vec<Value> =
            self.iter().map(|failure| Value::Object(codec::fields(failure, now))).collect();
        let edges: Vec<Value> = self
            .edges()
            .map(
                |(from, relation, to)| json!({"from": from, "relation": relation.word(), "to": to}),
            )
            .collect();
        json!({"nodes": nodes, "edges": edges})
    }

    /// Prints the graph in Mermaid's flowchart language.
    ///
    /// ```
    /// use mindsave_core::failure::{Failure, FailureGraph, Writer};
    /// use mindsave_core::Timestamp;
    ///
    /// let now = Timestamp::parse("2026-05-10")?;
    /// let mut failure = Failure::new("Tailwind", now, &Writer::parse("s1")?)?;
    /// failure.alternatives.push("CSS 变量".into());
    /// let graph = FailureGraph::new([failure])?;
    /// assert!(graph.to_mermaid().contains("n1[\"Tailwind (1)\"]"));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn to_mermaid(&self) -> String {
        let mut out = String::from("flowchart LR\n");
        let places = self.places();
        for ((_, place), label) in places.iter().zip(self.labels()) {
            let _ = writeln!(out, "  n{place}[\"{}\"]", entities(&label));
        }
        for (from, relation, to) in self.numbered(&places) {
            let _ = writeln!(out, "  n{from} -->|{}| n{to}", relation.word());
        }
        out
    }

    /// Prints the graph in the language of Graphviz.
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph failures {\n");
        let places = self.places();
        for ((_, place), label) in places.iter().zip(self.labels()) {
            let _ = writeln!(out, "  n{place} [label=\"{}\"];", quoted(&label));
        }
        for (from, relation, to) in self.numbered(&places) {
            let _ = writeln!(out, "  n{from} -> n{to} [label=\"{}\"];", relation.word());
        }
        out.push_str("}\n");
        out
    }

    fn edges(&self) -> impl Iterator<Item = (&str, Relation, &str)> {
        self.iter().flat_map(|failure| {
            Relation::ALL.into_iter().flat_map(move |relation| {
                let links = failure.linked(relation).iter();
                links.map(move |to| (failure.name.as_str(), relation, to.as_str()))
            })
        })
    }

    /// Every name with a number from 1: failures first, then what is only linked to.
    fn places(&self) -> IndexMap<String, usize> {
        let own = self.iter().map(|failure| failure.name.key());
        let linked = self.edges().map(|(_, _, to)| key(to));
        let mut places = IndexMap::new();
        for name in own.chain(linked) {
            let next = places.len() + 1;
            places.entry(name).or_insert(next);
        }
        places
    }

    fn labels(&self) -> Vec<String> {
        let mut labels: IndexMap<String, String> = IndexMap::new();
        for failure in self.iter() {
            let gone = if failure.is_active() { "" } else { ", retired" };
            let label = format!("{} ({}{gone})", failure.name, failure.repeat_count());
            labels.entry(failure.name.key()).or_insert(label);
        }
        for (_, _, to) in self.edges() {
            labels.entry(key(to)).or_insert_with(|| to.to_owned());
        }
        labels.into_values().collect()
    }

    fn numbered(&self, places: &IndexMap<String, usize>) -> Vec<(usize, Relation, usize)> {
        let place = |name: &str| places.get(&key(name)).copied();
        let edges = self.edges();
        edges
            .filter_map(|(from, relation, to)| Some((place(from)?, relation, place(to)?)))
            .collect()
    }
}

fn key(name: &str) -> String {
    FailureName::parse(name).map_or_else(|_| name.to_owned(), |name| name.key())
}
