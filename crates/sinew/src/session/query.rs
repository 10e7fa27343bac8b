//! `check-sat` and `check-sat-assuming`: memory first, then the solver, and what comes of it.

use std::sync::mpsc;

use sinew_base::Budget;
use sinew_smtlib::print_term;
use sinew_term::{Term, TermStore};

use super::{Latest, Session, Written, cores, recursion};
use crate::certify::certify;
use crate::host::Host;
use crate::memory::{Part, Recalled};
use crate::portfolio::Report;
use crate::quantified;
use crate::solve::{Outcome, Tools, Unknown, solve};

impl Session {
    pub(super) fn check_sat(&mut self, assumptions: Vec<Written>, host: &mut dyn Host) {
        self.queries += 1;
        let terms: Vec<Term> = self
            .assertions()
            .chain(assumptions.iter().map(|(term, _)| *term))
            .collect();
        let budget = self.begin_query(host);
        let outcome = match self.keeps() {
            true => self.recall(&terms, &budget, host),
            false => self.decide(&terms, &whole(&terms), &mut Tools::default(), &budget, host),
        };
        let refused = self.rejected.forbids(&outcome);
        let (word, remark) = match (&refused, &outcome) {
            (Some(why), _) => ("unknown", Some(why.clone())),
            (None, Outcome::Sat(_)) => ("sat", None),
            (None, Outcome::Unsat(_)) => ("unsat", None),
            (None, Outcome::Unknown(why)) => ("unknown", Some(why.to_string())),
        };
        if let Some(why) = remark.filter(|_| self.options.verbosity > 0) {
            host.remark(&format!("unknown: {why}"));
        }
        self.latest = match refused {
            Some(why) => Latest::Refused(why),
            None => Latest::Answer {
                outcome,
                assumptions,
            },
        };
        // The reply goes out before the query is closed: a process that was told to die while it
        // solved does so at that point.
        host.reply(word);
        self.end_query(&budget, host);
    }

    /// Whether earlier queries may be of use, and this one to later ones. A proof is made from
    /// the assertions alone; and who traces a query wants to see all of it.
    fn keeps(&self) -> bool {
        self.options.incremental && !self.options.check_proofs && !self.options.trace
    }

    /// Answers from memory, or by solving what memory leaves open.
    fn recall(&mut self, terms: &[Term], budget: &Budget, host: &mut dyn Host) -> Outcome {
        self.memory.under(&self.environment.definitions());
        let recalled = self.memory.recall(&self.store, terms, budget);
        if self.options.probe
            && let Some(what) = recalled.describe()
        {
            host.remark(&format!("(:probe (:memory \"{what}\"))"));
        }
        let minimise = self.options.minimize_unsat_cores;
        // What is minimal need not be so beside assertions that are in no core.
        let all_count = || (0..terms.len()).all(|position| self.may_leave_out(position));
        let known = match &recalled {
            Recalled::Model(_) => true,
            Recalled::Core(_, minimal) => !minimise || *minimal && all_count(),
            Recalled::Part(_) => false,
        };
        let mut tools = std::mem::take(&mut self.memory.tools);
        let outcome = match recalled {
            Recalled::Model(model) => Outcome::Sat(model),
            Recalled::Core(core, _) if known => Outcome::Unsat(core),
            Recalled::Core(core, _) => self.reduce(core, terms, &mut tools, budget, host),
            Recalled::Part(part) => self.solve_part(&part, terms, &mut tools, budget, host),
        };
        self.memory.tools = tools;
        match &outcome {
            _ if known => {}
            Outcome::Sat(model) => self.memory.satisfied(&self.store, model, terms, budget),
            Outcome::Unsat(core) => {
                let minimal = minimise
                    && core.iter().all(|&member| self.may_leave_out(member))
                    && budget.exhausted().is_none();
                let core = core.iter().map(|&member| terms[member]).collect();
                self.memory.refuted(core, minimal);
            }
            Outcome::Unknown(_) => {}
        }
        outcome
    }

    /// A minimal core from a known one, and what is in no printed core.
    fn reduce(
        &mut self,
        core: Vec<usize>,
        terms: &[Term],
        tools: &mut Tools,
        budget: &Budget,
        host: &mut dyn Host,
    ) -> Outcome {
        let mut beside: Vec<usize> = whole(terms);
        beside.retain(|position| core.contains(position) || !self.may_leave_out(*position));
        match self.decide(terms, &beside, tools, budget, host) {
            Outcome::Unsat(smaller) => Outcome::Unsat(smaller),
            // It is refuted, though not again.
            Outcome::Unknown(_) => Outcome::Unsat(core),
            Outcome::Sat(_) => self.decide(terms, &whole(terms), tools, budget, host),
        }
    }

    /// Solves what memory leaves open, and puts the models together.
    fn solve_part(
        &mut self,
        part: &Part,
        terms: &[Term],
        tools: &mut Tools,
        budget: &Budget,
        host: &mut dyn Host,
    ) -> Outcome {
        let outcome = self.decide(terms, &part.open, tools, budget, host);
        let Outcome::Sat(model) = outcome else {
            return outcome;
        };
        if part.is_whole() {
            return Outcome::Sat(model);
        }
        let joined = Outcome::Sat(part.complete(model));
        match certify(&self.store, terms, joined, budget) {
            // What memory has does not fit; so the query is solved as if there was none.
            Outcome::Unknown(Unknown::Incomplete(_)) => {
                self.decide(terms, &whole(terms), tools, budget, host)
            }
            certified => certified,
        }
    }

