//! Gotchas: hazards with a workaround, without an attempt behind them; noted, listed, met.

use mindsave_core::check::{Action, Hazards, Match};
use mindsave_core::failure::Scope;
use mindsave_core::memory::{self, Gotcha};
use mindsave_core::redact::redact;
use mindsave_store::{Durability, Expect, Key, Store, Version};

use crate::{Error, ErrorKind, MindSave, Result};

/// The memory file of a project.
const NOTES: &str = "memory/MEMORY.md";
/// The gotchas of all projects, in the folder of the user. Source: seed 002, "Global Edges".
const EDGES: &str = "global_edges.json";
/// How often a file is read again that somebody else writes at the same time.
const TRIES: usize = 20;

/// Makes a new file of an old one, and says which gotcha that is about; nothing to change is none.
type Change<'c> = dyn Fn(&str) -> Result<Option<(String, Gotcha)>> + 'c;

/// The gotchas that hold in a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gotchas {
    /// The project's, in the order of its file, then those of all projects.
    pub gotchas: Vec<Gotcha>,
    /// Files that could not be read.
    pub warnings: Vec<String>,
}

/// A gotcha that an action meets.
#[derive(Clone, Debug)]
pub struct Caution {
    /// How surely, and by what.
    pub found: Match,
    /// The gotcha.
    pub gotcha: Gotcha,
}

impl Gotchas {
    /// Returns those an action meets, the surest first.
    pub(crate) fn met(&self, action: &Action<'_>, hazards: &Hazards<'_>) -> Vec<Caution> {
        let caution = |found: Match| {
            let gotcha = self.gotchas.get(found.index)?.clone();
            Some(Caution { found, gotcha })
        };
        hazards.check(action).into_iter().filter_map(caution).collect()
    }
}

impl MindSave {
    /// Reads the gotchas that hold here: those below the heading "Gotchas" (坑, 注意事项) of
    /// `memory/MEMORY.md`, and those of all projects in `~/.mindsave/global_edges.json`. A file that
    /// cannot be read is a warning: it hides no failure.
    pub fn gotchas(&self) -> Gotchas {
        let mut found = Gotchas::default();
        let notes = read(self.shared.as_ref(), NOTES);
        let notes = notes.map(|text| memory::gotchas(&text));
        let edges = self.home().map(|home| {
            memory::edges(&read(&home, EDGES)?).map_err(|error| error.in_file(place(&home, EDGES)))
        });
        for list in [Some(notes), edges].into_iter().flatten() {
            match list {
                Ok(list) => {
                    let own: Vec<String> = found.gotchas.iter().map(Gotcha::key).collect();
                    found.gotchas.extend(list.into_iter().filter(|one| !own.contains(&one.key())));
                }
                Err(error) => found.warnings.push(error.to_string()),
            }
        }
        found
    }

    /// Notes a gotcha; one of the same title takes its workaround. It is on the medium when this
    /// returns. Nothing else of the file is changed. Secrets are taken out first.
    ///
    /// # Errors
    /// `corrupt` when the file of all projects cannot be read, `unavailable` when it cannot be written
    /// or, for all projects, there is no home folder.
    pub fn add_gotcha(&self, gotcha: &Gotcha) -> Result<Gotcha> {
        let (title, workaround) = (redact(&gotcha.title), redact(&gotcha.workaround));
        let known = Gotcha::new(&title, &workaround, gotcha.scope)?;
        if known.scope == Scope::Project
            && let Err(error) = self.ensure_layout()
        {
            self.note(format!("version control is not told what to leave alone: {error}"));
        }
        self.change_gotchas(known.scope, &|file| {
            let text = match known.scope {
                Scope::Project => memory::with_gotcha(file, &known),
                Scope::Global => memory::with_edge(file, &known)?,
            };
            Ok(Some((text, known.clone())))
        })?;
        Ok(known)
    }

    /// Takes a gotcha out of the project's file, or with `Scope::Global` out of that of all projects;
    /// returns it as it stood there.
    ///
    /// # Errors
    /// `not_found` when there is none of this title; else as for [`MindSave::add_gotcha`].
    pub fn remove_gotcha(&self, title: &str, scope: Scope) -> Result<Gotcha> {
        // A title of the list for all projects may hold an arrow.
        for key in [memory::key(title), Gotcha::parse(title, scope)?.key()] {
            let removed = self.change_gotchas(scope, &|file| match scope {
                Scope::Project => Ok(memory::without_gotcha(file, &key)),
                Scope::Global => memory::without_edge(file, &key),
            })?;
            if let Some(gone) = removed {
                return Ok(gone);
            }
        }
        let whose = if scope == Scope::Global { "all projects" } else { "this project" };
        Err(Error::not_found(format!("{whose} has no gotcha `{}`", title.trim())))
    }

