//! The end of a journal, without reading the rest.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use mindsave_core::work::{Event, Happened, journal};

/// How much of the end is read.
const TAIL: u64 = 64 * 1024;

/// The last events of a journal; none where it cannot be read.
pub(crate) fn events(path: &Path) -> Vec<Event> {
    journal::decode(&bytes(path, TAIL)).events
}

/// The last bytes of a file, from the beginning of a line.
pub(crate) fn bytes(path: &Path, most: u64) -> Vec<u8> {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        let from = size.saturating_sub(most);
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes)?;
        if from > 0 {
            let line =
                bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
            bytes.drain(..line);
        }
        Ok(bytes)
    };
    let usable = std::fs::metadata(path).is_ok_and(|meta| meta.is_file());
    if usable { read().unwrap_or_default() } else { Vec::new() }
}

/// Takes out what a batch tells that single reports have told.
pub(super) fn without_known(happened: &mut Vec<Happened>, known: &[Event]) {
    let call = |happened: &Happened| match happened {
        Happened::ToolCall(call) => call.call.clone(),
        _ => None,
    };
    let ended: Vec<String> = known.iter().filter_map(|event| call(&event.happened)).collect();
    // What a call finished stands behind the call and goes with it.
    let mut told = false;
    happened.retain(|one| {
        if let Happened::ToolCall(_) = one {
            told = call(one).is_some_and(|id| ended.contains(&id));
        }
        !told
    });
}
