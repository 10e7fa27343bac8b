//! Rewrites of fixed form: which of them are used from left to right, and how they are matched.
//!
//! A list of arguments in a pattern may be matched in many ways; all are tried, shorter lists first. Variables that the left side does not
//! bind are bound by premises `variable = term`, to the normal form of the term.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Checker, Equation, Known, Outcome, Pattern, Rewrite, Sort, Term, Terms};

use super::search::{Rewritten, Search, allowed};

/// Rules that are not used from left to right everywhere: they do not lead towards normal forms (some lead in circles), or others do the same.
const UNORIENTED: &[&str] = &[
    "eq-symm",
    "eq-cond-deq",
    "eq-ite-lift",
    "arith-eq-elim-int",
    "arith-eq-elim-real",
    "arith-abs-eq",
    "arith-geq-norm1-int",
    "arith-geq-norm1-real",
    "arith-geq-ite-lift",
    "arith-leq-ite-lift",
    "arith-elim-int-lt",
    "arith-elim-int-gt",
    "arith-leq-norm",
    "arith-geq-tighten",
    "arith-abs-int-gt",
    "arith-abs-real-gt",
    "bool-implies-or-distrib",
    "bool-implies-de-morgan",
    "bool-not-eq-elim1",
    "bool-not-eq-elim2",
    "bool-or-and-distrib",
    "bool-xor-comm",
    "bool-dual-impl-eq",
    "ite-expand",
    "ite-neg-branch",
    "re-all-elim",
    "re-concat-star-swap",
    "str-in-re-inter-elim",
    "str-in-re-union-elim",
    "str-in-re-range-elim",
    "str-concat-unify",
    "str-concat-unify-rev",
    "str-concat-unify-base",
    "str-concat-unify-base-rev",
    "str-indexof-eq-irr",
    "str-repl-repl-lookahead-id-simp",
    "str-replace-one-pre",
    "str-substr-replace",
    "str-is-digit-elim",
    "str-substr-len-norm",
];

/// All rewrites of fixed form. Each is compiled when it is first tried: most proofs use few of them.
#[derive(Debug)]
pub(crate) struct Equations {
    all: &'static [Rewrite],
    compiled: Vec<OnceCell<Option<Box<Equation>>>>,
    /// Those that are used from left to right, by the operator of their left sides.
    oriented: RefCell<FxHashMap<Known, Rc<[usize]>>>,
    /// All, by the operator of their left sides.
    headed: RefCell<FxHashMap<Known, Rc<[usize]>>>,
}

impl Equations {
    pub(crate) fn new() -> Equations {
        let all = Checker::rewrites();
        Equations {
            all,
            compiled: vec![OnceCell::new(); all.len()],
            oriented: RefCell::default(),
            headed: RefCell::default(),
        }
    }

    /// Those whose left sides have this operator.
    fn headed_by(&self, op: Known) -> Rc<[usize]> {
        let mut headed = self.headed.borrow_mut();
        let rules = headed.entry(op).or_insert_with(|| {
            let rewrites = self.all.iter().enumerate();
            rewrites
                .filter(|(_, rewrite)| rewrite.head() == op.name())
                .map(|(at, _)| at)
                .collect()
        });
        Rc::clone(rules)
    }

    /// Those that are used from left to right for terms with this operator. Definitions come after what is shorter.
    fn oriented_for(&self, op: Known) -> Rc<[usize]> {
        let mut oriented = self.oriented.borrow_mut();
        let rules = oriented.entry(op).or_insert_with(|| {
            let rewrites = self.all.iter().enumerate();
            let mut rules: Vec<usize> = rewrites
                .filter(|(_, rewrite)| rewrite.head() == op.name())
                .filter(|(_, rewrite)| !UNORIENTED.contains(&rewrite.rule()))
                .map(|(at, _)| at)
                .collect();
            rules.sort_by_key(|&at| self.all[at].rule().ends_with("-elim"));
            rules.into()
        });
        Rc::clone(rules)
    }

    /// One of those; nothing if it is about another operator of the name.
    fn oriented(&self, checker: &mut Checker, op: Known, at: usize) -> Outcome<Option<&Equation>> {
        let equation = self.compiled(checker, at)?;
        let fits =
            |equation: &&Equation| matches!(&equation.left, Pattern::App(head, _) if *head == op);
        Ok(equation.filter(fits))
    }

    /// The one of this name.
    fn named(&self, checker: &mut Checker, rule: &str) -> Outcome<Option<&Equation>> {
        match self.all.iter().position(|rewrite| rewrite.rule() == rule) {
            Some(at) => self.compiled(checker, at),
            None => Ok(None),
        }
    }

