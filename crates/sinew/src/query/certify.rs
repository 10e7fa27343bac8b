//! The last word on every answer.
//!
//! Whatever stages a query went through, its answer comes here, and a [`Certified`] one is made nowhere else:
//!
//! * no answer may rest on a rule that is off;
//! * a model must satisfy the assertions as they were asked, by the reference semantics;
//! * a core and its refutation arrive with the record of what they rest on ([`Basis`]). What is demanded of
//!   them is said by [`Demand`]: that the rules were applied by the procedures we have, or that the search's log
//!   was replayed by the checker, which shares no code with these.
//!
//! A refutation is then proved ([`prove`](super::prove)), within a budget that is tied to what it has cost, and the proof checked. One that
//! the checker refuses is no refutation.
//!
//! An answer that falls short becomes `unknown`, with the reason.

use super::pipeline::RECORDED;
use super::prove::{Wanted, prove};
use super::report;
use super::{Answer, Basis, Certificate, Context, Outcome, Query, Unknown};

/// What a refutation must have to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// Rules of ours led to it.
    Derived,
    /// The checker has replayed the log of the search that found it.
    Replayed,
}

/// An answer that may be told, and kept.
#[derive(Clone, Debug)]
pub(crate) struct Certified {
    outcome: Outcome,
    basis: Basis,
    certificate: Certificate,
}

impl Certified {
    /// What it is.
    pub(crate) fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// What it is, without what it rests on.
    pub(crate) fn into_outcome(self) -> Outcome {
        self.outcome
    }

    /// What vouches for it.
    pub(crate) fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// What it rests on.
    pub(crate) fn basis(&self) -> &Basis {
        &self.basis
    }
}

/// The answer to this question, if it may be told.
pub(crate) fn certify(
    query: &Query,
    answer: Answer,
    demand: Demand,
    cx: &mut Context<'_>,
) -> Certified {
    let Answer { outcome, basis } = answer;
    let (outcome, certificate) = match check(query, outcome, &basis, demand, cx) {
        Ok(certified) => certified,
        Err(why) => {
            if let Unknown::Refused(_) = why {
                let terms = query.terms();
                let text = report::script(cx.store, &terms, cx.definitions, &why.to_string());
                cx.host.keep_report(&text);
            }
            (Outcome::Unknown(why), Certificate::Unchecked)
        }
    };
    if cx.options.trace {
        let rules: Vec<&str> = basis.rules.iter().copied().collect();
        let word = match outcome {
            Outcome::Sat(_) => "sat",
            Outcome::Unsat(_) => "unsat",
            Outcome::Unknown(_) => "unknown",
        };
        cx.host.remark(&format!("{word} by: {}", rules.join(" ")));
    }
    Certified {
        outcome,
        basis,
        certificate,
    }
}

/// The outcome and what vouches for it, or why it may not be told.
fn check(
    query: &Query,
    mut outcome: Outcome,
    basis: &Basis,
    demand: Demand,
    cx: &mut Context<'_>,
) -> Result<(Outcome, Certificate), Unknown> {
    let off = cx.options.disabled();
    if let Some(rule) = basis.rules.iter().find(|rule| off.has(rule)) {
        let why = format!("the answer rests on the rule `{rule}`, which is off");
        return Err(Unknown::Incomplete(why));
    }
    let certificate = match &mut outcome {
        Outcome::Sat(witness) => {
            witness.satisfies(cx.store, query, &basis.stand_ins, cx.budget)?;
            Certificate::Checked
        }
        Outcome::Unsat(core) => {
            refuted(query, core, basis, demand)?;
            let (certificate, used) = proved(query, core, basis, demand, cx)?;
            if let Some(used) = used {
                *core = used;
            }
            certificate
        }
        Outcome::Unknown(_) => Certificate::Unchecked,
    };
    Ok((outcome, certificate))
}

/// What vouches for a refutation: the firewall, and the part of the core that its proof uses. An error says why it is none.
fn proved(
    query: &Query,
    core: &[usize],
    basis: &Basis,
    demand: Demand,
    cx: &mut Context<'_>,
) -> Result<(Certificate, Option<Vec<usize>>), Unknown> {
    let mut used = None;
    let certificate = match (&basis.certificate, demand) {
        _ if !cx.options.check_unsat => Certificate::Unchecked,
        (_, Demand::Replayed) => Certificate::trusting("log"),
        (Some(certificate), _) => certificate.clone(),
        (None, Demand::Derived) => {
            let dumped = !cx.options.dump_proof.is_empty();
            let wanted = Wanted::to_vouch(cx.budget, &cx.options.tuning, dumped);
            let proof = prove(query, core, RECORDED, wanted, cx)?;
            if let Some(script) = proof.script {
                let target = &cx.options.dump_proof;
                if let Err(why) = cx.host.write_file(target, &script) {
                    cx.host
                        .remark(&format!("the proof cannot be written: {why}"));
                }
            }
            used = proof.core;
            proof.certificate
        }
    };
    match certificate {
        Certificate::Checked => Ok((certificate, used)),
        certificate if cx.options.require_proof => Err(Unknown::Incomplete(format!(
            "there is no proof without gaps: {certificate}"
        ))),
        certificate => Ok((certificate, used)),
    }
}

/// Whether the positions of a core are refuted, as far as is demanded.
fn refuted(query: &Query, core: &[usize], basis: &Basis, demand: Demand) -> Result<(), Unknown> {
    let count = query.named.len();
    if core.iter().any(|&position| position >= count) {
        let why = "a core names an assertion that there is not".to_owned();
        return Err(Unknown::Incomplete(why));
    }
    match (demand, &basis.refutation) {
        (Demand::Derived, _) | (Demand::Replayed, Some(_)) => Ok(()),
        (Demand::Replayed, None) => Err(Unknown::Incomplete("no log was kept".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::TermStore;

    #[test]
    fn a_refutation_without_a_log_is_none_where_one_is_demanded() {
        let mut store = TermStore::new();
        let query = Query::new(&[store.false_()], [true]);
        let basis = Basis::default();
        assert!(refuted(&query, &[0], &basis, Demand::Derived).is_ok());
        assert!(refuted(&query, &[0], &basis, Demand::Replayed).is_err());
        assert!(refuted(&query, &[1], &basis, Demand::Derived).is_err());
    }
}
