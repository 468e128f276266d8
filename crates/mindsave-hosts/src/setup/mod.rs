//! Sets a host up, and takes the set-up back.
//!
//! What is added stands beside what the user has: nothing else in a settings file changes, and a
//! record of the way back makes the removal exact to the byte. Where the user changed a file in
//! between, only what is ours is taken out.

pub(crate) mod files;
mod json;
mod pieces;
pub(crate) mod program;
mod record;
mod toml;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mindsave::{Error, FileStore, Result, Store};
use mindsave_store::{Durability, Expect, Key};

use crate::host::Host;
use pieces::Piece;
use record::{Changed, Record, digest, go_back, way_back};

pub use program::Program;

/// For whom a host is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// For everybody who works on the project.
    #[default]
    Project,
    /// For the user, in every project.
    User,
}

/// The set-up of one host.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The host.
    pub host: Host,
    /// For whom.
    pub level: Level,
    /// The root of the project, or the home folder.
    pub base: PathBuf,
    /// How the program is called.
    pub program: Program,
    /// The home folder, whose settings a project's would hide.
    pub home: Option<PathBuf>,
}

/// What is going to change. Nothing is written before [`Plan::apply`].
#[derive(Clone, Debug)]
pub struct Plan {
    /// The files that change.
    pub changes: Vec<Change>,
    /// What the user should know.
    pub notices: Vec<String>,
    base: PathBuf,
    key: Key,
    record: Option<Record>,
}

/// A file before and after; nothing where it is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: PathBuf,
    /// Its text now.
    pub before: Option<String>,
    /// Its text then.
    pub after: Option<String>,
    /// Whether it becomes a program.
    executable: bool,
}

impl Setup {
    /// Plans to set the host up; there is nothing to change where that was done before.
    ///
    /// # Errors
    /// `invalid_input` when a settings file cannot be read as what it is, `unsupported` where the
    /// host has no place for such a set-up.
    pub fn install(&self) -> Result<Plan> {
        let old = self.record()?;
        let mut plan = self.plan()?;
        let mut record = Record { folders: old.folders.clone(), ..Record::default() };
        for piece in pieces::pieces(self)? {
            let path = piece.path().to_path_buf();
            let current = files::read(&path)?;
            let entry = old.files.iter().find(|entry| entry.path == self.relative(&path));
            let base =
                undone(&piece, current.as_deref(), entry).map_err(|e| e.in_file(shown(&path)))?;
            let Some(after) =
                applied(&piece, base.as_deref()).map_err(|e| e.in_file(shown(&path)))?
            else {
                plan.notices.push(format!("{} is yours and stays as it is", path.display()));
                continue;
            };
            record.files.push(Changed {
                path: self.relative(&path),
                made: base.is_none(),
                digest: digest(&after),
                undo: way_back(&after, base.as_deref().unwrap_or_default()),
            });
            plan.change(
                path,
                current,
                Some(after),
                matches!(piece, Piece::Text { executable: true, .. }),
            );
        }
        let kept =
            old.files.iter().filter(|own| record.files.iter().all(|new| new.path != own.path));
        let kept: Vec<Changed> = kept.cloned().collect();
        record.files.extend(kept);
        plan.record = Some(record);
        plan.notices.extend(self.advice());
        Ok(plan)
    }

    /// Plans to take the set-up back.
    ///
    /// # Errors
    /// As for [`Setup::install`].
    pub fn remove(&self) -> Result<Plan> {
        let old = self.record()?;
        let mut plan = self.plan()?;
        let pieces = pieces::pieces(self)?;
        let recorded = old.files.iter().map(|entry| (self.base.join(&entry.path), Some(entry)));
        let mut known: Vec<(PathBuf, Option<&Changed>)> = recorded.collect();
        let more = pieces.iter().map(|piece| (piece.path().to_path_buf(), None));
        let more: Vec<_> =
            more.filter(|(path, _)| known.iter().all(|(own, _)| own != path)).collect();
        known.extend(more);
        for (path, entry) in known {
            let Some(current) = files::read(&path)? else { continue };
            let piece = pieces.iter().find(|piece| piece.path() == path);
            let after =
                removed(piece, &current, entry, &path).map_err(|e| e.in_file(shown(&path)))?;
            if after.as_deref() == Some(&current) && entry.is_some() {
                plan.notices.push(format!("{} was changed by you and stays", path.display()));
            }
            plan.change(path, Some(current), after, false);
        }
        plan.record = Some(Record { files: Vec::new(), folders: old.folders });
        Ok(plan)
    }

    /// The hooks that are installed: their files, for a check-up.
    pub fn installed(&self) -> Vec<PathBuf> {
        let record = self.record().unwrap_or_default();
        record.files.iter().map(|entry| self.base.join(&entry.path)).collect()
    }

    fn plan(&self) -> Result<Plan> {
        let key = Key::parse(&format!("setup/{}.json", self.host))?;
        let (changes, notices) = (Vec::new(), Vec::new());
        Ok(Plan { changes, notices, base: self.base.clone(), key, record: None })
    }

    fn record(&self) -> Result<Record> {
        let bytes = store(&self.base).read(&self.plan()?.key)?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }

    fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.base).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }

    fn advice(&self) -> Option<String> {
        let text = match self.host {
            Host::Codex => "Codex skips hooks until you approve them: open /hooks in Codex",
            Host::Gemini => "Gemini CLI asks about new hooks of a project when it starts",
            Host::ClaudeCode if pieces::hides_status_line(self) => {
                "your own status line stays; `mindsave setup claude-code --user` puts ours below it"
            }
            Host::ClaudeCode => "Claude Code runs hooks of a project once you trust its folder",
            _ => return None,
        };
        Some(text.to_owned())
    }
}

/// What a file was before us.
fn undone(piece: &Piece, current: Option<&str>, entry: Option<&Changed>) -> Result<Option<String>> {
    let Some(current) = current else { return Ok(None) };
    if let Some(entry) = entry.filter(|entry| entry.digest == digest(current))
        && let Some(before) = go_back(current, &entry.undo)
    {
        return Ok((!entry.made).then_some(before));
    }
    Ok(Some(match piece {
        Piece::Json { .. } => json::take_out(current)?,
        Piece::Toml { .. } => toml::take_out(current)?,
        Piece::Text { .. } => current.to_owned(),
    }))
}

/// What a file becomes; nothing where it belongs to the user.
fn applied(piece: &Piece, base: Option<&str>) -> Result<Option<String>> {
    match piece {
        Piece::Json { edits, .. } => json::add(base, edits).map(Some),
        Piece::Toml { hooks, .. } => toml::add(base.unwrap_or_default(), hooks).map(Some),
        Piece::Text { text, .. } => Ok(base.is_none_or(|base| base == text).then(|| text.clone())),
    }
}

/// What a file is without us; nothing when it goes.
fn removed(
    piece: Option<&Piece>,
    current: &str,
    entry: Option<&Changed>,
    path: &Path,
) -> Result<Option<String>> {
    if let Some(entry) = entry.filter(|entry| entry.digest == digest(current))
        && let Some(before) = go_back(current, &entry.undo)
    {
        return Ok((!entry.made).then_some(before));
    }
    let ending = path.extension().and_then(|ending| ending.to_str());
    match (piece, ending) {
        (Some(Piece::Text { text, .. }), _) if text == current => Ok(None),
        (Some(Piece::Text { .. }), _) => Ok(Some(current.to_owned())),
        (_, Some("json")) => json::take_out(current).map(Some),
        (_, Some("toml")) => toml::take_out(current).map(Some),
        _ => Ok(Some(current.to_owned())),
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn store(base: &Path) -> FileStore {
    FileStore::new(base.join(".mindsave"))
}

impl Plan {
    /// Reports whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Shows the changes, as `diff -u` does.
    pub fn diff(&self) -> String {
        let mut out = String::new();
        for Change { path, before, after, .. } in &self.changes {
            let name = path.strip_prefix(&self.base).unwrap_or(path).display().to_string();
            let named =
                |text: &Option<String>| text.as_ref().map_or("/dev/null", |_| name.as_str());
            let (from, to) = (named(before), named(after));
            let (old, new) = (before.as_deref().unwrap_or(""), after.as_deref().unwrap_or(""));
            let diff = similar::TextDiff::from_lines(old, new);
            let _ = write!(out, "{}", diff.unified_diff().header(from, to));
        }
        out
    }

    /// Writes the changes, and the record of the way back first.
    ///
    /// # Errors
    /// `unavailable` when a file cannot be written; what was written before it stays, and can be
    /// taken back.
    pub fn apply(&self) -> Result<()> {
        let mut record = self.record.clone().unwrap_or_default();
        let made = self.changes.iter().filter(|change| change.after.is_some());
        for folder in made.flat_map(|change| files::missing_folders(&change.path)) {
            let folder =
                folder.strip_prefix(&self.base).unwrap_or(&folder).to_string_lossy().into_owned();
            if !record.folders.contains(&folder) {
                record.folders.push(folder);
            }
        }
        let removal = record.files.is_empty();
        if !removal {
            self.write_record(&record)?;
        }
        for change in &self.changes {
            match &change.after {
                Some(text) => files::write(&change.path, text, change.executable)?,
                None => files::remove(&change.path)?,
            }
        }
        if removal {
            for folder in record.folders.iter().rev() {
                // One with anything of the user's in it stays.
                drop(std::fs::remove_dir(self.base.join(folder)));
            }
            store(&self.base).delete(&self.key, Expect::Any)?;
        }
        Ok(())
    }

    fn change(
        &mut self,
        path: PathBuf,
        before: Option<String>,
        after: Option<String>,
        executable: bool,
    ) {
        if before != after {
            self.changes.push(Change { path, before, after, executable });
        }
    }

    fn write_record(&self, record: &Record) -> Result<()> {
        let bytes = serde_json::to_vec_pretty(record)
            .map_err(|cause| Error::invalid("the record cannot be written").caused_by(cause))?;
        store(&self.base).write(&self.key, &bytes, Expect::Any, Durability::Durable)
    }
}

#[cfg(test)]
mod tests;
