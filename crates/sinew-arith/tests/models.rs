//! Small models, and prompt stops.

mod common;

use common::{boxes, linear, solve};
use sinew_arith::{Check, Constraint, FinalCheck, Reason, Solver, VarId};
use sinew_base::{Budget, Integer, StopHandle, StopReason};

fn solver_for(system: &[Constraint], vars: usize) -> Option<Solver> {
    let mut solver = Solver::new();
    for _ in 0..vars {
        solver.new_var();
    }
    for (at, c) in system.iter().enumerate() {
        common::assert_constraint(&mut solver, c, Reason(at as u32)).ok()?;
    }
    Some(solver)
}

#[test]
fn models_are_small() {
    // x + y >= 10, x - y <= 3, z >= -1000, w free with w - x >= -5: nothing forces big numbers.
    let system = [
        Constraint::at_least_zero(&linear(&[1, 1, 0, 0], -10)),
        Constraint::at_most_zero(linear(&[1, -1, 0, 0], -3)),
        Constraint::at_least_zero(&linear(&[0, 0, 1, 0], 1000)),
        Constraint::at_least_zero(&linear(&[-1, 0, 0, 1], 5)),
    ];
    let (solver, _) = solve(&system, 4, &Budget::unlimited());
    let total: Integer = (0..4).map(|v| solver.value(VarId(v)).unwrap().abs()).sum();
    assert!(total <= Integer::from(12), "{total}");
}

#[test]
fn a_stop_request_ends_every_operation() {
    let handle = StopHandle::new();
    let budget = Budget::new(None, handle.clone());
    let system: Vec<Constraint> = (0..6)
        .map(|k| Constraint::zero(linear(&[7 + k, 11 - k, 13 + 2 * k, 5, 3 * k], 100 + k)))
        .chain(boxes(5, -50, 50))
        .collect();
    let mut solver = solver_for(&system[..3], 5).unwrap();
    handle.stop(StopReason::Interrupted);
    assert!(matches!(
        solver.check(&budget),
        Check::Stopped(StopReason::Interrupted)
    ));
    assert!(matches!(
        solver.final_check(&budget),
        FinalCheck::GaveUp(Some(StopReason::Interrupted))
    ));
    handle.reset();
    assert!(matches!(solver.check(&budget), Check::Feasible));
}
