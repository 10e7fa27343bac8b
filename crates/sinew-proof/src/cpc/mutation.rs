//! Mutants of recorded steps: whatever a rule concludes from them must be true wherever the premises are.
//!
//! Steps of recorded proofs are changed (premise dropped, exchanged or negated, rule exchanged, argument exchanged, a literal
//! changed) and handed to the rules. A conclusion that a rule does compute is evaluated under random values of the constants; premises true and
//! conclusion false would be a rule that is unsound. `SINEW_MUTANTS` sets how many are tried.

use std::collections::HashMap;

use super::checker::Checker;
use super::elaborate::Names;
use super::meaning::{Random, literal, value};
use super::op::{Known, Op, Sort};
use super::script::Kind;
use super::subst::rebuild;
use super::term::{Outcome, Term, Terms};
use super::{print, problem, proof};

/// Recorded proofs: problem and proof.
const RECORDED: &[(&str, &str)] = &[
    (
        include_str!("../../tests/recorded/equations.smt2"),
        include_str!("../../tests/recorded/equations.eo"),
    ),
    (
        include_str!("../../tests/recorded/lengths.smt2"),
        include_str!("../../tests/recorded/lengths.eo"),
    ),
    (
        include_str!("../../tests/recorded/memberships.smt2"),
        include_str!("../../tests/recorded/memberships.eo"),
    ),
    (
        include_str!("../../tests/recorded/functions.smt2"),
        include_str!("../../tests/recorded/functions.eo"),
    ),
    (
        include_str!("../../tests/recorded/cases.smt2"),
        include_str!("../../tests/recorded/cases.eo"),
    ),
];

/// A step as the rules see it.
#[derive(Clone, Debug)]
struct Step {
    rule: String,
    premises: Vec<Term>,
    args: Vec<Term>,
}

struct Mutator {
    checker: Checker,
    random: Random,
    steps: Vec<Step>,
    /// Formulas that steps concluded.
    formulas: Vec<Term>,
    rules: Vec<String>,
    /// Values for the constants.
    assignments: Vec<HashMap<Term, Term>>,
}

impl Mutator {
    fn new(text: &str, proof_text: &str) -> Mutator {
        let mut checker = Checker::new(u64::MAX);
        let mut names = Names::new();
        problem::read(text, &mut names, &mut checker).expect("a problem");
        checker.keep_script();
        proof::read(proof_text, &mut names, &mut checker).expect("a proof");
        let formula = |fact| checker.formula(fact).expect("shown");
        let steps: Vec<Step> = (checker.made().iter())
            .filter(|made| made.kind == Kind::Step)
            .map(|made| Step {
                rule: made.rule.to_string(),
                premises: made.premises.iter().map(|&fact| formula(fact)).collect(),
                args: made.args.clone(),
            })
            .collect();
        let mut rules: Vec<String> = checker.rules().map(str::to_owned).collect();
        rules.sort();
        rules.dedup();
        Mutator::with_steps(checker, steps, rules)
    }

    fn with_steps(checker: Checker, steps: Vec<Step>, rules: Vec<String>) -> Mutator {
        let formulas = steps
            .iter()
            .flat_map(|step| step.premises.clone())
            .collect();
        let mut mutator = Mutator {
            checker,
            random: Random::new(),
            steps,
            formulas,
            rules,
            assignments: Vec::new(),
        };
        mutator.assign().expect("values");
        mutator
    }

    /// Random values for all constants of the problem.
    fn assign(&mut self) -> Outcome<()> {
        for _ in 0..12 {
            let mut assignment = HashMap::new();
            let terms = self.checker.terms();
            for number in 0..terms.declarations.len() {
                let sort = terms.declarations[number].result;
                if !terms.declarations[number].params.is_empty() || matches!(sort, Sort::User(_)) {
                    continue;
                }
                let constant = terms.apply(number as u32, &[])?;
                let value = literal(terms, &mut self.random, sort)?;
                assignment.insert(constant, value);
            }
            self.assignments.push(assignment);
        }
        Ok(())
    }

    fn pick<T: Copy>(random: &mut Random, from: &[T]) -> Option<T> {
        (!from.is_empty()).then(|| from[random.below(from.len())])
    }

    fn mutant(&mut self) -> Outcome<Step> {
        let mut step = self.steps[self.random.below(self.steps.len())].clone();
        for _ in 0..1 + self.random.below(2) {
            let random = &mut self.random;
            match random.below(7) {
                0 if !step.premises.is_empty() => {
                    let at = random.below(step.premises.len());
                    step.premises.remove(at);
                }
                1 => {
                    let other = Self::pick(random, &self.formulas);
                    if let (Some(other), false) = (other, step.premises.is_empty()) {
                        let at = random.below(step.premises.len());
                        step.premises[at] = other;
                    }
                }
                2 if !step.premises.is_empty() => {
                    let at = random.below(step.premises.len());
                    let terms = self.checker.terms();
                    step.premises[at] = match terms.match1(Known::Not, step.premises[at]) {
                        Some(inner) => inner,
                        None => terms.not(step.premises[at])?,
                    };
                }
                3 => step.rule = self.rules[random.below(self.rules.len())].clone(),
                4 if step.premises.len() > 1 => {
                    let last = step.premises.len() - 1;
                    step.premises.swap(0, last);
                }
                _ if !step.args.is_empty() => {
                    let at = random.below(step.args.len());
                    step.args[at] = changed(self.checker.terms(), random, step.args[at])?;
                }
                _ if !step.premises.is_empty() => {
                    let at = random.below(step.premises.len());
                    step.premises[at] = changed(self.checker.terms(), random, step.premises[at])?;
                }
                _ => {}
            }
        }
        Ok(step)
    }

