//! The pure core of mindsave: what a coding agent must not forget, and how it is put before it.
//!
//! A coding agent's context fills up, is compacted, or the session ends. This crate models what
//! must survive (the task, the rules, the decisions, the failures), writes and reads it as files
//! people can read, and renders what the next session gets within a fixed budget of tokens.
//!
//! It reads no file, clock, environment or random number and starts no thread: whatever comes from
//! outside is passed in. Files are the matter of `mindsave-store`, use cases of `mindsave`.
//!
//! ```
//! use mindsave_core::snapshot::{self, Layers, Snapshot, State};
//! use mindsave_core::{SnapshotId, Timestamp};
//!
//! let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
//! let state = State::from_json(r#"{"goal": "修复登录", "next_action": "跑测试"}"#)?;
//! let id = SnapshotId::parse("修复登录_2026-05-10")?;
//! let version = snapshot::FORMAT_VERSION.to_owned();
//! let layers = Layers::ALL;
//! let (file_stamps, short, cut_off) = Default::default();
//! let made = Snapshot { id, created_at: now, version, layers, state, file_stamps, short, cut_off };
//! let text = snapshot::encode(&made)?;
//! assert_eq!(snapshot::decode(&made.id, &text, now)?, made);
//! # Ok::<(), mindsave_core::Error>(())
//! ```
//!
//! # Tour
//!
//! - [`snapshot`]: [`snapshot::State`] is what a caller saves, in three layers: the [`task`], the
//!   knowledge ([`decision`], [`failure`], constraints) and the [`archive`]. The codec, the index
//!   and the clean-up rules live there too.
//! - [`resume`]: the text put before an agent, within [`resume::Budget`].
//! - [`tokens`]: how many tokens a text costs at most.
//! - [`search`]: keywords in what was archived.
//! - [`text`]: folding for comparison. [`redact`]: removal of secrets.
//! - [`extract`]: what is worth keeping in prose.
//! - [`dag`]: the execution graph.
//! - [`work`]: events and journals of sessions.
//! - [`pressure`]: how soon the context ends, how degraded the work is, and when to save.
//!
//! # Limits
//!
//! Token counts are upper bounds for the `o200k_base` encoding. Nothing here understands language:
//! what is rendered is what was saved.

pub mod archive;
pub mod check;
mod checksum;
pub mod compress;
pub mod dag;
pub mod decision;
mod error;
pub mod extract;
pub mod failure;
mod id;
pub mod json;
pub mod memory;
mod nesting;
mod plain;
pub mod pressure;
pub mod redact;
pub mod resume;
pub mod search;
mod shell;
pub mod snapshot;
pub mod task;
pub mod text;
mod time;
pub mod tokens;
pub mod work;

pub use checksum::checksum;
pub use decision::Decision;
pub use error::{Error, ErrorKind, Position, Result};
pub use id::{SnapshotId, TOPIC_MAX, Topic};
pub use time::Timestamp;
