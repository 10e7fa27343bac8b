//! Proofs that are not yet made. The search tries much that leads nowhere; a draft costs the checker's terms alone, and only what was
//! found is shown to the checker.
//!
//! A draft is a step whose conclusion the checker has computed, what an entry of the library says, a hypothesis, or the implication that closes a
//! hypothesis' scope.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Checker, Fact, Known, Outcome, Term};

use crate::library::Derivation;

/// A proof that is not yet made, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Proof(u32);

#[derive(Clone, Debug)]
enum How {
    Step {
        rule: &'static str,
        premises: Box<[Proof]>,
        args: Box<[Term]>,
    },
    /// What a derivation of the library shows, with these terms for its parameters; it is made when it is shown.
    Entry {
        steps: &'static str,
        names: Box<[(&'static str, Term)]>,
    },
    Hypothesis,
    /// From a hypothesis to what follows from it.
    Scope(Proof, Proof),
}

#[derive(Clone, Debug)]
struct Node {
    formula: Term,
    how: How,
}

/// All drafts.
#[derive(Debug, Default)]
pub(crate) struct Drafts {
    nodes: Vec<Node>,
    shown: FxHashMap<Proof, Fact>,
}

/// What is left to do when a draft is shown.
enum Work {
    Show(Proof),
    Make(Proof),
    Open(Proof),
    Close(Proof),
}

impl Drafts {
    /// What it says.
    pub(crate) fn formula(&self, proof: Proof) -> Term {
        self.nodes[proof.0 as usize].formula
    }

    /// A step, with the conclusion that the checker computes.
    pub(crate) fn step(
        &mut self,
        checker: &mut Checker,
        rule: &'static str,
        premises: &[Proof],
        args: &[Term],
    ) -> Outcome<Proof> {
        let formulas: Vec<Term> = premises.iter().map(|&p| self.formula(p)).collect();
        let formula = checker.conclude(rule, &formulas, args)?;
        Ok(self.push(
            formula,
            How::Step {
                rule,
                premises: premises.into(),
                args: args.into(),
            },
        ))
    }

    /// What an entry of the library says of these terms.
    pub(crate) fn entry(
        &mut self,
        checker: &mut Checker,
        entry: &Derivation,
        values: &[Term],
    ) -> Outcome<Proof> {
        let parameters = entry.parameters.iter().zip(values);
        let names: Box<[(&str, Term)]> = parameters
            .map(|(&(name, _), &value)| (name, value))
            .collect();
        let formula = checker.read_term(entry.formula, &names)?;
        let steps = entry.steps;
        Ok(self.push(formula, How::Entry { steps, names }))
    }

    /// Supposes something, which must be a closed formula.
    pub(crate) fn hypothesis(&mut self, formula: Term) -> Proof {
        self.push(formula, How::Hypothesis)
    }

    /// The implication of what was shown under a hypothesis.
    pub(crate) fn scope(
        &mut self,
        checker: &mut Checker,
        hypothesis: Proof,
        body: Proof,
    ) -> Outcome<Proof> {
        let sides = [self.formula(hypothesis), self.formula(body)];
        let formula = checker.terms().app(Known::Implies, &sides)?;
        Ok(self.push(formula, How::Scope(hypothesis, body)))
    }

    fn push(&mut self, formula: Term, how: How) -> Proof {
        self.nodes.push(Node { formula, how });
        Proof(self.nodes.len() as u32 - 1)
    }

    fn is_shown(&self, checker: &Checker, proof: Proof) -> bool {
        (self.shown.get(&proof)).is_some_and(|&fact| checker.is_open(fact))
    }

    /// Makes the steps of a draft that depends on no hypothesis.
    pub(crate) fn show(&mut self, checker: &mut Checker, root: Proof) -> Outcome<Fact> {
        let mut work = vec![Work::Show(root)];
        while let Some(item) = work.pop() {
            match item {
                Work::Show(proof) if self.is_shown(checker, proof) => {}
                Work::Show(proof) => match &self.nodes[proof.0 as usize].how {
                    How::Step { premises, .. } => {
                        work.push(Work::Make(proof));
                        work.extend(premises.iter().rev().map(|&premise| Work::Show(premise)));
                    }
                    How::Entry { steps, names } => {
                        let fact = checker.replay(steps, names)?;
                        if checker.formula(fact) != Some(self.formula(proof)) {
                            return Err("an entry of the library shows another formula".into());
                        }
                        self.shown.insert(proof, fact);
                    }
                    How::Hypothesis => return Err("a hypothesis is used outside its scope".into()),
                    How::Scope(_, body) => {
                        work.extend([Work::Close(proof), Work::Show(*body), Work::Open(proof)])
                    }
                },
                Work::Make(proof) if self.is_shown(checker, proof) => {}
                Work::Make(proof) => {
                    let Node { formula, how } = &self.nodes[proof.0 as usize];
                    if let How::Step {
                        rule,
                        premises,
                        args,
                    } = how
                    {
                        let facts: Vec<Fact> = premises.iter().map(|p| self.shown[p]).collect();
                        let fact = checker.step(rule, &facts, args, Some(*formula))?;
                        self.shown.insert(proof, fact);
                    }
                }
                Work::Open(proof) => {
                    if let How::Scope(hypothesis, _) = self.nodes[proof.0 as usize].how {
                        let fact = checker.assume_push(self.formula(hypothesis))?;
                        self.shown.insert(hypothesis, fact);
                    }
                }
                Work::Close(proof) => {
                    let Node { formula, how } = &self.nodes[proof.0 as usize];
                    if let How::Scope(_, body) = how {
                        let fact =
                            checker.step_pop("scope", &[self.shown[body]], Some(*formula))?;
                        self.shown.insert(proof, fact);
                    }
                }
            }
        }
        Ok(self.shown[&root])
    }
}
