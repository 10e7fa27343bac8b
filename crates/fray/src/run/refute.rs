//! Whether formulas are certainly unsatisfiable, where that does not follow from how they were made.
//!
//! The formulas are taken apart: what must hold is a list of facts, atoms that are true or false,
//! and for each choice that is left there is a branch. A branch is closed if
//! * a fact is false by laws or by evaluation, where terms stand for what they are equal to;
//! * the same atom is true and false;
//! * no words, lengths or numbers agree with the facts (see [`bounds`](super::bounds));
//! * a search that has complete lists of values to try has found none.
//!
//! The formulas have no model if all branches are closed. Where this gives up, nothing is known.

use std::cell::Cell;

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::bounds::{Fact, contradictory};
use super::simplify::simplified;
use super::size::tree_size;
use crate::synth::program::Program;
use crate::synth::reference::Reference;
use crate::synth::rewrite::replace_terms;
use crate::synth::search::{Domain, Outcome, Search};

/// Branches that are looked at.
const BRANCHES: usize = 60;
/// Symbols of formulas that are looked at.
const SYMBOLS: u64 = 600;
/// Steps for questions about languages.
const STEPS: u64 = 200_000;
/// Evaluations of one search.
const EVALUATIONS: u64 = 300;
/// Terms that are replaced by what they are equal to, in one branch.
const REPLACED: usize = 40;

/// Whether no values make all of the formulas true, as far as this can tell.
pub(super) fn refuted(store: &mut TermStore, formulas: &[Term]) -> bool {
    if tree_size(store, formulas) > SYMBOLS {
        return false;
    }
    let budget = Budget::with_steps(STEPS);
    let todo = formulas.iter().map(|&formula| (formula, true)).collect();
    let mut open = vec![Branch {
        todo,
        ..Branch::default()
    }];
    let mut looked_at = 0;
    while let Some(mut branch) = open.pop() {
        looked_at += 1;
        if looked_at > BRANCHES {
            return false;
        }
        if branch.take_apart(store).is_none() || branch.is_closed(store, &budget) {
            continue;
        }
        match branch.split(store) {
            Some(parts) => open.extend(parts),
            None => return false,
        }
    }
    true
}

/// The core of these assertions, if they are certainly unsatisfiable: those at these positions or,
/// where it has to be minimal, those that are needed; others than before may be needed now.
pub(super) fn refuted_core(
    store: &mut TermStore,
    assertions: &[Term],
    mut core: Vec<usize>,
    minimal: bool,
) -> Option<Vec<usize>> {
    let at = |core: &[usize]| -> Vec<Term> { core.iter().map(|&i| assertions[i]).collect() };
    if !refuted(store, &at(&core)) {
        core = (0..assertions.len()).collect();
        if !minimal || !refuted(store, assertions) {
            return None;
        }
    }
    let mut place = 0;
    while minimal && place < core.len() {
        let mut fewer = core.clone();
        fewer.remove(place);
        match refuted(store, &at(&fewer)) {
            true => core = fewer,
            false => place += 1,
        }
    }
    Some(core)
}

/// No values are left in a branch.
struct Closed;

#[derive(Clone, Default)]
struct Branch {
    /// Formulas that must be true or false, to be taken apart.
    todo: Vec<Fact>,
    facts: Vec<Fact>,
    /// What must be true or false, and leaves a choice.
    choices: Vec<Fact>,
    /// Facts that others were rewritten by.
    used: Vec<Fact>,
}

impl Branch {
    /// Takes all formulas apart, and rewrites by what is equal; `None` if the branch is closed.
    fn take_apart(&mut self, store: &mut TermStore) -> Option<()> {
        loop {
            while let Some((formula, holds)) = self.todo.pop() {
                let formula = simplified(store, formula);
                self.note(store, formula, holds).ok()?;
            }
            if self.used.len() >= REPLACED || !self.rewrite(store) {
                return Some(());
            }
        }
    }

