//! Learnings, and the skills they become. Source: seed 003; design, section 2.

use super::event::Event;
use super::fold::Work;
use super::graph::{Place, Seen};
use super::kind::{LinkKind, NodeKind, NodeStatus};

/// How often a learning is seen before it is a skill.
pub const SKILL_AFTER: u32 = 3;

/// Enters something learned: a skill that is known is used once more, and a learning seen for the
/// third time becomes one.
pub(super) fn learned(
    work: &mut Work,
    called: &str,
    text: &str,
    scope: Option<&str>,
    event: &Event,
) {
    if let Some(skill) = work.graph.place(NodeKind::Skill, text) {
        work.graph.raise(skill, event.at);
        work.graph.set_status(skill, NodeStatus::Active);
        return work.in_scope(Some(skill), scope);
    }
    let Some(place) = work.see(NodeKind::Fact, text, event) else { return };
    if let Some(node) = work.graph.node_mut(place).filter(|_| called != NodeKind::Fact.word()) {
        node.word.get_or_insert_with(|| called.to_owned());
    }
    work.in_scope(Some(place), scope);
    promote(work, place, event);
}

fn promote(work: &mut Work, place: Place, event: &Event) {
    let Some(fact) = work.graph.node(place).filter(|node| node.uses >= SKILL_AFTER) else { return };
    let (text, uses, scope, first) = (fact.text.clone(), fact.uses, fact.scope.clone(), fact.first);
    let agent = event.agent.as_deref();
    let seen = Seen { kind: NodeKind::Skill, text: &text, whole: None, at: event.at, agent };
    let (skill, _) = work.graph.see(seen);
    if let Some(node) = work.graph.node_mut(skill) {
        node.uses = uses;
        node.scope = scope;
        node.first = first;
    }
    work.graph.set_status(place, NodeStatus::Superseded);
    work.graph.link(skill, LinkKind::Supersedes, place);
}
