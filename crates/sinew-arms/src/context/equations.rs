//! Equations between normal forms that only splits would get on with, taken as word equations.
//!
//! Where two forms of one class part ([`NormalForms::equations`]), they are a word equation over the
//! classes that are their components. The graph of Nielsen's transformation refutes it, alone or
//! together with the others, or suggests lengths for its variables, which the engine then tries
//! first. What was found out about a system is kept.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_engine::{PluginContext, Premise};
use sinew_strings::nielsen::{Equation, Symbol, Verdict, most_occurrences, solve};
use sinew_term::Term;

use super::rules;
use crate::forms::{Component, NormalForms, UnsolvedEquation};
use crate::tuning::{EQUATION_SYMBOLS, FIRST_NODES, JOINT_EQUATIONS, MOST_NODES};

/// What is known of systems of word equations.
#[derive(Default)]
pub(super) struct Equations {
    known: FxHashMap<Vec<Equation>, (usize, Verdict)>,
}

/// A system over classes.
#[derive(Default)]
struct System {
    equations: Vec<Equation>,
    classes: Vec<Term>,
    number: FxHashMap<Term, usize>,
    why: Vec<Premise>,
}

impl System {
    fn new(equations: &[&UnsolvedEquation]) -> System {
        let mut system = System::default();
        equations.iter().for_each(|equation| system.add(equation));
        system
    }

    fn side(&mut self, components: &[Component]) -> Vec<Symbol> {
        let mut side = Vec::new();
        for component in components {
            match component {
                Component::Constant(text) => {
                    side.extend(text.iter().map(|&code| Symbol::character(code)))
                }
                Component::Class(class) => {
                    let classes = &mut self.classes;
                    let number = *self.number.entry(*class).or_insert_with(|| {
                        classes.push(*class);
                        classes.len() - 1
                    });
                    side.push(Symbol::variable(number));
                }
            }
        }
        side
    }

    fn add(&mut self, equation: &UnsolvedEquation) {
        let sides = [&equation.left, &equation.right];
        let [left, right] = sides.map(|form| self.side(&form.components));
        self.equations.push((left, right));
        self.why.extend_from_slice(&equation.why);
    }
}

impl Equations {
    /// Refutes the open equations, or suggests lengths. Whether something was sent. The effort
    /// grows with `rounds`, the number of times that other means have failed.
    pub(super) fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        forms: &NormalForms,
        rounds: u32,
    ) -> Result<bool, StopReason> {
        if forms.equations.is_empty() {
            return Ok(false);
        }
        let (first, most) = (
            cx.tuning().size(&FIRST_NODES),
            cx.tuning().size(&MOST_NODES),
        );
        let limit = (first << rounds.min(16)).min(most);
        let all: Vec<&UnsolvedEquation> = forms.equations.iter().collect();
        for &equation in &all {
            if self.is_unsolvable(cx, &[equation], limit)? {
                return Ok(cx.conflict(&rules::EQUATION_UNSOLVABLE, &equation.why));
            }
        }
        if all.len() > cx.tuning().size(&JOINT_EQUATIONS) {
            return Ok(false);
        }
        let system = System::new(&all);
        match self.look(cx, &system, limit)? {
            Verdict::Unsolvable => {
                let core = self.core(cx, all, limit)?;
                let system = System::new(&core);
                Ok(cx.conflict(&rules::EQUATION_UNSOLVABLE, &system.why))
            }
            Verdict::Lengths(lengths) => Ok(suggest(cx, &system.classes, &lengths)),
            Verdict::Open => Ok(false),
        }
    }

    fn is_unsolvable(
        &mut self,
        cx: &PluginContext<'_, '_>,
        equations: &[&UnsolvedEquation],
        limit: usize,
    ) -> Result<bool, StopReason> {
        let system = System::new(equations);
        Ok(self.look(cx, &system, limit)? == Verdict::Unsolvable)
    }

    /// Unsolvable equations without those that do not matter.
    fn core<'a>(
        &mut self,
        cx: &PluginContext<'_, '_>,
        mut equations: Vec<&'a UnsolvedEquation>,
        limit: usize,
    ) -> Result<Vec<&'a UnsolvedEquation>, StopReason> {
        let mut index = 0;
        while index < equations.len() {
            let equation = equations.remove(index);
            if !self.is_unsolvable(cx, &equations, limit)? {
                equations.insert(index, equation);
                index += 1;
            }
        }
        Ok(equations)
    }

    fn look(
        &mut self,
        cx: &PluginContext<'_, '_>,
        system: &System,
        limit: usize,
    ) -> Result<Verdict, StopReason> {
        let size: usize = system
            .equations
            .iter()
            .map(|(l, r)| l.len() + r.len())
            .sum();
        // Without a variable that occurs twice splits cannot go round in circles.
        let most = cx.tuning().size(&EQUATION_SYMBOLS);
        if size > most || most_occurrences(&system.equations) < 2 {
            return Ok(Verdict::Open);
        }
        match self.known.get(&system.equations) {
            Some((tried, found)) if *found != Verdict::Open || *tried >= limit => {
                return Ok(found.clone());
            }
            _ => {}
        }
        let found = solve(&system.equations, limit, cx.budget())?;
        self.known
            .insert(system.equations.clone(), (limit, found.clone()));
        Ok(found)
    }
}

/// Asks for decisions that give classes these lengths, one at a time. Whether one was asked for.
fn suggest(cx: &mut PluginContext<'_, '_>, classes: &[Term], lengths: &[usize]) -> bool {
    for (&class, &length) in classes.iter().zip(lengths) {
        let (size, value) = (cx.store_mut().len(class), cx.store_mut().int(length));
        let equal = cx.store_mut().eq(size, value);
        if cx.value(equal).is_none() {
            cx.split(equal, true);
            // As a literal it may have a value at once.
            if cx.value(equal).is_none() {
                return true;
            }
        }
    }
    false
}
