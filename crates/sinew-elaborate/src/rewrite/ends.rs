//! Equations of strings by what both sides begin and end with: the same, which goes, or different words.

use sinew_proof::cpc::{Known, Outcome, Sort, Term};

use super::search::{Rewritten, Search};

impl Search<'_> {
    /// An equation of strings that begin, or end, with different words.
    pub(crate) fn ends_clash(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let Some((left, right)) = self.pair(Known::Eq, a) else {
            return Ok(None);
        };
        if self.terms().as_bool(b) != Some(false) || self.terms().sort(left) != Sort::String {
            return Ok(None);
        }
        let sides = [self.characters(left)?, self.characters(right)?];
        for back in [false, true] {
            let shorter = sides[0].len().min(sides[1].len());
            let [first, second] = [&sides[0], &sides[1]].map(|side| {
                let place = |at: usize| if back { side.len() - 1 - at } else { at };
                (0..shorter).map(move |at| side[place(at)])
            });
            let same = first.zip(second).take_while(|(x, y)| x == y).count();
            self.terms().charge(same)?;
            if same == shorter {
                continue;
            }
            let groups = sides.each_ref().map(|side| match back {
                false => side.split_at(same + 1),
                true => side.split_at(side.len() - same - 1),
            });
            let words = groups.map(|(front, behind)| if back { behind } else { front });
            if words
                .iter()
                .all(|word| word.iter().all(|&c| self.is_value(c)))
            {
                return self.clash_of(a, groups, back);
            }
        }
        Ok(None)
    }

    /// `false` for an equation whose sides are of two parts each, the first (or last) of which are different words of one length.
    fn clash_of(
        &mut self,
        equation: Term,
        groups: [(&[Term], &[Term]); 2],
        back: bool,
    ) -> Outcome<Option<Rewritten>> {
        let terms = self.args(equation);
        let (mut sides, mut words, mut args) = (Vec::new(), Vec::new(), Vec::new());
        for (&term, (front, behind)) in terms.iter().zip(groups) {
            let Some(side) = self.regrouped(term, &[front, behind])? else {
                return Ok(None);
            };
            let parts = self.args(side.to);
            let (word, rest) = match back {
                false => (parts[0], parts[1]),
                true => (parts[1], parts[0]),
            };
            args.extend([word, self.app(Known::Concat, &[rest])?]);
            words.push(word);
            sides.push(side);
        }
        let first = self.cong(equation, &sides)?;
        let different = self.eq(words[0], words[1])?;
        let different = self.step("evaluate", &[], &[different])?;
        let mut lengths = Vec::new();
        for &word in &words {
            let length = self.app(Known::Len, &[word])?;
            lengths.push(self.step("evaluate", &[], &[length])?);
        }
        let second = self.step("symm", &lengths[1..], &[])?;
        let as_long = self.step("trans", &[lengths[0], second], &[])?;
        let rule = match back {
            false => "str-concat-clash",
            true => "str-concat-clash-rev",
        };
        match self.attempt(rule, &[different, as_long], &args)? {
            Some(proof) => {
                let last = self.by(proof)?;
                self.then(first, last).map(Some)
            }
            None => Ok(None),
        }
    }

    /// An equation of strings that lost what both sides begin and end with.
    pub(crate) fn ends_stripped(&mut self, a: Term, b: Term) -> Outcome<Option<Rewritten>> {
        let (Some((left, right)), Some((x, y))) =
            (self.pair(Known::Eq, a), self.pair(Known::Eq, b))
        else {
            return Ok(None);
        };
        if self.terms().sort(left) != Sort::String {
            return Ok(None);
        }
        let sides = [self.characters(left)?, self.characters(right)?];
        let kept = [self.characters(x)?, self.characters(y)?];
        for turned in [false, true] {
            let (mut inner, mut goal) = ([&kept[0][..], &kept[1][..]], [x, y]);
            if turned {
                inner.reverse();
                goal.reverse();
            }
            let Some((before, behind)) = self.surroundings(&sides, inner)? else {
                continue;
            };
            let Some(stripped) = self.stripped(a, &sides, goal, (before, behind))? else {
                continue;
            };
            if !turned {
                return Ok(Some(stripped));
            }
            let proof = self.step("eq-symm", &[], &goal)?;
            let last = self.by(proof)?;
            return self.then(stripped, last).map(Some);
        }
        Ok(None)
    }

    /// How many characters both sides have before, and behind, these inner parts.
    fn surroundings(
        &mut self,
        sides: &[Vec<Term>; 2],
        inner: [&[Term]; 2],
    ) -> Outcome<Option<(usize, usize)>> {
        let [left, right] = sides;
        let Some(gone) = (left.len().checked_sub(inner[0].len()))
            .filter(|&gone| gone > 0 && right.len().checked_sub(inner[1].len()) == Some(gone))
        else {
            return Ok(None);
        };
        self.terms().charge(left.len() + right.len())?;
        let pairs = left.iter().zip(right);
        let front = pairs.take_while(|(a, b)| a == b).count();
        let pairs = left.iter().rev().zip(right.iter().rev());
        let back = pairs.take_while(|(a, b)| a == b).count();
        for before in (gone.saturating_sub(back)..=front.min(gone)).rev() {
            let fits = |side: &[Term], inner: &[Term]| side[before..].starts_with(inner);
            if fits(left, inner[0]) && fits(right, inner[1]) {
                return Ok(Some((before, gone - before)));
            }
        }
        Ok(None)
    }

    /// The equation without so many characters at both ends of its sides.
    fn stripped(
        &mut self,
        equation: Term,
        sides: &[Vec<Term>; 2],
        kept: [Term; 2],
        (before, behind): (usize, usize),
    ) -> Outcome<Option<Rewritten>> {
        let terms = self.args(equation);
        let mut grouped = Vec::new();
        for (at, side) in sides.iter().enumerate() {
            let end = side.len() - behind;
            let mut parts = Vec::new();
            for (group, known) in [
                (&side[..before], None),
                (&side[before..end], Some(kept[at])),
                (&side[end..], None),
            ] {
                match known {
                    _ if group.is_empty() => {}
                    Some(part) => parts.push(part),
                    None => {
                        let word = self.app(Known::Concat, group)?;
                        let normal = self.normal_concat(word)?;
                        parts.push(normal.map_or(word, |normal| normal.to));
                    }
                }
            }
            let to = self.list(Known::Concat, &parts)?;
            let (from, back) = (self.spelled(terms[at])?, self.spelled(to)?);
            if from.to != back.to {
                return Ok(None);
            }
            grouped.push(self.meet(from, back, to)?);
        }
        let mut current = self.cong(equation, &grouped)?;
        let empty = sides.iter().any(|side| side.len() == before + behind);
        for (count, base, rules) in [
            (
                before,
                empty && behind == 0,
                ["str-concat-unify", "str-concat-unify-base"],
            ),
            (
                behind,
                empty,
                ["str-concat-unify-rev", "str-concat-unify-base-rev"],
            ),
        ] {
            if count == 0 {
                continue;
            }
            let rule = rules[usize::from(base)];
            let Some(next) = self.one_end_off(current.to, rule, base)? else {
                return Ok(None);
            };
            current = self.then(current, next)?;
        }
        let Some((x, y)) = self.pair(Known::Eq, current.to) else {
            return Ok(None);
        };
        if [x, y] != kept {
            let proof = self.step("eq-symm", &[], &[x, y])?;
            let turned = self.by(proof)?;
            current = self.then(current, turned)?;
        }
        Ok(Some(current))
    }

    /// An equation without what both sides begin, or end, with. Where one side is nothing else, the rule wants it on the left.
    fn one_end_off(
        &mut self,
        equation: Term,
        rule: &'static str,
        is_base: bool,
    ) -> Outcome<Option<Rewritten>> {
        if let Some(step) = self.named(rule, equation, 0)? {
            return Ok(Some(step));
        }
        if !is_base {
            return Ok(None);
        }
        let sides = self.args(equation);
        let proof = self.step("eq-symm", &[], &sides)?;
        let turned = self.by(proof)?;
        match self.named(rule, turned.to, 0)? {
            Some(step) => self.then(turned, step).map(Some),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check_rewrites;

    #[test]
    fn ends_that_differ() {
        check_rewrites(
            2_000,
            &[
                ("(= (str.++ \"ab\" x y) (str.++ \"ac\" z))", "false", true),
                (
                    "(= (str.++ x y \"b\") (str.++ \"b\" z x \"baa\"))",
                    "false",
                    true,
                ),
                ("(= (str.++ \"ab\" x) (str.++ \"a\" z))", "false", false),
                (
                    "(= (str.++ x \"aab\") (str.++ \"b\" z \"ab\"))",
                    "false",
                    false,
                ),
                ("(= (str.++ \"ab\" x) \"acd\")", "false", true),
            ],
        );
    }
}
