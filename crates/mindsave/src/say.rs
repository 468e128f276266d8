//! What an agent or a person records by hand: `log`, `goal`, `add`, and the events they become.

use mindsave_core::redact::redact;
use mindsave_core::work::{Event, Happened, NodeKind, SessionId};

use crate::{Error, FailureReport, MindSave, NodeView, Result};

/// The kinds of entries that can be logged. Source: seed 002 (`mind_log`), design section 8.
pub const LOG_TYPES: [&str; 9] = [
    "decision",
    "rejected",
    "constraint",
    "learning",
    "problem",
    "progress",
    "blocker",
    "experience",
    "assumption",
];

/// Words that lead to a reason, in either language.
const BECAUSE: [&str; 4] = ["because", "因为", "由于", "since"];
/// Words before them that take the reason back: "not because", 不要因为.
const NOT: [&str; 14] = [
    "not", "just", "only", "never", "不", "不是", "并非", "只", "仅", "不要", "别", "不能", "不应",
    "不该",
];
/// What stands between a choice and its reason.
const COMMAS: [char; 7] = [',', '，', ';', '；', '、', '-', '—'];

/// An entry as it is given.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its kind: one of [`LOG_TYPES`], or of the kinds of nodes.
    pub kind: String,
    /// Its words; "A because B" and, of a rejection, "A: B" say the reason as well.
    pub text: String,
    /// Why.
    pub reason: Option<String>,
    /// The decision or rule it replaces.
    pub supersedes: Option<String>,
    /// What was done instead of an approach, or considered beside a choice.
    pub alternatives: Vec<String>,
    /// The folder, file or part of the code it is about.
    pub scope: Option<String>,
    /// The task it belongs to.
    pub task: Option<String>,
}

/// What was recorded.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The session it was recorded in.
    pub session: SessionId,
    /// The entry as it now stands.
    pub node: Option<NodeView>,
}

impl Entry {
    /// Makes an entry of a kind and its words.
    pub fn new(kind: &str, text: &str) -> Self {
        Self { kind: kind.to_owned(), text: text.to_owned(), ..Self::default() }
    }

    /// Splits the reason off the words where it was said in them.
    fn with_reason(mut self, colon: bool) -> Self {
        if self.reason.is_none() {
            let split =
                split_because(&self.text).or_else(|| colon.then(|| split_colon(&self.text))?);
            if let Some((text, reason)) = split {
                (self.text, self.reason) = (text, Some(reason));
            }
        }
        self
    }
}

impl MindSave {
    /// Records an entry of one of [`LOG_TYPES`] in the session it belongs to; it is on the medium
    /// when this returns. A rejection is recorded as a failure as well, so that it is checked before
    /// the next action.
    ///
    /// ```
    /// use mindsave::{Clock, Entry, MemoryStore, MindSave, Timestamp};
    ///
    /// let clock = Clock::Fixed(Timestamp::parse("2026-05-10T14:30:00+08:00")?);
    /// let mind = MindSave::with_store(MemoryStore::default(), clock);
    /// mind.log(Entry::new("decision", "用 Redis，因为要能撤销"))?;
    /// let known = mind.work()?.work.state().knowledge;
    /// assert_eq!(known.decisions[0].choice, "用 Redis");
    /// assert_eq!(known.decisions[0].reasoning.as_deref(), Some("要能撤销"));
    /// # Ok::<(), mindsave::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid_input` for another type or a blank text, `unavailable` when the medium refuses.
    pub fn log(&self, entry: Entry) -> Result<Recorded> {
        let kind = entry.kind.trim().to_lowercase();
        if !LOG_TYPES.contains(&kind.as_str()) {
            let message = format!("`{}` is no type to log: {}", entry.kind, LOG_TYPES.join(", "));
            return Err(Error::invalid(message));
        }
        self.record(Entry { kind, ..entry })
    }

    /// Sets the goal of the session this call belongs to.
    ///
    /// # Errors
    /// As for [`MindSave::log`].
    pub fn set_goal(&self, text: &str) -> Result<Recorded> {
        self.record(Entry::new("goal", text))
    }

