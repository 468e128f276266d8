//! Failures of a workspace: recorded, withdrawn, shared with every project, and checked before an action.

use mindsave_core::check::{Action, Checker, Hazards, Match, Watched};
use mindsave_core::failure::{
    Failure, FailureGraph, FailureName, Fingerprint, Relation, Scope, Writer, migrate, one_of_each,
};
use mindsave_core::redact::redact;
use mindsave_store::{FailureStore, FileStore, ReadFailures, Store, hex};
use sha2::{Digest, Sha256};

use crate::adopt::told_in;
use crate::catalog::folder_key;
use crate::gotchas::{Caution, Gotchas};
use crate::watch::{Care, Watch, lately};
use crate::{Error, ErrorKind, MindSave, Pick, Result, Rules, Timestamp};

/// How many failure files are read through at each record.
const FEW: usize = 100;
/// Where it stands when the newest checkpoint was last found to tell of no failure that has no file.
const TOLD_NOTHING: &str = "cache/failures.told";

/// What is told of a failure when it is recorded.
#[derive(Clone, Debug, Default)]
pub struct FailureReport {
    /// What was tried.
    pub name: String,
    /// Who rejected it; `user` when empty.
    pub rejected_by: String,
    /// Why it failed.
    pub reason: String,
    /// What was seen.
    pub symptom: String,
    /// The task it was tried for.
    pub task: String,
    /// What to do instead.
    pub alternatives: Vec<String>,
    /// Links to other failures, by name.
    pub links: Vec<(Relation, String)>,
    /// Where it holds.
    pub scope: Scope,
    /// The call that failed, and its error: kept as marks, not as text.
    pub call: Option<(String, String)>,
}

/// All that is watched for: what files say, and what the newest checkpoint alone says.
pub(crate) struct Watching<'r> {
    watch: Watch<'r>,
    told: Vec<Failure>,
    /// Watches for those that were told.
    more: Checker<'r>,
    gotchas: Gotchas,
    hazards: Hazards<'r>,
    warnings: Vec<String>,
}

impl Watching<'_> {
    /// Returns the failures an action repeats, the surest first.
    pub(crate) fn check(&self, action: &Action<'_>) -> Vec<Warning> {
        let mut found = self.watch.checker.check(action);
        let count = self.watch.checker.len();
        found.extend(self.more.check(action).into_iter().map(|one| {
            let index = one.index + count;
            Match { index, ..one }
        }));
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
        let warning = |found: Match| Some(Warning { failure: self.failure(found.index)?, found });
        found.into_iter().filter_map(warning).collect()
    }

    /// Returns the gotchas an action meets, the surest first.
    pub(crate) fn cautions(&self, action: &Action<'_>) -> Vec<Caution> {
        self.gotchas.met(action, &self.hazards)
    }

    fn failure(&self, at: usize) -> Option<Failure> {
        match at.checked_sub(self.watch.checker.len()) {
            Some(at) => self.told.get(at).cloned(),
            None => self.watch.failure(at),
        }
    }
}

/// A failure that an action repeats.
#[derive(Clone, Debug)]
pub struct Warning {
    /// How surely, and why.
    pub found: Match,
    /// The failure.
    pub failure: Failure,
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The failures that are repeated, the surest first.
    pub matches: Vec<Warning>,
    /// The gotchas that are met, the surest first.
    pub cautions: Vec<Caution>,
    /// Files that could not be read.
    pub warnings: Vec<String>,
}

impl Rules {
    /// Returns which approaches an action repeats, of some that are given; needs no workspace.
    ///
    /// # Errors
    /// `invalid_input` when an approach or the action is blank.
    pub fn check(&self, tried: &[String], action: &Action<'_>, now: Timestamp) -> Result<Checked> {
        says_something(action)?;
        let failure = |text: &String| {
            let made = migrate::excluded_paths([text.as_str()], now).pop();
            made.ok_or_else(|| Error::invalid("an approach is blank: say what was tried"))
        };
        let failures: Vec<Failure> = tried.iter().map(failure).collect::<Result<_>>()?;
        // The whole sentence tells more than the name: how it ended, what was done instead.
        let watched = tried.iter().map(|text| Watched { approach: text, ..Watched::default() });
        let found = Checker::new(watched, &self.lexicons()).check(action);
        let warnings = self.warnings().collect();
        Ok(Checked { matches: warnings_of(found, &failures), warnings, ..Checked::default() })
    }
}

/// Refuses an action that is blank: whoever asks meant to say something.
fn says_something(action: &Action<'_>) -> Result<()> {
    match action {
        Action::Sentence(text) | Action::Command(text) if text.trim().is_empty() => {
            Err(Error::invalid("`action` is blank: there is nothing to check"))
        }
        _ => Ok(()),
    }
}

