//! Saves: a checkpoint of a task that is on the medium before the call returns.

use std::path::PathBuf;
use std::sync::Arc;

use mindsave_core::resume::{Budget, Resume};
use mindsave_core::snapshot::{FORMAT_VERSION, Index, IndexEntry, ShortForm, encode};
use mindsave_core::tokens::TokenCount;
use mindsave_core::work::SessionId;
use mindsave_store::{Durability, Expect, Key};

use crate::catalog::{Catalog, folder_key, graph_key, snapshot_key};
use crate::{
    Error, ErrorKind, Layers, MindSave, Result, Snapshot, SnapshotId, State, Timestamp, Topic,
};

/// How a save is made.
#[derive(Clone, Debug)]
pub struct SaveOptions {
    /// The topic; made of the goal when absent.
    pub topic: Option<String>,
    /// The layers that are kept.
    pub layers: Layers,
    /// Whether `git diff --stat` is archived when the state says nothing of file changes, and the
    /// steps and calls of the session when it says nothing of those.
    pub collect: bool,
    /// The session it is made in; found by itself when absent.
    pub session: Option<SessionId>,
}

impl Default for SaveOptions {
    fn default() -> Self {
        Self { topic: None, layers: Layers::ALL, collect: true, session: None }
    }
}

/// What a save did.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The new snapshot, as it was written.
    pub snapshot: Snapshot,
    /// Its file.
    pub path: PathBuf,
    /// Snapshots the clean-up removed.
    pub removed: Vec<SnapshotId>,
    /// What the user should know: unknown fields, secrets taken out, files put aside.
    pub warnings: Vec<String>,
}

impl Saved {
    /// Counts the tokens of Layer 1 and of Layer 2 when restored.
    pub fn tokens(&self) -> (TokenCount, TokenCount) {
        let resume = Resume::of(&self.snapshot, Budget::default());
        (resume.task_tokens, resume.knowledge_tokens)
    }
}

/// The most tokens of an overflow snapshot. Source: seed 000, `/auto-snapshot`.
const OVERFLOW_TOKENS: u32 = 300;

impl MindSave {
    /// Saves a state as a new snapshot, then cleans up.
    ///
    /// When it returns well, the snapshot is on the medium. The index, the heartbeat and the
    /// clean-up cannot fail the save; what went wrong with them is a warning.
    ///
    /// # Errors
    /// `unavailable` when the medium refuses, or the lock is not free in time. No snapshot was
    /// written then (an execution graph may be: it belongs to none), with one exception: when the medium takes the file but refuses to force its name, the
    /// snapshot may be there, whole, and be lost at a power cut; saving again makes a second one.
    /// `conflict` when a thousand numbers in a row are taken, `invalid_input` when the store is a
    /// link that leads out.
    pub fn save(&self, state: State, options: &SaveOptions) -> Result<Saved> {
        let now = self.clock.now();
        let session = self.saving_session(options);
        let mut state = state;
        let wanted = options.collect && options.layers.archive;
        let collected =
            session.as_ref().filter(|_| wanted).map(|s| self.collect_calls(s, &mut state));
        let (snapshot, mut warnings) = self.prepare(state, options, now)?;
        // The state is safe without them.
        let behind = |error: Error| format!("the session's calls are not archived: {error}");
        warnings.extend(collected.and_then(Result::err).map(behind));
        // Made of text without secrets: it becomes the name of a file.
        let given = options.topic.as_deref().map(mindsave_core::redact::redact);
        let topic = Topic::from_text(given.as_deref().unwrap_or(&snapshot.state.task.goal));
        let saved = self.commit(snapshot, &SnapshotId::stem(&topic, now), warnings)?;
        Ok(self.noted(session.as_ref(), saved))
    }

    /// Tells the session that it was saved; that this fails does not fail the save.
    fn noted(&self, session: Option<&SessionId>, mut saved: Saved) -> Saved {
        let noted = session.map(|session| self.note_saved(session, &saved.snapshot));
        let behind = |error: Error| format!("saved, but the session's journal is behind: {error}");
        saved.warnings.extend(noted.and_then(Result::err).map(behind));
        saved
    }

