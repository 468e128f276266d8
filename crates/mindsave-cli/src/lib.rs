//! The `mindsave` program: every use case of the facade as a command.
//!
//! One file a command below `commands`; `args` is the tree of options, `ui` what is printed,
//! `report` what becomes of errors. It is a library so that the packages of other languages run
//! the same program without a second copy of it: see [`run`].

mod args;
mod commands;
mod input;
mod report;
mod ui;

use std::ffi::OsString;
use std::io::IsTerminal as _;

use clap::Parser;

/// Runs the program with its arguments, the first being its own name, and returns the exit code.
///
/// It reads standard input and writes to standard output and standard error of this process.
///
/// ```
/// assert_eq!(mindsave_cli::run(["mindsave", "--version"].map(Into::into)), 0);
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // A host waits for its hooks at every step: they need none of what follows.
    if let Some(code) = for_hosts(&arguments) {
        return code;
    }
    let parsed =
        args::parse_alone(&arguments).map_or_else(|| args::Args::try_parse_from(&arguments), Ok);
    let args = match parsed {
        Ok(args) => args,
        Err(error) => {
            return report::usage(&error, arguments.iter().any(|argument| argument == "--json"));
        }
    };
    let mut ui = ui::Ui::new(args.json);
    let outcome = commands::run(args, &mut ui);
    report::finish(outcome, &mut ui)
}

/// Whether a host calls that knows no arguments of hooks yet: what it would be told of missing ones
/// it would take for a refusal of the agent's call.
fn is_older_host(arguments: &[OsString]) -> bool {
    let by_host = std::env::var_os("CLAUDE_PROJECT_DIR").is_some();
    arguments.len() == 1 && by_host && !std::io::stdin().is_terminal()
}

/// What hosts call: not people, so there is nothing to explain.
fn for_hosts(arguments: &[OsString]) -> Option<u8> {
    if is_older_host(arguments) {
        return Some(commands::hook::run(&["claude-code".into()], None));
    }
    let (word, rest) = (arguments.get(1)?.to_str()?, &arguments[2..]);
    match word {
        _ if rest.first().is_some_and(|word| word == "--help" || word == "-h") => None,
        "hook" if !rest.is_empty() => Some(commands::hook::run(rest, None)),
        "statusline" => Some(commands::statusline::run(rest)),
        _ => None,
    }
}
