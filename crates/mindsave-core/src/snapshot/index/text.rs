//! The text of `index.json`: a line an entry, oldest first, so that a save adds to its end.

use super::IndexEntry;

/// The version of the index format; another one is read as "rebuild me".
pub(super) const VERSION: u32 = 1;
const HEAD: &[u8] = b"{\n\"version\": 1,\n\"snapshots\": [\n";
const BETWEEN: &[u8] = b",\n";
const TAIL: &[u8] = b"\n],\n\"revision\": ";
const END: &[u8] = b"\n}\n";

/// The text of an index up to the end of its last line; what follows is written anew each time.
///
/// One buffer is kept between saves: copying a long list would cost more than all the rest of one.
#[derive(Clone, Debug)]
pub(super) struct Text {
    buffer: Vec<u8>,
    body: usize,
    /// How much of it stands in the file as it does here.
    written: usize,
}

impl Text {
    /// Writes all entries, given newest first.
    pub(super) fn of(entries: &[IndexEntry]) -> serde_json::Result<Self> {
        let mut text = Self { buffer: HEAD.to_vec(), body: HEAD.len(), written: 0 };
        for entry in entries.iter().rev() {
            text.push(entry)?;
        }
        Ok(text)
    }

    /// Takes a file that was written here; nothing when somebody else laid it out.
    pub(super) fn from_file(file: Vec<u8>, revision: &str, entries: usize) -> Option<Self> {
        let tail = tail(revision).ok()?;
        let body = file.len().checked_sub(tail.len())?;
        let ends = file.starts_with(HEAD) && file[body..] == tail;
        let breaks = line_breaks(&file);
        // Three lines before the entries, one an entry, and three after them.
        let is_ours = ends && breaks == entries.max(1) + 6;
        is_ours.then_some(Self { buffer: file, body, written: body })
    }

    /// Adds a line for an entry newer than all others.
    pub(super) fn push(&mut self, entry: &IndexEntry) -> serde_json::Result<()> {
        self.buffer.truncate(self.body);
        if self.body > HEAD.len() {
            self.buffer.extend_from_slice(BETWEEN);
        }
        serde_json::to_writer(&mut self.buffer, entry)?;
        self.body = self.buffer.len();
        Ok(())
    }

    /// Takes away the line of the oldest entry.
    pub(super) fn pop_oldest(&mut self) {
        let lines = &self.buffer[HEAD.len()..self.body];
        // A line break inside an entry is escaped, so the first one ends its line.
        let first = lines.windows(BETWEEN.len()).position(|part| part == BETWEEN);
        let end = first.map_or(lines.len(), |at| at + BETWEEN.len());
        self.buffer.drain(HEAD.len()..HEAD.len() + end);
        self.body -= end;
        self.written = 0;
    }

    /// Returns the whole text with this revision; it counts as written.
    pub(super) fn finish(&mut self, revision: &str) -> serde_json::Result<&[u8]> {
        self.written = 0;
        Ok(self.finish_end(revision)?.1)
    }

    /// Returns what differs from the text in the file, and where it begins; it counts as written.
    pub(super) fn finish_end(&mut self, revision: &str) -> serde_json::Result<(u64, &[u8])> {
        self.buffer.truncate(self.body);
        self.buffer.extend_from_slice(&tail(revision)?);
        let from = std::mem::replace(&mut self.written, self.body);
        Ok((from as u64, &self.buffer[from..]))
    }
}

/// Counts line breaks, many bytes at a time.
fn line_breaks(bytes: &[u8]) -> usize {
    // A part has no more than its count can hold.
    let in_part = |part: &[u8]| part.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    bytes.chunks(255).map(|part| usize::from(in_part(part))).sum()
}

fn tail(revision: &str) -> serde_json::Result<Vec<u8>> {
    let mut tail = TAIL.to_vec();
    serde_json::to_writer(&mut tail, revision)?;
    tail.extend_from_slice(END);
    Ok(tail)
}
