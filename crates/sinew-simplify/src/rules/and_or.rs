//! Conjunction and disjunction, dual to each other.
//!
//! Normal form: at least two parts, none of them a constant or a junction of the same kind,
//! sorted, none the complement of another, bounds on the same sum merged.
//! The laws are stated for ∧; each holds with ∧/∨ and true/false exchanged.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::{Integer, Op, Substitution, Term};

use super::compare::{self, Bound};
use super::{Rule, rules};
use crate::context::Ctx;
use sinew_strings::linear::Linear;

pub(super) const AND: &[Rule] = rules![
    junction_single,
    junction_flat,
    junction_constants,
    junction_sorted,
    junction_complements,
    junction_absorption,
    junction_resolution,
    junction_factor,
    junction_values,
    junction_bounds,
    junction_context,
    junction_point,
    junction_members,
];
pub(super) const OR: &[Rule] = AND;

/// Whether the term is a conjunction; otherwise it is a disjunction.
fn is_and(ctx: &Ctx<'_>, term: Term) -> bool {
    ctx.op(term) == Op::And
}

fn rebuild(ctx: &mut Ctx<'_>, and: bool, parts: &[Term]) -> Term {
    if and {
        ctx.store.conjunction(parts)
    } else {
        ctx.store.disjunction(parts)
    }
}

/// `(and a) = a`
fn junction_single(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    match *ctx.store.args(term) {
        [only] => Some(only),
        _ => None,
    }
}

/// `a ∧ (b ∧ c) = a ∧ b ∧ c`
fn junction_flat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = ctx.opened(term)?;
    Some(ctx.store.mk(ctx.op(term), &parts))
}

/// `a ∧ true = a`, `a ∧ false = false`
fn junction_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let args = ctx.store.args(term);
    if args
        .iter()
        .any(|&arg| ctx.store.bool_value(arg) == Some(!and))
    {
        return Some(ctx.bool(!and));
    }
    let parts: Vec<Term> = args
        .iter()
        .copied()
        .filter(|&arg| ctx.store.bool_value(arg).is_none())
        .collect();
    (parts.len() < args.len()).then(|| rebuild(ctx, and, &parts))
}

/// `b ∧ a = a ∧ b`, `a ∧ a = a`: parts in the order of terms, each once
fn junction_sorted(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (and, parts) = (is_and(ctx, term), ctx.sorted(term)?);
    Some(rebuild(ctx, and, &parts))
}

/// `a ∧ ¬a = false`
fn junction_complements(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let args = ctx.store.args(term);
    // The parts are sorted: binary search finds the complement.
    let clash = args
        .iter()
        .any(|&arg| ctx.op(arg) == Op::Not && args.binary_search(&ctx.arg(arg, 0)).is_ok());
    clash.then(|| ctx.bool(!and))
}

/// `a ∧ (a ∨ b) = a`
fn junction_absorption(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let dual = if and { Op::Or } else { Op::And };
    let args = ctx.store.args(term);
    if !args.iter().any(|&arg| ctx.op(arg) == dual) {
        return None;
    }
    let known: FxHashSet<Term> = args.iter().copied().collect();
    let parts: Vec<Term> = args
        .iter()
        .copied()
        .filter(|&arg| {
            ctx.op(arg) != dual || !ctx.store.args(arg).iter().any(|part| known.contains(part))
        })
        .collect();
    (parts.len() < args.len()).then(|| rebuild(ctx, and, &parts))
}

/// `a ∧ (¬a ∨ b) = a ∧ b`
fn junction_resolution(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let dual = if and { Op::Or } else { Op::And };
    let args = ctx.store.args(term).to_vec();
    // Each application may yield new literals, so chains cost their length squared: long ones
    // are for the kernel.
    if args.len() > 1024 || !args.iter().any(|&arg| ctx.op(arg) == dual) {
        return None;
    }
    let mut complements: FxHashSet<Term> = FxHashSet::default();
    for &arg in &args {
        if ctx.op(arg) != dual {
            complements.insert(ctx.negate(arg));
        }
    }
    let mut changed = false;
    let mut parts = Vec::with_capacity(args.len());
    for arg in args {
        if ctx.op(arg) != dual {
            parts.push(arg);
            continue;
        }
        let inner = ctx.store.args(arg);
        let kept: Vec<Term> = inner
            .iter()
            .copied()
            .filter(|part| !complements.contains(part))
            .collect();
        if kept.len() == inner.len() {
            parts.push(arg);
        } else {
            changed = true;
            parts.push(rebuild(ctx, !and, &kept));
        }
    }
    changed.then(|| rebuild(ctx, and, &parts))
}

