//! One command parsed alone: building the whole tree of commands takes longer than most of them run.
//!
//! What agents and hosts call at every turn is tried here first. Whatever is not plainly one of
//! these commands with its own options, mistakes and questions for help included, is for the whole
//! tree.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as Group, Parser};

use super::{Args, Command};

/// The options of one command, with those of all.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true)]
struct Alone<C: Group> {
    #[arg(long)]
    root: Option<PathBuf>,
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    own: C,
}

/// Parses arguments, the program's name first, whose second is a command called often; nothing for
/// any others.
pub(crate) fn parse(arguments: &[OsString]) -> Option<Args> {
    match arguments.get(1)?.to_str()? {
        "load" => one(arguments, Command::Load),
        "resume" => one(arguments, Command::Resume),
        "save" => one(arguments, Command::Save),
        "auto-snapshot" => one(arguments, Command::AutoSnapshot),
        "check" => one(arguments, Command::Check),
        "compress" => one(arguments, Command::Compress),
        "recall" => one(arguments, Command::Recall),
        "extract" => one(arguments, Command::Extract),
        _ => None,
    }
}

fn one<C: Group>(arguments: &[OsString], command: fn(C) -> Command) -> Option<Args> {
    let own = arguments.iter().take(1).chain(arguments.iter().skip(2));
    let Alone { root, json, own } = Alone::<C>::try_parse_from(own).ok()?;
    Some(Args { root, json, command: command(own) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_alone_is_parsed_as_in_the_whole_tree() {
        let mut alone = 0;
        for line in [
            "load",
            "load --json --latest",
            "load --latest x",
            "load --root /a/b 2 --verify --full",
            "load --help",
            "load --version",
            "load -- --json",
            "load --jso",
            "load help",
            "resume --budget 200 修复登录",
            "resume --budget=x",
            "resume --json --json",
            "save --goal g --next n --file a --file b --variable A=1 --json",
            "save --state - --topic 登录 --no-diff",
            "save",
            "auto-snapshot --goal g",
            "check use redux",
            "check --edit src/a.ts",
            "check --json",
            "compress --json 用 pnpm",
            "compress --from CLAUDE.md --explain",
            "recall gen itgc --kind decision --skip 3",
            "recall --kind decision",
            "extract --json",
            "extract 决定用 Kafka",
            "status --json",
            "--json load",
        ] {
            let arguments: Vec<OsString> =
                std::iter::once("mindsave").chain(line.split(' ')).map(Into::into).collect();
            let whole = Args::try_parse_from(&arguments);
            let Some(found) = parse(&arguments) else { continue };
            alone += 1;
            assert_eq!(format!("{found:?}"), format!("{:?}", whole.expect(line)), "{line}");
        }
        assert!(alone >= 16, "{alone}");
    }
}