/// Puts each match beside the failure it speaks of.
fn warnings_of(found: Vec<Match>, failures: &[Failure]) -> Vec<Warning> {
    let warning = |found: Match| {
        let failure = failures.get(found.index)?.clone();
        Some(Warning { found, failure })
    };
    found.into_iter().filter_map(warning).collect()
}

impl MindSave {
    /// Records a failure: for the first time, or once more. It is on the medium when this returns.
    ///
    /// Secrets are taken out of every text first.
    ///
    /// # Errors
    /// `invalid_input` when the name cannot be used or a link closes a cycle, `unavailable` when it
    /// cannot be written.
    pub fn record_failure(&self, report: &FailureReport) -> Result<Failure> {
        let now = self.clock.now();
        let writer = self.writer()?;
        let mut failure = Failure::new(&redact(&report.name), now, &writer)?;
        let clean = |text: &str| redact(text.trim()).into_owned();
        if !report.rejected_by.trim().is_empty() {
            failure.rejected_by = clean(&report.rejected_by);
        }
        failure.reason = clean(&report.reason);
        failure.symptom = clean(&report.symptom);
        failure.task = clean(&report.task);
        failure.alternatives = report.alternatives.iter().map(|text| clean(text)).collect();
        failure.scope = report.scope;
        if let Some((call, error)) = &report.call {
            failure.fingerprints.push(Fingerprint::of(call, error, &writer));
        }
        if let Err(error) = self.ensure_layout() {
            self.note(format!("version control is not told what to leave alone: {error}"));
        }
        let home = self.home();
        let store = self.failure_store(home.as_ref());
        // Two that link to each other at once must see each other.
        let wanted = (!report.links.is_empty()).then_some(self.settings.lock_timeout);
        let guard = wanted.map(|patience| self.shared.lock(patience)).transpose()?;
        // Links are checked against all others; damaged ones are told of while that costs little.
        if !report.links.is_empty() || store.stamps()?.len() <= FEW {
            let ReadFailures { failures, warnings } = store.read(now)?;
            self.tell(warnings);
            let mut graph = FailureGraph::of(failures);
            graph.record(failure.clone());
            for (relation, to) in &report.links {
                graph.relate(failure.name.as_str(), *relation, &clean(to))?;
                failure.link(*relation, &clean(to));
            }
        }
        let recorded = store.record(&failure, now);
        self.tell(store.take_notices());
        drop(guard);
        recorded
    }

