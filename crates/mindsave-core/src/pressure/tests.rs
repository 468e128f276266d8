//! Tests that name the rows of the tables, edges on both sides, and properties of the gauge.

mod decisions;
mod dimensions;
mod levels;
mod properties;
mod support;
mod triggers;
