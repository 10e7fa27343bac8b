//! Words at places of one string that are too close to each other.
//!
//! Both sides of an equation have a word somewhere; the conclusion says by how much the places of the two must differ at least. For every difference in
//! between, the sides fall apart at a place where both have the same length, and what follows there begins with different characters.

use dashu_int::IBig;
use sinew_proof::cpc::{Fact, Known, Op, Outcome, Term};

use crate::Elaborator;
use crate::congruence::Equations;

/// Differences that are looked at.
const MOST: i64 = 256;

/// What the conclusion says: the difference of two sums of lengths is not between two numbers.
struct Claim {
    difference: Term,
    /// The sums: what is subtracted from, and what is subtracted.
    sums: [Term; 2],
    /// The least and the greatest difference that is excluded.
    low: i64,
    high: i64,
}

/// A side of the equation, and where its word begins: the component, and characters of it that stand before.
struct Place {
    side: Term,
    parts: Vec<Term>,
    at: usize,
    skipped: usize,
}

impl Elaborator {
    /// Shows that the words of two sides keep apart.
    pub(crate) fn kept_apart(&mut self, premises: &[Fact], conclusion: Term) -> Outcome<Fact> {
        let claim = self.claim(conclusion)?;
        let equation = self.spread(premises)?;
        let (left, right) = self.sides(equation).ok_or("an equation was expected")?;
        let mut sides = (equation, left, right);
        if self.place(left, claim.sums[0])?.is_none() || self.place(right, claim.sums[1])?.is_none()
        {
            sides = (self.symm(equation)?, right, left);
        }
        let places = (
            self.place(sides.1, claim.sums[0])?,
            self.place(sides.2, claim.sums[1])?,
        );
        let (Some(first), Some(second)) = places else {
            return Err("the words are somewhere else".into());
        };
        let no = self.checker().terms().boolean(false)?;
        let denied = self.checker().terms().app(Known::Not, &[conclusion])?;
        let depth = self.checker().depth();
        let denied = self.checker().assume_push(denied)?;
        let refuted = self.between(&claim, denied, (sides.0, &first, &second));
        if refuted.is_err() {
            self.checker().leave_to(depth);
        }
        let refuted = refuted?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        let fact = (self.checker()).step("process_scope", &[implied], &[no], None)?;
        self.checker().step("not_not_elim", &[fact], &[], None)
    }

    /// `false`, where the conclusion is denied.
    fn between(
        &mut self,
        claim: &Claim,
        denied: Fact,
        (equation, first, second): (Fact, &Place, &Place),
    ) -> Outcome<Fact> {
        let mut lines = Vec::with_capacity(2);
        for at in 0..2 {
            let at = self.checker().terms().int(at.into())?;
            let bound = (self.checker()).step("not_or_elim", &[denied], &[at], None)?;
            lines.push(self.line(bound)?);
        }
        let lower = lines.pop().ok_or("two bounds were expected")?;
        let mut upper = lines.pop().ok_or("two bounds were expected")?;
        for difference in (claim.low..=claim.high).rev() {
            let apart = self.differs(claim, difference, (equation, first, second))?;
            upper = self.moved_off(upper, apart)?;
        }
        let sum = self.sum_of_lines(&[(IBig::ONE, upper), (IBig::ONE, lower)])?;
        let refuted = self.false_line(&sum)?;
        refuted.ok_or_else(|| "the bounds do not meet".into())
    }

