//! The decision procedures for strings, one module each.
//!
//! An arm never prints, never exits and never reads options; it gets a problem and a budget and
//! answers, or declines with a reason. No arm knows another; what they share about words of known
//! length is in [`words`].

pub mod context;
mod deepen;
pub mod equations;
pub mod lengths;
mod shared;
pub mod words;

pub use deepen::Deepening;
pub use shared::{Lessons, Shared};