    /// Saves Layer 1 alone, in at most 300 tokens, when the context is about to overflow.
    ///
    /// What does not fit is cut by value and kept, uncut, in the cold archive of the snapshot.
    ///
    /// # Errors
    /// As for [`MindSave::save`].
    pub fn auto_snapshot(&self, state: State) -> Result<Saved> {
        self.overflow(state, None)
    }

    /// As [`MindSave::auto_snapshot`], for a session that is known.
    pub(crate) fn overflow(&self, state: State, session: Option<SessionId>) -> Result<Saved> {
        let now = self.clock.now();
        let more = !state.knowledge.is_empty() || !state.archive.is_empty();
        let options =
            SaveOptions { layers: Layers::TASK, collect: false, session, ..SaveOptions::default() };
        let (mut snapshot, mut warnings) = self.prepare(state, &options, now)?;
        if more {
            warnings.push(
                "only Layer 1 is kept: save the rules, decisions and failures with `save`"
                    .to_owned(),
            );
        }
        let topic = Topic::from_text(&snapshot.state.task.goal);
        snapshot.id = SnapshotId::parse(&SnapshotId::overflow_stem(&topic, now))?;
        snapshot.file_stamps.clear();
        let cut =
            mindsave_core::snapshot::fit_task(&mut snapshot, TokenCount::new(OVERFLOW_TOKENS))?;
        if cut > 0 {
            warnings.push(format!(
                "{cut} fields were cut to fit; the full text is in the archive: recall it"
            ));
        }
        let stem = snapshot.id.as_str().to_owned();
        let saved = self.commit(snapshot, &stem, warnings)?;
        Ok(self.noted(self.saving_session(&options).as_ref(), saved))
    }

    /// Makes the snapshot, as yet without its final name.
    fn prepare(
        &self,
        state: State,
        options: &SaveOptions,
        now: Timestamp,
    ) -> Result<(Snapshot, Vec<String>)> {
        let mut warnings = self.settings.warnings.clone();
        let (mut state, secrets) = state.redacted()?;
        warnings.extend(state.warnings());
        if secrets > 0 {
            warnings.push(format!("{secrets} texts held secrets, which were left out"));
        }
        state.archive.keep_last_calls();
        if options.collect
            && self.settings.git_diff
            && options.layers.archive
            && state.archive.file_changes.is_none()
        {
            let diff = self.root().and_then(crate::git::diff_stat);
            state.archive.file_changes =
                diff.map(|text| mindsave_core::redact::redact(&text).into_owned());
        }
        if !options.layers.knowledge {
            state.knowledge = mindsave_core::snapshot::Knowledge::default();
        }
        if !options.layers.archive {
            state.archive = mindsave_core::archive::Archive::default();
        }
        let file_stamps = self.stamp_files(&state.task.active_files);
        let short = self.short_form(&state.knowledge.constraints, &mut warnings);
        let id = SnapshotId::parse("unnamed")?;
        let version = FORMAT_VERSION.to_owned();
        Ok((
            Snapshot {
                id,
                created_at: now,
                version,
                layers: options.layers,
                state,
                file_stamps,
                short,
                cut_off: false,
            },
            warnings,
        ))
    }

    pub(crate) fn short_form(&self, rules: &[String], warnings: &mut Vec<String>) -> ShortForm {
        if rules.is_empty() {
            return ShortForm::default();
        }
        warnings.extend(self.rules().warnings());
        // From save to save the rules seldom change.
        let mut last = self.last_short();
        if !last.is_of(rules) {
            *last = ShortForm::make(rules, &self.rules().compressor());
        }
        last.clone()
    }

