//! Formulas about one string that are memberships: both sides of an equation become one, and the languages are compared.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Known, Outcome, Sort, Term};

use super::draft::Proof;
use super::search::{Rewritten, Search};
use crate::library::{MEMBER_AFFIX, entry_at};

/// Lengths up to this are written out as so many characters.
const LENGTH: usize = 64;

impl Search<'_> {
    /// `r = s` by comparing the languages.
    pub(crate) fn same_language(&mut self, r: Term, s: Term) -> Outcome<Option<Rewritten>> {
        let proof = self.attempt("sinew_re_equal", &[], &[r, s])?;
        Ok(proof.map(|proof| Rewritten {
            to: s,
            proof: Some(proof),
        }))
    }

    /// `a = b` for formulas that say of one string that it is in a language.
    pub(crate) fn same_members(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        if self.terms().sort(a) != Sort::Bool {
            return Ok(None);
        }
        for x in self.subjects(&[a, b]) {
            let (Some(left), Some(right)) = (self.membership(x, a)?, self.membership(x, b)?) else {
                continue;
            };
            let (r, s) = (self.args(left.to)[1], self.args(right.to)[1]);
            let middle = if r == s {
                Some(Rewritten::same(r))
            } else {
                self.same_language(r, s)?
            };
            if let Some(middle) = middle {
                let middle = self.cong_at(left.to, 1, middle)?;
                let left = self.then(left, middle)?;
                return self.meet(left, right, b).map(Some);
            }
        }
        Ok(None)
    }

    /// `true` or `false` for a membership that follows from what the components of the string are members of: words of themselves, other
    /// strings of what is assumed of them.
    pub(crate) fn decided_membership(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let Some((x, r)) = self.pair(Known::InRe, term) else {
            return Ok(None);
        };
        let known = self.membership_by_parts(x)?;
        if let Some(proof) = self.included(known, r)? {
            let value = self.step("true_intro", &[proof], &[])?;
            return self.by(value).map(Some);
        }
        let complement = self.app(Known::Comp, &[r])?;
        let Some(proof) = self.included(known, complement)? else {
            return Ok(None);
        };
        let outside = self.step("re-in-comp", &[], &[x, r])?;
        let proof = self.step("eq_resolve", &[proof, outside], &[])?;
        let value = self.step("false_intro", &[proof], &[])?;
        self.by(value).map(Some)
    }

    /// From `x ∈ s` that `x ∈ r`, if `r` has the words of `s`: `s` is the same as what it has in common with `r`.
    fn included(&mut self, known: Proof, r: Term) -> Outcome<Option<Proof>> {
        let member = self.formula(known);
        let (x, s) = (self.pair(Known::InRe, member)).ok_or("a membership was expected")?;
        if s == r {
            return Ok(Some(known));
        }
        let joint = self.app(Known::ReInter, &[s, r])?;
        let Some(same) = self.same_language(s, joint)? else {
            return Ok(None);
        };
        let both = self.cong_at(member, 1, same)?;
        let both = self.transport(known, both)?;
        let rest = self.app(Known::ReInter, &[])?;
        let apart = self.step("str-in-re-inter-elim", &[], &[x, s, r, rest])?;
        let both = self.step("eq_resolve", &[both, apart], &[])?;
        let second = self.terms().int(1.into())?;
        self.step("and_elim", &[both], &[second]).map(Some)
    }

    /// A membership of a string that follows from those of its parts.
    fn membership_by_parts(&mut self, x: Term) -> Outcome<Proof> {
        let characters = self.characters(x)?;
        let mut parts = Vec::new();
        match self.assumed_part(&characters)? {
            Some((part, from, to)) => {
                for rest in [&characters[..from], &characters[to..]] {
                    let rest = self.list(Known::Concat, rest)?;
                    let rest = self.normal_concat(rest)?.map_or(rest, |rest| rest.to);
                    let elements = self.flattened(Known::Concat, rest);
                    parts.push(elements);
                }
                parts.insert(1, vec![part]);
            }
            None => parts.push(self.flattened(Known::Concat, x)),
        }
        let mut premises = Vec::new();
        for part in parts.concat() {
            if self
                .terms()
                .as_str(part)
                .is_none_or(|word| !word.is_empty())
            {
                premises.push(self.known_membership(part)?);
            }
        }
        if let [only] = premises[..] {
            return Ok(only);
        }
        let joined = self.step("re_concat", &premises, &[])?;
        let member = self.formula(joined);
        let string = self.args(member)[0];
        if string == x {
            return Ok(joined);
        }
        let (here, there) = (self.spelled(string)?, self.spelled(x)?);
        let equal = self.meet(here, there, x)?;
        let equal = self.cong_at(member, 0, equal)?;
        self.transport(joined, equal)
    }

    /// A concatenation that a membership is assumed of, as a part of a string, with its place there.
    fn assumed_part(&mut self, characters: &[Term]) -> Outcome<Option<(Term, usize, usize)>> {
        let atoms: Vec<Term> = self.here().equalities().map(|(atom, _)| atom).collect();
        let mut best: Option<(Term, usize, usize)> = None;
        for atom in atoms {
            let Some((y, _)) = self.pair(Known::InRe, atom) else {
                continue;
            };
            if self.op(y) != Some(Known::Concat) {
                continue;
            }
            let part = self.characters(y)?;
            let at = (characters.windows(part.len().max(1))).position(|window| window == part);
            if let Some(from) = at
                && best.is_none_or(|(known, a, b)| (b - a, known) < (part.len(), y))
            {
                best = Some((y, from, from + part.len()));
            }
        }
        Ok(best)
    }

    /// A membership of a component that is known: in its word, in all that is assumed, or in everything.
    fn known_membership(&mut self, component: Term) -> Outcome<Proof> {
        if self.is_value(component) {
            let word = self.app(Known::ToRe, &[component])?;
            let member = self.app(Known::InRe, &[component, word])?;
            let yes = self.boolean(true)?;
            let equation = self.eq(member, yes)?;
            let proof = self.step("str-in-re-eval", &[], &[equation])?;
            return self.step("true_elim", &[proof], &[]);
        }
        let mut assumed: Vec<(Term, Term, Proof)> = Vec::new();
        let equalities: Vec<(Term, Rewritten)> = self.here().equalities().collect();
        for (atom, value) in equalities {
            if let (Some((x, r)), Some(proof)) = (self.pair(Known::InRe, atom), value.proof)
                && x == component
                && self.is_value(value.to)
            {
                assumed.push((atom, r, proof));
            }
        }
        assumed.sort_unstable_by_key(|&(atom, ..)| atom);
        let mut all: Option<Proof> = None;
        for (_, r, proof) in assumed {
            let value = self.by(proof)?.to;
            let member = if self.terms().as_bool(value) == Some(true) {
                self.step("true_elim", &[proof], &[])?
            } else {
                let outside = self.step("false_elim", &[proof], &[])?;
                let equation = self.step("re-in-comp", &[], &[component, r])?;
                let equation = self.step("symm", &[equation], &[])?;
                self.step("eq_resolve", &[outside, equation], &[])?
            };
            all = Some(match all {
                Some(before) => self.step("re_inter", &[before, member], &[])?,
                None => member,
            });
        }
        match all {
            Some(all) => Ok(all),
            None => {
                let proof = self.step("re-in-sigma-star", &[], &[component])?;
                self.step("true_elim", &[proof], &[])
            }
        }
    }

    /// Strings that the atoms of formulas are about, each once.
    pub(crate) fn subjects(&mut self, formulas: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        let mut work = formulas.to_vec();
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            let args = self.args(term);
            match self.op(term) {
                Some(
                    Known::InRe | Known::Contains | Known::Len | Known::IsDigit | Known::StrToInt,
                ) => {
                    found.push(args[0]);
                }
                Some(Known::PrefixOf | Known::SuffixOf) => found.push(args[1]),
                Some(Known::Eq) if args.iter().any(|&arg| self.is_string(arg)) => {
                    found.extend(args.iter().copied());
                }
                _ => work.extend(args),
            }
        }
        found.retain(|&x| !self.is_value(x));
        let mut each = rustc_hash::FxHashSet::default();
        found.retain(|&x| each.insert(x));
        found
    }

    /// The membership of `x` that a formula is.
    pub(crate) fn membership(&mut self, x: Term, root: Term) -> Outcome<Option<Rewritten>> {
        let mut known: FxHashMap<Term, Rewritten> = FxHashMap::default();
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            if known.contains_key(&term) {
                continue;
            }
            let op = self.op(term);
            let args = self.args(term);
            if let Some(spread) = self.spread(term)? {
                // An equation of formulas is two implications.
                if let Some(&inner) = known.get(&spread.to) {
                    let all = self.then(spread, inner)?;
                    known.insert(term, all);
                } else {
                    work.extend([(term, false), (spread.to, false)]);
                }
                continue;
            }
            let boolean = matches!(op, Some(Known::And | Known::Or | Known::Not));
            if boolean && !ready {
                work.push((term, true));
                work.extend(args.iter().map(|&arg| (arg, false)));
                continue;
            }
            let found = if boolean {
                let parts: Vec<Rewritten> = args.iter().map(|arg| known[arg]).collect();
                self.membership_of_connective(term, &parts)?
            } else {
                self.membership_of_atom(x, term)?
            };
            match found {
                Some(found) => known.insert(term, found),
                None => return Ok(None),
            };
        }
        Ok(known.get(&root).copied())
    }

    /// An equation of formulas, and an implication, by other connectives.
    fn spread(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        match self.op(term) {
            Some(Known::Eq) if self.terms().sort(args[0]) == Sort::Bool => {
                let proof = self.step("bool-dual-impl-eq", &[], &args)?;
                let formula = self.formula(proof);
                let to = self.args(formula)[0];
                Ok(Some(Rewritten {
                    to,
                    proof: self.symm(Some(proof))?,
                }))
            }
            Some(Known::Implies) => {
                let proof = self.step("bool-impl-elim", &[], &args)?;
                self.by(proof).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Negation, conjunction, disjunction of memberships.
    fn membership_of_connective(
        &mut self,
        term: Term,
        parts: &[Rewritten],
    ) -> Outcome<Option<Rewritten>> {
        let changed = self.cong(term, parts)?;
        let members: Vec<(Term, Term)> = (parts.iter())
            .filter_map(|part| self.pair(Known::InRe, part.to))
            .collect();
        let (x, _) = members[0];
        let languages: Vec<Term> = members.iter().map(|&(_, r)| r).collect();
        let last = match self.op(term) {
            Some(Known::Not) => {
                let proof = self.step("re-in-comp", &[], &[x, languages[0]])?;
                let inside = self.formula(proof);
                let to = self.args(inside)[0];
                Rewritten {
                    to,
                    proof: self.symm(Some(proof))?,
                }
            }
            Some(op @ (Known::And | Known::Or)) => self.joined(op, x, &languages)?,
            _ => return Ok(None),
        };
        self.then(changed, last).map(Some)
    }

    /// Memberships of one string as one, in the union or intersection: from the last two on.
    fn joined(&mut self, op: Known, x: Term, languages: &[Term]) -> Outcome<Rewritten> {
        let (rule, language) = match op {
            Known::And => ("str-in-re-inter-elim", Known::ReInter),
            _ => ("str-in-re-union-elim", Known::ReUnion),
        };
        let members: Outcome<Vec<Term>> = (languages.iter())
            .map(|&r| self.app(Known::InRe, &[x, r]))
            .collect();
        let members = members?;
        if let [only] = members[..] {
            let from = self.app(op, &members)?;
            let step = self.equation_by("aci_norm", from, only)?;
            return step.ok_or_else(|| "a list of one element".into());
        }
        // (op m₁ … mₙ) as (op m₁ (op m₂ …)), inside out.
        let mut all = languages[languages.len() - 1];
        let mut nested = members[members.len() - 1];
        let mut proof: Option<Proof> = None;
        for i in (0..languages.len() - 1).rev() {
            let pair = self.app(op, &[members[i], nested])?;
            let inner = Rewritten {
                to: self.app(Known::InRe, &[x, all])?,
                proof,
            };
            let changed = self.cong(pair, &[Rewritten::same(members[i]), inner])?;
            let mut elements = vec![languages[i]];
            if i + 2 < languages.len() {
                elements.extend(self.args(all));
            } else {
                elements.push(all);
            }
            let rest = self.app(language, &elements[2..])?;
            let split = self.step(rule, &[], &[x, elements[0], elements[1], rest])?;
            let split = self.symm(Some(split))?;
            all = self.app(language, &elements)?;
            let last = Rewritten {
                to: self.app(Known::InRe, &[x, all])?,
                proof: split,
            };
            proof = self.then(changed, last)?.proof;
            nested = pair;
        }
        let flat = self.app(op, &members)?;
        let first = self.equation_by("aci_norm", flat, nested)?;
        let first = first.ok_or("lists up to nesting")?;
        let to = self.app(Known::InRe, &[x, all])?;
        self.then(first, Rewritten { to, proof })
    }

    fn membership_of_atom(&mut self, x: Term, term: Term) -> Outcome<Option<Rewritten>> {
        if let Some(value) = self.terms().as_bool(term) {
            return self.membership_of_value(x, value).map(Some);
        }
        let args = self.args(term);
        match self.op(term) {
            Some(Known::InRe) if args[0] == x => Ok(Some(Rewritten::same(term))),
            Some(Known::Eq) if self.is_string(args[0]) => self.membership_of_equation(x, term),
            Some(Known::Eq) if self.parts(Known::StrToInt, args[0]) == Some(vec![x]) => {
                let proof = self.attempt("sinew_to_int_value", &[], &[x, args[1]])?;
                proof.map(|proof| self.by(proof)).transpose()
            }
            Some(Known::Eq | Known::Ge) => self.membership_of_length(x, term),
            Some(Known::IsDigit) if args[0] == x => self.membership_of_digit(x),
            Some(Known::Contains) if args[0] == x && self.is_value(args[1]) => {
                let char = self.app(Known::AllChar, &[])?;
                let all = self.app(Known::Star, &[char])?;
                let word = self.app(Known::ToRe, &[args[1]])?;
                let language = self.app(Known::ReConcat, &[all, word, all])?;
                let proof = self.step("str-in-re-contains", &[], &[x, args[1]])?;
                Ok(Some(Rewritten {
                    to: self.app(Known::InRe, &[x, language])?,
                    proof: self.symm(Some(proof))?,
                }))
            }
            Some(op @ (Known::PrefixOf | Known::SuffixOf))
                if args[1] == x && self.is_value(args[0]) =>
            {
                self.membership_of_affix(op, x, args[0])
            }
            _ => Ok(None),
        }
    }

    /// What begins or ends with a word that is not empty is in the language of all such words.
    fn membership_of_affix(
        &mut self,
        op: Known,
        x: Term,
        word: Term,
    ) -> Outcome<Option<Rewritten>> {
        let (one, length) = (self.int(1)?, self.app(Known::Len, &[word])?);
        let long = self.app(Known::Ge, &[length, one])?;
        let entry = entry_at(MEMBER_AFFIX, usize::from(op == Known::SuffixOf));
        let (Some(long), Some(entry)) = (self.certainly(long)?, entry) else {
            return Ok(None);
        };
        let long = self.step("true_elim", &[long], &[])?;
        let implied = self.drafts.entry(self.checker, entry, &[x, word])?;
        let equation = self.step("modus_ponens", &[long, implied], &[])?;
        let formula = self.formula(equation);
        Ok(Some(Rewritten {
            to: self.args(formula)[0],
            proof: self.symm(Some(equation))?,
        }))
    }

    /// A digit is a member of a range: both are bounds of the code.
    fn membership_of_digit(&mut self, x: Term) -> Outcome<Option<Rewritten>> {
        let digit = self.step("str-is-digit-elim", &[], &[x])?;
        let digit = self.by(digit)?;
        let (low, high) = (self.terms().string(&[48])?, self.terms().string(&[57])?);
        let range = self.app(Known::Range, &[low, high])?;
        let member = self.app(Known::InRe, &[x, range])?;
        let Some(bounds) = self.named("str-in-re-range-elim", member, 0)? else {
            return Ok(None);
        };
        let mut parts = Vec::new();
        for part in self.args(bounds.to) {
            let sides = self.args(part);
            let mut values = Vec::new();
            for side in sides {
                let proof = self.attempt("evaluate", &[], &[side])?;
                let value = match proof {
                    Some(proof) => self.by(proof)?,
                    None => Rewritten::same(side),
                };
                values.push(if self.is_value(value.to) {
                    value
                } else {
                    Rewritten::same(side)
                });
            }
            parts.push(self.cong(part, &values)?);
        }
        let last = self.cong(bounds.to, &parts)?;
        let bounds = self.then(bounds, last)?;
        if bounds.to != digit.to {
            return Ok(None);
        }
        self.meet(digit, bounds, member).map(Some)
    }

    /// `true` and `false` as memberships in everything and nothing.
    fn membership_of_value(&mut self, x: Term, value: bool) -> Outcome<Rewritten> {
        let (rule, language) = if value {
            let char = self.app(Known::AllChar, &[])?;
            ("re-in-sigma-star", self.app(Known::Star, &[char])?)
        } else {
            ("re-in-empty", self.app(Known::ReNone, &[])?)
        };
        let proof = self.step(rule, &[], &[x])?;
        Ok(Rewritten {
            to: self.app(Known::InRe, &[x, language])?,
            proof: self.symm(Some(proof))?,
        })
    }

    fn membership_of_equation(&mut self, x: Term, term: Term) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        let (word, turned) = match args[..] {
            [a, b] if a == x && self.is_value(b) => (b, Rewritten::same(term)),
            [a, b] if b == x && self.is_value(a) => {
                let proof = self.step("eq-symm", &[], &[a, b])?;
                (a, self.by(proof)?)
            }
            _ => return Ok(None),
        };
        let language = self.app(Known::ToRe, &[word])?;
        let proof = self.step("re-in-cstring", &[], &[x, word])?;
        let member = Rewritten {
            to: self.app(Known::InRe, &[x, language])?,
            proof: self.symm(Some(proof))?,
        };
        self.then(turned, member).map(Some)
    }

    /// A length that is a number, or at least a number.
    fn membership_of_length(&mut self, x: Term, term: Term) -> Outcome<Option<Rewritten>> {
        let args = self.args(term);
        let length = self.app(Known::Len, &[x])?;
        let (op, number) = match (self.op(term), &args[..]) {
            (Some(op), &[a, b]) if a == length => (op, b),
            _ => return Ok(None),
        };
        let number = (self.terms().as_int(number)).and_then(|n| usize::try_from(n).ok());
        let Some(number) = number.filter(|&n| n <= LENGTH) else {
            return Ok(None);
        };
        let char = self.app(Known::AllChar, &[])?;
        let mut list = vec![char; number];
        if op == Known::Ge {
            list.push(self.app(Known::Star, &[char])?);
        }
        if list.is_empty() {
            return Ok(None);
        }
        let language = self.app(Known::ReConcat, &list)?;
        let member = self.app(Known::InRe, &[x, language])?;
        let found = self.equation_by("str-in-re-sigma", member, term)?;
        match found {
            Some(found) => Ok(Some(Rewritten {
                to: member,
                proof: self.symm(found.proof)?,
            })),
            None => Ok(None),
        }
    }
}
