//! From a call to its answer: errors as JSON, panics as errors, work on other threads.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mindsave::{Error, ErrorKind, MindSave, Result, answer};
use napi::{Env, Status, Task};
use serde::Serialize;

use crate::arguments::Arguments;
use crate::methods;

/// A method that JavaScript can call: its name, the names of its parameters, what it does.
pub(crate) struct Method<T: ?Sized> {
    pub(crate) name: &'static str,
    pub(crate) parameters: &'static [&'static str],
    pub(crate) run: fn(&mut T, &mut Arguments) -> Result<String>,
}

/// Calls the method of this name.
pub(crate) fn dispatch<T: ?Sized>(
    methods: &[Method<T>],
    on: &mut T,
    name: &str,
    arguments: Vec<Option<String>>,
) -> Result<String> {
    let known = methods.iter().find(|method| method.name == name);
    let method = known.ok_or_else(|| {
        Error::new(ErrorKind::Internal, format!("the native half has no `{name}`"))
    })?;
    let mut arguments = Arguments::new(name, method.parameters, arguments)?;
    (method.run)(on, &mut arguments)
}

/// Writes an answer as JSON text.
pub(crate) fn json(answer: &impl Serialize) -> Result<String> {
    serde_json::to_string(answer).map_err(|cause| {
        Error::new(ErrorKind::Internal, format!("the answer cannot be written: {cause}"))
    })
}

/// Runs something and turns an error of ours, or a panic, into one that carries JSON.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> napi::Result<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    let done = done.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Error::new(ErrorKind::Internal, format!("panic: {}", text.unwrap_or("unknown"))))
    });
    done.map_err(|error| {
        let hint = answer::hint(error.kind());
        napi::Error::new(Status::GenericFailure, answer::error(&error, hint).to_string())
    })
}

/// A method of a workspace that runs off the event loop.
pub struct Job {
    pub(crate) mind: MindSave,
    pub(crate) method: String,
    pub(crate) arguments: Vec<Option<String>>,
}

impl Task for Job {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> napi::Result<String> {
        let arguments = std::mem::take(&mut self.arguments);
        guarded(|| methods::mind::call(&mut self.mind, &self.method, arguments))
    }

    fn resolve(&mut self, _env: Env, answer: String) -> napi::Result<String> {
        Ok(answer)
    }
}
