//! Formulas that preprocessing made of the assertions, from its record.
//!
//! What is shown is what is asked for, and what that needs.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome};
use sinew_simplify::{Record, Step};
use sinew_term::{Term, TermStore};

use crate::Elaborator;
use crate::congruence::Equations;
use crate::normal::NormalForms;
use crate::parts::Conjunctions;

/// A formula that preprocessing begins with.
#[derive(Clone, Debug)]
pub struct Given {
    /// The formula.
    pub formula: Term,
    /// The assertions that it was made of, and the names of the rules that made it; nothing if it is one.
    pub made: Option<(Vec<Term>, Vec<&'static str>)>,
}

/// Where a formula comes from.
#[derive(Clone, Copy)]
enum Source {
    Given(usize),
    Step(usize),
}

/// Formulas by where they come from, and those that were shown.
pub(crate) struct Preprocessing<'a> {
    pub(crate) store: &'a TermStore,
    given: &'a [Given],
    pub(crate) record: &'a Record,
    sources: FxHashMap<Term, Source>,
    pub(crate) shown: FxHashMap<Term, Fact>,
    pub(crate) normal: NormalForms<'a>,
    pub(crate) conjunctions: Conjunctions,
}

impl<'a> Preprocessing<'a> {
    pub(crate) fn new(
        store: &'a TermStore,
        given: &'a [Given],
        record: &'a Record,
    ) -> Preprocessing<'a> {
        let mut sources = FxHashMap::default();
        // The first time that a formula is there, its premises are there already.
        for (at, given) in given.iter().enumerate() {
            sources.entry(given.formula).or_insert(Source::Given(at));
        }
        for (at, step) in record.steps().iter().enumerate() {
            sources.entry(conclusion(step)).or_insert(Source::Step(at));
        }
        Preprocessing {
            store,
            given,
            record,
            sources,
            shown: FxHashMap::default(),
            normal: NormalForms::new(store, record),
            conjunctions: Conjunctions::default(),
        }
    }

    /// Says what the symbols stand for that preprocessing introduced.
    pub(crate) fn define_symbols(&self, proof: &mut Elaborator) -> Outcome<()> {
        for &(symbol, meaning) in self.record.meanings() {
            let meaning = proof.term(self.store, meaning)?;
            proof.define(symbol, meaning);
        }
        Ok(())
    }

    /// Whether preprocessing has the formula.
    pub(crate) fn has(&self, formula: Term) -> bool {
        self.sources.contains_key(&formula)
    }

    /// Shows a formula that preprocessing has.
    pub(crate) fn fact(&mut self, proof: &mut Elaborator, root: Term) -> Outcome<Fact> {
        let mut work = vec![(root, false)];
        while let Some((formula, ready)) = work.pop() {
            if self.shown.contains_key(&formula) {
                continue;
            }
            let Some(&source) = self.sources.get(&formula) else {
                return Err("a formula has no origin".into());
            };
            proof.checker().terms().charge(1)?;
            if !ready {
                work.push((formula, true));
                let premises = self.premises(source);
                work.extend(premises.into_iter().map(|premise| (premise, false)));
                continue;
            }
            let fact = match source {
                Source::Given(at) => self.given(proof, at)?,
                Source::Step(at) => self.step(proof, at)?,
            };
            let stated = proof.term(self.store, formula)?;
            if proof.checker().formula(fact) != Some(stated) {
                return Err("a step of preprocessing shows another formula".into());
            }
            self.shown.insert(formula, fact);
        }
        Ok(self.shown[&root])
    }

    fn premises(&self, source: Source) -> Vec<Term> {
        match source {
            Source::Given(at) => match &self.given[at].made {
                Some((premises, _)) => premises.clone(),
                None => Vec::new(),
            },
            Source::Step(at) => match &self.record.steps()[at] {
                Step::Normal { from, .. } => vec![*from],
                Step::Conjunct { whole, .. } => vec![self.before_normal(*whole).unwrap_or(*whole)],
                Step::Concluded { premises, .. } => premises.clone(),
                Step::Replaced {
                    from, equations, ..
                } => [&[*from], &equations[..]].concat(),
            },
        }
    }

    /// The formula that this is the normal form of, if that is where it comes from.
    fn before_normal(&self, normal: Term) -> Option<Term> {
        match self.sources.get(&normal) {
            Some(&Source::Step(at)) => match &self.record.steps()[at] {
                Step::Normal { from, .. } => Some(*from),
                _ => None,
            },
            _ => None,
        }
    }

    /// The normal form of a formula that was shown.
    fn normal_form(&mut self, proof: &mut Elaborator, from: Term) -> Outcome<Fact> {
        let (fact, equation) = (self.shown[&from], self.normal.of(proof, from)?);
        proof.resolve(fact, equation)
    }

    fn given(&mut self, proof: &mut Elaborator, at: usize) -> Outcome<Fact> {
        let given = self.given[at].formula;
        match &self.given[at].made {
            None => {
                proof.used.push(given);
                proof.assume(self.store, given)
            }
            Some((premises, rules)) => {
                let formula = proof.term(self.store, given)?;
                let mut premises: Vec<Fact> = premises.iter().map(|p| self.shown[p]).collect();
                let depth = proof.checker().depth();
                match proof.no_such_pieces(&premises, formula) {
                    Err(Failure::Wrong(_)) => proof.checker().leave_to(depth),
                    shown => return shown,
                }
                let (&last, others) = rules.split_last().unwrap_or((&"stages", &[]));
                for rule in others {
                    premises = vec![proof.checker().trust(rule, &premises, formula)?];
                }
                proof.checker().trust(last, &premises, formula)
            }
        }
    }

    fn step(&mut self, proof: &mut Elaborator, at: usize) -> Outcome<Fact> {
        let record = self.record;
        match &record.steps()[at] {
            Step::Normal { from, to } => {
                if self.ends_a_conjunction(*from, *to) {
                    match self.part(proof, *from, *to) {
                        Err(Failure::Wrong(_)) => {}
                        shown => return shown,
                    }
                }
                self.normal_form(proof, *from)
            }
            Step::Conjunct { whole, part } => {
                if let Some(from) = self.before_normal(*whole) {
                    match self.part(proof, from, *part) {
                        Err(Failure::Wrong(_)) => {}
                        shown => return shown,
                    }
                    let fact = self.normal_form(proof, from)?;
                    self.shown.insert(*whole, fact);
                }
                let part = proof.term(self.store, *part)?;
                proof.conjunct(self.shown[whole], part)
            }
            Step::Concluded {
                pass,
                premises,
                conclusion,
            } => {
                let premises: Vec<Fact> = premises.iter().map(|p| self.shown[p]).collect();
                let conclusion = proof.term(self.store, *conclusion)?;
                proof.pass(pass, &premises, conclusion)
            }
            Step::Replaced {
                from,
                equations,
                to,
            } => {
                let mut known = Equations::default();
                for equation in equations {
                    let fact = self.shown[equation];
                    if let Some(sides) = proof.sides(fact) {
                        known.insert(sides, fact);
                    }
                }
                let sides = (proof.term(self.store, *from)?, proof.term(self.store, *to)?);
                let equation = proof.congruent(sides.0, sides.1, &mut known)?;
                proof.resolve(self.shown[from], equation)
            }
        }
    }
}

fn conclusion(step: &Step) -> Term {
    match step {
        Step::Normal { to, .. } | Step::Replaced { to, .. } => *to,
        Step::Conjunct { part, .. } => *part,
        Step::Concluded { conclusion, .. } => *conclusion,
    }
}

impl Elaborator {
    /// What a fact says in other words, by an equation; the fact itself where there is none.
    pub(crate) fn resolve(&mut self, fact: Fact, equation: Option<Fact>) -> Outcome<Fact> {
        match equation {
            None => Ok(fact),
            Some(equation) => (self.checker()).step("eq_resolve", &[fact, equation], &[], None),
        }
    }

    /// A member of a conjunction that was shown.
    pub(crate) fn conjunct(&mut self, fact: Fact, part: sinew_proof::cpc::Term) -> Outcome<Fact> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let place = match terms.op(formula) {
            Op::Known(Known::And) => terms.args(formula).iter().position(|&arg| arg == part),
            _ => None,
        };
        let place = place.ok_or("this is no member of the conjunction")?;
        let place = self.checker().terms().int(place.into())?;
        self.checker().step("and_elim", &[fact], &[place], None)
    }
}
