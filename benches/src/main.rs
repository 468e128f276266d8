//! The figures of mindsave: how its speed compares with what the system does anyway.
//!
//! ```text
//! cargo run --release -p mindsave-benches                 # all groups
//! cargo run --release -p mindsave-benches -- save         # one of: save, process, rebuild, compress, check, extract, search, hook, work, python, node
//! cargo run --release -p mindsave-benches -- all --json   # for a program to read
//! ```
//!
//! Machines are shared and noisy, so a figure is the ratio of two things measured by turns in one
//! run; the median over the pairs stands against the bound, the quartiles say how far to trust it.
//! The work is done in a temporary folder; set `TMPDIR` to measure another disk. The exit code is
//! 1 when a bound is missed. See `pairs` for the method; each group is one file.

mod check;
mod child;
mod compress;
mod extract;
mod fixture;
mod hook;
mod node;
mod original;
mod pairs;
mod process;
mod python;
mod rebuild;
mod report;
mod rules;
mod save;
mod search;
mod work;

use std::process::ExitCode;

use report::Report;

/// What every step returns: the first thing that goes wrong ends the run.
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// One group of figures.
type Group = fn(&mut Report) -> Outcome<()>;

/// All groups, by the name that selects them.
const GROUPS: [(&str, Group); 11] = [
    ("save", save::run),
    ("process", process::run),
    ("rebuild", rebuild::run),
    ("compress", compress::run),
    ("check", check::run),
    ("extract", extract::run),
    ("search", search::run),
    ("hook", hook::run),
    ("work", work::run),
    ("python", python::run),
    ("node", node::run),
];

fn main() -> Outcome<ExitCode> {
    if cfg!(debug_assertions) {
        return Err("figures of a debug build mean nothing: add --release".into());
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == compress::CHILD) {
        compress::child(arguments.get(1).map(String::as_str))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (options, names): (Vec<_>, Vec<_>) =
        arguments.iter().partition(|word| word.starts_with("--"));
    if let Some(unknown) = options.iter().find(|option| **option != "--json") {
        return Err(format!("unknown option {unknown}: there is only --json").into());
    }
    let mut report = Report::new(!options.is_empty());
    for (_, run) in chosen(&names)? {
        run(&mut report)?;
    }
    report.finish()
}

/// Returns the groups that were named; all when none was.
fn chosen(names: &[&String]) -> Outcome<Vec<(&'static str, Group)>> {
    let known = |name: &str| name == "all" || GROUPS.iter().any(|(group, _)| *group == name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        return Err(format!(
            "unknown group {unknown}: save, process, rebuild, compress, check, extract, search, hook, work, python, node or all"
        )
        .into());
    }
    let all = names.is_empty() || names.iter().any(|name| *name == "all");
    let wanted = |group: &str| all || names.iter().any(|name| *name == group);
    Ok(GROUPS.into_iter().filter(|(group, _)| wanted(group)).collect())
}