    /// Reads the failures that hold here: the project's and the global ones, one that is both once.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub fn failures(&self) -> Result<ReadFailures> {
        let mut warnings = self.adopt_failures()?;
        let mut read = self.failure_store(self.home().as_ref()).read(self.clock.now())?;
        read.warnings.append(&mut warnings);
        let graph = FailureGraph::of(read.failures.iter().cloned());
        let told = graph.cycles().into_iter();
        read.warnings
            .extend(told.map(|cycle| format!("{cycle}; take one of the links out by hand")));
        read.failures = one_of_each(read.failures);
        self.tell(read.warnings.clone());
        Ok(read)
    }

    /// Says which version of each failure there is, without reading one.
    pub(crate) fn failure_stamps(&self) -> Result<Vec<(String, String)>> {
        self.adopt_failures()?;
        self.failure_store(self.home().as_ref()).stamps()
    }

    /// Withdraws a failure; its file stays, with the reason.
    ///
    /// # Errors
    /// `not_found` when there is none of this name, `invalid_input` without a reason.
    pub fn retire_failure(&self, name: &str, reason: &str) -> Result<Failure> {
        let (name, now) = (FailureName::parse(name)?, self.clock.now());
        let reason = redact(reason).into_owned();
        let home = self.home();
        let store = self.failure_store(home.as_ref());
        let retired = store.change(&name, now, |failure| failure.retire(&reason, now));
        self.tell(store.take_notices());
        retired
    }

    /// Makes a failure of this project hold in every project.
    ///
    /// # Errors
    /// `not_found` when the project has none of this name.
    pub fn promote_failure(&self, name: &str) -> Result<Failure> {
        let name = FailureName::parse(name)?;
        let home = self.home();
        let store = self.failure_store(home.as_ref());
        let promoted = store.promote(&name, self.clock.now());
        self.tell(store.take_notices());
        promoted
    }

    /// Keeps what the answer itself does not say.
    fn tell(&self, notices: Vec<String>) {
        for notice in notices {
            self.note(notice);
        }
    }

    /// Returns which failures an action repeats: of the project, of every project, and of the
    /// newest checkpoint; and which gotchas it meets.
    ///
    /// From some dozens of failures on, what a check needs of them is kept in `cache/failures.bin`, so
    /// that a hook reads one file in place of all: it is compared with the stamps of the files.
    ///
    /// # Errors
    /// `invalid_input` when the action is blank; `unavailable` when the store cannot be read.
    pub fn check(&self, action: &Action<'_>) -> Result<Checked> {
        says_something(action)?;
        let watching = self.watching(Care::Full)?;
        let (matches, cautions) = (watching.check(action), watching.cautions(action));
        Ok(Checked { matches, cautions, warnings: watching.warnings })
    }

    /// Reads all that is watched for, to be compared with several actions; with as much care as the
    /// caller has time for.
    pub(crate) fn watching(&self, care: Care) -> Result<Watching<'_>> {
        let mut warnings = self.adopt_failures()?;
        let watch = self.watch_failures(care)?;
        warnings.extend(watch.warnings.iter().cloned());
        let told = match care {
            Care::Full | Care::Ahead => self.only_in_checkpoint(&watch, &mut warnings),
            Care::Recent => self.only_in_checkpoint_lately(&watch, &mut warnings)?,
        };
        warnings.extend(self.rules().warnings());
        let lexicons = self.rules().lexicons();
        let more = Checker::new(told.iter().map(Watched::from), &lexicons);
        let mut gotchas = self.gotchas();
        warnings.append(&mut gotchas.warnings);
        let known = gotchas.gotchas.iter().map(|own| (own.title.as_str(), own.workaround.as_str()));
        let hazards = Hazards::new(known, &lexicons);
        Ok(Watching { watch, told, more, gotchas, hazards, warnings })
    }

    /// As [`MindSave::only_in_checkpoint`], where that was nothing not long ago: neither a checkpoint
    /// nor a failure came, went or was replaced since.
    fn only_in_checkpoint_lately(
        &self,
        watch: &Watch<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Failure>> {
        let folders = self.checkpoint_folders()?;
        let noted = lately::noted(self.store.as_ref(), TOLD_NOTHING);
        if noted.is_some_and(|noted| noted == folders) {
            return Ok(Vec::new());
        }
        let before = warnings.len();
        let told = self.only_in_checkpoint(watch, warnings);
        if told.is_empty() && warnings.len() == before {
            // Without it the checkpoint is read once more.
            drop(lately::note(self.store.as_ref(), TOLD_NOTHING, &folders));
        }
        Ok(told)
    }

    /// Marks of the folders that decide what the newest checkpoint alone tells of.
    fn checkpoint_folders(&self) -> Result<String> {
        let home = self.home();
        let mut folders = self.failure_store(home.as_ref()).revisions()?;
        folders.push(self.store.revision(&folder_key()?)?);
        Ok(folders.join("\n"))
    }

    /// Returns what the newest checkpoint says of failures and no file says: a file knows more, or
    /// that the failure holds no longer.
    fn only_in_checkpoint(&self, watch: &Watch<'_>, warnings: &mut Vec<String>) -> Vec<Failure> {
        // A workspace without a checkpoint, or with a damaged one, still has its failures.
        let loaded = match self.load(&Pick::Latest) {
            Ok(loaded) => loaded,
            Err(error) => {
                let none = error.kind() == ErrorKind::NotFound;
                warnings.extend((!none).then(|| error.to_string()));
                return Vec::new();
            }
        };
        let (mut told, unusable) = told_in(&loaded.snapshot);
        warnings.extend(unusable);
        told.retain(|failure| !watch.knows(&failure.name.key()));
        told
    }

    pub(crate) fn failure_store<'s>(&'s self, home: Option<&'s FileStore>) -> FailureStore<'s> {
        FailureStore::new(self.shared.as_ref(), home.map(|home| home as &dyn Store))
    }

    /// The store of the user; none for a workspace that is no folder.
    pub(crate) fn home(&self) -> Option<FileStore> {
        self.workspace.as_ref()?;
        crate::home::shared_folder().map(FileStore::new)
    }

    /// Who counts: this work tree on this machine.
    fn writer(&self) -> Result<Writer> {
        let machine = ["HOSTNAME", "COMPUTERNAME"].into_iter().find_map(std::env::var_os);
        let machine = machine.map(|name| name.to_string_lossy().into_owned());
        let machine = machine.or_else(|| std::fs::read_to_string("/etc/hostname").ok());
        let place = format!("{}\n{}", machine.unwrap_or_default().trim(), self.store.location());
        Writer::parse(&format!("w-{}", hex(&Sha256::digest(place.as_bytes())[..4])))
    }
}
