//! Random sequences of calls against enumeration; see `common/machine.rs`.

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

/// A contradiction of a level that was left, with another one pending below it.
#[test]
fn contradictions_on_several_levels() {
    let ops = [
        Push,
        Le([1, 0, 0], -3),
        Push,
        Le([0, 1, 0], -3),
        PopTo(1),
        Check,
        PopTo(0),
        Check,
    ];
    assert_eq!(run(&ops), Ok(()));
}
