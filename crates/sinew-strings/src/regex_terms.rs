//! From `sinew_regex` back to terms: what a language that some procedure has made is called in SMT-LIB.

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_regex::{CharSet, Node, Regex};
use sinew_term::{Op, Term, TermStore};

use crate::regex_of_term::RegexOfTerm;

impl RegexOfTerm {
    /// A term for the language, unless its expression takes more than the budget.
    pub fn term_of_regex(
        &mut self,
        terms: &mut TermStore,
        regex: Regex,
        budget: &Budget,
    ) -> Option<Term> {
        let regex = self.store_mut().to_expression(regex, budget).ok()?;
        let mut done: FxHashMap<Regex, Term> = FxHashMap::default();
        let mut stack = vec![regex];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let parts: &[Regex] = match self.store().node(top) {
                Node::Concat(first, second) => &[*first, *second],
                Node::Union(parts) | Node::Inter(parts) => parts,
                Node::Comp(inner) => &[*inner],
                Node::Loop { body, .. } => &[*body],
                Node::None | Node::Epsilon | Node::Class(_) | Node::State { .. } => &[],
            };
            stack.extend(parts.iter().filter(|part| !done.contains_key(part)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            budget.spend(1).ok()?;
            let parts: Vec<Term> = parts.iter().map(|part| done[part]).collect();
            let term = self.term_of_node(terms, top, &parts)?;
            done.insert(top, term);
        }
        done.get(&regex).copied()
    }

    fn term_of_node(&self, terms: &mut TermStore, regex: Regex, parts: &[Term]) -> Option<Term> {
        Some(match self.store().node(regex) {
            Node::None => terms.mk(Op::ReNone, &[]),
            Node::Epsilon => {
                let empty = terms.string("");
                terms.str_to_re(empty)
            }
            Node::Class(class) => class_term(terms, self.store().class_set(*class)),
            Node::Concat(..) => terms.mk(Op::ReConcat, parts),
            Node::Union(_) => terms.mk(Op::ReUnion, parts),
            Node::Inter(_) => terms.mk(Op::ReInter, parts),
            Node::Comp(_) => terms.mk(Op::ReComp, parts),
            Node::Loop { lo, hi, .. } => match (*lo, *hi) {
                (0, None) => terms.mk(Op::ReStar, parts),
                (lo, None) => {
                    let some = terms.re_pow(lo, parts[0]);
                    let more = terms.mk(Op::ReStar, parts);
                    terms.mk(Op::ReConcat, &[some, more])
                }
                (lo, Some(hi)) => terms.re_loop(lo, hi, parts[0]),
            },
            // An expression has none of these.
            Node::State { .. } => return None,
        })
    }
}

/// The words of one character of the set.
fn class_term(terms: &mut TermStore, set: &CharSet) -> Term {
    let ranges: Vec<Term> = set
        .ranges()
        .iter()
        .map(|&(lo, hi)| {
            let (lo, hi) = (terms.code_points(&[lo]), terms.code_points(&[hi]));
            terms.mk(Op::ReRange, &[lo, hi])
        })
        .collect();
    terms.joined(Op::ReUnion, &ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_made_of_states_has_a_term_of_the_same_language() {
        let (mut regexes, mut terms) = (RegexOfTerm::new(), TermStore::new());
        let budget = Budget::unlimited();
        let store = regexes.store_mut();
        let (a, b) = (store.literal(&[97]), store.literal(&[98]));
        let odd = store.concat(a, b);
        let odd = store.repeat(odd, 2, None);
        let not = store.comp(odd);
        for (first, second) in store.splits(not, &budget).expect("no limit") {
            for language in [first, second] {
                let term = regexes
                    .term_of_regex(&mut terms, language, &budget)
                    .expect("no limit");
                let again = regexes.regex_of_term(&terms, term).expect("no symbols");
                let same = regexes.store_mut().equivalent(language, again, &budget);
                assert_eq!(same, Ok(true));
            }
        }
    }
}
