//! Length abstraction with a bit-level back end (P2 §3.1).

mod alphabet;
mod fact;
mod fixed;
mod gates;
mod word;

pub use fixed::{Dependency, Fixed, Integers, solve_fixed};
