//! Regular propagation as steps of a proof: what memberships of some strings say of others, through concatenations and functions, until one has no
//! word left.
//!
//! Which language each string is in is found with automata, as the procedure that is followed does it; then those
//! steps are shown that the contradiction needs. A language that goes forwards through a concatenation is written with the expressions that are there. What goes backwards, or
//! through a function, is shown by contradiction: a string outside of the language that it is said to be in leaves the others no word, and the checker sees that
//! by comparing expressions. So where such a step ends in a contradiction itself, no language is written down at all.

mod automaton;
mod expression;
mod functions;
mod lengths;
mod minimal;
mod periods;
mod spans;
mod steps;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sinew_proof::cpc::{Fact, Failure, Known, Machine, Op, Outcome, Sort, Term};

use crate::Elaborator;
use crate::log::Closure;
use automaton::Automaton;
use periods::Period;

/// The most characters of substrings whose number is looked at.
const SHORT: usize = 16;

/// How often each constraint is applied.
const ROUNDS: usize = 6;

/// What relates strings.
#[derive(Clone, Debug)]
enum Constraint {
    /// A concatenation and its parts.
    Concat(Term, Vec<Term>),
    /// The value of a function at a string.
    Function(Term, Machine, Term),
    /// A substring of a string.
    Slice(Term, Term),
    /// A string that overlaps with itself.
    Period(Period),
}

impl Constraint {
    fn strings(&self) -> Vec<Term> {
        match self {
            Constraint::Concat(whole, parts) => [&[*whole], &parts[..]].concat(),
            Constraint::Function(a, _, b) | Constraint::Slice(a, b) => vec![*a, *b],
            Constraint::Period(period) => [&[period.string], &period.of[..]].concat(),
        }
    }
}

/// Why a string is in a language. Numbers are those of other steps.
#[derive(Clone, Debug)]
enum Why {
    /// It was shown, of a string of its class.
    Shown(Fact),
    /// It is this word.
    Word(Term),
    /// It is in both.
    Both(usize, usize),
    /// It is this concatenation, whose parts are in these languages, where something is known of them.
    Joined(Term, Vec<Option<usize>>),
    /// It is the part at this place of a concatenation in a language, with the other parts in these.
    Between(Term, usize, Vec<Option<usize>>, usize),
    /// It is the value of a function at a string in this language, if something is known of it.
    Image(Term, Term, Option<usize>),
    /// The function's value at it is in this language.
    Preimage(Term, Term, usize),
    /// It has a substring in this language.
    Around(Term, Term, usize),
    /// It is a substring of a string in this language.
    Slice(Term, Term, usize),
    /// It begins or ends with repetitions of strings in these languages.
    Repeated(Period, Vec<Option<usize>>),
}

/// That the strings of a class are in a language.
#[derive(Clone, Debug)]
struct Step {
    class: Term,
    automaton: Automaton,
    why: Why,
    fact: Option<Fact>,
}

/// Propagation, with all that it found.
pub(crate) struct Propagation {
    closure: Closure,
    constraints: Vec<Constraint>,
    steps: Vec<Step>,
    /// The latest step about each class.
    known: Vec<(Term, usize)>,
}

/// Why propagation ends early.
enum Halt {
    /// This step is about a language without words.
    Empty(usize),
    Failed(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Halt {
        Halt::Failed(failure)
    }
}

/// A result that may be too large to be one.
fn optional<T>(outcome: Outcome<T>) -> Outcome<Option<T>> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(Failure::Wrong(_)) => Ok(None),
        Err(why) => Err(why),
    }
}

impl Elaborator {
    /// `false`, from memberships, equations and other formulas about strings one of which has no word left.
    pub(crate) fn no_word_left(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut propagation = Propagation::new(self, premises, &[])?;
        match propagation.run(self, premises) {
            Ok(()) => Err("every string has words left".into()),
            Err(Halt::Empty(step)) => propagation.contradiction(self, step),
            Err(Halt::Failed(why)) => Err(why),
        }
    }
}

