//! Lengths that are bounded whatever else holds, and what follows: words of bounded length need no bound of a shape.
//!
//! What is told without a condition is looked at: inequalities, languages of words of bounded length, what
//! these imply, and what is so in each case of a disjunction (`settled`). What an operator implies about lengths is noted for this where it is
//! flattened, and told to nobody else. A variable that is short gets as many cells as it may have characters, each there once; so it is exact, neither its pieces nor
//! its period are assumed, and where all are exact nothing that could grow is to blame. With a bound on one of its words, *absent* has finitely many
//! shifts (`shifts`).

use rustc_hash::FxHashMap;
use sinew_base::Integer;
use sinew_strings::linear::Linear;
use sinew_term::{Op, Sort, Term, TermStore};

use super::promise::{Promise, Promises};
use super::settled::{Fact, Settled};
use super::shape::{Kind, Part, VariableId, Word, at_least};
use crate::tuning::{FLAT_CASE_WORK, FLAT_CASES, FLAT_DIGITS, FLAT_SHORT};

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

    /// Whether a form is never negative.
    pub(super) fn is_natural(&self, form: &Linear) -> bool {
        self.least(form).is_some_and(|least| !least.is_negative())
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

    /// Whether nothing is within them.
    fn contradict(&self) -> bool {
        let mut upper = self.upper.iter();
        upper.any(|(symbol, most)| self.lower.get(symbol).is_some_and(|least| least > most))
    }

    /// What is within these bounds or within the others.
    fn hull(mut self, other: &Bounds) -> Bounds {
        let join =
            |mine: &mut FxHashMap<Term, Integer>, others: &FxHashMap<Term, Integer>, up: bool| {
                mine.retain(|symbol, value| match others.get(symbol) {
                    Some(other) => {
                        if (*other > *value) == up {
                            *value = other.clone();
                        }
                        true
                    }
                    None => false,
                });
            };
        join(&mut self.upper, &other.upper, true);
        join(&mut self.lower, &other.lower, false);
        self
    }

    /// Takes from bounds that hold as well what is better. Whether something was.
    fn improve(&mut self, other: &Bounds) -> bool {
        let mut news = false;
        for (symbol, value) in &other.upper {
            if self.upper.get(symbol).is_none_or(|known| value < known) {
                self.upper.insert(*symbol, value.clone());
                news = true;
            }
        }
        for (symbol, value) in &other.lower {
            if self.lower.get(symbol).is_none_or(|known| value > known) {
                self.lower.insert(*symbol, value.clone());
                news = true;
            }
        }
        news
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

/// The bounds of all that is told.
struct Bounding<'a> {
    store: &'a TermStore,
    promises: &'a Promises,
    /// The promises of languages, by their literals.
    members: FxHashMap<Term, Vec<usize>>,
    /// Forms that are not negative.
    forms: Vec<Linear>,
    /// How much more may be looked at.
    left: usize,
}

impl Bounding<'_> {
    /// The forms that are not negative by these facts.
    fn inequalities(&self, facts: &[Fact]) -> Vec<Linear> {
        let (store, promises, mut forms) = (self.store, self.promises, Vec::new());
        for &(term, value) in facts {
            let (op, args) = (store.op(term), store.args(term));
            if value {
                for &at in self.members.get(&term).into_iter().flatten() {
                    if let Promise::Member { word, language } = &promises.all[at].1
                        && let Some(most) = promises.languages.longest(*language)
                    {
                        forms.push(Linear::constant(most).minus(&promises.length(word)));
                    }
                }
            }
            if !matches!(op, Op::Ge | Op::Eq) || store.sort(args[0]) != Sort::Int {
                continue;
            }
            if !value {
                if let (Op::Ge, &[a, b]) = (op, args) {
                    let (a, b) = (Linear::of(store, a), Linear::of(store, b));
                    forms.push(b.minus(&a).offset(-1));
                }
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
        forms
    }

    /// Learns what these forms say, and numerals.
    fn learn(&self, bounds: &mut Bounds, more: &[Linear]) {
        let digits = self.promises.shapes.tuning.size(&FLAT_DIGITS);
        for _ in 0..ROUNDS {
            let forms = self.forms.iter().chain(more);
            let mut news = forms.filter(|form| bounds.learn(form)).count();
            for numeral in &self.promises.numerals {
                let implied = numeral.implied(bounds, digits);
                news += implied.iter().filter(|form| bounds.learn(form)).count();
            }
            if news == 0 {
                break;
            }
        }
    }

    /// Learns what is so in each case of a formula that waits, for one after the other while there is time. Whether that was something new.
    fn split(&mut self, settled: &Settled, bounds: &mut Bounds) -> bool {
        let most = self.promises.shapes.tuning.size(&FLAT_CASES);
        let mut news = false;
        for &fact in settled.waiting() {
            let open = settled.open(self.store, fact, most + 1).unwrap_or_default();
            let cost = open.len() * (settled.size() + self.forms.len()) * 2;
            if open.is_empty() || open.len() > most || cost > self.left {
                continue;
            }
            self.left -= cost;
            let cases = open.into_iter();
            let cases = cases.filter_map(|at| self.in_case(settled, bounds, (fact, at)));
            let all = cases.reduce(|one, other| one.hull(&other));
            news |= all.is_some_and(|all| bounds.improve(&all));
        }
        news
    }

    /// The bounds in a case, unless it contradicts itself.
    fn in_case(
        &self,
        settled: &Settled,
        bounds: &Bounds,
        (fact, at): (Fact, usize),
    ) -> Option<Bounds> {
        let (mut here, mut bounds) = (settled.clone(), bounds.clone());
        here.choose(self.store, fact, at);
        for _ in 0..ROUNDS {
            if here.refuted || !here.propagate(self.store) {
                break;
            }
        }
        let forms = self.inequalities(&here.order[settled.order.len()..]);
        self.learn(&mut bounds, &forms);
        (!here.refuted && !bounds.contradict()).then_some(bounds)
    }
}

impl Promises {
    /// Says that no word has more than so many characters; which are all exact then. Whether none could have more anyway.
    pub(super) fn cut(&mut self, store: &mut TermStore, longest: usize) -> bool {
        let mut anyway = true;
        for variable in &self.shapes.variables {
            if variable.kind == Kind::Flat {
                let (most, length) = (
                    Linear::constant(longest as u64),
                    Linear::atom(variable.length),
                );
                anyway &= self.bounds.length(&length, longest).is_some();
                let fits = at_least(store, &most, &length);
                self.shapes.told.push(fits);
            }
        }
        self.bound_up_to(store, longest, 0);
        anyway
    }

    /// Finds the bounds that always hold, and makes short variables exact.
    pub(super) fn bound(&mut self, store: &mut TermStore) {
        let (most, work) = (
            self.shapes.tuning.size(&FLAT_SHORT),
            self.shapes.tuning.size(&FLAT_CASE_WORK),
        );
        self.bound_up_to(store, most, work);
    }

    fn bound_up_to(&mut self, store: &mut TermStore, most: usize, work: usize) {
        let bounds = self.bounds_of_told(store, work);
        for id in 0..self.shapes.variables.len() {
            self.shorten_within(store, id, &bounds, most);
        }
        let digits = self.shapes.tuning.size(&FLAT_DIGITS);
        for numeral in &self.numerals {
            if let Some(most) = numeral.most_digits(&bounds, digits) {
                self.shapes.limit_numeral(store, numeral.id, most);
            }
        }
        (self.bounds, self.short) = (bounds, Some(most));
    }

    fn shorten_within(
        &mut self,
        store: &mut TermStore,
        id: VariableId,
        bounds: &Bounds,
        most: usize,
    ) {
        let length = Linear::atom(self.shapes.variables[id].length);
        if self.shapes.variables[id].kind == Kind::Flat
            && let Some(most) = bounds.length(&length, most)
        {
            self.shapes.shorten(store, id, most);
        }
    }

    /// The bounds of what is told.
    fn bounds_of_told(&self, store: &TermStore, work: usize) -> Bounds {
        let mut settled = Settled::default();
        for &fact in &self.shapes.told {
            settled.take(store, (fact, true));
        }
        for _ in 0..ROUNDS {
            if !settled.propagate(store) {
                break;
            }
        }
        let mut members: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
        for (at, (literal, promise)) in self.all.iter().enumerate() {
            if matches!(promise, Promise::Member { .. }) {
                members.entry(*literal).or_default().push(at);
            }
        }
        let mut bounding = Bounding {
            store,
            promises: self,
            members,
            forms: Vec::new(),
            left: work,
        };
        bounding.forms = bounding.inequalities(&settled.order);
        bounding.forms.extend(self.implied.iter().cloned());
        let mut bounds = self.bounds.clone();
        bounding.learn(&mut bounds, &[]);
        let open = |bounds: &Bounds| {
            let mut variables = self.shapes.variables.iter();
            variables.any(|one| {
                one.kind == Kind::Flat && bounds.greatest(&Linear::atom(one.length)).is_none()
            })
        };
        while open(&bounds) && bounding.split(&settled, &mut bounds) {
            bounding.learn(&mut bounds, &[]);
        }
        bounds
    }

    /// Learns that a word, where it is used, is a part of another one.
    pub(super) fn is_part(&mut self, store: &mut TermStore, part: &Word, whole: &Word) {
        let form = self.length(whole).minus(&self.length(part));
        if let Some(most) = self.short
            && let [Part::Variable(id)] = part[..]
        {
            let mut bounds = std::mem::take(&mut self.bounds);
            bounds.learn(&form);
            self.shorten_within(store, id, &bounds, most);
            self.bounds = bounds;
        }
        self.implied.push(form);
    }
}
