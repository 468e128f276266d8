//! How the program is called from a host's settings.

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
            (Some(own), Some(found)) if same(&own, &found) => Ok(Self::new(NAME)),
            (None, Some(_)) => Ok(Self::new(NAME)),
            (Some(own), _) => Ok(Self::new(own.to_string_lossy())),
            (None, None) => {
                let message = "the program `mindsave` is not in the search path";
                Err(Error::new(ErrorKind::Unavailable, message))
            }
        }
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
}