    /// Notes that a formula is true, or false.
    fn note(&mut self, store: &mut TermStore, formula: Term, holds: bool) -> Result<(), Closed> {
        let args = store.args(formula).to_vec();
        match (store.op(formula), holds) {
            (Op::True, false) | (Op::False, true) => return Err(Closed),
            (Op::True | Op::False, _) => {}
            (Op::Not, _) => self.todo.push((args[0], !holds)),
            (Op::And, true) | (Op::Or, false) => {
                self.todo.extend(args.into_iter().map(|arg| (arg, holds)));
            }
            (Op::Implies, false) => {
                let last = args.len() - 1;
                let parts = args.into_iter().enumerate();
                self.todo.extend(parts.map(|(i, arg)| (arg, i < last)));
            }
            (Op::Eq | Op::Distinct, _) if args.len() > 2 => {
                self.pairs(store, formula, holds);
            }
            (Op::Distinct, _) => {
                let equal = store.eq(args[0], args[1]);
                self.todo.push((equal, !holds));
            }
            (Op::Ge | Op::Gt | Op::Le | Op::Lt, true) if args.len() > 2 => {
                for pair in args.windows(2) {
                    let pair = store.mk(store.op(formula), pair);
                    self.todo.push((pair, true));
                }
            }
            (Op::Exists(_), true) | (Op::Forall(_), false) => match witnessed(store, formula) {
                Some(body) => self.todo.push((body, holds)),
                None => self.fact(formula, holds)?,
            },
            _ if self.alternatives(store, formula, holds).is_some() => {
                self.choices.push((formula, holds));
            }
            _ => self.fact(formula, holds)?,
        }
        Ok(())
    }

    fn fact(&mut self, atom: Term, holds: bool) -> Result<(), Closed> {
        if self.facts.contains(&(atom, !holds)) || self.used.contains(&(atom, !holds)) {
            return Err(Closed);
        }
        if !self.facts.contains(&(atom, holds)) {
            self.facts.push((atom, holds));
        }
        Ok(())
    }

    /// An equation of several terms, or their being distinct, as one of pairs.
    fn pairs(&mut self, store: &mut TermStore, formula: Term, holds: bool) {
        let args = store.args(formula).to_vec();
        let distinct = store.op(formula) == Op::Distinct;
        let mut pairs = Vec::new();
        for (i, &one) in args.iter().enumerate() {
            for &other in &args[i + 1..] {
                let equal = store.eq(one, other);
                pairs.push(match distinct {
                    true => store.not(equal),
                    false => equal,
                });
            }
        }
        let all = store.and(&pairs);
        self.todo.push((all, holds));
    }

    /// The facts of which one must hold, if the formula leaves such a choice.
    fn alternatives(
        &self,
        store: &TermStore,
        formula: Term,
        holds: bool,
    ) -> Option<Vec<Vec<Fact>>> {
        let args = store.args(formula);
        let one_of = |parts: Vec<Fact>| parts.into_iter().map(|part| vec![part]).collect();
        Some(match store.op(formula) {
            Op::And | Op::Or => one_of(args.iter().map(|&arg| (arg, holds)).collect()),
            Op::Implies => {
                let last = args.len() - 1;
                let parts = args.iter().enumerate();
                one_of(parts.map(|(i, &arg)| (arg, i == last)).collect())
            }
            Op::Ite if store.sort(formula) == Sort::Bool => vec![
                vec![(args[0], true), (args[1], holds)],
                vec![(args[0], false), (args[2], holds)],
            ],
            Op::Eq | Op::Xor if args.len() == 2 && store.sort(args[0]) == Sort::Bool => {
                let same = (store.op(formula) == Op::Eq) == holds;
                vec![
                    vec![(args[0], true), (args[1], same)],
                    vec![(args[0], false), (args[1], !same)],
                ]
            }
            _ => return None,
        })
    }

