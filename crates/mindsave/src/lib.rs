//! Keeps the working state of coding agents, and gives it back.
//!
//! A coding agent's context fills up, is compacted, or the session ends, and what it knew is gone:
//! the exact next step, the user's rules, why a choice was made, what was tried and failed.
//! [`MindSave`] keeps that state in files people can read, below `.mindsave` in the workspace, and
//! gives it back in at most 800 tokens.
//!
//! ```
//! use mindsave::{Clock, MemoryStore, MindSave, Pick, SaveOptions, State, Timestamp};
//!
//! let clock = Clock::Fixed(Timestamp::parse("2026-05-10T14:30:00+08:00")?);
//! let mind = MindSave::with_store(MemoryStore::default(), clock);
//! let state = State::from_json(r#"{"goal": "修复登录", "next_action": "跑测试"}"#)?;
//! let saved = mind.save(state, &SaveOptions::default())?;
//! assert_eq!(saved.snapshot.id.as_str(), "修复登录_2026-05-10");
//!
//! let loaded = mind.load(&Pick::Latest)?;
//! assert_eq!(loaded.snapshot.state.task.next_action.as_deref(), Some("跑测试"));
//! # Ok::<(), mindsave::Error>(())
//! ```
//!
//! In a workspace on disk, [`Workspace::find`] resolves the root and [`MindSave::open`] opens it.
//!
//! # Tour
//!
//! - **Checkpoints**: [`MindSave::save`], [`MindSave::load`], [`MindSave::resume`] (the text for an
//!   agent, at most 800 tokens), [`MindSave::recall`], [`MindSave::list`], [`MindSave::clean`],
//!   [`MindSave::verify`]. What is saved is a [`State`] in three [`Layers`].
//! - **Rules in short**: [`compress`] merges rules that say the same kind of thing, in English and
//!   Chinese, and loses none; [`Rules`] are the packs in force.
//! - **What failed**: [`MindSave::record_failure`], and [`MindSave::check`] before an action.
//! - **Live state**: [`MindSave::append`] writes what happens in a session to its journal,
//!   [`MindSave::work`] folds journals into what is known and what is being done;
//!   [`MindSave::log`], [`MindSave::nodes`], [`MindSave::close`], [`MindSave::handoff`]. What a host
//!   reports is [`MindSave::observe`]d, and given back by [`MindSave::restore`].
//! - **Elsewhere**: [`answer`] writes every answer as the JSON that all languages share;
//!   [`Error`] has a kind that is the same in all of them.
//!
//! The folder `examples` has samples that run: `checkpoint`, `rules`, `warn`.
//!
//! This crate is the facade: every use case stands here once, and the program, the hooks, the MCP
//! server and the bindings call it. What is pure lives in [`mindsave_core`], files in
//! [`mindsave_store`].

mod adopt;
pub mod answer;
mod autosave;
mod bridge;
mod catalog;
mod clean;
mod clock;
mod doctor;
mod failures;
mod find;
mod gauge;
mod git;
mod gotchas;
mod home;
mod journal;
mod live;
mod load;
mod mind;
mod nodes;
mod recall;
mod report;
mod rules;
mod save;
mod say;
mod session_save;
mod settings;
mod signal;
mod stats;
mod status;
mod told;
mod verify;
mod watch;
mod workspace;
mod worktree;

pub use autosave::Watched;
pub use bridge::{Bridged, Reason};
pub use clean::Cleaned;
pub use clock::Clock;
pub use doctor::{Check, Checkup, Health};
pub use failures::{Checked, FailureReport, Warning};
pub use find::Found;
pub use gotchas::{Caution, Gotchas};
pub use journal::{Present, Session, SessionJournal};
pub use live::{Intent, Observed, Restored, SESSION_CACHES, Writing};
pub use load::{Loaded, Pick};
pub use mind::MindSave;
pub use nodes::{Consolidated, NodeView, Nodes};
pub use recall::Recalled;
pub use rules::{Rules, parse_pack};
pub use save::{SaveOptions, Saved};
pub use say::{Entry, LOG_TYPES, Recorded};
pub use settings::Settings;
pub use signal::Signal;
pub use stats::Stats;
pub use status::{Live, StatusReport};
pub use verify::{Drift, DriftKind};
pub use workspace::{FoundBy, Workspace};

pub use mindsave_core::resume::{Budget, Resume};
pub use mindsave_core::snapshot::{IndexEntry, Layers, Limits, Snapshot, State};
pub use mindsave_core::{Error, ErrorKind, Result, SnapshotId, Timestamp, Topic};
pub use mindsave_core::{
    archive, check, compress, dag, decision, extract, failure, memory, pressure, redact, resume,
    search, snapshot, task, text, tokens, work,
};
pub use mindsave_store::{FileStore, MemoryStore, ReadFailures, Store};
