//! The facade itself: a workspace that is open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use mindsave_core::snapshot::{Index, ShortForm};
use mindsave_core::work::SessionId;
use mindsave_store::{Durability, Expect, FileStore, Key, Store};

use crate::settings::{Settings, TEMPLATE};
use crate::signal::{self, Signal};
use crate::{Clock, ErrorKind, Result, Rules, Workspace};

/// Files machines write; version control is told to leave them alone.
const GITIGNORE: &str = "\
# Made by mindsave: what machines write stays out of version control, what people read may go in.
/index.json
/signal.json
/retired.txt
/hook.log
/setup/
/l3_index.json
/cache/
/sessions/
/facts.jsonl
/worktrees/
/tool_logs/
/execution_graphs/
/quarantine/
/memory/SESSION.md
/.lock
/.compare.lock
.tmp-*
";

/// The index as last read or written, and the stamp its file had then.
type CachedIndex = Option<(String, Arc<Index>)>;

/// A workspace that is open: every use case is a method of it.
///
/// It can be shared between threads. Two of them, in one process or two, never lose each other's
/// saves.
#[derive(Clone, Debug)]
pub struct MindSave {
    pub(crate) store: Arc<dyn Store>,
    /// What the worktrees of a project share; the same store where there is one alone.
    pub(crate) shared: Arc<dyn Store>,
    pub(crate) clock: Clock,
    pub(crate) settings: Settings,
    /// The workspace on disk; none for a store that is no folder.
    pub(crate) workspace: Option<Workspace>,
    /// Shared, so that a save does not read again what the one before it wrote.
    pub(crate) index: Arc<Mutex<CachedIndex>>,
    /// The search index as last used, so that the next search of this process need not read it.
    pub(crate) search: Arc<Mutex<Option<Arc<mindsave_core::search::Index>>>>,
    /// The gauge last used, so that the next event of its session need not read it.
    pub(crate) gauge: Arc<Mutex<Option<(SessionId, crate::gauge::Kept)>>>,
    /// What the rules of the last save come to in short.
    short: Arc<Mutex<ShortForm>>,
    /// The heartbeat as last written.
    signal: Arc<Mutex<Option<signal::Written>>>,
    /// The files that the journals of sessions go on in; shared, so that it is looked for once.
    segments: Arc<Mutex<BTreeMap<SessionId, (u32, Key)>>>,
    /// The rule packs in force, read when they are first needed.
    rules: Arc<OnceLock<Rules>>,
    /// What became of files that cannot be read; shared by the clones.
    notices: Arc<Mutex<Vec<String>>>,
}

/// How many notices wait for somebody to take them; older ones give way.
const MOST_NOTICES: usize = 100;

impl MindSave {
    /// Opens a workspace on disk. Nothing is written before the first save.
    ///
    /// # Errors
    /// `invalid_input` when a settings file cannot be used: with defaults in its place, clean-up
    /// could remove what the user meant to keep.
    pub fn open(workspace: Workspace, clock: Clock) -> Result<Self> {
        let store = FileStore::new(workspace.folder());
        Self::open_with(workspace, store, clock)
    }

    /// Opens a workspace on disk to look at it: settings that cannot be used become a warning.
    pub fn open_for_checkup(workspace: Workspace, clock: Clock) -> Self {
        let mut mind = Self::with_store(FileStore::new(workspace.folder()), clock);
        mind.share(shared_store(&workspace));
        mind.settings = mind.read_settings().unwrap_or_else(|error| Settings {
            warnings: vec![error.to_string()],
            ..Settings::default()
        });
        mind.workspace = Some(workspace);
        mind
    }

    /// Opens a workspace on disk through a store of the caller's making.
    ///
    /// # Errors
    /// As for [`MindSave::open`].
    pub fn open_with(
        workspace: Workspace,
        store: impl Store + 'static,
        clock: Clock,
    ) -> Result<Self> {
        let mut mind = Self::with_store(store, clock);
        mind.share(shared_store(&workspace));
        mind.settings = mind.read_settings()?;
        mind.workspace = Some(workspace);
        Ok(mind)
    }

    /// Opens any store, without a workspace on disk: no git, no files to verify.
    pub fn with_store(store: impl Store + 'static, clock: Clock) -> Self {
        let store: Arc<dyn Store> = Arc::new(store);
        Self {
            shared: Arc::clone(&store),
            store,
            clock,
            settings: Settings::default(),
            workspace: None,
            index: Arc::default(),
            search: Arc::default(),
            gauge: Arc::default(),
            short: Arc::default(),
            signal: Arc::default(),
            segments: Arc::default(),
            rules: Arc::default(),
            notices: Arc::default(),
        }
    }

