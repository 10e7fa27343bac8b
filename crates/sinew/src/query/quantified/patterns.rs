//! Quantified formulas that mean a formula of the theory.
//!
//! Stated for ∃; a ∀ is the negation of the ∃ of the negation. Every entry of
//! [`rules`](crate::query::rules) that is a pattern is an equivalence, so it may be used in any place. First a
//! formula is prepared: variables with a value go, conjuncts are rewritten by equations among them, those that
//! say nothing go, and what does not speak of variables is put outside. Then what is left must be one of
//! [`PATTERNS`].
//!
//! Those about pieces, characters and earlier occurrences are what P0, Table 2, makes of negative
//! `contains`, `prefixof`, `suffixof`, of `str.to_int` and of `str.indexof`. A formula that is none
//! of these as it stands is looked at once more in simplified form.

use sinew_base::{Budget, Rule};
use sinew_simplify::Simplifier;
use sinew_term::{Op, Sort, Substitution, Term, TermStore, postorder};

use crate::query::{Derivation, rules};

/// A conjunct: the term has this truth value.
type Literal = (Term, bool);

/// A simplifier and what it may spend.
type Simplifying<'a> = (Simplifier, &'a Budget<'a>);

/// The meaning of `∃ variables. literals`, each of which speaks of a variable and each variable of which occurs.
type Pattern = fn(&mut TermStore, &[Term], &[Literal]) -> Option<Term>;

/// The formulas that have a meaning, in the order in which they are tried.
static PATTERNS: &[(&Rule, Pattern)] = &[
    (&rules::EXISTS_PIECES, pieces),
    (&rules::EXISTS_CHARACTERS, characters),
    (&rules::EXISTS_EARLIER, earlier_occurrence),
    (&rules::EXISTS_MULTIPLE, multiple),
];

/// The meaning of a quantified formula, if it is one of those above and the budget lasts.
pub(super) fn recognise(
    store: &mut TermStore,
    formula: Term,
    derivation: &mut Derivation,
    budget: &Budget,
) -> Option<Term> {
    let forall = matches!(store.op(formula), Op::Forall(_));
    let (variables, body, _) = store.quantifier_parts(formula)?;
    let (variables, body) = (variables.to_vec(), body);
    if store.mentions_quantifiers(body) {
        return None;
    }
    let mut simplifier = (derivation.simplifier(), budget);
    let mut attempt = derivation.attempt();
    let first = Exists::new(store, &variables, (body, !forall));
    let meaning = match first.meaning(store, &mut simplifier, &mut attempt) {
        Some(meaning) => meaning,
        None if !derivation.allows(&rules::EXISTS_SIMPLIFY) => return None,
        None => {
            let simple = simplifier.0.simplify(store, body, budget).ok()?;
            attempt = derivation.attempt();
            let same = store.eq(body, simple);
            attempt.apply(&rules::EXISTS_SIMPLIFY, Vec::new(), same);
            let second = Exists::new(store, &variables, (simple, !forall));
            second.meaning(store, &mut simplifier, &mut attempt)?
        }
    };
    attempt.used(simplifier.0.statistics());
    derivation.append(attempt);
    Some(if forall { store.not(meaning) } else { meaning })
}

/// `∃ variables. literals`
#[derive(Clone)]
struct Exists {
    variables: Vec<Term>,
    literals: Vec<Literal>,
}

impl Exists {
    /// `∃ variables. body = value`
    fn new(store: &TermStore, variables: &[Term], (body, value): Literal) -> Exists {
        Exists {
            variables: variables.to_vec(),
            literals: conjuncts(store, body, value),
        }
    }

    /// The formula itself.
    fn formula(&self, store: &mut TermStore) -> Term {
        let body = conjunction(store, &self.literals);
        store.quantify(false, &self.variables, body, &[])
    }

