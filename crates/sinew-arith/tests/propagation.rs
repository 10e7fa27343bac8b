//! Propagated atoms and equalities: true, explained by certificates, and not missed where the
//! bounds of one row decide them.

mod common;

use common::{Rng, linear, to_checker};
use sinew_arith::{
    AtomId, AtomKind, Bound, BoundKind, Check, Constraint, Explanation, LinExpr, Normal, Reason,
    Relation, Solver, VarId,
};
use sinew_base::{Budget, Integer};
use sinew_proof::arith as checker;

fn check_explanation(explanation: &Explanation, system: &[Constraint], negated: &Constraint) {
    assert_eq!(
        explanation.certificate.hypotheses(),
        &explanation.reasons[..]
    );
    let mut hypotheses: Vec<checker::Constraint> = explanation
        .reasons
        .iter()
        .map(|reason| to_checker(&system[reason.0 as usize]))
        .collect();
    hypotheses.push(to_checker(negated));
    let text = explanation.certificate.to_string();
    if let Err(error) = checker::check(&hypotheses, &text) {
        panic!("{error}: {text} over {hypotheses:?}");
    }
}

/// The constraint that says the opposite of an atom with this value.
fn opposite(kind: AtomKind, expr: LinExpr, k: i64, value: bool) -> Constraint {
    let shifted = expr.plus_constant(-k);
    match (kind, value) {
        (AtomKind::AtMost, true) => Constraint::at_least_zero(&shifted.plus_constant(-1)),
        (AtomKind::AtMost, false) => Constraint::at_most_zero(shifted),
        (AtomKind::AtLeast, true) => Constraint::at_most_zero(shifted.plus_constant(1)),
        (AtomKind::AtLeast, false) => Constraint::at_least_zero(&shifted),
        (AtomKind::Equal, true) => Constraint {
            expr: shifted,
            relation: Relation::NonZero,
        },
        (AtomKind::Equal, false) => Constraint::zero(shifted),
    }
}

#[test]
fn implied_atoms_are_explained() {
    let mut rng = Rng(4711);
    let (mut reported, mut by_combination) = (0, 0);
    for _ in 0..300 {
        let vars = 4;
        let mut solver = Solver::new();
        for _ in 0..vars {
            solver.new_var();
        }
        // Atoms on variables and on forms.
        let mut atoms: Vec<(AtomKind, VarId, i64)> = Vec::new();
        for id in 0..12u32 {
            let coefficients: Vec<i64> = (0..vars)
                .map(|_| {
                    if rng.next().is_multiple_of(2) {
                        0
                    } else {
                        rng.range(-2, 2)
                    }
                })
                .collect();
            let Some(var) = solver.form(&linear(&coefficients, 0)).var else {
                continue;
            };
            let kind =
                [AtomKind::AtMost, AtomKind::AtLeast, AtomKind::Equal][(rng.next() % 3) as usize];
            let k = rng.range(-6, 6);
            solver.register_atom(AtomId(atoms.len() as u32), kind, var, &k.into());
            atoms.push((kind, var, k));
            let _ = id;
        }
        let mut system: Vec<Constraint> = Vec::new();
        let mut known = vec![false; atoms.len()];
        let budget = Budget::unlimited();
        for _ in 0..10 {
            let coefficients: Vec<i64> = (0..vars)
                .map(|_| {
                    if !rng.next().is_multiple_of(3) {
                        0
                    } else {
                        rng.range(-2, 2)
                    }
                })
                .collect();
            let c = Constraint::at_most_zero(linear(&coefficients, rng.range(-8, 4)));
            if c.expr.terms().is_empty() {
                continue;
            }
            system.push(c.clone());
            let reason = Reason(system.len() as u32 - 1);
            solver.push();
            if common::assert_constraint(&mut solver, &c, reason).is_err()
                || !matches!(solver.check(&budget), Check::Feasible)
            {
                break;
            }
            let mut implied = Vec::new();
            solver.propagate(|atom| known[atom.0 as usize], &mut implied);
            for fact in implied {
                reported += 1;
                known[fact.atom.0 as usize] = true;
                let (kind, var, k) = atoms[fact.atom.0 as usize];
                let explanation = solver.explain(fact.token);
                by_combination += u32::from(explanation.reasons.len() > 1);
                let negated = opposite(kind, solver.definition(var), k, fact.value);
                check_explanation(&explanation, &system, &negated);
            }
            // Unate propagation misses nothing that a bound on the variable itself decides.
            for (at, (kind, var, k)) in atoms.iter().enumerate() {
                let k = Integer::from(*k);
                let (lower, upper) = (
                    solver.bound(*var, BoundKind::Lower),
                    solver.bound(*var, BoundKind::Upper),
                );
                let decided = match kind {
                    AtomKind::AtMost => {
                        upper.is_some_and(|u| *u <= k) || lower.is_some_and(|l| *l > k)
                    }
                    AtomKind::AtLeast => {
                        upper.is_some_and(|u| *u < k) || lower.is_some_and(|l| *l >= k)
                    }
                    AtomKind::Equal => {
                        upper.is_some_and(|u| *u < k)
                            || lower.is_some_and(|l| *l > k)
                            || (upper == Some(&k) && lower == Some(&k))
                    }
                };
                assert!(!decided || known[at], "missed {:?}", atoms[at]);
            }
        }
    }
    assert!(
        reported > 500 && by_combination > 100,
        "{reported} {by_combination}"
    );
}

