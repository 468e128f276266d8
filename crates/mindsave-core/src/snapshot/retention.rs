//! Which snapshots clean-up removes. Source: seed 000, snapshot cleanup.

use super::IndexEntry;
use crate::task::StatusKind;
use crate::{SnapshotId, Timestamp};

/// The limits of clean-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many snapshots are kept; 20 unless set.
    pub max_snapshots: usize,
    /// After how many days a completed snapshot goes; 30 unless set.
    pub max_age_days: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_snapshots: 20, max_age_days: 30 }
    }
}

/// Why a snapshot goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is completed and older than the limit.
    Age,
    /// There are more snapshots than the limit, and it is the oldest that may go.
    Count,
}

impl Reason {
    /// Returns the word used in output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Age => "age",
            Self::Count => "count",
        }
    }
}

/// One snapshot to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The snapshot.
    pub id: SnapshotId,
    /// Why it goes.
    pub reason: Reason,
}

/// Chooses what goes: completed snapshots over the age, then the oldest over the count.
///
/// A snapshot in progress or with a real blocker never goes, and never keeps another from going.
/// `keep` is the one just saved; it stays whatever its time says.
pub fn plan_cleanup(
    entries: &[IndexEntry],
    now: Timestamp,
    limits: Limits,
    keep: Option<&SnapshotId>,
) -> Vec<Removal> {
    let too_old = |entry: &IndexEntry| {
        let age = now.seconds_since(entry.created_at);
        entry.status_kind() == Some(StatusKind::Completed)
            && age > i64::from(limits.max_age_days) * 86_400
    };
    let mut free: Vec<&IndexEntry> =
        entries.iter().filter(|e| Some(&e.id) != keep && !e.is_protected()).collect();
    free.sort_by_key(|entry| entry.created_at);
    let (old, rest): (Vec<_>, Vec<_>) = free.into_iter().partition(|entry| too_old(entry));
    let surplus = (entries.len() - old.len()).saturating_sub(limits.max_snapshots);
    let removal = |entry: &IndexEntry, reason| Removal { id: entry.id.clone(), reason };
    let by_age = old.into_iter().map(|entry| removal(entry, Reason::Age));
    let by_count = rest.into_iter().take(surplus).map(|entry| removal(entry, Reason::Count));
    by_age.chain(by_count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::Index;

    /// Entries of one a day, with status and blocker, oldest first.
    fn entries(kinds: &[(&str, &str)]) -> Vec<IndexEntry> {
        let made = kinds.iter().enumerate().map(|(i, (status, blocker))| {
            let text = format!(
                r#"{{"id":"s{i:03}_2026-01-01","path":"","created_at":"2026-01-{:02}T00:00:00Z","goal":"g",
                "active_files":[],"blocker":"{blocker}","layers":["L1"],"status":{status},"size":1,"stamp":""}}"#,
                i + 1
            );
            serde_json::from_str(&text).unwrap()
        });
        Index::new(String::new(), made.collect()).entries().to_vec()
    }

    fn plan(kinds: &[(&str, &str)], day: u32, max: usize) -> Vec<(String, Reason)> {
        let now = Timestamp::parse(&format!("2026-03-{day:02}T00:00:00Z")).unwrap();
        let limits = Limits { max_snapshots: max, ..Limits::default() };
        let removals = plan_cleanup(&entries(kinds), now, limits, None);
        removals.into_iter().map(|r| (r.id.as_str()[..4].to_owned(), r.reason)).collect()
    }

    #[test]
    fn a_protected_one_never_stops_the_rest() {
        let kinds =
            [("null", "waiting for Li"), ("null", "none"), ("null", ""), ("\"in_progress\"", "无")];
        assert_eq!(
            plan(&kinds, 1, 2),
            [("s001".into(), Reason::Count), ("s002".into(), Reason::Count)]
        );
    }

    #[test]
    fn completed_ones_go_by_age_and_open_ones_never() {
        let kinds = [
            ("\"completed\"", "None"),
            ("\"in_progress\"", "none"),
            ("\"blocked\"", "none"),
            ("null", "none"),
        ];
        assert_eq!(plan(&kinds, 1, 20), [("s000".into(), Reason::Age)]);
        assert_eq!(
            plan(&kinds, 1, 1),
            [("s000".into(), Reason::Age), ("s003".into(), Reason::Count)]
        );
    }

    #[test]
    fn the_one_just_saved_stays_even_if_its_clock_is_behind() {
        let entries = entries(&[("null", "none"), ("null", "none")]);
        let oldest = entries[1].id.clone();
        let now = Timestamp::parse("2026-01-02T00:00:00Z").unwrap();
        let limits = Limits { max_snapshots: 1, ..Limits::default() };
        let removals = plan_cleanup(&entries, now, limits, Some(&oldest));
        assert_eq!(removals.len(), 1);
        assert_ne!(removals[0].id, oldest);
    }
}