/// `(a ∨ b) ∧ (a ∨ ¬b) = a`, among few parts
fn junction_factor(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let dual = if and { Op::Or } else { Op::And };
    let args = ctx.store.args(term).to_vec();
    if args.len() > 16 {
        return None;
    }
    for (i, &first) in args.iter().enumerate() {
        for (j, &second) in args.iter().enumerate().skip(i + 1) {
            if ctx.op(first) != dual || ctx.op(second) != dual {
                continue;
            }
            let (left, right) = (ctx.store.args(first), ctx.store.args(second));
            if left.len() != right.len() || left.len() > 16 {
                continue;
            }
            let common: Vec<Term> = left
                .iter()
                .copied()
                .filter(|part| right.contains(part))
                .collect();
            if common.len() + 1 != left.len() {
                continue;
            }
            let odd = |parts: &[Term]| parts.iter().copied().find(|part| !common.contains(part));
            let (a, b) = (odd(left)?, odd(right)?);
            if ctx.negate(a) != b {
                continue;
            }
            let mut parts = args.clone();
            parts[i] = rebuild(ctx, !and, &common);
            parts.remove(j);
            return Some(rebuild(ctx, and, &parts));
        }
    }
    None
}

/// `t = c ∧ t = d = false` and `t = c ∧ ¬(t = d) = t = c` for distinct literals c, d
fn junction_values(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let args = ctx.store.args(term).to_vec();
    let mut fixed: FxHashMap<Term, Term> = FxHashMap::default();
    for &arg in &args {
        // In a disjunction the negated equality plays this part.
        let Some((subject, value)) = literal_equality(ctx, arg, and) else {
            continue;
        };
        if fixed.insert(subject, value).is_some_and(|old| old != value) {
            return Some(ctx.bool(!and));
        }
    }
    if fixed.is_empty() {
        return None;
    }
    let parts: Vec<Term> = args
        .iter()
        .copied()
        .filter(|&arg| match literal_equality(ctx, arg, !and) {
            Some((subject, value)) => fixed.get(&subject).is_none_or(|fixed| *fixed == value),
            None => true,
        })
        .collect();
    (parts.len() < args.len()).then(|| rebuild(ctx, and, &parts))
}

/// `(t, c)` of `t = c` (or, if not `positive`, of `¬(t = c)`) for a literal `c`.
fn literal_equality(ctx: &Ctx<'_>, term: Term, positive: bool) -> Option<(Term, Term)> {
    let atom = match (positive, ctx.op(term)) {
        (true, Op::Eq) => term,
        (false, Op::Not) if ctx.op(ctx.arg(term, 0)) == Op::Eq => ctx.arg(term, 0),
        _ => return None,
    };
    let (a, b) = (ctx.arg(atom, 0), ctx.arg(atom, 1));
    (ctx.is_value(b) && !ctx.is_value(a)).then_some((a, b))
}

/// Bounds on the same sum meet: `p ≥ 2 ∧ p ≥ 5 = p ≥ 5`, `p ≥ 5 ∧ ¬(p ≥ 4) = false`,
/// `p ≥ 5 ∧ ¬(p ≥ 6) = (p = 5)`, `p ≥ 5 ∧ p = 7 = (p = 7)`, `p ≥ 5 ∧ ¬(p = 5) = p ≥ 6`
fn junction_bounds(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let args = ctx.store.args(term).to_vec();
    let mut groups: Vec<Group> = Vec::new();
    let mut index: FxHashMap<Vec<(Term, Integer)>, usize> = FxHashMap::default();
    for (position, &arg) in args.iter().enumerate() {
        let literal = if and { arg } else { ctx.negate(arg) };
        let Some((poly, bound)) = compare::bound_of(ctx, literal) else {
            continue;
        };
        let group = *index.entry(poly.monomials.clone()).or_insert_with(|| {
            groups.push(Group::new(poly));
            groups.len() - 1
        });
        groups[group].add(position, bound);
    }
    let mut dropped: FxHashSet<usize> = FxHashSet::default();
    let mut added = Vec::new();
    for group in groups.iter().filter(|group| group.members.len() > 1) {
        match group.merged(ctx)? {
            Merged::Unchanged => {}
            Merged::Empty => return Some(ctx.bool(!and)),
            Merged::Literals(literals) => {
                dropped.extend(&group.members);
                for literal in literals {
                    added.push(if and { literal } else { ctx.negate(literal) });
                }
            }
        }
    }
    if dropped.is_empty() {
        return None;
    }
    let mut parts: Vec<Term> = (0..args.len())
        .filter(|position| !dropped.contains(position))
        .map(|position| args[position])
        .collect();
    parts.extend(added);
    parts.sort_unstable();
    parts.dedup();
    (parts != args).then(|| rebuild(ctx, and, &parts))
}

