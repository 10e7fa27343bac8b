//! Unsatisfiable tests: equivalences, replacements, redundancy (P0 §2.2 and §3.2).
//!
//! A rule says that an operation, `A`, is equivalent to a formula, `B`. Step 1 asserts ¬A and B.
//! A transformation takes one *target* in B (a variable or a literal), puts a fresh copy in its
//! place and adds a clause C that makes the copy equal to the original. Where the target links A
//! and B, C joins the core; elsewhere it is redundant. The reverse direction asserts A and ¬∃B.
//!
//! Departures from the published tool, which `as_published` undoes: it takes the pattern of a
//! quantifier for a variable and states C about it with the bound variables leaking out as free
//! ones; here C stays under the quantifier.

use rustc_hash::FxHashMap;
use sinew_term::{Op, Sort, Term, TermStore};

use super::library::{Equality, Equivalence, Subject};
use super::rewrite::{replace_terms, without_patterns};
use super::write::constant_name;

/// A place in B that a transformation rewrites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A variable of the operation.
    Shared(Term),
    /// A variable that only B has.
    Own(Term),
    /// A variable of this universal quantifier.
    Bound(Term, Term),
    /// The first pattern term of this universal quantifier.
    Pattern(Term, Term),
    /// A literal.
    Literal(Term),
}

impl Target {
    /// What is rewritten.
    fn term(self) -> Term {
        match self {
            Target::Shared(term)
            | Target::Own(term)
            | Target::Bound(term, _)
            | Target::Pattern(term, _)
            | Target::Literal(term) => term,
        }
    }

    /// Whether the added clause belongs to the core.
    pub(super) fn enlarges_core(self) -> bool {
        matches!(self, Target::Shared(_) | Target::Literal(_))
    }

    /// Whether the equality speaks about this target.
    pub(super) fn fits(self, store: &TermStore, equality: &Equality) -> bool {
        match (equality.subject, self) {
            (Subject::Constant(value), Target::Literal(literal)) => value == literal,
            (Subject::Constant(_), _) | (_, Target::Literal(_)) => false,
            (Subject::Variable(x), _) => store.sort(x) == store.sort(self.term()),
        }
    }
}

/// The targets in B, numbered as in the published file names: first what stands for a variable,
/// then the literals, each in the order of first occurrence.
///
/// `own` are the variables that only B has, `skip` those that are passed over.
pub(super) fn targets(
    store: &TermStore,
    formula: Term,
    own: &[Term],
    skip: &[Term],
) -> Vec<Target> {
    let mut variables: Vec<Target> = Vec::new();
    let mut literals: Vec<Target> = Vec::new();
    // The quantifier a sub-term is under, for naming bound variables; `true` for patterns.
    let mut stack: Vec<(Term, Option<Term>, bool)> = vec![(formula, None, false)];
    while let Some((term, binder, in_pattern)) = stack.pop() {
        if in_pattern {
            if let Some(binder) = binder {
                push_new(&mut variables, Target::Pattern(term, binder));
            }
            continue;
        }
        if let Some((_, body, patterns)) = store.quantifier_parts(term) {
            let universal = matches!(store.op(term), Op::Forall(_));
            if let (true, Some(&pattern)) = (universal, patterns.first()) {
                let first = store.arg(pattern, 0);
                stack.push((first, Some(term), true));
            }
            stack.push((body, universal.then_some(term), false));
            continue;
        }
        match store.op(term) {
            Op::Var(_) => {
                if let Some(binder) = binder {
                    push_new(&mut variables, Target::Bound(term, binder));
                }
            }
            Op::Apply(_) if skip.contains(&term) => {}
            Op::Apply(_) if own.contains(&term) => {
                push_new(&mut variables, Target::Own(term));
            }
            Op::Apply(_) => push_new(&mut variables, Target::Shared(term)),
            Op::True | Op::False | Op::Int(_) | Op::Str(_) => {
                push_new(&mut literals, Target::Literal(term));
            }
            // Bounds of ranges are literals, for almost all solvers.
            Op::ReRange => continue,
            _ => {}
        }
        let args = store.args(term).iter().rev();
        stack.extend(args.map(|&arg| (arg, binder, false)));
    }
    variables.append(&mut literals);
    variables
}

