//! What a proof takes on trust is tried on small values first.
//!
//! A law or an inference for whose application no derivation was found may be wrong. It is evaluated by the reference semantics under a
//! few assignments; where the sides of a law differ, or premises hold and the conclusion does not, the refutation is none.

use sinew_base::Budget;
use sinew_elaborate::Inferred;
use sinew_engine::{Definition, FunctionDefinition, Premise};
use sinew_semantics::{Model, Value};
use sinew_simplify::Record;
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder};

use super::witness::evaluator;

/// Assignments that each application is tried under, and steps that one evaluation may take.
const ASSIGNMENTS: u64 = 24;
const STEPS: u64 = 2_000;
/// Assignments where everything is tried, and not what is known to be trusted alone.
const FEW_ASSIGNMENTS: u64 = 4;
/// So many subterms are evaluated in a step.
const TERMS_PER_STEP: usize = 4;
/// Strings of assignments.
const WORDS: &[&str] = &["", "a", "b", "ab", "ba", "aa", "0", "10", "aba", "-1"];

/// The first of these laws, or of all, with an application whose sides have different values somewhere.
pub(super) fn refuted_law(
    store: &mut TermStore,
    record: &Record,
    laws: Option<&[String]>,
    budget: &Budget<'_>,
) -> Option<&'static str> {
    let rounds = match laws {
        Some(_) => ASSIGNMENTS,
        None => FEW_ASSIGNMENTS,
    };
    let rewrites = (record.rewrites())
        .filter(|(_, law, _)| laws.is_none_or(|laws| laws.iter().any(|other| other == law)));
    // Of terms inside each other each is walked through to the ground.
    let mut affordable = rewrites.take_while(|_| budget.check().is_ok());
    let wrong = affordable.find(|&(from, _, to)| {
        let mut sides = judged(store, from, to).into_iter();
        sides.any(|sides| differ(store, sides, rounds, budget))
    });
    wrong.map(|(_, law, _)| law)
}

/// What is compared where a rewrite is tried: its sides, or whether words are in languages.
fn judged(store: &mut TermStore, from: Term, to: Term) -> Vec<(Term, Term)> {
    if store.sort(from) != Sort::RegLan {
        return vec![(from, to)];
    }
    let mut member = |word: &&str| {
        let word = store.string(word);
        (store.in_re(word, from), store.in_re(word, to))
    };
    WORDS.iter().map(&mut member).collect()
}

/// What a search introduced, and what it means.
#[derive(Clone, Copy, Default)]
pub(super) struct Introduced<'a> {
    pub(super) symbols: &'a [(Term, Definition)],
    pub(super) functions: &'a [FunctionDefinition],
}

/// The rule of the first of these inferences whose premises hold somewhere where its conclusion does not.
pub(super) fn refuted_inference(
    store: &TermStore,
    inferences: &[Inferred],
    introduced: Introduced<'_>,
    budget: &Budget<'_>,
) -> Option<String> {
    let wrong = |inference: &&Inferred| is_wrong(store, inference, introduced, budget);
    let mut affordable = (inferences.iter()).take_while(|_| budget.check().is_ok());
    let found = affordable.find(wrong);
    found.map(|inference| inference.rule.clone())
}

/// Whether two terms have different values under some assignment.
fn differ(store: &TermStore, (from, to): (Term, Term), rounds: u64, budget: &Budget<'_>) -> bool {
    let cost = cost(store, &[from, to]);
    if budget.spend(cost).is_err() || store.mentions_variables(from) {
        return false;
    }
    let constants = constants(store, &[from]);
    (0..rounds).any(|round| {
        if budget.spend(cost).is_err() {
            return false;
        }
        let model = assignment(&constants, round).with_defaults();
        let value = |term| evaluator(store, &model, STEPS, budget).eval(term);
        matches!((value(from), value(to)), (Ok(a), Ok(b)) if a != b)
    })
}

