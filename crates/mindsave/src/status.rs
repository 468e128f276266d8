//! Where things stand: the workspace, its newest snapshot, the heartbeat.

use std::path::PathBuf;
use std::sync::Arc;

use mindsave_core::pressure::{Assessment, Gauge};
use mindsave_core::snapshot::IndexEntry;
use mindsave_core::work::SessionId;

use crate::{Error, MindSave, Result, Signal};

/// Where things stand.
#[derive(Clone, Debug)]
pub struct StatusReport {
    /// The root of the workspace, resolved.
    pub root: Option<PathBuf>,
    /// How it was found.
    pub found_by: Option<String>,
    /// Where the files are.
    pub store: String,
    /// How many snapshots there are.
    pub snapshots: usize,
    /// The newest.
    pub newest: Option<IndexEntry>,
    /// The heartbeat.
    pub signal: Signal,
    /// The session used last, if there is one.
    pub live: Option<Live>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// How a session stands.
#[derive(Clone, Debug)]
pub struct Live {
    /// Its name.
    pub session: SessionId,
    /// What its events come to.
    pub gauge: Arc<Gauge>,
    /// Its pressure, its fatigue, and what to do.
    pub found: Assessment,
}

impl MindSave {
    /// Reports how a session stands: the one of this name, or the one used last; nothing when
    /// there is none yet.
    ///
    /// # Errors
    /// `not_found` when there is no session of this name, `unavailable` when its journal cannot be
    /// read.
    pub fn live(&self, session: Option<&str>) -> Result<Option<Live>> {
        let named = session.map(SessionId::of);
        let sessions = self.sessions()?;
        if let Some(name) = named.as_ref().filter(|n| sessions.iter().all(|own| own.id != **n)) {
            return Err(Error::not_found(format!("there is no session `{name}`")));
        }
        let Some(session) = named.or_else(|| sessions.into_iter().next().map(|own| own.id)) else {
            return Ok(None);
        };
        let gauge = self.gauge(&session)?;
        let found = self.assess(&gauge);
        Ok(Some(Live { session, gauge, found }))
    }

    /// Reports where things stand.
    ///
    /// # Errors
    /// `unavailable` when the store cannot be read.
    pub fn status(&self) -> Result<StatusReport> {
        let (entries, mut warnings) = self.list()?;
        warnings.extend(self.settings.warnings.iter().cloned());
        Ok(StatusReport {
            root: self.root().map(std::path::Path::to_path_buf),
            found_by: self.workspace.as_ref().map(|workspace| workspace.found_by.to_string()),
            store: self.store.location(),
            snapshots: entries.len(),
            newest: entries.into_iter().next(),
            signal: self.signal()?,
            live: self.live(None)?,
            warnings,
        })
    }
}
