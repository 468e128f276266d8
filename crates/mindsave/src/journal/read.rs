//! Reading journals: whole, on from a place, or their last events alone.

use mindsave_core::checksum;
use mindsave_core::work::journal::{self, Journal};
use mindsave_core::work::{Event, SessionId};
use mindsave_store::{Key, Store};
use serde::{Deserialize, Serialize};

use super::{SessionJournal, segment_key};
use crate::{MindSave, Result};

/// How many bytes before a place are compared with those that were read there: a file that was put in
/// the place of another is noticed by them.
const COMPARED: u64 = 256;
/// How many bytes are read at least to find the last events, and how many a line mostly has.
const BLOCK: u64 = 4 * 1024;
const LINE: u64 = 256;
/// By how much more is read where that was not enough.
const MORE: u64 = 4;

/// How far a file that is only appended to was read, in whole lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ReadTo {
    /// Which file it was.
    file: u64,
    bytes: u64,
    lines: usize,
    /// The checksum of the last bytes.
    check: u64,
    /// The lines that are no event, counted from 1.
    unreadable: Vec<usize>,
}

/// What was read of one file, from a place on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// The stamp of the file before it was read; empty where there is none.
    pub(crate) stamp: String,
    /// How far its whole lines go.
    pub(crate) to: ReadTo,
    /// The events of those.
    pub(crate) events: Vec<Event>,
    /// What stands behind the last line break: nothing, an event, or a part of one.
    loose: Journal,
    torn: bool,
}

/// What was read of a journal, from a place on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stretch {
    /// The number of the file it goes on in.
    pub(crate) segment: u32,
    /// The events of all its files.
    pub(crate) events: Vec<Event>,
    /// The files, without their events.
    pub(crate) files: Vec<(Key, Part)>,
}

impl Part {
    /// Takes what stands behind the last line break for a line.
    pub(crate) fn close(&mut self) {
        self.events.append(&mut self.loose.events);
    }

    /// Returns all events, that behind the last line break too.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().chain(&self.loose.events)
    }

    /// Reports whether an event stands behind the last line break.
    pub(crate) fn is_open(&self) -> bool {
        !self.loose.events.is_empty()
    }

    /// Says which lines were passed over.
    pub(crate) fn warning(&self, key: &Key) -> Option<String> {
        let behind = self.loose.unreadable.iter().map(|line| self.to.lines + line);
        let lines: Vec<usize> = self.to.unreadable.iter().copied().chain(behind).collect();
        unreadable(key, &lines, self.torn)
    }

    /// Takes in what was read from a place on; `again` of the bytes stand before it.
    fn of(bytes: &[u8], again: usize, from: &ReadTo) -> Self {
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1).max(again);
        let ((read, loose), new) = (bytes.split_at(end), &bytes[again..end]);
        let whole = journal::decode(new);
        let compared = usize::try_from(COMPARED).unwrap_or(usize::MAX);
        let mut unreadable = from.unreadable.clone();
        unreadable.extend(whole.unreadable.iter().map(|line| from.lines + line));
        let to = ReadTo {
            file: from.file,
            bytes: from.bytes + new.len() as u64,
            lines: from.lines + new.split(|byte| *byte == b'\n').count() - 1,
            check: checksum(&read[read.len().saturating_sub(compared)..]),
            unreadable,
        };
        let torn = !loose.is_empty();
        Self { stamp: String::new(), to, events: whole.events, loose: journal::decode(loose), torn }
    }
}

impl Stretch {
    /// Takes what stands behind the last line break for a line.
    pub(crate) fn close(&mut self) {
        if let Some((_, part)) = self.files.last_mut() {
            self.events.append(&mut part.loose.events);
        }
    }

    /// Reports whether an event stands behind the last line break.
    pub(crate) fn is_open(&self) -> bool {
        self.files.last().is_some_and(|(_, part)| part.is_open())
    }

    /// Says which lines were passed over, file by file.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = String> {
        self.files.iter().filter_map(|(key, part)| part.warning(key))
    }
}

impl MindSave {
    /// Reads the journal of a session; empty when there is none.
    ///
    /// # Errors
    /// `unavailable` when it cannot be read.
    pub fn journal(&self, session: &SessionId) -> Result<SessionJournal> {
        let mut read = self.read_journal(session)?;
        read.close();
        let warnings = read.warnings().collect();
        Ok(SessionJournal { events: read.events, warnings })
    }

