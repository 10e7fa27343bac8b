//! Quantifiers around a solver that has none.
//!
//! Three steps, in this order:
//!
//! 1. [`eliminate`] makes from each assertion φ a formula ψ without the quantifiers that can go:
//!    existential ones in positive places become fresh constants (Skolem), and those whose meaning
//!    is a formula of the theory become it ([`patterns`], among them the right-hand sides of P0,
//!    Table 2). ψ implies φ under every interpretation of the old symbols and some of the fresh
//!    ones, and is satisfiable if φ is. So an `unsat` of ψ is one of φ, and a model of ψ *that the
//!    reference semantics has evaluated on ψ* is one of φ. Certification relies on this argument
//!    only where the semantics cannot evaluate φ itself; where it can, φ must be true as well.
//!    What is left is looked at again with the values that the other assertions fix ([`known`]).
//! 2. Universal ones that are left, in positive places, are read as fresh propositions that imply
//!    their instances. What is unsatisfiable with some instances is unsatisfiable.
//! 3. A model is checked by the semantics: quantifiers over bounded integers and finite domains are
//!    evaluated. One that fails gives the instance that failed (model-based instantiation, P3 §3.1),
//!    and the search goes on. Over infinite domains nothing can be evaluated: first come instances
//!    with the terms at hand; if none of them fails in the model, the answer is `unknown`.

mod known;
mod patterns;
mod polarity;

pub(crate) use polarity::eliminate;

use sinew_base::{Budget, StopReason};
use sinew_semantics::{Model, Reason, Value, Verdict, check_with};
use sinew_term::{Op, Sort, Substitution, Term, TermSet, TermStore, postorder_all};

use self::polarity::{Universal, abstracted};
use crate::certify::evaluator;
use crate::solve::{Outcome, Unknown};

/// Rounds of model-based instantiation.
const ROUNDS: usize = 256;
/// Instances with terms at hand that one universal formula may have.
const MAX_INSTANCES: usize = 64;

/// Whether there is anything to do here.
pub(crate) fn is_quantified(store: &TermStore, terms: &[Term]) -> bool {
    terms.iter().any(|&term| store.mentions_quantifiers(term))
}

/// What certification evaluates: each assertion as it was written, or, where a quantifier was
/// eliminated from it, what came of that.
pub(crate) fn to_certify(
    store: &TermStore,
    written: &[Term],
    before: &[Term],
    after: &[Term],
) -> Vec<Term> {
    let changed = before
        .iter()
        .zip(after)
        .map(|(before, after)| before != after);
    let pairs = written.iter().zip(after).zip(changed);
    pairs
        .map(|((&written, &after), changed)| {
            debug_assert!(!changed || store.mentions_quantifiers(written));
            if changed { after } else { written }
        })
        .collect()
}

/// A `sat` whose model the semantics finds to fail an assertion as it was written does not count,
/// whatever came of eliminating quantifiers; nor does one for which the budget ends before that is
/// seen.
pub(crate) fn none_fails(
    store: &TermStore,
    written: &[Term],
    outcome: Outcome,
    budget: &Budget,
) -> Outcome {
    let Outcome::Sat(model) = &outcome else {
        return outcome;
    };
    if !is_quantified(store, written) {
        return outcome;
    }
    let verdict = check_with(&mut evaluator(store, model, u64::MAX, budget), written);
    match verdict {
        Verdict::Falsified { .. } => {
            let why = "the model found does not satisfy a quantified assertion".to_owned();
            Outcome::Unknown(Unknown::Incomplete(why))
        }
        Verdict::Undecided { reason, .. } if reason.reason == Reason::Interrupted => {
            Outcome::Unknown(Unknown::Stopped(why_stopped(budget)))
        }
        _ => outcome,
    }
}

/// Why an evaluation that draws on the budget was interrupted.
fn why_stopped(budget: &Budget) -> StopReason {
    budget.exhausted().unwrap_or(StopReason::Interrupted)
}

/// The search of steps 2 and 3.
struct Search {
    /// The assertions with propositions for universal formulas, then the instances.
    ground: Vec<Term>,
    /// Which assertion each of `ground` belongs to.
    origins: Vec<usize>,
    /// The assertions that values in this one come from.
    because: Vec<Vec<usize>>,
    universals: Vec<(Universal, usize)>,
    seen: TermSet,
}

