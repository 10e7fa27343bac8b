//! A session without text: what the typed solver ([`crate::Solver`]) does with it.

use sinew_term::{Term, TermStore};

use super::{Latest, Session};
use crate::host::{Channel, Host};
use crate::query::{Certificate, Outcome};

/// A host that nobody listens to.
struct Silent;

impl Host for Silent {
    fn reply(&mut self, _: &str) {}

    fn remark(&mut self, _: &str) {}

    fn redirect(&mut self, _: Channel, _: &str) -> Result<(), String> {
        Err("there are no channels here".to_owned())
    }
}

impl Session {
    pub(crate) fn terms(&self) -> &TermStore {
        &self.store
    }

    pub(crate) fn terms_mut(&mut self) -> &mut TermStore {
        &mut self.store
    }

    pub(crate) fn assert_term(&mut self, term: Term) {
        self.assert(term, Vec::new());
    }

    pub(crate) fn push_level(&mut self) {
        self.push(1);
    }

    pub(crate) fn pop_levels(&mut self, count: u32) {
        self.pop(count);
    }

    /// `check-sat-assuming`. A core has the positions of assertions and, after them, assumptions.
    pub(crate) fn query(&mut self, assumptions: &[Term]) -> Option<&Outcome> {
        let written = assumptions.iter().map(|&term| (term, String::new()));
        self.check_sat(written.collect(), &mut Silent);
        match &self.latest {
            Latest::Answer { outcome, .. } => Some(outcome),
            _ => None,
        }
    }

    /// What vouches for the latest answer.
    pub(crate) fn certificate(&self) -> Option<&Certificate> {
        match &self.latest {
            Latest::Answer { certificate, .. } => Some(certificate),
            _ => None,
        }
    }

    /// A proof of the latest `unsat`, in CPC.
    pub(crate) fn proof(&mut self) -> Result<String, String> {
        match &self.latest {
            Latest::Answer {
                outcome: Outcome::Unsat(core),
                assumptions,
                ..
            } => {
                let (core, assumptions) = (core.clone(), assumptions.clone());
                self.proof_script(&core, &assumptions, &mut Silent)
            }
            _ => Err("the latest answer is not `unsat`".to_owned()),
        }
    }

    /// The normal form of a term, unless the limits end the work before.
    pub(crate) fn simplified(&mut self, term: Term) -> Term {
        self.normal_form(term, &mut Silent)
    }

    /// How many assertions there are.
    pub(crate) fn assertion_count(&self) -> usize {
        self.assertions.len()
    }

    /// An empty session with the options, the cancel handle and the statistics of this one. What
    /// terms there were is forgotten.
    pub(crate) fn renew(&mut self) {
        let options = self.options.clone();
        let initial = std::mem::replace(&mut self.initial, options);
        // Nobody has asked for other channels, so none can be refused.
        let _ = self.reset(&mut Silent);
        self.initial = initial;
    }

    /// Changes an option by the name that scripts and command lines use.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let spec = crate::options::find(name).ok_or_else(|| format!("no option `{name}`"))?;
        spec.set(&mut self.options, value)?;
        self.configure();
        Ok(())
    }
}
