//! Random systems against enumeration, and conflicts against the checker and re-solving.

mod common;

use common::{Rng, Verdict, boxes, brute_force, constraint, decide, linear, solve};
use proptest::prelude::*;
use sinew_arith::{Check, Constraint, Reason, Relation, Solver, VarId};
use sinew_base::{Budget, Integer};

fn budget() -> Budget<'static> {
    Budget::with_steps(3_000_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Boxed systems: the answer is that of enumeration, models and certificates check.
    #[test]
    fn boxed_systems_agree_with_enumeration(
        mut system in proptest::collection::vec(constraint(4, 7, 12), 1..7),
        low in -3i64..0,
        high in 1i64..4,
    ) {
        system.extend(boxes(4, low, high));
        let expected = brute_force(&system, 4, low, high);
        match solve(&system, 4, &budget()).1 {
            Verdict::Sat => prop_assert!(expected),
            Verdict::Unsat(reasons) => {
                prop_assert!(!expected);
                let core: Vec<Constraint> =
                    reasons.iter().map(|r| system[r.0 as usize].clone()).collect();
                prop_assert!(!brute_force(&core, 4, low, high));
            }
            Verdict::Unknown => prop_assert!(false, "undecided"),
        }
    }

    /// Unboxed systems: models and certificates check, cores are refuted by themselves.
    #[test]
    fn free_systems_have_true_models_and_true_cores(
        system in proptest::collection::vec(constraint(5, 9, 30), 1..9),
    ) {
        match solve(&system, 5, &budget()).1 {
            Verdict::Sat => {}
            Verdict::Unsat(reasons) => {
                let core: Vec<Constraint> =
                    reasons.iter().map(|r| system[r.0 as usize].clone()).collect();
                prop_assert!(matches!(solve(&core, 5, &budget()).1, Verdict::Unsat(_)));
                prop_assert!(!brute_force(&core, 5, -2, 2));
            }
            Verdict::Unknown => prop_assert!(!brute_force(&system, 5, -1, 1)),
        }
    }

    /// Numbers far beyond machine words change nothing.
    #[test]
    fn huge_coefficients_are_exact(
        system in proptest::collection::vec(constraint(3, 5, 9), 1..6),
        factor in 1i64..1000,
    ) {
        let mut boxed = system;
        boxed.extend(boxes(3, -2, 2));
        let expected = brute_force(&boxed, 3, -2, 2);
        // Scaled by 10^30 + factor, with a constant that rounding must absorb.
        let scale: Integer = "1000000000000000000000000000000".parse::<Integer>().unwrap()
            + Integer::from(factor);
        let scaled: Vec<Constraint> = boxed
            .iter()
            .map(|c| Constraint { expr: c.expr.scaled(&scale), relation: c.relation })
            .map(|c| if c.relation == Relation::AtMostZero {
                Constraint::at_most_zero(c.expr.plus_constant(-factor))
            } else { c })
            .collect();
        let found = matches!(solve(&scaled, 3, &budget()).1, Verdict::Sat);
        prop_assert_eq!(found, expected);
    }
}

/// Random pushes, pops and assertions: each check must agree with a fresh solver.
#[test]
fn traces_of_push_and_pop_agree_with_fresh_solving() {
    let mut rng = Rng(0x5eed);
    let vars = 4;
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..120 {
        let pool: Vec<Constraint> = (0..14)
            .map(|_| {
                let coefficients: Vec<i64> = (0..vars)
                    .map(|_| {
                        if rng.next().is_multiple_of(2) {
                            0
                        } else {
                            rng.range(-5, 5)
                        }
                    })
                    .collect();
                let relation = match rng.next() % 8 {
                    0 | 1 => Relation::Zero,
                    2 => Relation::NonZero,
                    _ => Relation::AtMostZero,
                };
                Constraint {
                    expr: linear(&coefficients, rng.range(-9, 9)),
                    relation,
                }
            })
            .collect();
        let mut solver = Solver::new();
        for _ in 0..vars {
            solver.new_var();
        }
        let lookup = |reason: Reason| pool[reason.0 as usize].clone();
        // The asserted constraints with the level they belong to.
        let mut asserted: Vec<(usize, usize)> = Vec::new();
        for _ in 0..25 {
            match rng.next() % 4 {
                0 => solver.push(),
                1 if solver.level() > 0 => {
                    let level = rng.range(0, solver.level() as i64 - 1) as usize;
                    solver.pop_to(level);
                    asserted.retain(|(_, at)| *at <= level);
                }
                _ => {
                    let pick = (rng.next() % 14) as usize;
                    if common::assert_constraint(&mut solver, &pool[pick], Reason(pick as u32))
                        .is_err()
                        && solver.level() == 0
                    {
                        break;
                    }
                    asserted.push((pick, solver.level()));
                }
            }
            let level = solver.level();
            let current: Vec<Constraint> = asserted
                .iter()
                .map(|(pick, _)| pool[*pick].clone())
                .collect();
            let fresh = solve(&current, vars, &budget()).1;
            let clash = current
                .iter()
                .any(|c| c.expr.terms().is_empty() && !c.holds(|_| Integer::ZERO));
            if !clash {
                let verdict = decide(&mut solver, &lookup, 40, &budget());
                match (&verdict, &fresh) {
                    (Verdict::Sat, Verdict::Sat) => {
                        sat += 1;
                        common::check_model(&solver, &current);
                    }
                    (Verdict::Unsat(_), Verdict::Unsat(_)) => unsat += 1,
                    (Verdict::Unknown, _) | (_, Verdict::Unknown) => {}
                    _ => {
                        // A gcd-false constraint never reaches the solver's state.
                        let core: Vec<Constraint> = current.clone();
                        assert!(
                            core.iter().any(|c| matches!(
                                solve(std::slice::from_ref(c), vars, &budget()).1,
                                Verdict::Unsat(_)
                            )),
                            "{core:?}"
                        );
                    }
                }
                solver.pop_to(level);
            }
        }
    }
    assert!(sat > 300 && unsat > 100, "{sat} sat, {unsat} unsat");
}

