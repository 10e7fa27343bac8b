//! Every inference of the arms with an engine is made on its example; without it the problem would not
//! be solved in that way.

#[path = "common/script.rs"]
mod script;

use sinew_arms::arrange::ArrangeArm;
use sinew_arms::automata::AutomataArm;
use sinew_arms::context::ContextArm;
use sinew_arms::lengths::LengthsArm;
use sinew_arms::{
    ArmSpec, Asserted, Settings, Shared, Turn, arrange, automata, context, expansion, fixed_length,
    flat, forms, lengths,
};
use sinew_base::{Budget, Disabled, Rule};
use sinew_engine::{Config, Engine, Outcome, TheorySolver};
use sinew_term::{Term, TermStore};

/// Inferences that others make first wherever they are on, with those others. They matter where
/// somebody switches these off.
const BEHIND: &[(&str, &[&str])] = &[("endpoint-empty", &["length"]), ("cycle", &["length"])];

/// Examples that are not decided by the arm alone: without bounds on lengths, as here, splits of
/// comparisons need not come to an end.
const OPEN: &[&str] = &["order-split", "endpoint-empty", "cycle"];

/// The assertions of an example.
fn read(store: &mut TermStore, assertions: &str) -> Vec<Term> {
    let mut script = String::new();
    for symbol in ["x", "y", "z", "u", "v", "w", "k"] {
        script.push_str(&format!("(declare-const {symbol} String)"));
    }
    // A list of formulas is an and-term without its head.
    script.push_str(&format!(
        "(declare-const i Int)(assert (and true {assertions}))"
    ));
    script::assertions(store, &script)
}

fn solve(
    rule: &Rule,
    arm: impl FnOnce(&[Term]) -> Box<dyn TheorySolver>,
    without: &[&str],
    steps: u64,
) -> (Outcome, Vec<&'static str>) {
    let mut config = Config::default();
    config.without = Disabled::new(without.iter().copied());
    solve_with(rule, arm, config, steps)
}

fn solve_with(
    rule: &Rule,
    arm: impl FnOnce(&[Term]) -> Box<dyn TheorySolver>,
    config: Config,
    steps: u64,
) -> (Outcome, Vec<&'static str>) {
    let mut store = TermStore::new();
    let terms = read(&mut store, rule.example);
    let mut engine = Engine::new(config, &mut store);
    engine.set_plugin(arm(&terms));
    for &term in &terms {
        engine.assert(&mut store, term, 0);
    }
    let outcome = engine.check(&mut store, &[], &Budget::with_steps(steps));
    (outcome, engine.inferences().keys().copied().collect())
}

fn check(rules: &[&Rule], arm: fn(&[Term]) -> Box<dyn TheorySolver>) {
    let mut failures = Vec::new();
    for rule in rules {
        let behind = BEHIND.iter().find(|&&(name, _)| name == rule.name);
        let without = behind.map_or(&[][..], |&(_, others)| others);
        let (outcome, made) = solve(rule, arm, without, 3_000_000);
        let decided = outcome == Outcome::Unsat || OPEN.contains(&rule.name);
        if !decided || !made.contains(&rule.name) {
            failures.push(format!("{}: {outcome:?} with {made:?}", rule.name));
        }
        // A rule that is off is not applied.
        let (_, made) = solve(rule, arm, &[without, &[rule.name]].concat(), 50_000);
        if made.contains(&rule.name) {
            failures.push(format!("{} is off and was applied", rule.name));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn every_inference_of_the_context_arm_is_made_on_its_example() {
    let rules = [
        fixed_length::rules::ALL,
        forms::rules::ALL,
        expansion::rules::ALL,
        context::rules::ALL,
    ]
    .concat();
    check(&rules, |_| Box::new(ContextArm::default()));
}

#[test]
fn every_inference_of_the_lengths_arm_is_made_on_its_example() {
    let rules = [fixed_length::rules::ALL, lengths::rules::ALL].concat();
    check(&rules, |terms| {
        Box::new(LengthsArm::default().bounded(terms))
    });
}

#[test]
fn every_inference_of_the_arrange_arm_is_made_on_its_example() {
    let mut rules = [
        forms::rules::ALL,
        expansion::rules::ALL,
        arrange::rules::ALL,
    ]
    .concat();
    // Its example overlaps: the arm does not refute it.
    rules.retain(|rule| rule.name != forms::rules::CANCEL.name);
    check(&rules, |_| Box::new(ArrangeArm::default()));
}

#[test]
fn every_inference_of_the_automata_arm_is_made_on_its_example() {
    check(automata::rules::ALL, |terms| {
        Box::new(AutomataArm::new(terms))
    });
}

#[test]
fn every_instance_of_the_flat_arm_is_made_on_its_example_and_needed_there() {
    let spec = ArmSpec::find("flat").expect("it is in the table");
    for rule in flat::rules::ALL {
        let solve = |without: Disabled| {
            let mut store = TermStore::new();
            let terms = read(&mut store, rule.example).into_iter();
            let terms: Vec<Asserted> = terms.map(Asserted::as_written).collect();
            let settings = Settings {
                without,
                ..Settings::default()
            };
            let mut arm = spec.make(&mut store, &terms, &Shared::default(), &settings);
            let turn = arm.turn(&mut store, &Budget::with_steps(2_000_000));
            (turn, arm.inferences())
        };
        let (turn, made) = solve(Disabled::default());
        let name = rule.name;
        assert!(
            matches!(turn, Turn::Sat(_)),
            "{name}: {turn:?} with {made:?}"
        );
        assert!(made.contains_key(name), "{name} is not among {made:?}");
        let (turn, made) = solve(Disabled::new([name]));
        assert!(matches!(turn, Turn::Declined(_)), "{name} is off: {turn:?}");
        assert!(!made.contains_key(name), "{name} is off and was applied");
    }
}

#[test]
fn names_are_unique() {
    let all = [
        fixed_length::rules::ALL,
        forms::rules::ALL,
        expansion::rules::ALL,
        context::rules::ALL,
        lengths::rules::ALL,
        arrange::rules::ALL,
        automata::rules::ALL,
    ]
    .concat();
    let mut names: Vec<&str> = all.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all.len());
}

#[test]
fn tuned_constants_reach_the_arm() {
    let mut config = Config::default();
    let set = config.tuning.set(&sinew_arms::tuning::PIGEONS, 1000);
    assert_eq!(set, Ok(()));
    let rule = &context::rules::FACTORS;
    let (_, made) = solve_with(rule, |_| Box::<ContextArm>::default(), config, 100_000);
    assert!(!made.contains(&rule.name), "four words are few now");
}
