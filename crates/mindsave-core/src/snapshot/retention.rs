//! Which snapshots clean-up removes. Source: seed 000, snapshot cleanup.

use std::collections::{BTreeMap, BTreeSet};

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

/// Finds the automatic snapshots that newer ones of the same task have taken the place of: they
/// count as in progress no longer, so that a long session does not fill the folder.
///
/// A task is known by its goal. Of its automatic snapshots the newest stays in force, and where
/// that has no Layer 2, the newest that has one beside it.
pub fn superseded(entries: &[IndexEntry]) -> BTreeSet<&SnapshotId> {
    let mut newest: Vec<&IndexEntry> = entries.iter().filter(|e| e.is_automatic()).collect();
    newest.sort_by_key(|entry| std::cmp::Reverse(entry.created_at));
    // Of each task, whether one with a Layer 2 was seen.
    let mut tasks: BTreeMap<&str, bool> = BTreeMap::new();
    let mut old = BTreeSet::new();
    for entry in newest {
        let knowledge = entry.layer_set().knowledge;
        match tasks.get_mut(entry.goal.as_str()) {
            None => drop(tasks.insert(&entry.goal, knowledge)),
            Some(known) if knowledge && !*known => *known = true,
            Some(_) => drop(old.insert(&entry.id)),
        }
    }
    old
}

/// Chooses what goes: completed snapshots over the age, then over the count the oldest of those
/// that were superseded ([`superseded`]), then the oldest.
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
    let superseded = superseded(entries);
    let is_free = |entry: &IndexEntry| !entry.is_protected() || superseded.contains(&entry.id);
    let mut free: Vec<&IndexEntry> =
        entries.iter().filter(|e| Some(&e.id) != keep && is_free(e)).collect();
    free.sort_by_key(|entry| (!superseded.contains(&entry.id), entry.created_at));
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

    /// Automatic snapshots, one a day, of a goal and with layers, all in progress.
    fn automatic(kinds: &[(&str, &[&str])]) -> Vec<IndexEntry> {
        let mut made = entries(&vec![("\"in_progress\"", "none"); kinds.len()]);
        made.sort_by_key(|entry| entry.created_at);
        for (entry, (goal, layers)) in made.iter_mut().zip(kinds) {
            entry.auto_trigger = Some("tool-threshold".to_owned());
            entry.goal = (*goal).to_owned();
            entry.layers = layers.iter().map(|layer| (*layer).to_owned()).collect();
        }
        Index::new(String::new(), made).entries().to_vec()
    }

    fn old(kinds: &[(&str, &[&str])]) -> Vec<String> {
        let entries = automatic(kinds);
        superseded(&entries).into_iter().map(|id| id.as_str()[..4].to_owned()).collect()
    }

    const ONE: &[&str] = &["L1"];
    const TWO: &[&str] = &["L1", "L2"];

    #[test]
    fn of_the_automatic_ones_of_a_task_the_newest_is_in_progress() {
        assert_eq!(
            old(&[("修复登录", TWO), ("修复登录", TWO), ("修复登录", TWO)]),
            ["s000", "s001"]
        );
        assert_eq!(old(&[("a", TWO), ("b", TWO), ("a", TWO), ("b", TWO)]), ["s000", "s001"]);
        assert_eq!(old(&[("a", TWO), ("a", ONE)]), [""; 0], "the only Layer 2 is kept beside it");
        assert_eq!(
            old(&[("a", TWO), ("a", ONE), ("a", TWO), ("a", ONE), ("a", ONE)]),
            ["s000", "s001", "s003"]
        );
    }

    #[test]
    fn superseded_ones_go_first_and_only_over_the_count() {
        let mut all = automatic(&[("a", TWO), ("a", TWO), ("a", TWO), ("a", TWO)]);
        let mut by_hand = entries(&[("null", "none")]);
        by_hand[0].id = SnapshotId::parse("hand_2026-01-01").unwrap();
        all.append(&mut by_hand);
        let now = Timestamp::parse("2026-01-20T00:00:00Z").unwrap();
        let plan = |max| {
            let limits = Limits { max_snapshots: max, ..Limits::default() };
            let ids = plan_cleanup(&all, now, limits, None).into_iter();
            ids.map(|removal| removal.id.as_str()[..4].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(plan(5), [""; 0]);
        assert_eq!(plan(3), ["s000", "s001"]);
        assert_eq!(plan(1), ["s000", "s001", "s002", "hand"], "the newest stays");
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
