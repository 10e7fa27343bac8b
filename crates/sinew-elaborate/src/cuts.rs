//! Equations of strings cut into two, where both sides are equally long.

use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::congruence::Equations;
use crate::library::entry_of;

impl Elaborator {
    /// `(a·c = b·d) = (a = b ∧ c = d)` where `|a| = |b|`, however the strings are grouped; nothing if this is something else.
    pub(crate) fn cut_equation(&mut self, equation: Term) -> Outcome<Option<Fact>> {
        let Some((left, right)) = self.equation_sides(equation) else {
            return Ok(None);
        };
        let terms = self.checker().terms();
        let (Op::Known(Known::And), &[first, second]) = (terms.op(right), terms.args(right)) else {
            return Ok(None);
        };
        let sides = [left, first, second].map(|formula| self.equation_sides(formula));
        let [Some((s, t)), Some((a, b)), Some((c, d))] = sides else {
            return Ok(None);
        };
        let terms = self.checker().terms();
        if ![s, t]
            .map(|side| terms.op(side))
            .contains(&Op::Known(Known::Concat))
        {
            return Ok(None);
        }
        match self.cut_at((s, t), [(a, c), (b, d)]) {
            Err(Failure::Wrong(_)) => Ok(None),
            found => found.map(Some),
        }
    }

    fn cut_at(&mut self, (s, t): (Term, Term), halves: [(Term, Term); 2]) -> Outcome<Fact> {
        let [(a, c), (b, d)] = halves;
        let names = [("a", a), ("b", b), ("c", c), ("d", d)];
        let entry = entry_of("streq_split").ok_or("the library has no such entry")?;
        let cut = self.conditional_entry(entry, &names)?;
        let terms = self.checker().terms();
        let from = terms.app(Known::Eq, &[s, t])?;
        let joined = [
            terms.app(Known::Concat, &[a, c])?,
            terms.app(Known::Concat, &[b, d])?,
        ];
        let to = terms.app(Known::Eq, &joined)?;
        let mut known = Equations::default();
        for (side, joined) in [s, t].into_iter().zip(joined) {
            if let Some(fact) = self.attempt("", side, joined)? {
                known.insert((side, joined), fact);
            }
        }
        let grouped = self.congruent(from, to, &mut known)?;
        let steps: Vec<Fact> = grouped.into_iter().chain([cut]).collect();
        self.trans(&steps)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn equations_are_cut_where_both_sides_are_equally_long_and_nowhere_else() {
        for (left, right, shown) in [
            (
                "(= (str.++ x \"ba\" y) (str.++ \"ab\" x z))",
                "(and (= (str.++ x \"ba\") (str.++ \"ab\" x)) (= y z))",
                true,
            ),
            (
                "(= (str.++ x \"bac\" y) (str.++ \"ab\" x z))",
                "(and (= (str.++ x \"ba\") (str.++ \"ab\" x)) (= (str.++ \"c\" y) z))",
                true,
            ),
            (
                "(= (str.++ x \"ba\" y) (str.++ \"abc\" x z))",
                "(and (= (str.++ x \"ba\") (str.++ \"abc\" x)) (= y z))",
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let goal = bench.term(&format!("(= {left} {right})"));
            let found = bench.proof.cut_equation(goal).expect("enough work");
            assert_eq!(found.is_some(), shown, "{left}");
            if let Some(fact) = found {
                assert_eq!(bench.proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
