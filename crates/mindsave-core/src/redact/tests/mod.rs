//! What is a secret, what is not, and what holds for every text.

mod negative;
mod positive;
mod properties;
