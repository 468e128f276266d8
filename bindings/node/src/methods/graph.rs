//! `FailureGraph`: failures and what links them, in memory.

use mindsave::failure::{Failure, FailureGraph, Neighbour, Relation};
use mindsave::{Clock, Error, Result, answer};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::call::{Method, dispatch, json as text};
use crate::reports;

const METHODS: [Method<FailureGraph>; 12] = [
    Method { name: "record", parameters: &["failure"], run: record },
    Method {
        name: "get",
        parameters: &["name"],
        run: |graph, arguments| {
            let found = graph.get(&arguments.required_text("name")?);
            found.map_or(Ok("null".to_owned()), told)
        },
    },
    Method { name: "list", parameters: &[], run: |graph, _| all(graph.iter()) },
    Method { name: "relate", parameters: &["name", "relation", "to"], run: relate },
    Method {
        name: "retire",
        parameters: &["name", "reason"],
        run: |graph, arguments| {
            let (name, reason) =
                (arguments.required_text("name")?, arguments.required_text("reason")?);
            told(graph.retire(&name, &reason, Clock::from_env()?.now())?)
        },
    },
    Method {
        name: "promote",
        parameters: &["name"],
        run: |graph, arguments| told(graph.promote(&arguments.required_text("name")?)?),
    },
    Method {
        name: "alternatives",
        parameters: &["name"],
        run: |graph, arguments| {
            let name = arguments.required_text("name")?;
            text(&graph.alternatives(&name).collect::<Vec<_>>())
        },
    },
    Method {
        name: "ledTo",
        parameters: &["name"],
        run: |graph, arguments| all(graph.led_to(&arguments.required_text("name")?)),
    },
    Method { name: "neighbours", parameters: &["name"], run: neighbours },
    Method {
        name: "toJSON",
        parameters: &[],
        run: |graph, _| Ok(graph.to_json(Clock::from_env()?.now()).to_string()),
    },
    Method { name: "toMermaid", parameters: &[], run: |graph, _| text(&graph.to_mermaid()) },
    Method { name: "toDot", parameters: &[], run: |graph, _| text(&graph.to_dot()) },
];

/// Makes a graph of the failures that were given.
pub(crate) fn start(arguments: Vec<Option<String>>) -> Result<FailureGraph> {
    let arguments = Arguments::new("FailureGraph", &["failures"], arguments)?;
    match arguments.value("failures")? {
        None => Ok(FailureGraph::default()),
        Some(Value::Array(items)) => {
            let read = |(i, item)| reports::failure(&format!("failures[{i}]"), item);
            let failures: Result<Vec<Failure>> = items.into_iter().enumerate().map(read).collect();
            FailureGraph::new(failures?)
        }
        Some(other) => Err(Error::wrong_type("failures", "a list", &other)),
    }
}

/// Calls a method.
pub(crate) fn call(
    graph: &mut FailureGraph,
    method: &str,
    arguments: Vec<Option<String>>,
) -> Result<String> {
    dispatch(&METHODS, graph, method, arguments)
}

fn told(failure: &Failure) -> Result<String> {
    Ok(answer::failure(failure, Clock::from_env()?.now()).to_string())
}

fn all<'a>(failures: impl Iterator<Item = &'a Failure>) -> Result<String> {
    let now = Clock::from_env()?.now();
    let list: Value = failures.map(|failure| answer::failure(failure, now)).collect();
    Ok(list.to_string())
}

fn record(graph: &mut FailureGraph, arguments: &mut Arguments) -> Result<String> {
    let failure = reports::failure("failure", arguments.required("failure")?)?;
    told(graph.add(failure)?)
}

fn relate(graph: &mut FailureGraph, arguments: &mut Arguments) -> Result<String> {
    let [name, relation, to] = ["name", "relation", "to"].map(|key| arguments.required_text(key));
    let (name, relation) = (name?, Relation::parse(&relation?)?);
    graph.relate(&name, relation, &to?)?;
    graph.get(&name).map_or(Ok("null".to_owned()), told)
}

fn neighbours(graph: &mut FailureGraph, arguments: &mut Arguments) -> Result<String> {
    let now = Clock::from_env()?.now();
    let one = |Neighbour { relation, incoming, failure }| json!({"relation": relation.word(), "incoming": incoming, "failure": answer::failure(failure, now)});
    let found: Value = graph.neighbours(&arguments.required_text("name")?).map(one).collect();
    Ok(found.to_string())
}
