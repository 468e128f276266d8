//! What JavaScript can call, one table a class.

pub(crate) mod compressor;
pub(crate) mod function;
pub(crate) mod graph;
mod live;
pub(crate) mod mind;