fn push_new(targets: &mut Vec<Target>, target: Target) {
    if !targets.contains(&target) {
        targets.push(target);
    }
}

/// ¬A and B of step 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// `a0`: the operation or its negation.
    pub(super) operation: Term,
    /// The formula or its negation.
    pub(super) formula: Term,
}

/// Step 1: the operation negated, the formula as it is.
pub(super) fn forward(store: &mut TermStore, rule: &Equivalence, patterns: bool) -> Pair {
    let formula = if patterns {
        rule.formula
    } else {
        without_patterns(store, rule.formula)
    };
    Pair {
        operation: store.not(rule.left),
        formula,
    }
}

/// The other direction: the operation as it is, the formula negated.
pub(super) fn reverse(store: &mut TermStore, rule: &Equivalence) -> Pair {
    let formula = without_patterns(store, rule.formula);
    let body = store.not(formula);
    let mut map = FxHashMap::default();
    let mut bound = Vec::new();
    for &variable in &rule.exists {
        let name = constant_name(store, variable);
        let var = store.var(&name, store.sort(variable));
        map.insert(variable, var);
        bound.push(var);
    }
    let body = replace_terms(store, body, &map);
    Pair {
        operation: rule.left,
        formula: store.quantify(true, &bound, body, &[]),
    }
}

/// B with a target rewritten, and C if it is an assertion of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rewritten {
    pub(super) formula: Term,
    pub(super) clause: Option<Term>,
    /// The fresh copy, if it is a constant.
    pub(super) copy: Option<Term>,
}

/// Rewrites `target` in `formula` by `equality`. `step` tells the new names of several rewritings
/// of one formula apart.
pub(super) fn rewrite(
    store: &mut TermStore,
    formula: Term,
    target: Target,
    equality: &Equality,
    step: usize,
    as_published: bool,
) -> Rewritten {
    match target {
        Target::Shared(_) | Target::Own(_) | Target::Literal(_) => {
            let instance = Instance::new(store, target.term(), equality, step, false);
            let map = FxHashMap::from_iter([(target.term(), instance.copy)]);
            Rewritten {
                formula: replace_terms(store, formula, &map),
                clause: Some(instance.conjunction(store)),
                copy: Some(instance.copy),
            }
        }
        Target::Bound(variable, binder) => {
            let instance = Instance::new(store, variable, equality, step, true);
            let new = under_binder(store, binder, Some(variable), &instance);
            let map = FxHashMap::from_iter([(binder, new)]);
            Rewritten {
                formula: replace_terms(store, formula, &map),
                clause: None,
                copy: None,
            }
        }
        Target::Pattern(term, _) if as_published => {
            let mut instance = Instance::new(store, term, equality, step, false);
            instance.copy = instance.original;
            let clause = instance.conjunction(store);
            Rewritten {
                formula,
                clause: Some(leak(store, clause)),
                copy: None,
            }
        }
        Target::Pattern(term, binder) => {
            let mut instance = Instance::new(store, term, equality, step, true);
            instance.copy = instance.original;
            let new = under_binder(store, binder, None, &instance);
            let map = FxHashMap::from_iter([(binder, new)]);
            Rewritten {
                formula: replace_terms(store, formula, &map),
                clause: None,
                copy: None,
            }
        }
    }
}

/// An equality instantiated for a target.
struct Instance {
    /// What the rule is about: the target itself.
    original: Term,
    /// Its fresh copy.
    copy: Term,
    /// The rule's other variables, renamed.
    fresh: Vec<Term>,
    term: Term,
    side: Option<Term>,
}