/// Decides formulas that [`eliminate`] has made, `solve` being the solver without quantifiers.
pub(crate) fn solve_quantified(
    store: &mut TermStore,
    terms: &[Term],
    budget: &Budget,
    solve: &mut dyn FnMut(&mut TermStore, &[Term]) -> Outcome,
) -> Outcome {
    let mut search = Search {
        ground: Vec::new(),
        origins: Vec::new(),
        because: vec![Vec::new(); terms.len()],
        universals: Vec::new(),
        seen: TermSet::new(),
    };
    let known = known::values(store, terms, budget);
    for (origin, &term) in terms.iter().enumerate() {
        let (term, because) = known.put_in(store, term, budget);
        search.because[origin] = because;
        search.add(store, term, origin);
    }
    for _ in 0..ROUNDS {
        if let Err(reason) = budget.spend(1) {
            return Outcome::Unknown(Unknown::Stopped(reason));
        }
        match solve(store, &search.ground) {
            Outcome::Sat(model) => {
                let whole = model.clone().with_defaults();
                match search.refine(store, &whole, budget) {
                    Ok(Refined::Holds) => return Outcome::Sat(model),
                    Ok(Refined::Added) => {}
                    Ok(Refined::Undecided(names, why)) => {
                        return search.without(store, &names, why, budget, solve);
                    }
                    Err(reason) => return Outcome::Unknown(Unknown::Stopped(reason)),
                }
            }
            Outcome::Unsat(core) => {
                let mut core: Vec<usize> = core.iter().map(|&i| search.origins[i]).collect();
                let values: Vec<usize> = core
                    .iter()
                    .flat_map(|&origin| search.because[origin].iter().copied())
                    .collect();
                core.extend(values);
                core.sort_unstable();
                core.dedup();
                return Outcome::Unsat(core);
            }
            unknown => return unknown,
        }
    }
    let why = "a universally quantified formula has too many instances".to_owned();
    Outcome::Unknown(Unknown::Incomplete(why))
}

/// What looking at the universal formulas in a model came to.
enum Refined {
    Holds,
    Added,
    /// These propositions hold, and nobody can tell whether their formulas do.
    Undecided(Vec<Term>, String),
}

impl Search {
    fn add(&mut self, store: &mut TermStore, term: Term, origin: usize) {
        let (ground, universals) = abstracted(store, term);
        if self.seen.insert(ground) {
            self.ground.push(ground);
            self.origins.push(origin);
        }
        self.universals
            .extend(universals.into_iter().map(|universal| (universal, origin)));
    }

    fn refine(
        &mut self,
        store: &mut TermStore,
        model: &Model,
        budget: &Budget,
    ) -> Result<Refined, StopReason> {
        let (mut names, mut reason) = (Vec::new(), None);
        let before = self.ground.len();
        for (universal, origin) in self.universals.clone() {
            let mut evaluator = evaluator(store, model, u64::MAX, budget);
            if evaluator.eval(universal.name) != Ok(Value::Bool(true)) {
                continue;
            }
            let value = evaluator.eval(universal.formula);
            let witness = evaluator.witness(universal.formula).unwrap_or_default();
            drop(evaluator);
            budget.check()?;
            match value {
                Ok(Value::Bool(value)) if value == universal.value => {}
                Ok(_) => {
                    let mut substitution = Substitution::new();
                    for (variable, value) in witness {
                        let value = value.to_term(store);
                        substitution.insert(variable, value);
                    }
                    let count = self.ground.len();
                    self.instantiate(store, &universal, &substitution, (origin, budget));
                    if self.ground.len() == count {
                        names.push(universal.name);
                        reason.get_or_insert_with(|| {
                            "quantified formulas: an instance fails again".to_owned()
                        });
                    }
                }
                Err(why) => {
                    if !self.at_hand(store, model, &universal, (origin, budget))? {
                        names.push(universal.name);
                        reason.get_or_insert_with(|| {
                            format!("quantified formulas: {}", why.describe(store))
                        });
                    }
                }
            }
        }
        // A name that was not evaluated was passed over.
        budget.check()?;
        Ok(match reason {
            _ if self.ground.len() > before => Refined::Added,
            Some(why) => Refined::Undecided(names, why),
            None => Refined::Holds,
        })
    }

