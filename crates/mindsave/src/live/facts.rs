//! What holds for the whole workspace, whatever session said it: rules, and their withdrawal.

use mindsave_core::work::{Event, Happened, journal};
use mindsave_store::{Durability, Key};

use crate::journal::{Part, ReadTo, Redacted, read_on};
use crate::{MindSave, Result, State, Timestamp};

/// The journal of facts, beside those of the sessions.
const FILE: &str = "facts.jsonl";

/// Reports whether something that happened in one session holds for all of them.
fn is_fact(happened: &Happened) -> bool {
    matches!(
        happened,
        Happened::Constraint { .. } | Happened::Closed { .. } | Happened::Superseded { .. }
    )
}

impl MindSave {
    /// Reads the facts; lines that cannot be read are passed over.
    pub(crate) fn facts(&self) -> Result<Vec<Event>> {
        let mut facts = self.facts_on(&ReadTo::default())?.unwrap_or_default();
        facts.close();
        Ok(facts.events)
    }

    /// Reads the facts from a place on; nothing where their file is not the one read before.
    pub(super) fn facts_on(&self, from: &ReadTo) -> Result<Option<Part>> {
        read_on(&*self.shared, &Key::parse(FILE)?, from)
    }

    /// Writes down those of the events that hold for all sessions.
    pub(crate) fn keep_facts(&self, events: &[Event]) -> Result<()> {
        let mut facts = Redacted::of(&[]);
        events.iter().filter(|e| is_fact(&e.happened)).for_each(|fact| facts.push(fact.clone()));
        let lines: String = facts.iter().map(journal::line).collect();
        if lines.is_empty() {
            return Ok(());
        }
        let lines = lines.trim_end_matches('\n').as_bytes();
        self.shared.append(&Key::parse(FILE)?, lines, Durability::Cached).map(drop)
    }

    /// Writes down the rules of a save that no fact tells of yet.
    pub(crate) fn keep_rules(&self, state: &State, now: Timestamp) -> Result<()> {
        let known = self.facts()?;
        let told = |rule: &str| {
            known.iter().any(|event| {
                matches!(&event.happened, Happened::Constraint { text, .. } if text == rule)
            })
        };
        let rules = &state.knowledge.constraints;
        let fresh: Vec<Event> = rules
            .iter()
            .filter(|rule| !told(rule))
            .map(|rule| Happened::Constraint { text: rule.clone(), scope: None })
            .map(|happened| Event::new(now, happened))
            .collect();
        self.keep_facts(&fresh)
    }
}