impl Instance {
    fn new(
        store: &mut TermStore,
        original: Term,
        equality: &Equality,
        step: usize,
        bound: bool,
    ) -> Instance {
        let sort = store.sort(original);
        let number = if step == 0 {
            String::new()
        } else {
            (step + 1).to_string()
        };
        let copy_name = match store.op(original) {
            Op::Apply(_) | Op::Var(_) => {
                format!("{}_fresh{number}", constant_name(store, original))
            }
            _ => format!("{}_fresh{number}", sort_prefix(sort)),
        };
        let make = |store: &mut TermStore, name: &str, sort: Sort| {
            if bound {
                store.var(name, sort)
            } else {
                store.constant(name, sort)
            }
        };
        let copy = make(store, &copy_name, sort);
        let mut map = FxHashMap::default();
        if let Subject::Variable(x) = equality.subject {
            map.insert(x, original);
        }
        let mut fresh = Vec::new();
        for &variable in &equality.fresh {
            let name = format!("tmp_{}{number}", constant_name(store, variable));
            let new = make(store, &name, store.sort(variable));
            map.insert(variable, new);
            fresh.push(new);
        }
        Instance {
            original,
            copy,
            fresh,
            term: replace_terms(store, equality.term, &map),
            side: equality.side.map(|side| replace_terms(store, side, &map)),
        }
    }

    /// `term = copy ∧ side`, for an assertion.
    fn conjunction(&self, store: &mut TermStore) -> Term {
        let equation = store.eq(self.term, self.copy);
        match self.side {
            Some(side) => store.and(&[equation, side]),
            None => equation,
        }
    }

    /// `side ⇒ term = copy`, for use under a quantifier.
    fn implication(&self, store: &mut TermStore) -> Term {
        let equation = store.eq(self.term, self.copy);
        match self.side {
            Some(side) => store.implies(side, equation),
            None => equation,
        }
    }
}

/// The quantifier with the instance as a further premise; if `variable` is given, its copy takes
/// its place in the old body.
fn under_binder(
    store: &mut TermStore,
    binder: Term,
    variable: Option<Term>,
    instance: &Instance,
) -> Term {
    let Some((vars, body, patterns)) = store.quantifier_parts(binder) else {
        return binder;
    };
    let mut vars = vars.to_vec();
    let patterns: Vec<Vec<Term>> = patterns.iter().map(|&p| store.args(p).to_vec()).collect();
    let mut map = FxHashMap::default();
    if let Some(variable) = variable {
        map.insert(variable, instance.copy);
        for var in &mut vars {
            if *var == variable {
                *var = instance.copy;
            }
        }
        vars.push(variable);
    }
    vars.extend(&instance.fresh);
    let body = replace_terms(store, body, &map);
    let premise = instance.implication(store);
    let body = match store.op(body) {
        Op::Implies if store.args(body).len() == 2 => {
            let (guard, conclusion) = (store.arg(body, 0), store.arg(body, 1));
            let both = store.and(&[premise, guard]);
            store.implies(both, conclusion)
        }
        _ => store.implies(premise, body),
    };
    let patterns: Vec<Vec<Term>> = patterns
        .into_iter()
        .map(|pattern| {
            let mut terms: Vec<Term> = pattern
                .into_iter()
                .map(|term| replace_terms(store, term, &map))
                .collect();
            terms.push(instance.term);
            terms
        })
        .collect();
    store.quantify(true, &vars, body, &patterns)
}

/// `term` with its variables turned into constants of the same names: the published defect.
fn leak(store: &mut TermStore, term: Term) -> Term {
    let mut map = FxHashMap::default();
    for sub in sinew_term::postorder(store, term) {
        if let Op::Var(id) = store.op(sub) {
            let name = store.var_name(id).to_owned();
            let constant = store.constant(&name, store.sort(sub));
            map.insert(sub, constant);
        }
    }
    replace_terms(store, term, &map)
}

fn sort_prefix(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "bool",
        Sort::Int => "int",
        _ => "str",
    }
}
