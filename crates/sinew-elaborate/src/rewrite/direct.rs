//! Rewrites whose derivation is known from their shape: made at once, without a search. What does not turn out as expected is left to the search.

use sinew_proof::cpc::{Known, Outcome, Sort, Term};

use super::draft::Proof;
use super::search::{Rewritten, Search, allowed};

/// One way to rewrite a term towards another.
type Way<'a> = fn(&mut Search<'a>, Term, Term) -> Outcome<Option<Rewritten>>;

impl<'a> Search<'a> {
    const WAYS: [Way<'a>; 12] = [
        Self::comparison_normal,
        Self::decided_alone,
        Self::by_comparisons,
        Self::reaching,
        Self::numerals,
        Self::ends_clash,
        Self::words_joined,
        Self::conditional_lifted,
        Self::ends_stripped,
        Self::affix_defined,
        Self::words_listed,
        Self::counted,
    ];

    /// A proof of `a = b` by the shape of both.
    pub(crate) fn directly(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        for way in Self::WAYS {
            let found = allowed(way(self, a, b))?.flatten();
            if let Some(Rewritten { to, proof }) = found
                && to == b
                && proof.is_some()
            {
                return Ok(proof);
            }
        }
        Ok(None)
    }

    /// Comparisons of sums that say the same.
    fn comparison_normal(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        for side in [a, b] {
            let atom = self.parts(Known::Not, side).map_or(side, |parts| parts[0]);
            let compares = match self.op(atom) {
                Some(Known::Ge | Known::Gt | Known::Le | Known::Lt) => true,
                Some(Known::Eq) => {
                    let first = self.args(atom)[0];
                    self.terms().sort(first) == Sort::Int
                }
                _ => side == b && self.is_value(b),
            };
            if !compares {
                return Ok(None);
            }
        }
        let (left, right) = (self.canonical(a)?, self.canonical(b)?);
        if left.to != right.to {
            return Ok(None);
        }
        self.meet(left, right, b).map(Some)
    }

    /// A concatenation in which words were put together.
    fn words_joined(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        if self.op(a) != Some(Known::Concat) {
            return Ok(None);
        }
        let left = self.normal_concat(a)?.unwrap_or(Rewritten::same(a));
        if left.to == b {
            return Ok(Some(left));
        }
        if self.op(b) != Some(Known::Concat) {
            return Ok(None);
        }
        let right = self.normal_concat(b)?.unwrap_or(Rewritten::same(b));
        if left.to != right.to {
            return Ok(None);
        }
        self.meet(left, right, b).map(Some)
    }

    /// The number of a string, and the language of its numerals.
    fn numerals(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let is_value_of_number = |search: &mut Self, term: Term| match search.pair(Known::Eq, term)
        {
            Some((number, _)) => search.op(number) == Some(Known::StrToInt),
            None => false,
        };
        let fits = match (self.op(a), self.op(b)) {
            (Some(Known::InRe), _) => is_value_of_number(self, b),
            (_, Some(Known::InRe)) => is_value_of_number(self, a),
            _ => false,
        };
        match fits {
            true => self.same_members(a, b),
            false => Ok(None),
        }
    }

    /// `(ite c s t) = u` where at least one branch is decided.
    fn conditional_lifted(&mut self, a: Term, _: Term) -> Outcome<Option<Rewritten>> {
        let Some(op @ (Known::Eq | Known::Ge)) = self.op(a) else {
            return Ok(None);
        };
        let Some((left, right)) = self.pair(op, a) else {
            return Ok(None);
        };
        let mut start = Rewritten::same(a);
        if self.op(left) != Some(Known::Ite) {
            if op != Known::Eq || self.op(right) != Some(Known::Ite) {
                return Ok(None);
            }
            let proof = self.step("eq-symm", &[], &[left, right])?;
            start = self.by(proof)?;
        }
        let rule = match op {
            Known::Eq => "eq-ite-lift",
            _ => "arith-geq-ite-lift",
        };
        let Some(lifted) = self.named(rule, start.to, 0)? else {
            return Ok(None);
        };
        let lifted = self.then(start, lifted)?;
        let mut parts = Vec::new();
        for part in self.args(lifted.to) {
            parts.push(self.decided_at_once(part)?);
        }
        let decided = self.cong(lifted.to, &parts)?;
        let decided = self.then(lifted, decided)?;
        let connective = self.conditional_connective(decided.to)?;
        self.then(decided, connective).map(Some)
    }

