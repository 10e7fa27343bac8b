//! The search for a stable solution: branches over noodles and cases, depth first.
//!
//! Chen et al. (OOPSLA 2023): take an equation, cut both sides against each other, go on with each way
//! to cut. It ends for chain-free systems; for others the budget ends it. A branch without an
//! open equation is solved when arithmetic has lengths for it ([`super::measure`]) and words are found
//! ([`super::candidate`]). Denials have their turn when the words that were found violate one: arithmetic decides them
//! by places ([`super::positions`]); where that tells nothing, a first difference is named, or one string is longer than the other.
//! If all branches fail, so do the facts.

use sinew_base::{Budget, StopReason, Tuning};
use sinew_regex::automata::{Automaton, Noodles};
use sinew_term::{Integer, Term, TermStore};

use super::candidate::{self, Candidate, Given};
use super::facts::{Relation, Var};
use super::measure::{Lengths, Measure};
use super::reasons::Reasons;
use super::state::{Derived, Equation, Image, State};
use crate::tuning::{BRANCHES, PLACE_TRIALS, SEGMENTS};

/// What the search found.
pub(super) enum Found {
    /// Words for the named variables.
    Words(Vec<Vec<u32>>),
    /// Nothing, because of the equations, these denials and comparisons; and whether places had a part.
    Nothing(Reasons, bool),
    /// It could not be told.
    Open(&'static str),
}

/// Where branches come from.
enum Source {
    Cases(Vec<State>),
    Noodles {
        state: Box<State>,
        left: Vec<Vec<Var>>,
        right: Vec<Vec<Var>>,
        noodles: Box<Noodles<Automaton>>,
    },
}

/// What became of a branch.
enum Advance {
    Dead,
    Branches(Source),
    Stable(Box<State>),
}

/// The search, with what it needs from outside.
pub(super) struct Search<'a> {
    pub(super) store: &'a mut TermStore,
    pub(super) measure: &'a mut Measure,
    /// How many variables have names outside.
    pub(super) named: usize,
    /// Whether arithmetic has a say.
    pub(super) asks: bool,
    /// Lengths to try first.
    pub(super) preferred: &'a [(Var, Integer)],
    pub(super) variable: &'a dyn Fn(Term) -> Option<Var>,
    pub(super) tuning: &'a Tuning,
    pub(super) budget: &'a Budget<'a>,
}

impl Search<'_> {
    /// Explores from this branch on.
    pub(super) fn run(&mut self, start: State) -> Result<Found, StopReason> {
        let most = start.languages.len() + self.tuning.size(&SEGMENTS);
        let mut branches = 0;
        let mut stack = vec![Source::Cases(vec![start])];
        let (mut used, mut by_places) = (Reasons::default(), false);
        let mut open = None;
        let mut patience = self.tuning.get(&PLACE_TRIALS);
        while let Some(source) = stack.last_mut() {
            let Some(state) = next(source, self.budget)? else {
                stack.pop();
                continue;
            };
            branches += 1;
            if branches > self.tuning.get(&BRANCHES) {
                return Ok(Found::Open("too many ways to cut the equations"));
            }
            if state.languages.len() > most {
                open = Some("the equations come back to themselves");
                continue;
            }
            let state = match self.advance(state)? {
                Advance::Dead => continue,
                Advance::Branches(source) => {
                    stack.push(source);
                    continue;
                }
                Advance::Stable(state) => state,
            };
            let mut candidate = self.candidate(&state)?;
            if let Candidate::Violates(at, words) = candidate {
                candidate = match patience {
                    0 => Candidate::Violates(at, words),
                    _ => self.positions(&state, (at, words), &mut used)?,
                };
                by_places |= matches!(candidate, Candidate::Impossible);
                patience -= u64::from(matches!(candidate, Candidate::Violates(..))).min(patience);
            }
            match candidate {
                Candidate::Words(words) => return Ok(Found::Words(words)),
                Candidate::Impossible => {}
                Candidate::Violates(at, _) if state.denied[at].relation == Relation::Factor => {
                    open = Some("it could not be told whether a string occurs in another");
                }
                Candidate::Violates(at, _) => {
                    used.insert(state.denied[at].fact);
                    stack.push(Source::Cases(self.differ(*state, at)));
                }
                Candidate::Open(why) => open = Some(why),
            }
        }
        Ok(match open {
            Some(why) => Found::Open(why),
            None => Found::Nothing(used, by_places),
        })
    }

    /// Solves what needs no choice, up to the next one.
    fn advance(&mut self, mut state: State) -> Result<Advance, StopReason> {
        loop {
            if !state.normalise(self.budget)? {
                return Ok(Advance::Dead);
            }
            if eliminate(&mut state, self.budget)? {
                continue;
            }
            break;
        }
        if (self.asks || !state.conditions.is_empty())
            && let Lengths::Impossible = self.measure.ask(self.store, &state, &[], self.budget)?
        {
            return Ok(Advance::Dead);
        }
        if let Some(slice) = state.slices.pop() {
            return Ok(Advance::Branches(Source::Cases(self.slice(state, &slice)?)));
        }
        if let Some(index) = state.indices.pop() {
            return Ok(Advance::Branches(Source::Cases(self.index(state, &index))));
        }
        if let Some(code) = state.codes.pop() {
            return Ok(Advance::Branches(Source::Cases(self.code(state, &code)?)));
        }
        if let Some(equation) = choose(&mut state) {
            return Ok(Advance::Branches(noodles(state, equation, self.budget)?));
        }
        if !state.images.is_empty() {
            return image(state, self.budget);
        }
        Ok(Advance::Stable(Box::new(state)))
    }

    fn candidate(&mut self, state: &State) -> Result<Candidate, StopReason> {
        let lengths = match self
            .measure
            .ask(self.store, state, self.preferred, self.budget)?
        {
            Lengths::Found(lengths) => lengths,
            Lengths::Impossible => return Ok(Candidate::Impossible),
            Lengths::Open => return Ok(Candidate::Open("arithmetic did not tell about lengths")),
        };
        candidate::words(
            state,
            &lengths,
            &Given::default(),
            self.named,
            (self.tuning, self.budget),
        )
    }
}

