//! Word equations by Nielsen's transformation.
//!
//! Takes the equations that are asserted at the top, anything but concatenations and literals in
//! them being opaque, and explores the graph of their systems. A complete graph without a solution
//! refutes the problem, whatever else it asserts. A solution is a model when all else is arithmetic
//! over lengths: paths through the graph give lengths as linear forms, cycles included, and
//! the engine's arithmetic chooses among them.
//!
//! Not in P0–P4; the search arms, splitting without memory, lose themselves in such equations. The
//! pumping of lengths by cycles is ours and incomplete: it takes one path at a time and only cycles that
//! add constants. Systems that are not quadratic are explored as far as the limits go.

mod problem;
pub mod rules;

use std::collections::BTreeMap;

use sinew_base::{Budget, StopReason, Tuning};
use sinew_engine::{Config, Engine, Inference, Model, Observer, Outcome, Premise, Value};
use sinew_strings::linear::Linear;
use sinew_strings::nielsen::{Edge, Extent, Family, Graph, NodeId, Parameter};
use sinew_term::{Op, Sort, Term, TermStore};

use self::problem::Problem;
use crate::arm::{Arm, Asserted, Pause, Reason, Settings, Turn};
use crate::tuning::{CYCLE_NODES, NODES, NODES_TO_REFUTE, PATHS};

/// Characters of all words together.
const CHARACTERS: usize = 4_000_000;
/// What free variables are made of.
const FILLER: u32 = 'a' as u32;

/// The arm. A turn that was too short is taken again from the beginning.
pub(crate) struct EquationsArm {
    assertions: Vec<Term>,
    settings: Settings,
    refutations: u64,
    observer: Option<Observer>,
}

impl EquationsArm {
    pub(crate) fn new(asserted: &[Asserted], settings: &Settings) -> EquationsArm {
        EquationsArm {
            assertions: asserted.iter().map(|one| one.form).collect(),
            settings: settings.clone(),
            refutations: 0,
            observer: None,
        }
    }

    /// Whether the refutation may be used; then it is counted and shown.
    fn refuted(&mut self, store: &TermStore, core: &[usize]) -> bool {
        let rule = &rules::NIELSEN_GRAPH;
        if self.settings.without.has(rule.name) {
            return false;
        }
        self.refutations += 1;
        if let Some(observer) = &mut self.observer {
            let assertions = core.iter().map(|&at| self.assertions[at]);
            let premises: Vec<Premise> = assertions.map(|t| Premise::Literal(t, true)).collect();
            observer(
                store,
                &Inference {
                    rule,
                    premises: &premises,
                    conclusion: &[],
                },
            );
        }
        true
    }
}

impl Arm for EquationsArm {
    fn turn(&mut self, store: &mut TermStore, budget: &Budget) -> Turn {
        if self.settings.log {
            return Turn::Declined(Reason::NoLog);
        }
        match solve(store, &self.assertions, &self.settings.tuning, budget) {
            Err(reason) => Turn::Paused(Pause::Stopped(reason)),
            Ok(Answer::GaveUp(why)) => Turn::Declined(Reason::Incomplete(why)),
            Ok(Answer::Unsat(core)) => match self.refuted(store, &core) {
                true => Turn::Unsat(core),
                false => Turn::Declined(Reason::Incomplete("a rule is switched off")),
            },
            Ok(Answer::Sat(words, arithmetic)) => {
                let mut model = arithmetic.unwrap_or_default();
                for (term, word) in words {
                    if let Op::Apply(fun) = store.op(term) {
                        model.set_constant(fun, Value::Str(word));
                    }
                }
                Turn::Sat(model)
            }
        }
    }

    /// What others learn speaks of lengths and Boolean structure, which are not looked at here.
    fn import(&mut self, _: &mut TermStore, _: &[Term]) {}

