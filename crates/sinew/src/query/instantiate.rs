//! Universal formulas by instances.
//!
//! Quantified assertions are looked at once more with the values that the other assertions fix
//! ([`known`]). Universal formulas that are left, in positive places, become fresh propositions that imply
//! their instances: what is unsatisfiable with some instances is unsatisfiable. A model is checked by the
//! semantics: quantifiers over bounded integers and finite domains are
//! evaluated. One that fails gives the instance that failed (model-based instantiation, P3 §3.1),
//! and the rest is asked again. Over infinite domains nothing can be evaluated: first come instances
//! with the terms at hand; if none of them fails in the model, the answer is `unknown`.

use sinew_base::StopReason;
use sinew_semantics::{Model, Value};
use sinew_simplify::Origins;
use sinew_term::{Sort, Substitution, Term, TermSet, TermStore, postorder_all};

use super::quantified::known;
use super::quantified::polarity::{Universal, abstracted, eliminate};
use super::witness::evaluator;
use super::{Answer, Context, Derivation, Outcome, Query, Rest, Stage, Unknown, rules};
use crate::tuning;

/// The stage.
pub(super) struct Instantiate;

impl Stage for Instantiate {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        let mut derivation = cx.derivation();
        if !query.is_quantified(cx.store) || !derivation.allows(&rules::NAME_UNIVERSAL) {
            return rest.ask(query, cx);
        }
        let known = known::values(query, &mut derivation, cx);
        let mut search = Search {
            ground: Vec::new(),
            universals: Vec::new(),
            seen: TermSet::new(),
            new: derivation,
            noted: cx.derivation(),
        };
        for assertion in &query.problem.assertions {
            let (store, budget) = (&mut *cx.store, cx.budget);
            let closed = known.put_in(store, assertion.clone(), &mut search.new, budget);
            search.add(store, closed);
        }
        let mut answer = search.rounds(query, rest, cx);
        search.note(cx);
        answer.basis.precede(search.noted);
        answer
    }
}

/// The assertions as they are, and what was added to them.
struct Search {
    /// The assertions with propositions for universal formulas, then the instances.
    ground: Vec<(Term, Origins)>,
    universals: Vec<(Universal, Origins)>,
    seen: TermSet,
    /// Applications of rules that nobody was told of yet, and the others.
    new: Derivation,
    noted: Derivation,
}

/// What looking at the universal formulas in a model came to.
enum Refined {
    Holds,
    Added,
    /// These propositions hold, and nobody can tell whether their formulas do.
    Undecided(Vec<Term>, String),
}

impl Search {
    fn rounds(&mut self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        for _ in 0..cx.options.tuning.get(&tuning::INSTANCE_ROUNDS) {
            if let Err(reason) = cx.budget.spend(1) {
                return Answer::stopped(reason);
            }
            self.note(cx);
            let answer = rest.ask(&query.with(self.ground.clone()), cx);
            let Outcome::Sat(witness) = &answer.outcome else {
                return answer;
            };
            match self.refine(witness.model(), cx) {
                Ok(Refined::Holds) => return answer,
                Ok(Refined::Added) => {}
                Ok(Refined::Undecided(names, why)) => {
                    return self.without(&names, why, query, rest, cx);
                }
                Err(reason) => return Answer::stopped(reason),
            }
        }
        let why = "a universally quantified formula has too many instances".to_owned();
        Answer::unknown(Unknown::Incomplete(why))
    }

    /// Makes known what was derived since the last time.
    fn note(&mut self, cx: &mut Context<'_>) {
        cx.note(&self.new);
        let empty = self.new.attempt();
        self.noted.append(std::mem::replace(&mut self.new, empty));
    }

    fn add(&mut self, store: &mut TermStore, (term, origins): (Term, Origins)) {
        let (ground, universals) = abstracted(store, term, &mut self.new);
        let universals = universals.into_iter();
        self.universals
            .extend(universals.map(|universal| (universal, origins.clone())));
        if self.seen.insert(ground) {
            self.ground.push((ground, origins));
        }
    }