    /// Changes a file of gotchas; returns the one it was about, nothing where there was nothing to change. Where somebody
    /// wrote it by hand since it was read, the change is made again on what is there then.
    fn change_gotchas(&self, scope: Scope, change: &Change<'_>) -> Result<Option<Gotcha>> {
        let home = self.home();
        let (store, key) = match scope {
            Scope::Project => (self.shared.as_ref(), Key::parse(NOTES)?),
            Scope::Global => (home.as_ref().ok_or_else(no_home)? as &dyn Store, Key::parse(EDGES)?),
        };
        let _guard = store.lock(self.settings.lock_timeout)?;
        for _ in 0..TRIES {
            let old = store.read(&key)?;
            let expect = old.as_deref().map_or(Expect::Absent, |b| Expect::Version(Version::of(b)));
            let text = text(old.unwrap_or_default()).and_then(|text| change(&text));
            let changed = text.map_err(|error| error.in_file(place(store, key.as_str())))?;
            let Some((new, about)) = changed else { return Ok(None) };
            match store.write(&key, new.as_bytes(), expect, Durability::Durable) {
                Err(error) if is_race(&error) => {}
                other => return other.map(|()| Some(about)),
            }
        }
        let told = format!("{} is written all the time", place(store, key.as_str()));
        Err(Error::new(ErrorKind::Unavailable, told))
    }
}

/// A file as text, empty where there is none; bytes that are no text are passed over.
fn read(store: &dyn Store, file: &str) -> Result<String> {
    let bytes = store.read(&Key::parse(file)?)?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file as text: what is none must not be written over.
fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::corrupt("no UTF-8 text"))
}

fn is_race(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Conflict | ErrorKind::AlreadyExists)
}

fn place(store: &dyn Store, file: &str) -> String {
    format!("{}/{file}", store.location())
}

fn no_home() -> Error {
    let told = "there is no home folder to keep what holds in every project";
    Error::new(ErrorKind::Unavailable, told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, MemoryStore, Timestamp};

    fn mind() -> MindSave {
        MindSave::with_store(MemoryStore::default(), Clock::Fixed(Timestamp::from_millis(0)))
    }

    #[test]
    fn what_is_noted_is_met_and_what_is_removed_is_not() {
        let mind = mind();
        let key = Key::parse(NOTES).unwrap();
        let file = "# 商店\n\n## 踩坑\n- 小程序不支持 Blob 下载 → 用 ArrayBuffer\n\n## Log\n- x\n";
        mind.shared.write(&key, file.as_bytes(), Expect::Any, Durability::Durable).unwrap();
        let known = Gotcha::new("Vercel Edge has no Node crypto", "", Scope::Project).unwrap();
        mind.add_gotcha(&known).unwrap();
        let titles = |action: &str| -> Vec<String> {
            let found = mind.check(&Action::Sentence(action)).unwrap();
            found.cautions.into_iter().map(|caution| caution.gotcha.title).collect()
        };
        assert_eq!(titles("sign with Node crypto on Vercel Edge"), [known.title.as_str()]);
        assert_eq!(titles("小程序里下载 Blob"), ["小程序不支持 Blob 下载"]);
        mind.remove_gotcha("VERCEL edge has no node crypto", Scope::Project).unwrap();
        assert_eq!(mind.shared.read(&key).unwrap().unwrap(), file.as_bytes());
        let missing = mind.remove_gotcha("no such", Scope::Project).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_file_that_is_no_text_is_left_alone() {
        let mind = mind();
        let key = Key::parse(NOTES).unwrap();
        mind.shared.write(&key, b"- \xff", Expect::Any, Durability::Durable).unwrap();
        let known = Gotcha::new("a", "b", Scope::Project).unwrap();
        let refused = mind.add_gotcha(&known).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Corrupt);
        assert!(refused.to_string().contains(NOTES), "{refused}");
        assert_eq!(mind.shared.read(&key).unwrap().unwrap(), b"- \xff");
        assert_eq!(mind.gotchas(), Gotchas::default());
        let homeless = Gotcha { scope: Scope::Global, ..known };
        assert_eq!(mind.add_gotcha(&homeless).unwrap_err().kind(), ErrorKind::Unavailable);
    }

    #[test]
    fn secrets_do_not_reach_the_file() {
        let mind = mind();
        let title = "deploy fails unless TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345 is set";
        let noted = mind.add_gotcha(&Gotcha::new(title, "", Scope::Project).unwrap()).unwrap();
        assert!(!noted.title.contains("ghp_0123"), "{}", noted.title);
    }
}