    /// A comparison of values, or of a term with itself, as a truth value.
    fn decided_at_once(&mut self, term: Term) -> Outcome<Rewritten> {
        let args = self.args(term);
        let compares = matches!(self.op(term), Some(Known::Eq | Known::Ge));
        let proof = if compares && args.iter().all(|&arg| self.is_value(arg)) {
            self.attempt("evaluate", &[], &[term])?
        } else if self.op(term) == Some(Known::Eq) && args[0] == args[1] {
            self.attempt("eq-refl", &[], &args[..1])?
        } else {
            None
        };
        match proof {
            Some(proof) => self.by(proof),
            None => Ok(Rewritten::same(term)),
        }
    }

    /// A conditional with a truth value as a branch is a junction.
    fn conditional_connective(&mut self, term: Term) -> Outcome<Rewritten> {
        let Some(&[_, yes, no]) = self.parts(Known::Ite, term).as_deref() else {
            return Ok(Rewritten::same(term));
        };
        let [yes, no] = [yes, no].map(|branch| self.terms().as_bool(branch));
        let rule = match (yes, no) {
            (Some(true), Some(true)) | (Some(false), Some(false)) => "ite-eq-branch",
            (Some(false), _) => "ite-then-false",
            (_, Some(false)) => "ite-else-false",
            (Some(true), _) => "ite-then-true",
            (_, Some(true)) => "ite-else-true",
            _ => return Ok(Rewritten::same(term)),
        };
        let Some(first) = self.named(rule, term, 0)? else {
            return Ok(Rewritten::same(term));
        };
        let Some(op @ (Known::And | Known::Or)) = self.op(first.to) else {
            return Ok(first);
        };
        // Neutral elements go, and `(not (not p))` is `p`.
        let mut members = Vec::new();
        for member in self.args(first.to) {
            let double = self.named("bool-double-not-elim", member, 0)?;
            members.push(double.unwrap_or(Rewritten::same(member)));
        }
        let plain = self.cong(first.to, &members)?;
        let first = self.then(first, plain)?;
        let neutral = self.boolean(op == Known::And)?;
        let members: Vec<Term> = (self.args(first.to).into_iter())
            .filter(|&member| member != neutral)
            .collect();
        let to = self.list(op, &members)?;
        match self.equation_by("aci_norm", first.to, to)? {
            Some(last) => self.then(first, last),
            None => Ok(first),
        }
    }

    /// An equation of strings one of which has more of a character.
    fn counted(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let Some((left, right)) = self.pair(Known::Eq, a) else {
            return Ok(None);
        };
        if self.terms().as_bool(b) != Some(false) || self.terms().sort(left) != Sort::String {
            return Ok(None);
        }
        if let Some(proof) = self.attempt("sinew_count", &[], &[a])? {
            return self.by(proof).map(Some);
        }
        let proof = self.step("eq-symm", &[], &[left, right])?;
        let turned = self.by(proof)?;
        match self.attempt("sinew_count", &[], &[turned.to])? {
            Some(proof) => {
                let last = self.by(proof)?;
                self.then(turned, last).map(Some)
            }
            None => Ok(None),
        }
    }

    /// A word is a prefix, or a suffix, as an equation with a part; in either direction.
    fn affix_defined(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        if let Some(found) = self.affix_becomes(a, b)? {
            return Ok(Some(found));
        }
        match self.affix_becomes(b, a)? {
            Some(found) => Ok(Some(Rewritten {
                to: b,
                proof: self.symm(found.proof)?,
            })),
            None => Ok(None),
        }
    }