    /// Rewrites everything by one fact; whether there was one that had not been used.
    fn rewrite(&mut self, store: &mut TermStore) -> bool {
        for place in 0..self.facts.len() {
            let fact = self.facts[place];
            if self.used.contains(&fact) {
                continue;
            }
            let (from, to) = match oriented(store, fact) {
                Some(pair) => pair,
                None if occurs_inside(store, self, fact.0) => (fact.0, store.bool(fact.1)),
                None => continue,
            };
            self.used.push(fact);
            let map = FxHashMap::from_iter([(from, to)]);
            let mut changed = Vec::new();
            for list in [&mut self.facts, &mut self.choices] {
                list.retain(|&(formula, holds)| {
                    if (formula, holds) == fact {
                        return true;
                    }
                    let new = replace_terms(store, formula, &map);
                    if new != formula {
                        changed.push((new, holds));
                    }
                    new == formula
                });
            }
            self.todo.extend(changed);
            return true;
        }
        false
    }

    fn is_closed(&self, store: &mut TermStore, budget: &Budget<'_>) -> bool {
        if contradictory(store, &self.facts, budget) {
            return true;
        }
        let all: Vec<Fact> = self.facts.iter().chain(&self.choices).copied().collect();
        let terms: Vec<Term> = all.iter().map(|fact| fact.0).collect();
        searched(store, &terms, &all)
    }

    /// The branches that are left by one choice.
    fn split(mut self, store: &mut TermStore) -> Option<Vec<Branch>> {
        let ways = |branch: &Branch, store: &TermStore, i: usize| {
            let (formula, holds) = branch.choices[i];
            branch.alternatives(store, formula, holds)
        };
        let fewest = (0..self.choices.len())
            .filter_map(|i| Some((ways(&self, store, i)?.len(), i)))
            .min();
        let parts = match fewest {
            Some((_, i)) => {
                let parts = ways(&self, store, i)?;
                self.choices.remove(i);
                parts
            }
            None => {
                let condition = open_condition(store, &self)?;
                vec![vec![(condition, true)], vec![(condition, false)]]
            }
        };
        let branch = |part: Vec<Fact>| Branch {
            todo: part,
            ..self.clone()
        };
        Some(parts.into_iter().map(branch).collect())
    }
}

/// What a fact says to be equal: what is to be replaced, and by what.
fn oriented(store: &TermStore, (atom, holds): Fact) -> Option<(Term, Term)> {
    let &[left, right] = store.args(atom) else {
        return None;
    };
    if store.op(atom) != Op::Eq || !holds || store.sort(left) == Sort::Bool {
        return None;
    }
    let constant = |term: Term| store.is_symbol(term);
    let rank = |term: Term| {
        let literal = store.args(term).is_empty() && !constant(term);
        (!literal, !constant(term), tree_size(store, &[term]))
    };
    // A constant is replaced by what it is, else the larger term by the smaller one.
    let (from, to) = match (constant(left), constant(right)) {
        (true, false) => (left, right),
        (false, true) => (right, left),
        _ if rank(left) >= rank(right) => (left, right),
        _ => (right, left),
    };
    let literal = store.args(from).is_empty() && !constant(from);
    let inside = postorder_all(store, &[to]).contains(&from);
    let bound = store.mentions_variables(atom);
    (!literal && !inside && !bound && from != to).then_some((from, to))
}

/// Whether an atom occurs in another fact or choice.
fn occurs_inside(store: &TermStore, branch: &Branch, atom: Term) -> bool {
    if store.mentions_variables(atom) {
        return false;
    }
    let mut formulas = branch.facts.iter().chain(&branch.choices);
    formulas
        .any(|&(formula, _)| formula != atom && postorder_all(store, &[formula]).contains(&atom))
}

/// The condition of an `ite` inside a fact.
fn open_condition(store: &TermStore, branch: &Branch) -> Option<Term> {
    let atoms: Vec<Term> = branch.facts.iter().map(|fact| fact.0).collect();
    let mut terms = postorder_all(store, &atoms).into_iter();
    let open = terms.find(|&term| store.op(term) == Op::Ite && !store.mentions_variables(term))?;
    Some(store.arg(open, 0))
}

