//! Tuned constants of this crate, and the registry of all.
//!
//! They decide how much is tried and kept. `--tune NAME=VALUE` gives them other values.

use std::fmt::Write as _;

use sinew_base::{Tunable, Tuning};

sinew_base::tunables! {
    /// Steps that simplification may take before search begins with what it has reached.
    SIMPLIFY_STEPS = "query.simplify-steps", 50_000_000, 1..=u64::MAX,
        "a bound for the pathological; not measured";
    /// Steps of evaluation that the unfolded applications of one query may take together.
    UNFOLD_STEPS = "query.unfold-steps", 2_000_000, 0..=u64::MAX,
        "a bound: a recursion need not end; not measured";
    /// Applications of recursive functions that are unfolded for one query.
    UNFOLDED_CALLS = "query.unfolded-calls", 512, 0..=1 << 20,
        "a bound: each level of a recursion with two calls has twice as many; not measured";
    /// Rounds of model-based instantiation.
    INSTANCE_ROUNDS = "query.instance-rounds", 256, 1..=1 << 20,
        "a bound: a bounded quantifier needs a round per instance that fails; not measured";
    /// Instances with terms at hand that one universal formula may have per model.
    GROUND_INSTANCES = "query.ground-instances", 64, 0..=1 << 16,
        "a bound: the instances of several variables multiply; not measured";
    /// Steps that looking for the values of symbols in quantified formulas may take.
    KNOWN_VALUE_STEPS = "query.known-value-steps", 1_000_000, 0..=u64::MAX,
        "a bound: simplification does the same again; not measured";
    /// Steps that the search for a whole question may take before its parts are asked, one by one.
    WHOLE_STEPS = "query.whole-steps", 1_000_000, 0..=u64::MAX,
        "most questions are answered with fewer; not measured otherwise";
    /// The same for each assertion, if that is more.
    ASSERTION_STEPS = "query.assertion-steps", 1_000, 0..=1 << 40,
        "a question of ten thousand easy clauses takes half as many; not measured otherwise";
    /// Parts of a question that are asked one by one; what is left over is one more.
    PARTS = "query.parts", 64, 1..=1 << 20, "a bound: each is a search of its own";
    /// Turns of each round of parts are so many times as long as those of the round before.
    PART_GROWTH = "query.part-growth", 4, 2..=64,
        "a part that is asked again begins again: the last turn is three quarters of all";
    /// Steps of looking for an answer in the cache, for one query.
    LOOK_STEPS = "cache.look-steps", 400_000, 0..=u64::MAX,
        "a bound: a fraction of what a search takes; not measured";
    /// One part in so many of a query's budget may be spent on looking.
    LOOK_SHARE = "cache.look-share", 4, 1..=1 << 20,
        "the cache may not cost a query the steps that it needs without";
    /// Assertions that have their symbols kept.
    INDEXED = "cache.indexed", 1 << 16, 1..=1 << 30, "a bound on memory";
    /// Cores that are kept.
    CORES = "cache.cores", 256, 0..=1 << 20,
        "a bound: each is compared with each query; not measured";
    /// Members that kept cores have together.
    CORE_MEMBERS = "cache.core-members", 1 << 16, 0..=1 << 30, "a bound on memory";
    /// A new core of at most so many members replaces those that contain it.
    SUBSUMING_CORE = "cache.subsuming-core", 8, 0..=1 << 16,
        "a bound: the comparison takes the product of the sizes";
    /// Models that are kept.
    MODELS = "cache.models", 16, 0..=1 << 16,
        "a bound: each may be evaluated on each query; not measured";
    /// Steps of evaluating one formula in a kept model.
    FORMULA_STEPS = "cache.formula-steps", 50_000, 1..=u64::MAX,
        "a bound: what takes longer is searched for instead; not measured";
    /// Truths that are kept for a model.
    TRUTHS = "cache.truths", 1 << 16, 1..=1 << 30, "a bound on memory";
    /// First turns in percent of those in the table of orders (`search/choice.rs`).
    TURN_PERCENT = "portfolio.turn-percent", 100, 1..=1 << 20, "the table was learnt with this";
    /// Turns of each round are so many times as long as those of the round before, once all are as long as the longest.
    TURN_GROWTH = "portfolio.turn-growth", 2, 1..=64,
        "no arm gets less than a fixed share of all steps; not measured";
    /// Turns that are shorter than the longest of their round grow by so much instead, up to that.
    TURN_CATCH_UP = "portfolio.turn-catch-up", 4, 2..=64,
        "a wrong order costs a small factor in the end; 4 and 8 are the same on the sample";
    /// After turns of an arm that were in vain, so many in a row stay as long as they were.
    TURN_HOLDS = "portfolio.turn-holds", 0, 0..=64,
        "off: no use was shown, and with 1 for arms that are stuck too a regression loses its proof";
    /// With several jobs, an arm knows in a turn what the others have told so many turns before.
    EXCHANGE_LAG = "portfolio.exchange-lag", 2, 1..=1 << 20,
        "with 1 who is done with a short turn waits for the longest of its round: two jobs take a tenth more time; 3 tells too late";
    /// With several jobs, an arm that is told something begins again if its next turn is so many times as long as all before.
    BEGIN_AGAIN = "portfolio.begin-again", 4, 1..=1 << 40,
        "costs a quarter of the turn at most; short turns grow by this from round to round";
    /// Steps that the proof of a refutation may cost in any case.
    PROOF_LEAST_STEPS = "proof.least-steps", 80_000, 0..=1 << 50,
        "beyond it few more answers are checked; `docs/benchmarks/proofs.md` has the trade";
    /// Steps that a proof may cost for each step that the answer has cost.
    PROOF_STEPS_PER_STEP = "proof.steps-per-step", 2, 0..=1 << 20,
        "`docs/benchmarks/proofs.md` has the trade";
    /// So many units of the checker's work are one step.
    PROOF_UNITS_PER_STEP = "proof.units-per-step", 4, 1..=1 << 20,
        "they take about the same time then";
    /// Steps that trials of what a proof takes on trust may cost.
    PROOF_TRIAL_STEPS = "proof.trial-steps", 3_000, 0..=1 << 50,
        "mutants of laws are found out with less; not measured otherwise";
}