/// The conjuncts that bound one sum.
struct Group {
    poly: Linear,
    members: Vec<usize>,
    lo: Option<Integer>,
    hi: Option<Integer>,
    /// Excluded values.
    holes: Vec<Integer>,
}

enum Merged {
    Unchanged,
    Empty,
    Literals(Vec<Term>),
}

impl Group {
    fn new(mut poly: Linear) -> Group {
        poly.constant = Integer::ZERO;
        Group {
            poly,
            members: Vec::new(),
            lo: None,
            hi: None,
            holes: Vec::new(),
        }
    }

    fn add(&mut self, position: usize, bound: Bound) {
        self.members.push(position);
        let (lo, hi) = match bound {
            Bound::AtLeast(lo) => (Some(lo), None),
            Bound::AtMost(hi) => (None, Some(hi)),
            Bound::Equal(value) => (Some(value.clone()), Some(value)),
            Bound::Not(value) => {
                self.holes.push(value);
                return;
            }
        };
        if let Some(lo) = lo {
            self.lo = Some(self.lo.take().map_or(lo.clone(), |old| old.max(lo)));
        }
        if let Some(hi) = hi {
            self.hi = Some(self.hi.take().map_or(hi.clone(), |old| old.min(hi)));
        }
    }

    fn merged(&self, ctx: &mut Ctx<'_>) -> Option<Merged> {
        if self.lo.is_none() && self.hi.is_none() {
            return Some(Merged::Unchanged);
        }
        let (mut lo, mut hi) = (self.lo.clone(), self.hi.clone());
        let mut holes = self.holes.clone();
        holes.sort_unstable();
        holes.dedup();
        // Holes at an end move it; sorted, one sweep from each side does.
        for hole in &holes {
            if lo.as_ref() == Some(hole) {
                lo = Some(hole + &Integer::ONE);
            }
        }
        for hole in holes.iter().rev() {
            if hi.as_ref() == Some(hole) {
                hi = Some(hole - &Integer::ONE);
            }
        }
        if let (Some(lo), Some(hi)) = (&lo, &hi)
            && lo > hi
        {
            return Some(Merged::Empty);
        }
        holes.retain(|hole| {
            lo.as_ref().is_none_or(|lo| hole > lo) && hi.as_ref().is_none_or(|hi| hole < hi)
        });
        let mut literals = Vec::new();
        if lo.is_some() && lo == hi {
            literals.push(compare::equal_to(ctx, &self.poly, lo.as_ref()?));
        } else {
            if let Some(lo) = &lo {
                literals.push(compare::at_least(ctx, &self.poly, lo));
            }
            if let Some(hi) = &hi {
                literals.push(compare::at_most(ctx, &self.poly, hi));
            }
        }
        for hole in &holes {
            let equal = compare::equal_to(ctx, &self.poly, hole);
            literals.push(ctx.negate(equal));
        }
        Some(Merged::Literals(literals))
    }
}

/// `x = c ∧ φ(x) = x = c ∧ φ(c)` and `a ∧ φ(a) = a ∧ φ(true)`, for small parts
fn junction_context(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let args = ctx.store.args(term).to_vec();
    if args.len() > 8 || !ctx.is_small(term) {
        return None;
    }
    for (position, &arg) in args.iter().enumerate() {
        let literal = if and { arg } else { ctx.negate(arg) };
        let Some(known) = ctx.consequences(literal) else {
            continue;
        };
        let mut parts = args.clone();
        for (other, part) in parts.iter_mut().enumerate() {
            if other != position {
                *part = ctx.substitute_known(&known, *part);
            }
        }
        if parts != args {
            return Some(rebuild(ctx, and, &parts));
        }
    }
    None
}

