//! Equations between terms that differ at some places only, from equations about these places.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;

/// Equations that were shown, by their sides.
pub(crate) type Equations = FxHashMap<(Term, Term), Fact>;

impl Elaborator {
    /// Shows `left = right` from equations between parts that stand at the same places; what is shown on the way is added to them. Nothing if
    /// the two are the same term.
    pub(crate) fn congruent(
        &mut self,
        left: Term,
        right: Term,
        known: &mut Equations,
    ) -> Outcome<Option<Fact>> {
        let mut work = vec![((left, right), false)];
        while let Some((pair, ready)) = work.pop() {
            if pair.0 == pair.1 || known.contains_key(&pair) {
                continue;
            }
            let parts = self.aligned(pair)?;
            if ready {
                let fact = self.cong_from(pair.0, &parts, known)?;
                known.insert(pair, fact);
            } else {
                work.push((pair, true));
                work.extend(parts.into_iter().map(|part| (part, false)));
            }
        }
        Ok(known.get(&(left, right)).copied())
    }

    /// The arguments of two terms with the same operator, in pairs; of a quantifier, its body.
    fn aligned(&mut self, (left, right): (Term, Term)) -> Outcome<Vec<(Term, Term)>> {
        let terms = self.checker().terms();
        let (a, b) = (terms.args(left).to_vec(), terms.args(right).to_vec());
        if terms.op(left) != terms.op(right) || a.len() != b.len() || a.is_empty() {
            return Err("the terms differ where no equation is known".into());
        }
        terms.charge(a.len())?;
        let skipped = match terms.op(left) {
            Op::Known(Known::Forall | Known::Exists) if a[0] == b[0] => 1,
            Op::Known(Known::Forall | Known::Exists) => {
                return Err("the quantifiers bind different variables".into());
            }
            Op::Known(op) if op.is_list() || op == Known::Distinct => 0,
            // What comes first and stays needs no equation.
            _ => (a.iter().zip(&b)).take_while(|(a, b)| a == b).count(),
        };
        Ok(a.into_iter().zip(b).skip(skipped).collect())
    }

    fn cong_from(
        &mut self,
        term: Term,
        parts: &[(Term, Term)],
        known: &Equations,
    ) -> Outcome<Fact> {
        let mut equations = Vec::with_capacity(parts.len());
        for pair in parts {
            equations.push(match known.get(pair) {
                Some(&fact) => fact,
                None => self.refl(pair.0)?,
            });
        }
        self.cong(term, &equations)
    }
}
