//! A checker with the translation of the solver's terms around it, and the steps that occur everywhere.

use rustc_hash::FxHashSet;
use sinew_proof::cpc::{Checker, Fact, Known, Op, Outcome, Sort, Term};
use sinew_term::TermStore;

use crate::congruence::Equations;
use crate::library::Library;
use crate::refutation::Inferred;
use crate::rewrite::{Rewriter, Underivable};
use crate::translate::Translation;

/// Makes a proof: every step is checked as it is made.
///
/// ```
/// use sinew_elaborate::Elaborator;
/// use sinew_term::{Sort, TermStore};
/// let mut store = TermStore::new();
/// let (x, empty) = (store.constant("x", Sort::String), store.string(""));
/// let left = store.concat(&[x, empty]);
/// let mut proof = Elaborator::new(1_000_000);
/// let (left, right) = (proof.term(&store, left)?, proof.term(&store, x)?);
/// let fact = proof.rewrite("concat_words", left, right).expect("derivable");
/// assert_eq!(proof.sides(fact), Some((left, right)));
/// # Ok::<(), sinew_proof::cpc::Failure>(())
/// ```
#[derive(Debug)]
pub struct Elaborator {
    checker: Checker,
    translation: Translation,
    rewriter: Rewriter,
    pub(crate) library: Library,
    /// Whether something was taken on trust.
    pub(crate) gap: bool,
    /// The assertions that were used, as terms of the solver.
    pub(crate) used: Vec<sinew_term::Term>,
    /// Inferences that were taken on trust.
    pub(crate) trusted: Vec<Inferred>,
}

impl Elaborator {
    /// With this much work allowed; see [`Checker::new`].
    #[must_use]
    pub fn new(budget: u64) -> Elaborator {
        Elaborator {
            checker: Checker::new(budget),
            translation: Translation::default(),
            rewriter: Rewriter::default(),
            library: Library::default(),
            gap: false,
            used: Vec::new(),
            trusted: Vec::new(),
        }
    }

    /// The checker, for steps that have no function here.
    pub fn checker(&mut self) -> &mut Checker {
        &mut self.checker
    }

    /// The checker, with all that was shown.
    #[must_use]
    pub fn into_checker(self) -> Checker {
        self.checker
    }

    /// The term of the calculus that a term of the solver is. All terms must be of one store, or of clones that have grown from it.
    pub fn term(&mut self, store: &TermStore, term: sinew_term::Term) -> Outcome {
        (self.translation).term(self.checker.terms(), store, term)
    }

    /// Makes a term of the solver an assertion of the problem: as it was written, which is how proofs of it must begin.
    pub(crate) fn assert(&mut self, store: &TermStore, assertion: sinew_term::Term) -> Outcome<()> {
        let (terms, translation) = (self.checker.terms(), &mut self.translation);
        let plain = translation.term(terms, store, assertion)?;
        let written = translation.written(terms, store, assertion)?;
        self.checker.assert(written.unwrap_or(plain));
        Ok(())
    }

    /// Assumes an assertion, and shows what it is in the solver's terms: with numbers where a script has signs before numerals.
    pub(crate) fn assume(
        &mut self,
        store: &TermStore,
        assertion: sinew_term::Term,
    ) -> Outcome<Fact> {
        let (terms, translation) = (self.checker.terms(), &mut self.translation);
        let plain = translation.term(terms, store, assertion)?;
        let Some(written) = translation.written(terms, store, assertion)? else {
            return self.checker.assume(plain);
        };
        let assumed = self.checker.assume(written)?;
        let mut known = Equations::default();
        self.evaluate_numerals(written, &mut known)?;
        let equation = self.congruent(written, plain, &mut known)?;
        self.resolve(assumed, equation)
    }

