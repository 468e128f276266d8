//! Who writes an event down: the thread that works on it, or, when that takes too long, whoever waits
//! for it. An event is written once, and the process does not end before.

use std::sync::atomic::{AtomicU8, Ordering};

/// Nobody knows yet whether there is anything to write.
const IDLE: u8 = 0;
/// It is being read what follows from the event.
const READING: u8 = 1;
/// The lines are being written.
const WRITING: u8 = 2;
/// Nothing is left to write.
const DONE: u8 = 3;
/// Whoever waited writes the event as it is.
const LEFT: u8 = 4;

/// How far the writing of an event has come.
#[derive(Debug, Default)]
pub(super) struct Entry(AtomicU8);

impl Entry {
    /// Says that the event is to be written.
    pub(super) fn read(&self) {
        self.turn(IDLE, READING);
    }

    /// Begins to write the lines; false where whoever waited writes them.
    pub(super) fn write(&self) -> bool {
        self.turn(READING, WRITING) || self.0.load(Ordering::SeqCst) != LEFT
    }

    /// Says that nothing is left to write.
    pub(super) fn finish(&self) {
        self.0.store(DONE, Ordering::SeqCst);
    }

    /// Takes the event from the thread that works on it; false where that writes already, or has
    /// nothing to write.
    pub(super) fn leave(&self) -> bool {
        self.turn(READING, LEFT)
    }

    /// Reports whether nothing is left to write.
    pub(super) fn is_done(&self) -> bool {
        matches!(self.0.load(Ordering::SeqCst), DONE | LEFT)
    }

    fn turn(&self, from: u8, to: u8) -> bool {
        self.0.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_written_by_one_of_both() {
        let own = Entry::default();
        assert!(!own.leave(), "nothing to take yet");
        own.read();
        assert!(own.write() && !own.leave() && !own.is_done());
        own.finish();
        assert!(own.is_done() && !own.leave());
        let left = Entry::default();
        left.read();
        assert!(left.leave() && !left.write() && left.is_done());
    }
}
