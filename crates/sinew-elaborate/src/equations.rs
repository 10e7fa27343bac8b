//! Word equations without solutions.
//!
//! An equation falls apart where both sides have read the same: every symbol equally often, and words of the same length in all. What is before
//! such a place, and what is behind it, is equal by itself. The pieces are refuted by rewriting (their letters differ), or by Nielsen's graph.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Failure, Known, Op, Outcome, Sort, Term};

use crate::Elaborator;

/// How often the pieces of an equation may be taken apart again.
const PIECES: usize = 16;
/// Work that an attempt may cost before others were tried.
pub(crate) const LITTLE: u64 = 3_000;
/// Work that a graph may cost where others are left to try.
const GRAPH: u64 = 20_000;
/// The same for a graph that is the last to be tried.
const LARGE_GRAPH: u64 = 400_000;

/// How often symbols were read, and how many characters of words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Read {
    symbols: BTreeMap<Term, usize>,
    characters: usize,
}

impl Elaborator {
    /// `false`, from word equations that have no solution: one of them, or all together.
    pub(crate) fn some_unsolvable(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        match self.one_unsolvable(premises) {
            Err(Failure::Wrong(_)) => self.unsolvable_together(premises),
            shown => shown,
        }
    }

    /// `false`, from word equations one of which has no solution.
    fn one_unsolvable(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        for &premise in premises {
            match self.unsolvable(premise) {
                Err(Failure::Wrong(_)) => {}
                shown => return shown,
            }
        }
        Err("no premise is unsolvable by itself".into())
    }

    /// `false`, from a word equation without solutions.
    fn unsolvable(&mut self, premise: Fact) -> Outcome<Fact> {
        let mut open = vec![premise];
        let mut whole = Vec::new();
        for _ in 0..PIECES {
            let Some(equation) = open.pop() else { break };
            match self.pieces(equation)? {
                Some(pieces) => open.extend(pieces),
                None => whole.push(equation),
            }
        }
        whole.extend(open);
        // What is found at once does not wait for the search, nor the search for large graphs.
        for (rewriting, graph) in [(LITTLE, LITTLE), (u64::MAX, GRAPH)] {
            for &equation in &whole {
                if let Some(refuted) = self.without_solution(equation, rewriting, graph)? {
                    return Ok(refuted);
                }
            }
        }
        self.graph(&[premise], false)
    }

    /// `false`, from word equations that have no solution together in words of their languages.
    pub(crate) fn unsolvable_together(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut facts = Vec::with_capacity(premises.len());
        for &premise in premises {
            let fact = match self.sides(premise) {
                Some((left, right)) if left == right => None,
                Some((left, _)) => {
                    let of_strings = self.checker().terms().sort(left) == Sort::String;
                    of_strings.then_some(premise)
                }
                None => match self.affix(premise)? {
                    None => self.as_membership(premise)?,
                    found => found,
                },
            };
            facts.extend(fact.filter(|fact| !facts.contains(fact)));
        }
        // Which of the graphs is finite cannot be seen from the equations.
        for units in [GRAPH, LARGE_GRAPH] {
            for backwards in [false, true] {
                let shown = self.limited(units, |proof| proof.graph(&facts, backwards))?;
                if let Some(refuted) = shown {
                    return Ok(refuted);
                }
            }
        }
        Err("no graph was closed".into())
    }

    /// The membership of a string that begins or ends with a word; `whole = part · rest` if that is none. Nothing if the fact is another.
    fn affix(&mut self, fact: Fact) -> Outcome<Option<Fact>> {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        let (Op::Known(op @ (Known::PrefixOf | Known::SuffixOf)), &[part, whole]) =
            (terms.op(formula), terms.args(formula))
        else {
            return Ok(None);
        };
        let lengths = [
            terms.app(Known::Len, &[whole])?,
            terms.app(Known::Len, &[part])?,
        ];
        let left = terms.app(Known::Sub, &lengths)?;
        let from = match op {
            Known::PrefixOf => lengths[1],
            _ => terms.int(0.into())?,
        };
        let rest = terms.app(Known::Substr, &[whole, from, left])?;
        let rest = terms.app(Known::Purify, &[rest])?;
        let parts = match op {
            Known::PrefixOf => [part, rest],
            _ => [rest, part],
        };
        let together = terms.app(Known::Concat, &parts)?;
        let equation = terms.app(Known::Eq, &[whole, together])?;
        let implied = terms.app(Known::Implies, &[formula, equation])?;
        let is_word = terms.as_str(part).is_some();
        let Some(implied) = self.by_library("ext-expand", implied)? else {
            return Ok(None);
        };
        let equation = (self.checker()).step("modus_ponens", &[fact, implied], &[], None)?;
        if !is_word {
            return Ok(Some(equation));
        }
        let members = [self.somewhere(parts[0])?, self.somewhere(parts[1])?];
        let joint = self.checker().step("re_concat", &members, &[], None)?;
        let (formula, _, language) = self.membership(joint)?;
        let equations = [self.symm(equation)?, self.refl(language)?];
        let whole = self.cong(formula, &equations)?;
        self.resolve(joint, Some(whole)).map(Some)
    }

