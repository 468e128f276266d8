//! The extension module of the Python package `mindsave`: conversion, and nothing else.
//!
//! What the package does stands in the crate `mindsave`; here Python objects become its arguments
//! ([`read`]), its answers become Python objects ([`write`]), its errors exceptions ([`error`]),
//! and its work is done without the interpreter's lock ([`work`]). The other modules are the
//! classes and functions, one file each. Their documentation for users is in `_native.pyi`.

mod arguments;
mod compressor;
mod decision;
mod error;
mod failure;
mod functions;
mod graph;
mod live;
mod mind;
mod read;
mod search;
mod snapshot;
mod task;
mod work;
mod write;

use pyo3::prelude::*;

/// The module `mindsave._native`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::compressor::ConstraintCompressor;
    #[pymodule_export]
    use super::decision::Decision;
    #[pymodule_export]
    use super::failure::Failure;
    #[pymodule_export]
    use super::functions::{
        check, compress_layer2, decompress, extract, find_similar_constraints, run_program,
    };
    #[pymodule_export]
    use super::graph::FailureGraph;
    #[pymodule_export]
    use super::mind::MindSave;
    #[pymodule_export]
    use super::snapshot::Snapshot;
    #[pymodule_export]
    use super::task::Task;

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
