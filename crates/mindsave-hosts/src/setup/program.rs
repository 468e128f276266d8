//! How the program is called from a host's settings.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use mindsave::{Error, ErrorKind, Result};

/// The program's name.
const NAME: &str = "mindsave";

/// The program as settings name it: by name where the search path finds it, else by its path. The
/// words stay the same from version to version, since hosts ask again about a changed command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program(String);

impl Program {
    /// A program by name or path.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The program that runs.
    ///
    /// # Errors
    /// `unavailable` when it runs inside another one and cannot be found beside it.
    pub fn of_process() -> Result<Self> {
        let own = std::env::current_exe().ok().filter(|path| is_program(path));
        let found = on_path();
        let same = |a: &Path, b: &Path| a.canonicalize().ok() == b.canonicalize().ok();
        match (own, found) {
            (Some(own), Some(found)) if same(&own, &found) && is_lasting(&found) => {
                Ok(Self::new(NAME))
            }
            (Some(own), _) => Ok(Self::at(&own)),
            (None, Some(found)) if is_lasting(&found) => Ok(Self::new(NAME)),
            (None, found) => {
                found.or_else(|| of_script(std::env::args_os())).map_or_else(Self::none, |path| {
                    Ok(Self::at(&std::path::absolute(&path).unwrap_or(path)))
                })
            }
        }
    }

    fn at(path: &Path) -> Self {
        Self::new(path.to_string_lossy())
    }

    fn none() -> Result<Self> {
        let message =
            "the program `mindsave` is neither in the search path nor beside the one that runs";
        Err(Error::new(ErrorKind::Unavailable, message))
    }

    /// The name or path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A command line for a shell.
    pub(super) fn line(&self, arguments: &[&str]) -> String {
        let words = std::iter::once(self.0.as_str()).chain(arguments.iter().copied());
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }

    /// A command line for `PowerShell`.
    pub(super) fn power_line(&self, arguments: &[&str]) -> String {
        format!("& '{}' {}", self.0.replace('\'', "''"), arguments.join(" "))
    }

    /// The command of a status line, around the user's own.
    pub(super) fn status_line(&self, own: Option<&str>) -> String {
        match own {
            None => self.line(&["statusline"]),
            Some(own) => self.line(&["statusline", "--", "sh", "-c", own]),
        }
    }

    /// The user's own command inside a status line of ours.
    pub(super) fn inside(line: &str) -> Option<String> {
        let words = shlex::split(line)?;
        let at = words.iter().position(|word| word == "--")?;
        match &words[at + 1..] {
            [shell, flag, own] if shell == "sh" && flag == "-c" => Some(own.clone()),
            _ => None,
        }
    }
}

fn quoted(word: &str) -> String {
    if cfg!(windows) {
        let plain = !word.contains([' ', '&', '(', ')', '\'']);
        return if plain { word.to_owned() } else { format!("\"{word}\"") };
    }
    shlex::try_quote(word).map_or_else(|_| String::new(), std::borrow::Cow::into_owned)
}

fn is_program(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == NAME)
}

fn on_path() -> Option<PathBuf> {
    let file = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// Whether the search path will find this program later too. The `bin` of a Python environment or of
/// Node's modules is in it only while that environment is active, or `npx` runs.
fn is_lasting(found: &Path) -> bool {
    let environment = found.parent().and_then(Path::parent);
    !found.components().any(|part| part.as_os_str() == "node_modules")
        && !environment.is_some_and(|folder| folder.join("pyvenv.cfg").is_file())
}

/// The program of a package: the script that an interpreter runs (`node …/bin/mindsave`), or the one
/// beside it (`…/bin/python -m mindsave`).
fn of_script(mut words: impl Iterator<Item = OsString>) -> Option<PathBuf> {
    let interpreter = PathBuf::from(words.next()?);
    let script = words.next().map(PathBuf::from).filter(|path| is_program(path));
    let beside = || interpreter.with_file_name(format!("{NAME}{}", std::env::consts::EXE_SUFFIX));
    script.into_iter().chain(std::iter::once_with(beside)).find(|path| path.is_file())
}

/// Whether a command with its arguments runs our hook.
pub(crate) fn is_hook(command: &str, arguments: &[&str]) -> bool {
    runs(command, arguments, "hook")
}

/// Whether a command is a status line of ours.
pub(super) fn is_status_line(command: &str) -> bool {
    runs(command, &[], "statusline")
}

fn runs(command: &str, arguments: &[&str], what: &str) -> bool {
    let (program, rest) = if arguments.is_empty() {
        let line = command.trim_start_matches("& ");
        let mut words = shlex::split(line).unwrap_or_default();
        if words.is_empty() || cfg!(windows) {
            words = line
                .split_whitespace()
                .map(|word| word.trim_matches(['"', '\'']).to_owned())
                .collect();
        }
        let mut words = words.into_iter();
        (words.next().unwrap_or_default(), words.next().unwrap_or_default())
    } else {
        (command.to_owned(), arguments[0].to_owned())
    };
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    name.trim_end_matches(".exe") == NAME && rest == what
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_hooks_are_known_by_their_words() {
        assert!(is_hook("/opt/with space/mindsave", &["hook", "claude-code"]));
        assert!(is_hook("'/opt/with space/mindsave' hook codex", &[]));
        assert!(is_hook("mindsave hook cursor", &[]));
        assert!(!is_hook("mindsave save", &[]) && !is_hook("other hook mindsave", &[]));
        assert!(!is_hook("echo", &["hook"]));
    }

    #[cfg(unix)]
    #[test]
    fn a_status_line_gives_back_the_one_inside() {
        let program = Program::new("/opt/项目 x/mindsave");
        let own = "~/.claude/line.sh | tr 'a' \"b\"";
        let line = program.status_line(Some(own));
        assert!(is_status_line(&line), "{line}");
        assert_eq!(Program::inside(&line).as_deref(), Some(own));
        assert_eq!(Program::inside(&program.status_line(None)), None);
    }

    #[test]
    fn an_environment_that_is_active_for_a_while_is_not_lasting() {
        let root = tempfile::tempdir().unwrap();
        let bin = root.path().join("环境/bin");
        std::fs::create_dir_all(&bin).unwrap();
        assert!(is_lasting(&bin.join(NAME)));
        std::fs::write(root.path().join("环境/pyvenv.cfg"), "").unwrap();
        assert!(!is_lasting(&bin.join(NAME)));
        assert!(!is_lasting(Path::new("/home/a/.npm/_npx/1/node_modules/.bin/mindsave")));
    }

    #[cfg(unix)]
    #[test]
    fn a_package_finds_its_own_program() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name).into_os_string();
        let words = |words: [OsString; 3]| of_script(words.into_iter());
        let python = || words([at("python"), "-m".into(), "mindsave".into()]);
        assert_eq!(python(), None);
        std::fs::write(at(NAME), "").unwrap();
        assert_eq!(python(), Some(root.path().join(NAME)));
        assert_eq!(words(["node".into(), at(NAME), "setup".into()]), Some(root.path().join(NAME)));
        assert_eq!(words(["node".into(), at("other"), "setup".into()]), None);
    }
}