    fn compiled(&self, checker: &mut Checker, at: usize) -> Outcome<Option<&Equation>> {
        let cell = &self.compiled[at];
        if cell.get().is_none() {
            let equation = checker.equation(self.all[at])?;
            let _ = cell.set(equation.map(Box::new));
        }
        Ok(cell.get().and_then(Option::as_deref))
    }
}

/// What the variables of a schema stand for.
pub(crate) type Bindings = Vec<Option<Term>>;

/// The name, the conditions and the arguments of a rewrite.
pub(crate) type Instance = (&'static str, Vec<(Term, Term)>, Vec<Term>);

/// The level at which premises are shown by little more than computation.
const LAST_LEVEL: usize = super::normal::LEVELS - 2;

/// Lists of more elements are not matched with all rewrites there are.
const LONG: usize = 24;

/// Whether a pattern may fit, by what is at fixed places: most do not, and are seen not to at once.
/// Recursion is bounded by the depth of the tables.
fn may_match(terms: &Terms, sorts: &[Option<Sort>], pattern: &Pattern, term: Term) -> bool {
    let (op, patterns) = match pattern {
        Pattern::Term(ground) => return *ground == term,
        Pattern::Variable(variable) => {
            return sorts[*variable].is_none_or(|sort| terms.sort(term) == sort);
        }
        Pattern::Splice(_) => return true,
        Pattern::Single(..) => return false,
        Pattern::App(op, patterns) => (*op, patterns),
    };
    if terms.op(term) != sinew_proof::cpc::Op::Known(op) {
        return false;
    }
    let args = terms.args(term);
    let is_list = |pattern: &&Pattern| matches!(pattern, Pattern::Splice(_));
    let lists = patterns.iter().filter(is_list).count();
    let fixed = patterns.len() - lists;
    if fixed > args.len() || (lists == 0 && fixed < args.len()) {
        return false;
    }
    let before = patterns.iter().take_while(|pattern| !is_list(pattern));
    let behind = patterns
        .iter()
        .rev()
        .take_while(|pattern| !is_list(pattern));
    let fits = |(pattern, &arg): (&Pattern, &Term)| may_match(terms, sorts, pattern, arg);
    before.zip(args).all(fits) && (lists == 0 || behind.zip(args.iter().rev()).all(fits))
}

/// All ways to match a pattern, at most so many.
const MATCHES: usize = 24;

/// Recursion is bounded by the depth of the tables.
fn matches(
    terms: &mut Terms,
    sorts: &[Option<Sort>],
    pattern: &Pattern,
    term: Term,
    bound: &Bindings,
) -> Outcome<Vec<Bindings>> {
    terms.charge(1)?;
    let bind = |terms: &Terms, variable: usize| {
        let mut bound = bound.clone();
        match bound[variable] {
            Some(value) if value == term => Some(bound),
            Some(_) => None,
            None if sorts[variable].is_some_and(|sort| terms.sort(term) != sort) => None,
            None => {
                bound[variable] = Some(term);
                Some(bound)
            }
        }
    };
    match pattern {
        Pattern::Term(ground) => Ok(if *ground == term {
            vec![bound.clone()]
        } else {
            Vec::new()
        }),
        Pattern::Variable(variable) | Pattern::Splice(variable) => {
            Ok(bind(terms, *variable).into_iter().collect())
        }
        Pattern::App(op, patterns) => {
            if terms.op(term) != sinew_proof::cpc::Op::Known(*op) {
                return Ok(Vec::new());
            }
            let args = terms.args(term).to_vec();
            match_list(terms, sorts, *op, patterns, &args, bound)
        }
        // A list of one element is that element; such patterns are right sides.
        Pattern::Single(..) => Ok(Vec::new()),
    }
}

fn match_list(
    terms: &mut Terms,
    sorts: &[Option<Sort>],
    op: Known,
    patterns: &[Pattern],
    args: &[Term],
    bound: &Bindings,
) -> Outcome<Vec<Bindings>> {
    let Some((first, rest)) = patterns.split_first() else {
        return Ok(if args.is_empty() {
            vec![bound.clone()]
        } else {
            Vec::new()
        });
    };
    let least = (rest.iter())
        .filter(|pattern| !matches!(pattern, Pattern::Splice(_)))
        .count();
    let mut found = Vec::new();
    if let Pattern::Splice(variable) = first {
        // Without another list behind it, it takes all that is left over.
        let Some(most) = args.len().checked_sub(least) else {
            return Ok(found);
        };
        let alone = least == rest.len();
        for taken in if alone { most } else { 0 }..=most {
            let list = terms.app(op, &args[..taken])?;
            if bound[*variable].is_some_and(|value| value != list) {
                continue;
            }
            let mut bound = bound.clone();
            bound[*variable] = Some(list);
            found.extend(match_list(terms, sorts, op, rest, &args[taken..], &bound)?);
            if found.len() >= MATCHES {
                break;
            }
        }
        return Ok(found);
    }
    let Some((&arg, others)) = args.split_first() else {
        return Ok(found);
    };
    if others.len() < least {
        return Ok(found);
    }
    for bound in matches(terms, sorts, first, arg, bound)? {
        found.extend(match_list(terms, sorts, op, rest, others, &bound)?);
        if found.len() >= MATCHES {
            break;
        }
    }
    Ok(found)
}

/// The term that a template stands for, if all its variables are bound.
pub(crate) fn build(
    terms: &mut Terms,
    pattern: &Pattern,
    bound: &Bindings,
) -> Outcome<Option<Term>> {
    match pattern {
        Pattern::Term(term) => Ok(Some(*term)),
        Pattern::Variable(variable) | Pattern::Splice(variable) => Ok(bound[*variable]),
        Pattern::App(op, patterns) | Pattern::Single(op, patterns) => {
            let mut args = Vec::with_capacity(patterns.len());
            for pattern in patterns {
                match (pattern, build(terms, pattern, bound)?) {
                    (_, None) => return Ok(None),
                    (Pattern::Splice(_), Some(list)) => match terms.op(list) {
                        sinew_proof::cpc::Op::Known(found) if found == *op => {
                            args.extend(terms.args(list).to_vec());
                        }
                        // The list without elements is the neutral element.
                        _ => {}
                    },
                    (_, Some(term)) => args.push(term),
                }
            }
            match (pattern, &args[..]) {
                (Pattern::Single(..), &[only]) => Ok(Some(only)),
                _ => allowed(terms.app(*op, &args)),
            }
        }
    }
}

impl Search<'_> {
    /// The first way to apply a rewrite at the root whose premises can be shown.
    pub(crate) fn apply(
        &mut self,
        equation: &Equation,
        term: Term,
        level: usize,
    ) -> Outcome<Option<Rewritten>> {
        if !may_match(self.checker.terms(), &equation.sorts, &equation.left, term) {
            self.checker.terms().charge(1)?;
            return Ok(None);
        }
        let unbound: Bindings = vec![None; equation.sorts.len()];
        let found = matches(
            self.checker.terms(),
            &equation.sorts,
            &equation.left,
            term,
            &unbound,
        )?;
        for bound in found {
            if let Some(rewritten) = self.apply_bound(equation, bound, level)? {
                return Ok(Some(rewritten));
            }
        }
        Ok(None)
    }

    fn apply_bound(
        &mut self,
        equation: &Equation,
        mut bound: Bindings,
        level: usize,
    ) -> Outcome<Option<Rewritten>> {
        let mut premises = Vec::new();
        for (left, right) in &equation.premises {
            if let Pattern::Variable(variable) = left
                && bound[*variable].is_none()
            {
                let Some(value) = build(self.checker.terms(), right, &bound)? else {
                    return Ok(None);
                };
                let normal = self.normal(value, level + 1)?;
                bound[*variable] = Some(normal.to);
                let back = self.symm(normal.proof)?;
                premises.push(match back {
                    Some(proof) => proof,
                    None => self.refl(value)?,
                });
                continue;
            }
            let left = build(self.checker.terms(), left, &bound)?;
            let right = build(self.checker.terms(), right, &bound)?;
            let (Some(left), Some(right)) = (left, right) else {
                return Ok(None);
            };
            match self.same(left, right, level + 1)? {
                Some(proof) => premises.push(proof),
                None => return Ok(None),
            }
        }
        let mut args = Vec::with_capacity(equation.arguments.len());
        for argument in &equation.arguments {
            match build(self.checker.terms(), argument, &bound)? {
                Some(arg) => args.push(arg),
                None => return Ok(None),
            }
        }
        match self.attempt(equation.rule, &premises, &args)? {
            Some(proof) => self.by(proof).map(Some),
            None => Ok(None),
        }
    }

    /// A proof that both have the same normal form.
    pub(crate) fn same(
        &mut self,
        left: Term,
        right: Term,
        level: usize,
    ) -> Outcome<Option<super::draft::Proof>> {
        let a = self.normal(left, level)?;
        let b = self.normal(right, level)?;
        if a.to != b.to {
            return Ok(None);
        }
        match self.meet(a, b, right)?.proof {
            Some(proof) => Ok(Some(proof)),
            None => self.refl(left).map(Some),
        }
    }

    /// The first rewrite of fixed form that applies at the root and changes the term.
    pub(crate) fn first(
        &mut self,
        op: Known,
        term: Term,
        level: usize,
    ) -> Outcome<Option<Rewritten>> {
        let equations = self.equations;
        for &at in &*equations.oriented_for(op) {
            if let Some(equation) = equations.oriented(self.checker, op, at)?
                && let Some(step) = self.apply(equation, term, level)?
                && step.to != term
            {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// `a = b`, or `b = a`, as one rewrite of fixed form says it.
    pub(crate) fn exactly(&mut self, a: Term, b: Term) -> Outcome<Option<super::draft::Proof>> {
        if let Some(proof) = self.exactly_from(a, b)? {
            return Ok(Some(proof));
        }
        let back = self.exactly_from(b, a)?;
        self.symm(back)
    }

    fn exactly_from(&mut self, from: Term, to: Term) -> Outcome<Option<super::draft::Proof>> {
        let Some(op) = (self.op(from)).filter(|_| (1..=LONG).contains(&self.args(from).len()))
        else {
            return Ok(None);
        };
        let equations = self.equations;
        for &at in &*equations.headed_by(op) {
            let Some(equation) = equations.oriented(self.checker, op, at)? else {
                continue;
            };
            let fits = may_match(self.checker.terms(), &equation.sorts, &equation.left, from);
            if !fits || !self.may_become(equation, to) {
                continue;
            }
            let unbound: Bindings = vec![None; equation.sorts.len()];
            let terms = self.checker.terms();
            for bound in matches(terms, &equation.sorts, &equation.left, from, &unbound)? {
                let right = build(self.checker.terms(), &equation.right, &bound)?;
                if right.is_some_and(|right| right != to) {
                    continue;
                }
                if let Some(Rewritten { to: found, proof }) =
                    self.apply_bound(equation, bound, LAST_LEVEL)?
                    && found == to
                {
                    return Ok(proof);
                }
            }
        }
        Ok(None)
    }

    /// Whether the right side of a rewrite may be this term, by what is outermost.
    fn may_become(&mut self, equation: &Equation, term: Term) -> bool {
        match &equation.right {
            Pattern::Term(right) => *right == term,
            Pattern::App(op, _) => self.op(term) == Some(*op),
            Pattern::Variable(_) | Pattern::Splice(_) | Pattern::Single(..) => true,
        }
    }

    /// All ways to match the left side of a rewrite of this name.
    pub(crate) fn matched(&mut self, rule: &str, term: Term) -> Outcome<Vec<Bindings>> {
        let equations = self.equations;
        let Some(equation) = equations.named(self.checker, rule)? else {
            return Ok(Vec::new());
        };
        let unbound: Bindings = vec![None; equation.sorts.len()];
        let terms = self.checker.terms();
        matches(terms, &equation.sorts, &equation.left, term, &unbound)
    }

    /// The right side of a rewrite of this name.
    pub(crate) fn right_side(&mut self, rule: &str, bound: &Bindings) -> Outcome<Option<Term>> {
        let equations = self.equations;
        match equations.named(self.checker, rule)? {
            Some(equation) => build(self.checker.terms(), &equation.right, bound),
            None => Ok(None),
        }
    }

    /// The conditions and the arguments of a rewrite of this name.
    pub(crate) fn instance(&mut self, rule: &str, bound: &Bindings) -> Outcome<Option<Instance>> {
        let equations = self.equations;
        let Some(equation) = equations.named(self.checker, rule)? else {
            return Ok(None);
        };
        let (mut conditions, mut args) = (Vec::new(), Vec::new());
        for (left, right) in &equation.premises {
            let left = build(self.checker.terms(), left, bound)?;
            let right = build(self.checker.terms(), right, bound)?;
            match (left, right) {
                (Some(left), Some(right)) => conditions.push((left, right)),
                _ => return Ok(None),
            }
        }
        for argument in &equation.arguments {
            match build(self.checker.terms(), argument, bound)? {
                Some(arg) => args.push(arg),
                None => return Ok(None),
            }
        }
        Ok(Some((equation.rule, conditions, args)))
    }

    /// A rewrite by name, with its arguments; its premises must hold by computation.
    pub(crate) fn named(
        &mut self,
        rule: &str,
        term: Term,
        level: usize,
    ) -> Outcome<Option<Rewritten>> {
        let equations = self.equations;
        match equations.named(self.checker, rule)? {
            Some(equation) => self.apply(equation, term, level),
            None => Ok(None),
        }
    }
}
