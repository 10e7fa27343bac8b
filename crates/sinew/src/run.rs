//! One arm at work on a problem: made once, given turns, asked to report.
//!
//! An arm is a plugin of an engine of its own, with bounds on lengths that grow, or, for word
//! equations alone, a procedure without an engine. What it finds is put in terms of the original
//! assertions here.

use std::collections::BTreeSet;

use sinew_arms::context::ContextArm;
use sinew_arms::equations;
use sinew_arms::lengths::LengthsArm;
use sinew_arms::{Deepening, Shared};
use sinew_base::Budget;
use sinew_engine::{Config, Engine, Reason};
use sinew_semantics::Value;
use sinew_simplify::Problem;
use sinew_term::{Op, Term, TermStore};

use crate::diary::Diary;
use crate::model::reference_model;
use crate::options::Options;
use crate::portfolio::{Arm, Report};
use crate::prove::replay;
use crate::solve::{Outcome, Unknown};

/// An assertion as it was written, and as it is looked at.
pub(crate) type Worded = (Term, Term);

/// An arm at work on a problem.
pub(crate) enum Run {
    /// Inside the engine; or the engine alone, where there are no strings.
    Inside(Box<EngineRun>),
    /// The equations as they are asserted. A turn that was too short is taken again from the
    /// beginning.
    Equations(Vec<Term>),
}

impl Run {
    pub(crate) fn new(
        store: &mut TermStore,
        terms: &[Worded],
        arm: Option<Arm>,
        shared: Shared,
        options: &Options,
    ) -> Run {
        match arm {
            Some(Arm::Equations) => Run::Equations(terms.iter().map(|&(_, term)| term).collect()),
            _ => Run::Inside(Box::new(EngineRun::new(store, terms, arm, shared, options))),
        }
    }

    /// Reports the inferences since the last time, and a proof.
    pub(crate) fn report(&mut self, report: &mut Report) {
        if let Run::Inside(run) = self {
            run.diary.report(&run.engine, report);
            report.proof = run.proof.take().or(report.proof.take());
        }
    }

    /// Takes in what other arms have learnt since the last turn; returns how much that was.
    pub(crate) fn listen(&mut self, store: &mut TermStore, options: &Options) -> u64 {
        match self {
            Run::Inside(run) => run.listen(store, options),
            Run::Equations(_) => 0,
        }
    }

    /// Works on as long as the budget lasts.
    pub(crate) fn turn(
        &mut self,
        store: &mut TermStore,
        problem: &Problem,
        options: &Options,
        budget: &Budget,
    ) -> Outcome {
        match self {
            Run::Inside(run) => run.turn(store, problem, options, budget),
            Run::Equations(_) if options.check_proofs => {
                let why = "this arm keeps no proof".to_owned();
                Outcome::Unknown(Unknown::Incomplete(why))
            }
            Run::Equations(terms) => match equations::solve(store, terms, budget) {
                Err(reason) => Outcome::Unknown(Unknown::Stopped(reason)),
                Ok(equations::Answer::GaveUp(why)) => {
                    Outcome::Unknown(Unknown::Incomplete(why.to_owned()))
                }
                Ok(equations::Answer::Unsat(core)) => {
                    Outcome::Unsat(origins(problem, core.into_iter()))
                }
                Ok(equations::Answer::Sat(words, arithmetic)) => {
                    let mut model = arithmetic.as_ref().map(reference_model).unwrap_or_default();
                    for (term, word) in words {
                        if let Op::Apply(fun) = store.op(term) {
                            model.set_constant(fun, Value::Str(word));
                        }
                    }
                    Outcome::Sat(model)
                }
            },
        }
    }
}

/// The original assertions behind those of the problem at these positions.
fn origins(problem: &Problem, positions: impl Iterator<Item = usize>) -> Vec<usize> {
    let origins: BTreeSet<usize> = positions
        .filter_map(|index| problem.assertions.get(index))
        .flat_map(|(_, origins)| origins.iter())
        .collect();
    origins.into_iter().collect()
}

