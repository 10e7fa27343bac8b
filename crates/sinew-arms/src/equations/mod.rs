//! Word equations by Nielsen's transformation.
//!
//! Takes the equations that are asserted at the top, anything but concatenations and literals in
//! them being opaque, and explores the graph of their systems. A complete graph without a solution
//! refutes the problem, whatever else it asserts. A solution is a model when all else is arithmetic
//! over lengths: paths through the graph give lengths as linear forms, cycles included, and
//! the engine's arithmetic chooses among them. Solutions in powers of a word, which may be long, are asked for at
//! the first nodes before the rest of the graph is explored.
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
use sinew_strings::nielsen::{Edge, Extent, Family, Graph, NodeId, Parameter, System};
use sinew_term::{Integer, Op, Sort, Term, TermStore};

use self::problem::Problem;
use crate::Difficulty;
use crate::arm::{Arm, Asserted, Cause, Pause, Reason, Settings, Turn};
use crate::tuning::{
    CYCLE_NODES, NODES, NODES_TO_REFUTE, PATHS, POWER_LETTERS, POWER_NODES, POWER_WORDS,
    SOLUTION_CHARACTERS,
};

/// What free variables are made of.
const FILLER: &[u32] = &['a' as u32];

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
            Err(reason) => Turn::Paused(Pause {
                cause: Cause::Stopped(reason),
                // A step is a letter of a system that was looked at; none of them is kept.
                difficulty: Difficulty {
                    steps: budget.spent(),
                    growth: budget.spent(),
                    ..Difficulty::default()
                },
            }),
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
    let choice = Choice {
        problem: &problem,
        tuning,
    };
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
    if problem.exact
        && let Some(answer) = choice.near_powers(store, start.clone(), extent, budget)?
    {
        return Ok(answer);
    }
    let mut graph = Graph::explore(start.clone(), extent, budget)?;
    while graph.solved.is_none() && !graph.complete && graph.len() < extent.nodes {
        // All that is short enough was looked at; solutions may pass through longer systems.
        extent.size *= 2;
        graph = Graph::explore(start.clone(), extent, budget)?;
    }
    let why = match graph.solved {
        None if graph.complete => return Ok(Answer::Unsat(problem.origins)),
        None => "the graph of the equations is too large",
        Some(_) if !problem.exact => "the equations alone have solutions",
        Some(goal) => {
            let search = Search {
                choice,
                graph: &graph,
                goal,
            };
            if let Some(answer) = search.run(store, budget)? {
                return Ok(answer);
            }
            "no path was found for the lengths"
        }
    };
    Ok(Answer::GaveUp(why))
}

/// The search for a path whose lengths the arithmetic admits.
struct Search<'a> {
    choice: Choice<'a>,
    graph: &'a Graph,
    goal: NodeId,
}

impl Search<'_> {
    fn run(&self, store: &mut TermStore, budget: &Budget) -> Result<Option<Answer>, StopReason> {
        let (problem, tuning) = (self.choice.problem, self.choice.tuning);
        if problem.arithmetic.is_empty() {
            let mut family = Family::new(problem.variables.len());
            let path = self.graph.path_to(self.goal);
            let built = path
                .iter()
                .rev()
                .try_for_each(|(_, edge)| family.step(edge.by));
            let values = vec![0; problem.variables.len()];
            let limit = tuning.size(&SOLUTION_CHARACTERS);
            let words = built.and_then(|()| family.words(&values, FILLER, limit));
            return Ok(words.map(|words| Answer::Sat(problem.named(words), None)));
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
                && let Some(answer) = self.choice.choose(store, &family, &[], FILLER, budget)?
            {
                return Ok(Some(answer));
            }
            tried += 1;
            match others.next() {
                Some(next) if tried < tuning.size(&PATHS) => waypoint = next,
                _ => return Ok(None),
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
        let nodes = self.choice.tuning.size(&CYCLE_NODES);
        let mut family = Family::new(self.choice.problem.variables.len());
        for &(node, edge) in path.iter().rev() {
            if family.step(edge.by).is_none() {
                return Ok(None);
            }
            for &edge in &self.graph.edges[node as usize] {
                if !useful(edge.to) {
                    continue;
                }
                budget.spend(8)?;
                if let Some(cycle) = self.graph.cycle(node, edge, nodes, useful) {
                    budget.spend(cycle.len() as u64)?;
                    // A cycle that cannot be pumped is left out.
                    let _ = family.rounds(&cycle);
                }
            }
        }
        Ok(Some(family))
    }
}

/// Arithmetic, which chooses among the solutions of a family.
#[derive(Clone, Copy)]
struct Choice<'a> {
    problem: &'a Problem,
    tuning: &'a Tuning,
}

