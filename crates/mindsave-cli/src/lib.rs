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
    if arguments.get(1).is_some_and(|word| word == "hook") && !asks_help(&arguments) {
        return commands::hook::run(&arguments[2..], None);
    }
    let args = match args::Args::try_parse_from(&arguments) {
        Ok(args) => args,
        Err(error) => {
            return report::usage(&error, arguments.iter().any(|argument| argument == "--json"));
        }
    };
    let mut ui = ui::Ui::new(args.json);
    let outcome = commands::run(args, &mut ui);
    report::finish(outcome, &mut ui)
}

fn asks_help(arguments: &[OsString]) -> bool {
    arguments.len() < 3 || arguments.iter().any(|word| word == "--help" || word == "-h")
}
