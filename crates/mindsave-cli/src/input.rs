//! Reads a state from a file, standard input or options.

use std::io::{IsTerminal, Read};

use mindsave::{Error, ErrorKind, Result, State};
use serde_json::{Map, Value, json};

use crate::args;

/// The most bytes of a state: far more than any agent says, far less than memory.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Returns the state that was given, or nothing when none was.
///
/// With neither a file nor options it is taken from a pipe on standard input.
pub(crate) fn state(args: &args::State) -> Result<Option<State>> {
    let options = from_options(args)?;
    let text = match &args.source {
        Some(path) => Some(read(path, "state")?),
        None if options.is_empty() && !std::io::stdin().is_terminal() => {
            Some(read("-", "state")?).filter(|text| !text.trim().is_empty())
        }
        None => None,
    };
    let mut given = match text {
        None if options.is_empty() => return Ok(None),
        None => Map::new(),
        Some(text) if options.is_empty() => return State::from_json(&text).map(Some),
        Some(text) => State::from_json(&text)?.to_json(),
    };
    given.extend(options);
    State::from_value(Value::Object(given)).map(Some)
}

fn from_options(args: &args::State) -> Result<Map<String, Value>> {
    let mut map = Map::new();
    let texts = [
        ("goal", &args.goal),
        ("next_action", &args.next),
        ("state", &args.summary),
        ("phase", &args.phase),
        ("status", &args.status),
        ("blocker", &args.blocker),
    ];
    for (key, value) in texts {
        if let Some(value) = value {
            map.insert(key.to_owned(), json!(value));
        }
    }
    let lists = [
        ("active_files", &args.files),
        ("constraints", &args.constraints),
        ("decisions", &args.decisions),
        ("excluded_paths", &args.excluded),
        ("completed_steps", &args.done),
    ];
    for (key, values) in lists {
        if !values.is_empty() {
            map.insert(key.to_owned(), json!(values));
        }
    }
    if !args.variables.is_empty() {
        map.insert("variables".to_owned(), Value::Object(variables(&args.variables)?));
    }
    Ok(map)
}

fn variables(given: &[String]) -> Result<Map<String, Value>> {
    let pair = |text: &String| match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.to_owned(), json!(value))),
        _ => Err(Error::invalid(format!("--variable {text:?} must have the form NAME=VALUE"))),
    };
    let mut map = Map::new();
    for (name, value) in given.iter().map(pair).collect::<Result<Vec<_>>>()? {
        if map.contains_key(&name) {
            let message = format!("--variable {name} is given twice: keep one of them");
            return Err(Error::invalid(message));
        }
        map.insert(name, value);
    }
    Ok(map)
}

/// Reads a file, or standard input for `-`, as UTF-8; `what` is what it should hold.
pub(crate) fn read(path: &str, what: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let refuse = |cause: std::io::Error| {
        let kind = match cause.kind() {
            std::io::ErrorKind::NotFound => ErrorKind::NotFound,
            std::io::ErrorKind::IsADirectory => ErrorKind::InvalidInput,
            _ => ErrorKind::Unavailable,
        };
        Error::new(kind, format!("cannot read the {what}: {cause}")).in_file(path).caused_by(cause)
    };
    let read = match path {
        "-" => std::io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes),
        path => std::fs::File::open(path)
            .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)),
    };
    read.map_err(refuse)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::invalid(format!("the {what} is larger than 64 MiB")).in_file(path));
    }
    String::from_utf8(bytes).map_err(|cause| {
        let valid = cause.utf8_error().valid_up_to();
        Error::invalid(format!("the {what} is not UTF-8 at byte {valid}"))
            .in_file(path)
            .caused_by(cause)
    })
}