    fn inferences(&self) -> BTreeMap<&'static str, u64> {
        let made = (self.refutations > 0).then_some((rules::NIELSEN_GRAPH.name, self.refutations));
        made.into_iter().collect()
    }

    fn set_observer(&mut self, observer: Observer) {
        self.observer = Some(observer);
    }

    fn log(&self) -> Option<String> {
        None
    }
}

/// What the arm found.
#[derive(Debug)]
pub enum Answer {
    /// The assertions at these positions have no model.
    Unsat(Vec<usize>),
    /// Words for the string constants, and a model of the arithmetic where there was any.
    Sat(Vec<(Term, Vec<u32>)>, Option<Model>),
    /// Not decided.
    GaveUp(&'static str),
}

/// Decides `assertions`, if their equations tell.
pub fn solve(
    store: &mut TermStore,
    assertions: &[Term],
    tuning: &Tuning,
    budget: &Budget,
) -> Result<Answer, StopReason> {
    let problem = Problem::of(store, assertions);
    if problem.equations.is_empty() {
        return Ok(Answer::GaveUp("no equation is asserted"));
    }
    let Some(start) = problem.system() else {
        return Ok(Answer::Unsat(problem.origins));
    };
    let quadratic = start.is_quadratic();
    if !quadratic && !problem.exact {
        return Ok(Answer::GaveUp("the equations are not quadratic"));
    }
    let mut extent = Extent {
        nodes: tuning.size(match problem.exact {
            true => &NODES,
            false => &NODES_TO_REFUTE,
        }),
        size: if quadratic {
            usize::MAX
        } else {
            2 * start.size() + 16
        },
        first_solution: problem.arithmetic.is_empty() || !problem.exact,
    };
    let mut graph = Graph::explore(start.clone(), extent, budget)?;
    while graph.solved.is_none() && !graph.complete && graph.len() < extent.nodes {
        // All that is short enough was looked at; solutions may pass through longer systems.
        extent.size *= 2;
        graph = Graph::explore(start.clone(), extent, budget)?;
    }
    let Some(goal) = graph.solved else {
        return Ok(match graph.complete {
            true => Answer::Unsat(problem.origins),
            false => Answer::GaveUp("the graph of the equations is too large"),
        });
    };
    if !problem.exact {
        return Ok(Answer::GaveUp("the equations alone have solutions"));
    }
    Search {
        problem: &problem,
        graph: &graph,
        goal,
        tuning,
    }
    .run(store, budget)
}

/// The search for a path whose lengths the arithmetic admits.
struct Search<'a> {
    problem: &'a Problem,
    graph: &'a Graph,
    goal: NodeId,
    tuning: &'a Tuning,
}

