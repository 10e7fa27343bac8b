//! The decision procedures for strings, one module each.
//!
//! An [`Arm`] never prints, never exits and never reads options; it gets a problem and a budget and
//! answers, pauses, or declines with a reason. [`ARMS`] is the table of all. No arm knows another;
//! what they share about words of known length is in [`words`].

mod arm;
pub mod context;
mod deepen;
mod engine_arm;
pub mod equations;
pub mod lengths;
mod shared;
pub mod words;

pub use arm::{ARMS, Arm, ArmSpec, Asserted, Pause, Reason, Settings, Turn, without_strings};
pub use deepen::Deepening;
pub use shared::{Lessons, Shared};