/// An engine at work on a problem, with one string arm or none.
pub(crate) struct EngineRun {
    engine: Engine,
    diary: Diary,
    deepening: Option<Deepening>,
    shared: Shared,
    /// How many of the shared facts it knows: those told so far and its own.
    heard: usize,
    /// The log of its refutation, if it passed the checker.
    proof: Option<String>,
}

impl EngineRun {
    fn new(
        store: &mut TermStore,
        terms: &[Worded],
        arm: Option<Arm>,
        shared: Shared,
        options: &Options,
    ) -> EngineRun {
        let mut config = Config::default();
        config.cores = true;
        config.seed = options.random_seed;
        config.log = options.check_proofs;
        let mut engine = Engine::new(config, store);
        match arm {
            Some(Arm::Context) => {
                let arm = ContextArm::sharing(shared.clone()).with_steps(options.steps());
                engine.set_plugin(Box::new(arm));
            }
            Some(Arm::Lengths) => {
                let mut arm = LengthsArm::sharing(shared.clone());
                // A bound that is enough is no lemma that a proof may contain.
                if !options.check_proofs {
                    let terms: Vec<Term> = terms.iter().map(|&(_, term)| term).collect();
                    arm = arm.bounded(&terms);
                }
                engine.set_plugin(Box::new(arm));
            }
            Some(Arm::Equations) | None => {}
        }
        for (index, &(written, term)) in (0..).zip(terms) {
            engine.assert_rewritten(store, written, term, index);
        }
        let terms: Vec<Term> = terms.iter().map(|&(_, term)| term).collect();
        let deepening = arm
            .filter(|_| options.steps().finite_models)
            .map(|_| Deepening::new(store, &terms));
        let diary = Diary::new(&mut engine, options.trace);
        EngineRun {
            engine,
            diary,
            deepening,
            shared,
            heard: 0,
            proof: None,
        }
    }

    /// Takes in what other arms have learnt since the last turn; returns how much that was.
    fn listen(&mut self, store: &mut TermStore, options: &Options) -> u64 {
        // A proof starts from the assertions alone.
        if options.check_proofs {
            return 0;
        }
        let news = self.shared.since(self.heard);
        for &fact in &news {
            self.engine.assert(store, fact, NO_ORIGIN);
        }
        news.len() as u64
    }

    /// Works on as long as the budget lasts.
    fn turn(
        &mut self,
        store: &mut TermStore,
        problem: &Problem,
        options: &Options,
        budget: &Budget,
    ) -> Outcome {
        let answer = match &mut self.deepening {
            Some(deepening) => deepening.check(&mut self.engine, store, budget),
            None => self.engine.check(store, &[], budget),
        };
        self.heard += self.shared.since(self.heard).len();
        match answer {
            sinew_engine::Outcome::Sat => match self.engine.model() {
                Some(model) => Outcome::Sat(reference_model(model)),
                None => Outcome::Unknown(Unknown::Incomplete("no model was kept".to_owned())),
            },
            sinew_engine::Outcome::Unsat => {
                if options.check_proofs {
                    match replay(&self.engine, budget) {
                        Ok(log) => self.proof = Some(log),
                        Err(why) => return Outcome::Unknown(why),
                    }
                }
                let core = self.engine.unsat_core().iter();
                Outcome::Unsat(origins(problem, core.map(|&index| index as usize)))
            }
            sinew_engine::Outcome::Unknown(reason) => Outcome::Unknown(match reason {
                Reason::Stopped(reason) => Unknown::Stopped(reason),
                Reason::Internal(what) => Unknown::Incomplete(what.to_owned()),
                Reason::Incomplete(what) => Unknown::Incomplete(what.describe().to_owned()),
            }),
        }
    }
}

/// The origin of facts that are valid: no assertion.
const NO_ORIGIN: u32 = u32::MAX;
