//! What arms share about words: the length facts that each operator implies, and the search for
//! words once all lengths are fixed.
//!
//! Not an arm itself. P2 §3.1 has the length abstraction and the fixed-length back end inside its
//! length arm; here they stand beside the arms because the others find their models with them too.

mod abstraction;
mod alphabet;
mod back_end;
mod candidate;
mod circuit;
mod conversion;
mod fact;
mod fixed;
mod gates;
mod language;
mod measure;
mod numeral;
mod occurrences;
mod overlap;
mod pattern;
mod range;
pub mod rules;
mod string_terms;
mod symbolic_string;

pub use abstraction::length_facts;
pub(crate) use abstraction::within_lengths;
pub(crate) use back_end::{BackEnd, Registered};
pub(crate) use candidate::{FixedLengthSearch, Question};
pub use circuit::CircuitCache;
pub use conversion::conversion_facts;
pub use fixed::{Fixed, FixedProblem, Integers};
pub(crate) use overlap::say_overlaps;
pub use symbolic_string::Condition;
