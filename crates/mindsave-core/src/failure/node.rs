//! One failure: what was tried, who rejected it, why, how often, what to do instead.

use serde_json::{Map, Value};

use super::count::{Counts, Writer};
use super::fingerprint::Fingerprint;
use super::name::FailureName;
use super::relation::Relation;
use crate::{Error, Result, Timestamp};

/// The version of the fields. Source: seed 000, `schema_version`.
pub const SCHEMA_VERSION: &str = "1.0";

/// Where a failure holds. Source: seed 000, `scope`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// In this project.
    #[default]
    Project,
    /// In every project of this user.
    Global,
}

impl Scope {
    /// Returns the word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Global => "global",
        }
    }

    /// Reads the word.
    ///
    /// # Errors
    /// `invalid_input` when it is neither `project` nor `global`.
    pub fn parse(text: &str) -> Result<Self> {
        match text.trim() {
            "project" => Ok(Self::Project),
            "global" => Ok(Self::Global),
            other => Err(Error::invalid(format!(
                "`scope` must be `project` or `global`, got `{}`",
                other.chars().take(40).collect::<String>()
            ))),
        }
    }
}

/// That a failure holds no longer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Retired {
    /// When it was withdrawn.
    pub at: Timestamp,
    /// Why: what changed.
    pub reason: String,
}

/// One failure.
///
/// ```
/// use mindsave_core::failure::{Confidence, Failure, Writer};
/// use mindsave_core::Timestamp;
///
/// let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
/// let mut failure = Failure::new("WebSocket 断线重连", now, &Writer::parse("session-1")?)?;
/// failure.reason = "behind the proxy it never comes back".into();
/// failure.alternatives.push("轮询".into());
/// assert_eq!(failure.repeat_count(), 1);
/// assert_eq!(failure.confidence(now), Confidence::Medium);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What was tried.
    pub name: FailureName,
    /// Who rejected it: `user`, `system`, or another word.
    pub rejected_by: String,
    /// Why it failed: the root cause.
    pub reason: String,
    /// What was seen: the error, the wrong result.
    pub symptom: String,
    /// The task it was tried for.
    pub task: String,
    /// How often it was tried, by writer.
    pub counts: Counts,
    /// Where it holds.
    pub scope: Scope,
    /// What it has to do with, by name; the names need not be failures.
    pub related: Vec<String>,
    /// What to do instead.
    pub alternatives: Vec<String>,
    /// Failures that it was tried instead of, by name.
    pub alternative_to: Vec<String>,
    /// Failures that led to it, by name.
    pub caused_by: Vec<String>,
    /// Failures that it takes the place of, by name.
    pub supersedes: Vec<String>,
    /// When it was seen first.
    pub first_seen: Option<Timestamp>,
    /// When it was seen last.
    pub last_seen: Option<Timestamp>,
    /// Calls that failed so.
    pub fingerprints: Vec<Fingerprint>,
    /// Whether it was withdrawn.
    pub retired: Option<Retired>,
    /// Keys this version does not know, kept as they are.
    pub extra: Map<String, Value>,
}

impl Failure {
    /// Makes a failure that was seen once, now.
    ///
    /// # Errors
    /// `invalid_input` when the name cannot be used.
    pub fn new(name: &str, now: Timestamp, writer: &Writer) -> Result<Self> {
        let mut failure = Self::blank(FailureName::parse(name)?);
        failure.counts.add(writer, 1);
        failure.first_seen = Some(now);
        failure.last_seen = Some(now);
        Ok(failure)
    }

    /// A failure of which only the name is known.
    pub(super) fn blank(name: FailureName) -> Self {
        Self {
            name,
            rejected_by: "user".to_owned(),
            reason: String::new(),
            symptom: String::new(),
            task: String::new(),
            counts: Counts::default(),
            scope: Scope::default(),
            related: Vec::new(),
            alternatives: Vec::new(),
            alternative_to: Vec::new(),
            caused_by: Vec::new(),
            supersedes: Vec::new(),
            first_seen: None,
            last_seen: None,
            fingerprints: Vec::new(),
            retired: None,
            extra: Map::new(),
        }
    }

    /// Returns how often it was tried; at least 1.
    pub fn repeat_count(&self) -> u64 {
        self.counts.total().max(1)
    }

    /// Reports whether it warns: not when it was withdrawn.
    pub fn is_active(&self) -> bool {
        self.retired.is_none()
    }

    /// Withdraws it: the code changed. It stays readable, and comes back when it is seen again.
    ///
    /// # Errors
    /// `invalid_input` without a reason.
    pub fn retire(&mut self, reason: &str, at: Timestamp) -> Result<()> {
        let reason = reason.trim().to_owned();
        if reason.is_empty() {
            return Err(Error::invalid(format!("say why `{}` holds no longer", self.name)));
        }
        self.retired = Some(Retired { at, reason });
        Ok(())
    }

    /// Returns its copy for every project; the project's own stays what it is.
    #[must_use]
    pub fn promoted(&self) -> Self {
        Self { scope: Scope::Global, ..self.clone() }
    }

    /// Returns the names it is linked to by a relation.
    pub fn linked(&self, relation: Relation) -> &[String] {
        match relation {
            Relation::Related => &self.related,
            Relation::AlternativeTo => &self.alternative_to,
            Relation::CausedBy => &self.caused_by,
            Relation::Supersedes => &self.supersedes,
        }
    }

    pub(super) fn linked_mut(&mut self, relation: Relation) -> &mut Vec<String> {
        match relation {
            Relation::Related => &mut self.related,
            Relation::AlternativeTo => &mut self.alternative_to,
            Relation::CausedBy => &mut self.caused_by,
            Relation::Supersedes => &mut self.supersedes,
        }
    }
}