    /// Adds a node of any kind, with its scope and task.
    ///
    /// # Errors
    /// As for [`MindSave::log`].
    pub fn add(&self, entry: Entry) -> Result<Recorded> {
        if NodeKind::parse(&entry.kind).is_none() {
            let kinds: Vec<&str> = NodeKind::ALL.into_iter().map(NodeKind::word).collect();
            let message = format!("`{}` is no kind of node: {}", entry.kind, kinds.join(", "));
            return Err(Error::invalid(message));
        }
        self.record(entry)
    }

    fn record(&self, entry: Entry) -> Result<Recorded> {
        if entry.text.trim().is_empty() {
            return Err(Error::invalid(format!("the {} has no words", entry.kind)));
        }
        let kind = NodeKind::parse(&entry.kind).unwrap_or(NodeKind::Context);
        let entry = match kind {
            NodeKind::Decision => entry.with_reason(false),
            NodeKind::Failure => entry.with_reason(true),
            _ => entry,
        };
        let session = self.own_session()?;
        if kind == NodeKind::Failure {
            self.record_failure(&report(&entry, who_says(&session)))?;
        }
        let now = self.clock.now();
        let happened = events(kind, &entry, who_says(&session)).into_iter();
        let events: Vec<Event> = happened.map(|happened| Event::new(now, happened)).collect();
        // What was saved before is taken up, as by a session of a host.
        self.open_session(&session, &events)?;
        let events = self.with_replaced(&session, events)?;
        self.append_durably(&session, &events)?;
        self.keep_facts(&events)?;
        let node = self.node_of(kind, &entry)?;
        Ok(Recorded { session, node })
    }

    fn node_of(&self, kind: NodeKind, entry: &Entry) -> Result<Option<NodeView>> {
        // A learning may have become a skill, and secrets are no part of any entry.
        let found = self.find_nodes(&redact(&entry.text))?;
        let skill = |view: &NodeView| kind == NodeKind::Fact && view.node.kind == NodeKind::Skill;
        let own = |view: &NodeView| view.node.kind == kind;
        Ok(found
            .iter()
            .find(|view| skill(view))
            .or_else(|| found.iter().rev().find(|v| own(v)))
            .cloned())
    }
}

/// Who rejects what is logged: an agent in its session, or a person outside of any.
fn who_says(session: &SessionId) -> &'static str {
    if session.as_str() == "cli" { "user" } else { "system" }
}

fn report(entry: &Entry, by: &str) -> FailureReport {
    FailureReport {
        rejected_by: by.to_owned(),
        name: entry.text.clone(),
        reason: entry.reason.clone().unwrap_or_default(),
        task: entry.task.clone().unwrap_or_default(),
        alternatives: entry.alternatives.clone(),
        ..FailureReport::default()
    }
}

/// What an entry says, as events.
fn events(kind: NodeKind, entry: &Entry, by: &str) -> Vec<Happened> {
    let Entry { text, reason, supersedes, alternatives, scope, task, .. } = entry.clone();
    let mut more = Vec::new();
    let noted = matches!(kind, NodeKind::Constraint) || !is_own_event(kind);
    let scope_left = scope.clone().filter(|_| !noted);
    if task.is_some() || scope_left.is_some() {
        more.push(Happened::Assigned { text: text.clone(), task, scope: scope_left });
    }
    if let Some(old) = supersedes.clone().filter(|_| kind != NodeKind::Decision) {
        more.push(Happened::Superseded { text: old, by: text.clone() });
    }
    let first = match kind {
        NodeKind::Goal => Happened::Goal { text },
        NodeKind::Constraint => Happened::Constraint { text, scope },
        NodeKind::Decision => {
            Happened::Decision { text, reason, options: alternatives, supersedes }
        }
        NodeKind::Failure => {
            let rejected_by = Some(by.to_owned());
            Happened::Failure { text, reason, alternatives, rejected_by }
        }
        NodeKind::Result => Happened::Result { text },
        _ if entry.kind == "blocker" => Happened::Blocker { text: Some(text) },
        _ => Happened::Note { kind: entry.kind.clone(), text, scope },
    };
    std::iter::once(first).chain(more).collect()
}

