//! `check-sat`, `check-sat-assuming` and `get-proof`: the question, the stages, the reply.

use sinew_base::Budget;
use sinew_term::Term;

use super::{Answer, Latest, Session, Written};
use crate::host::Host;
use crate::query::cache::keep;
use crate::query::{Certified, Context, KeptState, Outcome, Pipeline, Query};

impl Session {
    pub(super) fn check_sat(&mut self, assumptions: Vec<Written>, host: &mut dyn Host) {
        self.queries += 1;
        let query = self.question(&assumptions);
        let budget = self.begin_query(host);
        let pipeline = Pipeline::answering(&self.options);
        let certified = self.run(&pipeline, &query, &budget, host);
        let certificate = certified.certificate().clone();
        let outcome = certified.into_outcome();
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
                certificate,
                assumptions,
            },
        };
        // The reply goes out before the query is closed: a process that was told to die while it
        // solved does so at that point.
        host.reply(word);
        self.end_query(&budget, host);
        self.dump(word, host);
    }

    /// The model, or proof and core, that options ask for behind every answer.
    fn dump(&mut self, answer: &str, host: &mut dyn Host) {
        let mut shown = Vec::new();
        if answer == "sat" && self.options.dump_models {
            shown.push(self.get_model());
        }
        if answer == "unsat" && self.options.dump_proofs {
            shown.push(self.get_proof(host));
        }
        if answer == "unsat" && self.options.dump_unsat_cores {
            shown.push(self.get_unsat_core());
        }
        for reply in shown {
            match reply {
                Ok(Answer::Text(text)) => host.reply(&text),
                // What was switched off is not shown, and that is no error of the script.
                Ok(_) => {}
                Err(why) => host.remark(&why),
            }
        }
    }

    /// What is asserted, and these assumptions. Cores name assumptions, and assertions that have a name.
    fn question(&self, assumptions: &[Written]) -> Query {
        let assumed = assumptions.iter().map(|(term, _)| *term);
        let terms: Vec<Term> = self.assertions().chain(assumed).collect();
        let mut named = vec![true; terms.len()];
        for (named, assertion) in named.iter_mut().zip(&self.assertions) {
            *named = assertion.name.is_some();
        }
        Query::new(&terms, named)
    }

    /// The certified answer of these stages. Where they look into the cache, it is kept there.
    fn run(
        &mut self,
        pipeline: &Pipeline,
        query: &Query,
        budget: &Budget,
        host: &mut dyn Host,
    ) -> Certified {
        let off = self.options.disabled();
        let definitions = self.environment.definitions();
        let mut own = KeptState::new(&self.options);
        // A trace shows every law, also those behind normal forms that were kept.
        let kept = match pipeline.is_cached() && !self.options.trace {
            true => &mut self.kept,
            false => &mut own,
        };
        kept.under(&self.options);
        self.cache.under(&definitions, &off);
        let mut cx = Context {
            store: &mut self.store,
            options: &self.options,
            definitions: &definitions,
            cache: &mut self.cache,
            kept,
            statistics: &mut self.statistics,
            host,
            budget,
        };
        let certified = pipeline.run(query, &mut cx);
        if pipeline.is_cached() {
            keep(&certified, query, cx);
        }
        certified
    }

    /// A proof in CPC that the assertions at these positions of the latest query have no model, or why there is none.
    pub(super) fn proof_script(
        &mut self,
        core: &[usize],
        assumptions: &[Written],
        host: &mut dyn Host,
    ) -> Result<String, String> {
        let query = self.question(assumptions);
        let budget = self.begin_query(host);
        let definitions = self.environment.definitions();
        let mut cx = Context {
            store: &mut self.store,
            options: &self.options,
            definitions: &definitions,
            cache: &mut self.cache,
            kept: &mut self.kept,
            statistics: &mut self.statistics,
            host,
            budget: &budget,
        };
        let script = Pipeline::script(&query, core, &mut cx);
        self.end_query(&budget, host);
        script
    }

    /// The log that refutes the latest query, or why there is none. It is made when it is asked for, by
    /// solving once more.
    pub(super) fn prove(
        &mut self,
        assumptions: &[Written],
        host: &mut dyn Host,
    ) -> Result<String, String> {
        let query = self.question(assumptions);
        let budget = self.begin_query(host);
        let certified = self.run(&Pipeline::proving(), &query, &budget, host);
        self.end_query(&budget, host);
        match (certified.outcome(), &certified.basis().refutation) {
            (Outcome::Unsat(_), Some(refutation)) => Ok(refutation.log().to_owned()),
            (Outcome::Unsat(_), None) => Err("no log was kept".to_owned()),
            (Outcome::Sat(_), _) => {
                Err("the search found a model, which contradicts the answer".to_owned())
            }
            (Outcome::Unknown(why), _) => Err(why.to_string()),
        }
    }
}
