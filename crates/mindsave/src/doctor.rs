//! A check-up: does everything work here, and if not, what to do.

use std::time::Duration;

use mindsave_core::snapshot::IndexEntry;
use mindsave_store::{Durability, Expect, FileStore, Key};
use serde::Serialize;

use crate::{MindSave, Result};

/// What machines write and make again.
const CACHES: [&str; 6] = [
    "index.json",
    "signal.json",
    "l3_index.json",
    ".gitignore",
    "execution_graphs/doctor.json",
    "cache/failures.bin",
];

/// The result of a check-up.
#[derive(Clone, Debug, Serialize)]
pub struct Checkup {
    /// Every check, in the order in which they were made.
    pub checks: Vec<Check>,
}

/// One check.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// What was checked.
    pub name: &'static str,
    /// How it went.
    pub health: Health,
    /// What was found.
    pub detail: String,
    /// What to do, if something is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// All is well.
    Good,
    /// It works, but somebody should look.
    Warning,
    /// It does not work.
    Bad,
}

impl Checkup {
    /// Returns the worst result.
    pub fn health(&self) -> Health {
        self.checks.iter().map(|check| check.health).max().unwrap_or(Health::Good)
    }
}

fn kind_name(kind: std::fs::FileType) -> &'static str {
    match kind {
        kind if kind.is_symlink() => "a link",
        kind if kind.is_dir() => "a folder",
        _ => "no file",
    }
}

fn good(name: &'static str, detail: String) -> Check {
    Check { name, health: Health::Good, detail, remedy: None }
}

fn poor(name: &'static str, health: Health, detail: String, remedy: &str) -> Check {
    Check { name, health, detail, remedy: Some(remedy.to_owned()) }
}

impl MindSave {
    /// Checks the workspace, and mends what can be mended without loss: the index, old temporary
    /// files.
    pub fn doctor(&self) -> Checkup {
        let checks = vec![
            self.check_workspace(),
            self.check_write(),
            self.check_lock(),
            self.check_caches(),
            self.check_snapshots(),
            self.check_failures(),
            self.check_quarantine(),
            self.check_leftovers(),
            self.check_settings(),
            self.check_rules(),
        ];
        Checkup { checks }
    }

    fn check_workspace(&self) -> Check {
        match &self.workspace {
            Some(found) => {
                good("workspace", format!("{} ({})", found.root.display(), found.found_by))
            }
            None => {
                good("workspace", format!("none on disk; the store is {}", self.store.location()))
            }
        }
    }

    fn check_write(&self) -> Check {
        let probe = || -> Result<()> {
            let key = Key::parse("snapshots/doctor.tmp")?;
            self.store.write(&key, b"ok", Expect::Any, Durability::Durable)?;
            self.store.delete(&key, Expect::Any)?;
            // A save also asks which numbers were used before.
            self.read_retired().map(drop)
        };
        match probe() {
            Ok(()) => good("writing", format!("{} can be written", self.store.location())),
            Err(error) => {
                let remedy = "free space on the disk, make the folder writable for this user, or move away what lies where a file should be";
                poor("writing", Health::Bad, error.to_string(), remedy)
            }
        }
    }

    /// Waits as long as a save would: what it cannot have, a save cannot.
    fn check_lock(&self) -> Check {
        match self.store.lock(self.settings.lock_timeout) {
            Ok(_guard) => good("lock", "free".to_owned()),
            Err(error) => {
                let remedy = "look for another mindsave process that hangs, and end it";
                poor("lock", Health::Bad, error.to_string(), remedy)
            }
        }
    }

    /// Files that machines write and make again; none of them stops a save.
    fn check_caches(&self) -> Check {
        let read = |name: &str| {
            let refused = Key::parse(name).and_then(|key| self.store.read(&key)).err();
            refused.map(|error| error.to_string())
        };
        let wrong: Vec<String> = CACHES.iter().filter_map(|name| read(name)).collect();
        if wrong.is_empty() {
            return good("caches", "as they should be".to_owned());
        }
        let remedy = "remove what is named; mindsave makes it again";
        poor("caches", Health::Warning, wrong.join("; "), remedy)
    }

    fn check_snapshots(&self) -> Check {
        match self.list() {
            Ok((entries, notices)) if notices.is_empty() => self.check_each_snapshot(&entries),
            Ok((_, notices)) => {
                let remedy = "mend the files in quarantine and move them back to snapshots";
                poor("snapshots", Health::Warning, notices.join("; "), remedy)
            }
            Err(error) => poor(
                "snapshots",
                Health::Bad,
                error.to_string(),
                "make the folder readable for this user",
            ),
        }
    }