    /// Decides the terms at these positions. A core has positions of the same list.
    fn decide(
        &mut self,
        terms: &[Term],
        positions: &[usize],
        tools: &mut Tools,
        budget: &Budget,
        host: &mut dyn Host,
    ) -> Outcome {
        let terms: Vec<Term> = positions.iter().map(|&position| terms[position]).collect();
        let defined = recursion::defined(&self.environment.definitions());
        let unfolded = match defined.is_empty() {
            true => terms.clone(),
            false => recursion::unfold(&mut self.store, &defined, &terms, budget),
        };
        let eliminated: Vec<Term> = unfolded
            .iter()
            .map(|&term| quantified::eliminate(&mut self.store, term, budget))
            .collect();
        match self.simplify_and_solve(&eliminated, tools, budget, host) {
            Outcome::Unsat(core) => {
                let core = match self.options.minimize_unsat_cores {
                    true => self.minimal_core(&core, (&eliminated, positions), tools, budget),
                    false => core,
                };
                Outcome::Unsat(core.iter().map(|&member| positions[member]).collect())
            }
            other => {
                let checked = quantified::to_certify(&self.store, &terms, &unfolded, &eliminated);
                let certified =
                    recursion::certify_defined(&self.store, &defined, &checked, other, budget);
                quantified::none_fails(&self.store, &terms, certified, budget)
            }
        }
    }

    /// Solves, counting the laws of simplification that fired; with `trace`, each is shown.
    fn simplify_and_solve(
        &mut self,
        terms: &[Term],
        tools: &mut Tools,
        budget: &Budget,
        host: &mut dyn Host,
    ) -> Outcome {
        let (sender, steps) = mpsc::channel();
        if self.options.trace {
            tools.preprocessor.simplifier().set_trace(
                move |store: &TermStore, rule: &'static str, from: Term, to: Term| {
                    let (from, to) = (print_term(store, from), print_term(store, to));
                    // Nobody may be listening any more.
                    let _ = sender.send(format!("{rule}: {from} ~> {to}"));
                },
            );
        }
        let fired = |tools: &mut Tools| tools.preprocessor.simplifier().statistics();
        for (rule, count) in fired(tools) {
            let total = self.rules.entry(rule).or_default();
            *total = total.saturating_sub(count);
        }
        let mut report = Report::default();
        let options = &self.options;
        let mut ground = |store: &mut TermStore, terms: &[Term]| {
            solve(store, terms, options, tools, budget, &mut report)
        };
        let outcome = match quantified::is_quantified(&self.store, terms) {
            true => quantified::solve_quantified(&mut self.store, terms, budget, &mut ground),
            false => ground(&mut self.store, terms),
        };
        self.note(report, host);
        for (rule, count) in fired(tools) {
            *self.rules.entry(rule).or_default() += count;
        }
        for step in steps.try_iter() {
            host.remark(&step);
        }
        outcome
    }

    /// Keeps the statistics of a query, and shows what the probes found.
    fn note(&mut self, report: Report, host: &mut dyn Host) {
        if !report.probe.is_empty() {
            host.remark(&report.probe);
            report.reasons.iter().for_each(|why| host.remark(why));
        }
        report.trace.iter().for_each(|line| host.remark(line));
        for (name, count) in report.inferences {
            *self.inferences.entry(name).or_default() += count;
        }
        for (arm, effort) in report.efforts {
            *self.efforts.entry(arm).or_default() += effort;
        }
    }

    /// A core that cannot lose any assumption or named assertion. Those without a name are in no
    /// printed core, so they are not left out; and not only those of the core matter. The positions
    /// say which terms are assertions.
    fn minimal_core(
        &mut self,
        core: &[usize],
        (terms, positions): (&[Term], &[usize]),
        tools: &mut Tools,
        budget: &Budget,
    ) -> Vec<usize> {
        let removable: Vec<bool> = positions
            .iter()
            .map(|&position| self.may_leave_out(position))
            .collect();
        let background: Vec<usize> = (0..terms.len()).filter(|&at| !removable[at]).collect();
        let (store, options) = (&mut self.store, &self.options);
        cores::minimal(
            core,
            |member| removable[member],
            &background,
            |members| {
                budget.check()?;
                let chosen: Vec<Term> = members.iter().map(|&member| terms[member]).collect();
                let mut report = Report::default();
                let found = solve(store, &chosen, options, tools, budget, &mut report);
                Ok(match found {
                    Outcome::Unsat(core) => Some(core.iter().map(|&i| members[i]).collect()),
                    _ => None,
                })
            },
        )
    }

    /// Whether what stands at this position of a query is in printed cores.
    fn may_leave_out(&self, position: usize) -> bool {
        let assertion = self.assertions.get(position);
        assertion.is_none_or(|assertion| assertion.name.is_some())
    }
}

/// All positions.
fn whole(terms: &[Term]) -> Vec<usize> {
    (0..terms.len()).collect()
}
