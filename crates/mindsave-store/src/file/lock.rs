//! A lock over processes, with a time limit.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use mindsave_core::{Error, ErrorKind, Result};

use super::refused;

/// An open file that is locked until it is dropped.
///
/// It is given back in so many words: a child that was forked meanwhile has the file open as well,
/// and would hold the lock as long as it lives.
#[derive(Debug)]
pub(super) struct Held(pub(super) File);

impl Drop for Held {
    fn drop(&mut self) {
        // Closing it gives it back where this fails.
        drop(self.0.unlock());
    }
}

/// Locks an open file until it is closed.
///
/// # Errors
/// `unavailable` when another process holds it longer than `patience`.
pub(super) fn hold(file: &File, path: &Path, patience: Duration) -> Result<()> {
    // Nearly always it is free: the clock is read where it is not.
    let mut end = None;
    let mut pause = Duration::from_micros(200);
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(refused(path, "take the lock", error)),
            Err(TryLockError::WouldBlock)
                if Instant::now() >= *end.get_or_insert_with(|| Instant::now() + patience) =>
            {
                let message = format!(
                    "{} is locked by another process for more than {:.1} s",
                    path.display(),
                    patience.as_secs_f32()
                );
                return Err(Error::new(ErrorKind::Unavailable, message));
            }
            Err(TryLockError::WouldBlock) => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(5));
            }
        }
    }
}
