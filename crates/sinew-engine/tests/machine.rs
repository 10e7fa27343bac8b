//! Random sequences of calls of the engine against enumeration; see `common/machine.rs`.

mod common;

use common::machine::Op::*;
use common::machine::{run, sequence};
use sinew_base::sequences::hunt;

#[test]
fn random_sequences_agree_with_enumeration() {
    if let Some(found) = hunt(0..150, sequence, run) {
        panic!("{found}");
    }
}

/// An assumed disjunction needs a true part, like an asserted one.
#[test]
fn assumptions_are_justified() {
    let ops = [Justify, Assert([-3, -55, 30]), Assume([35, 47]), Check];
    assert_eq!(run(&ops), Ok(()));
}

/// Assumptions that contradict each other in pairs, and a common prefix of the next call.
#[test]
fn several_contradictions_among_assumptions() {
    let ops = [
        Assume([3, 0]),
        Assume([-4, 0]),
        Assume([5, 0]),
        Assume([-6, 0]),
        Check,
        Keep(3),
        Check,
        Keep(1),
        Check,
    ];
    assert_eq!(run(&ops), Ok(()));
}
