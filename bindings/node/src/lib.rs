//! The native half of the npm package `mindsave`: conversion between JavaScript and the facade,
//! and nothing else.
//!
//! Arguments come as JSON texts, answers go as JSON text; the JavaScript half, `npm/index.js`, turns
//! values into texts and back. So every shape is the one that the program prints and reads, and
//! every wrong value is refused by the same code in every language. What can be called stands in
//! one table a class, below `methods`.

#![expect(clippy::needless_pass_by_value, reason = "napi hands strings over by value only")]

mod arguments;
mod call;
mod methods;
mod program;
mod reports;

use std::path::PathBuf;

use mindsave::compress::Request;
use mindsave::failure::FailureGraph;
use mindsave::{Clock, MindSave, Workspace};
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use arguments::Arguments;
use call::{Job, guarded};

/// A workspace that is open.
#[napi(js_name = "MindSave")]
pub struct NativeMindSave {
    mind: MindSave,
}

#[napi]
impl NativeMindSave {
    /// Opens the workspace at `root`, or finds it.
    #[napi(constructor)]
    pub fn new(arguments: Vec<Option<String>>) -> napi::Result<Self> {
        guarded(|| {
            let arguments = Arguments::new("MindSave", &["root"], arguments)?;
            let root = arguments.text("root")?.map(PathBuf::from);
            let workspace = Workspace::find(root.as_deref())?;
            Ok(Self { mind: MindSave::open(workspace, Clock::from_env()?)? })
        })
    }

    /// Calls a method and waits for it.
    #[napi]
    pub fn call(&mut self, method: String, arguments: Vec<Option<String>>) -> napi::Result<String> {
        guarded(|| methods::mind::call(&mut self.mind, &method, arguments))
    }

    /// Calls a method on a thread of Node's pool, which files share, and returns a promise.
    #[napi]
    pub fn call_async(&self, method: String, arguments: Vec<Option<String>>) -> AsyncTask<Job> {
        AsyncTask::new(Job { mind: self.mind.clone(), method, arguments })
    }
}

/// Rules that are collected one by one.
#[napi(js_name = "ConstraintCompressor")]
pub struct NativeCompressor {
    request: Request,
}

#[napi]
impl NativeCompressor {
    /// Starts without any rule.
    #[napi(constructor)]
    pub fn new(arguments: Vec<Option<String>>) -> napi::Result<Self> {
        guarded(|| Ok(Self { request: methods::compressor::start(arguments)? }))
    }

    /// Calls a method.
    #[napi]
    pub fn call(&mut self, method: String, arguments: Vec<Option<String>>) -> napi::Result<String> {
        guarded(|| methods::compressor::call(&mut self.request, &method, arguments))
    }
}

/// Failures and what links them, in memory.
#[napi(js_name = "FailureGraph")]
pub struct NativeFailureGraph {
    graph: FailureGraph,
}

#[napi]
impl NativeFailureGraph {
    /// Makes a graph of some failures, or of none.
    #[napi(constructor)]
    pub fn new(arguments: Vec<Option<String>>) -> napi::Result<Self> {
        guarded(|| Ok(Self { graph: methods::graph::start(arguments)? }))
    }

    /// Calls a method.
    #[napi]
    pub fn call(&mut self, method: String, arguments: Vec<Option<String>>) -> napi::Result<String> {
        guarded(|| methods::graph::call(&mut self.graph, &method, arguments))
    }
}

/// Calls a function that needs no workspace.
#[napi]
pub fn call(function: String, arguments: Vec<Option<String>>) -> napi::Result<String> {
    guarded(|| methods::function::call(&function, arguments))
}

/// Runs the program with its arguments, the first being its name; returns the exit code.
#[napi]
pub fn run(arguments: Vec<String>) -> u8 {
    program::run(arguments)
}

/// Returns the version of the engine.
#[napi]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