    /// A last attempt: a model that does without the formulas that nobody can check.
    fn without(
        &mut self,
        store: &mut TermStore,
        names: &[Term],
        why: String,
        budget: &Budget,
        solve: &mut dyn FnMut(&mut TermStore, &[Term]) -> Outcome,
    ) -> Outcome {
        let mut ground = self.ground.clone();
        ground.extend(names.iter().map(|&name| store.not(name)));
        if let Outcome::Sat(model) = solve(store, &ground) {
            match self.refine(store, &model.clone().with_defaults(), budget) {
                Ok(Refined::Holds) => return Outcome::Sat(model),
                Err(reason) => return Outcome::Unknown(Unknown::Stopped(reason)),
                Ok(_) => {}
            }
        }
        Outcome::Unknown(Unknown::Incomplete(why))
    }

    /// `name ⇒ body` for these values of the variables.
    fn instantiate(
        &mut self,
        store: &mut TermStore,
        universal: &Universal,
        substitution: &Substitution,
        (origin, budget): (usize, &Budget),
    ) {
        let Some((_, body, _)) = store.quantifier_parts(universal.formula) else {
            return;
        };
        let mut body = substitution.apply(store, body);
        if !universal.value {
            body = store.not(body);
        }
        let instance = store.implies(universal.name, body);
        let instance = eliminate(store, instance, budget);
        self.add(store, instance, origin);
    }

    /// Instances with ground terms of the problem that fail in the model. Whether there are any.
    fn at_hand(
        &mut self,
        store: &mut TermStore,
        model: &Model,
        universal: &Universal,
        (origin, budget): (usize, &Budget),
    ) -> Result<bool, StopReason> {
        let Some((variables, body, _)) = store.quantifier_parts(universal.formula) else {
            return Ok(false);
        };
        let (variables, body) = (variables.to_vec(), body);
        let mut candidates: Vec<Vec<Term>> = Vec::new();
        for &variable in &variables {
            let sort = store.sort(variable);
            let mut terms: Vec<Term> = postorder_all(store, &self.ground)
                .into_iter()
                .filter(|&t| store.sort(t) == sort && !store.mentions_variables(t))
                .collect();
            terms.truncate(MAX_INSTANCES);
            if matches!(sort, Sort::Bool | Sort::Int | Sort::String) {
                let default = Value::default_of(sort).to_term(store);
                if !terms.contains(&default) {
                    terms.push(default);
                }
            }
            candidates.push(terms);
        }
        if candidates.iter().any(Vec::is_empty) {
            return Ok(false);
        }
        let mut choice = vec![0; variables.len()];
        let mut added = false;
        for _ in 0..MAX_INSTANCES {
            let mut substitution = Substitution::new();
            for ((&variable, terms), &index) in variables.iter().zip(&candidates).zip(&choice) {
                substitution.insert(variable, terms[index]);
            }
            let instance = substitution.apply(store, body);
            let value = evaluator(store, model, u64::MAX, budget).eval(instance);
            budget.spend(1)?;
            if value == Ok(Value::Bool(!universal.value)) {
                self.instantiate(store, universal, &substitution, (origin, budget));
                added = true;
            }
            if !next_choice(&mut choice, &candidates) {
                break;
            }
        }
        Ok(added)
    }
}

fn next_choice(choice: &mut [usize], candidates: &[Vec<Term>]) -> bool {
    for (index, terms) in choice.iter_mut().zip(candidates) {
        *index += 1;
        if *index < terms.len() {
            return true;
        }
        *index = 0;
    }
    false
}

/// A constant that occurs nowhere: names with `@` are the solver's own by the standard.
fn fresh_constant(store: &mut TermStore, hint: &str, sort: Sort) -> Term {
    let mut number = store.term_count();
    loop {
        let before = store.term_count();
        let constant = store.constant(&format!("@{hint}{number}"), sort);
        if constant.index() >= before {
            debug_assert!(matches!(store.op(constant), Op::Apply(_)));
            return constant;
        }
        number += 1;
    }
}