impl Choice<'_> {
    /// A solution in powers of a word, a few steps from the beginning, if so few do not suffice by themselves:
    /// the graph needs a node for each letter of a solution.
    fn near_powers(
        &self,
        store: &mut TermStore,
        start: System,
        extent: Extent,
        budget: &Budget,
    ) -> Result<Option<Answer>, StopReason> {
        let nodes = self.tuning.size(&POWER_NODES);
        let graph = Graph::explore(start, Extent { nodes, ..extent }, budget)?;
        if graph.complete || graph.solved.is_some() && self.problem.arithmetic.is_empty() {
            return Ok(None);
        }
        for node in 0..graph.len() as NodeId {
            let (system, path) = (graph.system(node), graph.path_to(node));
            let answer = self.powers(store, &system, &path, budget)?;
            if answer.is_some() {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// A solution in powers of a word of the system at the end of a path.
    fn powers(
        &self,
        store: &mut TermStore,
        system: &System,
        path: &[(NodeId, Edge)],
        budget: &Budget,
    ) -> Result<Option<Answer>, StopReason> {
        let (longest, most) = (
            self.tuning.size(&POWER_LETTERS),
            self.tuning.size(&POWER_WORDS),
        );
        for base in system.bases(longest, most) {
            budget.spend(1 + system.size() as u64)?;
            let Some(forms) = system.exponents(&base) else {
                continue;
            };
            let mut family = Family::new(self.problem.variables.len());
            let mut steps = path.iter().rev();
            if steps
                .try_for_each(|(_, edge)| family.step(edge.by))
                .is_some()
                && let Some(answer) = self.choose(store, &family, &forms, &base, budget)?
            {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// States what parameters of a family must satisfy: its own bounds, the lengths of the problem, that forms are zero, and the problem's
    /// arithmetic.
    fn state(
        &self,
        store: &mut TermStore,
        engine: &mut Engine,
        (family, parameters): (&Family, &[Term]),
        forms: &[Linear<Parameter>],
        filler: &[u32],
    ) {
        let zero = store.int(0);
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
        let exponents: Vec<Linear> = parameters.iter().map(|&term| Linear::atom(term)).collect();
        let whole = Integer::from(filler.len() as u64);
        let lengths: Vec<Linear> = exponents
            .iter()
            .enumerate()
            .map(|(index, atom)| match index < family.lengths.len() {
                true => atom.scaled(&whole),
                false => atom.clone(),
            })
            .collect();
        for (length, form) in self.problem.lengths.iter().zip(&family.lengths) {
            let value = in_terms(form, &lengths).to_term(store);
            let fact = store.eq(*length, value);
            engine.assert(store, fact, 0);
        }
        for form in forms {
            let value = in_terms(form, &exponents).to_term(store);
            let fact = store.eq(value, zero);
            engine.assert(store, fact, 0);
        }
        for &fact in &self.problem.arithmetic {
            engine.assert(store, fact, 0);
        }
    }

    /// Lets arithmetic choose parameters for which these forms are zero; free variables are powers of the filler, of which
    /// the forms speak.
    fn choose(
        &self,
        store: &mut TermStore,
        family: &Family,
        forms: &[Linear<Parameter>],
        filler: &[u32],
        budget: &Budget,
    ) -> Result<Option<Answer>, StopReason> {
        let mut engine = Engine::new(Config::default(), store);
        let parameters: Vec<Term> = (0..family.parameters)
            .map(|index| store.constant(&format!("|round{index}"), Sort::Int))
            .collect();
        self.state(store, &mut engine, (family, &parameters), forms, filler);
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
        let Some(mut values) = values else {
            return Ok(None);
        };
        for value in values.iter_mut().take(family.lengths.len()) {
            *value = value.saturating_mul(filler.len() as u64);
        }
        let limit = self.tuning.size(&SOLUTION_CHARACTERS);
        let characters = values.iter().fold(0, |sum: u64, &n| sum.saturating_add(n));
        budget.spend(characters.min(limit as u64))?;
        Ok(family
            .words(&values, filler, limit)
            .map(|words| Answer::Sat(self.problem.named(words), Some(model.clone()))))
    }
}

/// A linear form over the meanings of its parameters.
fn in_terms(form: &Linear<Parameter>, terms: &[Linear]) -> Linear {
    let constant = Linear::constant(form.constant.clone());
    form.monomials.iter().fold(constant, |sum, (parameter, k)| {
        sum.plus(&terms[*parameter], k)
    })
}
