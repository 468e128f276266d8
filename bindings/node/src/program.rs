//! The program inside the addon: `npx mindsave`.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the program; a panic, which it has printed, is exit code 1.
pub(crate) fn run(arguments: Vec<String>) -> u8 {
    let arguments = arguments.into_iter().map(OsString::from);
    catch_unwind(AssertUnwindSafe(|| mindsave_cli::run(arguments))).unwrap_or(1)
}