/// Conflicts of the rational relaxation are minimal: dropping any reason makes them feasible.
#[test]
fn simplex_conflicts_are_minimal() {
    let mut rng = Rng(77);
    let (mut conflicts, mut redundant) = (0, 0);
    for _ in 0..400 {
        let mut solver = Solver::new();
        for _ in 0..6 {
            solver.new_var();
        }
        let system: Vec<Constraint> = (0..14)
            .map(|_| {
                let coefficients: Vec<i64> = (0..6)
                    .map(|_| {
                        if rng.next().is_multiple_of(3) {
                            rng.range(-4, 4)
                        } else {
                            0
                        }
                    })
                    .collect();
                Constraint::at_most_zero(linear(&coefficients, rng.range(-6, 6)))
            })
            .collect();
        for (at, c) in system.iter().enumerate() {
            if c.expr.terms().is_empty() {
                continue;
            }
            let Ok(()) = common::assert_constraint(&mut solver, c, Reason(at as u32)) else {
                break;
            };
            let Check::Conflict(conflict) = solver.check(&budget()) else {
                continue;
            };
            common::replay(&conflict, &|r| system[r.0 as usize].clone());
            conflicts += 1;
            for drop in &conflict.reasons {
                let mut smaller = Solver::new();
                for _ in 0..6 {
                    smaller.new_var();
                }
                for r in conflict.reasons.iter().filter(|r| *r != drop) {
                    let _ = common::assert_constraint(&mut smaller, &system[r.0 as usize], *r);
                }
                redundant += u32::from(!matches!(smaller.check(&budget()), Check::Feasible));
            }
            break;
        }
    }
    assert!(conflicts > 100);
    assert_eq!(redundant, 0, "of {conflicts} conflicts");
}

/// Certificates must not survive tampering with their hypotheses or text.
#[test]
fn tampered_certificates_are_rejected() {
    let x = VarId(0);
    let y = VarId(1);
    let mut system = vec![
        Constraint::at_most_zero(linear(&[2, -3], -1)),
        Constraint::at_most_zero(linear(&[-1, 1], 2)),
        Constraint::at_most_zero(linear(&[1, 0], -3)),
    ];
    let mut solver = Solver::new();
    assert_eq!((solver.new_var(), solver.new_var()), (x, y));
    for (at, c) in system.iter().enumerate() {
        let _ = common::assert_constraint(&mut solver, c, Reason(at as u32));
    }
    let Check::Conflict(conflict) = solver.check(&budget()) else {
        panic!("expected a conflict");
    };
    let text = conflict.certificate.to_string();
    let check = |system: &[Constraint], text: &str| {
        let hypotheses: Vec<_> = system.iter().map(common::to_checker).collect();
        sinew_proof::arith::check(&hypotheses, text).is_ok()
    };
    assert!(check(&system, &text));
    let tokens: Vec<&str> = text.split(' ').collect();
    for at in 0..tokens.len() {
        for replacement in [
            "0", "7", "-1", "u0", "l0", "u1", "l1", "u2", "l2", "sum", "else",
        ] {
            if tokens[at] != replacement {
                let mut changed = tokens.clone();
                changed[at] = replacement;
                assert!(!check(&system, &changed.join(" ")), "{}", changed.join(" "));
            }
        }
    }
    system[2] = Constraint::at_most_zero(linear(&[1, 0], -30));
    assert!(!check(&system, &text));
}

/// A strip of width below one along an unbounded direction: `x - y` would have to be one half.
/// Branching alone follows the strip for ever; a cut ends it.
#[test]
fn cuts_refute_an_unbounded_strip() {
    let system = [
        Constraint::at_most_zero(linear(&[1, -1, 1, 0], -1)),
        Constraint::at_most_zero(linear(&[1, -1, -1, 0], 0)),
        Constraint::at_least_zero(&linear(&[1, -1, 0, 1], -1)),
        Constraint::at_least_zero(&linear(&[1, -1, 0, -1], 0)),
        // Ties the helpers to the strip, so that splitting on them does not help.
        Constraint::zero(linear(&[0, 0, 1, 0, 1, -1], 0)),
        Constraint::zero(linear(&[0, 0, 0, 1, 1, 1], 0)),
    ];
    let (solver, verdict) = solve(&system, 6, &budget());
    let Verdict::Unsat(reasons) = verdict else {
        panic!("the strip has no integer point");
    };
    assert!(reasons.len() <= 6);
    assert_eq!(solver.statistics().final_checks, 1, "no splits were needed");
    assert!(solver.statistics().cuts > 0);
}