    /// Whether the rules concluded something.
    fn attempt(&mut self, step: &Step) -> bool {
        let Ok(conclusion) = self
            .checker
            .conclude(&step.rule, &step.premises, &step.args)
        else {
            return false;
        };
        let terms = self.checker.terms();
        for assignment in &self.assignments {
            let mut truth = |formula| {
                let value = value(terms, formula, assignment).ok()?;
                terms.as_bool(value)
            };
            let premises = step
                .premises
                .iter()
                .all(|&premise| truth(premise) == Some(true));
            if premises && truth(conclusion) == Some(false) {
                let show = |term: &Term| print::shown(terms, *term);
                let premises: Vec<String> = step.premises.iter().map(show).collect();
                let args: Vec<String> = step.args.iter().map(show).collect();
                panic!(
                    "{} {premises:?} {args:?} |- {}",
                    step.rule,
                    show(&conclusion)
                );
            }
        }
        true
    }
}

/// A term with one node changed: another operator, another literal, arguments exchanged.
fn changed(terms: &mut Terms, random: &mut Random, root: Term) -> Outcome {
    let mut path = Vec::new();
    let mut at = root;
    while !terms.args(at).is_empty() && random.below(3) != 0 {
        let child = random.below(terms.args(at).len());
        path.push((at, child));
        at = terms.args(at)[child];
    }
    let mut new = altered(terms, random, at)?;
    for (parent, child) in path.into_iter().rev() {
        let mut args = terms.args(parent).to_vec();
        args[child] = new;
        new = rebuild(terms, parent, &args)?;
    }
    Ok(new)
}

fn altered(terms: &mut Terms, random: &mut Random, term: Term) -> Outcome {
    if let Some(value) = terms.as_bool(term) {
        return terms.boolean(!value);
    }
    if let Some(value) = terms.as_int(term).cloned() {
        return terms.int(value + if random.below(2) == 0 { 1 } else { -1 });
    }
    if terms.as_str(term).is_some() || terms.args(term).is_empty() {
        let sort = terms.sort(term);
        return match sort {
            Sort::String | Sort::Int | Sort::Bool | Sort::RegLan => literal(terms, random, sort),
            _ => Ok(term),
        };
    }
    let mut args = terms.args(term).to_vec();
    match (terms.op(term), random.below(3)) {
        (Op::Known(op), 0) => {
            use Known::{And, Eq, Ge, Gt, Le, Lt, Or, PrefixOf, ReInter, ReUnion, SuffixOf};
            let other = match op {
                Ge => Gt,
                Gt => Ge,
                Le => Lt,
                Lt => Le,
                And => Or,
                Or => And,
                ReUnion => ReInter,
                ReInter => ReUnion,
                PrefixOf => SuffixOf,
                SuffixOf => PrefixOf,
                Known::Add => Known::Mul,
                Known::Not => return Ok(args[0]),
                Eq if terms.sort(args[0]) == Sort::Int => Ge,
                _ => op,
            };
            terms.app(other, &args)
        }
        (_, 1) => {
            let last = args.len() - 1;
            args.swap(0, last);
            rebuild(terms, term, &args)
        }
        _ => {
            args.pop();
            rebuild(terms, term, &args)
        }
    }
}

/// Mutants of one instance of a rule.
pub(crate) fn judge_mutants(checker: Checker, rule: &str, premises: Vec<Term>, args: Vec<Term>) {
    let step = Step {
        rule: rule.to_owned(),
        premises,
        args,
    };
    let mut mutator = Mutator::with_steps(checker, vec![step.clone()], vec![rule.to_owned()]);
    mutator.attempt(&step);
    for _ in 0..150 {
        if let Ok(step) = mutator.mutant() {
            mutator.attempt(&step);
        }
    }
}

#[test]
fn no_mutant_is_concluded_falsely() {
    let count: usize = std::env::var("SINEW_MUTANTS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(20_000);
    let mut concluded = 0;
    for (text, proof_text) in RECORDED {
        let mut mutator = Mutator::new(text, proof_text);
        // What was recorded must pass the same test.
        for step in mutator.steps.clone() {
            assert!(mutator.attempt(&step), "{step:?}");
        }
        for _ in 0..count / RECORDED.len() {
            if let Ok(step) = mutator.mutant() {
                concluded += usize::from(mutator.attempt(&step));
            }
        }
    }
    assert!(
        concluded > count / 50,
        "only {concluded} mutants were concluded"
    );
}