/// The next branch.
fn next(source: &mut Source, budget: &Budget) -> Result<Option<State>, StopReason> {
    match source {
        Source::Cases(cases) => Ok(cases.pop()),
        Source::Noodles {
            state,
            left,
            right,
            noodles,
        } => {
            let Some(noodle) = noodles.next(budget)? else {
                return Ok(None);
            };
            budget.spend(state.languages.len() as u64)?;
            let mut branch = (**state).clone();
            branch.cut(noodle, left, right);
            Ok(Some(branch))
        }
    }
}

/// Lets a variable that may be any word stand for the other side of its equation. Whether there
/// was one.
fn eliminate(state: &mut State, budget: &Budget) -> Result<bool, StopReason> {
    let all = Automaton::all(state.languages[0].alphabet());
    let free = |state: &State, side: &[Var], other: &[Var]| match *side {
        [x] if state.languages[x] == all && !other.contains(&x) => Some(x),
        _ => None,
    };
    for at in 0..state.equations.len() {
        budget.spend(1)?;
        let (left, right) = &state.equations[at];
        let found = free(state, left, right)
            .map(|x| (x, right.clone()))
            .or_else(|| free(state, right, left).map(|x| (x, left.clone())));
        if let Some((x, sequence)) = found {
            state.equations.swap_remove(at);
            state.substitute(x, sequence);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Takes the equation whose alignment looks least.
fn choose(state: &mut State) -> Option<Equation> {
    let size = |side: &[Var]| -> usize { side.iter().map(|&x| state.languages[x].len()).sum() };
    let effort = |(left, right): &Equation| size(left).saturating_mul(size(right));
    let best = (0..state.equations.len()).min_by_key(|&at| effort(&state.equations[at]))?;
    Some(state.equations.swap_remove(best))
}

/// The branches of an equation.
fn noodles(mut state: State, equation: Equation, budget: &Budget) -> Result<Source, StopReason> {
    state.equations.push(equation);
    let occurrences = state.occurrences();
    let (left, right) = state.equations.pop().unwrap_or_default();
    let (left, right) = (
        state.units(&left, &occurrences),
        state.units(&right, &occurrences),
    );
    let languages = |units: &[Vec<Var>]| -> Result<Vec<Automaton>, StopReason> {
        units
            .iter()
            .map(|unit| state.language_of(unit, budget))
            .collect()
    };
    let noodles = Noodles::new(&languages(&left)?, &languages(&right)?, budget)?;
    Ok(Source::Noodles {
        state: Box::new(state),
        left,
        right,
        noodles: Box::new(noodles),
    })
}

/// Takes one image: what only it speaks of becomes a language for its input.
fn image(mut state: State, budget: &Budget) -> Result<Advance, StopReason> {
    let occurrences = state.occurrences();
    let lonely = |image: &Image| {
        let output = state.expanded(&image.output);
        output.iter().all(|&x| occurrences[x] == 1)
    };
    let place = state.images.iter().position(lonely);
    let image = state.images.swap_remove(place.unwrap_or(0));
    let output = state.expanded(&image.output);
    let language = state.language_of(&output, budget)?;
    let inputs = image
        .transducer
        .preimage(&language, budget)?
        .quotient(budget)?;
    if inputs.is_empty() {
        return Ok(Advance::Dead);
    }
    let input = state.fresh(inputs, false);
    state.equations.push((image.input.clone(), vec![input]));
    if place.is_none() {
        // Others speak of the output too: only languages are passed on.
        let language = state.language_of(&image.input, budget)?;
        let outputs = image
            .transducer
            .image(&language, budget)?
            .quotient(budget)?;
        let outputs = state.fresh(outputs, false);
        state.equations.push((image.output.clone(), vec![outputs]));
        state.unproved.push(image);
        return Ok(Advance::Branches(Source::Cases(vec![state])));
    }
    let image = Image { output, ..image };
    state.derived.push(Derived::Computed(image));
    Ok(Advance::Branches(Source::Cases(vec![state])))
}
