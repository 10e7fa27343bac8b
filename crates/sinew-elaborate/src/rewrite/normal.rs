//! Normal forms with their proofs: from the leaves up, until nothing applies.
//!
//! Premises of rewrites are shown by the same means, one *level* further down; the last level uses computation alone, and bounds the depth of
//! recursion. Witnesses are leaves: what is in them is not rewritten.

use sinew_proof::cpc::{Known, Op, Outcome, Sort, Term};

use super::search::{Rewritten, Search};

/// How deep premises may nest.
pub(crate) const LEVELS: usize = 4;

enum Work {
    Visit(Term),
    Build(Term),
    /// The first became the second, whose normal form is known by then.
    Link(Term, Rewritten),
}

impl Search<'_> {
    /// The normal form under the assumptions that hold here.
    pub(crate) fn normal(&mut self, root: Term, level: usize) -> Outcome<Rewritten> {
        if level >= LEVELS {
            return Ok(Rewritten::same(root));
        }
        let mut work = vec![Work::Visit(root)];
        let mut open: Vec<Term> = Vec::new();
        while let Some(item) = work.pop() {
            self.terms().charge(1)?;
            match item {
                Work::Visit(term) => {
                    if self.here().normal(level, term).is_some() {
                        continue;
                    }
                    if open.contains(&term) {
                        // Rewrites lead in a circle: it stays as it is.
                        self.here().set_normal(level, term, Rewritten::same(term));
                        continue;
                    }
                    work.push(Work::Build(term));
                    if !self.is_leaf(term) {
                        let args = self.args(term);
                        work.extend(args.into_iter().rev().map(Work::Visit));
                    }
                }
                Work::Build(term) => {
                    if self.here().normal(level, term).is_some() {
                        continue;
                    }
                    let rebuilt = self.rebuilt(term, level)?;
                    let next = if rebuilt.to == term {
                        self.root_step(term, level)?
                    } else {
                        Some(rebuilt)
                    };
                    match next.filter(|next| next.to != term) {
                        Some(next) if self.fuel > 0 => {
                            self.fuel -= 1;
                            open.push(term);
                            work.push(Work::Link(term, next));
                            work.push(Work::Visit(next.to));
                        }
                        _ => self.here().set_normal(level, term, Rewritten::same(term)),
                    }
                }
                Work::Link(term, next) => {
                    open.retain(|&other| other != term);
                    let rest = self.here().normal(level, next.to);
                    let all = self.then(next, rest.unwrap_or(Rewritten::same(next.to)))?;
                    self.here().set_normal(level, term, all);
                }
            }
        }
        let normal = self.here().normal(level, root);
        Ok(normal.unwrap_or(Rewritten::same(root)))
    }

    /// Whether the parts of a term are left alone.
    pub(crate) fn is_leaf(&mut self, term: Term) -> bool {
        use Known::*;
        if self.here().is_opaque(term) {
            return true;
        }
        matches!(
            self.op(term),
            Some(
                List | Purify
                    | UnfoldPart
                    | DiffIndex
                    | StoiResult
                    | StoiNonDigit
                    | ItosResult
                    | NumOccur
                    | NumOccurRe
                    | OccurIndex
                    | OccurIndexRe
                    | ReplaceAllResult
                    | ReplaceReAllResult
                    | WordOfLength
                    | Skolem
            )
        )
    }

    fn rebuilt(&mut self, term: Term, level: usize) -> Outcome<Rewritten> {
        if self.is_leaf(term) {
            return Ok(Rewritten::same(term));
        }
        let args = self.args(term);
        let parts: Vec<Rewritten> = (args.iter())
            .map(|&arg| {
                self.here()
                    .normal(level, arg)
                    .unwrap_or(Rewritten::same(arg))
            })
            .collect();
        self.cong(term, &parts)
    }

    /// One rewrite at the root of a term whose arguments are in normal form.
    fn root_step(&mut self, term: Term, level: usize) -> Outcome<Option<Rewritten>> {
        if let Some(known) = self.assumed(term)? {
            return Ok(Some(known));
        }
        let Op::Known(op) = self.terms().op(term) else {
            return Ok(None);
        };
        let args = self.args(term);
        if args.is_empty() || self.is_leaf(term) {
            return Ok(None);
        }
        if let Some(step) = self.computed(op, term, &args, level)? {
            return Ok(Some(step));
        }
        if level + 1 < LEVELS {
            if let Some(step) = self.first(op, term, level)? {
                return Ok(Some(step));
            }
            if op == Known::Eq
                && let &[a, b] = &args[..]
                && let Some(step) = self.turned(a, b, level)?
            {
                return Ok(Some(step));
            }
        }
        self.decided(op, term, level)
    }

    /// Comparisons that the bounds here decide.
    pub(crate) fn decided(
        &mut self,
        op: Known,
        term: Term,
        level: usize,
    ) -> Outcome<Option<Rewritten>> {
        if level > 2 {
            return Ok(None);
        }
        if op == Known::Ge {
            let Some(proof) = self.decide_bound(term)? else {
                return Ok(None);
            };
            let formula = self.formula(proof);
            if self.terms().as_bool(formula) == Some(false) {
                self.here().absurd = Some(proof);
                return Ok(None);
            }
            let rule = if self.formula(proof) == term {
                "true_intro"
            } else {
                "false_intro"
            };
            let value = self.step(rule, &[proof], &[])?;
            return self.by(value).map(Some);
        }
        let args = self.args(term);
        if op != Known::Eq || self.terms().sort(args[0]) != Sort::Int {
            return self.decided_emptiness(op, term, level);
        }
        // s = c is s >= c and s <= c; if one of them is false, or both true, it is decided.
        let proof = self.step("arith-eq-elim-int", &[], &args)?;
        let both = self.by(proof)?;
        let mut parts = Vec::new();
        for part in self.args(both.to) {
            let normal = self.canonical(part)?;
            let atom = self.parts(Known::Not, normal.to).map(|parts| parts[0]);
            let decided = self.decided(Known::Ge, atom.unwrap_or(normal.to), level)?;
            let decided = match (decided, atom) {
                (None, _) => Rewritten::same(normal.to),
                (Some(value), None) => value,
                (Some(value), Some(_)) => {
                    let changed = self.cong(normal.to, &[value])?;
                    let proof = self.step("evaluate", &[], &[changed.to])?;
                    let last = self.by(proof)?;
                    self.then(changed, last)?
                }
            };
            parts.push(self.then(normal, decided)?);
        }
        let changed = self.cong(both.to, &parts)?;
        let all = self.then(both, changed)?;
        match self.normal_set(Known::And, all.to)? {
            Some(last) if self.is_value(last.to) => self.then(all, last).map(Some),
            _ => Ok(None),
        }
    }

    /// A string is empty if its length is zero, where bounds say whether it is.
    fn decided_emptiness(
        &mut self,
        op: Known,
        term: Term,
        level: usize,
    ) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        let empty =
            (args.get(1)).is_some_and(|&b| self.terms().as_str(b).is_some_and(<[u32]>::is_empty));
        if op != Known::Eq || !empty || self.here().bounds.is_empty() {
            return Ok(None);
        }
        let (length, zero) = (self.app(Known::Len, &[args[0]])?, self.int(0)?);
        let equation = self.eq(length, zero)?;
        let Some(step) = self.named("str-len-eq-zero-base", equation, level)? else {
            return Ok(None);
        };
        // Decided without going back to the string.
        let length = self.normal(length, level + 1)?;
        let changed = self.cong_at(equation, 0, length)?;
        let normal = self.canonical(changed.to)?;
        let changed = self.then(changed, normal)?;
        let decided = if self.is_value(changed.to) {
            Some(Rewritten::same(changed.to))
        } else if self.op(changed.to) == Some(Known::Eq) {
            self.decided(Known::Eq, changed.to, level)?
        } else {
            None
        };
        let Some(decided) = decided else {
            return Ok(None);
        };
        let back = Rewritten {
            to: equation,
            proof: self.symm(step.proof)?,
        };
        let all = self.then(back, changed)?;
        self.then(all, decided).map(Some)
    }

    /// Rewrites that compute.
    fn computed(
        &mut self,
        op: Known,
        term: Term,
        args: &[Term],
        level: usize,
    ) -> Outcome<Option<Rewritten>> {
        if args.iter().all(|&arg| self.is_value(arg))
            && op != Known::InRe
            && let Some(proof) = self.attempt("evaluate", &[], &[term])?
        {
            let value = self.by(proof)?;
            if value.to != term && self.is_value(value.to) {
                return Ok(Some(value));
            }
        }
        let step = match op {
            Known::And | Known::Or | Known::ReUnion | Known::ReInter => {
                self.normal_set(op, term)?
            }
            Known::Concat => self.normal_concat(term)?,
            Known::Add | Known::Sub | Known::Mul | Known::Neg => self.normal_sum(term)?,
            Known::Ge | Known::Gt | Known::Le | Known::Lt => self.normal_comparison(term)?,
            Known::InRe => self.normal_membership(term)?,
            Known::Eq => self.normal_equation(term)?,
            Known::Distinct => self.normal_distinct(term)?,
            Known::Abs => self.absolute(term)?,
            Known::Exists => self.existence(term)?,
            _ => self.normal_function(op, term, level)?,
        };
        Ok(step.filter(|step| step.to != term))
    }

    /// An absolute value is one of two numbers.
    fn absolute(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let proof = self.step("arith_reduction", &[], &[term])?;
        self.by(proof).map(Some)
    }

    /// There is something if not everything is otherwise.
    fn existence(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        let body = self.not(args[1])?;
        let forall = self.app(Known::Forall, &[args[0], body])?;
        let to = self.not(forall)?;
        self.equation_by("exists-elim", term, to)
    }

    fn normal_distinct(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let members = self.args(term);
        let mut pairs = Vec::new();
        for (i, &a) in members.iter().enumerate() {
            for &b in &members[i + 1..] {
                let equal = self.eq(a, b)?;
                pairs.push(self.not(equal)?);
            }
        }
        let to = self.list(Known::And, &pairs)?;
        self.equation_by("distinct-elim", term, to)
    }

    fn normal_equation(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let Some((a, b)) = self.pair(Known::Eq, term) else {
            return Ok(None);
        };
        if a == b {
            let proof = self.step("eq-refl", &[], &[a])?;
            return self.by(proof).map(Some);
        }
        let step = match self.terms().sort(a) {
            Sort::Int => self.normal_comparison(term)?,
            Sort::String => self.string_equation(term)?,
            Sort::RegLan => match self.same_language(a, b)? {
                Some(Rewritten {
                    proof: Some(proof), ..
                }) => {
                    let proof = self.step("true_intro", &[proof], &[])?;
                    Some(self.by(proof)?)
                }
                _ => None,
            },
            _ => None,
        };
        if step.is_some() {
            return Ok(step);
        }
        // Values on the right, otherwise in order.
        let key = |search: &mut Self, term: Term| (search.is_value(term), term);
        if key(self, b) < key(self, a) && self.terms().sort(a) != Sort::Int {
            let proof = self.step("eq-symm", &[], &[a, b])?;
            return self.by(proof).map(Some);
        }
        Ok(None)
    }

    /// The rewrites of an equation with its sides exchanged.
    fn turned(&mut self, a: Term, b: Term, level: usize) -> Outcome<Option<Rewritten>> {
        let proof = self.step("eq-symm", &[], &[a, b])?;
        let turned = self.by(proof)?;
        match self.first(Known::Eq, turned.to, level)? {
            Some(step) => self.then(turned, step).map(Some),
            None => Ok(None),
        }
    }

    /// Whether a language has a repetition with bounds in it.
    fn repeats(&mut self, language: Term) -> Outcome<bool> {
        let (mut work, mut seen) = (vec![language], rustc_hash::FxHashSet::default());
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            self.terms().charge(1)?;
            if matches!(self.op(term), Some(Known::Loop | Known::Power)) {
                return Ok(true);
            }
            work.extend(self.args(term));
        }
        Ok(false)
    }

    /// A membership in a language of words that are known.
    fn normal_membership(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        if self.terms().as_str(args[0]).is_some() {
            // The programs of the calculus do not evaluate repetitions with bounds; our own rules do.
            if self.repeats(args[1])? {
                return self.decided_membership(term);
            }
            for value in [true, false] {
                let to = self.boolean(value)?;
                if let Some(step) = self.equation_by("str-in-re-eval", term, to)? {
                    return Ok(Some(step));
                }
            }
        }
        if self.op(args[0]) == Some(Known::Concat) || !self.here().is_plain() {
            return self.decided_membership(term);
        }
        Ok(None)
    }
}
