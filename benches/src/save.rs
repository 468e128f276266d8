//! A save in this process against writing the same bytes safely by hand.
//!
//! The base is what any program does that must not lose a file: write a temporary file, fsync,
//! rename, fsync the folder. A save finds a free name, keeps the index and the heartbeat, and
//! cleans up besides.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use tempfile::TempDir;

use crate::Outcome;
use crate::fixture::{self, Fixture, settle};
use crate::pairs::{Measured, measure, timed};
use crate::report::{Bound, Report};

const PAIRS: usize = 200;

/// Whether one handle serves all saves, or each opens its own as a new process would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handle {
    Kept,
    New,
}

/// Measures saves among few snapshots, with clean-up at work, and among many.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    for (handle, name) in [(Handle::Kept, "handle kept"), (Handle::New, "new handle")] {
        let few = Fixture::new(20, None)?;
        let few = against_bare_write(&few, handle)?;
        report.ratio(&format!("save among 20, {name}"), &few, Bound::AtMost(1.5))?;
        let many = Fixture::new(1000, Some("in_progress"))?;
        let many = against_bare_write(&many, handle)?;
        report.ratio(&format!("save among 1000, {name}"), &many, Bound::AtMost(2.0))?;
    }
    let (a, b) = (Bare::new()?, Bare::new()?);
    let same = measure(PAIRS, &mut || a.sample(), &mut || b.sample())?;
    report.ratio("bare write against itself (noise)", &same, Bound::Free)
}

fn against_bare_write(fixture: &Fixture, handle: Handle) -> Outcome<Measured> {
    let kept = fixture.open()?;
    let mut bare = Bare::new()?;
    let saved = fixture::save(&kept, fixture.state.clone())?;
    bare.bytes = fs::read(saved.path)?;
    let folder = fixture.snapshots();
    let mut save = || {
        let state = fixture.state.clone();
        settle(&folder)?;
        timed(|| match handle {
            Handle::Kept => fixture::save(&kept, state),
            Handle::New => fixture::save(&fixture.open()?, state),
        })
    };
    measure(PAIRS, &mut save, &mut || bare.sample())
}

/// The base: new files of the same bytes in a folder of their own.
struct Bare {
    dir: TempDir,
    bytes: Vec<u8>,
    count: std::cell::Cell<usize>,
}

impl Bare {
    fn new() -> Outcome<Self> {
        Ok(Self {
            dir: tempfile::tempdir()?,
            bytes: vec![b'x'; 2048],
            count: std::cell::Cell::new(0),
        })
    }

    fn sample(&self) -> Outcome<std::time::Duration> {
        let folder = self.dir.path();
        self.count.set(self.count.get() + 1);
        let name = format!("{}.md", self.count.get());
        settle(folder)?;
        timed(|| write(folder, &name, &self.bytes))
    }
}

/// Writes a file that is either there as a whole or not at all, also after a power cut.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Outcome<()> {
    let temporary = folder.join(".tmp-bare");
    let mut file = File::create(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&temporary, folder.join(name))?;
    Ok(File::open(folder)?.sync_all()?)
}