fn is_wrong(
    store: &TermStore,
    inference: &Inferred,
    Introduced { symbols, functions }: Introduced<'_>,
    budget: &Budget<'_>,
) -> bool {
    let mut roots: Vec<Term> = inference.conclusion.clone();
    for premise in &inference.premises {
        match *premise {
            Premise::Literal(term, _) => roots.push(term),
            Premise::Equal(a, b) | Premise::Disequal(a, b) => roots.extend([a, b]),
        }
    }
    let mut definitions: Vec<(FunId, Term)> = Vec::new();
    for &(symbol, definition) in symbols.iter().rev() {
        let occurs = |&root: &Term| postorder(store, root).contains(&symbol);
        if roots.iter().any(occurs) {
            let (Op::Apply(fun), Definition::Purify(meaning)) = (store.op(symbol), definition)
            else {
                return false;
            };
            definitions.push((fun, meaning));
            roots.push(meaning);
        }
    }
    if roots.iter().any(|&root| store.mentions_variables(root)) {
        return false;
    }
    let (constants, cost) = (constants(store, &roots), cost(store, &roots));
    (0..ASSIGNMENTS).any(|round| {
        if budget.spend(cost).is_err() {
            return false;
        }
        // Functions have values too, or what symbols stand for might have none.
        let mut model = assignment(&constants, round).with_defaults();
        for function in functions {
            model.set_function(function.fun, vec![function.parameter], function.body);
        }
        if !settle(store, &mut model, (inference, &definitions), budget) {
            return false;
        }
        let value = |term| evaluator(store, &model, STEPS, budget).eval(term).ok();
        let same = |a, b| Some(value(a)? == value(b)?);
        let holds = |premise: &Premise| match *premise {
            Premise::Literal(term, truth) => value(term) == Some(Value::Bool(truth)),
            Premise::Equal(a, b) => same(a, b) == Some(true),
            Premise::Disequal(a, b) => same(a, b) == Some(false),
        };
        let fails = |&term: &Term| value(term) == Some(Value::Bool(false));
        inference.premises.iter().all(holds) && inference.conclusion.iter().all(fails)
    })
}

/// Makes premises true that say what a constant is, and gives symbols the values of what they stand for. Whether all of these have one:
/// otherwise nothing can be said.
fn settle(
    store: &TermStore,
    model: &mut Model,
    (inference, definitions): (&Inferred, &[(FunId, Term)]),
    budget: &Budget<'_>,
) -> bool {
    let own = |term: Term| match store.op(term) {
        Op::Apply(fun) if store.args(term).is_empty() => Some(fun),
        _ => None,
    };
    for premise in &inference.premises {
        let (a, b) = match *premise {
            Premise::Equal(a, b) => (a, b),
            Premise::Literal(term, true) if store.op(term) == Op::Eq => {
                (store.arg(term, 0), store.arg(term, 1))
            }
            _ => continue,
        };
        let (fun, term) = match (own(a), own(b)) {
            (Some(fun), _) => (fun, b),
            (None, Some(fun)) => (fun, a),
            (None, None) => continue,
        };
        let value = evaluator(store, model, STEPS, budget).eval(term);
        if let Ok(value) = value {
            model.set_constant(fun, value);
        }
    }
    // The definitions of later symbols, which come first, may speak of earlier ones.
    for &(fun, meaning) in definitions.iter().rev() {
        let Ok(value) = evaluator(store, model, STEPS, budget).eval(meaning) else {
            return false;
        };
        model.set_constant(fun, value);
    }
    true
}

/// Steps that evaluating terms costs.
fn cost(store: &TermStore, roots: &[Term]) -> u64 {
    let terms = roots.iter().map(|&root| postorder(store, root).len());
    (1 + terms.sum::<usize>() / TERMS_PER_STEP) as u64
}

/// The constants that occur in terms.
fn constants(store: &TermStore, roots: &[Term]) -> Vec<(FunId, Sort)> {
    let mut found: Vec<(FunId, Sort)> = Vec::new();
    for &root in roots {
        for term in postorder(store, root) {
            if let Op::Apply(fun) = store.op(term)
                && store.args(term).is_empty()
                && !found.iter().any(|&(other, _)| other == fun)
            {
                found.push((fun, store.sort(term)));
            }
        }
    }
    found
}

