//! Rule packs: the ones that come with the program and the user's own.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use mindsave_core::compress::{Compression, Compressor, Entry, Explanation, Request};
use mindsave_core::text::Lexicon;
use mindsave_core::text::lexicon::Pack;
use mindsave_store::{Entry as StoredFile, FileStore, Key, Store};

use crate::{Error, Result, Workspace};

/// The folder of rule packs in a store.
const FOLDER: &str = "rules";

/// The largest pack that is read, in bytes: far more than a person writes, and every command reads it.
const PACK_MAX: u64 = 1 << 20;
/// The most characters of what is said of a pack that cannot be used.
const TOLD: usize = 300;

/// The lexicons in force: the program's own, and the user's if there are any.
#[derive(Debug, Default)]
pub struct Rules {
    own: Option<Lexicon>,
    /// The packs that come with the program without those that the user's replace.
    rest: Option<Lexicon>,
    packs: Vec<(PathBuf, Pack)>,
    /// Which version of each file was read.
    stamps: Vec<String>,
    /// Packs that cannot be used, each with its file and place; the others keep working.
    pub broken: Vec<Error>,
}

impl Rules {
    /// Reads the packs in force: `.mindsave/rules` of the workspace, if there is one, over
    /// `~/.mindsave/rules`. Compression needs no workspace.
    pub fn find(root: Option<&Path>) -> Self {
        match Workspace::find(root) {
            Ok(workspace) => Self::of(&workspace),
            Err(_) => Self::read(&shared().into_iter().collect::<Vec<_>>()),
        }
    }

    /// Reads the packs in force in a workspace.
    pub fn of(workspace: &Workspace) -> Self {
        let own = FileStore::new(workspace.shared_folder());
        Self::read(&shared().into_iter().chain([own]).collect::<Vec<_>>())
    }

    /// Reads the packs in the folder `rules` of each store; a pack of a later store replaces one of
    /// the same id of an earlier one. Links that lead out of a store are not followed.
    pub fn read(stores: &[FileStore]) -> Self {
        let mut rules = Self::default();
        for store in stores {
            let read = rules.read_store(store);
            rules.broken.extend(read.err());
        }
        rules.compile();
        rules
    }

    fn read_store(&mut self, store: &FileStore) -> Result<()> {
        let mut fresh: Vec<(PathBuf, Pack)> = Vec::new();
        for entry in store.list(&Key::parse(FOLDER)?)? {
            if !is_yaml(entry.key.name()) {
                continue;
            }
            self.stamps.push(format!("{} {}", entry.key, entry.stamp));
            let path = store.root().join(entry.key.as_str());
            match read_entry(store, &entry, &path) {
                Ok(pack) => match fresh.iter().find(|(_, other)| other.id == pack.id) {
                    Some((first, _)) => self.broken.push(taken(&pack.id, first, &path)),
                    None => fresh.push((path, pack)),
                },
                Err(error) => self.broken.push(error),
            }
        }
        self.packs.retain(|(_, old)| fresh.iter().all(|(_, pack)| pack.id != old.id));
        self.packs.append(&mut fresh);
        Ok(())
    }

    /// Reports whether a pack of the user's takes the place of one that comes with the program.
    pub fn replaces(&self, id: &str) -> bool {
        self.own.is_some() && self.packs.iter().any(|(_, pack)| pack.id == id)
    }

    /// Tells these packs from others: what was made with them is stale when it changes.
    pub(crate) fn made_of(&self) -> String {
        self.stamps.join("\n")
    }

    /// Returns the user's packs with their files.
    pub fn packs(&self) -> impl Iterator<Item = (&Path, &Pack)> {
        self.packs.iter().map(|(path, pack)| (path.as_path(), pack))
    }