impl Elaborator {
    /// A formula about a string as a membership; nothing if it is none.
    fn said_of_string(&mut self, premise: Fact) -> Outcome<Option<Fact>> {
        if let Some(member) = self.affix_membership(premise)? {
            return Ok(Some(member));
        }
        match self.numeral_from(premise)? {
            Some(member) => Ok(Some(member)),
            None => self.as_membership(premise),
        }
    }

    /// That a substring is not longer than it may be, as a membership, where that is a small number.
    fn short_enough(&mut self, slice: Term) -> Outcome<Option<Fact>> {
        let terms = self.checker().terms();
        let (Op::Known(Known::Substr), &[_, _, count]) = (terms.op(slice), terms.args(slice))
        else {
            return Ok(None);
        };
        let most = terms
            .as_int(count)
            .and_then(|most| usize::try_from(most).ok());
        let Some(most) = most.filter(|&most| most <= SHORT) else {
            return Ok(None);
        };
        // count - |slice| is at least count - count.
        let (length, minus) = (terms.app(Known::Len, &[slice])?, terms.int(IBig::NEG_ONE)?);
        let (zero, next) = (terms.int(IBig::ZERO)?, terms.int((most + 1).into())?);
        let longer = terms.app(Known::Ge, &[length, next])?;
        let mut sides = Vec::with_capacity(2);
        for taken in [length, count] {
            let taken = terms.app(Known::Mul, &[minus, taken])?;
            let rest = terms.app(Known::Add, &[count, taken])?;
            sides.push(terms.app(Known::Ge, &[rest, zero])?);
        }
        let equation = terms.app(Known::Eq, &sides)?;
        let rule = "arith-string-pred-safe-approx";
        let bounded = self.checker().step(rule, &[], &[equation], None)?;
        let value = (self.checker()).step("evaluate", &[], &[sides[1]], None)?;
        let bounded = self.trans(&[bounded, value])?;
        let bounded = self.checker().step("true_elim", &[bounded], &[], None)?;
        let short = self.denied(longer, |proof, supposed| {
            proof.clash_of_bounds(&[supposed, bounded])
        })?;
        self.as_membership(short)
    }

    pub(crate) fn is_word_equation(&mut self, fact: Fact) -> bool {
        match self.sides(fact) {
            Some((left, _)) => self.checker().terms().sort(left) == Sort::String,
            None => false,
        }
    }
}

impl Propagation {
    /// From premises, and about the strings in these terms as well.
    fn new(proof: &mut Elaborator, premises: &[Fact], about: &[Term]) -> Outcome<Propagation> {
        let mut closure = Closure::default();
        for &premise in premises {
            closure.suppose(proof, premise)?;
        }
        for &term in about {
            closure.add(proof, term)?;
        }
        closure.close(proof)?;
        let mut propagation = Propagation {
            closure,
            constraints: Vec::new(),
            steps: Vec::new(),
            known: Vec::new(),
        };
        propagation.read(proof, premises, about)?;
        // Periods come first: they spare the way round in circles.
        let periods = propagation.periods().into_iter().map(Constraint::Period);
        propagation.constraints.splice(0..0, periods);
        Ok(propagation)
    }