/// Small values, other ones in each round.
fn assignment(constants: &[(FunId, Sort)], round: u64) -> Model {
    let mut model = Model::new();
    let mut state = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995;
    for &(fun, sort) in constants {
        // Knuth's linear congruential generator; its high bits are the better ones.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let choice = state >> 33;
        let value = match sort {
            Sort::Bool => Value::Bool(choice.is_multiple_of(2)),
            Sort::Int => Value::Int((choice as i64 % 6 - 2).into()),
            Sort::String => {
                let word = WORDS[choice as usize % WORDS.len()];
                Value::Str(word.chars().map(u32::from).collect())
            }
            _ => continue,
        };
        model.set_constant(fun, value);
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_base::Budget;

    #[test]
    fn wrong_rewrites_are_found_out_and_right_ones_are_not() {
        let mut store = TermStore::new();
        let (x, y) = (
            store.constant("x", Sort::String),
            store.constant("y", Sort::String),
        );
        let (xy, yx) = (store.concat(&[x, y]), store.concat(&[y, x]));
        let (a, b) = (store.len(xy), store.len(yx));
        let contains = store.contains(xy, x);
        let (truth, prefix) = (store.true_(), store.prefixof(y, xy));
        let budget = Budget::unlimited();
        for (from, to, wrong) in [
            (xy, yx, true),
            (a, b, false),
            (contains, truth, false),
            (prefix, truth, true),
        ] {
            assert_eq!(differ(&store, (from, to), ASSIGNMENTS, &budget), wrong);
        }
    }

    #[test]
    fn languages_are_compared_by_words() {
        let mut store = TermStore::new();
        let [a, b] = ["a", "b"].map(|word| {
            let word = store.string(word);
            store.mk(Op::StrToRe, &[word])
        });
        let (either, star) = (store.mk(Op::ReUnion, &[a, b]), store.mk(Op::ReStar, &[a]));
        let nested = store.mk(Op::ReStar, &[star]);
        let budget = Budget::unlimited();
        for (from, to, wrong) in [(either, a, true), (star, a, true), (nested, star, false)] {
            let mut sides = judged(&mut store, from, to).into_iter();
            assert_eq!(sides.any(|sides| differ(&store, sides, 1, &budget)), wrong);
        }
    }

    #[test]
    fn wrong_inferences_are_found_out_and_right_ones_are_not() {
        let mut store = TermStore::new();
        let [x, y, k] = ["x", "y", "k"].map(|name| store.constant(name, Sort::String));
        let (xy, yx) = (store.concat(&[x, y]), store.concat(&[y, x]));
        let (equal, turned) = (store.eq(x, xy), store.eq(xy, yx));
        let (empty, shorter) = (store.string(""), store.prefixof(k, x));
        let (nothing, length) = (store.eq(y, empty), store.len(x));
        let (zero, one) = (store.int(0), store.int(1));
        let (some, head) = (store.ge(length, one), store.substr(x, zero, one));
        let symbols = [(k, Definition::Purify(head))];
        let parameter = store.var("s", Sort::String);
        let fun = store.declare("|size", &[Sort::String], Sort::Int);
        let functions = [FunctionDefinition {
            fun,
            parameter,
            body: store.len(parameter),
        }];
        let introduced = Introduced {
            symbols: &symbols,
            functions: &functions,
        };
        let size = store.apply(fun, &[x]);
        let (measured, always) = (store.eq(size, length), store.eq(size, zero));
        let budget = Budget::unlimited();
        for (premises, conclusion, wrong) in [
            (vec![], turned, true),
            (vec![Premise::Literal(equal, true)], nothing, false),
            (vec![Premise::Equal(x, y)], turned, false),
            (vec![Premise::Disequal(x, y)], some, true),
            (vec![], shorter, false),
            (vec![], measured, false),
            (vec![], always, true),
        ] {
            let inference = Inferred {
                rule: "rule".to_owned(),
                premises,
                conclusion: vec![conclusion],
            };
            let found = refuted_inference(&store, &[inference], introduced, &budget);
            assert_eq!(found.is_some(), wrong, "{conclusion:?}");
        }
    }
}
