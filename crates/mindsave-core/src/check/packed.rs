//! Failures in one piece of memory that is searched where it lies: a program that checks one action
//! reads it as it stands in a file, and makes no table.
//!
//! A head, then seven sections: the numbers that units are found by, sorted; where the entries of
//! each end; the entries; marks of calls, sorted; the failures of the calls; where the record of each
//! failure ends; the records.

use std::sync::Arc;

use super::bytes::Reader;
use super::record::Record;
use super::vocabulary;
use crate::checksum::checksum;

/// Begins every piece; the last digits are the version of the layout and of what is read out of a
/// text: to be raised when either changes.
const MAGIC: [u8; 8] = *b"mcheck04";
/// Bytes of the head: magic, checksum, what the vocabulary was, counts.
const HEAD: usize = 8 + 8 + 8 + 4 * 4;
/// Bytes of an entry: failure, slot, strength in hundredths.
const ENTRY: usize = 7;

/// One unit of a failure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) id: u64,
    pub(super) failure: u32,
    pub(super) slot: u16,
    /// How sure it is, in hundredths.
    pub(super) strength: u8,
}

/// What is put together.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) records: Vec<Vec<u8>>,
    pub(super) entries: Vec<Entry>,
    /// Marks of calls that failed, and the failures they belong to.
    pub(super) calls: Vec<(u64, u32)>,
}

/// The piece.
#[derive(Debug)]
pub(super) struct Packed {
    /// What it lies in, and where it begins there.
    all: Arc<Vec<u8>>,
    from: usize,
    places: Places,
}

/// How many of each there are, and where the sections begin.
#[derive(Clone, Copy, Debug)]
struct Places {
    ids: usize,
    calls: usize,
    failures: usize,
    starts: [usize; 7],
}

impl Places {
    fn of(bytes: &[u8]) -> Option<Self> {
        let mut head = Reader(bytes.get(24..HEAD)?);
        let mut count = || usize::try_from(head.number()?).ok();
        let (ids, entries, calls, failures) = (count()?, count()?, count()?, count()?);
        let sizes = [(ids, 8), (ids, 4), (entries, ENTRY), (calls, 8), (calls, 4), (failures, 4)];
        let mut starts = [HEAD; 7];
        for (at, (count, size)) in sizes.into_iter().enumerate() {
            starts[at + 1] = starts[at].checked_add(count.checked_mul(size)?)?;
        }
        (starts[6] <= bytes.len()).then_some(Self { ids, calls, failures, starts })
    }
}

impl Packed {
    /// Puts failures together.
    pub(super) fn of(mut parts: Parts) -> Self {
        parts.entries.sort_unstable_by_key(|entry| (entry.id, entry.failure, entry.slot));
        parts.calls.sort_unstable();
        let bytes = write(&parts);
        let empty = Places { ids: 0, calls: 0, failures: 0, starts: [0; 7] };
        Self { places: Places::of(&bytes).unwrap_or(empty), all: Arc::new(bytes), from: 0 }
    }

    /// Opens what [`Packed::bytes`] gave, behind `from` other bytes; nothing when it is torn, of
    /// another version, or was made with another vocabulary.
    pub(super) fn open(all: Arc<Vec<u8>>, from: usize) -> Option<Self> {
        let bytes = all.get(from..)?;
        let mut head = Reader(bytes);
        let known = head.take(8)? == MAGIC
            && head.long()? == checksum(bytes.get(16..)?)
            && head.long()? == vocabulary::FORM;
        let places = known.then(|| Places::of(bytes))??;
        Some(Self { all, from, places })
    }