    /// The constraints that the strings are in of which the premises speak.
    fn read(&mut self, proof: &mut Elaborator, premises: &[Fact], about: &[Term]) -> Outcome<()> {
        let (mut work, mut seen) = (about.to_vec(), FxHashSet::default());
        for &premise in premises {
            work.extend(proof.checker().formula(premise));
        }
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            let terms = proof.checker().terms();
            terms.charge(1)?;
            let args = terms.args(term).to_vec();
            if terms.sort(term) == Sort::String {
                match (terms.op(term), &args[..]) {
                    (Op::Known(Known::Concat), parts) => {
                        let concat = Constraint::Concat(term, parts.to_vec());
                        self.constraints.push(concat);
                    }
                    (Op::Known(Known::Substr | Known::At), &[whole, ..]) => {
                        self.constraints.push(Constraint::Slice(term, whole));
                    }
                    _ => {
                        if let Some((machine, of)) = Machine::of(terms, term) {
                            let function = Constraint::Function(term, machine, of);
                            self.constraints.push(function);
                        }
                    }
                }
            }
            work.extend(args);
        }
        Ok(())
    }

    fn class(&self, string: Term) -> Term {
        self.closure.representative(string)
    }

    fn known(&self, string: Term) -> Option<usize> {
        let class = self.class(string);
        let found = self.known.iter().find(|(other, _)| *other == class);
        found.map(|&(_, step)| step)
    }

    fn run(&mut self, proof: &mut Elaborator, premises: &[Fact]) -> Result<(), Halt> {
        self.memberships(proof, premises)?;
        let count = self.constraints.len();
        let (mut turns, mut waiting) = (vec![0; count], vec![true; count]);
        let mut queue: VecDeque<usize> = (0..count).collect();
        while let Some(at) = queue.pop_front() {
            waiting[at] = false;
            turns[at] += 1;
            for class in self.apply(proof, &self.constraints[at].clone())? {
                for other in 0..count {
                    let strings = self.constraints[other].strings();
                    let speaks = strings.iter().any(|&string| self.class(string) == class);
                    if speaks && other != at && turns[other] < ROUNDS && !waiting[other] {
                        waiting[other] = true;
                        queue.push_back(other);
                    }
                }
            }
        }
        Ok(())
    }

    /// What the premises say outright.
    fn memberships(&mut self, proof: &mut Elaborator, premises: &[Fact]) -> Result<(), Halt> {
        let mut changed = Vec::new();
        for word in self.closure.words(proof) {
            let terms = proof.checker().terms();
            let language = terms.app(Known::ToRe, &[word])?;
            let automaton = Automaton::of(terms, language)?;
            self.narrow(proof, word, automaton, Why::Word(word), &mut changed)?;
        }
        for &premise in premises {
            if proof.is_word_equation(premise) {
                continue;
            }
            if let Some(member) = proof.said_of_string(premise)? {
                self.member(proof, member, &mut changed)?;
            }
        }
        for constraint in self.constraints.clone() {
            if let Constraint::Slice(part, _) = constraint
                && let Some(member) = proof.short_enough(part)?
            {
                self.member(proof, member, &mut changed)?;
            }
        }
        Ok(())
    }

    /// Adds a membership that was shown.
    fn member(
        &mut self,
        proof: &mut Elaborator,
        member: Fact,
        changed: &mut Vec<Term>,
    ) -> Result<(), Halt> {
        let (_, string, language) = proof.membership(member)?;
        let terms = proof.checker().terms();
        if let Some(automaton) = optional(Automaton::of(terms, language))? {
            self.closure.add(proof, string)?;
            self.narrow(proof, string, automaton, Why::Shown(member), changed)?;
        }
        Ok(())
    }

    /// Adds that a string is in a language; the class is changed if that is news.
    fn narrow(
        &mut self,
        proof: &mut Elaborator,
        string: Term,
        automaton: Automaton,
        why: Why,
        changed: &mut Vec<Term>,
    ) -> Result<(), Halt> {
        let class = self.class(string);
        let terms = proof.checker().terms();
        let automaton = automaton.least(terms)?;
        let before = self.known(string);
        if let Some(before) = before {
            let known = &self.steps[before].automaton;
            if optional(known.is_within(terms, &automaton))? != Some(false) {
                return Ok(());
            }
        }
        let step = self.push(class, automaton, why);
        if self.steps[step].automaton.is_empty() {
            return Err(Halt::Empty(step));
        }
        let latest = match before {
            None => step,
            Some(before) => {
                let (a, b) = (&self.steps[before].automaton, &self.steps[step].automaton);
                let Some(meet) = optional(a.meet(terms, b))? else {
                    return Ok(());
                };
                let meet = meet.least(terms)?;
                self.push(class, meet, Why::Both(before, step))
            }
        };
        if self.steps[latest].automaton.is_empty() {
            return Err(Halt::Empty(latest));
        }
        self.known.retain(|(other, _)| *other != class);
        self.known.push((class, latest));
        changed.push(class);
        Ok(())
    }

    fn push(&mut self, class: Term, automaton: Automaton, why: Why) -> usize {
        self.steps.push(Step {
            class,
            automaton,
            why,
            fact: None,
        });
        self.steps.len() - 1
    }

    fn apply(
        &mut self,
        proof: &mut Elaborator,
        constraint: &Constraint,
    ) -> Result<Vec<Term>, Halt> {
        let mut changed = Vec::new();
        match constraint {
            Constraint::Concat(whole, parts) => {
                self.concatenation(proof, *whole, parts, &mut changed)?;
            }
            Constraint::Period(period) => self.repeated(proof, period, &mut changed)?,
            Constraint::Function(value, machine, of) => {
                let known = self.known(*of);
                let all = Automaton::all();
                let language = known.map_or(&all, |step| &self.steps[step].automaton);
                let image = language.image(proof.checker().terms(), machine);
                if let Some(image) = optional(image)? {
                    let why = Why::Image(*value, *of, known);
                    self.narrow(proof, *value, image, why, &mut changed)?;
                }
                if let Some(step) = self.known(*value) {
                    let language = &self.steps[step].automaton;
                    let before = language.preimage(proof.checker().terms(), machine);
                    if let Some(before) = optional(before)? {
                        let why = Why::Preimage(*value, *of, step);
                        self.narrow(proof, *of, before, why, &mut changed)?;
                    }
                }
            }
            Constraint::Slice(part, whole) => {
                if let Some(step) = self.known(*part) {
                    let language = &self.steps[step].automaton;
                    let (all, terms) = (Automaton::all(), proof.checker().terms());
                    let around = Automaton::joined(terms, &[&all, language, &all]);
                    if let Some(around) = optional(around)? {
                        let why = Why::Around(*part, *whole, step);
                        self.narrow(proof, *whole, around, why, &mut changed)?;
                    }
                }
                if let Some(step) = self.known(*whole) {
                    let factors = self.steps[step].automaton.factors();
                    let why = Why::Slice(*part, *whole, step);
                    self.narrow(proof, *part, factors, why, &mut changed)?;
                }
            }
        }
        Ok(changed)
    }

    fn concatenation(
        &mut self,
        proof: &mut Elaborator,
        whole: Term,
        parts: &[Term],
        changed: &mut Vec<Term>,
    ) -> Result<(), Halt> {
        let all = Automaton::all();
        let of_parts = |propagation: &Propagation| -> Vec<Option<usize>> {
            parts.iter().map(|&part| propagation.known(part)).collect()
        };
        let known = of_parts(self);
        if known.iter().any(Option::is_some) {
            let joined = self.joined(proof, &known, &all)?;
            if let Some(joined) = joined {
                self.narrow(proof, whole, joined, Why::Joined(whole, known), changed)?;
            }
        }
        for place in 0..parts.len() {
            let Some(outer) = self.known(whole) else {
                return Ok(());
            };
            let known = of_parts(self);
            let before = self.joined(proof, &known[..place], &all)?;
            let after = self.joined(proof, &known[place + 1..], &all)?;
            let (Some(before), Some(after)) = (before, after) else {
                continue;
            };
            let language = &self.steps[outer].automaton;
            let middle = language.between(proof.checker().terms(), &before, &after);
            if let Some(middle) = optional(middle)? {
                let why = Why::Between(whole, place, known, outer);
                self.narrow(proof, parts[place], middle, why, changed)?;
            }
        }
        Ok(())
    }

    fn joined(
        &self,
        proof: &mut Elaborator,
        parts: &[Option<usize>],
        all: &Automaton,
    ) -> Outcome<Option<Automaton>> {
        let parts: Vec<&Automaton> = (parts.iter())
            .map(|part| part.map_or(all, |step| &self.steps[step].automaton))
            .collect();
        optional(Automaton::joined(proof.checker().terms(), &parts))
    }
}
