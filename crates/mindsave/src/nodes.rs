//! The working graph of a workspace: its nodes listed, used, closed, consolidated, handed off.

use mindsave_core::tokens::TokenCount;
use mindsave_core::work::{
    Activation, Event, Handoff, Happened, MIN_HANDOFF, Node, NodeKind, Work,
};

use crate::{Error, ErrorKind, MindSave, Result};

/// A node and how active it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// The node.
    pub node: Node,
    /// The parts of its activation.
    pub active: Activation,
}

/// Nodes, and what could not be read on the way.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    /// The nodes: by kind, the most active first.
    pub nodes: Vec<NodeView>,
    /// Lines and files that could not be read.
    pub warnings: Vec<String>,
}

/// What a consolidation did.
#[derive(Clone, Debug, Default)]
pub struct Consolidated {
    /// The nodes that are shown by their summaries from here on.
    pub compressed: Vec<NodeView>,
    /// The nodes that are shown no longer; their text is in the journal.
    pub evicted: Vec<NodeView>,
}

impl MindSave {
    /// Lists the nodes of the present work that hold: all, or those of a kind such as `goal` or
    /// `learning`. With `all` also those that were closed, superseded, resolved or archived.
    ///
    /// # Errors
    /// `invalid_input` for a word that is no kind, `unavailable` when a journal cannot be read.
    pub fn nodes(&self, kind: Option<&str>, all: bool) -> Result<Nodes> {
        let wanted = kind.map(wanted_kind).transpose()?;
        let present = self.work()?;
        let word = kind.map(|kind| kind.trim().to_lowercase());
        let mut nodes = self.views(&present.work, |node| {
            (all || node.status.holds())
                && wanted.is_none_or(|kind| is_listed(node, kind, word.as_deref()))
        });
        nodes.sort_by(|a, b| {
            let active = || b.active.value().total_cmp(&a.active.value());
            a.node.kind.cmp(&b.node.kind).then_with(active)
        });
        Ok(Nodes { nodes, warnings: present.warnings })
    }

    /// Returns the nodes these words, or this name, stand for.
    ///
    /// # Errors
    /// `unavailable` when a journal cannot be read.
    pub fn find_nodes(&self, text: &str) -> Result<Vec<NodeView>> {
        let present = self.work()?;
        let ids: Vec<_> = present.work.graph().find(text).map(|node| node.id).collect();
        Ok(self.views(&present.work, |node| ids.contains(&node.id)))
    }

    /// Counts one more use of the entries these words, or this name, stand for: they become more
    /// active. Returns them as they now stand.
    ///
    /// # Errors
    /// `not_found` when there is none, `unavailable` when the medium refuses.
    pub fn touch(&self, text: &str) -> Result<Vec<NodeView>> {
        if self.find_nodes(text)?.is_empty() {
            return Err(unknown(text));
        }
        self.happened(Happened::Touched { text: text.trim().to_owned() })?;
        self.find_nodes(text)
    }

    /// Closes what these words, or this name, stand for: a goal that is reached, a rule that is
    /// withdrawn, a problem that is solved. It leaves the resume; its text stays in the journal.
    ///
    /// # Errors
    /// `not_found` when there is none, `unavailable` when the medium refuses.
    pub fn close(&self, text: &str, reason: Option<&str>) -> Result<Vec<NodeView>> {
        let known = self.find_nodes(text)?;
        if !known.iter().any(|view| view.node.status.holds()) {
            return Err(unknown(text));
        }
        let reason = reason.map(str::to_owned);
        self.happened(Happened::Closed { text: text.trim().to_owned(), reason })?;
        self.find_nodes(text)
    }

    /// Runs a micro-consolidation: three results are compressed, one cold context is evicted.
    ///
    /// # Errors
    /// `unavailable` when the medium refuses.
    pub fn consolidate(&self) -> Result<Consolidated> {
        let (now, mut work) = (self.clock.now(), self.work()?.work);
        let plan = work.consolidate(now);
        let Some(event) = plan.event(now) else { return Ok(Consolidated::default()) };
        self.append_durably(&self.own_session()?, std::slice::from_ref(&event))?;
        work.apply(&event, &|_| None);
        Ok(Consolidated {
            compressed: self.views(&work, |node| plan.compressed.contains(&node.id)),
            evicted: self.views(&work, |node| plan.evicted.contains(&node.id)),
        })
    }

    /// Writes one text for the next agent, in at most so many tokens.
    ///
    /// # Errors
    /// `invalid_input` below the smallest budget, `not_found` when nothing is known yet.
    pub fn handoff(&self, budget: u32) -> Result<Handoff> {
        if budget < MIN_HANDOFF {
            let message = format!("the budget must be at least {MIN_HANDOFF} tokens, got {budget}");
            return Err(Error::invalid(message));
        }
        let work = self.session_work(&self.own_session()?)?.work;
        if work.graph().nodes().is_empty() && work.register().next_action.is_none() {
            let message = "there is nothing to hand off: no goal, no rule, no result is known here";
            return Err(Error::new(ErrorKind::NotFound, message.to_owned()));
        }
        Ok(work.handoff(TokenCount::new(budget)))
    }

    fn happened(&self, happened: Happened) -> Result<()> {
        let (session, events) = (self.own_session()?, [Event::new(self.clock.now(), happened)]);
        self.open_session(&session, &events)?;
        self.append_durably(&session, &events)
    }

    fn views(&self, work: &Work, wanted: impl Fn(&Node) -> bool) -> Vec<NodeView> {
        let (graph, now) = (work.graph(), self.clock.now());
        let nodes = graph.nodes().iter().enumerate().filter(|(_, node)| wanted(node));
        let view = |(i, node): (usize, &Node)| {
            Some(NodeView { node: node.clone(), active: graph.activation(i, now)? })
        };
        nodes.filter_map(view).collect()
    }
}

fn wanted_kind(word: &str) -> Result<NodeKind> {
    NodeKind::parse(word).ok_or_else(|| {
        let kinds: Vec<&str> = NodeKind::ALL.into_iter().map(NodeKind::word).collect();
        Error::invalid(format!("`{word}` is no kind of node: {}", kinds.join(", ")))
    })
}

/// Reports whether a node is listed under a word: that of its kind, or its own.
fn is_listed(node: &Node, kind: NodeKind, word: Option<&str>) -> bool {
    let whole_kind = word
        .is_some_and(|word| NodeKind::ALL.iter().any(|kind| kind.word() == word.replace('-', "_")));
    node.kind == kind && (whole_kind || node.word.as_deref() == word || node.word.is_none())
}

fn unknown(text: &str) -> Error {
    let shown: String = text.chars().take(80).collect();
    Error::not_found(format!("there is no entry `{shown}` that holds"))
}
