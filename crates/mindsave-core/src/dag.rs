//! The execution graph: steps, what each depends on, and how far each is.

use std::fmt::Write as _;

use indexmap::IndexMap;
use petgraph::algo::{astar, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Error, Result};

/// A directed graph of steps without cycles.
///
/// ```
/// use mindsave_core::dag::{ExecutionDag, Step, StepState};
///
/// let dag = ExecutionDag::new(vec![
///     Step::new("read", "Read the code", StepState::Done, &[]),
///     Step::new("fix", "Fix the bug", StepState::Running, &["read"]),
/// ])?;
/// assert!(dag.mermaid().contains("s1 --> s2"));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ExecutionDag {
    steps: Vec<Step>,
}

/// One step of the work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The step's own id, unique in its graph.
    pub id: String,
    /// What is done.
    pub name: String,
    /// How far it is; also read from `state`.
    #[serde(default, alias = "state")]
    pub status: StepState,
    /// Ids of the steps that come before it.
    #[serde(default)]
    pub depends_on: Vec<String>,
    /// Keys this version does not know, kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// Not begun.
    #[default]
    #[serde(alias = "todo", alias = "待办")]
    Pending,
    /// Begun.
    #[serde(alias = "in_progress", alias = "进行中")]
    Running,
    /// Finished.
    #[serde(alias = "completed", alias = "完成")]
    Done,
    /// Given up.
    #[serde(alias = "失败")]
    Failed,
    /// Waiting for something outside.
    #[serde(alias = "阻塞")]
    Blocked,
}

impl Step {
    /// Creates a step.
    pub fn new(id: &str, name: &str, status: StepState, depends_on: &[&str]) -> Self {
        let depends_on = depends_on.iter().map(|&id| id.to_owned()).collect();
        Self { id: id.to_owned(), name: name.to_owned(), status, depends_on, extra: Map::new() }
    }
}

impl ExecutionDag {
    /// Checks the steps and makes them a graph.
    ///
    /// # Errors
    /// `invalid_input` when an id is blank or used twice, a dependency names no step, or the
    /// dependencies form a cycle (which is named).
    pub fn new(steps: Vec<Step>) -> Result<Self> {
        let mut position = IndexMap::new();
        for (index, step) in steps.iter().enumerate() {
            if step.id.trim().is_empty() {
                return Err(Error::invalid(format!("step {} has no id", index + 1)));
            }
            if position.insert(step.id.as_str(), index).is_some() {
                return Err(Error::invalid(format!("id `{}` is used twice", step.id)));
            }
        }
        for step in &steps {
            if let Some(missing) =
                step.depends_on.iter().find(|d| !position.contains_key(d.as_str()))
            {
                let message = format!("`{}` depends on `{missing}`, which is no step", step.id);
                return Err(Error::invalid(message));
            }
        }
        if let Some(cycle) = find_cycle(&steps, &position) {
            return Err(Error::invalid(format!("the steps form a cycle: {cycle}")));
        }
        drop(position);
        Ok(Self { steps })
    }

    /// Returns the steps in the order they were given.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Prints the graph in Mermaid's flowchart language.
    pub fn mermaid(&self) -> String {
        let index: IndexMap<&str, usize> =
            self.steps.iter().enumerate().map(|(i, s)| (s.id.as_str(), i + 1)).collect();
        let mut out = String::from("flowchart TD\n");
        for (i, step) in self.steps.iter().enumerate() {
            let _ =
                writeln!(out, "  s{}[\"{}\"]:::{}", i + 1, escape(&step.name), class(step.status));
        }
        for (i, step) in self.steps.iter().enumerate() {
            for before in step.depends_on.iter().filter_map(|d| index.get(d.as_str())) {
                let _ = writeln!(out, "  s{before} --> s{}", i + 1);
            }
        }
        out
    }
}

impl<'de> Deserialize<'de> for ExecutionDag {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            steps: Vec<Step>,
        }
        let raw = Raw::deserialize(deserializer)?;
        Self::new(raw.steps).map_err(serde::de::Error::custom)
    }
}

fn class(status: StepState) -> &'static str {
    match status {
        StepState::Pending => "pending",
        StepState::Running => "running",
        StepState::Done => "done",
        StepState::Failed => "failed",
        StepState::Blocked => "blocked",
    }
}

/// Makes a label safe inside Mermaid's quotes: entities instead of quotes, one line.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' => out.push_str("#quot;"),
            '#' => out.push_str("#35;"),
            '<' => out.push_str("#lt;"),
            '>' => out.push_str("#gt;"),
            '`' => out.push_str("#96;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Returns a cycle as `a -> b -> a`, in the order in which the steps would have to run.
fn find_cycle(steps: &[Step], position: &IndexMap<&str, usize>) -> Option<String> {
    let mut graph = DiGraph::<usize, ()>::new();
    let nodes: Vec<NodeIndex> = (0..steps.len()).map(|i| graph.add_node(i)).collect();
    for (i, step) in steps.iter().enumerate() {
        for before in &step.depends_on {
            graph.add_edge(nodes[position[before.as_str()]], nodes[i], ());
        }
    }
    let start = toposort(&graph, None).err()?.node_id();
    let back = graph.neighbors(start).filter_map(|next| {
        astar(&graph, next, |node| node == start, |_| 1_usize, |_| 0).map(|(_, path)| path)
    });
    let path = back.min_by_key(Vec::len)?;
    let ids = std::iter::once(start).chain(path).map(|node| steps[graph[node]].id.as_str());
    Some(ids.collect::<Vec<_>>().join(" -> "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn dag(edges: &[(&str, &[&str])]) -> Result<ExecutionDag> {
        let step = |(id, before): &(&str, &[&str])| Step::new(id, id, StepState::Pending, before);
        ExecutionDag::new(edges.iter().map(step).collect())
    }

    #[test]
    fn a_cycle_is_refused_and_named() {
        let error = dag(&[("a", &["c"]), ("b", &["a"]), ("c", &["b"]), ("d", &[])]).unwrap_err();
        assert!(error.message().ends_with("cycle: c -> a -> b -> c"), "{error}");
        let error = dag(&[("a", &["a"])]).unwrap_err();
        assert!(error.message().ends_with("cycle: a -> a"), "{error}");
    }

    #[test]
    fn unknown_and_double_ids_are_refused() {
        assert!(dag(&[("a", &["b"])]).unwrap_err().message().contains("`b`, which is no step"));
        assert!(dag(&[("a", &[]), ("a", &[])]).unwrap_err().message().contains("used twice"));
    }

    #[test]
    fn a_label_cannot_leave_its_quotes() {
        let steps = vec![Step::new("1", "say \"hi\"]\nclick <b>", StepState::Done, &[])];
        let text = ExecutionDag::new(steps).unwrap().mermaid();
        insta::assert_snapshot!(text, @r#"
        flowchart TD
          s1["say #quot;hi#quot;] click #lt;b#gt;"]:::done
        "#);
    }

    proptest! {
        #[test]
        fn edges_to_earlier_steps_never_form_a_cycle(picks in prop::collection::vec(any::<u8>(), 1..40)) {
            let names: Vec<String> = (0..picks.len()).map(|i| format!("n{i}")).collect();
            let steps = picks.iter().enumerate().map(|(i, pick)| {
                let before = (i > 0).then(|| names[usize::from(*pick) % i].as_str());
                Step::new(&names[i], "x", StepState::Pending, before.as_slice())
            });
            prop_assert!(ExecutionDag::new(steps.collect()).is_ok());
        }
    }
}
