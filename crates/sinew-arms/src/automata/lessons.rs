//! What propagation finds out from the assertions alone, told to the other arms: the languages of symbols, or the lengths
//! of their words where a language is large.
//!
//! Only facts that the assertions say outright have a part, so that what is told holds of every model of the problem. It is passed
//! on with its premises, as a valid clause ([`Shared`]). What memberships of a symbol say by themselves is not news.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::StopReason;
use sinew_engine::{PluginContext, Premise};
use sinew_regex::automata::Automaton;
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term, TermStore};

use super::facts::{Facts, Var};
use super::propagate::Known;
use crate::fixed_length::within_lengths;
use crate::tuning::{TOLD_STATES, TOLD_STEPS};

/// What the assertions say outright.
pub(super) struct Asserted {
    literals: FxHashSet<(Term, bool)>,
    /// One term of each set that asserted equations make equal.
    leaders: FxHashMap<Term, Term>,
}

impl Asserted {
    pub(super) fn of(store: &TermStore, assertions: &[Term]) -> Asserted {
        let mut asserted = Asserted {
            literals: FxHashSet::default(),
            leaders: FxHashMap::default(),
        };
        let mut stack = assertions.to_vec();
        while let Some(term) = stack.pop() {
            let args = store.args(term);
            match store.op(term) {
                Op::And => stack.extend(args),
                Op::Not => {
                    asserted.literals.insert((args[0], false));
                }
                op => {
                    asserted.literals.insert((term, true));
                    if op == Op::Eq && args.len() == 2 {
                        let (a, b) = (asserted.leader(args[0]), asserted.leader(args[1]));
                        if a != b {
                            asserted.leaders.insert(a, b);
                        }
                    }
                }
            }
        }
        asserted
    }

    /// Whether the engine knows all that is said by atoms about strings and integers.
    pub(super) fn is_known(&self, cx: &PluginContext<'_, '_>) -> bool {
        let store = cx.store();
        let decided = |atom: Term| match store.op(atom) {
            Op::Eq | Op::Ge => store.sort(store.arg(atom, 0)) != Sort::Bool,
            op => matches!(op, Op::InRe | Op::Contains | Op::PrefixOf | Op::SuffixOf),
        };
        let mut literals = self.literals.iter();
        literals.all(|&(atom, value)| !decided(atom) || cx.value(atom) == Some(value))
    }

    fn leader(&self, mut term: Term) -> Term {
        while let Some(&next) = self.leaders.get(&term) {
            term = next;
        }
        term
    }

    /// Whether a premise is among what is said.
    fn holds(&self, premise: &Premise) -> bool {
        match *premise {
            Premise::Literal(atom, value) => self.literals.contains(&(atom, value)),
            Premise::Equal(a, b) => self.leader(a) == self.leader(b),
            Premise::Disequal(..) => false,
        }
    }

    /// Which facts rest on nothing else.
    pub(super) fn among(&self, facts: &Facts) -> Vec<bool> {
        let said = |premises: &[Premise]| premises.iter().all(|premise| self.holds(premise));
        facts
            .facts
            .iter()
            .map(|fact| said(&fact.premises))
            .collect()
    }
}

/// The clauses that languages come to which follow from facts of the assertions.
pub(super) fn clauses(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    (asserted, facts): (&Asserted, &Facts),
    known: &[Known],
) -> Result<Vec<(Vec<Premise>, Term)>, StopReason> {
    let mut found = Vec::new();
    for (x, known) in known.iter().enumerate() {
        if known.automaton == known.own.0 {
            continue;
        }
        let Some((symbol, more)) = symbol(cx, asserted, facts, x) else {
            continue;
        };
        if let Some(conclusion) = conclusion(cx, regexes, symbol, &known.automaton)? {
            let mut premises = facts.premises(&known.reasons);
            premises.extend(more);
            found.push((premises, conclusion));
        }
    }
    Ok(found)
}

/// A declared constant that the assertions say is in the class, and why.
fn symbol(
    cx: &PluginContext<'_, '_>,
    asserted: &Asserted,
    facts: &Facts,
    x: Var,
) -> Option<(Term, Option<Premise>)> {
    let class = facts.variables[x]?;
    let store = cx.store();
    let declared =
        |term: Term| matches!(store.op(term), Op::Apply(_)) && store.args(term).is_empty();
    if declared(class) {
        return Some((class, None));
    }
    let mut members = cx.class(class).into_iter().filter(|&term| declared(term));
    members.find_map(|term| {
        let premise = Premise::Equal(term, class);
        asserted.holds(&premise).then_some((term, Some(premise)))
    })
}

/// That the string is in the language, or, if that takes a long expression, how long it is.
fn conclusion(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    string: Term,
    language: &Automaton,
) -> Result<Option<Term>, StopReason> {
    let budget = cx.budget();
    let slice = budget.slice(cx.tuning().get(&TOLD_STEPS));
    let least = language.minimised(&slice);
    let least = least.ok().filter(|least| least.len() < language.len());
    let language = least.as_ref().unwrap_or(language);
    let expression = match language.len() <= cx.tuning().size(&TOLD_STATES) {
        true => {
            let (regex, _) = regexes.store_mut().insert_automaton(&language.to_nfa());
            regexes.term_of_regex(cx.store_mut(), regex, &slice)
        }
        false => None,
    };
    budget.check()?;
    if let Some(expression) = expression {
        return Ok(Some(cx.store_mut().in_re(string, expression)));
    }
    let lengths = language.lengths(&slice);
    budget.check()?;
    let Ok(lengths) = lengths else {
        return Ok(None);
    };
    let length = cx.store_mut().len(string);
    Ok(within_lengths(cx.store_mut(), length, &lengths))
}
