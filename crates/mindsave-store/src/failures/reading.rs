//! Reads the files of failures of a folder, all or some, and makes one of those with one name.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use mindsave_core::failure::{Failure, Scope};
use mindsave_core::{ErrorKind, Result, Timestamp};

use super::{FailureFile, Known, Listed, put_aside, read_one};
use crate::{Entry, Store};

/// Files that are being read.
pub(super) struct Reading<'k> {
    pub(super) now: Timestamp,
    pub(super) known: Known<'k>,
    /// How many may still be read.
    pub(super) most: usize,
    pub(super) files: Vec<FailureFile>,
    pub(super) warnings: Vec<String>,
    /// Whether none was left out.
    pub(super) whole: bool,
}

impl Reading<'_> {
    /// Reads the files of a folder; damaged ones go to quarantine.
    pub(super) fn folder(
        &mut self,
        store: &dyn Store,
        files: &[Entry],
        scope: Scope,
        joined: &mut Joined,
    ) -> Result<()> {
        for Entry { key, stamp, .. } in files {
            let known = (self.known)(key.as_str(), stamp);
            if known.is_none() && self.most == 0 {
                self.whole = false;
                continue;
            }
            self.most -= usize::from(known.is_none());
            match known.map_or_else(|| read_one(store, key), |failure| Ok(Some(failure))) {
                Ok(Some(failure)) => {
                    let failure = Failure { scope, ..failure };
                    joined.join(&failure);
                    let (key, stamp) = (key.to_string(), stamp.clone());
                    self.files.push(FailureFile { key, stamp, failure });
                }
                Ok(None) => {}
                Err(error) if error.kind() == ErrorKind::Corrupt => {
                    self.warnings.push(put_aside(store, key, &error, self.now));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Listed<'_> {
    /// Returns what stands in the files that can be read; the others stay where they are.
    pub fn look(&self) -> Vec<Failure> {
        let files = self.folders.iter().flat_map(|(store, scope, files)| {
            files.iter().map(move |file| (*store, *scope, &file.key))
        });
        let read = |(store, scope, key)| {
            let failure = read_one(store, key).ok().flatten()?;
            Some(Failure { scope, ..failure })
        };
        files.filter_map(read).collect()
    }
}

/// Failures, those of one name made one.
#[derive(Clone, Debug, Default)]
pub(super) struct Joined {
    pub(super) list: Vec<Failure>,
    places: HashMap<String, usize>,
}

impl Joined {
    /// Adds a failure, or merges it with the one of its name.
    pub(super) fn join(&mut self, failure: &Failure) {
        match self.places.entry(failure.name.key()) {
            Slot::Occupied(place) => self.list[*place.get()].merge(failure),
            Slot::Vacant(place) => {
                place.insert(self.list.len());
                self.list.push(failure.clone());
            }
        }
    }

    /// Reports whether it is there, exactly so.
    pub(super) fn has(&self, failure: &Failure) -> bool {
        let place = self.places.get(&failure.name.key());
        place.and_then(|&place| self.list.get(place)) == Some(failure)
    }
}