    fn affix_becomes(&mut self, affix: Term, equation: Term) -> Outcome<Option<Rewritten>> {
        let rule = match self.op(affix) {
            Some(Known::PrefixOf) => "str-prefixof-elim",
            Some(Known::SuffixOf) => "str-suffixof-elim",
            _ => return Ok(None),
        };
        let word = self.args(affix)[0];
        let (part, turned) = match self.pair(Known::Eq, equation) {
            Some((x, y)) if x == word => (y, false),
            Some((x, y)) if y == word => (x, true),
            _ => return Ok(None),
        };
        let Some(first) = self.named(rule, affix, 0)? else {
            return Ok(None);
        };
        let meant = self.args(first.to)[1];
        let (from, to) = (self.args(meant), self.args(part));
        if self.op(part) != Some(Known::Substr) || from[0] != to[0] {
            return Ok(None);
        }
        let mut parts = vec![Rewritten::same(from[0])];
        for (&n, &m) in from[1..].iter().zip(&to[1..]) {
            let measured = self.lengths_of_words(n)?;
            let Some(same) = self.equation_by("arith_poly_norm", measured.to, m)? else {
                return Ok(None);
            };
            parts.push(self.then(measured, same)?);
        }
        let changed = self.cong(meant, &parts)?;
        let changed = self.cong_at(first.to, 1, changed)?;
        let all = self.then(first, changed)?;
        if !turned {
            return Ok(Some(all));
        }
        let sides = self.args(all.to);
        let proof = self.step("eq-symm", &[], &sides)?;
        let last = self.by(proof)?;
        self.then(all, last).map(Some)
    }

    /// The lengths of words, in a number or a difference, as numbers.
    fn lengths_of_words(&mut self, number: Term) -> Outcome<Rewritten> {
        let args = self.args(number);
        if self.op(number) == Some(Known::Len) && self.terms().as_str(args[0]).is_some() {
            let proof = self.step("evaluate", &[], &[number])?;
            return self.by(proof);
        }
        if self.op(number) != Some(Known::Sub) {
            return Ok(Rewritten::same(number));
        }
        let mut parts = Vec::new();
        for arg in args {
            let inner = self.args(arg);
            let word = self.op(arg) == Some(Known::Len) && self.terms().as_str(inner[0]).is_some();
            parts.push(if word {
                let proof = self.step("evaluate", &[], &[arg])?;
                self.by(proof)?
            } else {
                Rewritten::same(arg)
            });
        }
        self.cong(number, &parts)
    }

    /// Membership in a language of few words is being one of them.
    fn words_listed(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let Some((string, language)) = self.pair(Known::InRe, a) else {
            return Ok(None);
        };
        let equations = self.parts(Known::Or, b).unwrap_or(vec![b]);
        let mut words = Vec::new();
        for equation in equations {
            match self.pair(Known::Eq, equation) {
                Some((x, word)) if x == string && self.terms().as_str(word).is_some() => {
                    words.push(self.app(Known::ToRe, &[word])?);
                }
                _ => return Ok(None),
            }
        }
        let union = self.list(Known::ReUnion, &words)?;
        let mut listed = Rewritten::same(a);
        if language != union {
            let Some(proof) = self.attempt("sinew_re_equal", &[], &[language, union])? else {
                return Ok(None);
            };
            let same = self.by(proof)?;
            listed = self.cong_at(a, 1, same)?;
        }
        // From the last word on.
        let mut chain: Option<Rewritten> = None;
        for start in (0..words.len()).rev() {
            let union = self.list(Known::ReUnion, &words[start..])?;
            let member = self.app(Known::InRe, &[string, union])?;
            let first = self.app(Known::InRe, &[string, words[start]])?;
            let Some(first) = self.named("re-in-cstring", first, 0)? else {
                return Ok(None);
            };
            chain = Some(match chain {
                None => first,
                Some(chain) => {
                    let Some(split) = self.named("str-in-re-union-elim", member, 0)? else {
                        return Ok(None);
                    };
                    let parts = self.cong(split.to, &[first, chain])?;
                    self.then(split, parts)?
                }
            });
        }
        let Some(chain) = chain else {
            return Ok(None);
        };
        let all = self.then(listed, chain)?;
        match self.equation_by("aci_norm", all.to, b)? {
            Some(last) => self.then(all, last).map(Some),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check_rewrites;

    #[test]
    fn numbers_are_languages_of_numerals() {
        let numerals = "(str.in_re x (re.++ (re.* (str.to_re \"0\")) (str.to_re \"205\")))";
        let zeros = "(str.in_re x (re.+ (str.to_re \"0\")))";
        check_rewrites(
            2_000,
            &[
                ("(= (str.to_int x) 205)", numerals, true),
                (numerals, "(= (str.to_int x) 205)", true),
                (numerals, "(= (str.to_int x) 25)", false),
                ("(= (str.to_int x) 0)", zeros, true),
                (
                    "(= (str.to_int x) 0)",
                    "(str.in_re x (re.* (str.to_re \"0\")))",
                    false,
                ),
            ],
        );
    }
}
