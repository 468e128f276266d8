//! Work is done without the interpreter's lock, and a panic in it is an exception.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mindsave::{Error, ErrorKind, Result};
use pyo3::prelude::*;

use crate::error;

/// Does something while other threads run Python.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T> + Send,
) -> PyResult<T> {
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    let done =
        done.unwrap_or_else(|_| Err(Error::new(ErrorKind::Internal, "a defect: it panicked")));
    done.map_err(|error| error::raise(py, &error))
}

/// Does something short that needs no other thread's time.
pub(crate) fn at_once<T>(py: Python<'_>, done: Result<T>) -> PyResult<T> {
    done.map_err(|error| error::raise(py, &error))
}
