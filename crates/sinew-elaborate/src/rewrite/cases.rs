//! Equality of two terms: by normal forms, by languages, by their parts, and by cases.

use sinew_proof::cpc::{Known, Op, Outcome, Sort, Term};

use super::assumptions::Assumptions;
use super::draft::Proof;
use super::search::{Rewritten, Search};

/// At most so many formulas are tried for a distinction of cases.
const CANDIDATES: usize = 5;

/// A list of so many formulas is worth a distinction by itself.
const MANY: usize = 4;

impl Search<'_> {
    /// A proof of `a = b`.
    pub(crate) fn equal(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        if let Some(proof) = self.equal_here(a, b)? {
            return Ok(Some(proof));
        }
        self.by_cases(a, b)
    }

    /// The same, after it was said what functions in both mean.
    pub(crate) fn equal_by(
        &mut self,
        lemmas: &[Proof],
        a: Term,
        b: Term,
    ) -> Outcome<Option<Proof>> {
        let inner = self.here().inner();
        self.cases.push(inner);
        let found = self.assume(lemmas).and_then(|()| self.equal(a, b));
        self.cases.pop();
        found
    }

    /// Without distinguishing cases.
    pub(crate) fn equal_here(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        if a == b {
            return self.refl(a).map(Some);
        }
        if let Some(absurd) = self.here().absurd {
            let goal = self.eq(a, b)?;
            return self.ex_falso(absurd, goal).map(Some);
        }
        if self.terms().sort(a) == Sort::RegLan
            && let Some(found) = self.same_language(a, b)?
        {
            return Ok(found.proof);
        }
        let (left, right) = (self.normal(a, 0)?, self.normal(b, 0)?);
        let middle = self.bridge(left.to, right.to)?;
        match middle {
            Some(middle) => {
                let all = self.then(left, middle)?;
                let all = self.meet(all, right, b)?;
                match all.proof {
                    Some(proof) => Ok(Some(proof)),
                    None => self.refl(a).map(Some),
                }
            }
            None => match self.same_members(a, b)? {
                Some(found) => Ok(found.proof),
                None => self.as_formula(a, b),
            },
        }
    }

    /// The equation itself becomes true.
    fn as_formula(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        if !matches!(self.terms().sort(a), Sort::Int | Sort::String) {
            return Ok(None);
        }
        let equation = self.eq(a, b)?;
        let normal = self.normal(equation, 0)?;
        match (self.terms().as_bool(normal.to), normal.proof) {
            (Some(true), Some(proof)) => self.step("true_elim", &[proof], &[]).map(Some),
            _ => Ok(None),
        }
    }

    /// From one normal form to another.
    fn bridge(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        if a == b {
            return Ok(Some(Rewritten::same(a)));
        }
        if self.terms().sort(a) == Sort::RegLan {
            return self.same_language(a, b);
        }
        if let Some(found) = self.same_members(a, b)? {
            return Ok(Some(found));
        }
        self.by_parts(a, b)
    }

    /// Equal arguments of one function.
    fn by_parts(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let (left, right) = (self.args(a), self.args(b));
        if self.terms().op(a) != self.terms().op(b) || left.len() != right.len() || left.is_empty()
        {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for (&s, &t) in left.iter().zip(&right) {
            let part = if s == t {
                Some(Rewritten::same(s))
            } else if self.terms().sort(s) == Sort::RegLan {
                self.same_language(s, t)?
            } else {
                self.same_members(s, t)?
            };
            match part {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        self.cong(a, &parts).map(Some)
    }

    /// Anything follows from `false`.
    fn ex_falso(&mut self, absurd: Proof, goal: Term) -> Outcome<Proof> {
        let proof = self.step("bool-impl-false2", &[], &[goal])?;
        let implication = self.step("true_elim", &[proof], &[])?;
        self.step("modus_ponens", &[absurd, implication], &[])
    }

    fn by_cases(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let (left, right) = (self.normal(a, 0)?.to, self.normal(b, 0)?.to);
        let mut roots = vec![left, right];
        roots.extend(self.open_facts());
        // All of a conjunction at once, or all that a disjunction denies.
        let mut candidates = Vec::new();
        for &root in &roots[..2] {
            let parts = match self.op(root) {
                Some(Known::And | Known::Or) => self.args(root).len(),
                _ => 0,
            };
            if parts >= MANY && self.is_closed(root) {
                candidates.push(root);
            }
        }
        candidates.extend(self.candidates(&roots)?);
        candidates.retain(|condition| !self.here().conditions.contains(condition));
        for condition in candidates.into_iter().take(CANDIDATES) {
            if self.splits == 0 {
                return Ok(None);
            }
            self.splits -= 1;
            if let Some(proof) = self.split(condition, a, b)? {
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// Both cases of a condition.
    fn split(&mut self, condition: Term, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let not = self.not(condition)?;
        let mut clauses = Vec::new();
        for hypothesis in [condition, not] {
            match self.under(hypothesis, a, b)? {
                Some(implication) => {
                    clauses.push(self.step("implies_elim", &[implication], &[])?)
                }
                None => return Ok(None),
            }
        }
        let goal = self.eq(a, b)?;
        self.either_way(&clauses, goal, not).map(Some)
    }

    /// The goal, from two clauses: that it follows from a condition, and from the negation.
    pub(crate) fn either_way(
        &mut self,
        clauses: &[Proof],
        goal: Term,
        negation: Term,
    ) -> Outcome<Proof> {
        let yes = self.boolean(true)?;
        let polarity = self.app(Known::List, &[yes])?;
        let atoms = self.app(Known::List, &[negation])?;
        self.step("chain_m_resolution", clauses, &[goal, polarity, atoms])
    }

    /// `hypothesis => a = b`.
    fn under(&mut self, hypothesis: Term, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let assumed = self.drafts.hypothesis(hypothesis);
        let negated = self.parts(Known::Not, hypothesis);
        let mut inner: Assumptions = self.here().inner();
        inner
            .conditions
            .push(negated.map_or(hypothesis, |parts| parts[0]));
        self.cases.push(inner);
        let found = (self.assume(&[assumed]))
            .and_then(|()| self.add_literal(hypothesis, assumed))
            .and_then(|()| self.equal(a, b));
        self.cases.pop();
        match found? {
            Some(body) => (self.drafts).scope(self.checker, assumed, body).map(Some),
            None => Ok(None),
        }
    }

    /// Formulas that may be worth a distinction: conditions of `ite` first, then atoms, then what matters to functions.
    fn candidates(&mut self, roots: &[Term]) -> Outcome<Vec<Term>> {
        let mut conditions = Vec::new();
        let mut atoms = Vec::new();
        let mut natural = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work: Vec<Term> = roots.iter().rev().copied().collect();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            let args = self.args(term);
            let boolean = self.terms().sort(term) == Sort::Bool;
            match self.op(term) {
                _ if self.is_leaf(term) && !boolean => continue,
                Some(Known::Ite) => {
                    if let Some(atom) = self.atom_of(args[0]) {
                        conditions.extend(self.sides_of(atom)?);
                    }
                }
                Some(Known::And | Known::Or | Known::Not | Known::Implies | Known::Xor) => {}
                Some(Known::Eq) if self.terms().sort(args[0]) == Sort::Bool => {}
                Some(Known::Eq) if self.terms().sort(args[0]) == Sort::Int => {
                    atoms.extend(self.sides_of(term)?);
                    natural.push(term);
                }
                Some(Known::Substr) => natural.extend(self.bounds_of_part(&args)?),
                _ if boolean && !self.is_value(term) => atoms.push(term),
                _ => {}
            }
            if self.is_leaf(term) {
                continue;
            }
            work.extend(args.into_iter().rev());
        }
        let mut all: Vec<Term> = Vec::new();
        for term in conditions.into_iter().chain(atoms).chain(natural) {
            if !all.contains(&term) && self.is_closed(term) {
                all.push(term);
            }
        }
        Ok(all)
    }

    /// The comparisons that an equation of integers is between: `s >= c` and `s >= c + 1`. Other atoms are themselves.
    fn sides_of(&mut self, equation: Term) -> Outcome<Vec<Term>> {
        let args = self.args(equation);
        let integers =
            self.op(equation) == Some(Known::Eq) && self.terms().sort(args[0]) == Sort::Int;
        if !integers || self.here().is_opaque(equation) {
            return Ok(vec![equation]);
        }
        let one = self.int(1)?;
        let next = self.app(Known::Add, &[args[1], one])?;
        self.comparisons(&[(args[0], args[1]), (args[0], next)])
    }

    /// Whether a part begins, and ends, within the string.
    fn bounds_of_part(&mut self, args: &[Term]) -> Outcome<Vec<Term>> {
        let &[x, n, m] = args else {
            return Ok(Vec::new());
        };
        let zero = self.int(0)?;
        let length = self.app(Known::Len, &[x])?;
        let end = self.app(Known::Add, &[n, m])?;
        let mut pairs = vec![(n, zero), (length, end), (n, length), (m, zero)];
        if let Some(inner) = self.parts(Known::Substr, x) {
            pairs.insert(0, (inner[2], end));
        }
        self.comparisons(&pairs)
    }

    /// The atoms of comparisons in normal form that are not decided.
    fn comparisons(&mut self, pairs: &[(Term, Term)]) -> Outcome<Vec<Term>> {
        let mut atoms = Vec::new();
        for &(a, b) in pairs {
            let comparison = self.app(Known::Ge, &[a, b])?;
            let normal = self.normal(comparison, 0)?.to;
            let inner = self.parts(Known::Not, normal).map(|parts| parts[0]);
            let atom = inner.unwrap_or(normal);
            if !self.is_value(atom) {
                atoms.push(atom);
            }
        }
        Ok(atoms)
    }

    /// The first atom of a condition.
    pub(crate) fn atom_of(&mut self, condition: Term) -> Option<Term> {
        let mut term = condition;
        loop {
            let args = self.args(term);
            match self.op(term) {
                Some(
                    Known::And | Known::Or | Known::Not | Known::Implies | Known::Xor | Known::Ite,
                ) => {
                    term = args[0];
                }
                Some(Known::Eq) if self.terms().sort(args[0]) == Sort::Bool => term = args[0],
                _ => return (!self.is_value(term)).then_some(term),
            }
        }
    }

    /// Whether no variable occurs, so that it can be a hypothesis.
    pub(crate) fn is_closed(&mut self, term: Term) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            if matches!(self.terms().op(term), Op::Variable(..)) {
                return false;
            }
            if seen.insert(term) {
                work.extend(self.terms().args(term));
            }
        }
        true
    }
}