#[test]
fn forms_are_decided_by_the_bounds_of_their_variables() {
    let mut solver = Solver::new();
    let (x, y) = (solver.new_var(), solver.new_var());
    let Normal::Bound(bound) = solver.normalise_le(&LinExpr::var(x).plus(-1, y).plus_constant(-3))
    else {
        panic!("a bound");
    };
    // x - y <= 3, registered but never asserted.
    solver.register_atom(AtomId(0), AtomKind::AtMost, bound.var, &bound.value);
    let mut implied = Vec::new();
    solver.assert_bound(&Bound::upper(x, 5), Reason(0)).unwrap();
    solver.propagate(|_| false, &mut implied);
    assert!(implied.is_empty());
    solver.assert_bound(&Bound::lower(y, 2), Reason(1)).unwrap();
    solver.propagate(|_| false, &mut implied);
    assert_eq!(implied.len(), 1);
    assert!(implied[0].value);
    assert_eq!(
        solver.explain(implied[0].token).reasons,
        vec![Reason(0), Reason(1)]
    );
}

/// Equalities between shared variables, and their explanations.
#[test]
fn implied_equalities_are_explained() {
    let cases: Vec<(Vec<Constraint>, usize)> = vec![
        // Both fixed to the same value, by two reasons each or by one.
        (
            vec![
                Constraint::at_most_zero(linear(&[1, 0], -4)),
                Constraint::at_least_zero(&linear(&[1, 0], -4)),
                Constraint::zero(linear(&[0, 3], -12)),
            ],
            3,
        ),
        // x - y = z and z = 0.
        (
            vec![
                Constraint::zero(linear(&[1, -1, -1], 0)),
                Constraint::zero(linear(&[0, 0, 1], 0)),
            ],
            2,
        ),
        // x = w + 2, y = w + 2.
        (
            vec![
                Constraint::zero(linear(&[1, 0, 0, -1], -2)),
                Constraint::zero(linear(&[0, 1, 0, -1], -2)),
            ],
            2,
        ),
        // 2x + 3z = w, 2y + 3z = w.
        (
            vec![
                Constraint::zero(linear(&[2, 0, 3, -1], 0)),
                Constraint::zero(linear(&[0, 2, 3, -1], 0)),
                Constraint::zero(linear(&[0, 0, 1, 0], -5)),
            ],
            2,
        ),
    ];
    let (left, right) = (0, 1);
    for (system, needed) in cases {
        let mut solver = Solver::new();
        for _ in 0..4 {
            solver.new_var();
        }
        solver.mark_shared(VarId(left));
        solver.mark_shared(VarId(right));
        for (at, c) in system.iter().enumerate() {
            common::assert_constraint(&mut solver, c, Reason(at as u32)).unwrap();
        }
        assert!(matches!(
            solver.check(&Budget::unlimited()),
            Check::Feasible
        ));
        let mut equalities = Vec::new();
        solver.implied_equalities(|_, _| false, &mut equalities);
        let found = equalities
            .iter()
            .find(|e| (e.left, e.right) == (VarId(left), VarId(right)))
            .unwrap_or_else(|| panic!("no equality from {system:?}"));
        let explanation = solver.explain(found.token);
        // The last system fixes z as well, which the difference of its rows does not need.
        assert_eq!(explanation.reasons.len(), needed, "{system:?}");
        let negated = Constraint {
            expr: LinExpr::var(VarId(left)).plus(-1, VarId(right)),
            relation: Relation::NonZero,
        };
        check_explanation(&explanation, &system, &negated);
    }
}

/// Two levels with a contradiction each; the inner one is left. What remains is the outer
/// contradiction, with reasons that are still asserted, and after that nothing.
#[test]
fn a_contradiction_is_forgotten_with_its_level() {
    let mut solver = Solver::new();
    let (x, y) = (solver.new_var(), solver.new_var());
    let system = [
        Bound::upper(x, 0),
        Bound::lower(x, 1),
        Bound::upper(y, 0),
        Bound::lower(y, 1),
        Bound::upper(y, -1),
    ];
    for (at, bound) in system.iter().enumerate() {
        solver.push();
        let done = solver.assert_bound(bound, Reason(at as u32));
        assert_eq!(done.is_err(), [1, 3, 4].contains(&at), "{bound}");
    }
    for level in [4, 3, 2] {
        solver.pop_to(level);
        let Check::Conflict(conflict) = solver.check(&Budget::unlimited()) else {
            panic!("level {level} has x <= 0 and x >= 1");
        };
        assert_eq!(conflict.reasons, [Reason(0), Reason(1)]);
        let lookup = |r: Reason| common::bound_constraint(&solver, &system[r.0 as usize]);
        common::replay(&conflict, &lookup);
    }
    solver.pop_to(1);
    assert!(matches!(
        solver.check(&Budget::unlimited()),
        Check::Feasible
    ));
}

/// Another propagation in the same place is not taken for the one that was undone.
#[test]
#[should_panic(expected = "a propagation is explained after it was undone")]
fn a_propagation_that_was_undone_has_no_explanation() {
    let mut solver = Solver::new();
    let x = solver.new_var();
    solver.register_atom(AtomId(0), AtomKind::AtMost, x, &Integer::from(3));
    let mut tokens = Vec::new();
    for at in 0..2 {
        solver.pop();
        solver.push();
        let bound = Bound::upper(x, i64::from(at));
        solver.assert_bound(&bound, Reason(at)).unwrap();
        assert!(matches!(
            solver.check(&Budget::unlimited()),
            Check::Feasible
        ));
        let mut implied = Vec::new();
        solver.propagate(|_| false, &mut implied);
        tokens.extend(implied.iter().map(|fact| fact.token));
    }
    assert!(tokens.len() > 1);
    let _ = solver.explain(tokens[0]);
}
