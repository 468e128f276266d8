//! The bridge from iCPG: what its reasons demand becomes goals and rules. Source: seed 003.

#[cfg(feature = "sqlite")]
mod read;

use mindsave_core::work::{Event, Happened, LinkKind, NodeKind, Work};

use crate::{Error, ErrorKind, MindSave, Result, Timestamp};

/// Where the reasons lie, below the root of the workspace.
const DATABASE: &str = ".icpg/reason.db";
/// Statuses of reasons that ask for nothing any more.
const OVER: [&str; 3] = ["fulfilled", "rejected", "abandoned"];
/// A rule that names more places than this holds everywhere.
const SCOPES_MAX: usize = 3;

/// One reason, as far as it is bridged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// Its id.
    pub id: String,
    /// What is wanted.
    pub goal: String,
    /// `proposed`, `executing`, `fulfilled`, `rejected`, `drifted` or `abandoned`.
    pub status: String,
    /// The parts of the code it is about.
    pub scope: Vec<String>,
    /// What must hold always, and what must hold when it is done.
    pub rules: Vec<String>,
}

/// What the bridge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bridged {
    /// The reasons that were read.
    pub reasons: usize,
    /// Goals that are new.
    pub goals: usize,
    /// Rules that are new.
    pub constraints: usize,
    /// Goals that were closed, since their reasons are over.
    pub closed: usize,
}

impl MindSave {
    /// Takes goals and rules over from `.icpg/reason.db`: active reasons become goals (the present
    /// goal stays the present one), invariants and postconditions become rules, and goals of reasons
    /// that are over are closed. Running it again changes nothing.
    ///
    /// # Errors
    /// `not_found` when there is no such file, `corrupt` when it cannot be read, `unsupported` when
    /// this program was built without the feature `sqlite`.
    pub fn bridge_icpg(&self) -> Result<Bridged> {
        let root = self.root().ok_or_else(|| Error::not_found("the store is no folder"))?;
        self.bridge(&read_reasons(&root.join(DATABASE))?)
    }

    /// Takes over the goals and rules of reasons, as [`MindSave::bridge_icpg`] does.
    ///
    /// # Errors
    /// `unavailable` when the medium refuses.
    pub fn bridge(&self, reasons: &[Reason]) -> Result<Bridged> {
        let mut work = self.work()?.work;
        let (events, bridged) = plan(reasons, &mut work, self.clock.now());
        if !events.is_empty() {
            self.append_durably(&self.own_session()?, &events)?;
        }
        Ok(bridged)
    }
}

#[cfg(feature = "sqlite")]
use read::reasons as read_reasons;

#[cfg(not(feature = "sqlite"))]
fn read_reasons(path: &std::path::Path) -> Result<Vec<Reason>> {
    let path = path.display();
    let message =
        format!("{path} is not read: this program was built without the feature `sqlite`");
    Err(Error::new(ErrorKind::Unsupported, message))
}

/// What has to happen so that the work holds what the reasons demand; it is applied to the work.
fn plan(reasons: &[Reason], work: &mut Work, now: Timestamp) -> (Vec<Event>, Bridged) {
    let mut events = Vec::new();
    let mut bridged = Bridged { reasons: reasons.len(), ..Bridged::default() };
    let mut happened = |work: &mut Work, happened: Happened| {
        let event = Event::new(now, happened);
        work.apply(&event, &|_| None);
        events.push(event);
    };
    for reason in reasons.iter().filter(|reason| !reason.goal.trim().is_empty()) {
        let task = format!("icpg:{}", reason.id.chars().take(8).collect::<String>());
        let goal = work.graph().get(NodeKind::Goal, &reason.goal).cloned();
        if OVER.contains(&reason.status.trim().to_lowercase().as_str()) {
            let own = |goal: &mindsave_core::work::Node| goal.task.as_ref() == Some(&task);
            if let Some(goal) = goal.filter(|goal| goal.status.holds() && own(goal)) {
                let reason = Some(reason.status.clone());
                happened(work, Happened::Closed { text: goal.id.to_string(), reason });
                bridged.closed += 1;
            }
            continue;
        }
        if goal.is_none() {
            let text = reason.goal.clone();
            happened(work, Happened::Note { kind: "goal".into(), text: text.clone(), scope: None });
            happened(work, Happened::Assigned { text, task: Some(task), scope: None });
            bridged.goals += 1;
        }
        for (rule, whole, scope) in rules(reason) {
            // One that was closed by hand stays closed.
            if work.graph().get(NodeKind::Constraint, &whole).is_none() {
                happened(work, Happened::Constraint { text: rule, scope });
                let (to, link) = (reason.goal.clone(), LinkKind::Related);
                happened(work, Happened::Linked { from: whole, link, to });
                bridged.constraints += 1;
            }
        }
    }
    (events, bridged)
}

