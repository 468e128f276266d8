//! Functions that need no workspace.

use mindsave::check::Action;
use mindsave::compress::{
    Compression, Compressor, Request, decompress_json, find_similar_constraints,
};
use mindsave::extract::extract;
use mindsave::{Clock, Error, Result, Rules, answer};
use serde_json::json;

use crate::arguments::Arguments;
use crate::call::{Method, dispatch, json as text};

/// What `compressLayer2` takes.
const LISTS: [&str; 4] = ["constraints", "decisions", "excluded_paths", "max_constraints"];

const FUNCTIONS: [Method<()>; 6] = [
    Method {
        name: "compressLayer2",
        parameters: &LISTS,
        run: |(), arguments| text(&compressed(arguments)?),
    },
    Method { name: "compressToPlaces", parameters: &LISTS, run: |(), own| compress_to_places(own) },
    Method { name: "decompress", parameters: &["compressed"], run: |(), own| decompress(own) },
    Method {
        name: "findSimilarConstraints",
        parameters: &["constraints", "threshold"],
        run: |(), arguments| similar(arguments),
    },
    Method {
        name: "check",
        parameters: &["action", "tried", "options"],
        run: |(), arguments| check(arguments),
    },
    Method {
        name: "extract",
        parameters: &["text"],
        run: |(), arguments| text(&extract(&arguments.required_text("text")?)),
    },
];

/// Calls a function.
pub(crate) fn call(name: &str, arguments: Vec<Option<String>>) -> Result<String> {
    dispatch(&FUNCTIONS, &mut (), name, arguments)
}

fn compressed(arguments: &Arguments) -> Result<Compression> {
    Compressor::builtin().compress(&request(arguments.given("constraints")?)?)
}

/// The same, with the places of the constraints beside the limit in the place of their texts, which
/// JavaScript has: of a long list they are nearly all of the answer.
fn compress_to_places(arguments: &Arguments) -> Result<String> {
    let mut made = compressed(arguments)?;
    let beside = std::mem::take(&mut made.overflow);
    let places: Vec<usize> = beside.iter().map(|source| source.index).collect();
    text(&(made, places))
}

/// Reads what is to be compressed, by the reader of the program.
pub(crate) fn request(arguments: &Arguments) -> Result<Request> {
    if let Some(request) = of_texts(arguments) {
        return Ok(request);
    }
    let [constraints, decisions, excluded, max] = LISTS.map(|name| arguments.raw(name));
    let text = format!(
        r#"{{"constraints":{constraints},"decisions":{decisions},"excluded_paths":{excluded},"max_constraints":{max}}}"#
    );
    // What is no JSON is named by its argument rather than by a place in a text of ours.
    Request::from_json(&text).or_else(|error| arguments.well_formed().and(Err(error)))
}

/// Reads what is to be compressed where it is lists of texts and nothing is wrong with it: most
/// calls, for which a reader that can name every wrong value would take longer than the work.
fn of_texts(arguments: &Arguments) -> Option<Request> {
    if !matches!(arguments.raw("decisions"), "null" | "[]") {
        return None;
    }
    let texts = |name| match arguments.raw(name) {
        "null" => Some(Vec::new()),
        texts => serde_json::from_str(texts).ok(),
    };
    let mut request = Request { constraints: texts("constraints")?, ..Request::default() };
    request.excluded_paths = texts("excluded_paths")?;
    if arguments.raw("max_constraints") != "null" {
        request.max_constraints = arguments.raw("max_constraints").parse().ok()?;
    }
    (request.max_constraints > 0).then_some(request)
}

/// Gives back what was compressed.
pub(crate) fn decompress(arguments: &Arguments) -> Result<String> {
    let request = decompress_json(arguments.required("compressed")?)?;
    let Request { constraints, decisions, excluded_paths, max_constraints: _ } = request;
    text(&json!({
        "constraints": constraints,
        "decisions": decisions,
        "excluded_paths": excluded_paths,
    }))
}

fn similar(arguments: &Arguments) -> Result<String> {
    let constraints = arguments.texts("constraints")?;
    let threshold = arguments.value("threshold")?.map_or(Ok(0.6), |value| {
        value.as_f64().ok_or_else(|| Error::wrong_type("threshold", "a number", &value))
    })?;
    text(&find_similar_constraints(&constraints, threshold))
}

fn check(arguments: &Arguments) -> Result<String> {
    let told = action_text(arguments)?;
    let tried = arguments.texts("tried")?;
    let command = arguments.options("options", &["command"])?.flag("command")?;
    let now = Clock::from_env()?.now();
    let checked = Rules::default().check(&tried, &action(&told, command), now)?;
    text(&answer::checked(&checked, &told, now))
}

/// Takes what is about to be done.
pub(crate) fn action_text(arguments: &Arguments) -> Result<String> {
    arguments.required_text("action")
}

/// Tells a plan from a command line.
pub(crate) fn action(text: &str, command: Option<bool>) -> Action<'_> {
    if command == Some(true) { Action::Command(text) } else { Action::Sentence(text) }
}