    fn graph(&mut self, premises: &[Fact], backwards: bool) -> Outcome<Fact> {
        let backwards = self.checker().terms().boolean(backwards)?;
        (self.checker()).step("sinew_nielsen", premises, &[backwards], None)
    }

    /// `false`, by rewriting, by counting or by Nielsen's graph, with this much work each.
    fn without_solution(
        &mut self,
        fact: Fact,
        rewriting: u64,
        graph: u64,
    ) -> Outcome<Option<Fact>> {
        let equation = self.word_equation(fact)?;
        let no = self.checker().terms().boolean(false)?;
        let mut refuted = self.attempt_within(rewriting, "nielsen-graph", equation, no)?;
        if refuted.is_none() {
            refuted = self.limited(graph, |proof| {
                (proof.checker()).step("sinew_count", &[], &[equation], None)
            })?;
        }
        match refuted {
            Some(_) => self.resolve(fact, refuted).map(Some),
            None => self.limited(graph, |proof| proof.graph(&[fact], false)),
        }
    }

    /// Shows `left = right`, if a derivation is found with this much work.
    pub(crate) fn attempt_within(
        &mut self,
        units: u64,
        law: &str,
        left: Term,
        right: Term,
    ) -> Outcome<Option<Fact>> {
        self.limited(units, |proof| {
            let found = proof.attempt(law, left, right)?;
            found.ok_or_else(|| "no rewrite was found".into())
        })
    }

    /// What is shown with a part of the work that is left; nothing if it does not suffice, or if it fails.
    pub(crate) fn limited(
        &mut self,
        units: u64,
        show: impl FnOnce(&mut Elaborator) -> Outcome<Fact>,
    ) -> Outcome<Option<Fact>> {
        let left_over = self.checker().terms().budget();
        let depth = self.checker().depth();
        let slice = left_over.min(units);
        self.checker().terms().set_budget(slice);
        let shown = show(self);
        let spent = slice - self.checker().terms().budget();
        self.checker().terms().set_budget(left_over - spent);
        match shown {
            Ok(fact) => Ok(Some(fact)),
            Err(Failure::Budget) if slice == left_over => Err(Failure::Budget),
            Err(_) => {
                self.checker().leave_to(depth);
                Ok(None)
            }
        }
    }

    fn word_equation(&mut self, fact: Fact) -> Outcome {
        let formula = (self.checker().formula(fact)).ok_or("a premise was never shown")?;
        let terms = self.checker().terms();
        match (terms.op(formula), terms.args(formula)) {
            (Op::Known(Known::Eq), &[left, _]) if terms.sort(left) == Sort::String => Ok(formula),
            _ => Err("a word equation was expected".into()),
        }
    }

    /// The two equations that one falls apart into; nothing if it does not.
    fn pieces(&mut self, equation: Fact) -> Outcome<Option<[Fact; 2]>> {
        let formula = self.word_equation(equation)?;
        let sides = self.checker().terms().args(formula).to_vec();
        let mut parts = Vec::with_capacity(2);
        for &side in &sides {
            parts.push(self.components(side)?);
        }
        let Some((i, j)) = self.cut(&parts[0], &parts[1])? else {
            return Ok(None);
        };
        let (mut regrouped, mut halves) = (Vec::new(), Vec::new());
        for ((&side, parts), at) in sides.iter().zip(&parts).zip([i, j]) {
            let (before, behind) = parts.split_at(at);
            let half = [self.concatenation(before)?, self.concatenation(behind)?];
            let terms = self.checker().terms();
            let grouped = terms.app(Known::Concat, &half)?;
            regrouped.push(match grouped == side {
                true => self.refl(side)?,
                false => {
                    let same = terms.app(Known::Eq, &[side, grouped])?;
                    self.checker().step("aci_norm", &[], &[same], None)?
                }
            });
            halves.push(half);
        }
        let grouped = self.cong(formula, &regrouped)?;
        let grouped = self.resolve(equation, Some(grouped))?;
        let mut pieces = Vec::with_capacity(2);
        for (at, rev) in [(0, false), (1, true)] {
            let terms = self.checker().terms();
            let lengths = [
                terms.app(Known::Len, &[halves[0][at]])?,
                terms.app(Known::Len, &[halves[1][at]])?,
            ];
            let rev = terms.boolean(rev)?;
            let Some(equal) = self.attempt("nielsen-graph", lengths[0], lengths[1])? else {
                return Ok(None);
            };
            pieces.push(
                self.checker()
                    .step("concat_unify", &[grouped, equal], &[rev], None)?,
            );
        }
        Ok(<[Fact; 2]>::try_from(pieces).ok())
    }