/// The body of a quantifier with new constants for its variables.
fn witnessed(store: &mut TermStore, quantifier: Term) -> Option<Term> {
    let (vars, body, _) = store.quantifier_parts(quantifier)?;
    let vars = vars.to_vec();
    if store.mentions_quantifiers(body) {
        return None;
    }
    let mut map = FxHashMap::default();
    for var in vars {
        let sort = store.sort(var);
        map.insert(var, store.fresh_constant("w", sort));
    }
    Some(replace_terms(store, body, &map))
}

/// Whether a search finds that there are no values, having tried all that come into question.
fn searched(store: &mut TermStore, terms: &[Term], facts: &[Fact]) -> bool {
    let odd = |&term: &Term| match store.op(term) {
        Op::Apply(_) => !store.args(term).is_empty(),
        Op::Div | Op::Mod => true,
        _ => false,
    };
    if postorder_all(store, terms).iter().any(odd) {
        return false;
    }
    let wanted = facts.iter().map(|&(atom, holds)| match holds {
        true => atom,
        false => store.not(atom),
    });
    let roots: Vec<Term> = wanted.collect();
    let Some(program) = Program::new(store, &roots) else {
        return false;
    };
    let (reference, domain) = (Reference::standard(), Domain::default());
    let steps = Cell::new(EVALUATIONS);
    let search = Search::new(&program, &reference, &domain, &steps);
    search.run(&mut program.environment(&[])) == Outcome::Impossible
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::job::Script;
    use crate::synth::library::Library;
    use crate::synth::stream::{Mode, Origins, Stream};
    use crate::synth::test::Expected;
    use sinew_smtlib::Dialect;

    const DECLARED: &str = "(declare-fun x () String)(declare-fun y () String)\
         (declare-fun i () Int)(declare-fun j () Int)(declare-fun p () Bool)(declare-fun q () Bool)";

    fn is_refuted(assertions: &str) -> bool {
        let mut script = Script::read(&format!("{DECLARED}{assertions}"), Dialect::Standard)
            .unwrap_or_else(|error| panic!("{error}: {assertions}"));
        let terms = script.terms();
        refuted(&mut script.store, &terms)
    }

    fn conjunction(parts: &[&str]) -> String {
        let assertions = parts.iter().map(|part| format!("(assert {part})"));
        assertions.collect()
    }

    /// In each, every part is needed: without it the rest has a model.
    #[test]
    fn contradictions_are_found_and_nothing_else() {
        let cases: &[&[&str]] = &[
            // Languages.
            &[
                "(str.in_re x re.allchar)",
                "(not (str.in_re x (re.opt re.allchar)))",
            ],
            &["(str.in_re (str.at x 0) (re.++ re.allchar re.allchar))"],
            &[
                "(and (str.in_re x (re.* (str.to_re \"ab\"))) p)",
                "(str.in_re x (re.* (str.to_re \"ba\")))",
                "(not (str.in_re x (str.to_re \"\")))",
            ],
            &[
                "(str.in_re (str.++ \"a\" x) (re.+ (str.to_re \"a\")))",
                "(str.in_re x (str.to_re \"b\"))",
            ],
            &[
                "(str.in_re (str.replace x \"a\" y) re.allchar)",
                "(= (str.replace x \"a\" y) \"\")",
            ],
            &[
                "(str.in_re x (str.to_re (str.at y i)))",
                "(= (str.len x) 2)",
            ],
            &[
                "(str.in_re x (re.comp (re.union re.allchar (str.to_re y))))",
                "(= x \"a\")",
            ],
            &["(not (= (re.* (re.opt (str.to_re \"a\"))) (re.* (str.to_re \"a\"))))"],
            // Lengths and numbers.
            &[
                "(str.in_re x (re.* (str.to_re \"ab\")))",
                "(= (str.len x) 3)",
            ],
            &["(= x (str.++ \"a\" x))"],
            &["(str.contains x (str.++ x y))", "(> (str.len y) 0)"],
            &["(< (str.len x) (+ i 1))", "(< i 0)"],
            &["(= (str.len (str.++ x x)) (+ 1 i i))", "(= i 7)"],
            &["(< (str.to_code x) (- 1))"],
            &[
                "(> (str.to_int x) 4)",
                "(str.in_re x (re.+ (re.range \"a\" \"z\")))",
            ],
            &["(str.is_digit x)", "(= (str.to_int x) (- 1))"],
            &["(= (str.from_int i) \"007\")"],
            &["(< i j)", "(< j i)"],
            &["(not (= (str.len x) 0))", "(<= (str.len x) 0)"],
            // Order.
            &["(str.< x \"\")"],
            &["(str.<= \"b\" x)", "(str.prefixof \"a\" x)"],
            &["(not (str.<= x \"ab\"))", "(str.< x \"ab\")"],
            // Equations, evaluation and laws.
            &["(= x \"a\")", "(= y (str.++ x \"b\"))", "(= (str.len y) 3)"],
            &[
                "(= (str.++ x y) \"ab\")",
                "(= (str.len x) 1)",
                "(not (= y \"b\"))",
            ],
            &["(not (= (str.replace x y y) x))"],
            // Operators on strings, one by one.
            &["(= (str.substr x i 2) \"abc\")"],
            &["(str.in_re (str.from_code i) (re.++ re.allchar re.allchar))"],
            &["(not (= (str.from_int i) \"\"))", "(< i 0)"],
            &["(str.in_re (str.from_int i) (re.opt re.none))", "(>= i 0)"],
            &[
                "(str.in_re x (re.diff re.allchar (str.to_re \"a\")))",
                "(str.suffixof \"a\" x)",
            ],
            &[
                "(not (str.prefixof \"a\" x))",
                "(str.in_re x (re.++ (str.to_re \"a\") re.all))",
            ],
            &[
                "(not (str.contains x \"a\"))",
                "(str.in_re x (re.++ re.all (str.to_re \"a\")))",
            ],
            &["(= (str.to_code x) 98)", "(str.<= x \"a\")"],
            &["(> i 2)", "(< i 4)", "(not (= i 3))"],
            &["(str.in_re (ite p \"a\" y) (str.to_re \"b\"))", "p"],
            // Truth values and cases.
            &["p", "(not p)"],
            &["(or (str.in_re x re.none) (and p q))", "(not q)"],
            &["(= p (= x \"\"))", "(not p)", "(= (str.len x) 0)"],
            &[
                "(= (ite p \"a\" \"b\") x)",
                "(str.in_re x (str.to_re \"c\"))",
            ],
            &["(=> p q)", "p", "(xor q true)"],
            &["(distinct x y \"a\")", "(= x y)"],
            &["(exists ((z String)) (and (= z (str.++ z z)) (str.in_re z re.allchar)))"],
        ];
        for case in cases {
            assert!(is_refuted(&conjunction(case)), "{case:?}");
            for i in (0..case.len()).filter(|_| case.len() > 1) {
                let mut others = case.to_vec();
                others.remove(i);
                assert!(!is_refuted(&conjunction(&others)), "{others:?}");
            }
        }
    }

    /// What has a model is not refuted, in whatever way it was made.
    #[test]
    fn what_has_a_model_is_not_refuted() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let origins = Origins {
            library: &library,
            reference: &reference,
            seeds: &[],
        };
        for &mode in Mode::ALL {
            for made in Stream::new(mode, origins, 11).take(60) {
                let made = made.expect("certified");
                let mut store = (*made.store).clone();
                let mut all = made.test.assertions.clone();
                match &made.test.expected {
                    Expected::Sat(_) => assert!(!refuted(&mut store, &all), "{}", made.test.name()),
                    Expected::Unsat { core, .. } => {
                        if matches!(mode, Mode::Meet | Mode::Lengths | Mode::Negated) {
                            assert!(refuted(&mut store, &all), "{}", made.test.name());
                        }
                        all.remove(core[0]);
                        assert!(!refuted(&mut store, &all), "{}", made.test.name());
                    }
                    Expected::Open => {}
                }
            }
        }
    }
}
