//! Minima against enumeration, small models, and prompt stops.

mod common;

use common::{boxes, check_model, constraint, linear, solve};
use proptest::prelude::*;
use sinew_arith::{Check, Constraint, FinalCheck, Optimum, Reason, Solver, VarId};
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn minima_agree_with_enumeration(
        mut system in proptest::collection::vec(constraint(3, 6, 10), 1..5),
        objective in proptest::collection::vec(-4i64..=4, 3),
    ) {
        system.extend(boxes(3, -4, 4));
        let goal = linear(&objective, 5);
        let mut least: Option<i64> = None;
        for x in -4i64..=4 { for y in -4i64..=4 { for z in -4i64..=4 {
            let value = |var: VarId| Integer::from([x, y, z][var.0 as usize]);
            if system.iter().all(|c| c.holds(value)) {
                let cost = objective[0] * x + objective[1] * y + objective[2] * z + 5;
                least = Some(least.map_or(cost, |old| old.min(cost)));
            }
        }}}
        let Some(mut solver) = solver_for(&system, 3) else {
            prop_assert!(least.is_none());
            return Ok(());
        };
        match solver.minimise(&goal, &Budget::with_steps(3_000_000)) {
            Optimum::Minimum(value) => {
                prop_assert_eq!(Some(value.clone()), least.map(Integer::from));
                check_model(&solver, &system);
                let model = |var: VarId| solver.value(var).unwrap();
                prop_assert_eq!(goal.evaluate(model), value);
            }
            Optimum::Infeasible(conflict) => {
                prop_assert!(least.is_none());
                common::replay(&conflict, &|r| system[r.0 as usize].clone());
            }
            other => prop_assert!(false, "{other:?}"),
        }
        // The constraints are the same afterwards.
        let again = solver.final_check(&Budget::with_steps(3_000_000));
        prop_assert_eq!(matches!(again, FinalCheck::Sat), least.is_some());
    }
}

#[test]
fn an_unbounded_objective_is_reported() {
    let system = [Constraint::at_most_zero(linear(&[1, 1], 0))];
    let mut solver = solver_for(&system, 2).unwrap();
    let found = solver.minimise(&linear(&[1, 0], 0), &Budget::unlimited());
    assert!(matches!(found, Optimum::Unbounded));
    assert!(matches!(
        solver.final_check(&Budget::unlimited()),
        FinalCheck::Sat
    ));
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
    assert!(matches!(
        solver.minimise(&linear(&[1], 0), &budget),
        Optimum::Stopped(Some(StopReason::Interrupted))
    ));
    handle.reset();
    assert!(matches!(solver.check(&budget), Check::Feasible));
}