    fn refine(&mut self, model: &Model, cx: &mut Context<'_>) -> Result<Refined, StopReason> {
        let (mut names, mut reason) = (Vec::new(), None);
        let before = self.ground.len();
        for (universal, origins) in self.universals.clone() {
            let mut evaluator = evaluator(cx.store, model, u64::MAX, cx.budget);
            if evaluator.eval(universal.name) != Ok(Value::Bool(true)) {
                continue;
            }
            let value = evaluator.eval(universal.formula);
            let witness = evaluator.witness(universal.formula).unwrap_or_default();
            drop(evaluator);
            cx.budget.check()?;
            match value {
                Ok(Value::Bool(value)) if value == universal.value => {}
                Ok(_) => {
                    let mut substitution = Substitution::new();
                    for (variable, value) in witness {
                        let value = value.to_term(cx.store);
                        substitution.insert(variable, value);
                    }
                    let count = self.ground.len();
                    let about = (&universal, &origins);
                    self.instantiate(&rules::INSTANCE_MODEL, about, &substitution, cx);
                    if self.ground.len() == count {
                        names.push(universal.name);
                        reason.get_or_insert_with(|| {
                            "quantified formulas: an instance fails again".to_owned()
                        });
                    }
                }
                Err(why) => {
                    if !self.at_hand(model, (&universal, &origins), cx)? {
                        names.push(universal.name);
                        reason.get_or_insert_with(|| {
                            format!("quantified formulas: {}", why.describe(cx.store))
                        });
                    }
                }
            }
        }
        // A name that was not evaluated was passed over.
        cx.budget.check()?;
        Ok(match reason {
            _ if self.ground.len() > before => Refined::Added,
            Some(why) => Refined::Undecided(names, why),
            None => Refined::Holds,
        })
    }

    /// A last attempt: a model that does without the formulas that nobody can check.
    fn without(
        &mut self,
        names: &[Term],
        why: String,
        query: &Query,
        rest: Rest<'_>,
        cx: &mut Context<'_>,
    ) -> Answer {
        let mut ground = self.ground.clone();
        let denied = names
            .iter()
            .map(|&name| (cx.store.not(name), Origins::default()));
        ground.extend(denied);
        let answer = rest.ask(&query.with(ground), cx);
        if let Outcome::Sat(witness) = &answer.outcome {
            match self.refine(witness.model(), cx) {
                Ok(Refined::Holds) => return answer,
                Err(reason) => return Answer::stopped(reason),
                Ok(_) => {}
            }
        }
        Answer::unknown(Unknown::Incomplete(why))
    }

    /// `name ⇒ body` for these values of the variables.
    fn instantiate(
        &mut self,
        rule: &'static sinew_base::Rule,
        (universal, origins): (&Universal, &Origins),
        substitution: &Substitution,
        cx: &mut Context<'_>,
    ) {
        let Some((_, body, _)) = cx.store.quantifier_parts(universal.formula) else {
            return;
        };
        if !self.new.allows(rule) {
            return;
        }
        let mut body = substitution.apply(cx.store, body);
        if !universal.value {
            body = cx.store.not(body);
        }
        self.new.apply(rule, vec![universal.name], body);
        let instance = cx.store.implies(universal.name, body);
        let instance = eliminate(cx.store, instance, &mut self.new, cx.budget);
        self.add(cx.store, (instance, origins.clone()));
    }

    /// Ground terms of the problem for each variable.
    fn candidates(&self, variables: &[Term], cx: &mut Context<'_>) -> Vec<Vec<Term>> {
        let most = cx.options.tuning.size(&tuning::GROUND_INSTANCES);
        let ground: Vec<Term> = self.ground.iter().map(|&(term, _)| term).collect();
        let mut candidates: Vec<Vec<Term>> = Vec::new();
        for &variable in variables {
            let sort = cx.store.sort(variable);
            let mut terms: Vec<Term> = postorder_all(cx.store, &ground)
                .into_iter()
                .filter(|&t| cx.store.sort(t) == sort && !cx.store.mentions_variables(t))
                .collect();
            terms.truncate(most);
            if matches!(sort, Sort::Bool | Sort::Int | Sort::String) {
                let default = Value::default_of(sort).to_term(cx.store);
                if !terms.contains(&default) {
                    terms.push(default);
                }
            }
            candidates.push(terms);
        }
        candidates
    }

    /// Instances with ground terms of the problem that fail in the model. Whether there are any.
    fn at_hand(
        &mut self,
        model: &Model,
        (universal, origins): (&Universal, &Origins),
        cx: &mut Context<'_>,
    ) -> Result<bool, StopReason> {
        let rule = &rules::INSTANCE_GROUND;
        let parts = cx.store.quantifier_parts(universal.formula);
        let Some((variables, body, _)) = parts.filter(|_| self.new.allows(rule)) else {
            return Ok(false);
        };
        let (variables, body) = (variables.to_vec(), body);
        let candidates = self.candidates(&variables, cx);
        if candidates.iter().any(Vec::is_empty) {
            return Ok(false);
        }
        let mut choice = vec![0; variables.len()];
        let mut added = false;
        for _ in 0..cx.options.tuning.get(&tuning::GROUND_INSTANCES) {
            let mut substitution = Substitution::new();
            for ((&variable, terms), &index) in variables.iter().zip(&candidates).zip(&choice) {
                substitution.insert(variable, terms[index]);
            }
            let instance = substitution.apply(cx.store, body);
            let value = evaluator(cx.store, model, u64::MAX, cx.budget).eval(instance);
            cx.budget.spend(1)?;
            if value == Ok(Value::Bool(!universal.value)) {
                self.instantiate(rule, (universal, origins), &substitution, cx);
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
