//! Quantifiers that can go.
//!
//! Forward, each assertion φ becomes a formula ψ without the quantifiers that can go:
//! existential ones in positive places become fresh constants (Skolem), and those whose meaning
//! is a formula of the theory become it ([`patterns`](super::quantified::patterns), among them the right-hand
//! sides of P0, Table 2). ψ implies φ under every interpretation of the old symbols and some of the fresh
//! ones, and is satisfiable if φ is. So an `unsat` of ψ is one of φ, and a model of ψ *that the
//! reference semantics has evaluated on ψ* is one of φ: back, ψ stands in for φ where the semantics cannot
//! evaluate φ itself; where it can, φ must be true as well.

use super::quantified::polarity::eliminate;
use super::{Answer, Context, Outcome, Query, Rest, Stage};

/// The stage.
pub(super) struct Eliminate;

impl Stage for Eliminate {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        if !query.is_quantified(cx.store) {
            return rest.ask(query, cx);
        }
        let mut derivation = cx.derivation();
        let budget = cx.budget;
        let eliminated = query.map(|term| eliminate(cx.store, term, &mut derivation, budget));
        cx.note(&derivation);
        let Answer { outcome, mut basis } = rest.ask(&eliminated, cx);
        basis.precede(derivation);
        if matches!(outcome, Outcome::Sat(_)) {
            let before = query.problem.assertions.iter();
            for ((before, origins), (after, _)) in before.zip(&eliminated.problem.assertions) {
                if before != after {
                    let stand_ins = origins.iter().map(|position| (position, *after));
                    basis.stand_ins.extend(stand_ins);
                }
            }
        }
        Answer { outcome, basis }
    }
}