impl Search<'_> {
    fn run(&self, store: &mut TermStore, budget: &Budget) -> Result<Answer, StopReason> {
        let variables = self.problem.variables.len();
        if self.problem.arithmetic.is_empty() {
            let mut family = Family::new(variables);
            let path = self.graph.path_to(self.goal);
            let built = path
                .iter()
                .rev()
                .try_for_each(|(_, edge)| family.step(edge.by));
            let values = vec![0; variables];
            return Ok(
                match built.and_then(|()| family.words(&values, FILLER, CHARACTERS)) {
                    Some(words) => Answer::Sat(self.named(words), None),
                    None => Answer::GaveUp("the words are too long"),
                },
            );
        }
        let towards = self.graph.towards(self.goal);
        let useful = |node: NodeId| node == self.goal || towards[node as usize].is_some();
        // The path through each node in turn; nearer nodes first.
        let mut tried = 0;
        let mut waypoint = self.goal;
        let mut others = (0..self.graph.len() as NodeId).filter(|&node| useful(node));
        loop {
            budget.spend(16)?;
            let mut path = self.graph.path_to(waypoint);
            while let Some(edge) = towards[waypoint as usize] {
                path.push((waypoint, edge));
                waypoint = edge.to;
            }
            if let Some(family) = self.family(&path, &useful, budget)?
                && let Some(answer) = self.choose(store, &family, budget)?
            {
                return Ok(answer);
            }
            tried += 1;
            match others.next() {
                Some(next) if tried < self.tuning.get(&PATHS) => waypoint = next,
                _ => return Ok(Answer::GaveUp("no path was found for the lengths")),
            }
        }
    }

    /// All solutions along a path, with the cycles that can be pumped.
    fn family(
        &self,
        path: &[(NodeId, Edge)],
        useful: &impl Fn(NodeId) -> bool,
        budget: &Budget,
    ) -> Result<Option<Family>, StopReason> {
        let mut family = Family::new(self.problem.variables.len());
        for &(node, edge) in path.iter().rev() {
            if family.step(edge.by).is_none() {
                return Ok(None);
            }
            for &edge in &self.graph.edges[node as usize] {
                if !useful(edge.to) {
                    continue;
                }
                budget.spend(8)?;
                if let Some(cycle) =
                    self.graph
                        .cycle(node, edge, self.tuning.size(&CYCLE_NODES), useful)
                {
                    budget.spend(cycle.len() as u64)?;
                    // A cycle that cannot be pumped is left out.
                    let _ = family.rounds(&cycle);
                }
            }
        }
        Ok(Some(family))
    }

    /// Lets arithmetic choose the parameters.
    fn choose(
        &self,
        store: &mut TermStore,
        family: &Family,
        budget: &Budget,
    ) -> Result<Option<Answer>, StopReason> {
        let mut engine = Engine::new(Config::default(), store);
        let zero = store.int(0);
        let parameters: Vec<Term> = (0..family.parameters)
            .map(|index| store.constant(&format!("|round{index}"), Sort::Int))
            .collect();
        for (index, &parameter) in parameters.iter().enumerate() {
            let fact = match family.fixed(index) {
                Some(value) => {
                    let value = store.int(value);
                    store.eq(parameter, value)
                }
                None => store.ge(parameter, zero),
            };
            engine.assert(store, fact, 0);
        }
        for (length, form) in self.problem.lengths.iter().zip(&family.lengths) {
            let value = in_terms(form, &parameters).to_term(store);
            let fact = store.eq(*length, value);
            engine.assert(store, fact, 0);
        }
        for &fact in &self.problem.arithmetic {
            engine.assert(store, fact, 0);
        }
        match engine.check(store, &[], budget) {
            Outcome::Sat => {}
            Outcome::Unsat | Outcome::Unknown(_) => {
                return match budget.exhausted() {
                    Some(reason) => Err(reason),
                    None => Ok(None),
                };
            }
        }
        let Some(model) = engine.model() else {
            return Ok(None);
        };
        let value = |term: Term| -> Option<u64> {
            let Op::Apply(fun) = store.op(term) else {
                return None;
            };
            match model.constant(fun) {
                Some(Value::Int(value)) => value.to_usize().map(|value| value as u64),
                _ => Some(0),
            }
        };
        let values: Option<Vec<u64>> = parameters.iter().map(|&p| value(p)).collect();
        let Some(values) = values else {
            return Ok(None);
        };
        budget.spend(values.iter().sum())?;
        Ok(family
            .words(&values, FILLER, CHARACTERS)
            .map(|words| Answer::Sat(self.named(words), Some(model.clone()))))
    }

    fn named(&self, words: Vec<Vec<u32>>) -> Vec<(Term, Vec<u32>)> {
        self.problem.variables.iter().copied().zip(words).collect()
    }
}

/// A linear form over the terms of its parameters.
fn in_terms(form: &Linear<Parameter>, terms: &[Term]) -> Linear {
    let constant = Linear::constant(form.constant.clone());
    form.monomials.iter().fold(constant, |sum, (parameter, k)| {
        sum.plus(&Linear::atom(terms[*parameter]), k)
    })
}