    /// The places do not differ by this.
    fn differs(
        &mut self,
        claim: &Claim,
        difference: i64,
        (equation, first, second): (Fact, &Place, &Place),
    ) -> Outcome<Fact> {
        let terms = self.checker().terms();
        let number = terms.int(difference.into())?;
        let case = terms.app(Known::Eq, &[claim.difference, number])?;
        let no = terms.boolean(false)?;
        let supposed = self.checker().assume_push(case)?;
        // The word whose place is before the other's is cut where the other begins.
        let by = usize::try_from(difference.unsigned_abs()).map_err(|_| "a large number")?;
        let (more, less) = if difference < 0 { (by, 0) } else { (0, by) };
        let halves = [self.halves(first, more)?, self.halves(second, less)?];
        let [(one, before, _), (other, same, _)] = halves;
        let back = self.symm(one)?;
        let grouped = self.trans(&[back, equation, other])?;
        let terms = self.checker().terms();
        let lengths = [
            terms.app(Known::Len, &[before])?,
            terms.app(Known::Len, &[same])?,
        ];
        let equal = terms.app(Known::Eq, &lengths)?;
        let found = self.attempt("overlap", case, equal)?;
        let equal = self.resolve(supposed, Some(found.ok_or("the lengths differ")?))?;
        let flag = self.checker().terms().boolean(false)?;
        let unified = (self.checker()).step("concat_unify", &[grouped, equal], &[flag], None)?;
        let (left, _) = self.sides(grouped).ok_or("an equation was expected")?;
        let rest = self.checker().terms().args(left)[1];
        let rest = self.refl(rest)?;
        let moved = self.cong(left, &[unified, rest])?;
        let moved = self.symm(moved)?;
        let aligned = self.trans(&[moved, grouped])?;
        let behind = (self.checker()).step("concat_eq", &[aligned], &[flag], None)?;
        let formula = (self.checker().formula(behind)).ok_or("a premise was never shown")?;
        let clash = self.attempt("overlap", formula, no)?;
        let refuted = self.resolve(behind, Some(clash.ok_or("the words agree")?))?;
        let implied = self.checker().step_pop("scope", &[refuted], None)?;
        (self.checker()).step("process_scope", &[implied], &[no], None)
    }

    /// The side of a place in two halves, cut so many characters behind the begin of its word: the equation, and the halves.
    fn halves(&mut self, place: &Place, by: usize) -> Outcome<(Fact, Term, Term)> {
        let word = place.parts.get(place.at).copied();
        let word = word.ok_or("a word was expected")?;
        let characters = self.checker().terms().as_str(word).map(<[u32]>::to_vec);
        let characters = characters.ok_or("a word was expected")?;
        let cut = place.skipped + by;
        if cut > characters.len() || (place.at == 0 && cut == 0) {
            return Err("the cut is outside of the word".into());
        }
        let terms = self.checker().terms();
        let (head, tail) = characters.split_at(cut);
        let (head, tail) = (terms.string(head)?, terms.string(tail)?);
        let empty = terms.string(&[])?;
        let before: Vec<Term> = (place.parts[..place.at].iter().copied())
            .chain((head != empty).then_some(head))
            .collect();
        let behind: Vec<Term> = (tail != empty)
            .then_some(tail)
            .into_iter()
            .chain(place.parts[place.at + 1..].iter().copied())
            .collect();
        let halves = [self.concatenation(&before)?, self.concatenation(&behind)?];
        let grouped = self.checker().terms().app(Known::Concat, &halves)?;
        let mut steps = Vec::new();
        let mut side = place.side;
        if head != empty && tail != empty {
            let terms = self.checker().terms();
            let split = terms.app(Known::Concat, &[head, tail])?;
            let joined = (self.checker()).step("evaluate", &[], &[split], None)?;
            let joined = self.symm(joined)?;
            if side == word {
                steps.push(joined);
                side = split;
            } else {
                let mut parts = self.checker().terms().args(side).to_vec();
                if parts != place.parts {
                    return Err("the side is not flat".into());
                }
                parts[place.at] = split;
                let to = self.checker().terms().app(Known::Concat, &parts)?;
                let mut known = Equations::from_iter([((word, split), joined)]);
                // At other places the word stays.
                let mut equations = Vec::with_capacity(parts.len());
                for (at, &part) in place.parts.iter().enumerate() {
                    equations.push(match at == place.at {
                        true => known.remove(&(word, split)).ok_or("no equation")?,
                        false => self.refl(part)?,
                    });
                }
                steps.push(self.cong(side, &equations)?);
                side = to;
            }
        }
        if side != grouped {
            let same = self.checker().terms().app(Known::Eq, &[side, grouped])?;
            steps.push(self.checker().step("aci_norm", &[], &[same], None)?);
        }
        let equation = match steps[..] {
            [] => self.refl(grouped)?,
            _ => self.trans(&steps)?,
        };
        Ok((equation, halves[0], halves[1]))
    }

