//! A fold that is written down, so that it need not be made again from the first event on.
//!
//! It is the form of a cache: the program that wrote it reads it, another one folds again. What can be
//! made of the rest in no time (the tables that nodes are looked up in) is not kept.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fold::Work;
use super::graph::{Graph, Place};
use super::kind::{LinkKind, NodeKind, NodeStatus};
use super::node::{Detail, Node, NodeId};
use super::register::Register;
use crate::Timestamp;
use crate::decision::{Decision, Texts};
use crate::failure::FailureNote;

/// A time: seconds, nanoseconds, offset.
type Moment = (i64, i32, i32);

/// What is kept; texts are borrowed where it is written, and owned where it is read.
#[derive(Serialize, Deserialize)]
struct Kept<S, L, R> {
    events: usize,
    changed: Option<Moment>,
    nodes: Vec<Row<S>>,
    links: L,
    register: R,
}

/// A node: its number, kind, status and words; its key where that is not its words, and whether it
/// is entered apart from them; when it was seen first and last, and how often; the rest.
#[derive(Serialize, Deserialize)]
struct Row<S>(
    u64,
    NodeKind,
    NodeStatus,
    S,
    Option<S>,
    bool,
    Moment,
    Moment,
    u32,
    Option<Box<Rest>>,
);

/// What few nodes have.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Rest {
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_because: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scope: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<KeptDetail>,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "it stands in a box with the rest of its node")]
enum KeptDetail {
    Decision(#[serde(with = "KeptDecision")] Decision),
    Failure(Map<String, Value>),
}

/// All of a decision; what is written for people leaves out how it was given.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Decision")]
struct KeptDecision {
    choice: String,
    options: Option<Texts>,
    reasoning: Option<String>,
    risks: Option<Texts>,
    rollback: Option<String>,
    context: Option<String>,
    at: Option<String>,
    supersedes: Option<String>,
    extra: Map<String, Value>,
    bare: bool,
}

impl Work {
    /// Writes the work down, for [`Work::of_kept`] of the same version of this program.
    ///
    /// ```
    /// use mindsave_core::Timestamp;
    /// use mindsave_core::work::{Event, Happened, Work};
    ///
    /// let at = Timestamp::parse("2026-05-10T14:30:00Z")?;
    /// let journal = [Event::new(at, Happened::Goal { text: "修复登录".to_owned() })];
    /// let work = Work::fold([&journal[..]], &|_| None);
    /// let read = Work::of_kept(&work.to_kept()).unwrap();
    /// assert_eq!(read.state(), work.state());
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn to_kept(&self) -> Vec<u8> {
        let nodes = self.graph.nodes().iter().zip(self.graph.keys());
        let kept = Kept {
            events: self.events,
            changed: self.changed.map(Timestamp::parts),
            nodes: nodes.map(|(node, (key, apart))| row(node, key, apart)).collect(),
            links: self.graph.places_of_links(),
            register: &self.register,
        };
        // Texts, numbers and maps with text keys cannot fail to be written.
        serde_json::to_vec(&kept).unwrap_or_default()
    }

    /// Reads what [`Work::to_kept`] wrote; nothing where it is anything else.
    pub fn of_kept(bytes: &[u8]) -> Option<Self> {
        type Read = Kept<String, Vec<(Place, LinkKind, Place)>, Register>;
        let kept: Read = serde_json::from_slice(bytes).ok()?;
        let mut graph = Graph::default();
        graph.reserve(kept.nodes.len(), kept.links.len());
        for row in kept.nodes {
            enter(&mut graph, row)?;
        }
        for (from, kind, to) in kept.links {
            graph.link(from, kind, to);
        }
        let changed = match kept.changed {
            Some(parts) => Some(Timestamp::of_parts(parts)?),
            None => None,
        };
        Some(Self { graph, register: kept.register.completed(), events: kept.events, changed })
    }
}

fn row<'a>(node: &'a Node, key: &'a str, apart: bool) -> Row<&'a str> {
    let rest = Rest {
        word: node.word.clone(),
        summary: node.summary.clone(),
        closed_because: node.closed_because.clone(),
        scope: node.scope.clone(),
        task: node.task.clone(),
        agent: node.agent.clone(),
        detail: match &node.detail {
            Detail::None => None,
            Detail::Decision(decision) => Some(KeptDetail::Decision((**decision).clone())),
            Detail::Failure(said) => Some(KeptDetail::Failure(said.fields().clone())),
        },
    };
    Row(
        node.id.number(),
        node.kind,
        node.status,
        &node.text,
        (key != node.text).then_some(key),
        apart,
        node.first.parts(),
        node.last.parts(),
        node.uses,
        (rest != Rest::default()).then(|| Box::new(rest)),
    )
}

/// Enters the node of a row; nothing where its times are none.
fn enter(graph: &mut Graph, row: Row<String>) -> Option<Place> {
    let Row(number, kind, status, text, key, apart, first, last, uses, rest) = row;
    let rest = rest.map(|rest| *rest).unwrap_or_default();
    let node = Node {
        id: NodeId::of_number(number),
        kind,
        word: rest.word,
        text,
        summary: rest.summary,
        status,
        closed_because: rest.closed_because,
        first: Timestamp::of_parts(first)?,
        last: Timestamp::of_parts(last)?,
        uses,
        scope: rest.scope,
        task: rest.task,
        agent: rest.agent,
        detail: match rest.detail {
            None => Detail::None,
            Some(KeptDetail::Decision(decision)) => Detail::Decision(Box::new(decision)),
            Some(KeptDetail::Failure(fields)) => {
                Detail::Failure(Box::new(FailureNote::from_fields(fields)))
            }
        },
    };
    Some(graph.enter(node, key.as_deref(), apart))
}
