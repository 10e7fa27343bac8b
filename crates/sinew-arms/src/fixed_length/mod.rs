//! What arms share about words: the length facts that each operator implies, and the search for
//! words once all lengths are fixed.
//!
//! Not an arm itself. P2 §3.1 has the length abstraction and the fixed-length back end inside its
//! length arm; here they stand beside the arms because the others find their models with them too.

mod abstraction;
mod alphabet;
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
pub(crate) use candidate::{Assignment, FixedLengthSearch, Question};
pub use circuit::CircuitCache;
pub(crate) use conversion::Conversions;
pub use conversion::conversion_facts;
pub use fixed::{Fixed, Integers, solve_again, solve_fixed};
pub(crate) use overlap::say_overlaps;
pub use symbolic_string::Condition;

use sinew_engine::PluginContext;
use sinew_strings::RegexOfTerm;
use sinew_term::Term;

/// Tells the engine what a term says of lengths. If the budget ends meanwhile, it may be less than all.
pub(crate) fn say_lengths(cx: &mut PluginContext<'_, '_>, regexes: &mut RegexOfTerm, term: Term) {
    let budget = cx.budget();
    for fact in length_facts(cx.store_mut(), regexes, term, budget) {
        let _ = cx.lemma(&rules::LENGTH, &[fact]);
    }
    for fact in occurrences::occurrence_facts(cx, term) {
        let _ = cx.lemma(&rules::OCCURRENCES, &[fact]);
    }
}
