//! Random sequences of calls with arithmetic as the theory; see `common/machine.rs`.

mod common;

use common::machine::Op::*;
use common::machine::{run, sequence};
use sinew_base::sequences::hunt;

#[test]
fn random_sequences_agree_with_enumeration() {
    if let Some(found) = hunt(0..1500, sequence, run) {
        panic!("{found}");
    }
}

/// Assumptions that contradict each other in pairs, and a common prefix of the next call.
#[test]
fn several_contradictions_among_assumptions() {
    let ops = [
        Le([1, 0, 0], 0),
        Le([1, 0, 0], 1),
        Le([0, 1, 0], 0),
        Le([0, 1, 0], 1),
        Assume(1),
        Assume(-2),
        Assume(3),
        Assume(-4),
        Solve,
        Keep(3),
        Solve,
        Keep(1),
        Minimise,
        Solve,
    ];
    assert_eq!(run(&ops), Ok(()));
}