    /// `(- n) = -n`, for all numerals in a term that have a sign before them.
    fn evaluate_numerals(&mut self, root: Term, known: &mut Equations) -> Outcome<()> {
        let (mut work, mut seen) = (vec![root], FxHashSet::default());
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            let terms = self.checker.terms();
            terms.charge(1)?;
            match (terms.op(term), terms.args(term)) {
                (Op::Known(Known::Neg), &[numeral]) if terms.as_int(numeral).is_some() => {
                    let fact = self.checker.step("evaluate", &[], &[term], None)?;
                    if let Some(sides) = self.sides(fact) {
                        known.insert(sides, fact);
                    }
                }
                (_, parts) => work.extend(parts),
            }
        }
        Ok(())
    }

    /// The sort of the calculus that a sort of the solver is.
    pub fn sort(&mut self, store: &TermStore, sort: sinew_term::Sort) -> Sort {
        (self.translation).sort(self.checker.terms(), store, sort)
    }

    /// Says what a symbol of the solver stands for, where the proof has no such symbol: a witness, for example. Must be said
    /// before a term with the symbol is translated.
    pub fn define(&mut self, symbol: sinew_term::Term, meaning: Term) {
        self.translation.define(symbol, meaning);
    }

    /// Left and right side of an equation that was shown.
    #[must_use]
    pub fn sides(&mut self, fact: Fact) -> Option<(Term, Term)> {
        let formula = self.checker.formula(fact)?;
        let terms = self.checker.terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Eq), &[left, right]) => Some((left, right)),
            _ => None,
        }
    }

    /// `t = t`.
    pub fn refl(&mut self, term: Term) -> Outcome<Fact> {
        self.checker.step("refl", &[], &[term], None)
    }

    /// `t = s` from `s = t`.
    pub fn symm(&mut self, equation: Fact) -> Outcome<Fact> {
        self.checker.step("symm", &[equation], &[], None)
    }

    /// `a = d` from `a = b`, `b = c`, `c = d`.
    pub fn trans(&mut self, equations: &[Fact]) -> Outcome<Fact> {
        match equations {
            &[only] => Ok(only),
            _ => self.checker.step("trans", equations, &[], None),
        }
    }

    /// `f(a, b) = f(c, d)` from `a = c` and `b = d`: one equation for each argument, but none for the bound variables of a quantifier.
    pub fn cong(&mut self, term: Term, equations: &[Fact]) -> Outcome<Fact> {
        let rule = congruence(self.checker.terms().op(term));
        self.checker.step(rule, equations, &[term], None)
    }

    /// Shows `lhs = rhs`: one application, at the root, of the simplifier's law of this name. The library has
    /// some laws by name; the search does not ask which law it was: one that learns something new is derived all the same.
    pub fn rewrite(&mut self, law: &str, lhs: Term, rhs: Term) -> Result<Fact, Underivable> {
        let equation = self.checker.terms().app(Known::Eq, &[lhs, rhs])?;
        match self.by_entry(law, equation)? {
            Some(fact) => Ok(fact),
            None => self.search_rewrite(lhs, rhs),
        }
    }

    /// Shows what a law says by the library, with the terms put into the form that the entry is about if need be.
    pub(crate) fn by_entry(&mut self, law: &str, equation: Term) -> Outcome<Option<Fact>> {
        if let Some(fact) = self.by_library(law, equation)? {
            return Ok(Some(fact));
        }
        if let Some(fact) = self.compared_strings(equation)? {
            return Ok(Some(fact));
        }
        if let Some(fact) = self.cut_equation(equation)? {
            return Ok(Some(fact));
        }
        self.member_at_ends(equation)
    }

    /// The same by search alone.
    pub(crate) fn search_rewrite(&mut self, lhs: Term, rhs: Term) -> Result<Fact, Underivable> {
        self.rewriter.derive(&mut self.checker, lhs, rhs)
    }

    /// Shows a comparison that follows from what is known of its terms, or an equation that is computed.
    pub(crate) fn evident(&mut self, condition: Term) -> Outcome<Option<Fact>> {
        self.rewriter.evident(&mut self.checker, condition)
    }

    /// Shows that a formula equals a membership of this string. Nothing inside says that it is one; nothing at all, that it says more than that, or that no way is
    /// known.
    pub(crate) fn membership_form(
        &mut self,
        string: Term,
        formula: Term,
    ) -> Outcome<Option<Option<Fact>>> {
        (self.rewriter).membership_form(&mut self.checker, string, formula)
    }

    /// Strings that formulas may be about.
    pub(crate) fn subjects(&mut self, formulas: &[Term]) -> Vec<Term> {
        (self.rewriter)
            .searching(&mut self.checker)
            .subjects(formulas)
    }
}

/// The rule of congruence for terms with this operator.
pub(crate) fn congruence(op: Op) -> &'static str {
    match op {
        Op::Known(Known::Distinct) => "pairwise_cong",
        Op::Known(known) if known.is_list() => "nary_cong",
        _ => "cong",
    }
}