    /// One equation between strings, with what the other premises say about its parts put in.
    fn spread(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let (&first, others) = premises.split_first().ok_or("an equation was expected")?;
        let mut fact = first;
        for &other in others {
            let Some((from, to)) = self.sides(other).filter(|(a, b)| a != b) else {
                continue;
            };
            let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
            let with = rustc_hash::FxHashMap::from_iter([(from, to)]);
            let wider = self.replace(formula, &with)?;
            let mut known = Equations::from_iter([((from, to), other)]);
            let equation = self.congruent(formula, wider, &mut known)?;
            fact = self.resolve(fact, equation)?;
        }
        Ok(fact)
    }

    fn claim(&mut self, conclusion: Term) -> Outcome<Claim> {
        let terms = self.checker().terms();
        let bound = |term: Term, op: Known| match (terms.op(term), terms.args(term)) {
            (Op::Known(found), &[left, right]) if found == op => {
                let number = i64::try_from(terms.as_int(right)?).ok()?;
                Some((left, number))
            }
            _ => None,
        };
        let claim = || {
            let &[above, below] = terms.args(conclusion) else {
                return None;
            };
            let ((difference, above), (other, below)) =
                (bound(above, Known::Ge)?, bound(below, Known::Le)?);
            let sums = <[Term; 2]>::try_from(terms.args(difference)).ok()?;
            let is_difference = terms.op(difference) == Op::Known(Known::Sub);
            let (low, high) = (below.checked_add(1)?, above.checked_sub(1)?);
            let few = high.checked_sub(low)? < MOST;
            (is_difference && difference == other && few).then_some(Claim {
                difference,
                sums,
                low,
                high,
            })
        };
        claim().ok_or_else(|| "a distance was expected".into())
    }

    /// Where in a string a word begins before which there are strings and characters of these lengths.
    fn place(&mut self, side: Term, sum: Term) -> Outcome<Option<Place>> {
        let parts = self.components(side)?;
        let terms = self.checker().terms();
        let summands = match terms.op(sum) {
            Op::Known(Known::Add) => terms.args(sum).to_vec(),
            _ => vec![sum],
        };
        let (mut strings, mut characters) = (Vec::new(), 0);
        for summand in summands {
            match (terms.op(summand), terms.args(summand)) {
                (Op::Known(Known::Len), &[string]) => strings.push(string),
                _ => match terms.as_int(summand).and_then(|n| usize::try_from(n).ok()) {
                    Some(count) => characters += count,
                    None => return Ok(None),
                },
            }
        }
        let mut seen = 0;
        for (at, &part) in parts.iter().enumerate() {
            match terms.as_str(part) {
                Some(word) if seen == strings.len() && characters < word.len() => {
                    return Ok(Some(Place {
                        side,
                        parts,
                        at,
                        skipped: characters,
                    }));
                }
                Some(word) if word.len() <= characters => characters -= word.len(),
                None if strings.get(seen) == Some(&part) => seen += 1,
                _ => return Ok(None),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn words_keep_apart_as_far_as_their_characters_differ() {
        for (premises, conclusion, shown) in [
            (
                &["(= (str.++ x \"-\" y) (str.++ z \"abc\" u))"][..],
                "(or (>= (- (+ (str.len x) 0) (+ (str.len z) 0)) 3) (<= (- (+ (str.len x) 0) (+ (str.len z) 0)) -1))",
                true,
            ),
            (
                &["(= (str.++ x \"-\" y) (str.++ z \"abc\" u))"],
                "(or (>= (- (+ (str.len x) 0) (+ (str.len z) 0)) 4) (<= (- (+ (str.len x) 0) (+ (str.len z) 0)) -1))",
                false,
            ),
            (
                &["(= (str.++ x \"ab\" y) v)", "(= v (str.++ z \"cd\" u))"],
                "(or (>= (- (+ (str.len z) 0) (+ (str.len x) 0)) 2) (<= (- (+ (str.len z) 0) (+ (str.len x) 0)) -2))",
                true,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let (facts, goal) = (bench.suppose(premises), bench.term(conclusion));
            let proof = &mut bench.proof;
            let found = proof.kept_apart(&facts, goal);
            assert_eq!(found.is_ok(), shown, "{conclusion}: {found:?}");
            if let Ok(fact) = found {
                assert_eq!(proof.checker().formula(fact), Some(goal));
            }
        }
    }
}