    /// The formula without quantifiers that is equivalent to this one.
    fn meaning(
        mut self,
        store: &mut TermStore,
        simplifier: &mut Simplifying<'_>,
        derivation: &mut Derivation,
    ) -> Option<Term> {
        while derivation.allows(&rules::EXISTS_ONE_POINT)
            && self.step(
                store,
                derivation,
                &rules::EXISTS_ONE_POINT,
                Exists::one_point,
            )
        {}
        self.step(store, derivation, &rules::EXISTS_REWRITE, |this, store| {
            rewrite_by_equations(store, &this.variables, &mut this.literals)
        });
        self.step(
            store,
            derivation,
            &rules::EXISTS_SATISFIED,
            |this, store| drop_satisfiable(store, simplifier, &this.variables, &mut this.literals),
        );
        let outside = self.scope(store, derivation);
        if self.variables.is_empty() {
            return Some(conjunction(store, &outside));
        }
        let (rule, meaning) = PATTERNS.iter().find_map(|(rule, pattern)| {
            let allowed = derivation.allows(rule);
            let meaning = allowed.then(|| pattern(store, &self.variables, &self.literals));
            Some((*rule, meaning??))
        })?;
        let before = self.formula(store);
        let same = store.eq(before, meaning);
        derivation.apply(rule, Vec::new(), same);
        let outside = outside.into_iter().chain([(meaning, true)]);
        let parts: Vec<Literal> = outside.collect();
        Some(conjunction(store, &parts))
    }

    /// Applies a rule, if it is on. Whether that changed anything.
    fn step(
        &mut self,
        store: &mut TermStore,
        derivation: &mut Derivation,
        rule: &'static Rule,
        change: impl FnOnce(&mut Exists, &mut TermStore) -> bool,
    ) -> bool {
        if !derivation.allows(rule) {
            return false;
        }
        let before = self.clone();
        let changed = change(self, store);
        if changed {
            let [before, after] = [&before, &*self].map(|exists| exists.formula(store));
            let same = store.eq(before, after);
            derivation.apply(rule, Vec::new(), same);
        }
        changed
    }

    /// Takes out what does not speak of the variables, and variables that nothing speaks of: every sort has
    /// a value.
    fn scope(&mut self, store: &mut TermStore, derivation: &mut Derivation) -> Vec<Literal> {
        let bound = |variables: &[Term], term: Term| {
            let mut variables = variables.iter();
            variables.any(|&variable| occurs(store, variable, term))
        };
        let literals = self.literals.iter().copied();
        let (inside, outside): (Vec<Literal>, Vec<Literal>) =
            literals.partition(|&(term, _)| bound(&self.variables, term));
        let mut used = self.variables.clone();
        used.retain(|&v| inside.iter().any(|&(term, _)| bound(&[v], term)));
        let changes = used.len() < self.variables.len() || !outside.is_empty();
        if self.variables.is_empty() {
            self.literals.clear();
            return outside;
        }
        if !changes || !derivation.allows(&rules::EXISTS_SCOPE) {
            return Vec::new();
        }
        let before = self.formula(store);
        (self.variables, self.literals) = (used, inside);
        let inner = self.formula(store);
        let parts = outside.iter().copied().chain([(inner, true)]);
        let after = conjunction(store, &parts.collect::<Vec<Literal>>());
        let same = store.eq(before, after);
        derivation.apply(&rules::EXISTS_SCOPE, Vec::new(), same);
        outside
    }

    /// An equation that gives a variable a value in which it does not occur is used up.
    fn one_point(&mut self, store: &mut TermStore) -> bool {
        let Some((at, variable, value)) = one_point(store, &self.variables, &self.literals) else {
            return false;
        };
        self.literals.remove(at);
        self.variables.retain(|&v| v != variable);
        let mut substitution = Substitution::new();
        substitution.insert(variable, value);
        for literal in &mut self.literals {
            literal.0 = substitution.apply(store, literal.0);
        }
        true
    }
}

/// All of these hold.
fn conjunction(store: &mut TermStore, literals: &[Literal]) -> Term {
    let literals = literals.iter();
    let parts = literals.map(|&(term, value)| if value { term } else { store.not(term) });
    let parts: Vec<Term> = parts.collect();
    store.conjunction(&parts)
}

