//! Rule packs: the ones that come with the program and the user's own.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use mindsave_core::compress::{Compression, Compressor, Entry, Explanation, Request};
use mindsave_core::text::Lexicon;
use mindsave_core::text::lexicon::Pack;

use crate::{Error, Result, Workspace};

/// The lexicons in force: the program's own, and the user's if there are any.
#[derive(Debug, Default)]
pub struct Rules {
    own: Option<Lexicon>,
    /// The packs that come with the program without those that the user's replace.
    rest: Option<Lexicon>,
    packs: Vec<(PathBuf, Pack)>,
    /// Packs that cannot be used, each with its file and place; the others keep working.
    pub broken: Vec<Error>,
}

impl Rules {
    /// Reads the packs in force: `.mindsave/rules` of the workspace, if there is one, over
    /// `~/.mindsave/rules`. Compression needs no workspace.
    pub fn find(root: Option<&Path>) -> Self {
        match Workspace::find(root) {
            Ok(workspace) => Self::of(&workspace),
            Err(_) => Self::read(&shared_folder().into_iter().collect::<Vec<_>>()),
        }
    }

    /// Reads the packs in force in a workspace.
    pub fn of(workspace: &Workspace) -> Self {
        let own = workspace.folder().join("rules");
        Self::read(&shared_folder().into_iter().chain([own]).collect::<Vec<_>>())
    }

    /// Reads the packs in folders; a later pack of the same id replaces an earlier one.
    pub fn read(folders: &[PathBuf]) -> Self {
        let mut rules = Self::default();
        for path in folders.iter().flat_map(|folder| yaml_files(folder)) {
            match read_pack(&path) {
                Ok(pack) => {
                    rules.packs.retain(|(_, other)| other.id != pack.id);
                    rules.packs.push((path, pack));
                }
                Err(error) => rules.broken.push(error),
            }
        }
        rules.compile();
        rules
    }

    /// Reports whether a pack of the user's takes the place of one that comes with the program.
    pub fn replaces(&self, id: &str) -> bool {
        self.own.is_some() && self.packs.iter().any(|(_, pack)| pack.id == id)
    }

    /// Returns the user's packs with their files.
    pub fn packs(&self) -> impl Iterator<Item = (&Path, &Pack)> {
        self.packs.iter().map(|(path, pack)| (path.as_path(), pack))
    }

    /// Says which packs cannot be used, and why.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.broken.iter().map(|error| format!("{error}; the other packs are used"))
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

/// The folder of the packs that count everywhere.
fn shared_folder() -> Option<PathBuf> {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    home.map(|home| PathBuf::from(home).join(".mindsave/rules"))
}

/// Reads one pack.
///
/// # Errors
/// `invalid_input` with file, line and column.
pub fn read_pack(path: &Path) -> Result<Pack> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|cause| {
        Error::new(crate::ErrorKind::Unavailable, format!("cannot be read: {cause}"))
            .in_file(&file)
            .caused_by(cause)
    })?;
    Pack::from_yaml(&text).map_err(|error| error.in_file(file))
}

fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml"));
    files.sort();
    files
}