    /// Writes the snapshot under the lock, then what depends on it.
    ///
    /// The name of the new file and the end of the old ones are forced to the disk together: the
    /// order in which they were made is the order in which they last.
    fn commit(
        &self,
        mut snapshot: Snapshot,
        stem: &str,
        mut warnings: Vec<String>,
    ) -> Result<Saved> {
        let guard = self.store.lock(self.settings.lock_timeout)?;
        // Before the clean-up takes the snapshots that tell of them.
        warnings.extend(self.adopt_failures()?);
        if let Err(error) = self.ensure_layout() {
            warnings.push(format!("version control is not told what to leave alone: {error}"));
        }
        let Catalog { index, mut notices } = self.catalog_for_save()?;
        let mut index = Arc::unwrap_or_clone(index);
        warnings.append(&mut notices);
        let retired = self.read_retired()?;
        let used = index.highest_number(stem).max(retired.highest_number(stem));
        let size = self.write_numbered(&mut snapshot, stem, used)?;
        let key = snapshot_key(&snapshot.id)?;
        let entered = self.enter(&snapshot, &key, size, &mut index);
        let mut removed = Vec::new();
        let kept = Some(&snapshot.id);
        let cleaned = match &entered {
            Ok(()) => self.clean_up(&mut index, &retired, kept, &mut removed),
            Err(_) => Ok(()),
        };
        self.store.settle(&folder_key()?)?;
        // From here on the snapshot is safe: nothing below may fail the save.
        let followed = entered.and_then(|()| self.follow_up(&snapshot, index));
        drop(guard);
        let behind = followed.err().map(|error| format!("saved, but the index is behind: {error}"));
        let full = cleaned.err().map(|error| format!("saved, but not cleaned up: {error}"));
        warnings.extend(full.into_iter().chain(behind));
        warnings.extend(self.keep_failures(&snapshot));
        let path = self.shown_path(&key);
        Ok(Saved { snapshot, path, removed, warnings })
    }

    /// Writes the snapshot under the next free number of its stem behind those used; returns the
    /// size.
    fn write_numbered(&self, snapshot: &mut Snapshot, stem: &str, used: u32) -> Result<u64> {
        // A file somebody made since the index was read takes a number as well.
        let numbers = (1..=1000).map_while(|step| used.checked_add(step));
        for number in numbers {
            snapshot.id = SnapshotId::numbered(stem, number);
            let key = snapshot_key(&snapshot.id)?;
            if !self.write_graph(snapshot)? {
                continue;
            }
            let text = encode(snapshot)?;
            match self.store.write(&key, text.as_bytes(), Expect::Absent, Durability::Content) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                other => return other.map(|()| text.len() as u64),
            }
        }
        Err(Error::new(ErrorKind::Conflict, format!("no free number for {stem}")))
    }

    /// Writes the execution graph before its snapshot; a graph left over from a save that failed
    /// belongs to no snapshot and goes. Reports whether the name is free: the graph of another
    /// snapshot is left alone.
    fn write_graph(&self, snapshot: &Snapshot) -> Result<bool> {
        let key = graph_key(&snapshot.id)?;
        // One that cannot be reached is no graph of ours.
        let old = self.store.stamp(&key).is_ok_and(|stamp| !stamp.is_empty());
        let dag = snapshot.state.archive.execution_dag.as_ref();
        if !old && dag.is_none() {
            return Ok(true);
        }
        if !self.store.stamp(&snapshot_key(&snapshot.id)?)?.is_empty() {
            return Ok(false);
        }
        let Some(dag) = dag else { return self.store.delete(&key, Expect::Any).map(|_| true) };
        let json = serde_json::to_vec_pretty(dag).map_err(|cause| {
            Error::new(ErrorKind::Internal, "graph not written").caused_by(cause)
        })?;
        self.store.write(&key, &json, Expect::Any, Durability::Durable).map(|()| true)
    }

    /// Enters the snapshot into the index.
    fn enter(&self, snapshot: &Snapshot, key: &Key, size: u64, index: &mut Index) -> Result<()> {
        index.insert(IndexEntry::of(snapshot, size, self.store.stamp(key)?));
        Ok(())
    }

    /// Brings index and heartbeat up to date.
    fn follow_up(&self, snapshot: &Snapshot, mut index: Index) -> Result<()> {
        index.revision = self.store.revision(&folder_key()?)?;
        self.write_index_end(index)?;
        let trigger = snapshot.state.auto_trigger.as_ref().map(|t| t.reason.as_str());
        let trigger = trigger.or(snapshot.id.is_overflow().then_some("context-overflow"));
        self.update_signal(|signal| signal.note_save(snapshot.created_at, trigger))
    }
}
