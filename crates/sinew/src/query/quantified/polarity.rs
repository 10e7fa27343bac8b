//! Walks over formulas that know whether a place is positive, negative or both.

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_strings::polarity::Polarity;
use sinew_term::{Op, Sort, Substitution, Term, TermStore};

use super::fresh_constant;
use super::patterns::recognise;
use crate::query::{Derivation, rules};

/// Whether the quantifier, standing where this is its polarity, says that there is something.
fn is_existential(polarity: Polarity, op: Op) -> bool {
    match op {
        Op::Exists(_) => polarity == Polarity::POSITIVE,
        Op::Forall(_) => polarity == Polarity::NEGATIVE,
        _ => false,
    }
}

/// A universal formula that a proposition stands for.
#[derive(Clone, Debug)]
pub(crate) struct Universal {
    /// The proposition.
    pub(crate) name: Term,
    /// The quantified formula.
    pub(crate) formula: Term,
    /// The value it must have if the proposition holds: false for an existential one under a
    /// negation.
    pub(crate) value: bool,
}

/// What happens to a quantified formula.
enum Replaced {
    /// It becomes this, which is walked on.
    By(Term),
    /// It becomes this and is left alone.
    Finally(Term),
}

/// Replaces the quantified formulas of `term`, outermost first; nothing under a quantifier that is
/// kept is looked at.
fn walk(
    store: &mut TermStore,
    term: Term,
    replace: &mut dyn FnMut(&mut TermStore, Term, Polarity) -> Replaced,
) -> Term {
    enum Task {
        Visit(Term, Polarity),
        Build(Term, Polarity),
        /// The result of the second is that of the first.
        Same((Term, Polarity), (Term, Polarity)),
    }
    let mut done: FxHashMap<(Term, Polarity), Term> = FxHashMap::default();
    let root = (term, Polarity::POSITIVE);
    let mut tasks = vec![Task::Visit(root.0, root.1)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Visit(term, polarity) => {
                if done.contains_key(&(term, polarity)) {
                    continue;
                }
                if !store.mentions_quantifiers(term) {
                    done.insert((term, polarity), term);
                    continue;
                }
                if store.op(term).is_binder() {
                    match replace(store, term, polarity) {
                        Replaced::Finally(result) => {
                            done.insert((term, polarity), result);
                        }
                        Replaced::By(next) => {
                            tasks.push(Task::Same((term, polarity), (next, polarity)));
                            tasks.push(Task::Visit(next, polarity));
                        }
                    }
                    continue;
                }
                tasks.push(Task::Build(term, polarity));
                for (index, &arg) in store.args(term).iter().enumerate() {
                    tasks.push(Task::Visit(arg, polarity.of_argument(store, term, index)));
                }
            }
            Task::Build(term, polarity) => {
                let args: Vec<Term> = store
                    .args(term)
                    .iter()
                    .enumerate()
                    .map(|(index, &arg)| {
                        let key = (arg, polarity.of_argument(store, term, index));
                        done.get(&key).copied().unwrap_or(arg)
                    })
                    .collect();
                let op = store.op(term);
                let built = store.mk(op, &args);
                done.insert((term, polarity), built);
            }
            Task::Same(from, to) => {
                let result = done.get(&to).copied().unwrap_or(to.0);
                done.insert(from, result);
            }
        }
    }
    done.get(&root).copied().unwrap_or(term)
}

/// Removes the quantifiers that can go, as long as the budget lasts; others stay. See
/// [`eliminate`](crate::query::eliminate) for what the result means.
pub(crate) fn eliminate(
    store: &mut TermStore,
    term: Term,
    derivation: &mut Derivation,
    budget: &Budget,
) -> Term {
    walk(store, term, &mut |store, formula, polarity| {
        if budget.spend(1).is_err() {
            return Replaced::Finally(formula);
        }
        if let Some(meaning) = recognise(store, formula, derivation, budget) {
            return Replaced::By(meaning);
        }
        if !is_existential(polarity, store.op(formula)) || !derivation.allows(&rules::SKOLEMIZE) {
            return Replaced::Finally(formula);
        }
        let Some((variables, body, _)) = store.quantifier_parts(formula) else {
            return Replaced::Finally(formula);
        };
        let variables = variables.to_vec();
        let mut substitution = Substitution::new();
        for variable in variables {
            let sort = store.sort(variable);
            let constant = fresh_constant(store, "sk", sort);
            substitution.insert(variable, constant);
        }
        let witnessed = substitution.apply(store, body);
        let exists = matches!(store.op(formula), Op::Exists(_));
        let [premise, conclusion] =
            [formula, witnessed].map(|term| if exists { term } else { store.not(term) });
        derivation.apply(&rules::SKOLEMIZE, vec![premise], conclusion);
        Replaced::By(witnessed)
    })
}

/// Propositions in place of the universal formulas in positive places; others stay.
pub(crate) fn abstracted(
    store: &mut TermStore,
    term: Term,
    derivation: &mut Derivation,
) -> (Term, Vec<Universal>) {
    let mut universals = Vec::new();
    let ground = walk(store, term, &mut |store, formula, polarity| {
        let value = matches!(store.op(formula), Op::Forall(_));
        let name = match (polarity, value) {
            (Polarity::POSITIVE, true) | (Polarity::NEGATIVE, false) => {
                fresh_constant(store, "all", Sort::Bool)
            }
            _ => return Replaced::Finally(formula),
        };
        // Under a negation the proposition stands for the formula's being false.
        let [stands, meant] = [name, formula].map(|t| if value { t } else { store.not(t) });
        let definition = store.implies(name, meant);
        derivation.apply(&rules::NAME_UNIVERSAL, Vec::new(), definition);
        universals.push(Universal {
            name,
            formula,
            value,
        });
        Replaced::Finally(stands)
    });
    (ground, universals)
}
