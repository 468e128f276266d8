//! Makes the tables of the token estimate again.

use crate::tasks::{Done, cargo};

/// Runs the test that writes the tables; it is ignored in a normal run.
pub(crate) fn make() -> Done {
    let test = "tokens_corpus::write_the_tables";
    cargo(&[
        "test",
        "--package",
        "mindsave-tests",
        "--test",
        "suite",
        "--",
        "--ignored",
        "--exact",
        test,
    ])
}