    /// As [`MindSave::journal`], with the files it was read from.
    pub(crate) fn read_journal(&self, session: &SessionId) -> Result<Stretch> {
        // A place before all bytes is one in any file.
        Ok(self.read_journal_on(session, 1, &ReadTo::default())?.unwrap_or_default())
    }

    /// Reads a journal from a place on; nothing where its file is not the one that was read before.
    pub(crate) fn read_journal_on(
        &self,
        session: &SessionId,
        segment: u32,
        from: &ReadTo,
    ) -> Result<Option<Stretch>> {
        let last = self.last_segment_from(session, segment)?;
        let mut whole = Stretch { segment: last, ..Stretch::default() };
        for number in segment..=last {
            let key = segment_key(session, number)?;
            let begin = ReadTo::default();
            let from = if number == segment { from } else { &begin };
            let Some(mut part) = read_on(&*self.store, &key, from)? else { return Ok(None) };
            if number < last {
                part.close();
            }
            whole.events.append(&mut part.events);
            whole.files.push((key, part));
        }
        Ok(Some(whole))
    }

    /// Returns the last events of a session, at most so many, without reading all of it.
    ///
    /// # Errors
    /// `unavailable` when it cannot be read.
    pub fn last_events(&self, session: &SessionId, most: usize) -> Result<Vec<Event>> {
        let mut number = self.last_segment(session)?;
        let mut last: Vec<Event> = Vec::new();
        while number > 0 && last.len() < most {
            let events = last_of(&*self.store, &segment_key(session, number)?, most - last.len())?;
            last.splice(0..0, events);
            number -= 1;
        }
        Ok(last)
    }
}

/// Reads the last events of a file: its end, and more of it until there are enough.
fn last_of(store: &dyn Store, key: &Key, most: usize) -> Result<Vec<Event>> {
    let size = store.extent(key)?.map_or(0, |extent| extent.size);
    let mut wanted = LINE.saturating_mul(most as u64).max(BLOCK);
    loop {
        let from = size.saturating_sub(wanted);
        let bytes = store.read_from(key, from)?.unwrap_or_default();
        // The first line may have begun before.
        let cut = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        let whole = if from == 0 { &bytes[..] } else { &bytes[cut..] };
        let events = journal::tail(whole, most);
        if from == 0 || events.len() == most {
            return Ok(events);
        }
        wanted = wanted.saturating_mul(MORE);
    }
}

/// Reads a file that is only appended to from a place on; nothing where it is not the one that was
/// read up to there.
pub(crate) fn read_on(store: &dyn Store, key: &Key, from: &ReadTo) -> Result<Option<Part>> {
    let begins = from.bytes == 0;
    let Some(extent) = store.extent(key)? else { return Ok(begins.then(Part::default)) };
    if !begins && extent.file != from.file {
        return Ok(None);
    }
    let again = from.bytes.min(COMPARED);
    let Some(bytes) = store.read_from(key, from.bytes - again)? else {
        return Ok(begins.then(Part::default));
    };
    let again = usize::try_from(again).unwrap_or(usize::MAX);
    let Some((before, _)) = bytes.split_at_checked(again) else { return Ok(None) };
    if !begins && checksum(before) != from.check {
        return Ok(None);
    }
    let mut part = Part::of(&bytes, again, from);
    part.to.file = extent.file;
    part.stamp = extent.stamp;
    Ok(Some(part))
}

/// Says which lines of a file were passed over.
fn unreadable(key: &Key, lines: &[usize], torn: bool) -> Option<String> {
    let (last, rest) = lines.split_last()?;
    let shown: Vec<String> = lines.iter().take(5).map(usize::to_string).collect();
    let more =
        if lines.len() > 5 { format!(" and {} more", lines.len() - 5) } else { String::new() };
    let shown = shown.join(", ");
    Some(match (torn, rest.is_empty()) {
        (true, true) => {
            format!("{key}:{last}: the last line was cut off by a crash and is passed over")
        }
        _ => format!(
            "{key}:{shown}{more}: no event of a session; passed over, the file is kept as it is"
        ),
    })
}