/// The tuned constants of all crates, by table.
fn registry() -> impl Iterator<Item = &'static Tunable> {
    let tables = [ALL, sinew_simplify::tuning::ALL, sinew_arms::tuning::ALL].into_iter();
    let parts = sinew_engine::tuning::TABLES.iter().copied();
    tables.chain(parts).flatten().copied()
}

/// The tuned constant with this name.
fn find(name: &str) -> Option<&'static Tunable> {
    registry().find(|tunable| tunable.name == name)
}

/// Reads `NAME=VALUE,NAME=VALUE`; the error says what was expected.
pub(crate) fn parse(text: &str) -> Result<Tuning, String> {
    let mut tuning = Tuning::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let expected = || format!("NAME=VALUE with commas between (`{part}` is not)");
        let (name, value) = part.split_once('=').ok_or_else(expected)?;
        let tunable = find(name).ok_or_else(|| {
            format!("names of tuned constants (`{name}` is none; see `--list-tunables`)")
        })?;
        let value = value.parse().map_err(|_| expected())?;
        tuning
            .set(tunable, value)
            .map_err(|error| format!("values in range ({error})"))?;
    }
    Ok(tuning)
}

/// One tuned constant per line: name, default, range, what it is, why.
#[must_use]
pub fn listing() -> String {
    let mut text = String::new();
    for tunable in registry() {
        let (low, high) = (tunable.range.start(), tunable.range.end());
        let high = match *high {
            u64::MAX => String::new(),
            high => high.to_string(),
        };
        let (name, default) = (tunable.name, tunable.default);
        let (about, reason) = (tunable.about.trim(), tunable.reason);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{name:<28} {default:>10}  {low}..{high}  {about} ({reason})"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_names_of_their_own_and_defaults_in_range() {
        let mut names: Vec<&str> = registry().map(|tunable| tunable.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for tunable in registry() {
            assert!(tunable.range.contains(&tunable.default), "{}", tunable.name);
            assert!(!tunable.reason.is_empty() && !tunable.about.trim().is_empty());
        }
    }

    #[test]
    fn what_is_no_setting_is_explained() {
        let tuning = parse("cache.models=3,portfolio.turn-growth=4");
        assert_eq!(tuning.map(|tuning| tuning.get(&MODELS)), Ok(3));
        let error = |text: &str| parse(text).err().unwrap_or_default();
        assert!(error("cache.models").contains("`cache.models` is not"));
        assert!(error("cache.modles=3").contains("`cache.modles` is none"));
        let range = "values in range (portfolio.turn-growth is from 1 to 64, not 65)";
        assert_eq!(error("portfolio.turn-growth=65"), range);
    }
}
