//! Length abstraction with a bit-level back end (P2 §3.1).
//!
//! The engine decides the Boolean structure and the arithmetic of lengths (`abstraction`); its
//! integer model fixes the length of every string, and over words of known length the string facts
//! are a propositional problem (`fixed`). What fails there comes back as a lesson about those
//! lengths, and the engine looks for others.

mod abstraction;
mod alphabet;
mod fact;
mod fixed;
mod gates;
mod plugin;
mod word;

pub use abstraction::length_facts;
pub use fixed::{Dependency, Fixed, Integers, solve_fixed};
pub use plugin::{LengthsArm, rules};
