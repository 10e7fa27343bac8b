//! Strings that read the same at a place, because their languages leave no other characters there.
//!
//! The argument for soundness is in `proofs/sinew.eo`.

use rustc_hash::FxHashSet;

use super::super::language::{Languages, POINTS, Re};
use super::super::op::Known;
use super::super::term::{Outcome, Term, Terms};
use super::own::representatives;
use super::regular::membership;
use super::words::substr;
use super::{RuleFn, exactly, index};

pub(crate) const RULES: &[(&str, RuleFn)] = &[("sinew_re_place", place)];

/// From `x ∈ r`, `y ∈ s`, `n ≥ 0`, `m ≥ 0` and `|y| = n + |x| + m`: `substr(y, n, |x|) = x`, if no word of `r` is different from what stands in a word
/// of `s` behind `n` characters and before `m`. Of `n` and `m` it is known how many they are only if they are numerals.
fn place(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [inner, outer, before, behind, sum] = exactly("premises", premises)?;
    let ((x, r), (y, s)) = (membership(terms, inner)?, membership(terms, outer)?);
    let (n, m) = (at_least_zero(terms, before)?, at_least_zero(terms, behind)?);
    let (length, whole) = (terms.app(Known::Len, &[x])?, terms.app(Known::Len, &[y])?);
    let total = terms.app(Known::Add, &[n, length, m])?;
    if sum != terms.eq(whole, total)? {
        return Err("the last premise is not about these lengths".into());
    }
    let mut languages = Languages::new();
    let (r, s) = (languages.read(terms, r)?, languages.read(terms, s)?);
    let cuts = representatives(terms, &mut languages, [r, s])?;
    let mut reader = Reader { languages, cuts };
    let numeral = |terms: &Terms, term: Term| -> Outcome<Option<usize>> {
        match terms.as_int(term) {
            Some(_) => index(terms, term).map(Some),
            None => Ok(None),
        }
    };
    let (n_known, m_known) = (numeral(terms, n)?, numeral(terms, m)?);
    for state in reader.after(terms, s, n_known)? {
        if reader.may_differ(terms, (r, state), m_known)? {
            return Err("the strings may differ there".into());
        }
    }
    let slice = substr(terms, y, n, length)?;
    terms.eq(slice, x)
}

/// The number of which a premise says that it is not negative.
fn at_least_zero(terms: &Terms, premise: Term) -> Outcome {
    match terms.match2(Known::Ge, premise) {
        Some((number, zero)) if terms.is_number(zero, 0) => Ok(number),
        _ => Err("a number that is not negative was expected".into()),
    }
}

struct Reader {
    languages: Languages,
    /// The least characters of intervals that the languages do not tell apart.
    cuts: Vec<u32>,
}

impl Reader {
    /// The derivatives by so many characters; by any number of them, if that is not known.
    fn after(&mut self, terms: &mut Terms, from: Re, count: Option<usize>) -> Outcome<Vec<Re>> {
        let mut layer = vec![from];
        let mut all = FxHashSet::from_iter([from]);
        let mut left = count;
        while left != Some(0) && !layer.is_empty() {
            let mut next = FxHashSet::default();
            for &state in &layer {
                for c in 0..self.cuts.len() {
                    terms.charge(1)?;
                    next.insert(self.languages.derivative(terms, state, self.cuts[c])?);
                }
            }
            layer = next.into_iter().collect();
            match &mut left {
                Some(left) => *left -= 1,
                None => layer.retain(|&state| all.insert(state)),
            }
        }
        Ok(match count {
            Some(_) => layer,
            None => all.into_iter().collect(),
        })
    }