    /// The first place, but the ends, where both lists have read the same symbols and words of the same length.
    fn cut(&mut self, left: &[Term], right: &[Term]) -> Outcome<Option<(usize, usize)>> {
        let left = self.read(left)?;
        let places: FxHashMap<&Read, usize> = (left.iter().enumerate().rev())
            .map(|(at, read)| (read, at + 1))
            .collect();
        let right = self.read(right)?;
        let mut found = right.iter().enumerate();
        Ok(found.find_map(|(at, read)| Some((*places.get(read)?, at + 1))))
    }

    /// What was read up to each place, but the ends.
    fn read(&mut self, parts: &[Term]) -> Outcome<Vec<Read>> {
        let mut read = Read::default();
        let mut all = Vec::with_capacity(parts.len());
        for &part in &parts[..parts.len().saturating_sub(1)] {
            let terms = self.checker().terms();
            terms.charge(1 + read.symbols.len())?;
            match terms.as_str(part) {
                Some(word) => read.characters += word.len(),
                None => *read.symbols.entry(part).or_default() += 1,
            }
            all.push(read.clone());
        }
        Ok(all)
    }

    /// What a string is put together from, however it is grouped.
    pub(crate) fn components(&mut self, string: Term) -> Outcome<Vec<Term>> {
        let terms = self.checker().terms();
        let (mut parts, mut work) = (Vec::new(), vec![string]);
        while let Some(part) = work.pop() {
            terms.charge(1)?;
            match terms.op(part) {
                Op::Known(Known::Concat) => work.extend(terms.args(part).iter().rev()),
                _ if terms.as_str(part).is_some_and(<[u32]>::is_empty) => {}
                _ => parts.push(part),
            }
        }
        Ok(parts)
    }

    pub(crate) fn concatenation(&mut self, parts: &[Term]) -> Outcome {
        match parts {
            &[only] => Ok(only),
            _ => self.checker().terms().app(Known::Concat, parts),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn systems_without_solutions_in_languages_are_refuted_and_others_are_not() {
        let cube = "(= (str.++ z y x) (str.++ x x z))";
        let turned = "(= (str.++ x y z) (str.++ z x x))";
        for (premises, holds) in [
            (
                &[cube, "(str.prefixof \"a\" y)", "(str.prefixof \"b\" z)"][..],
                true,
            ),
            (
                &[cube, "(str.prefixof \"b\" y)", "(str.prefixof \"b\" z)"],
                false,
            ),
            (
                &[turned, "(str.suffixof \"a\" y)", "(str.suffixof \"b\" z)"],
                true,
            ),
            (
                &[
                    "(= (str.++ x y) (str.++ y x))",
                    "(str.prefixof x z)",
                    "(str.prefixof \"a\" y)",
                    "(= z (str.++ \"b\" u))",
                    "(= x (str.++ \"b\" v))",
                ],
                true,
            ),
            (
                &[
                    "(= (str.++ x y) (str.++ y x))",
                    "(str.contains x \"b\")",
                    "(str.in_re y (re.+ (str.to_re \"a\")))",
                ],
                true,
            ),
            (
                &[
                    "(= (str.++ x y) (str.++ y x))",
                    "(str.contains x \"a\")",
                    "(str.in_re y (re.+ (str.to_re \"a\")))",
                ],
                false,
            ),
            // Neither by itself, and what is not about strings.
            (
                &[
                    "(= x (str.++ \"a\" y))",
                    "(= i (+ i 1))",
                    "(= y (str.++ \"b\" x))",
                ],
                true,
            ),
            (
                &[
                    "(= x (str.++ \"a\" y))",
                    "(= i (+ i 1))",
                    "(= y (str.++ \"b\" z))",
                ],
                false,
            ),
        ] {
            let mut bench = Workbench::new(3_000_000);
            let facts = bench.suppose(premises);
            let shown = bench.proof.unsolvable_together(&facts);
            assert_eq!(shown.is_ok(), holds, "{premises:?}: {shown:?}");
        }
    }
}
