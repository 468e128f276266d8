//! Text: how it is compared.

mod fold;

pub use fold::fold;