/// `¬(x = c) ∧ φ(x) = φ(x)` if φ(c) is false, for small parts
fn junction_point(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let args = ctx.store.args(term).to_vec();
    if args.len() > 4 || !ctx.is_small(term) {
        return None;
    }
    for (position, &arg) in args.iter().enumerate() {
        let Some((symbol, value)) = literal_equality(ctx, arg, !and) else {
            continue;
        };
        if !ctx.is_unknown(symbol) {
            continue;
        }
        for (other, &part) in args.iter().enumerate() {
            if other == position || ctx.store.mentions_quantifiers(part) {
                continue;
            }
            let mut point = Substitution::new();
            point.insert(symbol, value);
            let there = point.apply(ctx.store, part);
            if there == part {
                continue;
            }
            let decided = ctx.look_ahead(there)?;
            if ctx.store.bool_value(decided) == Some(!and) {
                let mut parts = args.clone();
                parts.remove(position);
                return Some(rebuild(ctx, and, &parts));
            }
        }
    }
    None
}

/// `s ∈ q ∧ s ∈ r = false` if q and r have no word in common, and so for more
fn junction_members(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let and = is_and(ctx, term);
    let args = ctx.store.args(term);
    let mut members: Vec<(Term, Term, bool)> = Vec::new();
    for &arg in args {
        let (atom, positive) = match ctx.op(arg) {
            Op::Not => (ctx.arg(arg, 0), false),
            _ => (arg, true),
        };
        if ctx.op(atom) == Op::InRe {
            members.push((ctx.arg(atom, 0), ctx.arg(atom, 1), positive == and));
        }
    }
    if members.len() < 2 {
        return None;
    }
    members.sort_unstable();
    let groups: Vec<Vec<(Term, bool)>> = members
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|group| group.len() > 1)
        .map(|group| {
            group
                .iter()
                .map(|&(_, r, positive)| (r, positive))
                .collect()
        })
        .collect();
    let clash = groups
        .iter()
        .any(|group| ctx.core.regexes.excludes(ctx.store, group, ctx.budget) == Some(true));
    clash.then(|| ctx.bool(!and))
}

/// What a true literal says about symbols and atoms.
pub(crate) struct Known {
    symbols: Substitution,
    /// An atom and its truth value.
    atom: Option<(Term, bool)>,
}

impl Ctx<'_> {
    /// What follows from the truth of `literal`: the value of a symbol, or of an atom.
    pub(crate) fn consequences(&mut self, literal: Term) -> Option<Known> {
        let (atom, truth) = match self.op(literal) {
            Op::Not => (self.arg(literal, 0), false),
            Op::And | Op::Or | Op::True | Op::False => return None,
            _ => (literal, true),
        };
        let mut symbols = Substitution::new();
        if self.is_unknown(atom) {
            let value = self.bool(truth);
            symbols.insert(atom, value);
            return Some(Known {
                symbols,
                atom: None,
            });
        }
        if truth && self.op(atom) == Op::Eq {
            let (a, b) = (self.arg(atom, 0), self.arg(atom, 1));
            if self.is_unknown(a) && self.is_value(b) {
                symbols.insert(a, b);
            } else if self.is_unknown(b) && self.is_unknown(a) {
                symbols.insert(b, a);
            }
        }
        Some(Known {
            symbols,
            atom: Some((atom, truth)),
        })
    }

    /// `term` with what is known put in. Bound variables are left alone: a quantifier inside
    /// might bind the same name.
    pub(crate) fn substitute_known(&mut self, known: &Known, term: Term) -> Term {
        if self.store.mentions_quantifiers(term) {
            return term;
        }
        let mut result = known.symbols.apply(self.store, term);
        if let Some((atom, truth)) = known.atom {
            let value = self.bool(truth);
            result = replace_atom(self, result, atom, value);
        }
        result
    }
}

fn replace_atom(ctx: &mut Ctx<'_>, term: Term, atom: Term, value: Term) -> Term {
    let order = sinew_term::postorder(ctx.store, term);
    if !order.contains(&atom) {
        return term;
    }
    let mut cache = sinew_term::TermMap::new();
    cache.insert(atom, value);
    sinew_term::rebuild_bottom_up(ctx.store, term, &mut cache, |_, t| t)
}