/// The rules of a reason: the words, the words with the place they hold for, and the place.
fn rules(reason: &Reason) -> impl Iterator<Item = (String, String, Option<String>)> {
    let places = &reason.scope;
    let scope = (1..=SCOPES_MAX).contains(&places.len()).then(|| places.join(", "));
    let rules = reason.rules.iter().map(|rule| rule.trim()).filter(|rule| !rule.is_empty());
    rules.map(move |rule| {
        let whole =
            scope.as_ref().map_or_else(|| rule.to_owned(), |scope| format!("{rule} ({scope})"));
        (rule.to_owned(), whole, scope.clone())
    })
}

/// The error for a database that cannot be read.
#[cfg(feature = "sqlite")]
fn corrupt(what: &str, cause: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::new(ErrorKind::Corrupt, format!("{what}: {cause}")).in_file(DATABASE).caused_by(cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(id: &str, goal: &str, status: &str, rules: &[&str]) -> Reason {
        Reason {
            id: id.to_owned(),
            goal: goal.to_owned(),
            status: status.to_owned(),
            scope: vec!["src/api/".to_owned()],
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
        }
    }

    fn now() -> Timestamp {
        Timestamp::from_millis(0)
    }

    #[test]
    fn running_it_thrice_changes_nothing() {
        let reasons = [
            reason("1111-a", "登录可用", "executing", &["不要用 JWT", "sessions can be revoked"]),
            reason("2222-b", "fast search", "proposed", &["不要用 JWT", ""]),
            reason("3333-c", "old", "rejected", &["never seen"]),
        ];
        let mut work = Work::default();
        let goal = Event::new(now(), Happened::Goal { text: "the present goal".to_owned() });
        work.apply(&goal, &|_| None);
        let (events, first) = plan(&reasons, &mut work, now());
        assert_eq!(first, Bridged { reasons: 3, goals: 2, constraints: 2, closed: 0 });
        assert_eq!(events.len(), 8);
        for _ in 0..2 {
            let (events, again) = plan(&reasons, &mut work, now());
            assert_eq!((events.len(), again), (0, Bridged { reasons: 3, ..Bridged::default() }));
        }
        let state = work.state();
        assert_eq!(state.task.goal, "the present goal");
        assert_eq!(
            state.knowledge.constraints,
            ["不要用 JWT (src/api/)", "sessions can be revoked (src/api/)"]
        );
        assert_eq!(work.graph().link_count(), 2);
    }

    #[test]
    fn a_reason_that_is_over_closes_its_goal_and_no_other() {
        let mut work = Work::default();
        plan(&[reason("1111-a", "login", "executing", &[])], &mut work, now());
        plan(&[reason("1111-a", "login", "fulfilled", &[])], &mut work, now());
        assert!(work.graph().holding().next().is_none());
        let own = Event::new(now(), Happened::Goal { text: "my own".to_owned() });
        work.apply(&own, &|_| None);
        let (events, _) = plan(&[reason("4", "my own", "abandoned", &[])], &mut work, now());
        assert!(events.is_empty());
        assert_eq!(work.state().task.goal, "my own");
    }
}