    /// Looks into the snapshots that are readable, and at what lies in the place of one.
    fn check_each_snapshot(&self, entries: &[IndexEntry]) -> Check {
        let cut = |entry: &IndexEntry| {
            let warning = self.read_snapshot(&entry.id, entry.created_at).ok()?.warning()?;
            Some(format!("{}: {warning}", entry.id))
        };
        let mut wrong = self.no_files("snapshots");
        wrong.extend(entries.iter().filter_map(cut));
        if wrong.is_empty() {
            return good("snapshots", format!("{} readable, the index is current", entries.len()));
        }
        let remedy = "move away what is no file; complete or delete what is cut off";
        poor("snapshots", Health::Warning, wrong.join("; "), remedy)
    }

    /// Names what lies in a folder in the place of a file: pipes and links, which are not read.
    fn no_files(&self, folder: &str) -> Vec<String> {
        let Some(workspace) = &self.workspace else { return Vec::new() };
        let Ok(found) = std::fs::read_dir(workspace.folder().join(folder)) else {
            return Vec::new();
        };
        let named = |entry: std::fs::DirEntry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().ok()?;
            let ours = [".md", ".yaml", ".yml"].iter().any(|ending| name.ends_with(ending));
            let odd = !kind.is_file() && ours && !name.starts_with('.');
            odd.then(|| format!("{folder}/{name} is {}, and not read", kind_name(kind)))
        };
        let mut wrong: Vec<String> =
            found.filter_map(std::result::Result::ok).filter_map(named).collect();
        wrong.sort();
        wrong
    }

    fn check_failures(&self) -> Check {
        let odd =
            ["failure_graph/project", "failure_graph/global"].map(|folder| self.no_files(folder));
        let odd = odd.concat();
        match self.failures() {
            Ok(read) if read.warnings.is_empty() && odd.is_empty() => {
                let active = read.failures.iter().filter(|failure| failure.is_active()).count();
                good("failures", format!("{active} that warn"))
            }
            Ok(read) if read.warnings.is_empty() => {
                poor("failures", Health::Warning, odd.join("; "), "move away what is no file")
            }
            Ok(read) => {
                let remedy = "mend what is named, in failure_graph";
                poor("failures", Health::Warning, read.warnings.join("; "), remedy)
            }
            Err(error) => {
                let remedy = "make the folder failure_graph readable for this user";
                poor("failures", Health::Bad, error.to_string(), remedy)
            }
        }
    }

    fn check_quarantine(&self) -> Check {
        let files = Key::parse("quarantine").and_then(|folder| self.store.list(&folder));
        let count = files.map_or(0, |files| {
            files.iter().filter(|f| !f.key.name().ends_with(".why.txt")).count()
        });
        if count == 0 {
            return good("quarantine", "empty".to_owned());
        }
        let remedy = "read the .why.txt beside each file; mend it and move it back, or delete it";
        poor("quarantine", Health::Warning, format!("{count} files could not be read"), remedy)
    }

    fn check_leftovers(&self) -> Check {
        let Some(workspace) = &self.workspace else {
            return good("leftovers", "none".to_owned());
        };
        // Under the lock, so that no save is just writing to a file that looks old.
        let swept = self
            .store
            .lock(Duration::from_millis(500))
            .and_then(|_guard| FileStore::new(workspace.folder()).sweep_all());
        match swept {
            Ok(0) => good("leftovers", "none".to_owned()),
            Ok(n) => good(
                "leftovers",
                format!("removed {n} temporary files of processes that were killed"),
            ),
            Err(error) => {
                let remedy = "run it again when no other mindsave process is at work";
                poor("leftovers", Health::Warning, error.to_string(), remedy)
            }
        }
    }

    fn check_rules(&self) -> Check {
        let rules = self.rules();
        if rules.broken.is_empty() {
            return good("rules", format!("{} packs of your own", rules.packs().count()));
        }
        let broken: Vec<String> = rules.warnings().collect();
        let remedy = "mend or remove the packs named; `mindsave rules check` looks closer";
        poor("rules", Health::Warning, broken.join("; "), remedy)
    }

    fn check_settings(&self) -> Check {
        if let Err(error) = self.read_settings() {
            let remedy =
                "correct what is named, or remove the file: nothing can be saved until then";
            return poor("settings", Health::Bad, error.to_string(), remedy);
        }
        let (limits, warnings) = (self.settings.limits, &self.settings.warnings);
        if warnings.is_empty() {
            let text = format!("{} snapshots, {} days", limits.max_snapshots, limits.max_age_days);
            return good("settings", text);
        }
        poor(
            "settings",
            Health::Warning,
            warnings.join("; "),
            "correct or remove what is named, in config.toml",
        )
    }
}