    /// Returns the bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        self.all.get(self.from..).unwrap_or_default()
    }

    /// Returns how many failures there are.
    pub(super) fn len(&self) -> usize {
        self.places.failures
    }

    /// Returns the entries of a number.
    pub(super) fn find(&self, id: u64) -> impl Iterator<Item = Entry> {
        let at = self.first(0, self.places.ids, id);
        let found = at < self.places.ids && self.long(0, at) == Some(id);
        let at = if found { Some(at) } else { None };
        at.into_iter().flat_map(move |at| self.entries_of(at, id))
    }

    /// Returns every entry, by number.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        let ids = (0..self.places.ids).filter_map(|at| Some((at, self.long(0, at)?)));
        ids.flat_map(|(at, id)| self.entries_of(at, id))
    }

    fn entries_of(&self, at: usize, id: u64) -> impl Iterator<Item = Entry> {
        let (from, to) = self.between(1, at);
        let rows = self.section(2).get(from * ENTRY..to * ENTRY).unwrap_or_default();
        rows.chunks_exact(ENTRY).filter_map(move |row| {
            let mut row = Reader(row);
            let (failure, slot, strength) = (row.number()?, row.short()?, row.byte()?);
            Some(Entry { id, failure, slot, strength })
        })
    }

    /// Returns the failures of a call.
    pub(super) fn calls(&self, mark: u64) -> impl Iterator<Item = usize> {
        let count = self.places.calls;
        (self.first(3, count, mark)..count)
            .take_while(move |&at| self.long(3, at) == Some(mark))
            .filter_map(|at| usize::try_from(self.number(4, at)?).ok())
    }

    /// Returns the record of a failure.
    pub(super) fn record(&self, failure: usize) -> Option<Record<'_>> {
        let (from, to) = self.between(5, failure);
        Record::open(self.section(6).get(from..to)?)
    }

    /// Returns the bytes of the record of a failure.
    pub(super) fn record_bytes(&self, failure: usize) -> &[u8] {
        let (from, to) = self.between(5, failure);
        self.section(6).get(from..to).unwrap_or_default()
    }

    /// The first place among the `count` sorted numbers of a section that is not below one.
    fn first(&self, section: usize, count: usize, number: u64) -> usize {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if self.long(section, middle).is_some_and(|own| own < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Where item `at` begins and ends, by a section of ends; nothing where that is damaged.
    fn between(&self, ends: usize, at: usize) -> (usize, usize) {
        let end = |at| self.number(ends, at).and_then(|end| usize::try_from(end).ok());
        let from = at.checked_sub(1).map_or(Some(0), end);
        from.zip(end(at)).filter(|(from, to)| from <= to).unwrap_or_default()
    }

    fn section(&self, at: usize) -> &[u8] {
        let bytes = self.bytes();
        let end = self.places.starts.get(at + 1).copied().unwrap_or(bytes.len());
        bytes.get(self.places.starts[at]..end).unwrap_or_default()
    }

    fn number(&self, section: usize, at: usize) -> Option<u32> {
        Reader(self.section(section).get(at * 4..)?).number()
    }

    fn long(&self, section: usize, at: usize) -> Option<u64> {
        Reader(self.section(section).get(at * 8..)?).long()
    }
}

fn write(parts: &Parts) -> Vec<u8> {
    let groups = || parts.entries.chunk_by(|a, b| a.id == b.id);
    let counts = [groups().count(), parts.entries.len(), parts.calls.len(), parts.records.len()];
    let mut out = Vec::new();
    out.extend(MAGIC);
    out.extend([0; 8]);
    out.extend(vocabulary::FORM.to_le_bytes());
    out.extend(counts.into_iter().flat_map(super::bytes::length));
    groups().for_each(|group| out.extend(group[0].id.to_le_bytes()));
    ends(&mut out, groups().map(<[Entry]>::len));
    for Entry { failure, slot, strength, .. } in &parts.entries {
        out.extend(failure.to_le_bytes());
        out.extend(slot.to_le_bytes());
        out.push(*strength);
    }
    parts.calls.iter().for_each(|(mark, _)| out.extend(mark.to_le_bytes()));
    parts.calls.iter().for_each(|(_, failure)| out.extend(failure.to_le_bytes()));
    ends(&mut out, parts.records.iter().map(Vec::len));
    parts.records.iter().for_each(|record| out.extend_from_slice(record));
    let sum = checksum(&out[16..]).to_le_bytes();
    out[8..16].copy_from_slice(&sum);
    out
}

fn ends(out: &mut Vec<u8>, lengths: impl Iterator<Item = usize>) {
    let mut end = 0;
    for length in lengths {
        end += length;
        out.extend(super::bytes::length(end));
    }
}
