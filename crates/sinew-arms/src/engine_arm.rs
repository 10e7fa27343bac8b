//! An arm that is a theory of an engine: the engine decides, short strings first.

use std::collections::BTreeMap;

use sinew_base::Budget;
use sinew_engine::{
    Config, Definition, Engine, FunctionDefinition, Incomplete, Observer, Outcome, TheorySolver,
};
use sinew_term::{Term, TermStore};

use crate::arm::{Arm, Asserted, Cause, Pause, Reason, Settings, Turn};
use crate::{Deepening, Difficulty};

/// An engine with a theory for strings, or with none.
pub(crate) struct EngineArm {
    engine: Engine,
    deepening: Option<Deepening>,
    /// Steps so far, and how often the theory let others go first.
    steps: u64,
    yielded: u64,
}

impl EngineArm {
    /// With a theory that finds words of given lengths, so that short strings come first.
    pub(crate) fn boxed(
        store: &mut TermStore,
        asserted: &[Asserted],
        theory: Option<Box<dyn TheorySolver>>,
        settings: &Settings,
    ) -> Box<dyn Arm> {
        let deepens = theory.is_some() && settings.steps.finite_models;
        EngineArm::with_bounds(store, asserted, theory, settings, deepens)
    }

    /// With bounds on lengths that grow, or without.
    pub(crate) fn with_bounds(
        store: &mut TermStore,
        asserted: &[Asserted],
        theory: Option<Box<dyn TheorySolver>>,
        settings: &Settings,
        deepens: bool,
    ) -> Box<dyn Arm> {
        let mut config = Config::default();
        config.cores = true;
        config.seed = settings.seed;
        config.log = settings.log;
        config.without = settings.without.clone();
        config.tuning = settings.tuning.clone();
        let mut engine = Engine::new(config, store);
        if let Some(theory) = theory {
            engine.set_plugin(theory);
        }
        for (index, one) in (0..).zip(asserted) {
            engine.assert_rewritten(store, one.written, one.form, index);
        }
        let forms: Vec<Term> = asserted.iter().map(|one| one.form).collect();
        let deepening = deepens.then(|| Deepening::new(store, &forms, &settings.tuning));
        Box::new(EngineArm {
            engine,
            deepening,
            steps: 0,
            yielded: 0,
        })
    }

    /// What it has done so far.
    fn totals(&self) -> Difficulty {
        let statistics = self.engine.statistics();
        let grown = self.deepening.as_ref().map_or(0, Deepening::grown);
        Difficulty {
            steps: self.steps,
            progress: statistics.conflicts + statistics.lemmas,
            growth: statistics.variables + statistics.nodes,
            exhaustion: grown + self.yielded,
        }
    }

    /// Pauses after a turn that began with these totals.
    fn pause(&mut self, cause: Cause, before: Difficulty, budget: &Budget) -> Turn {
        self.steps += budget.spent();
        self.yielded += u64::from(matches!(cause, Cause::Yielded(_)));
        let difficulty = self.totals() - before;
        Turn::Paused(Pause { cause, difficulty })
    }
}

impl Arm for EngineArm {
    fn turn(&mut self, store: &mut TermStore, budget: &Budget) -> Turn {
        let before = self.totals();
        let outcome = match &mut self.deepening {
            Some(deepening) => deepening.check(&mut self.engine, store, budget),
            None => self.engine.check(store, &[], budget),
        };
        match outcome {
            Outcome::Sat => match self.engine.model() {
                Some(model) => Turn::Sat(model.clone()),
                None => Turn::Declined(Reason::Internal("no model was kept")),
            },
            Outcome::Unsat => {
                let core = self.engine.unsat_core().iter();
                Turn::Unsat(core.map(|&index| index as usize).collect())
            }
            Outcome::Unknown(reason) => match reason {
                sinew_engine::Reason::Stopped(reason) => {
                    self.pause(Cause::Stopped(reason), before, budget)
                }
                sinew_engine::Reason::Internal(what) => Turn::Declined(Reason::Internal(what)),
                sinew_engine::Reason::Incomplete(Incomplete::Paused(why)) => {
                    self.pause(Cause::Yielded(why), before, budget)
                }
                sinew_engine::Reason::Incomplete(what) => {
                    Turn::Declined(Reason::Incomplete(what.describe()))
                }
            },
        }
    }

    fn import(&mut self, store: &mut TermStore, facts: &[Term]) {
        for &fact in facts {
            self.engine.add_valid(store, fact);
        }
    }

    fn inferences(&self) -> BTreeMap<&'static str, u64> {
        self.engine.inferences().clone()
    }

    fn set_observer(&mut self, observer: Observer) {
        self.engine.set_observer(observer);
    }

    fn log(&self) -> Option<String> {
        self.engine.log()
    }

    fn symbols(&mut self, store: &mut TermStore, budget: &Budget) -> Vec<(Term, Definition)> {
        let mut symbols = self.engine.skolems().to_vec();
        for (_, definition) in &mut symbols {
            // Only this engine knows what the number means: others are told the expression.
            if let Definition::Language(number) = *definition
                && let Some(language) = self.engine.language(store, number, budget)
            {
                *definition = Definition::Purify(language);
            }
        }
        symbols
    }

    fn functions(&self) -> Vec<FunctionDefinition> {
        self.engine.skolem_functions().to_vec()
    }
}