/// Reports whether the events have a form of their own for a kind.
fn is_own_event(kind: NodeKind) -> bool {
    use NodeKind::{Constraint, Decision, Failure, Goal, Result};
    matches!(kind, Goal | Constraint | Decision | Failure | Result)
}

/// Splits "A because B" and "A，因为 B"; nothing where no reason is given.
fn split_because(text: &str) -> Option<(String, String)> {
    let lower = text.to_lowercase();
    // Folding the case may change lengths outside of ASCII; places are taken from a text of the same.
    let lower = if lower.len() == text.len() { lower } else { text.to_owned() };
    let places = BECAUSE.iter().filter_map(|word| Some((lower.find(word)?, word.len(), *word)));
    let mut places: Vec<(usize, usize, &str)> = places.collect();
    places.sort_unstable();
    places.into_iter().find_map(|(at, length, word)| {
        let (head, tail) = (text.get(..at)?, text.get(at + length..)?);
        let latin = word.is_ascii();
        let apart = !latin || (head.ends_with(' ') && tail.starts_with(' '));
        // "since 2020" is a time.
        let time = word == "since" && tail.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let bare = head.trim_end();
        let last = bare.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let taken_back =
            NOT.iter().any(|not| if not.is_ascii() { last == *not } else { bare.ends_with(not) });
        let choice = bare.trim_end_matches(COMMAS).trim_end();
        let reason = tail.trim().trim_end_matches(['.', '。']);
        let good = apart && !time && !taken_back && !choice.is_empty() && !reason.is_empty();
        good.then(|| (choice.to_owned(), reason.to_owned()))
    })
}

/// Splits "name: reason"; a colon inside a path, an address or a word is none.
fn split_colon(text: &str) -> Option<(String, String)> {
    let ends = text.char_indices().filter(|(_, c)| matches!(c, ':' | '：'));
    ends.into_iter().find_map(|(at, colon)| {
        let (name, reason) = (text.get(..at)?.trim(), text.get(at + colon.len_utf8()..)?);
        let chinese = |c: char| ('\u{3400}'..='\u{9fff}').contains(&c);
        let beside = name.chars().next_back().is_some_and(chinese)
            || reason.chars().next().is_some_and(chinese);
        let parts = colon == '：' || reason.starts_with(' ') || beside;
        let reason = reason.trim();
        (parts && !name.is_empty() && !reason.is_empty())
            .then(|| (name.to_owned(), reason.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: &str, b: &str) -> (String, String) {
        (a.to_owned(), b.to_owned())
    }

    #[test]
    fn a_reason_is_split_off_in_either_language() {
        for (text, choice, reason) in [
            (
                "Use Redis because sessions must be revoked.",
                "Use Redis",
                "sessions must be revoked",
            ),
            ("Use Redis, Because it is fast", "Use Redis", "it is fast"),
            ("用 Redis，因为要能撤销。", "用 Redis", "要能撤销"),
            ("用 Redis 因为 快", "用 Redis", "快"),
            ("改用分片锁，由于全局锁太慢", "改用分片锁", "全局锁太慢"),
        ] {
            assert_eq!(split_because(text), Some(pair(choice, reason)), "{text}");
        }
    }

    #[test]
    fn what_gives_no_reason_stays_whole() {
        for text in [
            "Use Redis",
            "because it is fast",
            "Use Redis not because it is fast",
            "不要因为性能而牺牲可读性",
            "不能由于赶工跳过测试",
            "Keep the format in use since 2020",
            "becauseof",
        ] {
            assert_eq!(split_because(text), None, "{text}");
        }
    }

    #[test]
    fn a_rejection_is_split_at_its_colon() {
        assert_eq!(
            split_colon("Tailwind: the user forbade it"),
            Some(pair("Tailwind", "the user forbade it"))
        );
        assert_eq!(split_colon("全局锁：太慢"), Some(pair("全局锁", "太慢")));
        assert_eq!(split_colon("全局锁:太慢"), Some(pair("全局锁", "太慢")));
        assert_eq!(split_colon("http://localhost:8080"), None);
        assert_eq!(split_colon("std::fs::File"), None);
        assert_eq!(split_colon("name:"), None);
    }
}
