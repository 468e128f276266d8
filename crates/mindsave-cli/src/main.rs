//! The `mindsave` program: every use case of the facade as a command.
//!
//! One file a command below `commands`; `args` is the tree of options, `ui` what is printed,
//! `report` what becomes of errors.

mod args;
mod commands;
mod input;
mod report;
mod ui;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        Err(error) => return report::usage(&error),
    };
    let mut ui = ui::Ui::new(args.json);
    let outcome = commands::run(args, &mut ui);
    report::finish(outcome, &mut ui)
}
