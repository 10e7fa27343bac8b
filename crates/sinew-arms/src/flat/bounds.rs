//! Lengths that are bounded whatever else holds, and what follows: words of bounded length need no bound of a shape.
//!
//! What is told without a condition is looked at: inequalities, languages of words of bounded length, and what
//! these imply. A variable that is short gets as many cells as it may have characters, each there once; so it is exact, neither its pieces nor
//! its period are assumed, and where all are exact nothing that could grow is to blame. With a bound on one of its words, *absent* has finitely many
//! shifts (`shifts`).

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::Integer;
use sinew_strings::linear::Linear;
use sinew_term::{Op, Sort, Term, TermStore};

use super::promise::{Promise, Promises};
use super::shape::{Kind, at_least};
use crate::tuning::FLAT_SHORT;

/// Rounds of propagation, of facts and of bounds.
const ROUNDS: usize = 8;

/// The greatest values of symbols, and the least ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    upper: FxHashMap<Term, Integer>,
    lower: FxHashMap<Term, Integer>,
}

impl Bounds {
    /// The greatest value of a form.
    pub(super) fn greatest(&self, form: &Linear) -> Option<Integer> {
        let mut sum = form.constant.clone();
        for (symbol, factor) in &form.monomials {
            let bounds = match factor.is_positive() {
                true => &self.upper,
                false => &self.lower,
            };
            sum += &(bounds.get(symbol)? * factor);
        }
        Some(sum)
    }

    /// The least value of a form.
    fn least(&self, form: &Linear) -> Option<Integer> {
        self.greatest(&form.scaled(&Integer::MINUS_ONE))
            .map(|most| -&most)
    }

    /// A length that a word has at least.
    pub(super) fn shortest(&self, length: &Linear) -> usize {
        let least = self.least(length).and_then(|least| least.to_i64());
        least.unwrap_or(0).max(0) as usize
    }

    /// Whether a form may be a multiple of this number.
    pub(super) fn may_be_multiple(&self, form: &Linear, of: usize) -> bool {
        let (Some(least), Some(greatest)) = (self.least(form), self.greatest(form)) else {
            return true;
        };
        let over = greatest.div_rem_euclid(&Integer::from(of as u64)).1;
        &greatest - &over >= least
    }

    /// The greatest length, if it is not above this one.
    pub(super) fn length(&self, form: &Linear, most: usize) -> Option<usize> {
        let greatest = self.greatest(form)?.to_i64()?.max(0) as usize;
        (greatest <= most).then_some(greatest)
    }

    /// Learns from `form ≥ 0`. Whether there was something to learn.
    fn learn(&mut self, form: &Linear) -> bool {
        let mut news = false;
        for (at, (symbol, factor)) in form.monomials.iter().enumerate() {
            let mut rest = form.clone();
            rest.monomials.remove(at);
            let Some(most) = self.greatest(&rest) else {
                continue;
            };
            // `factor·symbol ≥ −most`
            let known = match factor.is_positive() {
                true => {
                    let least = -&most.div_rem_euclid(factor).0;
                    let known = self.lower.get(symbol);
                    known
                        .is_none_or(|known| least > *known)
                        .then(|| self.lower.insert(*symbol, least))
                }
                false => {
                    let greatest = most.div_rem_euclid(&-factor).0;
                    let known = self.upper.get(symbol);
                    known
                        .is_none_or(|known| greatest < *known)
                        .then(|| self.upper.insert(*symbol, greatest))
                }
            };
            news |= known.is_some();
        }
        news
    }
}

/// What holds whatever else does: formulas, and which are false.
#[derive(Default)]
struct Settled {
    holds: FxHashSet<Term>,
    fails: FxHashSet<Term>,
    waiting: Vec<Term>,
}

impl Settled {
    /// Takes a formula that holds apart, as far as it goes without choices.
    fn take(&mut self, store: &TermStore, formula: Term) {
        let mut left = vec![formula];
        while let Some(term) = left.pop() {
            if !self.holds.insert(term) {
                continue;
            }
            let args = store.args(term);
            match store.op(term) {
                Op::And => left.extend_from_slice(args),
                Op::Not => {
                    self.fails.insert(args[0]);
                }
                Op::Or | Op::Implies => self.waiting.push(term),
                _ => {}
            }
        }
    }

