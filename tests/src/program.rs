//! Runs the real `mindsave` program.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// The exit code of each kind of error.
pub const EXIT_CODES: [(&str, i32); 8] = [
    ("internal", 1),
    ("invalid_input", 2),
    ("not_found", 3),
    ("already_exists", 4),
    ("corrupt", 5),
    ("conflict", 6),
    ("unsupported", 7),
    ("unavailable", 8),
];

/// Returns the path of the program: what `MINDSAVE_BIN` names, or else it is built first, with the
/// profile and into the target folder of the test that asks.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| std::env::var_os("MINDSAVE_BIN").map_or_else(build, PathBuf::from))
}

fn build() -> PathBuf {
    // A test lies in `<target>/<profile>/deps`.
    let own = std::env::current_exe().expect("the path of this test");
    let profile = own.ancestors().nth(2).expect("the folder of the profile");
    once_a_run(profile, || cargo_build(profile));
    profile.join(format!("mindsave{}", std::env::consts::EXE_SUFFIX))
}

fn cargo_build(profile: &Path) {
    let name = profile.file_name().and_then(OsStr::to_str).unwrap_or("debug");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--package", "mindsave-cli", "--profile"])
        .arg(if name == "debug" { "dev" } else { name })
        .arg("--target-dir")
        .arg(profile.parent().expect("the target folder"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("cargo");
    assert!(status.success(), "the program cannot be built");
}

/// Does something once a run of `cargo nextest`, which starts a process for every test, and at
/// once where there is no such run.
fn once_a_run(folder: &Path, work: impl FnOnce()) {
    let Some(run) = std::env::var_os("NEXTEST_RUN_ID") else { return work() };
    let mut stamp = File::options()
        .read(true)
        .append(true)
        .create(true)
        .open(folder.join(".mindsave-built"))
        .expect("a file in the target folder");
    stamp.lock().expect("its lock");
    let mut known = String::new();
    stamp.read_to_string(&mut known).expect("its text");
    if known.as_str() != run {
        work();
        stamp.set_len(0).expect("an empty file");
        stamp.write_all(run.as_encoded_bytes()).expect("a stamp");
    }
}

/// A run of the program that is being prepared.
#[derive(Debug)]
pub struct Program {
    command: Command,
    input: Vec<u8>,
}

impl Program {
    /// Prepares a run in a folder, with an environment of its own: home and temporary files lie in
    /// `around`, and no variable of the person who runs the tests is seen.
    pub fn new(folder: &Path, around: &Path) -> Self {
        let mut command = Command::new(binary());
        command
            .current_dir(folder)
            .env_clear()
            .env("HOME", around.join("home"))
            .env("TMPDIR", around.join("tmp"))
            .env("GIT_CEILING_DIRECTORIES", around)
            .env("GIT_CONFIG_NOSYSTEM", "1");
        for name in ["PATH", "SystemRoot"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        Self { command, input: Vec::new() }
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<I: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = I>) -> Self {
        self.command.args(arguments);
        self
    }

    /// Sets a variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Sets the current folder.
    #[must_use]
    pub fn folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Sets what is read from standard input.
    #[must_use]
    pub fn stdin(mut self, input: impl AsRef<[u8]>) -> Self {
        input.as_ref().clone_into(&mut self.input);
        self
    }

    /// Returns the command itself, for tests that do not wait for its end.
    pub fn into_command(self) -> Command {
        self.command
    }

    /// Runs it to its end.
    #[track_caller]
    pub fn run(mut self) -> Answer {
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        // A program that does not read closes the pipe, which is no fault.
        drop(pipe.write_all(&self.input));
        drop(pipe);
        let output = child.wait_with_output().expect("the program ends");
        Answer {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Runs it, and expects that all goes well.
    #[track_caller]
    pub fn ok(self) -> Answer {
        let answer = self.run();
        assert_eq!(answer.code, 0, "{answer:?}");
        answer
    }

    /// Runs it with `--json`, expects that all goes well, and returns the answer.
    #[track_caller]
    pub fn json(self) -> Value {
        self.args(["--json"]).ok().json()
    }

    /// Runs it with `--json`, expects an error of this kind with its exit code, and returns the
    /// object under `error`.
    #[track_caller]
    pub fn fails(self, kind: &str) -> Value {
        let answer = self.args(["--json"]).run();
        let value = answer.json();
        let error = &value["error"];
        assert_eq!(error["kind"], kind, "{answer:?}");
        let code = EXIT_CODES.iter().find(|(word, _)| *word == kind);
        assert_eq!(Some(answer.code), code.map(|(_, code)| *code), "{answer:?}");
        for field in ["message", "hint"] {
            assert!(error[field].as_str().is_some_and(|t| !t.is_empty()), "{answer:?}");
        }
        assert_eq!(answer.stderr.lines().count(), 1, "one line: {answer:?}");
        error.clone()
    }
}

/// What a run printed, and how it ended.
#[derive(Debug)]
pub struct Answer {
    /// The exit code; -1 when a signal ended it.
    pub code: i32,
    /// What it printed.
    pub stdout: String,
    /// What it said of errors and warnings.
    pub stderr: String,
}

impl Answer {
    /// Reads what was printed as one JSON value on one line.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.stdout.lines().count(), 1, "one line: {self:?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
