//! Quantifiers: stated for ∀; each law holds for ∃ with ∧ and ∨ exchanged.

use sinew_term::{Op, Sort, Substitution, Term, postorder};

use super::{Rule, rules};
use crate::context::Ctx;
use crate::tuning::QUANTIFIED_BODY;

pub(super) const QUANTIFIER: &[Rule] = rules![
    quantifier_unused,
    quantifier_distributes,
    quantifier_miniscope,
    quantifier_one_point,
    quantifier_bool,
];

struct Parts {
    forall: bool,
    vars: Vec<Term>,
    body: Term,
    patterns: Vec<Term>,
}

fn parts(ctx: &Ctx<'_>, term: Term) -> Option<Parts> {
    let (vars, body, patterns) = ctx.store.quantifier_parts(term)?;
    Some(Parts {
        forall: matches!(ctx.op(term), Op::Forall(_)),
        vars: vars.to_vec(),
        body,
        patterns: patterns.to_vec(),
    })
}

impl Parts {
    /// The quantifier over `vars` and `body`, with the patterns that still make sense there.
    fn rebuild(&self, ctx: &mut Ctx<'_>, vars: &[Term], body: Term) -> Term {
        // A pattern must mention every variable; dropping variables may leave it with others.
        let patterns: Vec<Vec<Term>> = self
            .patterns
            .iter()
            .filter(|_| vars == self.vars)
            .map(|&pattern| ctx.store.args(pattern).to_vec())
            .collect();
        ctx.store.quantify(self.forall, vars, body, &patterns)
    }
}

/// The variables of `vars` that occur free in `term`; `None` if it is too large to look at.
fn free_among(ctx: &Ctx<'_>, term: Term, vars: &[Term]) -> Option<Vec<Term>> {
    if !ctx.store.mentions_variables(term) {
        return Some(Vec::new());
    }
    if !is_small(ctx, term) {
        return None;
    }
    let order = postorder(ctx.store, term);
    // A variable that an inner quantifier binds may still be free elsewhere; counting it as free
    // errs on the safe side.
    Some(
        vars.iter()
            .copied()
            .filter(|var| order.contains(var))
            .collect(),
    )
}

/// Whether laws may look through the body: each look costs its size, and quantifiers nest.
fn is_small(ctx: &Ctx<'_>, term: Term) -> bool {
    let most = ctx.core.tuning.size(&QUANTIFIED_BODY);
    let mut seen = sinew_term::TermSet::new();
    let mut stack = vec![term];
    let mut count = 0;
    while let Some(term) = stack.pop() {
        if count >= most {
            return false;
        }
        if seen.insert(term) {
            count += 1;
            stack.extend(ctx.store.args(term));
        }
    }
    count < most
}

/// `∀x y.φ = ∀x.φ` if y does not occur in φ
fn quantifier_unused(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = parts(ctx, term)?;
    let used = free_among(ctx, parts.body, &parts.vars)?;
    (used.len() < parts.vars.len()).then(|| parts.rebuild(ctx, &used, parts.body))
}

/// `∀x.(φ ∧ ψ) = (∀x.φ) ∧ (∀x.ψ)`
fn quantifier_distributes(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = parts(ctx, term)?;
    let op = if parts.forall { Op::And } else { Op::Or };
    if ctx.op(parts.body) != op || ctx.store.args(parts.body).len() > 64 {
        return None;
    }
    let conjuncts = ctx.store.args(parts.body).to_vec();
    let split: Vec<Term> = conjuncts
        .iter()
        .map(|&conjunct| parts.rebuild(ctx, &parts.vars, conjunct))
        .collect();
    Some(ctx.store.mk(op, &split))
}

/// `∀x.(φ ∨ ψ(x)) = φ ∨ ∀x.ψ(x)` if x does not occur in φ
fn quantifier_miniscope(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = parts(ctx, term)?;
    let op = if parts.forall { Op::Or } else { Op::And };
    if ctx.op(parts.body) != op {
        return None;
    }
    let disjuncts = ctx.store.args(parts.body).to_vec();
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for disjunct in disjuncts {
        if free_among(ctx, disjunct, &parts.vars)?.is_empty() {
            outside.push(disjunct);
        } else {
            inside.push(disjunct);
        }
    }
    if outside.is_empty() || inside.is_empty() {
        return None;
    }
    let rest = if parts.forall {
        ctx.store.disjunction(&inside)
    } else {
        ctx.store.conjunction(&inside)
    };
    outside.push(parts.rebuild(ctx, &parts.vars, rest));
    Some(ctx.store.mk(op, &outside))
}

/// `∀x.(x ≠ t ∨ φ(x)) = φ(t)` if x does not occur in t
fn quantifier_one_point(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = parts(ctx, term)?;
    if !is_small(ctx, parts.body) {
        return None;
    }
    let op = if parts.forall { Op::Or } else { Op::And };
    let literals = if ctx.op(parts.body) == op {
        ctx.store.args(parts.body).to_vec()
    } else {
        vec![parts.body]
    };
    for (position, &literal) in literals.iter().enumerate() {
        let equation = match (parts.forall, ctx.op(literal)) {
            (true, Op::Not) => ctx.arg(literal, 0),
            (false, Op::Eq) => literal,
            _ => continue,
        };
        let Some((var, value)) = point(ctx, equation, &parts.vars) else {
            continue;
        };
        let mut rest = literals.clone();
        rest.remove(position);
        let body = if parts.forall {
            ctx.store.disjunction(&rest)
        } else {
            ctx.store.conjunction(&rest)
        };
        let mut substitution = Substitution::new();
        substitution.insert(var, value);
        let body = substitution.apply(ctx.store, body);
        let vars: Vec<Term> = parts.vars.iter().copied().filter(|&v| v != var).collect();
        return Some(parts.rebuild(ctx, &vars, body));
    }
    None
}

/// `(x, t)` of an equation that gives the variable x a value in which it does not occur.
fn point(ctx: &Ctx<'_>, equation: Term, vars: &[Term]) -> Option<(Term, Term)> {
    if ctx.op(equation) != Op::Eq || ctx.store.args(equation).len() != 2 {
        return None;
    }
    let [a, b] = ctx.args(equation);
    [(a, b), (b, a)]
        .into_iter()
        .find(|&(var, value)| vars.contains(&var) && !ctx.occurs(var, value))
}

/// `∀p.φ(p) = φ(true) ∧ φ(false)` for a Boolean p and a small φ
fn quantifier_bool(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = parts(ctx, term)?;
    let &var = parts
        .vars
        .iter()
        .find(|&&var| ctx.store.sort(var) == Sort::Bool)?;
    if !ctx.is_small(parts.body) {
        return None;
    }
    let vars: Vec<Term> = parts.vars.iter().copied().filter(|&v| v != var).collect();
    let mut cases = Vec::new();
    for value in [true, false] {
        let mut substitution = Substitution::new();
        let value = ctx.bool(value);
        substitution.insert(var, value);
        let body = substitution.apply(ctx.store, parts.body);
        cases.push(parts.rebuild(ctx, &vars, body));
    }
    Some(if parts.forall {
        ctx.store.conjunction(&cases)
    } else {
        ctx.store.disjunction(&cases)
    })
}
