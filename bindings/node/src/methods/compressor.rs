//! `ConstraintCompressor`: rules that are collected one by one.

use mindsave::Result;
use mindsave::compress::{Compressor, Request};
use mindsave::decision::Decision;

use super::function::{decompress, request};
use crate::arguments::Arguments;
use crate::call::{Method, dispatch, json};

const METHODS: [Method<Request>; 6] = [
    Method {
        name: "addConstraint",
        parameters: &["text"],
        run: |own, arguments| {
            own.constraints.push(arguments.required_text("text")?);
            json(&())
        },
    },
    Method { name: "addDecision", parameters: &["decision"], run: add_decision },
    Method {
        name: "addExcludedPath",
        parameters: &["text"],
        run: |own, arguments| {
            own.excluded_paths.push(arguments.required_text("text")?);
            json(&())
        },
    },
    Method {
        name: "compress",
        parameters: &[],
        run: |own, _| json(&Compressor::builtin().compress(own)?),
    },
    Method {
        name: "decompress",
        parameters: &["compressed"],
        run: |_, arguments| decompress(arguments),
    },
    Method {
        name: "detectConflicts",
        parameters: &[],
        run: |own, _| json(&Compressor::builtin().compress(own)?.conflicts),
    },
];

/// Reads what a compressor is made with.
pub(crate) fn start(arguments: Vec<Option<String>>) -> Result<Request> {
    request(&Arguments::new("ConstraintCompressor", &["max_constraints"], arguments)?)
}

/// Calls a method.
pub(crate) fn call(
    own: &mut Request,
    method: &str,
    arguments: Vec<Option<String>>,
) -> Result<String> {
    dispatch(&METHODS, own, method, arguments)
}

fn add_decision(own: &mut Request, arguments: &mut Arguments) -> Result<String> {
    own.decisions.push(Decision::from_value(arguments.required("decision")?)?);
    json(&())
}
