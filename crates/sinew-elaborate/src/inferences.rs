//! What string procedures infer: from premises that were shown to the conclusion, by the rule's name.

use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;

impl Elaborator {
    /// Shows what an inference concludes; an error says that there is no derivation.
    pub(crate) fn inference(
        &mut self,
        rule: &str,
        premises: &[Fact],
        conclusion: Term,
    ) -> Outcome<Fact> {
        let _ = (premises, conclusion);
        Err(Failure::Wrong(format!("there is no derivation of {rule}")))
    }

    /// Whether a formula compares integers, or denies it.
    pub(crate) fn is_comparison(&mut self, formula: Term) -> bool {
        let terms = self.checker().terms();
        let inner = match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Not), &[inner]) => inner,
            _ => formula,
        };
        match (terms.op(inner), terms.args(inner)) {
            (Op::Known(Known::Eq), &[a, _]) => terms.sort(a) == Sort::Int,
            (Op::Known(op), _) => matches!(op, Known::Le | Known::Lt | Known::Ge | Known::Gt),
            _ => false,
        }
    }
}