    /// Takes what is left of disjunctions all other parts of which fail. Whether there was one.
    fn propagate(&mut self, store: &TermStore) -> bool {
        let before = self.holds.len();
        for clause in std::mem::take(&mut self.waiting) {
            let args = store.args(clause);
            let (conditions, others) = match store.op(clause) {
                Op::Implies => args.split_at(args.len() - 1),
                _ => args.split_at(0),
            };
            let met = conditions.iter().all(|one| self.holds.contains(one));
            let failed = |&&one: &&Term| match store.op(one) {
                Op::Not => self.holds.contains(&store.arg(one, 0)),
                _ => self.fails.contains(&one),
            };
            let open: Vec<Term> = others.iter().filter(|one| !failed(one)).copied().collect();
            match open[..] {
                [only] if met => self.take(store, only),
                _ => self.waiting.push(clause),
            }
        }
        self.holds.len() > before
    }
}

impl Promises {
    /// Says that no word has more than so many characters; which are all exact then.
    pub(super) fn cut(&mut self, store: &mut TermStore, longest: usize) {
        for variable in &self.shapes.variables {
            if variable.kind == Kind::Flat {
                let (most, length) = (
                    Linear::constant(longest as u64),
                    Linear::atom(variable.length),
                );
                let fits = at_least(store, &most, &length);
                self.shapes.told.push(fits);
            }
        }
        self.bound_up_to(store, longest);
    }

    /// Finds the bounds that always hold, and makes short variables exact.
    pub(super) fn bound(&mut self, store: &mut TermStore) {
        self.bound_up_to(store, self.shapes.tuning.size(&FLAT_SHORT));
    }

    fn bound_up_to(&mut self, store: &mut TermStore, most: usize) {
        let mut settled = Settled::default();
        for &fact in &self.shapes.told {
            settled.take(store, fact);
        }
        for _ in 0..ROUNDS {
            if !settled.propagate(store) {
                break;
            }
        }
        let forms = self.inequalities(store, &settled);
        let mut bounds = Bounds::default();
        for _ in 0..ROUNDS {
            let news = forms.iter().filter(|form| bounds.learn(form)).count();
            if news == 0 {
                break;
            }
        }
        for id in 0..self.shapes.variables.len() {
            let length = Linear::atom(self.shapes.variables[id].length);
            if self.shapes.variables[id].kind == Kind::Flat
                && let Some(most) = bounds.length(&length, most)
            {
                self.shapes.shorten(store, id, most);
            }
        }
        self.bounds = bounds;
    }

    /// The forms that are not negative.
    fn inequalities(&self, store: &TermStore, settled: &Settled) -> Vec<Linear> {
        let mut forms = Vec::new();
        let mut holding: Vec<Term> = settled.holds.iter().copied().collect();
        holding.sort_unstable();
        for term in holding {
            let (op, args) = (store.op(term), store.args(term));
            if !matches!(op, Op::Ge | Op::Eq) || store.sort(args[0]) != Sort::Int {
                continue;
            }
            for pair in args.windows(2) {
                let (one, other) = (Linear::of(store, pair[0]), Linear::of(store, pair[1]));
                forms.push(one.minus(&other));
                if op == Op::Eq {
                    forms.push(other.minus(&one));
                }
            }
        }
        let mut failing: Vec<Term> = settled.fails.iter().copied().collect();
        failing.sort_unstable();
        for term in failing {
            if let (Op::Ge, &[a, b]) = (store.op(term), store.args(term)) {
                let (a, b) = (Linear::of(store, a), Linear::of(store, b));
                forms.push(b.minus(&a).offset(-1));
            }
        }
        for (literal, promise) in &self.all {
            if let Promise::Member { word, language } = promise
                && settled.holds.contains(literal)
                && let Some(most) = self.languages.longest(*language)
            {
                forms.push(Linear::constant(most).minus(&self.length(word)));
            }
        }
        forms
    }
}