    fn share(&mut self, shared: Option<FileStore>) {
        if let Some(shared) = shared {
            self.shared = Arc::new(shared);
        }
    }

    /// Replaces the settings.
    #[must_use]
    pub fn with_settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Returns the rule packs in force: the user's own are read once.
    pub fn rules(&self) -> &Rules {
        self.rules.get_or_init(|| match &self.workspace {
            Some(workspace) => Rules::of(workspace),
            None => Rules::default(),
        })
    }

    /// Returns the settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the workspace on disk, if there is one.
    pub fn workspace(&self) -> Option<&Workspace> {
        self.workspace.as_ref()
    }

    /// Makes the folder with its settings file; returns false when it was there already.
    ///
    /// # Errors
    /// `unavailable` when it cannot be written.
    pub fn init(&self) -> Result<bool> {
        let fresh = self.ensure_layout()?;
        let config = Key::parse("config.toml")?;
        match self.shared.write(&config, TEMPLATE.as_bytes(), Expect::Absent, Durability::Durable) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Ok(fresh),
        }
    }

    /// Returns the heartbeat; the default when there was no save yet, or when it cannot be read.
    ///
    /// # Errors
    /// None today: the heartbeat is a cache.
    pub fn signal(&self) -> Result<Signal> {
        // A heartbeat that cannot be read is none.
        let bytes = self.store.read(&Key::parse("signal.json")?).unwrap_or_default();
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }

    /// Takes what this handle and its clones found on the way, whatever they were asked for: files
    /// that could not be read, and where they were put. Each is told once.
    ///
    /// Where an answer has warnings of its own, they are among these.
    pub fn take_notices(&self) -> Vec<String> {
        std::mem::take(&mut *self.notices.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps something the user must be told, and returns it.
    pub(crate) fn note(&self, notice: String) -> String {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        if !notices.contains(&notice) {
            if notices.len() == MOST_NOTICES {
                notices.remove(0);
            }
            notices.push(notice.clone());
        }
        notice
    }

    /// Returns the path of a stored file for people, or its key where there is no folder.
    pub(crate) fn shown_path(&self, key: &Key) -> PathBuf {
        match &self.workspace {
            Some(workspace) => workspace.folder().join(key.as_str()),
            None => PathBuf::from(key.as_str()),
        }
    }

    /// Returns the root of the workspace on disk.
    pub(crate) fn root(&self) -> Option<&Path> {
        self.workspace.as_ref().map(|workspace| workspace.root.as_path())
    }

    /// Writes the ignore file if it is not there; returns whether it was made.
    pub(crate) fn ensure_layout(&self) -> Result<bool> {
        let key = Key::parse(".gitignore")?;
        if !self.shared.stamp(&key)?.is_empty() {
            return Ok(false);
        }
        match self.shared.write(&key, GITIGNORE.as_bytes(), Expect::Absent, Durability::Cached) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            other => other.map(|()| true),
        }
    }

    /// Locks what is known of the files of journals.
    pub(crate) fn segments(&self) -> MutexGuard<'_, BTreeMap<SessionId, (u32, Key)>> {
        self.segments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks what the rules of the last save come to in short.
    pub(crate) fn last_short(&self) -> MutexGuard<'_, ShortForm> {
        self.short.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the heartbeat as last written.
    pub(crate) fn last_signal(&self) -> MutexGuard<'_, Option<signal::Written>> {
        self.signal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the index kept in memory.
    pub(crate) fn cached_index(&self) -> MutexGuard<'_, CachedIndex> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn read_settings(&self) -> Result<Settings> {
        let key = Key::parse("config.toml")?;
        let shared = crate::home::shared_folder().and_then(|folder| {
            let shown = folder.join(key.as_str()).display().to_string();
            Some((FileStore::new(folder).read(&key).ok()??, shown))
        });
        let own = self.shared.read(&key)?;
        let own = own.map(|bytes| (bytes, ".mindsave/config.toml".to_owned()));
        let files = shared.into_iter().chain(own);
        files.into_iter().try_fold(Settings::default(), |settings, (bytes, file)| {
            settings.apply(&String::from_utf8_lossy(&bytes), &file)
        })
    }
}

/// The store of what a linked worktree shares with the others; none for any other workspace.
fn shared_store(workspace: &Workspace) -> Option<FileStore> {
    workspace.is_linked().then(|| FileStore::new(workspace.shared_folder()))
}
