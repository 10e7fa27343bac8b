//! From the record of a refutation to its proof: the way in.

use sinew_engine::{Definition, Premise};
use sinew_proof::cpc::{Checker, Fact, Failure, Known, Outcome, Refusal, Verdict};
use sinew_simplify::Record;
use sinew_term::{Term, TermStore};

use crate::Elaborator;
use crate::log::Search;
use crate::preprocess::{Given, Preprocessing};

/// What the solver recorded when it refuted assertions.
#[derive(Clone, Debug)]
pub struct Refutation<'a> {
    /// The assertions that may be used, as they were written.
    pub assertions: &'a [Term],
    /// What preprocessing began with.
    pub given: &'a [Given],
    /// What preprocessing did.
    pub record: &'a Record,
    /// `false`.
    pub falsity: Term,
    /// What the search did, if preprocessing did not refute the assertions.
    pub search: Option<Searched<'a>>,
}

/// What the search was given, and what it did.
#[derive(Clone, Copy, Debug)]
pub struct Searched<'a> {
    /// The formulas that it was given.
    pub formulas: &'a [Term],
    /// The engine's log; none if there is none.
    pub log: Option<&'a str>,
    /// The symbols that it introduced, with what they stand for.
    pub symbols: &'a [(Term, Definition)],
}

/// What a string procedure inferred: the premises imply one of the terms.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// The name of the rule.
    pub rule: String,
    /// What it rests on.
    pub premises: Vec<Premise>,
    /// What follows; nothing is a contradiction.
    pub conclusion: Vec<Term>,
}

/// A proof, and what is to be known of it.
#[derive(Debug)]
pub struct Proved {
    /// What the steps come to.
    pub verdict: Verdict,
    /// The checker, which has the steps as a text, if that is wanted.
    pub checker: Checker,
    /// The assertions that the proof uses.
    pub used: Vec<Term>,
    /// The inferences that it takes on trust.
    pub trusted: Vec<Inferred>,
}

/// Makes a proof of a refutation, with this much work. The verdict is that of the checker on the steps that were made; where a step cannot be
/// made at all, it is that step's refusal.
pub fn prove(store: &TermStore, refutation: &Refutation<'_>, budget: u64, as_text: bool) -> Proved {
    let mut proof = Elaborator::new(budget);
    if as_text {
        proof.checker().keep_script();
    }
    let verdict = match conclude(store, refutation, &mut proof) {
        // An attempt that ran out of its share in a scope has left it open: what came after is no proof, and speaks against nothing.
        Ok(_) if proof.checker().depth() > 0 => Verdict::OutOfBudget,
        Ok(_) => proof.checker().verdict(),
        Err(Failure::Budget) => Verdict::OutOfBudget,
        Err(Failure::Wrong(why)) => Verdict::Refused(Refusal {
            step: String::new(),
            rule: String::new(),
            why,
            place: None,
        }),
    };
    let (used, trusted) = (
        std::mem::take(&mut proof.used),
        std::mem::take(&mut proof.trusted),
    );
    Proved {
        verdict,
        checker: proof.into_checker(),
        used,
        trusted,
    }
}

fn conclude(
    store: &TermStore,
    refutation: &Refutation<'_>,
    proof: &mut Elaborator,
) -> Outcome<Fact> {
    for &assertion in refutation.assertions {
        proof.assert(store, assertion)?;
    }
    let mut preprocessing = Preprocessing::new(store, refutation.given, refutation.record);
    preprocessing.define_symbols(proof)?;
    if preprocessing.has(refutation.falsity) {
        let fact = preprocessing.fact(proof, refutation.falsity)?;
        return match refutation.assertions.contains(&refutation.falsity) {
            true => concluded(proof, fact),
            false => Ok(fact),
        };
    }
    let search = (refutation.search).ok_or("there is no refutation")?;
    if let Some(log) = search.log {
        define_symbols(store, search.symbols, proof)?;
        return Search::new(store, log, &mut preprocessing)?.refute(proof);
    }
    let mut premises = Vec::with_capacity(search.formulas.len());
    for &formula in search.formulas {
        premises.push(preprocessing.fact(proof, formula)?);
    }
    // Procedures that keep no log look at equations alone.
    match proof.some_unsolvable(&premises) {
        Err(Failure::Wrong(_)) => {}
        shown => return shown,
    }
    let falsity = proof.term(store, refutation.falsity)?;
    proof.checker().trust("search", &premises, falsity)
}

/// `false`, which was assumed, by a step: other checkers want the last step to conclude it.
fn concluded(proof: &mut Elaborator, assumed: Fact) -> Outcome<Fact> {
    let falsity = (proof.checker().formula(assumed)).ok_or("a premise was never shown")?;
    let same = proof.checker().step("refl", &[], &[falsity], None)?;
    (proof.checker()).step("eq_resolve", &[assumed, same], &[], None)
}

/// Says what the symbols of the search stand for. Languages that were too large to be written down stay symbols.
fn define_symbols(
    store: &TermStore,
    symbols: &[(Term, Definition)],
    proof: &mut Elaborator,
) -> Outcome<()> {
    for &(symbol, definition) in symbols {
        let meaning = match definition {
            Definition::Purify(term) => {
                let term = proof.term(store, term)?;
                match store.sort(symbol) {
                    // A language is written down where it is spoken of.
                    sinew_term::Sort::RegLan => term,
                    _ => proof.checker().terms().app(Known::Purify, &[term])?,
                }
            }
            Definition::Component(string, language, at) => {
                let string = proof.term(store, string)?;
                let language = proof.term(store, language)?;
                let at = proof.checker().terms().int(at.into())?;
                let args = [string, language, at];
                proof.checker().terms().app(Known::UnfoldPart, &args)?
            }
            Definition::Language(_) => continue,
        };
        proof.define(symbol, meaning);
    }
    Ok(())
}
