//! Simplification of the whole problem, and values for the symbols that it eliminates.
//!
//! What is trivial afterwards, or refuted, is not searched.

use std::sync::mpsc;

use sinew_arms::LemmaPool;
use sinew_base::{Budget, Disabled, Tuning};
use sinew_semantics::Model;
use sinew_simplify::{ModelExtension, Preprocessor};
use sinew_smtlib::print_term;
use sinew_term::{Term, TermStore};

use super::witness::evaluator;
use super::{Answer, Basis, Context, Outcome, Query, Rest, Stage, Unknown, Witness};
use crate::options::Options;
use crate::tuning;

/// What solving makes use of and leaves better than it was: normal forms, and facts that are valid
/// wherever their symbols occur. A session keeps it from query to query.
#[derive(Default)]
pub(crate) struct KeptState {
    preprocessor: Preprocessor,
    pub(crate) lemmas: LemmaPool,
    /// Rules that normal forms were made without.
    off: Disabled,
    tuning: Tuning,
}

impl KeptState {
    /// Nothing yet, under these options.
    pub(crate) fn new(options: &Options) -> KeptState {
        KeptState {
            preprocessor: Preprocessor::without(options.disabled()).tuned(&options.tuning),
            lemmas: LemmaPool::default(),
            off: options.disabled(),
            tuning: options.tuning.clone(),
        }
    }

    /// From now on these options hold; what was made with other rules or constants is forgotten.
    pub(crate) fn under(&mut self, options: &Options) {
        if self.off != options.disabled() || self.tuning != options.tuning {
            *self = KeptState::new(options);
        }
    }
}

/// The stage.
pub(super) struct Simplify;

impl Stage for Simplify {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        let slice = cx
            .budget
            .slice(cx.options.tuning.get(&tuning::SIMPLIFY_STEPS));
        slice.note(|| "simplifying".to_owned());
        let trace = trace(cx);
        let before = cx.kept.preprocessor.simplifier().statistics();
        let problem = query.problem.clone();
        let simplified = cx.kept.preprocessor.run(cx.store, problem, &slice);
        let after = cx.kept.preprocessor.simplifier().statistics();
        for line in trace.try_iter() {
            cx.host.remark(&line);
        }
        for &(law, count) in &after {
            *cx.statistics.laws.entry(law).or_default() += count;
        }
        for &(law, count) in &before {
            *cx.statistics.laws.entry(law).or_default() -= count;
        }
        let mut basis = Basis::default();
        // Kept normal forms rest on laws that were used for earlier queries.
        basis.rules.extend(after.iter().map(|&(law, _)| law));
        if let Err(reason) = cx.budget.check() {
            return Answer::stopped(reason);
        }
        if let Some(origins) = simplified.problem.refuted(cx.store) {
            let outcome = Outcome::Unsat(origins.iter().collect());
            return Answer { outcome, basis };
        }
        let answer = match simplified.problem.is_trivial() {
            true => Answer {
                outcome: Outcome::Sat(Witness::of(Model::new())),
                basis: Basis::default(),
            },
            false => rest.ask(&query.with(simplified.problem.assertions), cx),
        };
        let outcome = match answer.outcome {
            Outcome::Sat(witness) => extend(cx.store, witness, &simplified.extension, cx.budget),
            other => other,
        };
        basis.rules.extend(&answer.basis.rules);
        let basis = Basis {
            rules: basis.rules,
            ..answer.basis
        };
        Answer { outcome, basis }
    }
}

/// Where laws and passes are shown as they are used, if somebody traces.
fn trace(cx: &mut Context<'_>) -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel();
    if cx.options.trace {
        cx.kept.preprocessor.simplifier().set_trace(
            move |store: &TermStore, rule: &'static str, from: Term, to: Term| {
                let (from, to) = (print_term(store, from), print_term(store, to));
                // Nobody may be listening any more.
                let _ = sender.send(format!("{rule}: {from} ~> {to}"));
            },
        );
    }
    lines
}

/// Values for the symbols that simplification eliminated.
fn extend(
    store: &TermStore,
    witness: Witness,
    extension: &ModelExtension,
    budget: &Budget,
) -> Outcome {
    let mut model = witness.into_model();
    for (fun, term) in extension.definitions() {
        let value = evaluator(store, &model, u64::MAX, budget).eval(term);
        match value {
            Ok(value) => model.set_constant(fun, value),
            Err(why) => {
                if let Some(reason) = budget.exhausted() {
                    return Outcome::Unknown(Unknown::Stopped(reason));
                }
                let name = store.fun_name(fun);
                let why = format!("no value for `{name}`: {}", why.describe(store));
                return Outcome::Unknown(Unknown::Incomplete(why));
            }
        }
    }
    Outcome::Sat(Witness::of(model))
}