    /// Says which packs cannot be used, and why.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.broken.iter().map(|error| format!("{}; the other packs are used", short(error)))
    }

    /// Compresses with these rules.
    ///
    /// # Errors
    /// As for [`Compressor::compress`].
    pub fn compress(&self, request: &Request) -> Result<Compression> {
        self.compressor().compress(request)
    }

    /// Makes the entries alone, with these rules.
    ///
    /// # Errors
    /// As for [`Compressor::symbolic`].
    pub fn symbolic(&self, request: &Request) -> Result<IndexMap<String, Entry>> {
        self.compressor().symbolic(request)
    }

    /// Explains with these rules.
    ///
    /// # Errors
    /// As for [`Compressor::explain`].
    pub fn explain(&self, request: &Request) -> Result<Vec<Explanation>> {
        self.compressor().explain(request)
    }

    /// Returns the lexicons in force: the program's without the packs that the user's replace, then
    /// the user's.
    pub fn lexicons(&self) -> Vec<&Lexicon> {
        let builtin = self.rest.as_ref().unwrap_or_else(|| Lexicon::builtin());
        std::iter::once(builtin).chain(&self.own).collect()
    }

    /// Returns a compressor that knows these packs.
    pub fn compressor(&self) -> Compressor<'_> {
        let builtin = Compressor::of(self.rest.as_ref().unwrap_or_else(|| Lexicon::builtin()));
        self.own.iter().fold(builtin, Compressor::with)
    }

    /// Compiles the packs together; one that does not go with the others is put aside.
    fn compile(&mut self) {
        while !self.packs.is_empty() {
            let packs: Vec<Pack> = self.packs.iter().map(|(_, pack)| pack.clone()).collect();
            match Lexicon::compile(&packs) {
                Ok(lexicon) => {
                    let ids: Vec<&str> = packs.iter().map(|pack| pack.id.as_str()).collect();
                    self.rest = Some(Lexicon::builtin().without(&ids));
                    self.own = Some(lexicon);
                    return;
                }
                Err(error) => {
                    let named = |(_, pack): &(PathBuf, Pack)| {
                        error.message().starts_with(&format!("{}:", pack.id))
                    };
                    let at = self.packs.iter().position(named).unwrap_or(self.packs.len() - 1);
                    let (path, _) = self.packs.remove(at);
                    self.broken
                        .push(Error::invalid(error.message()).in_file(path.display().to_string()));
                }
            }
        }
    }
}

fn too_large(size: u64) -> Error {
    Error::invalid(format!(
        "the pack has {size} bytes, more than 1 MiB: split it, or leave names out"
    ))
}

/// What is said of a pack: its text can be the pack's.
fn short(error: &Error) -> String {
    let text = error.to_string();
    match text.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The store of the packs that count everywhere.
fn shared() -> Option<FileStore> {
    crate::home::shared_folder().map(FileStore::new)
}

/// Reads one pack from the text of its file.
///
/// # Errors
/// `invalid_input` with file, line and column.
pub fn parse_pack(text: &str, file: &str) -> Result<Pack> {
    let size = text.len() as u64;
    if size > PACK_MAX {
        return Err(too_large(size).in_file(file));
    }
    Pack::from_yaml(text).map_err(|error| error.in_file(file))
}

fn read_entry(store: &FileStore, entry: &StoredFile, path: &Path) -> Result<Pack> {
    let file = path.display().to_string();
    if entry.size > PACK_MAX {
        return Err(too_large(entry.size).in_file(file));
    }
    let bytes = store.read(&entry.key)?.unwrap_or_default();
    let text = String::from_utf8(bytes)
        .map_err(|_| Error::invalid("the file is not UTF-8").in_file(&file))?;
    parse_pack(&text, &file)
}

/// Says that a pack's name is taken by another file of the same folder.
fn taken(id: &str, first: &Path, second: &Path) -> Error {
    let message = format!("the pack `{id}` is also in {}, which is used", first.display());
    Error::invalid(message).in_file(second.display().to_string())
}

fn is_yaml(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}