/// A conjunct `s = t`, t free of the variables, lets the others say t for s. Whether it changed any.
fn rewrite_by_equations(
    store: &mut TermStore,
    variables: &[Term],
    literals: &mut [Literal],
) -> bool {
    let before = literals.to_vec();
    for at in 0..literals.len() {
        let (term, value) = literals[at];
        if !value || store.op(term) != Op::Eq || store.args(term).len() != 2 {
            continue;
        }
        let (a, b) = (store.arg(term, 0), store.arg(term, 1));
        let bound = |t: Term| variables.iter().any(|&v| occurs(store, v, t));
        let (from, to) = match (bound(a), bound(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => continue,
        };
        let mut substitution = Substitution::new();
        substitution.insert(from, to);
        for (other, literal) in literals.iter_mut().enumerate() {
            if other != at {
                literal.0 = substitution.apply(store, literal.0);
            }
        }
    }
    before != literals
}

/// Removes the conjuncts that are true, or become so by simple values of variables which occur
/// nowhere else. Whether there were any.
fn drop_satisfiable(
    store: &mut TermStore,
    simplifier: &mut Simplifying<'_>,
    variables: &[Term],
    literals: &mut Vec<Literal>,
) -> bool {
    let (count, mut at) = (literals.len(), 0);
    while at < literals.len() {
        let (term, value) = literals[at];
        let own: Vec<Term> = variables
            .iter()
            .copied()
            .filter(|&v| {
                let mut places = literals.iter().enumerate();
                occurs(store, v, term)
                    && places.all(|(other, &(t, _))| other == at || !occurs(store, v, t))
            })
            .collect();
        if simplifier.1.exhausted().is_some() {
            break;
        }
        if is_satisfied(store, simplifier, &own, (term, value)) {
            literals.remove(at);
        } else {
            at += 1;
        }
    }
    literals.len() < count
}

/// Whether the literal is true for some simple values of these variables, whatever the others are.
fn is_satisfied(
    store: &mut TermStore,
    simplifier: &mut Simplifying<'_>,
    own: &[Term],
    (term, value): Literal,
) -> bool {
    (0..2u32).any(|round| {
        let mut substitution = Substitution::new();
        for &variable in own {
            let simple = match store.sort(variable) {
                Sort::String => store.string(["", "a"][round as usize]),
                Sort::Int => store.int(round),
                Sort::Bool => store.bool(round == 1),
                _ => continue,
            };
            substitution.insert(variable, simple);
        }
        let instance = substitution.apply(store, term);
        let (simplifier, budget) = (&mut simplifier.0, simplifier.1);
        let simple = simplifier.simplify(store, instance, budget);
        simple.is_ok_and(|simple| store.bool_value(simple) == Some(value))
    })
}

fn occurs(store: &TermStore, variable: Term, term: Term) -> bool {
    store.mentions_variables(term) && postorder(store, term).contains(&variable)
}

fn is_truth(store: &TermStore, term: Term) -> bool {
    matches!(store.op(term), Op::True | Op::False)
}

/// The conjuncts of `term = value`.
fn conjuncts(store: &TermStore, term: Term, value: bool) -> Vec<Literal> {
    let mut literals = Vec::new();
    let mut stack = vec![(term, value)];
    while let Some((term, value)) = stack.pop() {
        let args = store.args(term);
        match (store.op(term), value) {
            (Op::Not, _) => stack.push((args[0], !value)),
            (Op::And, true) | (Op::Or, false) => {
                stack.extend(args.iter().rev().map(|&arg| (arg, value)));
            }
            (Op::Implies, false) => {
                let last = args.len() - 1;
                stack.push((args[last], false));
                stack.extend(args[..last].iter().rev().map(|&arg| (arg, true)));
            }
            (Op::True, true) | (Op::False, false) => {}
            // `φ = true` and `φ = false`, either way round.
            (Op::Eq, _) if args.len() == 2 && args.iter().any(|&arg| is_truth(store, arg)) => {
                let known = usize::from(is_truth(store, args[1]));
                let wanted = value == (store.op(args[known]) == Op::True);
                stack.push((args[1 - known], wanted));
            }
            _ => literals.push((term, value)),
        }
    }
    literals
}

/// An equation that gives a variable a value in which it does not occur: its place, both sides.
fn one_point(
    store: &TermStore,
    variables: &[Term],
    literals: &[Literal],
) -> Option<(usize, Term, Term)> {
    literals
        .iter()
        .enumerate()
        .find_map(|(at, &(term, value))| {
            if !value || store.op(term) != Op::Eq || store.args(term).len() != 2 {
                return None;
            }
            let (a, b) = (store.arg(term, 0), store.arg(term, 1));
            [(a, b), (b, a)]
                .into_iter()
                .find(|&(v, t)| variables.contains(&v) && !occurs(store, v, t))
                .map(|(v, t)| (at, v, t))
        })
}

/// `∃u v. s = u ++ t ++ v` and the like: the variables are strings, each is one piece of the
/// concatenation and occurs nowhere else.
fn pieces(store: &mut TermStore, variables: &[Term], literals: &[Literal]) -> Option<Term> {
    let &[(equation, true)] = literals else {
        return None;
    };
    if store.op(equation) != Op::Eq || store.args(equation).len() != 2 {
        return None;
    }
    let (a, b) = (store.arg(equation, 0), store.arg(equation, 1));
    let (whole, concatenation) = match (store.op(a), store.op(b)) {
        (_, Op::Concat) if !variables.iter().any(|&v| occurs(store, v, a)) => (a, b),
        (Op::Concat, _) if !variables.iter().any(|&v| occurs(store, v, b)) => (b, a),
        _ => return None,
    };
    let parts = flat(store, concatenation);
    for &variable in variables {
        let alone = parts.iter().filter(|&&part| part == variable).count();
        let anywhere = parts
            .iter()
            .filter(|&&p| occurs(store, variable, p))
            .count();
        if alone != 1 || anywhere != 1 {
            return None;
        }
    }
    // Words between gaps; neighbouring variables are one gap.
    let mut words: Vec<Vec<Term>> = vec![Vec::new()];
    let mut gaps = 0;
    for part in parts {
        if !variables.contains(&part) {
            words.last_mut()?.push(part);
        } else if gaps == 0 || !words.last()?.is_empty() {
            words.push(Vec::new());
            gaps += 1;
        }
    }
    let words: Vec<Option<Term>> = words
        .into_iter()
        .map(|word| (!word.is_empty()).then(|| store.joined(Op::Concat, &word)))
        .collect();
    Some(match words[..] {
        [None, None] => store.true_(),
        [Some(word), None] => store.prefixof(word, whole),
        [None, Some(word)] => store.suffixof(word, whole),
        [None, Some(word), None] => store.contains(whole, word),
        _ => {
            let all = store.re_all();
            let mut languages = Vec::new();
            for (index, word) in words.iter().enumerate() {
                if index > 0 {
                    languages.push(all);
                }
                if let Some(word) = word {
                    languages.push(store.str_to_re(*word));
                }
            }
            let language = store.joined(Op::ReConcat, &languages);
            store.in_re(whole, language)
        }
    })
}

/// The pieces of nested concatenations.
fn flat(store: &TermStore, term: Term) -> Vec<Term> {
    let (mut parts, mut stack) = (Vec::new(), vec![term]);
    while let Some(term) = stack.pop() {
        if store.op(term) == Op::Concat {
            stack.extend(store.args(term).iter().rev());
        } else {
            parts.push(term);
        }
    }
    parts
}

/// Splits `0 ≤ j < |s| ∧ …` into s, in which j does not occur, and the rest.
fn positions(store: &TermStore, index: Term, literals: &[Literal]) -> Option<(Term, Vec<Literal>)> {
    if store.sort(index) != Sort::Int {
        return None;
    }
    let (mut from_zero, mut limits, mut rest) = (false, Vec::new(), Vec::new());
    for &(term, value) in literals {
        let &[a, b] = store.args(term) else {
            return None;
        };
        // As `low ≤ high` or `low < high`.
        let (low, high, strict) = match (store.op(term), value) {
            (Op::Le, true) | (Op::Gt, false) => (a, b, false),
            (Op::Lt, true) | (Op::Ge, false) => (a, b, true),
            (Op::Ge, true) | (Op::Lt, false) => (b, a, false),
            (Op::Gt, true) | (Op::Le, false) => (b, a, true),
            _ => {
                rest.push((term, value));
                continue;
            }
        };
        let is_zero = store.int_value(low).is_some_and(|n| n.is_zero());
        if high == index && is_zero && !strict {
            from_zero = true;
        } else if low == index && strict && store.op(high) == Op::Len {
            limits.push(store.arg(high, 0));
        } else {
            return None;
        }
    }
    let &[whole] = &limits[..] else { return None };
    (from_zero && !occurs(store, index, whole)).then_some((whole, rest))
}

/// `∃j. 0 ≤ j < |s| ∧ at(s, j) ≠ c1 ∧ …`
fn characters(store: &mut TermStore, variables: &[Term], literals: &[Literal]) -> Option<Term> {
    let &[index] = variables else { return None };
    let (whole, tests) = positions(store, index, literals)?;
    let mut words = Vec::new();
    for (term, value) in tests {
        let (a, b) = (store.arg(term, 0), store.arg(term, 1));
        let (character, word) = if store.op(a) == Op::At {
            (a, b)
        } else {
            (b, a)
        };
        let is_test = !value
            && store.op(term) == Op::Eq
            && store.op(character) == Op::At
            && store.args(character) == [whole, index]
            && store.str_value(word)?.len() == 1;
        if !is_test {
            return None;
        }
        words.push(store.str_to_re(word));
    }
    if words.is_empty() {
        return None;
    }
    let one = store.joined(Op::ReUnion, &words);
    let language = store.re_star(one);
    let within = store.in_re(whole, language);
    Some(store.not(within))
}

/// `∃j. 0 ≤ j < |t| ∧ contains(s ++ substr(t, 0, j), t)`: t occurs in s ++ t before its end.
fn earlier_occurrence(
    store: &mut TermStore,
    variables: &[Term],
    literals: &[Literal],
) -> Option<Term> {
    let &[index] = variables else { return None };
    let (word, tests) = positions(store, index, literals)?;
    let &[(test, true)] = &tests[..] else {
        return None;
    };
    if store.op(test) != Op::Contains || store.arg(test, 1) != word {
        return None;
    }
    let mut parts = flat(store, store.arg(test, 0));
    let beginning = parts.pop()?;
    let cut = store.op(beginning) == Op::Substr
        && store.arg(beginning, 0) == word
        && store
            .int_value(store.arg(beginning, 1))
            .is_some_and(|n| n.is_zero())
        && store.arg(beginning, 2) == index;
    if !cut || parts.iter().any(|&part| occurs(store, index, part)) {
        return None;
    }
    let lengths: Vec<Term> = parts.iter().map(|&part| store.len(part)).collect();
    let before = match lengths.is_empty() {
        true => store.int(0),
        false => store.joined(Op::Add, &lengths),
    };
    parts.push(word);
    let whole = store.joined(Op::Concat, &parts);
    let (zero, empty) = (store.int(0), store.string(""));
    let first = store.indexof(whole, word, zero);
    let differs = [store.eq(word, empty), store.eq(first, before)];
    let differs = differs.map(|same| store.not(same));
    Some(store.and(&differs))
}

/// `∃v. c · v = t` for a number c other than 0
fn multiple(store: &mut TermStore, variables: &[Term], literals: &[Literal]) -> Option<Term> {
    let (&[variable], &[(equation, true)]) = (variables, literals) else {
        return None;
    };
    if store.op(equation) != Op::Eq || store.args(equation).len() != 2 {
        return None;
    }
    let (a, b) = (store.arg(equation, 0), store.arg(equation, 1));
    let (product, rest) = if store.op(a) == Op::Mul && occurs(store, variable, a) {
        (a, b)
    } else {
        (b, a)
    };
    if store.op(product) != Op::Mul
        || store.args(product).len() != 2
        || occurs(store, variable, rest)
    {
        return None;
    }
    let (x, y) = (store.arg(product, 0), store.arg(product, 1));
    let factor = match (x == variable, y == variable) {
        (true, false) => y,
        (false, true) => x,
        _ => return None,
    };
    let factor = store.int_value(factor)?.clone();
    if factor.is_zero() {
        return None;
    }
    let modulus = if factor.is_negative() {
        -factor
    } else {
        factor
    };
    let (modulus, zero) = (store.int(modulus), store.int(0));
    let residue = store.modulo(rest, modulus);
    Some(store.eq(residue, zero))
}
