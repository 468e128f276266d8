//! Figures about the snapshots.

use std::collections::BTreeMap;

use mindsave_core::resume::{Budget, Resume};
use mindsave_core::snapshot::archive_text;
use mindsave_core::tokens::estimate;
use serde::Serialize;

use crate::{MindSave, Result, SnapshotId, Timestamp};

/// Figures about the snapshots.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// How many there are.
    pub total: usize,
    /// How many bytes their files take.
    pub size_bytes: u64,
    /// How many hold each layer.
    pub layers: BTreeMap<&'static str, usize>,
    /// Tokens of each layer over all snapshots: of the first two as restored in full.
    pub tokens: BTreeMap<&'static str, u64>,
    /// How many have each status; `none` for those without.
    pub by_status: BTreeMap<String, usize>,
    /// How many clean-up may not remove.
    pub protected: usize,
    /// The oldest.
    pub oldest: Option<(SnapshotId, Timestamp)>,
    /// The newest.
    pub newest: Option<(SnapshotId, Timestamp)>,
}

impl MindSave {
    /// Counts snapshots, bytes and tokens.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub fn stats(&self) -> Result<Stats> {
        let (entries, _) = self.list()?;
        let named = |entry: &crate::IndexEntry| (entry.id.clone(), entry.created_at);
        let mut stats = Stats {
            total: entries.len(),
            size_bytes: entries.iter().map(|entry| entry.size).sum(),
            protected: crate::clean::protected(&entries),
            oldest: entries.last().map(named),
            newest: entries.first().map(named),
            ..Stats::default()
        };
        for entry in &entries {
            let kind = entry.status_kind().map_or("none", mindsave_core::task::StatusKind::word);
            *stats.by_status.entry(kind.to_owned()).or_default() += 1;
            for layer in entry.layer_set().names() {
                *stats.layers.entry(layer).or_default() += 1;
            }
            let Some(snapshot) = self.told(self.read_snapshot(&entry.id, entry.created_at)) else {
                continue;
            };
            let whole = Resume::of(&snapshot, Budget::unlimited());
            let archive = archive_text(&snapshot.state.archive);
            let counts = [
                ("L1", whole.task_tokens),
                ("L2", whole.knowledge_tokens),
                ("L3", estimate(&archive)),
            ];
            for (layer, count) in counts {
                *stats.tokens.entry(layer).or_default() += u64::from(count.get());
            }
        }
        Ok(stats)
    }
}