    /// Whether a word of the first language differs from a beginning of the same length of a word of the second, which goes on for so many characters.
    fn may_differ(
        &mut self,
        terms: &mut Terms,
        (inner, outer): (Re, Re),
        behind: Option<usize>,
    ) -> Outcome<bool> {
        let mut seen = FxHashSet::from_iter([(inner, outer, false)]);
        let mut work = vec![(inner, outer, false)];
        while let Some((p, q, differ)) = work.pop() {
            if differ && self.languages.is_nullable(p) {
                let ends = self.after(terms, q, behind)?;
                if ends.iter().any(|&end| self.languages.is_nullable(end)) {
                    return Ok(true);
                }
            }
            for i in 0..self.cuts.len() {
                let end = self.cuts.get(i + 1).copied().unwrap_or(POINTS);
                let several = end - self.cuts[i] > 1;
                let p = self.languages.derivative(terms, p, self.cuts[i])?;
                for j in 0..self.cuts.len() {
                    terms.charge(1)?;
                    let q = self.languages.derivative(terms, q, self.cuts[j])?;
                    let next = (p, q, differ || i != j || several);
                    if seen.insert(next) {
                        work.push(next);
                    }
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{Bench, accepted, refused, words};

    const AB: &str = "(re.* (str.to_re \"ab\"))";
    const BA: &str = "(re.* (str.to_re \"ba\"))";

    /// An instance: the premises for languages and numbers, and the conclusion.
    fn instance(r: &str, s: &str, n: &str, m: &str) -> (String, String) {
        let premises = format!(
            "((str.in_re x {r}) (str.in_re y {s}) (>= {n} 0) (>= {m} 0) (= (str.len y) (+ {n} (str.len x) {m})))"
        );
        (premises, format!("(= (str.substr y {n} (str.len x)) x)"))
    }

    const ANY: &str = "(- (str.len y) (str.len x))";

    #[test]
    fn accepted_instances() {
        let abc = "(re.* (str.to_re \"abc\"))";
        let ends = "(re.++ (re.* (str.to_re \"ab\")) (str.to_re \"c\"))";
        for (r, s, n, m) in [
            (AB, AB, "0", "0"),
            (AB, AB, "0", ANY),
            (AB, AB, ANY, "0"),
            (abc, abc, ANY, "0"),
            (BA, AB, "1", "i"),
            (AB, AB, "2", "i"),
            (BA, AB, "i", "1"),
            // Only of the same length.
            (ends, ends, "0", "0"),
            // No lengths fit.
            ("(str.to_re \"b\")", "(str.to_re \"aaa\")", "1", "0"),
            ("(str.to_re \"b\")", "(str.to_re \"aaa\")", "4", "i"),
            ("re.none", "re.all", "i", "j"),
            ("(str.to_re \"\")", "re.all", "i", "j"),
        ] {
            let (premises, conclusion) = instance(r, s, n, m);
            accepted(&[("sinew_re_place", &premises, "()", &conclusion)]);
        }
    }

    #[test]
    fn refused_instances() {
        let ends = "(re.++ (re.* (str.to_re \"ab\")) (str.to_re \"c\"))";
        for (r, s, n, m) in [
            (AB, BA, "0", "0"),
            (AB, AB, "1", "i"),
            (AB, AB, "i", "j"),
            (AB, AB, "i", "1"),
            (ends, ends, "0", "i"),
            (AB, AB, "-1", "i"),
            ("re.allchar", "re.allchar", "0", "0"),
            // One interval of characters is more than one character.
            ("(re.range \"a\" \"b\")", "(re.range \"a\" \"b\")", "0", "0"),
            ("(str.to_re \"a\")", "(re.opt re.allchar)", "0", "0"),
            ("(str.to_re x)", AB, "0", "0"),
        ] {
            let (premises, conclusion) = instance(r, s, n, m);
            refused(&[("sinew_re_place", &premises, "()", &conclusion)]);
        }
        let (premises, conclusion) = instance(AB, AB, "0", "0");
        for (from, to) in [
            ("(>= 0 0) (>= 0 0)", "(>= 0 0) (>= 0 1)"),
            ("(>= 0 0) (>= 0 0)", "(>= 0 0) (<= 0 0)"),
            ("(= (str.len y)", "(= (str.len x)"),
            ("(= (str.len y) (+ 0 ", "(= (str.len y) (+ 1 "),
            ("(= (str.len y) (+", "(<= (str.len y) (+"),
            ("(str.in_re x", "(str.in_re z"),
        ] {
            let premises = premises.replacen(from, to, 1);
            refused(&[("sinew_re_place", &premises, "()", &conclusion)]);
        }
    }

    /// All pairs of some languages at all places: what is accepted is true of all short words, and what is true of them is mostly accepted.
    #[test]
    fn what_is_accepted_is_true() {
        let pool = [
            AB,
            BA,
            "(re.* (str.to_re \"a\"))",
            "(re.+ (str.to_re \"aab\"))",
            "(re.++ (str.to_re \"b\") (re.* (str.to_re \"ab\")))",
            "(re.union (str.to_re \"\") (str.to_re \"b\") (str.to_re \"ab\"))",
            "(re.* (re.range \"a\" \"b\"))",
            "(re.++ re.all (str.to_re \"b\"))",
            "(re.comp (re.++ re.all (str.to_re \"b\") re.all))",
        ];
        let words = words(5);
        let (mut taken, mut missed) = (0, 0);
        for (r, s) in pool.iter().flat_map(|r| pool.iter().map(move |s| (r, s))) {
            let mut bench = Bench::new(
                "(declare-const x String)(declare-const y String)(declare-const i Int)(declare-const j Int)",
            );
            let mut inside = |language: &str| -> Vec<&Vec<u32>> {
                let term = bench.term(language);
                let mut languages = super::Languages::new();
                let re = languages.read(&mut bench.terms, term).expect("a language");
                let terms = &mut bench.terms;
                let members = words.iter();
                members
                    .filter(|word| languages.accepts(terms, re, word).expect("no limit"))
                    .collect()
            };
            let (inner, outer) = (inside(r), inside(s));
            for (n, m) in [
                ("0", "0"),
                ("0", "i"),
                ("i", "0"),
                ("1", "i"),
                ("i", "1"),
                ("1", "1"),
                ("i", "j"),
            ] {
                let (premises, _) = instance(r, s, n, m);
                let list = bench.term(&premises.replacen('(', "(@list ", 1));
                let premises = bench.terms.args(list).to_vec();
                let accepted = super::place(&mut bench.terms, &premises, &[]).is_ok();
                let fits =
                    |known: &str, count: usize| known.parse().map_or(true, |n: usize| n == count);
                let differs = inner.iter().any(|x| {
                    outer.iter().any(|y| {
                        let most = (y.len() + 1).saturating_sub(x.len());
                        (0..most).any(|at| {
                            fits(n, at)
                                && fits(m, y.len() - at - x.len())
                                && y[at..at + x.len()] != x[..]
                        })
                    })
                });
                assert!(!(accepted && differs), "{r} in {s} at {n}, {m}");
                taken += usize::from(accepted);
                missed += usize::from(!accepted && !differs);
            }
        }
        assert!(taken > 70 && missed < 50, "{taken} {missed}");
    }
}
