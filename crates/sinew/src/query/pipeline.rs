//! The lists of stages, and how one is run. What proofs and minimal cores mean for a query is said here and
//! nowhere else: each is a list.

use super::cache::Cache;
use super::certify::{Demand, certify};
use super::definitions::Definitions;
use super::eliminate::Eliminate;
use super::instantiate::Instantiate;
use super::minimal_core::MinimalCore;
use super::parts::Parts;
use super::prove::{Wanted, prove};
use super::search::Search;
use super::simplify::Simplify;
use super::{Certified, Context, Query, Rest, Stage, recorded};
use crate::options::Options;
use crate::search::{ANSWERING, PROVING, RECORDING};

/// An answer.
static ANSWER: &[&dyn Stage] = &[
    &Definitions,
    &Eliminate,
    &Instantiate,
    &Simplify,
    &Parts,
    &Search(&ANSWERING),
];

/// An answer with a log of the search. Preprocessing and kept answers have no part in it: a log knows
/// neither passes nor other queries.
static LOGGED: &[&dyn Stage] = &[&Definitions, &Eliminate, &Instantiate, &Search(&PROVING)];

/// A refutation once more, with a record of what is done.
pub(super) static RECORDED: &[&dyn Stage] = &[
    &Definitions,
    &Eliminate,
    &Instantiate,
    &recorded::Simplify,
    &Search(&RECORDING),
];

/// A log that starts from the assertions as they are.
static PROOF: &[&dyn Stage] = &[&Definitions, &Search(&PROVING)];

/// A list of stages, and what must be shown in the end.
pub(crate) struct Pipeline {
    stages: Vec<&'static dyn Stage>,
    demand: Demand,
    cached: bool,
}

impl Pipeline {
    /// That of `check-sat` under these options.
    pub(crate) fn answering(options: &Options) -> Pipeline {
        let mut stages: Vec<&'static dyn Stage> = Vec::new();
        if options.minimize_unsat_cores {
            stages.push(&MinimalCore);
        }
        let cached = options.incremental && !options.check_proofs;
        if cached {
            stages.push(&Cache);
        }
        let (list, demand) = match options.check_proofs {
            true => (LOGGED, Demand::Replayed),
            false => (ANSWER, Demand::Derived),
        };
        stages.extend(list);
        Pipeline {
            stages,
            demand,
            cached,
        }
    }

    /// That of `get-proof`.
    pub(crate) fn proving() -> Pipeline {
        Pipeline {
            stages: PROOF.to_vec(),
            demand: Demand::Replayed,
            cached: false,
        }
    }

    /// A proof in CPC, as text, that the assertions at these positions have no model.
    pub(crate) fn script(
        query: &Query,
        core: &[usize],
        cx: &mut Context<'_>,
    ) -> Result<String, String> {
        let proof = prove(query, core, RECORDED, Wanted::to_read(), cx);
        let proof = proof.map_err(|why| why.to_string())?;
        let none = "the search was not repeated within its limits";
        proof.script.ok_or_else(|| none.to_owned())
    }

    /// Whether earlier queries may be of use to this one, and this one to later ones.
    pub(crate) fn is_cached(&self) -> bool {
        self.cached
    }

    /// Asks the stages, and certifies what they answer.
    pub(crate) fn run(&self, query: &Query, cx: &mut Context<'_>) -> Certified {
        let answer = Rest(&self.stages).ask(query, cx);
        certify(query, answer, self.demand, cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Buffer;
    use crate::query::{
        Answer, Basis, KeptState, Outcome, QueryCache, Statistics, Unknown, Witness,
    };
    use sinew_base::Budget;
    use sinew_semantics::Model;
    use sinew_term::TermStore;

    /// Claims models that are none, and refutations without a log; for three assertions, by a rule that is off.
    struct Liar;

    impl Stage for Liar {
        fn run(&self, query: &Query, _: Rest<'_>, _: &mut Context<'_>) -> Answer {
            let outcome = match query.problem.assertions.len() {
                1 => Outcome::Sat(Witness::of(Model::new())),
                _ => Outcome::Unsat(vec![0]),
            };
            let mut basis = Basis::default();
            if query.problem.assertions.len() == 3 {
                basis.rules.insert("length");
            }
            Answer { outcome, basis }
        }
    }

    #[test]
    fn no_stage_has_the_last_word() {
        let mut store = TermStore::new();
        let no = store.false_();
        let options = Options {
            without: "length".to_owned(),
            ..Options::default()
        };
        let mut cx = Context {
            store: &mut store,
            options: &options,
            definitions: &[],
            cache: &mut QueryCache::default(),
            kept: &mut KeptState::default(),
            statistics: &mut Statistics::default(),
            host: &mut Buffer::default(),
            budget: &Budget::unlimited(),
        };
        let yes = cx.store.true_();
        for (count, assertion, demand, told) in [
            (1, no, Demand::Derived, false),
            (2, no, Demand::Replayed, false),
            (2, no, Demand::Derived, true),
            (2, yes, Demand::Derived, false),
            (3, no, Demand::Derived, false),
        ] {
            let pipeline = Pipeline {
                stages: vec![&Liar],
                demand,
                cached: false,
            };
            let query = Query::new(&vec![assertion; count], vec![true; count]);
            let certified = pipeline.run(&query, &mut cx);
            let unknown = matches!(
                certified.outcome(),
                Outcome::Unknown(Unknown::Incomplete(_) | Unknown::Refused(_))
            );
            assert_eq!(!unknown, told, "{count} {demand:?}");
        }
    }
}
