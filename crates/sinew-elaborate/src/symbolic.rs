//! Memberships in languages that begin or end with strings: an affix and a membership of the rest, or a membership of the rest alone.

use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::congruence::Equations;
use crate::library::entry_at;

/// The name of an entry with its place, what its parameters stand for, and the string and the language that it is about.
struct Fitting<'a> {
    entry: (&'a str, usize),
    names: [(&'a str, Term); 3],
    about: (Term, Term),
}

impl Elaborator {
    /// `x·s ∈ x·r = s ∈ r`, and `s ∈ x·r = prefixof(x, s) ∧ substr(s, |x|, |s|) ∈ r`, from both ends and however they are grouped; nothing if this is something else.
    pub(crate) fn member_at_ends(&mut self, equation: Term) -> Outcome<Option<Fact>> {
        let Some((left, right)) = self.equation_sides(equation) else {
            return Ok(None);
        };
        let terms = self.checker().terms();
        let (Op::Known(Known::InRe), &[string, language]) = (terms.op(left), terms.args(left))
        else {
            return Ok(None);
        };
        if terms.op(language) != Op::Known(Known::ReConcat) {
            return Ok(None);
        }
        let fitting = match (terms.op(right), terms.args(right)) {
            (Op::Known(Known::And), &[affix, rest]) => self.affix_and_rest(string, affix, rest),
            (Op::Known(Known::InRe), &[rest, within]) if rest != string => {
                self.same_affix(string, rest, within)
            }
            _ => return Ok(None),
        };
        let shown = match fitting {
            Ok(fitting) => self.by_fitting((string, language), &fitting),
            Err(why) => Err(why),
        };
        match shown {
            Err(Failure::Wrong(_)) => Ok(None),
            shown => shown.map(Some),
        }
    }

    /// An affix and a membership of what is left.
    fn affix_and_rest(
        &mut self,
        string: Term,
        affix: Term,
        rest: Term,
    ) -> Outcome<Fitting<'static>> {
        let terms = self.checker().terms();
        let (Op::Known(op @ (Known::PrefixOf | Known::SuffixOf)), &[part, _]) =
            (terms.op(affix), terms.args(affix))
        else {
            return Err("an affix was expected".into());
        };
        let (Op::Known(Known::InRe), &[_, within]) = (terms.op(rest), terms.args(rest)) else {
            return Err("a membership was expected".into());
        };
        let word = terms.app(Known::ToRe, &[part])?;
        let (at, parts) = match op {
            Known::PrefixOf => (0, [word, within]),
            _ => (1, [within, word]),
        };
        let language = terms.app(Known::ReConcat, &parts)?;
        Ok(Fitting {
            entry: ("member_symbolic", at),
            names: [("s", string), ("x", part), ("r", within)],
            about: (string, language),
        })
    }

    /// The same string at one end of both.
    fn same_affix(&mut self, whole: Term, rest: Term, within: Term) -> Outcome<Fitting<'static>> {
        let (front, back) = (self.before_end(whole, rest), self.behind_start(whole, rest));
        let (entry, part, at_front) = match (front, back) {
            (Ok(part), _) => ("member_strip_front", part, true),
            (_, Ok(part)) => ("member_strip_back", part, false),
            (Err(why), _) => return Err(why),
        };
        let terms = self.checker().terms();
        let word = terms.app(Known::ToRe, &[part])?;
        let (strings, languages) = match at_front {
            true => ([part, rest], [word, within]),
            false => ([rest, part], [within, word]),
        };
        let about = (
            terms.app(Known::Concat, &strings)?,
            terms.app(Known::ReConcat, &languages)?,
        );
        Ok(Fitting {
            entry: (entry, 0),
            names: [("w", part), ("s", rest), ("r", within)],
            about,
        })
    }

    fn by_fitting(
        &mut self,
        (string, language): (Term, Term),
        fitting: &Fitting<'_>,
    ) -> Outcome<Fact> {
        let (rule, at) = fitting.entry;
        let entry = entry_at(rule, at).ok_or("the library has no such entry")?;
        let mut known = Equations::default();
        for (from, to) in [(string, fitting.about.0), (language, fitting.about.1)] {
            if from != to {
                let fact = self.attempt("", from, to)?;
                known.insert((from, to), fact.ok_or("the groups are others")?);
            }
        }
        let terms = self.checker().terms();
        let from = terms.app(Known::InRe, &[string, language])?;
        let to = terms.app(Known::InRe, &[fitting.about.0, fitting.about.1])?;
        let grouped = self.congruent(from, to, &mut known)?;
        let meaning = self.checker().replay(entry.steps, &fitting.names)?;
        let steps: Vec<Fact> = grouped.into_iter().chain([meaning]).collect();
        self.trans(&steps)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn strings_at_ends_of_languages_are_affixes_and_others_are_not() {
        for (left, right, shown) in [
            (
                "(str.in_re y (re.++ (str.to_re x) re.allchar (re.* re.allchar)))",
                "(and (str.prefixof x y) (str.in_re (str.substr y (str.len x) (str.len y)) (re.++ re.allchar (re.* re.allchar))))",
                true,
            ),
            (
                "(str.in_re y (re.++ re.allchar (str.to_re x)))",
                "(and (str.suffixof x y) (str.in_re (str.substr y 0 (- (str.len y) (str.len x))) re.allchar))",
                true,
            ),
            (
                "(str.in_re y (re.++ re.allchar (str.to_re x)))",
                "(and (str.prefixof x y) (str.in_re (str.substr y (str.len x) (str.len y)) re.allchar))",
                false,
            ),
            (
                "(str.in_re (str.++ \"abc\" x \".\") (re.++ (str.to_re \"abc\") (str.to_re x) re.allchar))",
                "(str.in_re (str.++ x \".\") (re.++ (str.to_re x) re.allchar))",
                true,
            ),
            (
                "(str.in_re (str.++ x \"abc\") (re.++ re.allchar (str.to_re \"abc\")))",
                "(str.in_re x re.allchar)",
                true,
            ),
            (
                "(str.in_re (str.++ x \"abc\") (re.++ re.allchar (str.to_re \"abd\")))",
                "(str.in_re x re.allchar)",
                false,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let goal = bench.term(&format!("(= {left} {right})"));
            let found = bench.proof.member_at_ends(goal).expect("enough work");
            assert_eq!(found.is_some(), shown, "{left} = {right}");
            if let Some(fact) = found {
                assert_eq!(bench.proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
