//! Passwords among the arguments of programs: `curl -u user:PASS`, `mysql -pPASS`.

use std::ops::Range;

use super::chars::{byte, is_ident, run, skip_spaces, starts_word};
use super::shape::{Ask, Demand};
use super::{Finding, filler, value};

/// A program that takes a password as an argument.
struct Program {
    name: &'static str,
    /// Whether its name goes on: `mysqldump`.
    family: bool,
    /// The subcommand that takes the options, if only one does.
    under: &'static str,
    options: &'static [(&'static str, Form)],
}

/// How an option holds a password.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `-pPASS`; with a space between the two it is something else.
    Glued,
    /// `-p PASS`, `-p=PASS` or `-pPASS`.
    Whole,
    /// `-u user:PASS`.
    Login,
}

const LOGIN: &str = "login";

const fn program(
    name: &'static str,
    under: &'static str,
    options: &'static [(&'static str, Form)],
) -> Program {
    Program { name, family: false, under, options }
}

const MONGO: &[(&str, Form)] = &[("-p", Form::Whole)];

static PROGRAMS: &[Program] = &[
    program(
        "curl",
        "",
        &[
            ("--proxy-user", Form::Login),
            ("--user", Form::Login),
            ("-u", Form::Login),
            ("-U", Form::Login),
        ],
    ),
    program("sshpass", "", &[("-p", Form::Whole)]),
    program("docker", LOGIN, &[("--password", Form::Whole), ("-p", Form::Whole)]),
    program("podman", LOGIN, &[("--password", Form::Whole), ("-p", Form::Whole)]),
    program("helm", LOGIN, &[("--password", Form::Whole), ("-p", Form::Whole)]),
    program("redis-cli", "", &[("--pass", Form::Whole), ("-a", Form::Whole)]),
    program("sqlcmd", "", &[("-P", Form::Whole)]),
    Program { name: "mysql", family: true, under: "", options: &[("-p", Form::Glued)] },
    Program { name: "mariadb", family: true, under: "", options: &[("-p", Form::Glued)] },
    program("mongo", "", MONGO),
    program("mongosh", "", MONGO),
    program("mongodump", "", MONGO),
    program("mongorestore", "", MONGO),
    program("mongoexport", "", MONGO),
    program("mongoimport", "", MONGO),
    Program { name: "ldap", family: true, under: "", options: &[("-w", Form::Whole)] },
];

/// The names of the programs, which are triggers.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|program| program.name)
}

/// The longest stretch of a command that is looked at, in bytes, and how many arguments.
const LONGEST: usize = 512;
const ARGUMENTS: usize = 40;

/// Judges the name of a program: the first password among its arguments.
pub(super) fn check(text: &str, hit: &Range<usize>) -> Option<Finding> {
    let name = &text[hit.clone()];
    let program = PROGRAMS.iter().find(|program| program.name.eq_ignore_ascii_case(name))?;
    let mut at = run(text, hit.end, 24, is_ident);
    if !starts_word(text, hit.start) || (at > hit.end && !program.family) {
        return None;
    }
    let mut ready = program.under.is_empty();
    for _ in 0..ARGUMENTS {
        at = next_argument(text, at)?;
        if at > hit.end + LONGEST {
            return None;
        }
        if ready && let Some(range) = password(program, text, at) {
            return Some(Finding { range, kind: "password" });
        }
        let end = argument_end(text, at);
        ready |= &text[at..end] == program.under;
        at = end;
    }
    None
}

/// Where the next argument begins, if the command goes on.
fn next_argument(text: &str, from: usize) -> Option<usize> {
    let mut at = skip_spaces(text, from);
    // A command may go on behind a `\\` at the end of its line.
    while text[at..].starts_with("\\\n") {
        at = skip_spaces(text, at + 2);
    }
    let c = text[at..].chars().next()?;
    let ends =
        matches!(c, '\n' | '\r' | '|' | ';' | '&' | ')' | '`' | '<' | '>') || c >= '\u{2000}';
    (at > from && !ends).then_some(at)
}

fn argument_end(text: &str, at: usize) -> usize {
    let quoted = matches!(byte(text, at), Some(b'"' | b'\'' | b'\\'));
    let inner = if quoted { value::read(text, at).map_or(at, |value| value.range.end) } else { at };
    let rest = text[inner..].find(|c: char| c.is_whitespace() || c >= '\u{2000}');
    rest.map_or(text.len(), |len| inner + len).max(at)
}

/// The password in the option at `at`, if one stands there.
fn password(program: &Program, text: &str, at: usize) -> Option<Range<usize>> {
    let (flag, form) = program.options.iter().find(|(flag, _)| text[at..].starts_with(flag))?;
    let end = at + flag.len();
    let from = match byte(text, end)? {
        b'=' => end + 1,
        b' ' | b'\t' if *form != Form::Glued => skip_spaces(text, end),
        b' ' | b'\t' | b'\n' | b'\r' => return None,
        _ if flag.starts_with("--") => return None,
        _ => end,
    };
    let mut range = value::read(text, from)?.range;
    if *form == Form::Login {
        let user = text[range.clone()].find(':')?;
        range.start += user + 1;
    }
    let apart = from > end + 1 || matches!(byte(text, end), Some(b' ' | b'\t'));
    let plain = *form == Form::Whole && apart;
    accepts(program, text, &range, plain).then_some(range)
}

/// Whether it is a password; one that stands apart, as words do, must not be one of a sentence.
fn accepts(program: &Program, text: &str, range: &Range<usize>, apart: bool) -> bool {
    let found = &text[range.clone()];
    let ask = Ask { demand: Demand::Any, quoted: false, password: true };
    let digits = found.bytes().all(|b| b.is_ascii_digit());
    if found.len() < 3
        || found.starts_with('-')
        || (digits && found.len() < 6)
        || found.chars().any(|c| c >= '\u{2E80}')
        || filler::is_filler(found)
        || filler::is_lookup(found, ask)
    {
        return false;
    }
    if !apart {
        return true;
    }
    let word = found.bytes().all(|b| b.is_ascii_lowercase());
    !filler::is_name(found)
        && (!word || program.name == "sshpass" || command_goes_on(text, range.end))
}

/// Whether what follows is the rest of a command and not of a sentence.
fn command_goes_on(text: &str, from: usize) -> bool {
    let Some(at) = next_argument(text, from) else { return true };
    let next = &text[at..argument_end(text, at)];
    next.starts_with('-') || next.trim_end_matches(['.', ',']).contains(['.', ':', '/', '@'])
}
