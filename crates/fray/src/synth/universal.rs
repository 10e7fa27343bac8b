//! Universal facts about one string variable, decided by automata (P1 §5).
//!
//! `∀y φ(y)` where φ is a Boolean combination of memberships of y, with literals before and after
//! it, in regular expressions without variables, and of equations of y with literals: each atom
//! is a language of y, φ is their combination, and the formula is true if that is everything.

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_regex::{Regex, RegexStore};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::exec::Value;
use super::program::Program;

/// Steps that one decision may take.
const STEPS: u64 = 1_000_000;

/// Whether a closed universal formula holds; `None` if it is not of this kind.
pub(super) fn decide(store: &TermStore, term: Term) -> Option<bool> {
    if !matches!(store.op(term), Op::Forall(1)) {
        return None;
    }
    let (variables, body, _) = store.quantifier_parts(term)?;
    let decision = Decision {
        store,
        variable: variables[0],
        budget: Budget::with_steps(STEPS),
    };
    if store.sort(decision.variable) != Sort::String {
        return None;
    }
    let mut regexes = RegexStore::new();
    let mut known: FxHashMap<Term, Regex> = FxHashMap::default();
    for sub in postorder_all(store, &[body]) {
        if store.sort(sub) == Sort::Bool {
            let regex = decision.language(&mut regexes, &known, sub)?;
            known.insert(sub, regex);
        }
    }
    regexes.is_universal(known[&body], &decision.budget).ok()
}

struct Decision<'a> {
    store: &'a TermStore,
    variable: Term,
    budget: Budget<'static>,
}

impl Decision<'_> {
    /// The words that make a formula true, given those of its parts.
    fn language(
        &self,
        regexes: &mut RegexStore,
        known: &FxHashMap<Term, Regex>,
        formula: Term,
    ) -> Option<Regex> {
        let args = self.store.args(formula);
        let part = |i: usize| known.get(args.get(i)?).copied();
        let parts = || -> Option<Vec<Regex>> { (0..args.len()).map(part).collect() };
        Some(match self.store.op(formula) {
            Op::True => regexes.all(),
            Op::False => regexes.none(),
            Op::Not => regexes.comp(part(0)?),
            Op::And => regexes.inter(&parts()?),
            Op::Or => regexes.union(&parts()?),
            Op::Implies if args.len() == 2 => {
                let premise = regexes.comp(part(0)?);
                regexes.union(&[premise, part(1)?])
            }
            Op::Eq if args.len() == 2 && self.store.sort(args[0]) == Sort::Bool => {
                let (a, b) = (part(0)?, part(1)?);
                let differ = [regexes.diff(a, b), regexes.diff(b, a)];
                let differ = regexes.union(&differ);
                regexes.comp(differ)
            }
            Op::Eq if args.len() == 2 && args[0] == self.variable => {
                regexes.literal(self.store.str_value(args[1])?)
            }
            Op::InRe => {
                let language = Program::new(self.store, &[args[1]])?.literal(0)?;
                let Value::Re(language) = language else {
                    return None;
                };
                let language = language.to_regex(regexes);
                self.quotient(regexes, language, args[0])?
            }
            _ => return None,
        })
    }

    /// The values of the variable for which `word`, literals around it, is in the language.
    fn quotient(&self, regexes: &mut RegexStore, language: Regex, word: Term) -> Option<Regex> {
        if word == self.variable {
            return Some(language);
        }
        if self.store.op(word) != Op::Concat {
            return None;
        }
        let parts = self.store.args(word);
        let place = parts.iter().position(|&part| part == self.variable)?;
        let mut rest = language;
        for &part in &parts[..place] {
            let text = self.store.str_value(part)?;
            rest = regexes.left_quotient(rest, text, &self.budget).ok()?;
        }
        for &part in parts[place + 1..].iter().rev() {
            let text = self.store.str_value(part)?;
            rest = regexes.right_quotient(rest, text, &self.budget).ok()?;
        }
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::syntax::parse;

    #[test]
    fn universal_facts_are_decided_and_other_formulas_are_not() {
        let a_star = "(re.* (str.to_re \"a\"))";
        let cases = [
            (
                format!("(=> (str.in_re y {a_star}) (str.in_re (str.++ \"a\" y) {a_star}))"),
                Some(true),
            ),
            (
                format!("(=> (str.in_re y {a_star}) (str.in_re (str.++ y \"ab\") {a_star}))"),
                Some(false),
            ),
            (
                format!("(=> (str.in_re (str.++ \"b\" y \"a\") {a_star}) (= y \"c\"))"),
                Some(true),
            ),
            (
                format!("(= (str.in_re y {a_star}) (not (str.in_re y (re.comp {a_star}))))"),
                Some(true),
            ),
            ("(str.in_re y (str.to_re y))".to_owned(), None),
            ("(str.prefixof \"\" y)".to_owned(), None),
        ];
        for (body, expected) in cases {
            let mut store = TermStore::new();
            let text = format!("(forall ((y String)) {body})");
            let term = parse(&mut store, &text, &[]).expect("readable");
            assert_eq!(decide(&store, term), expected, "{text}");
        }
    }
}
